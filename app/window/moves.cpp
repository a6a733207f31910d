// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/moves.h"

#include <algorithm>

namespace connscope::app {

void Moves::moved(const Places& before, const Places& now, std::size_t done)
{
    if (before == now)
        return; // a group was opened or shut
    // Moves that came after actions which were taken back since.
    while (!m_done.empty() && m_done.back().done > done)
        m_done.pop_back();
    m_done.push_back({before, now, done});
    m_undone.clear();
}

void Moves::clear()
{
    m_done.clear();
    m_undone.clear();
}

Moves::Places Moves::undo()
{
    m_undone.push_back(std::move(m_done.back()));
    m_done.pop_back();
    return m_undone.back().before;
}

Moves::Places Moves::redo()
{
    m_done.push_back(std::move(m_undone.back()));
    m_undone.pop_back();
    return m_done.back().after;
}

QString Moves::nameOf(const std::vector<Move>& moves)
{
    const Move& move = moves.back();
    std::vector<std::string> names;
    const auto look = [&names](const Places& in, const Places& other) {
        for (const auto& [name, spot] : in) {
            const auto found = other.find(name);
            if ((found == other.end() || !(found->second == spot))
                && std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
        }
    };
    look(move.before, move.after);
    look(move.after, move.before);
    return names.size() == 1 ? QString::fromStdString(names.front()) : QString();
}

} // namespace connscope::app
