// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "theme/look.h"

#include <QFontMetricsF>
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

    qreal titleWidth(const QString& text) const { return m_title.horizontalAdvance(text); }
    qreal smallWidth(const QString& text) const { return m_small.horizontalAdvance(text); }
    qreal monoSmallWidth(const QString& text) const { return m_monoSmall.horizontalAdvance(text); }
    QSizeF badgeSize(NodeId node) const;
    /// Text of a chip with its padding.
    qreal chipWidth(const QString& text) const { return smallWidth(text) + chip * 0.8; }
    /// \a text or as much of its beginning as fits, with an ellipsis.
    QString elided(const QString& text, qreal width, theme::Type type, bool mono = false) const;

private:
    const theme::Look* m_look;
    QFontMetricsF m_title;
    QFontMetricsF m_small;
    QFontMetricsF m_monoSmall;
};

} // namespace connscope::topology
