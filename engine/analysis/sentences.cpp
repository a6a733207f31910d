// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sentences.h"

#include "analysis/phrases.h"
#include "analysis/spokenaction.h"
#include "base/text.h"
#include "protocol/errors.h"

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <utility>

namespace connscope::analysis {

using trace::Event;
using trace::EventKind;
using trace::Side;

namespace {

constexpr std::size_t kTextLimit = 400; // bytes of one text that are shown

std::uint64_t asCount(std::int64_t value) { return static_cast<std::uint64_t>(value); }

std::string broker(const Event& e, Language language)
{
    return e.broker.isValid() ? say(language, Phrase::BrokerNumber, std::to_string(e.broker.value)) : std::string();
}

/// Kafka's name of an error number of an event; "" for 0.
std::string errorText(std::int64_t code, Language language)
{
    if (code == 0)
        return {};
    if (code >= std::numeric_limits<std::int16_t>::min() && code <= std::numeric_limits<std::int16_t>::max()) {
        const std::string_view name = protocol::errorName(static_cast<protocol::ErrorCode>(code));
        if (!name.empty())
            return std::string(name);
    }
    return say(language, Phrase::ErrorNumber, std::to_string(code));
}

/// A timeout in milliseconds as the applications give it.
std::string timeout(std::int64_t ms, Language language)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 1'000'000;
    if (ms < 0 || ms > kMost)
        return say(language, Phrase::NoTimeLimit);
    const Duration limit = connscope::ms(ms);
    return say(language, Phrase::TimeLimit,
        language == Language::English ? formatDuration(limit) : lengthOfTime(limit, language));
}

Phrase endOf(Side side)
{
    switch (side) {
    case Side::Client:
        return Phrase::ClientsEnd;
    case Side::Broker:
        return Phrase::BrokersEnd;
    case Side::Network:
        return Phrase::TheNetwork;
    case Side::None:
        break;
    }
    return Phrase::OneEnd;
}

bool isPlainStart(const Event& e)
{
    return e.rule == trace::RuleId::StartOfWorld && !e.connection.isValid() && !e.client.isValid()
        && !e.broker.isValid();
}

/// The pattern of an event's sentence. \a hasText: it carries a text.
Phrase phraseOf(const Event& e, bool hasText)
{
    if (isPlainStart(e))
        return Phrase::ScenarioBegins;
    switch (e.kind) {
    case EventKind::ClientCreated: {
        const std::string_view kind = trace::clientKindName(static_cast<trace::ClientKind>(e.value));
        return kind.empty() || kind == "other" ? Phrase::ClientCreated : Phrase::ClientCreatedKind;
    }
    case EventKind::ClientCloseCalled:
        return Phrase::CloseCalled;
    case EventKind::ClientClosed:
        return Phrase::ClientClosed;
    case EventKind::ClientKilled:
        return Phrase::ClientKilled;
    case EventKind::ClientPaused:
        return Phrase::ClientPaused;
    case EventKind::ClientResumed:
        return Phrase::ClientResumed;
    case EventKind::AppCall:
        return Phrase::AppCall;
    case EventKind::AppReturn:
        return Phrase::AppReturn;
    case EventKind::ConnectStarted:
        return Phrase::ConnectStarted;
    case EventKind::Connected:
        return Phrase::Connected;
    case EventKind::Authenticated:
        return Phrase::Authenticated;
    case EventKind::Ready:
        return Phrase::Ready;
    case EventKind::ConnectFailed:
        return Phrase::ConnectFailed;
    case EventKind::Disconnected:
        return Phrase::Disconnected;
    case EventKind::BackoffStarted:
        return Phrase::BackoffStarted;
    case EventKind::IdleExpired:
        return Phrase::IdleExpired;
    case EventKind::NodeInferred:
        return Phrase::NodeInferred;
    case EventKind::ProtocolError:
        return e.rule == trace::RuleId::AuthenticationFailed ? Phrase::AuthenticationFailed : Phrase::ProtocolError;
    case EventKind::TcpState:
        return Phrase::TcpState;
    case EventKind::SynDropped:
        return Phrase::SynDropped;
    case EventKind::FinSent:
        return Phrase::FinSent;
    case EventKind::FinReceived:
        return Phrase::FinReceived;
    case EventKind::ResetSent:
        return Phrase::ResetSent;
    case EventKind::ResetReceived:
        return Phrase::ResetReceived;
    case EventKind::Closed:
        return Phrase::Closed;
    case EventKind::RequestQueued:
        return Phrase::RequestQueued;
    case EventKind::RequestSent:
        return Phrase::RequestSent;
    case EventKind::RequestReceived:
        return Phrase::RequestReceived;
    case EventKind::ResponseSent:
        return Phrase::ResponseSent;
    case EventKind::ResponseReceived:
        return Phrase::ResponseReceived;
    case EventKind::RequestCancelled:
        return Phrase::RequestCancelled;
    case EventKind::RequestTimedOut:
        return Phrase::RequestTimedOut;
    case EventKind::NodeChosen:
        return Phrase::NodeChosen;
    case EventKind::NodeNotFound:
        return Phrase::NodeNotFound;
    case EventKind::MetadataRequested:
        return Phrase::MetadataRequested;
    case EventKind::MetadataUpdated:
        return Phrase::MetadataUpdated;
    case EventKind::MetadataFailed:
        return Phrase::MetadataFailed;
    case EventKind::CoordinatorFound:
        return Phrase::CoordinatorFound;
    case EventKind::CoordinatorLost:
        return hasText ? Phrase::CoordinatorLostOf : Phrase::CoordinatorLost;
    case EventKind::GroupJoined:
        return Phrase::GroupJoined;
    case EventKind::PartitionsAssigned:
        return Phrase::PartitionsAssigned;
    case EventKind::PartitionsRevoked:
        return Phrase::PartitionsRevoked;
    case EventKind::GroupLeft:
        return Phrase::GroupLeft;
    case EventKind::FetchPositionReset:
        return Phrase::FetchPositionReset;
    case EventKind::RecordsDelivered:
        return hasText ? Phrase::RecordsDeliveredFor : Phrase::RecordsDelivered;
    case EventKind::RecordsFailed:
        return Phrase::RecordsFailed;
    case EventKind::BatchReady:
        return hasText ? Phrase::BatchReadyFor : Phrase::BatchReady;
    case EventKind::TransactionState:
        return Phrase::TransactionState;
    case EventKind::BrokerUp:
        return Phrase::BrokerUp;
    case EventKind::BrokerDown:
        return hasText ? Phrase::BrokerDownHow : Phrase::BrokerDown;
    case EventKind::BrokerPaused:
        return Phrase::BrokerPaused;
    case EventKind::BrokerResumed:
        return Phrase::BrokerResumed;
    case EventKind::BrokerSlow:
        return e.value == 0 ? Phrase::BrokerFast : Phrase::BrokerSlow;
    case EventKind::LeaderMoved:
        return e.broker.isValid() ? Phrase::LeaderMoved : Phrase::LeaderNone;
    case EventKind::CoordinatorMoved:
        return e.broker.isValid() ? Phrase::CoordinatorMoved : Phrase::CoordinatorNone;
    case EventKind::TopicCreated:
        return Phrase::TopicCreated;
    case EventKind::LinkCut:
        return Phrase::LinkCut;
    case EventKind::LinkHealed:
        return Phrase::LinkHealed;
    case EventKind::FlowForgotten:
        return Phrase::FlowForgotten;
    case EventKind::PacketDropped:
        return Phrase::PacketDropped;
    case EventKind::GroupRebalancing:
        return Phrase::GroupRebalancing;
    case EventKind::MemberRemoved:
        return Phrase::MemberRemoved;
    case EventKind::Action:
        return Phrase::Action;
    case EventKind::ConfigChanged:
        return Phrase::ConfigChanged;
    case EventKind::Mark:
        return Phrase::Mark;
    case EventKind::Stopped:
        return Phrase::Stopped;
    case EventKind::EventsDropped:
        return Phrase::EventsDropped;
    case EventKind::WholeFromHere:
        return Phrase::WholeFromHere;
    case EventKind::EarlierTraffic:
        return e.side == Side::Broker ? Phrase::EarlierAnswers : Phrase::EarlierRequests;
    }
    return Phrase::Mark;
}

/// What an event's text adds behind a colon; "" where the pattern has it already or it has none.
std::string addition(const Event& e, const std::string& text, Language language)
{
    switch (e.kind) {
    case EventKind::AppReturn:
    case EventKind::TransactionState:
        return errorText(e.value, language);
    case EventKind::RequestQueued:
    case EventKind::RequestSent:
    case EventKind::ResponseSent:
    case EventKind::ResponseReceived:
    case EventKind::MetadataRequested:
    case EventKind::MetadataUpdated:
    case EventKind::MetadataFailed:
    case EventKind::PacketDropped:
    case EventKind::Mark:
    case EventKind::Stopped:
        return text;
    default:
        return {};
    }
}

/// What a session writes into the text of an event in English words: how a broker went down, what a transaction does, what
/// metadata changed. Everything else is a name of the scenario's or of Kafka's.
std::string textOf(const trace::Trace& trace, const Event& e, Language language)
{
    const std::string_view text = trace.text(e.text);
    constexpr std::string_view kGroup = "group ";
    constexpr std::string_view kTransaction = "transaction ";
    const bool isOfACoordinator = e.kind == EventKind::CoordinatorFound || e.kind == EventKind::CoordinatorLost
        || e.kind == EventKind::CoordinatorMoved;
    if (language == Language::Chinese && isOfACoordinator && text.starts_with(kGroup))
        return "消费组 " + printable(text.substr(kGroup.size()), kTextLimit);
    if (language == Language::Chinese && isOfACoordinator && text.starts_with(kTransaction))
        return "事务 " + printable(text.substr(kTransaction.size()), kTextLimit);
    if (language == Language::Chinese && e.kind == EventKind::PacketDropped) {
        for (const auto& [english, chinese] :
            {std::pair<std::string_view, std::string_view> {" request", " 请求"}, {" response", " 响应"}}) {
            if (text.ends_with(english))
                return printable(text.substr(0, text.size() - english.size()), kTextLimit) + std::string(chinese);
        }
    }
    if (language == Language::English
        || (e.kind != EventKind::BrokerDown && e.kind != EventKind::TransactionState
            && e.kind != EventKind::MetadataUpdated && e.kind != EventKind::Action))
        return printable(text, kTextLimit);
    if (isPlainStart(e))
        return say(language, Phrase::ScenarioBegins);
    for (int i = static_cast<int>(Phrase::Killed); i <= static_cast<int>(Phrase::BrokerList); ++i) {
        if (text == pattern(static_cast<Phrase>(i), Language::English))
            return say(language, static_cast<Phrase>(i));
    }
    constexpr std::string_view kLeaderOf = "leader of ";
    if (text.starts_with(kLeaderOf))
        return say(language, Phrase::LeaderOf, printable(text.substr(kLeaderOf.size()), kTextLimit));
    // The one action that no scenario spells out; the others are in the file's own words.
    constexpr std::string_view kStart = "start client ";
    if (text.starts_with(kStart))
        return say(language, Phrase::StartClient, printable(text.substr(kStart.size()), kTextLimit));
    if (e.kind == EventKind::Action)
        return spokenAction(printable(text, kTextLimit), language);
    return printable(text, kTextLimit);
}

/// An event's own words for slots of the patterns.
class EventSlots {
public:
    EventSlots(const Event& event, std::string text, Language language)
        : m_event(event)
        , m_text(std::move(text))
        , m_language(language)
    {
    }
    const std::string& text() const { return m_text; }

