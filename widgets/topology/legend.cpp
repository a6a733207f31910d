// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/legend.h"

#include "theme/marks.h"
#include "theme/rolelook.h"
#include "topology/labels.h"
#include "topology/words.h"

#include <QFontMetricsF>
#include <QPainter>

namespace connscope::topology {

using theme::Legend;
using theme::LegendEntry;
using trace::Side;

void Occurring::add(const Stage& stage, const Scene& scene)
{
    for (std::size_t l = 0; l < scene.links.size(); ++l) {
        const LinkPicture& picture = scene.links[l];
        if (!picture.isVisible())
            continue;
        roles[static_cast<std::size_t>(picture.role)] = true;
        if (picture.forgotten > 0)
            forgotten = true;
        if (picture.forgotten > 0 && picture.closer == Side::None)
            continue; // its cross says that nothing gets through, not that it has ended
        if (const auto cap = capOf(stage.placement.links[l], picture, stage.metrics))
            closers[static_cast<std::size_t>(cap->side)] = true;
    }
    for (const SlotState& slot : scene.slotStates) {
        if (slot.open)
            roles[static_cast<std::size_t>(slot.role)] = true;
    }
    for (const Dot& dot : scene.traffic.dots) {
        const bool waits = dot.phase == Dot::Phase::Queued || dot.phase == Dot::Phase::AtBroker;
        (dot.lost ? lost : waits ? waiting : dot.phase == Dot::Phase::Response ? response : request) = true;
    }
    for (const Stream& stream : scene.traffic.streams) {
        for (std::size_t bin = 0; bin < Stream::kBins; ++bin) {
            request |= stream.requests[bin] > 0;
            response |= stream.responses[bin] > 0;
        }
    }
    for (const Label& label : scene.still) {
        if (!stage.placement.shortChips || label.shape != Label::Shape::StateChip || !label.mono)
            continue;
        for (std::size_t s = 0; s < shortened.size(); ++s)
            shortened[s] |= tcpText(static_cast<trace::TcpState>(s), true) == label.text;
    }
    for (const Label& label : scene.moving) {
        if (label.shape == Label::Shape::Countdown)
            countdowns[static_cast<std::size_t>(label.side)] = true;
    }
    for (const BadgePicture& badge : scene.badges)
        inferred |= badge.inferred;
}

Legend legendOf(const Occurring& occurring, const theme::Look& look)
{
    const qreal small = QFontMetricsF(look.text(theme::Type::Small)).height();
    const qreal body = QFontMetricsF(look.text(theme::Type::Body)).height();
    const qreal line = body * 2.4;
    const qreal dot = small * 0.33;
    std::vector<LegendEntry> out;
    for (int r = 0; r < kRoleCount; ++r) {
        const Role role = static_cast<Role>(r);
        if (!occurring.roles[static_cast<std::size_t>(r)])
            continue;
        out.push_back({theme::roleWord(role), line, [role, line, small, &look](QPainter& painter, QPointF at) {
                           painter.setPen(theme::linkPen(theme::LinkState::Ready, role, Side::None, look.theme()));
                           painter.drawLine(at, at + QPointF(line, 0));
                           theme::paintRoleLetter(painter, at + QPointF(line / 2, 0), small * 0.5, role, look);
                       }});
    }
    for (const bool response : {false, true}) {
        if (!(response ? occurring.response : occurring.request))
            continue;
        out.push_back({response ? Words::tr("response") : Words::tr("request"), 2 * dot,
            [response, dot, &look](QPainter& painter, QPointF at) {
                theme::paintDot(painter, at + QPointF(dot, 0), dot, Role::Unknown, response, look);
            }});
    }
    if (occurring.waiting) {
        out.push_back({Words::tr("request that waits"), 2 * dot + 5, [dot, &look](QPainter& painter, QPointF at) {
                           const QPointF middle = at + QPointF(dot + 2.5, 0);
                           theme::paintDot(painter, middle, dot, Role::Unknown, false, look);
                           QPen pen(look.theme().role(Role::Unknown).mark, 1.3);
                           pen.setDashPattern({2, 2});
                           painter.setPen(pen);
                           painter.setBrush(Qt::NoBrush);
                           painter.drawEllipse(middle, dot + 2.5, dot + 2.5);
                       }});
    }
    if (occurring.lost) {
        out.push_back({Words::tr("lost on its way"), 2 * dot + 5, [dot, &look](QPainter& painter, QPointF at) {
                           const QPointF middle = at + QPointF(dot + 2.5, 0);
                           theme::paintDot(painter, middle, dot, Role::Unknown, true, look);
                           const qreal arm = dot + 2;
                           painter.setPen(QPen(look.theme().error, 1.8, Qt::SolidLine, Qt::RoundCap));
                           painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm));
                           painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm));
                       }});
    }
    if (occurring.forgotten) {
        out.push_back({Words::tr("forgotten by a middlebox"), line,
            [line, small, &look](QPainter& painter, QPointF at) {
                painter.setPen(QPen(look.theme().outline, 1.6));
                painter.drawLine(at, at + QPointF(line * 0.36, 0));
                painter.drawLine(at + QPointF(line * 0.64, 0), at + QPointF(line, 0));
                theme::paintCap(painter, at + QPointF(line / 2 - small * 0.35, 0), small * 0.95, Side::Network, look);
            }});
    }
    for (const Side side : {Side::Client, Side::Broker, Side::Network}) {
        if (!occurring.closers[static_cast<std::size_t>(side)])
            continue;
        const QString text = side == Side::Client ? Words::tr("closed by the client")
            : side == Side::Broker                ? Words::tr("closed by the broker")
                                                  : Words::tr("ended by the network");
        out.push_back({text, small * 0.7, [side, small, &look](QPainter& painter, QPointF at) {
                           theme::paintCap(painter, at, small * 0.95, side, look);
                       }});
    }
    for (const Side side : {Side::Client, Side::Broker}) {
        if (!occurring.countdowns[static_cast<std::size_t>(side)])
            continue;
        out.push_back({side == Side::Client ? Words::tr("left until the client's idle check closes it")
                                            : Words::tr("left until the broker's idle check closes it"),
            small * 0.8, [side, ring = small * 0.33, small, &look](QPainter& painter, QPointF at) {
                const QRectF circle(at.x() + small * 0.4 - ring, at.y() - ring, 2 * ring, 2 * ring);
                painter.setBrush(Qt::NoBrush);
                painter.setPen(QPen(look.theme().hairline, 2.4));
                painter.drawEllipse(circle);
                painter.setPen(QPen(look.theme().closer(side).mark, 2.4, Qt::SolidLine, Qt::FlatCap));
                painter.drawArc(circle, 90 * 16, 240 * 16);
            }});
    }
    for (std::size_t s = 0; s < occurring.shortened.size(); ++s) {
        const auto state = static_cast<trace::TcpState>(s);
        const QString whole = tcpText(state, false);
        const QString brief = tcpText(state, true);
        if (!occurring.shortened[s] || whole == brief)
            continue;
        const qreal width = QFontMetricsF(look.mono(theme::Type::Small)).horizontalAdvance(brief) + small * 0.6;
        out.push_back({whole, width, [brief, width, small, &look](QPainter& painter, QPointF at) {
                           const QRectF chip(at.x(), at.y() - small * 0.55, width, small * 1.1);
                           painter.setPen(QPen(look.theme().outline, 1.1));
                           painter.setBrush(look.theme().card);
                           painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
                           painter.setFont(look.mono(theme::Type::Small));
                           painter.setPen(look.theme().ink);
                           painter.drawText(chip, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip, brief);
                       }});
    }
    if (occurring.inferred) {
        out.push_back(
            {Words::tr("inferred from what travels"), line, [line, small, &look](QPainter& painter, QPointF at) {
                 QPen pen(look.theme().outline, 1.2);
                 pen.setDashPattern({3, 2});
                 painter.setPen(pen);
                 painter.setBrush(look.theme().card);
                 painter.drawRoundedRect(
                     QRectF(at.x(), at.y() - small * 0.45, line, small * 0.9), small * 0.45, small * 0.45);
             }});
    }
    return Legend(std::move(out));
}

} // namespace connscope::topology
