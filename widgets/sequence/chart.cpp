// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequence/chart.h"

#include "analysis/knownaddresses.h"
#include "sequence/waits.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace connscope::sequence {

using trace::Side;

namespace {

/// A request and its response, as positions in the messages.
struct Exchange {
    std::uint32_t request = 0;
    std::uint32_t response = 0;
};

using ApiOfConnection = std::pair<ConnectionId, ApiKey>;

/// What is read within this time was not left lying.
constexpr Duration kSoon = std::chrono::seconds(1);

/// Whether a message had arrived long before somebody read it: TCP brings it in about the time of a handshake, and keeps its
/// order, so that what is read minutes later has lain in the socket.
bool liesUnread(const view::Document& document, const Message& m)
{
    if (m.isSegment() || m.lost || !m.sent.isValid() || !m.arrived.isValid())
        return false;
    const trace::Trace& trace = document.trace();
    const Duration way = trace[m.arrived].at - trace[m.sent].at;
    const trace::ConnectionLife* life = document.life(m.connection);
    const Duration roundTrip = life && life->connected ? *life->connected - life->opened : Duration {};
    return way > std::max(kSoon, 4 * roundTrip);
}

/// Exchanges that went as one of their API on their connection had gone before: nobody needs to see each. One that lay unread
/// did not go so.
std::vector<Exchange> routineOf(const view::Document& document, const std::vector<Message>& messages)
{
    const trace::Trace& trace = document.trace();
    std::map<std::tuple<ConnectionId, std::int32_t>, std::uint32_t> open;
    std::set<ApiOfConnection> known;
    std::vector<Exchange> out;
    for (std::uint32_t i = 0; i < messages.size(); ++i) {
        const Message& m = messages[i];
        if (m.isSegment())
            continue;
        if (m.kind == Message::Kind::Request) {
            if (!m.lost)
                open[{m.connection, m.correlation}] = i;
            continue;
        }
        const auto request = open.find({m.connection, m.correlation});
        const bool fine = !m.lost && m.arrived.isValid() && trace[m.arrived].text == TextId {0};
        if (request == open.end() || !fine)
            continue;
        const bool lay = liesUnread(document, m) || liesUnread(document, messages[request->second]);
        if (!known.insert({m.connection, m.api}).second && !lay)
            out.push_back({request->second, i});
        open.erase(request);
    }
    std::sort(out.begin(), out.end(), [](const Exchange& a, const Exchange& b) { return a.request < b.request; });
    return out;
}

class Builder {
public:
    Builder(const view::Document& document, const ChartOptions& options, Chart& chart)
        : m_trace(document.trace())
        , m_document(document)
        , m_options(options)
        , m_chart(chart)
    {
    }

    void build(std::vector<Message> all)
    {
        gather(all);
        m_chart.messages.clear();
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (m_isGathered[i])
                ++m_chart.gathered;
            else
                m_chart.messages.push_back(all[i]);
        }
        for (const Message& m : m_chart.messages)
            m_chart.unread.push_back(liesUnread(m_document, m));
        addEnds();
        std::stable_sort(
            m_rows.begin(), m_rows.end(), [](const Ordered& a, const Ordered& b) { return a.order < b.order; });
        addRows();
        addHosts();
    }

private:
    struct Ordered {
        std::uint64_t order = 0; // event, then arrival before departure
        Row row;
    };

