// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/position.h"

#include <QObject>
#include <QString>

#include <span>
#include <vector>

namespace connscope::timeline {

/// A place of the trace that a person wants to find again.
struct Bookmark {
    view::Position position;
    QString note;
    bool operator==(const Bookmark&) const = default;
};

/// Bookmarks in order of their positions; one for each position. Whoever saves them listens to changed().
class Bookmarks : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    std::span<const Bookmark> all() const { return m_all; }
    /// A new one, or another note for the one that is there.
    void set(const view::Position& position, const QString& note);
    /// Nothing happens where there is none.
    void remove(const view::Position& position);
    /// As they were saved.
    void setAll(std::vector<Bookmark> bookmarks);
    /// nullptr where there is none.
    const Bookmark* at(const view::Position& position) const;
    /// The next one after (direction > 0) or before a position; nullptr = none.
    const Bookmark* neighbour(const view::Position& position, int direction) const;

signals:
    void changed();

private:
    std::vector<Bookmark> m_all; // ascending
};

} // namespace connscope::timeline
