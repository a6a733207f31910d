// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worksheets.h"
#include "theme/look.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace connscope::app {

/// Lesson ▸ Worksheet: how many copies of how many questions, and where to; writes the sheets and, beside them, the answers.
class WorksheetDialog : public QDialog {
    Q_OBJECT

public:
    /// \a lesson: the file of the lesson that is taken, offered as a source; "" = none.
    WorksheetDialog(const theme::Look& look, const QString& lesson, QWidget* parent = nullptr);

    WorksheetRequest request() const;
    /// Writes FILE.pdf and FILE-answers.pdf. False, and why in the dialog.
    bool writeTo(const QString& file);
    QString message() const;

private:
    void choose();

    const theme::Look& m_look;
    QComboBox* m_source;
    QSpinBox* m_copies;
    QSpinBox* m_questions;
    QLineEdit* m_seed;
    QLineEdit* m_title;
    QComboBox* m_language;
    QLabel* m_message;
};

} // namespace connscope::app
