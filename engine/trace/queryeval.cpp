// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/entryname.h"
#include "trace/query.h"
#include "trace/queryprogram.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace connscope::trace {

namespace {

/// What a query is asked about: an event with its connection, or a connection alone.
class Subject {
public:
    Subject(const WorldState& state, const Event& event, EventId id)
        : m_state(state)
        , m_event(&event)
        , m_eventId(id)
        , m_id(event.connection)
        , m_connection(state.connection(event.connection))
    {
    }
    Subject(const WorldState& state, ConnectionId id)
        : m_state(state)
        , m_id(id)
        , m_connection(state.connection(id))
    {
    }

    std::optional<std::int64_t> number(QueryField field) const
    {
        if (const auto n = ofEvent(field))
            return n;
        return m_connection.exists() ? ofConnection(field) : ofEventAlone(field);
    }

    /// The texts that a Text field may be said to have; a remote is known by several.
    std::vector<std::string_view> texts(QueryField field) const
    {
        const Trace& trace = m_state.trace();
        switch (field) {
        case QueryField::Text:
            return m_event && !trace.text(m_event->text).empty() ? std::vector {trace.text(m_event->text)}
                                                                 : std::vector<std::string_view> {};
        case QueryField::Client: {
            const ClientState& c = m_state.client(client());
            return c.exists() ? clientTexts(c) : std::vector<std::string_view> {};
        }
        case QueryField::Remote: {
            if (!m_connection.exists())
                return {};
            // "host/address:port" is also "host:port" and "address:port"; the first of them is what patterns see.
            const std::string_view whole = trace.text(opening().text);
            std::vector<std::string_view> out {whole};
            if (const std::size_t slash = whole.find('/'); slash != std::string_view::npos) {
                out.push_back(whole.substr(slash + 1));
                if (const std::size_t colon = whole.rfind(':'); colon != std::string_view::npos && colon > slash) {
                    m_hostAndPort.assign(whole.substr(0, slash)).append(whole.substr(colon));
                    out.emplace_back(m_hostAndPort);
                }
            }
            return out;
        }
        default:
            return {};
        }
    }

private:
    /// The client.id; of one that shares it also what tells it from the others, as people are shown it: "orders (one)", "one", and
    /// "orders #2", the second in the order of their numbers.
    std::vector<std::string_view> clientTexts(const ClientState& c) const
    {
        const Trace& trace = m_state.trace();
        const std::string_view id = trace.text(c.name);
        std::vector<std::string_view> out {id};
        std::size_t place = 0;
        std::size_t count = 0;
        for (std::uint32_t i = 0; i < m_state.clientCount(); ++i) {
            const ClientState& other = m_state.client(ClientId {i});
            if (!other.exists() || other.name != c.name)
                continue;
            ++count;
            if (i <= client().value)
                ++place;
        }
        if (count < 2)
            return out;
        m_numbered.assign(id).append(" #").append(std::to_string(place));
        out.emplace_back(m_numbered);
        if (const std::string_view entry = entryName(trace, trace[c.created]); !entry.empty()) {
            m_withEntry.assign(id).append(" (").append(entry).append(")");
            out.emplace_back(m_withEntry);
            out.push_back(entry);
        }
        return out;
    }

    mutable std::string m_hostAndPort; // what texts() puts together
    mutable std::string m_numbered;
    mutable std::string m_withEntry;
    const Event& opening() const { return m_state.opening(m_connection); }
    ClientId client() const
    {
        if (m_event && m_event->client.isValid())
            return m_event->client;
        return m_connection.exists() ? opening().client : ClientId {};
    }

    static std::int64_t flag(bool b) { return b ? 1 : 0; }
    template <typename Enum>
    static std::optional<std::int64_t> word(Enum value, Enum none)
    {
        return value == none ? std::nullopt : std::optional(static_cast<std::int64_t>(value));
    }
    static std::optional<std::int64_t> span(std::optional<Duration> d)
    {
        return d ? std::optional(static_cast<std::int64_t>(d->count())) : std::nullopt;
    }

    /// Fields that the event itself has, where there is one.
    std::optional<std::int64_t> ofEvent(QueryField field) const
    {
        if (field == QueryField::Time)
            return toNs(m_event ? m_event->at : m_state.now());
        if (field == QueryField::ClientKind || field == QueryField::Paused) {
            const ClientState& c = m_state.client(client());
            if (!c.exists())
                return std::nullopt;
            return field == QueryField::Paused ? flag(c.paused) : static_cast<std::int64_t>(c.kind);
        }
        if (!m_event)
            return std::nullopt;
        const Event& e = *m_event;
        switch (field) {
        case QueryField::Event:
            return m_eventId.value;
        case QueryField::Kind:
            return static_cast<std::int64_t>(e.kind);
        case QueryField::Api:
            return word(e.api, ApiKey::None);
        case QueryField::Correlation:
            return e.correlation >= 0 ? std::optional<std::int64_t>(e.correlation) : std::nullopt;
        case QueryField::Size:
            return e.size;
        case QueryField::Value:
            return e.value;
        case QueryField::Side:
            return word(e.side, Side::None);
        case QueryField::Rule:
            return static_cast<std::int64_t>(e.rule);
        case QueryField::Vantage:
            return static_cast<std::int64_t>(e.vantage);
        case QueryField::Connection:
            return e.connection.isValid() ? std::optional<std::int64_t>(e.connection.value) : std::nullopt;
        case QueryField::Node:
            return e.node.isValid() ? std::optional<std::int64_t>(e.node.value) : std::nullopt;
        case QueryField::Broker:
            return e.broker.isValid() ? std::optional<std::int64_t>(e.broker.value) : std::nullopt;
        default:
            return std::nullopt;
        }
    }