    std::string of(std::string_view slot) const
    {
        if (slot == "text")
            return m_text;
        if (slot == "value")
            return std::to_string(m_event.value);
        if (slot == "took")
            return lengthOfTime(Duration {m_event.value}, m_language);
        if (slot == "limit")
            return timeout(m_event.value, m_language);
        if (slot == "request")
            return requestText(m_event);
        if (slot == "kind")
            return std::string(clientKindWord(static_cast<trace::ClientKind>(m_event.value), m_language));
        if (slot == "state")
            return std::string(trace::tcpStateName(m_event.state));
        if (slot == "end")
            return say(m_language, endOf(m_event.side));
        if (slot == "nodes")
            return counted(m_language, Phrase::Nodes, m_event.size);
        if (slot == "brokers")
            return counted(m_language, Phrase::Brokers, m_event.size);
        if (slot == "records")
            return counted(m_language, Phrase::Records, asCount(m_event.value));
        if (slot == "partitions")
            return counted(m_language, Phrase::Partitions, asCount(m_event.value));
        if (slot == "members")
            return counted(m_language, Phrase::Members, asCount(m_event.value));
        if (slot == "requests")
            return counted(m_language, Phrase::Requests, m_event.size);
        if (slot == "answers")
            return counted(m_language, Phrase::Answers, m_event.size);
        return {};
    }

private:
    const Event& m_event;
    std::string m_text;
    Language m_language;
};

/// Parts that are there, with commas.
std::string list(Language language, std::initializer_list<std::string> parts)
{
    std::string out;
    for (const std::string& part : parts) {
        if (part.empty())
            continue;
        if (!out.empty())
            out += pattern(Phrase::Comma, language);
        out += part;
    }
    return out;
}

} // namespace

