// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>

#include <functional>
#include <vector>

class QPainter;

namespace connscope::theme {

class Look;

/// A mark and what it means.
struct LegendEntry {
    QString text;
    qreal mark = 0; ///< width of the mark, px
    std::function<void(QPainter&, QPointF)> paint; ///< at the middle of the mark's left edge
};

/// What the marks of a picture mean, from left to right on as many lines as that takes: nothing of it is ever left out.
class Legend {
public:
    Legend() = default;
    explicit Legend(std::vector<LegendEntry> entries)
        : m_entries(std::move(entries))
    {
    }
    bool isEmpty() const { return m_entries.empty(); }
    const std::vector<LegendEntry>& entries() const { return m_entries; }
    /// Lines in a width; 0 without an entry.
    int lines(const Look& look, qreal width) const;
    /// From line to line.
    static qreal lineHeight(const Look& look);
    /// Along the bottom of \a room.
    void paint(QPainter& painter, const Look& look, const QRectF& room) const;

private:
    struct Place {
        qreal x = 0;
        int line = 0;
    };
    std::vector<Place> places(const Look& look, qreal width) const;

    std::vector<LegendEntry> m_entries;
};

} // namespace connscope::theme
