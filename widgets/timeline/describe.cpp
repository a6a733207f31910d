// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/describe.h"

#include "timeline/layout.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace connscope::timeline {

namespace {

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

QString requestName(const trace::Event& sent)
{
    const QString name = text(apiName(sent.api));
    return sent.correlation < 0 ? name : name + u' ' + QString::number(sent.correlation);
}

/// "ESTABLISHED ⇄ CLOSE-WAIT": client's end, broker's end.
QString ends(const trace::ConnectionState& c)
{
    const auto end = [](trace::TcpState state) {
        return state == trace::TcpState::None ? QStringLiteral("–") : text(trace::tcpStateName(state));
    };
    return end(c.client) + QStringLiteral(" ⇄ ") + end(c.broker);
}

} // namespace

ConnectionId connectionAt(const TimelineData& data, LaneId lane, const view::Position& position)
{
    const std::vector<ConnectionId>& all = data.lanes()[lane].connections;
    const auto after = std::partition_point(all.begin(), all.end(), [&](ConnectionId id) {
        const trace::ConnectionLife* life = data.document().life(id);
        return life && view::Position {life->opened, std::size_t {life->openEvent.value} + 1} <= position;
    });
    return after == all.begin() ? ConnectionId {} : *(after - 1);
}

std::optional<RequestSpan> requestAt(const TimelineData& data, LaneId lane, const view::Position& position)
{
    const std::vector<RequestSpan>& all = data.segments().track(lane).requests;
    const auto after = std::partition_point(
        all.begin(), all.end(), [&](const RequestSpan& r) { return r.sent < position.applied; });
    return after == all.begin() ? std::nullopt : std::optional(*(after - 1));
}

QString describeRequest(const TimelineData& data, const RequestSpan& request, const theme::Format& format)
{
    const trace::Trace& trace = data.document().trace();
    const trace::Event& sent = trace[EventId {request.sent}];
    QStringList parts {requestName(sent)};
    if (request.done == RequestSpan::kOpen)
        parts << QCoreApplication::translate("Timeline", "not answered");
    else if (request.done != request.sent) {
        const trace::Event& done = trace[EventId {request.done}];
        parts << format.duration(done.at - sent.at);
        if (done.kind == trace::EventKind::ResponseReceived) {
            parts << format.bytes(done.size);
            if (done.text.value != 0)
                parts << text(trace.text(done.text));
        } else {
            parts << text(trace::kindName(done.kind));
        }
    }
    return parts.join(QStringLiteral(", "));
}

QString describeAt(const TimelineData& data, LaneId lane, const view::Position& position, const theme::Format& format,
    std::optional<RequestSpan> request)
{
    const view::Document& document = data.document();
    const Lane& l = data.lanes()[lane];
    QStringList parts {laneNode(l), laneName(l, document, GroupBy::Client)};
    if (const QString run = laneRun(l); !run.isEmpty())
        parts << run;
    if (const trace::Twofold* twofold = document.twofold(); twofold && twofold->isOver(l.run, position.at)) {
        parts << QCoreApplication::translate("Timeline", "the run is over");
        return parts.join(QStringLiteral(" · "));
    }
    const ConnectionId connection = connectionAt(data, lane, position);
    if (!connection.isValid()) {
        parts << QCoreApplication::translate("Timeline", "not opened yet");
        return parts.join(QStringLiteral(" · "));
    }
    const trace::WorldState world = document.at(position);
    const trace::ConnectionState c = world.connection(connection);
    parts << theme::linkStateWords(theme::linkState(world, c), c.client, c.broker) << ends(c);
    if (request) {
        parts << describeRequest(data, *request, format);
    } else {
        const std::vector<trace::InFlightRequest> waiting = world.inFlight(connection);
        if (!waiting.empty()) {
            const trace::Event& oldest = world.trace()[waiting.front().sent];
            QString line = QCoreApplication::translate("Timeline", "%1 since %2", "a request waits")
                               .arg(requestName(oldest), format.duration(position.at - oldest.at));
            if (waiting.size() > 1)
                line += QCoreApplication::translate("Timeline", " and %1 more")
                            .arg(format.number(static_cast<std::int64_t>(waiting.size()) - 1));
            parts << line;
        }
    }
    if (c.isOpen()) {
        const auto client = document.idleExpiry(world, connection, trace::Side::Client);
        const auto broker = document.idleExpiry(world, connection, trace::Side::Broker);
        if (client)
            parts << QCoreApplication::translate("Timeline", "client closes in %1")
                         .arg(format.duration(std::max(*client - position.at, Duration {})));
        if (broker)
            parts << QCoreApplication::translate("Timeline", "broker closes in %1")
                         .arg(format.duration(std::max(*broker - position.at, Duration {})));
    } else if (const trace::ConnectionLife* life = document.life(connection)) {
        const QString words = endWords(life->closer, life->closeRule);
        if (!words.isEmpty())
            parts << QCoreApplication::translate("Timeline", "ended by %1").arg(words);
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace connscope::timeline
