// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/legend.h"

#include "theme/contrast.h"
#include "theme/marks.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace connscope::timeline {

using theme::LegendEntry;
using theme::LinkState;
using trace::Side;

namespace {

constexpr double kStrip = 26; // px of a strip

struct Seen {
    Role role = Role::Data;
    Side closer = Side::None;
};

struct Occurring {
    std::array<std::optional<Seen>, theme::kLinkStateCount> states {};
    std::array<bool, 4> closers {};
    std::optional<Role> requests;
    bool troubles = false;
};

void collect(const Frame& frame, LaneId id, std::int64_t from, std::int64_t to, Occurring& out)
{
    const LaneTrack& track = frame.data->segments().track(id);
    const trace::Trace& trace = frame.data->document().trace();
    const Role role = frame.data->lanes()[id].role;
    for (std::size_t i = 0; i < track.segments.size(); ++i) {
        const Segment& segment = track.segments[i];
        const std::int64_t until = i + 1 < track.segments.size() ? track.segments[i + 1].at : INT64_MAX;
        auto& known = out.states[static_cast<std::size_t>(segment.state)];
        if (segment.at > to)
            break;
        // One of a data connection stands for all roles, where there is one.
        if ((known && (known->role == Role::Data || role != Role::Data)) || until < from || until == segment.at
            || theme::stateLook(segment.state).fill == theme::StateLook::Fill::None)
            continue;
        known = Seen {role, frame.data->closerOf(ConnectionId {segment.connection})};
    }
    const auto isWithin = [&](std::uint32_t event) {
        const std::int64_t at = toNs(trace[EventId {event}].at);
        return at >= from && at <= to;
    };
    for (const End& end : track.ends) {
        if (isWithin(end.event))
            out.closers[static_cast<std::size_t>(frame.data->closerOf(ConnectionId {end.connection}))] = true;
    }
    if ((!out.requests || (*out.requests != Role::Data && role == Role::Data))
        && std::any_of(track.requests.begin(), track.requests.end(),
            [&](const RequestSpan& request) { return isWithin(request.sent); }))
        out.requests = role;
    out.troubles = out.troubles || std::any_of(track.troubles.begin(), track.troubles.end(), isWithin);
}

} // namespace

theme::Legend legendOf(const Frame& frame, Instant from, Instant to)
{
    Occurring occurring;
    for (const Row& row : frame.rows) {
        if (row.kind == Row::Kind::Lane)
            collect(frame, row.lane, toNs(from), toNs(to), occurring);
    }
    const theme::Look& look = *frame.look;
    const double small = QFontMetricsF(look.text(theme::Type::Small)).height();
    std::vector<LegendEntry> out;
    for (std::size_t s = 0; s < occurring.states.size(); ++s) {
        if (!occurring.states[s])
            continue;
        const auto state = static_cast<LinkState>(s);
        out.push_back({theme::linkStateWord(state), kStrip,
            [state, seen = *occurring.states[s], &look](QPainter& painter, QPointF at) {
                const QRectF strip(at.x(), std::round(at.y()) - 5, kStrip, 10);
                if (state != LinkState::Connecting && state != LinkState::CheckingVersions) {
                    theme::paintSegment(painter, strip, state, seen.role, seen.closer, look);
                    return;
                }
                // As on a lane: pale, in a frame.
                const theme::Theme& theme = look.theme();
                const theme::StripFill fill = theme::handshakeFill(state, seen.role, theme, theme.card);
                painter.fillRect(strip, fill.ground);
                if (state == LinkState::Connecting)
                    painter.fillRect(strip, QBrush(fill.pattern, Qt::BDiagPattern));
                painter.setPen(QPen(fill.edge, 1));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(strip.adjusted(0.5, 0.5, -0.5, -0.5));
            }});
    }
    if (occurring.requests) {
        out.push_back({QCoreApplication::translate("Timeline", "a request, until its answer"), kStrip,
            [role = *occurring.requests, &look](QPainter& painter, QPointF at) {
                const theme::Theme& theme = look.theme();
                const double top = std::round(at.y()) - 6;
                theme::paintSegment(
                    painter, QRectF(at.x(), top, kStrip, 9), LinkState::Ready, role, Side::None, look);
                const QColor wait = theme::mixed(theme.card, theme.role(role).mark, 0.75);
                painter.fillRect(QRectF(at.x() + 7, top, 1.5, 9), theme.card);
                painter.fillRect(QRectF(at.x() + 7, top + 9, 1, 2), wait);
                painter.fillRect(QRectF(at.x() + 7, top + 11, 12, 2), wait);
            }});
    }
    for (const Side side : {Side::Client, Side::Broker, Side::Network}) {
        if (!occurring.closers[static_cast<std::size_t>(side)])
            continue;
        const QString text = side == Side::Client ? QCoreApplication::translate("Timeline", "closed by the client")
            : side == Side::Broker                ? QCoreApplication::translate("Timeline", "closed by the broker")
                                                  : QCoreApplication::translate("Timeline", "ended by the network");
        out.push_back({text, 10, [side, small, &look](QPainter& painter, QPointF at) {
                           theme::paintCap(painter, at + QPointF(3, 0), small * 0.8, side, look);
                       }});
    }
    if (occurring.troubles) {
        out.push_back({QCoreApplication::translate("Timeline", "error, time-out or lost segment"), 8,
            [&look](QPainter& painter, QPointF at) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(look.theme().error);
                painter.drawPolygon(QPolygonF {{at + QPointF(1, -3), at + QPointF(7, -3), at + QPointF(4, 3)}});
            }});
    }
    return theme::Legend(std::move(out));
}

} // namespace connscope::timeline
