// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "theme/look.h"

#include <QFontMetricsF>
#include <QHash>
#include <QSizeF>
#include <QString>

/// \file
/// What the fonts of a look measure. Placement is arithmetic on these numbers, so it can be tested with any.

namespace connscope::topology {

class Metrics {
public:
    explicit Metrics(const theme::Look& look);

    qreal title = 0; ///< heights of a line of each size
    qreal body = 0;
    qreal small = 0;
    qreal badge = 0; ///< height of a badge
    qreal widestBadge = 0; ///< of a coordinator's: ten digits
    qreal chip = 0; ///< height of a chip (partition, state)
    qreal pad = 0; ///< inside a card
    qreal smallType = 0; ///< px of its small type's em
    bool large = false; ///< somebody asked for larger type: cards give way to it

    // A scene asks for the widths of the same texts sixty times a second; each is measured once.
    qreal titleWidth(const QString& text) const { return m_titleWidths.of(text, m_title); }
    qreal smallWidth(const QString& text) const { return m_smallWidths.of(text, m_small); }
    qreal monoSmallWidth(const QString& text) const { return m_monoSmallWidths.of(text, m_monoSmall); }
    QSizeF badgeSize(NodeId node) const;
    /// Text of a chip with its padding.
    qreal chipWidth(const QString& text) const { return smallWidth(text) + chip * 0.8; }
    /// \a text or as much of its beginning as fits, with an ellipsis.
    QString elided(const QString& text, qreal width, theme::Type type, bool mono = false) const;

private:
    struct Widths {
        static constexpr qsizetype kMost = 20'000;
        QHash<QString, qreal> known;
        qreal of(const QString& text, const QFontMetricsF& metrics)
        {
            const auto found = known.constFind(text);
            if (found != known.constEnd())
                return *found;
            if (known.size() >= kMost)
                known.clear();
            return *known.insert(text, metrics.horizontalAdvance(text));
        }
    };

    const theme::Look* m_look;
    QFontMetricsF m_title;
    QFontMetricsF m_small;
    QFontMetricsF m_monoSmall;
    mutable Widths m_titleWidths;
    mutable Widths m_smallWidths;
    mutable Widths m_monoSmallWidths;
};

} // namespace connscope::topology
