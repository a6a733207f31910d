// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/sketch.h"

#include "theme/look.h"
#include "theme/marks.h"
#include "trace/worldstate.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace connscope::frame {

namespace {

using theme::LinkState;
using trace::EventKind;

constexpr Duration kRecent = std::chrono::seconds(1); // so long a failure is in the picture
constexpr int kMostClients = 4;
constexpr int kMostBrokers = 5;

bool isTrouble(LinkState state)
{
    switch (state) {
    case LinkState::ClosingByClient:
    case LinkState::ClosingByBroker:
    case LinkState::BrokerCloseWait:
    case LinkState::TimeWait:
    case LinkState::Reset:
    case LinkState::Refused:
    case LinkState::BackingOff:
        return true;
    default:
        return false;
    }
}

/// Whether a link may look otherwise after it: requests change nothing that is drawn here.
bool mayChange(const trace::Event& e)
{
    return e.kind >= EventKind::ConnectStarted
        && (e.kind < EventKind::RequestQueued || e.state != trace::TcpState::None);
}

class Sketcher {
public:
    explicit Sketcher(const trace::Trace& trace)
        : m_trace(trace)
        , m_world(trace)
    {
    }

    Sketch best()
    {
        Sketch best;
        std::size_t most = 0;
        for (std::size_t i = 0; i < m_trace.size();) {
            // All of an instant, then one look.
            const Instant at = m_trace[i].at;
            bool look = false;
            for (; i < m_trace.size() && m_trace[i].at == at; ++i)
                look = apply(i) || look;
            if (!look)
                continue;
            Sketch now = here();
            if (const std::size_t telling = worth(now); telling > most) {
                most = telling;
                best = std::move(now);
            }
        }
        return most > 0 ? finished(std::move(best)) : finished(here());
    }

    Sketch at(Instant wanted)
    {
        for (std::size_t i = 0; i < m_trace.size() && m_trace[i].at <= wanted; ++i)
            apply(i);
        m_world.advanceTo(wanted);
        return finished(here());
    }

private:
    bool apply(std::size_t i)
    {
        const trace::Event& e = m_trace[i];
        m_world.apply(EventId {static_cast<std::uint32_t>(i)});
        if (e.kind == EventKind::ConnectFailed || e.kind == EventKind::ResetReceived)
            m_failed[e.connection] = e.at;
        return e.connection.isValid() && mayChange(e);
    }

    Sketch here()
    {
        Sketch out;
        out.at = m_world.now();
        std::set<ConnectionId> seen;
        const auto add = [&](ConnectionId id, const trace::ConnectionState& c) {
            const LinkState state = theme::linkState(m_world, c);
            const BrokerId broker = m_world.broker(c);
            if (state == LinkState::Ghost || !seen.insert(id).second)
                return;
            const int client = static_cast<int>(m_world.opening(c).client.value);
            out.links.push_back({client, broker.isValid() ? broker.value : 0, m_world.role(c), state, c.closer});
        };
        m_world.forEachConnection(add);
        std::erase_if(m_failed, [&](const auto& one) { return m_world.now() - one.second > kRecent; });
        for (const auto& [id, since] : m_failed)
            add(id, m_world.connection(id));
        for (const auto& [id, state] : m_world.brokers())
            out.brokers.push_back({state.power == trace::BrokerState::Power::Down});
        return out;
    }

    static std::size_t worth(const Sketch& sketch)
    {
        std::set<std::pair<Role, bool>> roles;
        std::set<LinkState> troubles;
        std::size_t sum = 0;
        for (const Sketch::Link& link : sketch.links) {
            const bool trouble = isTrouble(link.state);
            if (link.state == LinkState::Connecting) { // half a line, in no colour of its own
                ++sum;
                continue;
            }
            sum += trouble ? 3 : 2;
            roles.insert({link.role, trouble});
            if (trouble)
                troubles.insert(link.state);
        }
        const bool anyDown = std::any_of(
            sketch.brokers.begin(), sketch.brokers.end(), [](const Sketch::Broker& broker) { return broker.down; });
        return sum + 2 * roles.size() + 4 * troubles.size() + (anyDown ? 3 : 0);
    }

    /// Broker ids become places.
    Sketch finished(Sketch sketch) const
    {
        std::map<int, int> places;
        for (const auto& [id, state] : m_world.brokers())
            places.emplace(id.value, static_cast<int>(places.size()));
        for (Sketch::Link& link : sketch.links) {
            const auto found = places.find(link.broker);
            link.broker = found == places.end() ? 0 : found->second;
        }
        sketch.brokers.resize(std::max<std::size_t>(places.size(), 1));
        sketch.clients = std::max(1, static_cast<int>(m_trace.clientCount()));
        return sketch;
    }

    const trace::Trace& m_trace;
    trace::WorldState m_world;
    std::map<ConnectionId, Instant> m_failed;
};

} // namespace

