// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/bookmarks.h"

#include <algorithm>

namespace connscope::timeline {

namespace {

auto find(auto& all, const view::Position& position)
{
    return std::lower_bound(all.begin(), all.end(), position,
        [](const Bookmark& bookmark, const view::Position& wanted) { return bookmark.position < wanted; });
}

} // namespace

void Bookmarks::set(const view::Position& position, const QString& note)
{
    const auto place = find(m_all, position);
    if (place != m_all.end() && place->position == position) {
        if (place->note == note)
            return;
        place->note = note;
    } else {
        m_all.insert(place, {position, note});
    }
    emit changed();
}

void Bookmarks::remove(const view::Position& position)
{
    const auto place = find(m_all, position);
    if (place == m_all.end() || place->position != position)
        return;
    m_all.erase(place);
    emit changed();
}

void Bookmarks::setAll(std::vector<Bookmark> bookmarks)
{
    std::stable_sort(bookmarks.begin(), bookmarks.end(),
        [](const Bookmark& a, const Bookmark& b) { return a.position < b.position; });
    bookmarks.erase(std::unique(bookmarks.begin(), bookmarks.end(),
                        [](const Bookmark& a, const Bookmark& b) { return a.position == b.position; }),
        bookmarks.end());
    if (bookmarks == m_all)
        return;
    m_all = std::move(bookmarks);
    emit changed();
}

const Bookmark* Bookmarks::at(const view::Position& position) const
{
    const auto place = find(m_all, position);
    return place != m_all.end() && place->position == position ? &*place : nullptr;
}

const Bookmark* Bookmarks::neighbour(const view::Position& position, int direction) const
{
    auto place = find(m_all, position);
    if (direction > 0) {
        if (place != m_all.end() && place->position == position)
            ++place;
        return place == m_all.end() ? nullptr : &*place;
    }
    return place == m_all.begin() ? nullptr : &*(place - 1);
}

} // namespace connscope::timeline
