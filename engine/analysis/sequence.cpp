// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sequence.h"

#include "analysis/knownaddresses.h"
#include "analysis/names.h"
#include "analysis/phrases.h"
#include "analysis/sentences.h"
#include "analysis/spokentime.h"
#include "base/text.h"
#include "trace/life.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace connscope::analysis {

using trace::ConnectionLife;
using trace::Event;
using trace::EventKind;
using trace::RuleId;
using trace::Side;
using Kind = SequenceStep::Kind;

namespace {

constexpr Duration kSilence = std::chrono::seconds(1);

/// A column before its place is known: clients by number, brokers by id, addresses by what they are called.
using HostKey = std::tuple<int, std::int64_t, std::string>; // 0 client, 1 broker, 2 address

/// A step before it has its text: it may yet be folded into another.
struct RawStep {
    Kind kind = Kind::Arrow;
    Instant at {};
    HostKey from;
    HostKey to;
    NodeId node;
    std::string text;
    ConnectionId connection; ///< of a request or response: what may be folded
    ApiKey api = ApiKey::None;

    bool mayFold() const { return connection.isValid(); }
};

std::string withRule(std::string_view what, RuleId rule, Language language)
{
    if (rule == RuleId::None)
        return std::string(what);
    return say(language, Phrase::SequenceWithRule, [&](std::string_view slot) {
        return slot == "what" ? std::string(what) : std::string(ruleName(rule, language));
    });
}

class Maker {
public:
    Maker(const trace::Trace& trace, Instant from, Instant to, Language language)
        : m_trace(trace)
        , m_names(trace)
        , m_language(language)
        , m_from(trace.lowerBound(from))
        , m_to(std::max(m_from, trace.upperBound(to)))
    {
        m_lives.resize(trace.connectionCount());
        for (const ConnectionLife& life : trace::connectionLives(trace)) {
            if (life.id.value < m_lives.size())
                m_lives[life.id.value] = life;
        }
        m_known = KnownAddresses(trace, m_lives);
    }
    Result<Sequence> make();

private:
    HostKey client(ClientId id) const { return {0, id.value, {}}; }
    HostKey broker(BrokerId id) const { return {1, id.value, {}}; }
    HostKey peer(const Event& e) const;
    NodeId node(const Event& e) const
    {
        if (e.node.isValid() || e.connection.value >= m_lives.size())
            return e.node;
        return m_lives[e.connection.value].node;
    }
    /// \a fromClient: the way it goes.
    void arrow(Kind kind, const Event& e, bool fromClient, std::string text);
    void note(const Event& e);
    /// Of what the client notices by itself: no broker says it.
    void noteAtClient(const Event& e, std::string_view text);
    void add(const Event& e);
    std::string hostName(const HostKey& key) const;
    void fold(std::size_t begin, std::size_t end, std::vector<SequenceStep>& out) const;
    SequenceStep step(const RawStep& raw) const;
    std::string label(NodeId node, std::string_view what) const;

