// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"
#include "theme/format.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <vector>

/// \file
/// What a person did to the world: actions added to the scenario at the instants at which the playhead stood. A
/// simulation cannot be changed while it is looked at; it is run anew with the actions in it. Up to the first of them the
/// trace stays the same event for event, so the picture goes on from where it was.

namespace connscope::app {

/// An action in a few words of the interface's language: "kill broker 2", "reset 2147483645 of consumer-1".
QString actionWords(const scenario::Action& action);

class Branch : public QObject {
    Q_OBJECT

public:
    explicit Branch(QObject* parent = nullptr);

    /// Adds an action at \a at; undoable. What the scenario's end would cut off is added as well: the caller decides.
    void add(scenario::Action action, Instant at, const theme::Format& format);
    /// In the order of doing; each has its instant.
    const std::vector<scenario::Action>& actions() const { return m_actions; }
    bool isEmpty() const { return m_actions.empty(); }
    /// "Branch: kill broker 2 at 9:03.181", "Branch: kill broker 2 at 9:03.181 and 2 more"; "" where nothing was done.
    QString sentence(const theme::Format& format) const;
    /// Another scenario: nothing to undo either.
    void clear();

    QUndoStack& undoStack() { return m_stack; }

signals:
    /// The scenario is to be run with other actions. Not sent by clear().
    void changed();

private:
    class Add;

    std::vector<scenario::Action> m_actions;
    QUndoStack m_stack;
    bool m_clearing = false;
};

} // namespace connscope::app
