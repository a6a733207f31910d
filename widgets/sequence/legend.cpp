// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequence/legend.h"

#include "sequence/arrowhead.h"
#include "sequence/words.h"
#include "theme/marks.h"

#include <QPainter>

#include <array>
#include <numbers>

namespace connscope::sequence {

using theme::Legend;
using theme::LegendEntry;
using trace::Side;

namespace {

constexpr double kLine = 30; // px of an arrow

/// As in the picture: filled heads ask, open ones answer.
LegendEntry arrow(const QString& text, const QColor& colour, const QVector<qreal>& dash, double width, bool filled)
{
    return {text, kLine, [=](QPainter& painter, QPointF at) {
                QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap);
                if (!dash.isEmpty())
                    pen.setDashPattern(dash);
                painter.setPen(pen);
                const QPointF to = at + QPointF(kLine, 0);
                painter.drawLine(at, filled ? to - QPointF(kArrowHead - 1, 0) : to);
                paintArrowHead(painter, to, 0, colour, filled);
            }};
}

} // namespace

Legend legendOf(const Chart& chart, const Layout& layout, const theme::Look& look)
{
    const theme::Theme& theme = look.theme();
    const double cap = layout.line * 0.8;
    bool request = false;
    bool response = false;
    bool handshake = false;
    bool lost = false;
    bool reset = false;
    bool unseen = false;
    bool answered = false;
    std::array<bool, 4> closed {};
    for (const Message& m : chart.messages) {
        request |= m.kind == Message::Kind::Request;
        response |= m.kind == Message::Kind::Response;
        handshake |= m.kind == Message::Kind::Syn || m.kind == Message::Kind::SynAck || m.kind == Message::Kind::Ack;
        reset |= m.kind == Message::Kind::Reset;
        answered |= m.kind == Message::Kind::Fin && m.answers;
        if (m.closes())
            closed[static_cast<std::size_t>(m.from)] = true;
        lost |= m.lost;
        unseen |= !m.lost && (!m.sent.isValid() || !m.arrived.isValid());
    }
    std::vector<LegendEntry> out;
    if (request)
        out.push_back(arrow(Words::tr("request"), theme.ink, {}, 1.6, true));
    if (response)
        out.push_back(arrow(Words::tr("response"), theme.ink, {5, 3}, 1.2, false));
    if (!layout.routines.empty()) {
        out.push_back({Words::tr("exchanges, counted"), kLine, [ink = theme.ink](QPainter& painter, QPointF at) {
                           const QPointF to = at + QPointF(kLine, 0);
                           painter.setPen(QPen(ink, 1.6, Qt::SolidLine, Qt::FlatCap));
                           painter.drawLine(at - QPointF(0, 2), to - QPointF(kArrowHead * 0.6, 2));
                           QPen back(ink, 1.2, Qt::SolidLine, Qt::FlatCap);
                           back.setDashPattern({5, 3});
                           painter.setPen(back);
                           painter.drawLine(to + QPointF(0, 2), at + QPointF(0, 2));
                           paintArrowHead(painter, to - QPointF(0, 2), 0, ink, true);
                           paintArrowHead(painter, at + QPointF(0, 2), std::numbers::pi, ink, false);
                       }});
    }
    if (handshake)
        out.push_back(arrow(Words::tr("TCP segment of a handshake"), theme.handshake, {1.5, 2}, 1.2, true));
    // Who sends a FIN has the sign there that stands for it everywhere.
    for (const Side side : {Side::Client, Side::Broker, Side::Network}) {
        if (!closed[static_cast<std::size_t>(side)])
            continue;
        const QString text = side == Side::Client ? Words::tr("closed by the client")
            : side == Side::Broker                ? Words::tr("closed by the broker")
                                                  : Words::tr("closed by the network");
        LegendEntry entry = arrow(text, theme.closer(side).mark, {}, 1.2, true);
        entry.paint = [line = entry.paint, side, cap, &look](QPainter& painter, QPointF at) {
            line(painter, at);
            theme::paintCap(painter, at, cap, side, look);
        };
        out.push_back(std::move(entry));
    }
    if (answered)
        out.push_back(arrow(Words::tr("FIN in answer to the other end's"), theme.handshake, {}, 1.2, true));
    if (reset) {
        LegendEntry entry = arrow(Words::tr("reset"), theme.error, {}, 1.2, true);
        entry.paint = [line = entry.paint, cap, &look](QPainter& painter, QPointF at) {
            line(painter, at);
            theme::paintCap(painter, at, cap, Side::Network, look);
        };
        out.push_back(std::move(entry));
    }
    if (lost) {
        out.push_back({Words::tr("lost"), kLine, [cap, ink = theme.handshake, &look](QPainter& painter, QPointF at) {
                           painter.setPen(QPen(ink, 1.2, Qt::SolidLine, Qt::FlatCap));
                           painter.drawLine(at, at + QPointF(kLine * 0.6, 0));
                           theme::paintCap(painter, at + QPointF(kLine * 0.6, 0), cap, Side::Network, look);
                       }});
    }
    if (unseen) {
        out.push_back({Words::tr("end not seen, or answer not read"), 6, [&theme](QPainter& painter, QPointF at) {
                           painter.setPen(QPen(theme.ink, 1.2));
                           painter.setBrush(theme.card);
                           painter.drawEllipse(at + QPointF(3, 0), 2.6, 2.6);
                       }});
    }
    if (!layout.reads.empty()) {
        out.push_back({Words::tr("read long after it arrived"), 8, [&theme](QPainter& painter, QPointF at) {
                           painter.setPen(Qt::NoPen);
                           painter.setBrush(theme.ink);
                           painter.drawEllipse(at + QPointF(4, 0), 3.6, 3.6);
                       }});
    }
    if (!layout.work.empty()) {
        out.push_back({Words::tr("broker at work on a request"), 6,
            [&theme, height = layout.line * 0.8](QPainter& painter, QPointF at) {
                painter.setPen(QPen(theme.outline, 1));
                painter.setBrush(theme.raised);
                painter.drawRect(QRectF(at.x(), at.y() - height / 2, 6, height));
            }});
    }
    return Legend(std::move(out));
}

} // namespace connscope::sequence
