// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/measures.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace connscope::sweep {

using trace::ConnectionLife;
using trace::Side;

namespace {

template <auto Member>
double number(const Measures& m)
{
    return static_cast<double>(m.*Member);
}

constexpr Column kColumns[] = {
    {"open", "open at end", "结束时打开", number<&Measures::open>},
    {"peak", "peak", "峰值", number<&Measures::peak>},
    {"opened", "opened", "打开", number<&Measures::opened>},
    {"failed", "failed", "失败", number<&Measures::failed>},
    {"closed_by_client", "closed by client", "客户端关闭", number<&Measures::closedByClient>},
    {"closed_by_broker", "closed by broker", "Broker 关闭", number<&Measures::closedByBroker>},
    {"closed_by_network", "closed by network", "网络关闭", number<&Measures::closedByNetwork>},
    {"reconnects", "reconnects", "重连", number<&Measures::reconnects>},
    {"requests", "requests", "请求", number<&Measures::requests>},
    {"close_wait_ms", "CLOSE-WAIT ms", "CLOSE-WAIT 毫秒",
        [](const Measures& m) { return static_cast<double>(toMs(m.closeWait)); }, true, "CLOSE-WAIT"},
};

/// Time that the clients' ends stood in CLOSE-WAIT.
Duration closeWaitOf(const trace::Trace& trace, Instant end)
{
    Duration total {};
    std::vector<Instant> since(trace.connectionCount(), kNever);
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const trace::Event& e = trace[i];
        if (e.side != Side::Client || e.state == trace::TcpState::None || !e.connection.isValid())
            continue;
        Instant& from = since[e.connection.value];
        if (e.state == trace::TcpState::CloseWait) {
            from = std::min(from, e.at);
        } else if (from != kNever) {
            total += e.at - from;
            from = kNever;
        }
    }
    for (const Instant from : since) {
        if (from != kNever && end > from)
            total += end - from;
    }
    return total;
}

std::uint64_t peakOf(const std::vector<ConnectionLife>& lives)
{
    std::vector<std::pair<Instant, int>> steps;
    for (const ConnectionLife& life : lives) {
        if (!life.connected)
            continue;
        steps.emplace_back(*life.connected, 1);
        if (life.closed)
            steps.emplace_back(*life.closed, -1);
    }
    std::sort(steps.begin(), steps.end()); // at one instant an end comes before an opening
    std::int64_t open = 0;
    std::int64_t most = 0;
    for (const auto& [at, change] : steps)
        most = std::max(most, open += change);
    return static_cast<std::uint64_t>(most);
}

} // namespace

Measures measure(const trace::Trace& trace, Instant end)
{
    Measures m;
    const std::vector<ConnectionLife> lives = trace::connectionLives(trace);
    std::set<std::pair<ClientId, NodeId>> known;
    for (const ConnectionLife& life : lives) {
        ++m.opened;
        m.requests += life.traffic.total();
        if (!known.insert({life.client, life.node}).second)
            ++m.reconnects;
        if (!life.closed) {
            ++m.open;
            continue;
        }
        if (!life.connected) {
            ++m.failed;
            continue;
        }
        if (life.closer == Side::Client)
            ++m.closedByClient;
        else if (life.closer == Side::Broker)
            ++m.closedByBroker;
        else
            ++m.closedByNetwork;
    }
    m.events = trace.size();
    m.peak = peakOf(lives);
    m.closeWait = closeWaitOf(trace, std::max(end, trace.end()));
    return m;
}

std::span<const Column> columns() { return kColumns; }

} // namespace connscope::sweep