    const trace::Trace& m_trace;
    Names m_names;
    Language m_language;
    std::size_t m_from;
    std::size_t m_to;
    std::vector<ConnectionLife> m_lives; // by connection
    std::set<ConnectionId> m_closedByTcp; // whose FIN or RST is an arrow already
    KnownAddresses m_known;
    std::map<BrokerId, std::string> m_addresses;
    std::set<HostKey> m_hosts; // columns: who sends or gets something
    std::map<HostKey, std::size_t> m_places;
    std::vector<RawStep> m_steps;
};

HostKey Maker::peer(const Event& e) const
{
    if (e.connection.value >= m_lives.size())
        return broker(e.broker);
    const ConnectionLife& life = m_lives[e.connection.value];
    if (const BrokerId known = m_known.brokerOf(life); known.isValid())
        return broker(known);
    const std::string remote = m_names.remote(e.connection);
    return {2, 0, remote.empty() ? say(m_language, Phrase::NodePlace, nodeText(life.node)) : remote};
}

void Maker::arrow(Kind kind, const Event& e, bool fromClient, std::string text)
{
    if (!e.client.isValid() || !e.connection.isValid())
        return;
    RawStep step;
    step.kind = kind;
    step.at = e.at;
    step.from = fromClient ? client(e.client) : peer(e);
    step.to = fromClient ? peer(e) : client(e.client);
    m_hosts.insert(step.from);
    m_hosts.insert(step.to);
    if (m_hosts.size() > kMostHosts) { // it will be refused: from here on only the columns are counted
        m_steps.clear();
        return;
    }
    step.node = node(e);
    step.text = std::move(text);
    if (e.kind == EventKind::RequestSent || (e.kind == EventKind::ResponseReceived && e.text == TextId {0})) {
        step.connection = e.connection;
        step.api = e.api;
    }
    m_steps.push_back(std::move(step));
}

void Maker::note(const Event& e)
{
    RawStep step;
    step.kind = Kind::Note;
    step.at = e.at;
    if (e.client.isValid())
        step.from = client(e.client);
    else if (e.broker.isValid())
        step.from = broker(e.broker);
    else
        step.from = {3, 0, {}}; // everybody
    step.to = e.connection.isValid() && e.client.isValid() ? peer(e) : step.from;
    step.text = sentence(m_names, e, m_language);
    m_steps.push_back(std::move(step));
}

void Maker::noteAtClient(const Event& e, std::string_view text)
{
    if (!e.client.isValid())
        return;
    RawStep step;
    step.kind = Kind::Note;
    step.at = e.at;
    step.from = step.to = client(e.client);
    step.text = label(node(e), text);
    m_hosts.insert(step.from);
    m_steps.push_back(std::move(step));
}

void Maker::add(const Event& e)
{
    switch (e.kind) {
    case EventKind::ConnectStarted:
        return arrow(
            Kind::Arrow, e, true, withRule(pattern(Phrase::SequenceConnect, m_language), e.rule, m_language));
    case EventKind::Connected:
        return arrow(Kind::Answer, e, false, say(m_language, Phrase::SequenceConnected));
    case EventKind::ConnectFailed:
        return noteAtClient(e, withRule(pattern(Phrase::SequenceNoConnection, m_language), e.rule, m_language));
    case EventKind::SynDropped:
        return arrow(Kind::Lost, e, true, "SYN");
    case EventKind::RequestSent:
        return arrow(Kind::Arrow, e, true, requestText(e));
    case EventKind::ResponseReceived: {
        const std::string_view error = m_trace.text(e.text);
        std::string text = requestText(e);
        if (!error.empty())
            (text += pattern(Phrase::Comma, m_language)) += printable(error);
        return arrow(Kind::Answer, e, false, std::move(text));
    }
    case EventKind::FinSent:
    case EventKind::ResetSent: {
        if (e.side != Side::Client && e.side != Side::Broker)
            return note(e);
        const bool isOwnReason = e.rule != RuleId::PassiveClose && e.rule != RuleId::ActiveClose;
        return arrow(Kind::Arrow, e, e.side == Side::Client,
            withRule(e.kind == EventKind::FinSent ? "FIN" : "RST", isOwnReason ? e.rule : RuleId::None, m_language));
    }
    case EventKind::IdleExpired:
        if (!m_closedByTcp.contains(e.connection))
            arrow(Kind::Arrow, e, e.side != Side::Broker,
                withRule(pattern(Phrase::SequenceClose, m_language), e.rule, m_language));
        return;
    case EventKind::Disconnected:
        if (!m_closedByTcp.contains(e.connection))
            note(e);
        return;
    case EventKind::ClientCloseCalled:
    case EventKind::ClientKilled:
    case EventKind::ClientPaused:
    case EventKind::ClientResumed:
    case EventKind::ProtocolError:
    case EventKind::RequestTimedOut:
    case EventKind::CoordinatorLost:
    case EventKind::FlowForgotten:
        return note(e);
    case EventKind::BrokerUp:
    case EventKind::BrokerDown:
    case EventKind::BrokerPaused:
    case EventKind::BrokerResumed:
    case EventKind::LeaderMoved:
    case EventKind::CoordinatorMoved:
    case EventKind::LinkCut:
    case EventKind::LinkHealed:
        if (e.at > kStart) // how the world begins is no step
            note(e);
        return;
    default:
        return;
    }
}

std::string Maker::hostName(const HostKey& key) const
{
    const auto& [kind, number, name] = key;
    if (kind == 0) {
        const std::string text = m_names.client(ClientId {static_cast<std::uint32_t>(number)}, m_language);
        return text.empty() ? say(m_language, Phrase::AClient) : text;
    }
    if (kind == 2)
        return name;
    const BrokerId id {static_cast<std::int32_t>(number)};
    const std::string digits = std::to_string(number);
    const auto address = m_addresses.find(id);
    if (!id.isValid())
        return say(m_language, Phrase::ABroker);
    if (address == m_addresses.end())
        return say(m_language, Phrase::BrokerNumber, digits);
    return say(
        m_language, Phrase::BrokerAt, [&](std::string_view slot) { return slot == "n" ? digits : address->second; });
}

std::string Maker::label(NodeId node, std::string_view what) const
{
    if (!node.isValid())
        return std::string(what);
    return say(m_language, Phrase::SequenceLabel,
        [&](std::string_view slot) { return slot == "node" ? nodeText(node) : std::string(what); });
}

SequenceStep Maker::step(const RawStep& raw) const
{
    SequenceStep out;
    out.kind = raw.kind;
    out.at = out.until = raw.at;
    const bool isOfAll = std::get<0>(raw.from) == 3;
    out.from = isOfAll ? 0 : m_places.at(raw.from);
    out.to = isOfAll ? m_places.size() - 1 : m_places.at(raw.to);
    out.text = raw.kind == Kind::Note ? raw.text : label(raw.node, raw.text);
    return out;
}

/// Steps [begin, end) are all requests and responses.
void Maker::fold(std::size_t begin, std::size_t end, std::vector<SequenceStep>& out) const
{
    struct Group {
        std::size_t requests = 0;
        std::size_t answers = 0;
        Instant first {};
        Instant last {};
        bool isWritten = false;
    };
    std::map<std::pair<ConnectionId, ApiKey>, Group> groups;
    for (std::size_t i = begin; i < end; ++i) {
        const RawStep& raw = m_steps[i];
        Group& group = groups[{raw.connection, raw.api}];
        if (group.requests + group.answers == 0)
            group.first = raw.at;
        ++(raw.kind == Kind::Answer ? group.answers : group.requests);
        group.last = raw.at;
    }
    for (std::size_t i = begin; i < end; ++i) {
        const RawStep& raw = m_steps[i];
        Group& group = groups[{raw.connection, raw.api}];
        if (group.requests < kFoldFrom) {
            out.push_back(step(raw));
            continue;
        }
        if (std::exchange(group.isWritten, true))
            continue;
        const auto folded = [&](Kind kind, const HostKey& from, const HostKey& to, std::size_t count,
                                bool withTimes) {
            SequenceStep s = step(raw);
            s.kind = kind;
            s.from = m_places.at(from);
            s.to = m_places.at(to);
            s.count = count;
            s.until = group.last;
            const std::string what = std::to_string(count) + " × "
                + std::string(raw.api == ApiKey::None ? std::string_view("UNKNOWN") : apiName(raw.api));
            s.text = label(raw.node,
                withTimes ? say(m_language, Phrase::SequenceFromTo,
                    [&](std::string_view slot) {
                        return slot == "what"
                            ? what
                            : spokenTime((slot == "from" ? group.first : group.last).time_since_epoch(), m_language);
                    })
                          : what);
            out.push_back(std::move(s));
        };
        // A group may begin with the answer to a request before the range.
        const bool isAnswer = raw.kind == Kind::Answer;
        const HostKey& asks = isAnswer ? raw.to : raw.from;
        const HostKey& answers = isAnswer ? raw.from : raw.to;
        folded(Kind::Arrow, asks, answers, group.requests, true);
        if (group.answers > 0)
            folded(Kind::Answer, answers, asks, group.answers, false);
    }
}

Error tooMany(std::size_t count, const char* what, std::size_t most)
{
    Error error;
    error.message = "a sequence diagram of this would have " + std::to_string(count) + ' ' + what + "; at most "
        + std::to_string(most) + " can be read. Take a shorter range with --from and --to";
    return error;
}

Result<Sequence> Maker::make()
{
    for (std::size_t i = m_from; i < m_to; ++i) {
        const Event& e = m_trace[i];
        if ((e.kind == EventKind::FinSent || e.kind == EventKind::ResetSent)
            && (e.side == Side::Client || e.side == Side::Broker))
            m_closedByTcp.insert(e.connection);
    }
    for (std::size_t i = m_from; i < m_to; ++i)
        add(m_trace[i]);

    if (m_hosts.size() > kMostHosts)
        return fail(tooMany(m_hosts.size(), "columns", kMostHosts));
    // A note over somebody who has no column is left out.
    std::erase_if(m_steps, [&](const RawStep& raw) {
        return raw.kind == Kind::Note
            && (m_hosts.empty()
                || (std::get<0>(raw.from) != 3 && (!m_hosts.contains(raw.from) || !m_hosts.contains(raw.to))));
    });
    for (const ConnectionLife& life : m_lives) {
        if (life.id.isValid() && life.broker.isValid()) {
            if (std::string remote = m_names.remote(life.id); !remote.empty())
                m_addresses.try_emplace(life.broker, std::move(remote));
        }
    }
    Sequence sequence;
    for (const HostKey& key : m_hosts) {
        m_places.emplace(key, sequence.hosts.size());
        SequenceHost host;
        host.isClient = std::get<0>(key) == 0;
        if (std::get<0>(key) == 1)
            host.broker = BrokerId {static_cast<std::int32_t>(std::get<1>(key))};
        host.name = hostName(key);
        sequence.hosts.push_back(std::move(host));
    }

    std::vector<SequenceStep> steps;
    for (std::size_t i = 0; i < m_steps.size();) {
        std::size_t end = i;
        while (end < m_steps.size() && m_steps[end].mayFold())
            ++end;
        fold(i, end, steps);
        i = end;
        if (i < m_steps.size())
            steps.push_back(step(m_steps[i++]));
    }
    Instant busyUntil = steps.empty() ? kStart : steps.front().at;
    for (SequenceStep& s : steps) {
        if (s.at - busyUntil >= kSilence) {
            SequenceStep silence;
            silence.kind = Kind::Silence;
            silence.at = busyUntil;
            silence.until = s.at;
            silence.to = sequence.hosts.size() - 1;
            silence.text = say(m_language, Phrase::SequenceLater, spokenTime(s.at - busyUntil, m_language));
            sequence.steps.push_back(std::move(silence));
        }
        busyUntil = std::max(busyUntil, s.until);
        sequence.steps.push_back(std::move(s));
    }
    if (sequence.steps.size() > kMostSteps)
        return fail(tooMany(sequence.steps.size(), "arrows and notes, loops folded", kMostSteps));
    return sequence;
}

} // namespace

Result<Sequence> makeSequence(const trace::Trace& trace, Instant from, Instant to, Language language)
{
    return Maker(trace, from, to, language).make();
}

} // namespace connscope::analysis
