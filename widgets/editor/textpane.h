// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/draft.h"
#include "view/context.h"

#include <QPlainTextEdit>

class QTimer;

namespace connscope::editor {

/// The file's text as it is now: what the forms make of it, and to be written by hand. Lines about which the reader says
/// something are marked, and say it under the pointer.
class TextPane : public QPlainTextEdit {
    Q_OBJECT

public:
    TextPane(Draft& draft, const view::Context& context, QWidget* parent = nullptr);

    /// The cursor to a value.
    void goTo(const scenario::YamlPath& path);
    /// What stands at the cursor.
    scenario::YamlPath place() const;
    /// As if somebody had typed all of it.
    void enter(const QString& text);
    /// Room for the numbers of lines, px.
    int marginWidth() const;
    void paintMargin(QPaintEvent* event);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void show();
    void take();
    void markLines();
    void restyle();
    QString messageOfLine(int line) const;

    Draft& m_draft;
    view::Context m_context;
    QWidget* m_margin;
    QTimer* m_pause; // between the last key and the next look
    bool m_taking = false;
};

} // namespace connscope::editor
