// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/history.h"

#include <utility>

namespace connscope::app {

/// A run before it and one after it.
class RunCommand : public HistoryCommand {
public:
    RunCommand(History& history, History::Step step)
        : HistoryCommand(step.title)
        , m_history(history)
        , m_step(std::move(step))
    {
    }

    bool isOfText() const override { return m_step.isText; }
    void undo() override { m_history.ask(m_step.before); }
    void redo() override { m_history.ask(m_step.after); }
    int id() const override { return m_step.mergeKey.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto& next = static_cast<const RunCommand*>(other)->m_step;
        if (next.mergeKey != m_step.mergeKey)
            return false;
        m_step.after = next.after;
        setTitle(next.title);
        return true;
    }

private:
    History& m_history;
    History::Step m_step;
};

namespace {

const HistoryCommand* commandAt(const QUndoStack& stack, int index)
{
    return index >= 0 && index < stack.count() ? static_cast<const HistoryCommand*>(stack.command(index)) : nullptr;
}

} // namespace

History::History(QObject* parent)
    : QObject(parent)
{
    connect(&m_stack, &QUndoStack::indexChanged, this, &History::changed);
    connect(&m_stack, &QUndoStack::cleanChanged, this, &History::changed);
}

History::~History()
{
    m_stack.disconnect(this); // its end is no change
}

void History::ask(const LoadRequest& request)
{
    if (!m_silent)
        emit wanted(request);
}

void History::push(Step step)
{
    m_last = Last::Push;
    m_lastWasText = step.isText;
    m_stack.push(new RunCommand(*this, std::move(step)));
}

void History::record(Step step)
{
    m_silent = true;
    m_stack.push(new RunCommand(*this, std::move(step)));
    m_silent = false;
    m_last = Last::None;
}

void History::pushPicture(QUndoCommand* command)
{
    m_silent = true;
    m_stack.push(command);
    m_silent = false;
    m_last = Last::None; // what a run fails is not this
}

void History::undo()
{
    if (const HistoryCommand* command = commandAt(m_stack, m_stack.index() - 1)) {
        m_last = command->isOfPicture() ? Last::None : Last::Undo;
        m_lastWasText = command->isOfText();
        m_stack.undo();
    }
}

void History::redo()
{
    if (const HistoryCommand* command = commandAt(m_stack, m_stack.index())) {
        m_last = command->isOfPicture() ? Last::None : Last::Redo;
        m_lastWasText = command->isOfText();
        m_stack.redo();
    }
}

void History::takeBack()
{
    m_silent = true;
    switch (std::exchange(m_last, Last::None)) {
    case Last::Push:
        // An obsolete command is dropped by its undo.
        if (const HistoryCommand* command = commandAt(m_stack, m_stack.index() - 1))
            const_cast<HistoryCommand*>(command)->setObsolete(true);
        m_stack.undo();
        break;
    case Last::Undo:
        m_stack.redo();
        break;
    case Last::Redo:
        m_stack.undo();
        break;
    case Last::None:
        break;
    }
    m_silent = false;
}

void History::clear()
{
    m_last = Last::None;
    m_stack.clear();
    m_stack.setClean();
}

QString History::undoText() const
{
    const HistoryCommand* command = commandAt(m_stack, m_stack.index() - 1);
    return command ? command->title() : QString();
}

QString History::redoText() const
{
    const HistoryCommand* command = commandAt(m_stack, m_stack.index());
    return command ? command->title() : QString();
}

bool History::undoesPicture() const
{
    const HistoryCommand* command = commandAt(m_stack, m_stack.index() - 1);
    return command && command->isOfPicture();
}

bool History::redoesPicture() const
{
    const HistoryCommand* command = commandAt(m_stack, m_stack.index());
    return command && command->isOfPicture();
}

} // namespace connscope::app
