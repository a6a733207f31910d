// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/chip.h"

#include "theme/look.h"

#include <QFontMetrics>
#include <QPainter>

namespace connscope::timeline {

Chip::Chip(const theme::Look& look, QWidget* parent)
    : QAbstractButton(parent)
    , m_look(look)
{
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

QSize Chip::sizeHint() const
{
    const QFontMetrics metrics(m_look.text(theme::Type::Small));
    return {metrics.horizontalAdvance(text()) + 24, metrics.height() + 8};
}

void Chip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const theme::Theme& t = m_look.theme();
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(
        hasFocus() ? QPen(isChecked() ? t.onAccent : t.accent, 1.5) : QPen(isChecked() ? t.accent : t.raised, 1));
    painter.setBrush(isChecked() ? t.accent : underMouse() ? t.hover : t.raised);
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);
    if (isChecked() && hasFocus()) {
        painter.setPen(QPen(t.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), box.height() / 2, box.height() / 2);
    }
    painter.setFont(m_look.text(theme::Type::Small));
    painter.setPen(isChecked() ? t.onAccent : t.ink);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

} // namespace connscope::timeline
