// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "whatif/questions.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QTextBrowser;

namespace connscope::whatif {

/// Help ▸ Questions: what people ask, a short answer, and the way to where it can be seen.
class QuestionsDialog : public QDialog {
    Q_OBJECT

public:
    explicit QuestionsDialog(const theme::Look& look, QWidget* parent = nullptr);

    QLineEdit* field() const { return m_field; }
    QListWidget* list() const { return m_list; }
    QTextBrowser* page() const { return m_page; }
    QPushButton* showButton() const { return m_show; }
    /// The one that is chosen; nullptr where none matches.
    const Question* current() const;

signals:
    /// Its scenario is to be opened where the answer can be seen.
    void wanted(const connscope::whatif::Question& question);

private:
    void fill();
    void write();
    void retranslate();

    const theme::Look& m_look;
    QList<Question> m_questions;
    QLineEdit* m_field;
    QListWidget* m_list;
    QTextBrowser* m_page;
    QPushButton* m_show;
};

} // namespace connscope::whatif