    /// Fields of a connection that an event without one still has: the role that its node id tells.
    std::optional<std::int64_t> ofEventAlone(QueryField field) const
    {
        if (field == QueryField::Role && m_event && m_event->node.isValid())
            return static_cast<std::int64_t>(m_event->node.role());
        return std::nullopt;
    }

    std::optional<std::int64_t> ofConnection(QueryField field) const
    {
        const ConnectionState& c = m_connection;
        switch (field) {
        case QueryField::Api:
        case QueryField::Correlation:
            return m_event ? std::nullopt : oldestInFlight(field);
        case QueryField::Rule:
            return m_event
                ? std::nullopt
                : std::optional(static_cast<std::int64_t>(c.closing.isValid() ? c.closeRule : opening().rule));
        case QueryField::Vantage:
            return static_cast<std::int64_t>(opening().vantage);
        case QueryField::Connection:
            return m_id.value;
        case QueryField::Node:
            return m_state.node(m_connection).isValid()
                ? std::optional<std::int64_t>(m_state.node(m_connection).value)
                : std::nullopt;
        case QueryField::Role:
            return static_cast<std::int64_t>(m_state.role(c));
        case QueryField::Broker:
            return m_state.broker(c).isValid() ? std::optional<std::int64_t>(m_state.broker(c).value) : std::nullopt;
        case QueryField::State:
            return word(m_state.channel(c), Channel::None);
        case QueryField::TcpClient:
            return word(c.client, TcpState::None);
        case QueryField::TcpBroker:
            return word(c.broker, TcpState::None);
        case QueryField::Closer:
            return word(c.closer, Side::None);
        case QueryField::OpenedRule:
            return static_cast<std::int64_t>(opening().rule);
        case QueryField::ClosedRule:
            return c.closing.isValid() ? std::optional(static_cast<std::int64_t>(c.closeRule)) : std::nullopt;
        case QueryField::InFlight:
            return c.inFlight;
        case QueryField::Requests:
            return c.requests;
        case QueryField::Idle:
            return span(m_state.idle(c, Side::Client));
        case QueryField::IdleBroker:
            return span(m_state.idle(c, Side::Broker));
        case QueryField::Age:
            return (m_state.now() - opening().at).count();
        case QueryField::Open:
            return flag(c.isOpen());
        case QueryField::Orphaned:
            return flag(m_state.isOrphaned(c));
        default:
            return std::nullopt;
        }
    }

    std::optional<std::int64_t> oldestInFlight(QueryField field) const
    {
        const std::vector<InFlightRequest> requests = m_state.inFlight(m_id);
        if (requests.empty())
            return std::nullopt;
        const Event& sent = m_state.trace()[requests.front().sent];
        return field == QueryField::Api ? static_cast<std::int64_t>(sent.api)
                                        : static_cast<std::int64_t>(sent.correlation);
    }

