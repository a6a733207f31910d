// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/loader.h"

#include <QObject>
#include <QString>
#include <QUndoCommand>
#include <QUndoStack>

#include <functional>
#include <utility>
#include <vector>

namespace connscope::app {

/// What was changed in the window, step by step. A step of the run, as of the scenario's text, of profile, seed and settings
/// of the tool bar, of what was done to the world, knows the whole of what is run before and after it, so undo and redo are
/// runs again. A step of the picture, as of a card that was dragged and of what was written into it, needs no run.
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
    /// A step of the picture, which is done already: it had \a before and has \a after, and \a show puts one of them there.
    /// \a goesOn: a part of the last step, as the next pixel of a drag is; a step that comes to nothing is none.
    template <class Value>
    void change(Title title, Value before, Value after, std::function<void(const Value&)> show, bool goesOn = false);
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
    /// Whether that is a step of the picture.
    bool undoesPicture() const;
    bool redoesPicture() const;
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
    friend class RunCommand;
    template <class Value>
    friend class PictureCommand;
    void ask(const LoadRequest& request);
    void pushPicture(QUndoCommand* command);

    QUndoStack m_stack;
    Last m_last = Last::None;
    bool m_lastWasText = false;
    bool m_silent = false;
};

/// Of the stack: a step of either kind.
class HistoryCommand : public QUndoCommand {
public:
    explicit HistoryCommand(History::Title title)
        : m_title(std::move(title))
    {
    }
    QString title() const { return m_title(); }
    void setTitle(History::Title title) { m_title = std::move(title); }
    virtual bool isOfText() const { return false; }
    virtual bool isOfPicture() const { return false; }

private:
    History::Title m_title;
};

/// A value of the picture before and after it.
template <class Value>
class PictureCommand : public HistoryCommand {
public:
    PictureCommand(History& history, History::Title title, Value before, Value after,
        std::function<void(const Value&)> show, bool goesOn)
        : HistoryCommand(std::move(title))
        , m_history(history)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_show(std::move(show))
        , m_goesOn(goesOn)
    {
    }
    bool isOfPicture() const override { return true; }
    void undo() override { m_show(m_before); }
    void redo() override
    {
        if (!m_history.m_silent)
            m_show(m_after);
    }
    int id() const override { return 2; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = dynamic_cast<const PictureCommand*>(other);
        if (!next || !next->m_goesOn)
            return false;
        m_after = next->m_after;
        setObsolete(m_before == m_after);
        return true;
    }

private:
    History& m_history;
    Value m_before;
    Value m_after;
    std::function<void(const Value&)> m_show;
    bool m_goesOn;
};

template <class Value>
void History::change(Title title, Value before, Value after, std::function<void(const Value&)> show, bool goesOn)
{
    pushPicture(new PictureCommand<Value>(
        *this, std::move(title), std::move(before), std::move(after), std::move(show), goesOn));
}

} // namespace connscope::app
