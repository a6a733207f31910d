// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTextBrowser;

namespace connscope::app {

/// The manual in a window of its own: docs/window.md, or window.zh.md, as it was when the program was built. Links lead to the
/// other pages; what is typed into the field is found and counted.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    explicit ManualWindow(const theme::Look& look, QWidget* parent = nullptr);

    /// Finds the next place at which it stands, from the top again after the last. Case does not matter.
    void find(const QString& text);
    /// How often what is looked for stands on the page.
    int found() const { return m_found; }

    QTextBrowser* page() const { return m_page; }
    QLineEdit* field() const { return m_field; }

private:
    void open();
    void restyle();
    void mark();

    const theme::Look& m_look;
    QTextBrowser* m_page;
    QLineEdit* m_field;
    QLabel* m_count;
    theme::Language m_language;
    int m_found = 0;
};

} // namespace connscope::app
