// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/loader.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <vector>

namespace connscope::app {

/// What was changed in the window, step by step: the scenario's text, the profile, seed and settings of the tool bar, what
/// was done to the world. A step knows the whole of what is run before and after it, so undo and redo are runs again.
class History : public QObject {
    Q_OBJECT

public:
    /// Names a step in the language of the interface as it is when it is asked.
    using Title = std::function<QString()>;

    explicit History(QObject* parent = nullptr);
    ~History() override;

    struct Step {
        Title title;
        LoadRequest before;
        LoadRequest after;
        QString mergeKey; ///< one step with the last where that has the same, until the next save; "" = never
        bool isText = false; ///< of the scenario's text: what was typed stays, whatever becomes of its run
    };
    /// Does it: `wanted` asks for what is after it.
    void push(Step step);
    /// It is done already.
    void record(Step step);
    void undo();
    void redo();
    /// What was pushed, undone or redone last did not come about: it is as before, and nobody is asked for anything.
    void takeBack();
    /// Whether what was done last was a change of the text.
    bool lastWasText() const { return m_lastWasText; }
    void clear();

    bool canUndo() const { return m_stack.canUndo(); }
    bool canRedo() const { return m_stack.canRedo(); }
    /// "kill broker 2"; "" for nothing.
    QString undoText() const;
    QString redoText() const;
    int count() const { return m_stack.count(); }

    /// All is as it stands in the file.
    void setSaved() { m_stack.setClean(); }
    /// Nothing here is as it stands in the file.
    void setUnsaved() { m_stack.resetClean(); }
    bool isSaved() const { return m_stack.isClean(); }

signals:
    void wanted(const connscope::app::LoadRequest& request);
    /// Texts of undo and redo, whether there are any, whether all is saved.
    void changed();

private:
    enum class Last : std::uint8_t { None, Push, Undo, Redo };
    friend class HistoryCommand;
    void ask(const LoadRequest& request);

    QUndoStack m_stack;
    Last m_last = Last::None;
    bool m_lastWasText = false;
    bool m_silent = false;
};

} // namespace connscope::app