    const WorldState& m_state;
    const Event* m_event = nullptr;
    EventId m_eventId;
    ConnectionId m_id;
    ConnectionState m_connection;
};

bool compare(std::int64_t left, QueryOperator op, std::int64_t right)
{
    switch (op) {
    case QueryOperator::Equal:
        return left == right;
    case QueryOperator::Less:
        return left < right;
    case QueryOperator::LessEqual:
        return left <= right;
    case QueryOperator::Greater:
        return left > right;
    case QueryOperator::GreaterEqual:
        return left >= right;
    default:
        return false;
    }
}

std::string_view wordOf(QueryField field, std::int64_t n)
{
    switch (field) {
    case QueryField::Kind:
        return kindName(static_cast<EventKind>(n));
    case QueryField::Side:
    case QueryField::Closer:
        return sideName(static_cast<Side>(n));
    case QueryField::Rule:
    case QueryField::OpenedRule:
    case QueryField::ClosedRule:
        return ruleName(static_cast<RuleId>(n));
    case QueryField::Vantage:
        return vantageName(static_cast<Vantage>(n));
    case QueryField::ClientKind:
        return clientKindName(static_cast<ClientKind>(n));
    case QueryField::Role:
        return roleName(static_cast<Role>(n));
    case QueryField::State:
        return channelName(static_cast<Channel>(n));
    case QueryField::TcpClient:
    case QueryField::TcpBroker:
        return tcpStateName(static_cast<TcpState>(n));
    case QueryField::Api:
        return apiName(static_cast<ApiKey>(n));
    default:
        return {};
    }
}

bool evaluateText(const QueryNode& node, const std::vector<std::string_view>& texts)
{
    if (texts.empty())
        return false;
    if (node.comparison == QueryOperator::Match || node.comparison == QueryOperator::NoMatch)
        return node.patterns.front().matches(texts.front()) == (node.comparison == QueryOperator::Match);
    const bool found = std::any_of(node.texts.begin(), node.texts.end(),
        [&](const std::string& wanted) { return std::find(texts.begin(), texts.end(), wanted) != texts.end(); });
    return found == (node.comparison == QueryOperator::Equal);
}

bool evaluate(const QueryProgram& program, std::uint32_t id, const Subject& subject)
{
    const QueryNode& node = program.nodes[id];
    const auto holds = [&](std::uint32_t child) { return evaluate(program, child, subject); };
    switch (node.op) {
    case QueryNode::Op::And:
        return std::all_of(node.children.begin(), node.children.end(), holds);
    case QueryNode::Op::Or:
        return std::any_of(node.children.begin(), node.children.end(), holds);
    case QueryNode::Op::Not:
        return !holds(node.children.front());
    case QueryNode::Op::Compare:
        break;
    }
    if (node.type == QueryType::Text)
        return evaluateText(node, subject.texts(node.field));
    const std::optional<std::int64_t> value = subject.number(node.field);
    if (!value)
        return false;
    if (!node.patterns.empty())
        return node.patterns.front().matches(wordOf(node.field, *value)) == (node.comparison == QueryOperator::Match);
    if (node.comparison == QueryOperator::NotEqual) // "not in" has several values
        return std::find(node.numbers.begin(), node.numbers.end(), *value) == node.numbers.end();
    return std::any_of(node.numbers.begin(), node.numbers.end(),
        [&](std::int64_t n) { return compare(*value, node.comparison, n); });
}

} // namespace

bool Query::matches(const WorldState& state, EventId event) const
{
    assert(state.applied() == event.value + std::size_t {1});
    if (!m_program)
        return true;
    const Event& e = state.trace()[event];
    if (m_program->needsConnection && !state.connection(e.connection).exists())
        return false;
    return evaluate(*m_program, m_program->root, Subject(state, e, event));
}

bool Query::matches(const WorldState& state, ConnectionId connection) const
{
    if (!state.connection(connection).exists())
        return false;
    return !m_program || evaluate(*m_program, m_program->root, Subject(state, connection));
}

Instant Query::nextChange(const WorldState& state, ConnectionId connection) const
{
    if (!m_program || !state.connection(connection).exists())
        return kNever;
    const Subject subject(state, connection);
    Instant next = kNever;
    const auto offer = [&](std::int64_t distance) {
        if (distance > 0)
            next = std::min(next, saturatingAdd(state.now(), Duration {distance}));
    };
    for (const QueryNode& node : m_program->nodes) {
        if (node.op != QueryNode::Op::Compare)
            continue;
        switch (node.field) {
        case QueryField::Time:
        case QueryField::Idle:
        case QueryField::IdleBroker:
        case QueryField::Age:
            // These grow as time does.
            if (const auto value = subject.number(node.field)) {
                for (const std::int64_t wanted : node.numbers) {
                    std::int64_t distance = 0;
                    if (__builtin_sub_overflow(wanted, *value, &distance))
                        continue; // further than time goes
                    offer(distance);
                    if (distance
                        < std::numeric_limits<std::int64_t>::max()) // it may be negative, so not as an instant
                        offer(distance + 1);
                }
            }
            break;
        case QueryField::State:
            if (const ConnectionState c = state.connection(connection); c.backoff.isValid()) {
                const Event& backoff = state.trace()[c.backoff];
                offer((saturatingAdd(backoff.at, Duration {std::max<std::int64_t>(backoff.value, 0)}) - state.now())
                          .count());
            }
            break;
        default:
            break;
        }
    }
    return next;
}

std::vector<EventId> findEvents(const Index& index, const Query& query, Instant from, Instant to, std::size_t limit)
{
    std::vector<EventId> found;
    const Trace& trace = index.trace();
    const std::size_t first = trace.lowerBound(from);
    const std::size_t last = std::min(trace.upperBound(to), index.size());
    if (first >= last || limit == 0)
        return found;
    WorldState state = index.before(EventId {static_cast<std::uint32_t>(first)});
    for (std::size_t i = first; i < last; ++i) {
        const EventId id {static_cast<std::uint32_t>(i)};
        state.apply(id);
        if (query.matches(state, id)) {
            found.push_back(id);
            if (found.size() == limit)
                break;
        }
    }
    return found;
}

std::vector<ConnectionId> findConnections(const WorldState& state, const Query& query)
{
    std::vector<ConnectionId> found;
    for (std::uint32_t i = 0; i < state.trace().connectionCount(); ++i) {
        if (query.matches(state, ConnectionId {i}))
            found.emplace_back(i);
    }
    return found;
}

} // namespace connscope::trace
