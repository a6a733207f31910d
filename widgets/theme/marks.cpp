// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/marks.h"

#include "theme/contrast.h"
#include "theme/look.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace connscope::theme {

namespace {

class Saved {
public:
    explicit Saved(QPainter& painter)
        : m_painter(painter)
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
    }
    ~Saved() { m_painter.restore(); }
    Saved(const Saved&) = delete;
    Saved& operator=(const Saved&) = delete;

private:
    QPainter& m_painter;
};

} // namespace

QString countdownText(const Countdown& countdown, const Look& look)
{
    return look.format().shortDuration(std::max(countdown.left, Duration {}));
}

void paintCountdown(QPainter& painter, QPointF centre, qreal radius, const Countdown& countdown, const Look& look)
{
    const Saved saved(painter);
    const Theme& theme = look.theme();
    const double share = countdown.whole.count() <= 0
        ? 0
        : std::clamp(
            static_cast<double>(countdown.left.count()) / static_cast<double>(countdown.whole.count()), 0.0, 1.0);
    const qreal width = std::max(2.0, radius * 0.2);
    const QRectF ring(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius);
    const bool square = countdown.who == trace::Side::Broker;

    QPainterPath track;
    if (square)
        track.addRoundedRect(ring, radius * 0.35, radius * 0.35);
    else
        track.addEllipse(ring);
    painter.setPen(QPen(theme.hairline, width));
    painter.setBrush(theme.card);
    painter.drawPath(track);

    painter.setPen(QPen(theme.closer(countdown.who).mark, width, Qt::SolidLine, Qt::FlatCap));
    painter.setBrush(Qt::NoBrush);
    if (square) {
        // The same sweep, seen through the square's outline.
        QPainterPath pie;
        pie.moveTo(centre);
        pie.arcTo(ring.adjusted(-radius, -radius, radius, radius), 90, 360 * share);
        pie.closeSubpath();
        painter.setClipPath(pie, Qt::IntersectClip);
        painter.drawPath(track);
        painter.setClipping(false);
    } else {
        painter.drawArc(ring, 90 * 16, static_cast<int>(360 * 16 * share));
    }

    QFont font = look.text(Type::Strong);
    const QString text = countdownText(countdown, look).remove(QChar(0x00A0));
    font.setPixelSize(std::max(6, static_cast<int>(radius * (text.size() > 4 ? 0.55 : 0.7))));
    painter.setFont(font);
    painter.setPen(theme.ink);
    painter.drawText(ring, Qt::AlignCenter, text);
}

void paintCap(QPainter& painter, QPointF at, qreal height, trace::Side closer, const Look& look)
{
    const Saved saved(painter);
    const CloserLook c = look.closer(closer);
    const qreal half = height / 2;
    const qreal width = std::max(2.5, height * 0.2);
    switch (c.cap) {
    case Cap::Bar:
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.hue.mark);
        painter.drawRoundedRect(QRectF(at.x(), at.y() - half, width, height), width / 2, width / 2);
        break;
    case Cap::Wedge: {
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.hue.mark);
        const qreal depth = height * 0.6;
        painter.drawPolygon(
            QPolygonF {{at.x(), at.y()}, {at.x() + depth, at.y() - half}, {at.x() + depth, at.y() + half}});
        break;
    }
    case Cap::Cross: {
        painter.setPen(QPen(c.hue.mark, std::max(1.8, height * 0.14), Qt::SolidLine, Qt::RoundCap));
        const qreal arm = half * 0.7;
        const QPointF middle(at.x() + arm, at.y());
        painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm));
        painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm));
        break;
    }
    case Cap::Open:
        break;
    }
}

QColor stateColour(LinkState state, Role role, trace::Side closer, const Theme& theme)
{
    const StateLook look = stateLook(state);
    const QColor mark = look.ofRole                                     ? theme.role(role).mark
        : state == LinkState::Connecting || closer == trace::Side::None ? theme.handshake
                                                                        : theme.closer(closer).mark;
    // What is gone may go; all else stays to be seen.
    return state == LinkState::Ghost ? mixed(theme.card, mark, look.strength)
                                     : faded(theme.card, mark, look.strength);
}

StripFill handshakeFill(LinkState state, Role role, const Theme& theme, const QColor& surface)
{
    if (state == LinkState::Connecting) {
        // Grey says it already; a hatch this fine in full strength would only shimmer.
        return {mixed(surface, theme.handshake, 0.26), mixed(surface, theme.handshake, 0.48),
            faded(surface, theme.handshake, 0.8)};
    }
    const QColor ground = mixed(theme.role(role).tint, theme.role(role).mark, 0.3);
    return {ground, ground, faded(surface, theme.role(role).mark, 0.8)};
}

void paintSegment(
    QPainter& painter, const QRectF& strip, LinkState state, Role role, trace::Side closer, const Look& look)
{
    const StateLook s = stateLook(state);
    if (s.fill == StateLook::Fill::None || strip.width() <= 0)
        return;
    const Theme& theme = look.theme();
    const QColor colour = stateColour(state, role, closer, theme);
    QRectF rect = strip;
    rect.setHeight(strip.height() * s.height);
    rect.moveCenter({strip.center().x(), strip.center().y()});
    painter.save();
    switch (s.fill) {
    case StateLook::Fill::Solid:
        painter.fillRect(rect, colour);
        break;
    case StateLook::Fill::Pale:
        painter.fillRect(rect, theme.role(role).tint);
        break;
    case StateLook::Fill::Hatch:
        painter.fillRect(rect, QBrush(colour, Qt::BDiagPattern));
        break;
    case StateLook::Fill::CrossHatch:
        painter.fillRect(rect, QBrush(colour, Qt::DiagCrossPattern));
        break;
    case StateLook::Fill::Dots:
        painter.fillRect(rect, QBrush(colour, Qt::Dense6Pattern));
        break;
    case StateLook::Fill::Outline:
    case StateLook::Fill::None:
        break;
    }
    if (s.fill != StateLook::Fill::Solid) {
        painter.setPen(QPen(colour, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.restore();
}

QPen linkPen(LinkState state, Role role, trace::Side closer, const Theme& theme)
{
    QPen pen(stateColour(state, role, closer, theme), stateLook(state).width);
    pen.setCapStyle(Qt::RoundCap);
    pen.setJoinStyle(Qt::RoundJoin);
    if (const QVector<qreal> dash = roleDash(role); !dash.isEmpty())
        pen.setDashPattern(dash);
    return pen;
}

void paintDot(QPainter& painter, QPointF centre, qreal radius, Role role, bool isResponse, const Look& look)
{
    const Saved saved(painter);
    const Theme& theme = look.theme();
    const QColor mark = theme.role(role).mark;
    painter.setPen(QPen(mark, radius * 0.36));
    painter.setBrush(isResponse ? theme.card : mark);
    painter.drawEllipse(centre, radius, radius);
}

} // namespace connscope::theme
