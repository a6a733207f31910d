// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/selection.h"

#include <algorithm>
#include <utility>

namespace connscope::view {

Selection::Selection(QObject* parent)
    : QObject(parent)
{
}

void Selection::setCurrent(Item item)
{
    if (item == current())
        return;
    if (m_history.empty())
        m_history.push_back({}); // so that going back from the first thing deselects it
    m_history.resize(m_position + 1);
    // Nothing is a place between two things: the next thing takes it.
    if (m_history.size() > 1 && m_history.back().isNone())
        m_history.pop_back();
    if (m_history.back() != item)
        m_history.push_back(item);
    if (m_history.size() > kMaxHistory)
        m_history.erase(m_history.begin());
    m_position = m_history.size() - 1;
    emit currentChanged(current());
    emit historyChanged();
}

void Selection::setHovered(Item item)
{
    if (std::exchange(m_hovered, item) != item)
        emit hoverChanged(m_hovered);
}

Item Selection::itemOf(const Group& group)
{
    const auto found = std::find(m_groups.begin(), m_groups.end(), group);
    const auto place = static_cast<std::uint32_t>(found - m_groups.begin());
    if (found == m_groups.end())
        m_groups.push_back(group);
    return Item::group(place);
}

const Group* Selection::group(Item item) const
{
    return item.kind == Item::Kind::Group && item.id < m_groups.size() ? &m_groups[item.id] : nullptr;
}

void Selection::setRange(std::optional<Range> range)
{
    if (range && range->from > range->to)
        std::swap(range->from, range->to);
    if (m_range == range)
        return;
    m_range = range;
    emit rangeChanged();
}

void Selection::goBack()
{
    if (!canGoBack())
        return;
    --m_position;
    emit currentChanged(current());
    emit historyChanged();
}

void Selection::goForward()
{
    if (!canGoForward())
        return;
    ++m_position;
    emit currentChanged(current());
    emit historyChanged();
}

void Selection::renumber(const std::function<Item(Item)>& now)
{
    if (m_history.empty())
        return;
    std::vector<Item> history;
    std::size_t position = 0;
    for (std::size_t i = 0; i < m_history.size(); ++i) {
        const Item item = now(m_history[i]);
        const bool isCurrent = i == m_position;
        if (i > 0 && item.isNone() && !isCurrent)
            continue;
        if (history.empty() || history.back() != item)
            history.push_back(item);
        if (i <= m_position)
            position = history.size() - 1;
    }
    m_history = std::move(history);
    m_position = position;
    m_hovered = now(m_hovered);
}

void Selection::tellAgain()
{
    emit currentChanged(current());
    emit historyChanged();
    emit hoverChanged(m_hovered);
}

void Selection::clear()
{
    const bool had = !current().isNone();
    const bool history = !m_history.empty();
    m_history.clear();
    m_position = 0;
    if (had)
        emit currentChanged({});
    if (history)
        emit historyChanged();
    setHovered({});
    setRange({});
    m_groups.clear();
}

} // namespace connscope::view