    /// Routine between two things that are none is counted, each API of each connection for itself.
    void gather(const std::vector<Message>& all)
    {
        m_isGathered.assign(all.size(), false);
        if (m_options.gather == 0)
            return;
        const std::vector<Exchange> routine = routineOf(m_document, all);
        std::vector<bool> isRoutine(all.size(), false);
        for (const Exchange& e : routine)
            isRoutine[e.request] = isRoutine[e.response] = true;
        std::vector<EventId> notable;
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (!isRoutine[i])
                notable.push_back(all[i].first());
        }
        std::map<std::tuple<std::size_t, ConnectionId, ApiKey>, std::vector<Exchange>> groups;
        for (const Exchange& e : routine) {
            const Message& request = all[e.request];
            const auto stretch = std::lower_bound(notable.begin(), notable.end(), request.first()) - notable.begin();
            groups[{static_cast<std::size_t>(stretch), request.connection, request.api}].push_back(e);
        }
        for (const auto& [key, exchanges] : groups) {
            if (exchanges.size() < m_options.gather)
                continue;
            Row row;
            row.kind = Row::Kind::Routine;
            row.connection = std::get<1>(key);
            row.api = std::get<2>(key);
            row.count = static_cast<std::uint32_t>(exchanges.size());
            row.from = m_trace[all[exchanges.front().request].first()].at;
            row.to = row.from;
            for (const Exchange& e : exchanges) {
                m_isGathered[e.request] = m_isGathered[e.response] = true;
                row.to = std::max(row.to, m_trace[all[e.response].last()].at);
            }
            m_rows.push_back({std::uint64_t {all[exchanges.front().request].first().value} * 2 + 1, row});
        }
    }

    void addEnds()
    {
        for (std::uint32_t i = 0; i < m_chart.messages.size(); ++i) {
            const Message& m = m_chart.messages[i];
            for (const bool arrives : {false, true}) {
                const EventId event = arrives ? m.arrived : m.sent;
                if (!event.isValid())
                    continue;
                Row row;
                row.from = row.to = m_trace[event].at;
                row.end = {i, arrives};
                if (arrives && m_chart.lies(i)) {
                    Row lies = row;
                    lies.from = lies.to = m_trace[m.sent].at;
                    m_rows.push_back({std::uint64_t {m.sent.value} * 2 + 1, lies});
                    row.kind = Row::Kind::Read;
                }
                m_rows.push_back({std::uint64_t {event.value} * 2 + (arrives ? 0U : 1U), row});
            }
        }
    }

    void addRows()
    {
        std::optional<Instant> last; // of the message before
        std::set<std::uint32_t> underWay;
        std::uint32_t unread = 0;
        for (const Ordered& ordered : m_rows) {
            const Row& row = ordered.row;
            if (last && m_options.silence && row.from - *last > *m_options.silence)
                addSilence(*last, row.from, underWay, unread);
            m_chart.rows.push_back(row);
            last = std::max(last.value_or(row.to), row.to);
            if (row.kind == Row::Kind::Read)
                --unread;
            if (row.kind != Row::Kind::Ends)
                continue;
            const Message& m = m_chart.messages[row.end.message];
            if (!row.end.arrives && m.arrived.isValid())
                underWay.insert(row.end.message);
            else if (row.end.arrives)
                underWay.erase(row.end.message);
            if (row.end.arrives && m_chart.lies(row.end.message))
                ++unread;
        }
    }

    /// A request that is in flight is work of somebody's, or a packet on a slow line: the row says so.
    void addSilence(Instant from, Instant to, const std::set<std::uint32_t>& underWay, std::uint32_t unread)
    {
        Row silence;
        silence.kind = Row::Kind::Silence;
        silence.from = from;
        silence.to = to;
        silence.unread = unread;
        silence.travelling = static_cast<std::uint32_t>(underWay.size());
        if (silence.travelling == 1)
            silence.one = m_chart.messages[*underWay.begin()].api;
        if (!m_waits)
            m_waits = waitsOf(m_trace, {m_options.from, m_options.to, m_options.takes});
        std::set<std::pair<ConnectionId, ApiKey>> carried; // a request that travels is not told twice
        for (const std::uint32_t m : underWay) {
            if (m_chart.messages[m].kind == Message::Kind::Request)
                carried.insert({m_chart.messages[m].connection, m_chart.messages[m].api});
        }
        ApiKey one = ApiKey::None;
        for (const Wait& wait : *m_waits) {
            if (wait.from >= to)
                break;
            if (wait.to <= from || carried.contains({wait.connection, wait.api}))
                continue;
            one = wait.api;
            ++silence.awaited;
        }
        if (silence.travelling == 0 && silence.awaited == 1)
            silence.one = one;
        m_chart.rows.push_back(silence);
    }

    void addHosts()
    {
        std::set<ConnectionId> connections;
        for (const Message& m : m_chart.messages)
            connections.insert(m.connection);
        for (const Row& row : m_chart.rows) {
            if (row.kind == Row::Kind::Routine)
                connections.insert(row.connection);
        }
        std::set<ClientId> clients;
        std::set<BrokerId> brokers;
        std::set<std::string_view> addresses; // by name, so that their order does not depend on the trace's
        std::map<std::string_view, TextId> texts;
        const auto remoteOf = [this](ConnectionId c) {
            const trace::ConnectionLife* life = m_document.life(c);
            return life ? life->remote : TextId {0};
        };
        const analysis::KnownAddresses known(m_trace, m_document.lives());
        const auto brokerOf = [&](ConnectionId c) {
            const trace::ConnectionLife* life = m_document.life(c);
            return life ? known.brokerOf(*life) : BrokerId {};
        };
        const trace::Twofold* twofold = m_document.twofold();
        const auto clientOf = [this, twofold](ConnectionId c) {
            const trace::ConnectionLife* life = m_document.life(c);
            return !life ? ClientId {} : twofold ? twofold->shown(life->client) : life->client;
        };
        for (const ConnectionId c : connections) {
            clients.insert(clientOf(c));
            if (brokerOf(c).isValid()) {
                brokers.insert(brokerOf(c));
            } else {
                addresses.insert(m_trace.text(remoteOf(c)));
                texts[m_trace.text(remoteOf(c))] = remoteOf(c);
            }
        }
        std::map<Host, std::uint32_t> places;
        const auto add = [&](const Host& host) {
            places.emplace(host, static_cast<std::uint32_t>(m_chart.hosts.size()));
            m_chart.hosts.push_back(host);
        };
        for (const ClientId client : clients)
            add({client, {}, TextId {0}});
        for (const BrokerId broker : brokers)
            add({{}, broker, TextId {0}});
        for (const std::string_view address : addresses)
            add({{}, {}, texts[address]});
        m_chart.clientPlaces.assign(m_trace.connectionCount(), 0);
        m_chart.brokerPlaces.assign(m_trace.connectionCount(), 0);
        for (const ConnectionId c : connections) {
            m_chart.clientPlaces[c.value] = places[{clientOf(c), {}, TextId {0}}];
            m_chart.brokerPlaces[c.value]
                = places[brokerOf(c).isValid() ? Host {{}, brokerOf(c), TextId {0}} : Host {{}, {}, remoteOf(c)}];
        }
    }

    const trace::Trace& m_trace;
    const view::Document& m_document;
    const ChartOptions& m_options;
    Chart& m_chart;
    std::vector<bool> m_isGathered;
    std::vector<Ordered> m_rows;
    std::optional<std::vector<Wait>> m_waits; // of the range; where there is a silence
};

} // namespace

Chart makeChart(const view::Document& document, const ChartOptions& options)
{
    Chart chart;
    std::vector<Message> all = messagesOf(document.trace(), {options.from, options.to, options.takes});
    // Of two runs that are laid over each other, what both have is drawn once.
    if (const trace::Twofold* twofold = document.twofold()) {
        std::erase_if(all, [twofold](const Message& m) { return !twofold->isShown(m.first()); });
    }
    Builder(document, options, chart).build(std::move(all));
    return chart;
}

} // namespace connscope::sequence
