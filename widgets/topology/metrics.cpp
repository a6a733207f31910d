// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/metrics.h"

#include "theme/badge.h"

#include <QFontInfo>

namespace connscope::topology {

using theme::Type;

Metrics::Metrics(const theme::Look& look)
    : m_look(&look)
    , m_title(look.text(Type::Title))
    , m_small(look.text(Type::Small))
    , m_monoSmall(look.mono(Type::Small))
{
    title = m_title.height();
    body = QFontMetricsF(look.text(Type::Body)).height();
    small = std::max(m_small.height(), m_monoSmall.height());
    const QSizeF widest = theme::badgeSize(NodeId::coordinator(BrokerId {0}), look, Type::Body);
    badge = widest.height();
    widestBadge = widest.width();
    chip = small * 1.35;
    pad = body * 0.75;
    smallType = QFontInfo(look.text(Type::Small)).pixelSize();
    large = look.textScale() > 1.2;
}

QSizeF Metrics::badgeSize(NodeId node) const { return theme::badgeSize(node, *m_look, Type::Body); }

QString Metrics::elided(const QString& text, qreal width, Type type, bool mono) const
{
    return QFontMetricsF(mono ? m_look->mono(type) : m_look->text(type)).elidedText(text, Qt::ElideRight, width);
}

} // namespace connscope::topology
