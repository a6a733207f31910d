// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/badge.h"

#include "theme/contrast.h"
#include "theme/look.h"

#include <QFontMetricsF>
#include <QPainter>

namespace connscope::theme {

namespace {

/// Sizes that all follow from the digits.
struct Measure {
    QFont font;
    QString text;
    qreal height;
    qreal disc; // diameter
    qreal pad;
    QSizeF size;

    Measure(NodeId node, const Look& look, Type type)
        : font(look.mono(type))
        , text(node.isValid() ? Format::nodeId(node) : QStringLiteral("?"))
    {
        font.setWeight(QFont::DemiBold);
        const QFontMetricsF metrics(font);
        height = metrics.height() * 1.3;
        disc = height * 0.68;
        pad = height * 0.16;
        size = {pad + disc + pad * 1.2 + metrics.horizontalAdvance(text) + height * 0.42, height};
    }
};

} // namespace

QSizeF badgeSize(NodeId node, const Look& look, Type type) { return Measure(node, look, type).size; }

QRectF paintBadge(QPainter& painter, QPointF centre, const Badge& badge, const Look& look, Type type)
{
    const Measure m(badge.node, look, type);
    const Theme& theme = look.theme();
    const RoleLook role = look.role(badge.role);
    QRectF rect({}, m.size);
    rect.moveCenter(centre);

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor edge = badge.faded ? faded(theme.card, role.hue.mark, 0.6) : role.hue.mark;
    QPen outline(edge, badge.selected ? 2.2 : 1.4);
    if (badge.inferred)
        outline.setDashPattern({2.6, 2});
    painter.setPen(outline);
    painter.setBrush(badge.selected ? theme.selection : badge.hovered ? theme.hover : theme.card);
    painter.drawRoundedRect(rect, m.height / 2, m.height / 2);
    paintRoleLetter(
        painter, {rect.left() + m.pad + m.disc / 2, rect.center().y()}, m.disc / 2, badge.role, look, badge.faded);
    painter.setFont(m.font);
    painter.setPen(badge.faded ? theme.secondary : theme.ink);
    const qreal left = rect.left() + m.pad * 2.2 + m.disc;
    painter.drawText(
        QRectF(left, rect.top(), rect.right() - left, rect.height()), Qt::AlignLeft | Qt::AlignVCenter, m.text);
    painter.restore();
    paintMark(
        painter, {rect.right() - m.height * 0.2, rect.top() + m.height * 0.06}, m.height * 0.26, badge.mark, look);
    return rect;
}

void paintMark(QPainter& painter, QPointF centre, qreal radius, Badge::Mark mark, const Look& look)
{
    if (mark == Badge::Mark::None)
        return;
    const Theme& theme = look.theme();
    const QPointF corners[] {centre - QPointF(0, radius), centre + QPointF(radius, 0), centre + QPointF(0, radius),
        centre - QPointF(radius, 0)};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    // A rim of the ground keeps it apart from what it lies on.
    painter.setPen(QPen(theme.card, radius * 0.9, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(theme.card);
    painter.drawConvexPolygon(corners, 4);
    painter.setPen(QPen(theme.accent, radius * 0.34, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(mark == Badge::Mark::Filled ? theme.accent : theme.card);
    painter.drawConvexPolygon(corners, 4);
    painter.restore();
}

void paintRoleLetter(QPainter& painter, QPointF centre, qreal radius, Role role, const Look& look, bool faded)
{
    const Theme& theme = look.theme();
    const RoleLook r = look.role(role);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    // A faded disc is hollow rather than pale, so that its letter stays readable.
    painter.setPen(QPen(r.hue.text, radius * 0.16));
    painter.setBrush(faded ? theme.card : r.hue.text);
    const qreal inner = radius * 0.92;
    painter.drawEllipse(centre, inner, inner);
    QFont font = look.text(Type::Strong);
    font.setPixelSize(std::max(1, static_cast<int>(radius * 1.25)));
    font.setWeight(QFont::Bold);
    painter.setFont(font);
    painter.setPen(faded ? r.hue.text : theme.card);
    painter.drawText(
        QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius), Qt::AlignCenter, QString(r.letter));
    painter.restore();
}

} // namespace connscope::theme