Sketch sketchOf(const trace::Trace& trace, std::optional<Instant> wanted)
{
    Sketcher sketcher(trace);
    return wanted ? sketcher.at(*wanted) : sketcher.best();
}

void paintSketch(QPainter& painter, const QRectF& rect, const Sketch& sketch, const theme::Look& look)
{
    const theme::Theme& theme = look.theme();
    const int clients = std::min(sketch.clients, kMostClients);
    const int brokers = std::min(static_cast<int>(sketch.brokers.size()), kMostBrokers);
    const auto row = [](int i, int all, int shown) { return std::min(shown - 1, i * shown / std::max(all, 1)); };
    // What looks alike between the same two is drawn once.
    std::map<std::pair<int, int>, std::vector<Sketch::Link>> pairs;
    for (Sketch::Link link : sketch.links) {
        link.client = row(link.client, sketch.clients, clients);
        link.broker = row(link.broker, static_cast<int>(sketch.brokers.size()), brokers);
        std::vector<Sketch::Link>& pair = pairs[{link.client, link.broker}];
        if (std::find(pair.begin(), pair.end(), link) == pair.end() && pair.size() < 4)
            pair.push_back(link);
    }

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = rect.width() * 0.17;
    const auto y = [&rect](int i, int count) { return rect.top() + rect.height() * (i + 0.5) / count; };
    const double left = rect.left() + width;
    const double right = rect.right() - width;
    const double middle = (left + right) / 2;
    const double clientHeight = std::min(rect.height() * 0.62 / clients, 34.0);
    const double brokerHeight = std::min(rect.height() * 0.62 / brokers, 20.0);
    // Ports of a client spread over its card, in the order of the brokers.
    std::vector<int> ports(static_cast<std::size_t>(clients));
    for (const auto& [ends, links] : pairs)
        ports[static_cast<std::size_t>(ends.first)] += static_cast<int>(links.size());
    std::vector<int> used(ports.size());
    for (const auto& [ends, links] : pairs) {
        for (std::size_t i = 0; i < links.size(); ++i) {
            const Sketch::Link& link = links[i];
            const auto client = static_cast<std::size_t>(link.client);
            const double share = (used[client]++ + 0.5) / ports[client] - 0.5;
            const double fromY = y(link.client, clients) + share * clientHeight * 0.8;
            const double toY = y(link.broker, brokers)
                + (static_cast<double>(i) - (static_cast<double>(links.size()) - 1) / 2)
                    * std::min(5.0, brokerHeight / 4);
            QPen pen = theme::linkPen(link.state, link.role, link.closer, theme);
            pen.setWidthF(std::min(1.6, pen.widthF()));
            painter.setPen(pen);
            painter.setBrush(Qt::NoBrush);
            const bool stub = link.state == LinkState::Refused || link.state == LinkState::BackingOff;
            QPainterPath path({left, fromY});
            if (stub) {
                path.lineTo(left + (right - left) * 0.2, fromY);
            } else if (link.state == LinkState::Connecting) {
                path.cubicTo({(left + middle) / 2, fromY}, {(left + middle) / 2, (fromY + toY) / 2},
                    {middle, (fromY + toY) / 2});
            } else {
                path.cubicTo({middle, fromY}, {middle, toY}, {right, toY});
            }
            painter.drawPath(path);
            if (isTrouble(link.state)) {
                const QPointF at = stub ? QPointF(left + (right - left) * 0.2, fromY) : path.pointAtPercent(0.5);
                theme::paintCap(painter, at, 9,
                    stub || link.state == LinkState::Reset ? trace::Side::Network : link.closer, look);
            }
        }
    }
    painter.setBrush(theme.raised);
    painter.setPen(QPen(theme.outline, 1));
    for (int i = 0; i < clients; ++i)
        painter.drawRoundedRect(QRectF(rect.left(), y(i, clients) - clientHeight / 2, width, clientHeight), 3, 3);
    for (int j = 0; j < brokers; ++j) {
        bool down = true;
        for (std::size_t b = 0; b < sketch.brokers.size(); ++b) {
            if (row(static_cast<int>(b), static_cast<int>(sketch.brokers.size()), brokers) == j)
                down = down && sketch.brokers[b].down;
        }
        const QRectF card(right, y(j, brokers) - brokerHeight / 2, width, brokerHeight);
        painter.setPen(down ? QPen(theme.error, 1, Qt::DashLine) : QPen(theme.outline, 1));
        painter.setBrush(down ? QBrush(Qt::NoBrush) : QBrush(theme.raised));
        painter.drawRoundedRect(card, 3, 3);
        if (down) {
            const QPointF c = card.center();
            const double r = std::min(4.0, brokerHeight / 3);
            painter.setPen(QPen(theme.error, 1.4));
            painter.drawLine(c + QPointF(-r, -r), c + QPointF(r, r));
            painter.drawLine(c + QPointF(-r, r), c + QPointF(r, -r));
        }
    }
    painter.restore();
}

} // namespace connscope::frame