std::string requestText(const Event& e)
{
    std::string out(apiName(e.api));
    if (e.correlation >= 0)
        (out += ' ') += std::to_string(e.correlation);
    return out;
}

std::string lengthOfTime(Duration d, Language language)
{
    const std::int64_t ns = d.count();
    if (ns >= 1'000'000'000 || ns <= 0)
        return say(language, Phrase::Seconds, formatSeconds(d, 3));
    if (ns >= 1'000'000)
        return say(language, Phrase::Milliseconds, formatSeconds(d * 1000, 3));
    if (ns >= 1'000)
        return say(language, Phrase::Microseconds, std::to_string(ns / 1'000));
    return say(language, Phrase::Nanoseconds, std::to_string(ns));
}

std::string details(const trace::Trace& trace, const Event& e, Language language)
{
    const EventSlots slots(e, textOf(trace, e, language), language);
    const std::string& text = slots.text();
    const auto with
        = [&](Phrase phrase) { return say(language, phrase, [&](std::string_view slot) { return slots.of(slot); }); };
    const auto parts = [&](std::initializer_list<std::string> p) { return list(language, p); };
    const auto bytes = [&] { return e.size > 0 ? counted(language, Phrase::Bytes, e.size) : std::string(); };
    const auto side = [&] { return std::string(sideWord(e.side, language)); };
    const std::string who = broker(e, language);
    switch (e.kind) {
    case EventKind::ClientCreated:
        return slots.of("kind");
    case EventKind::ClientCloseCalled:
        return slots.of("limit");
    case EventKind::AppReturn:
        return parts({text, errorText(e.value, language)});
    case EventKind::ConnectStarted:
        return parts({text, who});
    case EventKind::BackoffStarted:
        return with(Phrase::UntilAgain);
    case EventKind::IdleExpired:
        return parts({side(), with(Phrase::SinceLastUse)});
    case EventKind::NodeInferred:
        return parts({std::string(apiName(e.api)), who});
    case EventKind::ProtocolError:
        return parts({side(), text});
    case EventKind::TcpState: {
        const std::string out = side().append(" ").append(trace::tcpStateName(e.state));
        if (e.state == trace::TcpState::SynSent)
            return parts({out, text.empty() ? text : with(Phrase::From), who});
        return parts({out, text});
    }
    case EventKind::SynDropped:
        return with(Phrase::Attempt);
    case EventKind::FinSent:
    case EventKind::FinReceived:
    case EventKind::ResetSent:
    case EventKind::ResetReceived:
    case EventKind::Closed:
        return parts({side(), std::string(trace::tcpStateName(e.state)), text});
    case EventKind::RequestQueued:
    case EventKind::RequestCancelled:
    case EventKind::RequestTimedOut:
        return parts({requestText(e), text});
    case EventKind::RequestSent:
    case EventKind::RequestReceived:
        return parts({requestText(e), text, bytes()});
    case EventKind::EarlierTraffic:
        return parts({requestText(e), slots.of(e.side == Side::Broker ? "answers" : "requests"),
            counted(language, Phrase::Bytes, asCount(e.value))});
    case EventKind::ResponseSent:
        return parts({requestText(e), text, bytes(), with(Phrase::AtTheBroker)});
    case EventKind::ResponseReceived:
        return parts({requestText(e), text, bytes(), with(Phrase::AfterSent)});
    case EventKind::NodeChosen:
        return parts({with(Phrase::OfNodes), with(Phrase::InFlightThere)});
    case EventKind::NodeNotFound:
        return with(Phrase::UntilItTries);
    case EventKind::MetadataUpdated:
        return parts({with(Phrase::Version), slots.of("brokers"), text});
    case EventKind::GroupJoined:
        return parts({with(Phrase::Generation), text});
    case EventKind::FetchPositionReset:
        return parts({text, with(Phrase::Offset)});
    case EventKind::RecordsDelivered:
    case EventKind::RecordsFailed:
        return parts({slots.of("records"), text});
    case EventKind::BatchReady:
        return parts({text, slots.of("records"), who});
    case EventKind::BrokerSlow:
        return parts({who, with(e.value == 0 ? Phrase::NoLonger : Phrase::MoreForEach)});
    case EventKind::CoordinatorFound:
        return parts({text, who});
    case EventKind::BrokerUp:
    case EventKind::BrokerDown:
    case EventKind::BrokerPaused:
    case EventKind::BrokerResumed:
    case EventKind::ConfigChanged:
        return parts({who, text});
    case EventKind::LeaderMoved:
        return e.broker.isValid() ? parts({who, text}) : with(Phrase::LeaderNone);
    case EventKind::CoordinatorMoved:
        return e.broker.isValid() ? parts({who, text}) : with(Phrase::CoordinatorNone);
    case EventKind::TopicCreated:
        return parts({text, slots.of("partitions")});
    case EventKind::FlowForgotten:
        return parts({with(Phrase::Idle), text});
    case EventKind::GroupRebalancing:
        return parts({text, slots.of("members"), who});
    default:
        return text;
    }
}

std::string sentence(const Names& names, const Event& e, Language language)
{
    const EventSlots slots(e, textOf(names.trace(), e, language), language);
    const auto orElse = [&](const std::string& words, Phrase otherwise) {
        return words.empty() ? say(language, otherwise) : words;
    };
    const std::function<std::string(std::string_view)> fill = [&](std::string_view slot) {
        if (slot == "client")
            return orElse(names.client(e.client, language), Phrase::AClient);
        if (slot == "place")
            return orElse(names.place(e, language), Phrase::ANode);
        if (slot == "broker")
            return orElse(broker(e, language), Phrase::ABroker);
        if (slot == "closer")
            return e.side == Side::Broker ? say(language, Phrase::TheBroker)
                                          : orElse(names.client(e.client, language), Phrase::AClient);
        const bool isList = e.kind == EventKind::PartitionsAssigned || e.kind == EventKind::PartitionsRevoked;
        if (slot == "text" && isList)
            return orElse(slots.text(), Phrase::NoPartitions);
        return slots.of(slot);
    };
    const Phrase phrase = phraseOf(e, !slots.text().empty());
    std::string out = say(language, phrase, fill);
    const std::string more = phrase == Phrase::ScenarioBegins ? std::string() : addition(e, slots.text(), language);
    if (more.empty())
        return out;
    return say(language, Phrase::WithText, [&](std::string_view slot) { return slot == "what" ? out : more; });
}

} // namespace connscope::analysis
