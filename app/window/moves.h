// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <QString>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// \file
/// Which cards were dragged where, so that Undo takes a card back to where it stood. What was done to the world is undone
/// by another run and is kept elsewhere (LoadRequest::added); how much of that there was when a card was moved tells
/// which of the two came last.

namespace connscope::app {

class Moves {
public:
    using Places = std::map<std::string, scenario::Spot>; ///< Layout::moved

    /// Cards stood at \a before and stand at \a now; \a done: how many actions there were then. What was undone cannot be
    /// redone any more.
    void moved(const Places& before, const Places& now, std::size_t done);
    /// An action was done: what was undone is over.
    void forgetUndone() { m_undone.clear(); }
    void clear();

    /// Whether the last thing that happened before \a done actions were all is a move, and so for the next one.
    bool canUndo(std::size_t done) const { return !m_done.empty() && m_done.back().done == done; }
    bool canRedo(std::size_t done) const { return !m_undone.empty() && m_undone.back().done == done; }
    /// Whose move it is: "broker 2"; empty where several went back to their own places.
    QString undoName() const { return nameOf(m_done); }
    QString redoName() const { return nameOf(m_undone); }
    /// Where the cards stand then. Only where it can be done.
    Places undo();
    Places redo();

private:
    struct Move {
        Places before;
        Places after;
        std::size_t done = 0;
    };
    static QString nameOf(const std::vector<Move>& moves);

    std::vector<Move> m_done;
    std::vector<Move> m_undone;
};

} // namespace connscope::app
