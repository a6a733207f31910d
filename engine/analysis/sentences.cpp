// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sentences.h"

#include "base/text.h"
#include "protocol/errors.h"

#include <cstdint>
#include <limits>
#include <string_view>

namespace connscope::analysis {

using trace::Event;
using trace::EventKind;
using trace::Side;

namespace {

constexpr std::size_t kTextLimit = 400; // bytes of one text that are shown

std::string broker(const Event& e)
{
    return e.broker.isValid() ? "broker " + std::to_string(e.broker.value) : std::string();
}

/// Kafka's name of an error number of an event; "" for 0.
std::string errorText(std::int64_t code)
{
    if (code == 0)
        return {};
    if (code >= std::numeric_limits<std::int16_t>::min() && code <= std::numeric_limits<std::int16_t>::max()) {
        const std::string_view name = protocol::errorName(static_cast<protocol::ErrorCode>(code));
        if (!name.empty())
            return std::string(name);
    }
    return "error " + std::to_string(code);
}

/// A timeout in milliseconds as the applications give it.
std::string timeout(std::int64_t ms)
{
    if (ms < 0)
        return "no time limit";
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 1'000'000;
    return ms > kMost ? "no time limit" : "timeout " + formatDuration(connscope::ms(ms));
}

/// "METADATA 2": a request and its correlation id.
std::string request(const Event& e)
{
    std::string out(apiName(e.api));
    if (e.correlation >= 0)
        (out += ' ') += std::to_string(e.correlation);
    return out;
}

/// Parts that are there, with commas.
std::string list(std::initializer_list<std::string> parts)
{
    std::string out;
    for (const std::string& part : parts) {
        if (part.empty())
            continue;
        if (!out.empty())
            out += ", ";
        out += part;
    }
    return out;
}

std::string withText(std::string text, const std::string& more)
{
    if (!more.empty())
        (text += ": ") += more;
    return text;
}

std::string end(Side side)
{
    switch (side) {
    case Side::Client:
        return "the client's end";
    case Side::Broker:
        return "the broker's end";
    case Side::Network:
        return "the network";
    case Side::None:
        break;
    }
    return "one end";
}

} // namespace

std::string lengthOfTime(Duration d)
{
    const std::int64_t ns = d.count();
    if (ns >= 1'000'000'000 || ns <= 0)
        return formatSeconds(d, 3) + " s";
    if (ns >= 1'000'000)
        return formatSeconds(d * 1000, 3) + " ms";
    if (ns >= 1'000)
        return std::to_string(ns / 1'000) + " µs";
    return std::to_string(ns) + " ns";
}

std::string details(const trace::Trace& trace, const Event& e)
{
    const std::string text = printable(trace.text(e.text), kTextLimit);
    const auto took = [&](std::string_view what) { return lengthOfTime(Duration {e.value}).append(what); };
    switch (e.kind) {
    case EventKind::ClientCreated:
        return std::string(trace::clientKindName(static_cast<trace::ClientKind>(e.value)));
    case EventKind::ClientCloseCalled:
        return timeout(e.value);
    case EventKind::AppReturn:
        return list({text, errorText(e.value)});
    case EventKind::ConnectStarted:
        return list({text, broker(e)});
    case EventKind::BackoffStarted:
        return took(" until it may be tried again");
    case EventKind::IdleExpired:
        return list({std::string(trace::sideName(e.side)), took(" since last use")});
    case EventKind::TcpState: {
        std::string out = std::string(trace::sideName(e.side)).append(" ").append(trace::tcpStateName(e.state));
        if (e.state == trace::TcpState::SynSent)
            return list({out, text.empty() ? text : "from " + text, broker(e)});
        return list({out, text});
    }
    case EventKind::SynDropped:
        return "attempt " + std::to_string(e.value);
    case EventKind::FinSent:
    case EventKind::FinReceived:
    case EventKind::ResetSent:
    case EventKind::ResetReceived:
    case EventKind::Closed:
        return list({std::string(trace::sideName(e.side)), std::string(trace::tcpStateName(e.state)), text});
    case EventKind::RequestQueued:
    case EventKind::RequestCancelled:
    case EventKind::RequestTimedOut:
        return list({request(e), text});
    case EventKind::RequestSent:
    case EventKind::RequestReceived:
        return list({request(e), text, e.size > 0 ? counted(e.size, "byte") : std::string()});
    case EventKind::ResponseSent:
        return list({request(e), text, e.size > 0 ? counted(e.size, "byte") : std::string(), took(" at the broker")});
    case EventKind::ResponseReceived:
        return list(
            {request(e), text, e.size > 0 ? counted(e.size, "byte") : std::string(), took(" after it was sent")});
    case EventKind::NodeChosen:
        return list({"of " + counted(e.size, "node"), std::to_string(e.value) + " in flight there"});
    case EventKind::NodeNotFound:
        return took(" until it tries again");
    case EventKind::MetadataUpdated:
        return list({"version " + std::to_string(e.value), counted(e.size, "broker"), text});
    case EventKind::CoordinatorFound:
        return list({text, broker(e)});
    case EventKind::GroupJoined:
        return list({"generation " + std::to_string(e.value), text});
    case EventKind::FetchPositionReset:
        return list({text, "offset " + std::to_string(e.value)});
    case EventKind::RecordsDelivered:
        return list({counted(static_cast<std::uint64_t>(e.value), "record"), text});
    case EventKind::BatchReady:
        return list({text, counted(static_cast<std::uint64_t>(e.value), "record"), broker(e)});
    case EventKind::BrokerSlow:
        return list({broker(e), e.value == 0 ? std::string("no longer") : took(" more for each answer")});
    case EventKind::BrokerUp:
    case EventKind::BrokerDown:
    case EventKind::BrokerPaused:
    case EventKind::BrokerResumed:
    case EventKind::LeaderMoved:
    case EventKind::CoordinatorMoved:
        return list({broker(e), text});
    case EventKind::TopicCreated:
        return list({text, counted(static_cast<std::uint64_t>(e.value), "partition")});
    case EventKind::FlowForgotten:
        return list({took(" idle"), text});
    case EventKind::GroupRebalancing:
        return list({text, counted(static_cast<std::uint64_t>(e.value), "member"), broker(e)});
    case EventKind::ClientClosed:
    case EventKind::ClientKilled:
    case EventKind::ClientPaused:
    case EventKind::ClientResumed:
    case EventKind::AppCall:
    case EventKind::Connected:
    case EventKind::Authenticated:
    case EventKind::Ready:
    case EventKind::ConnectFailed:
    case EventKind::Disconnected:
    case EventKind::MetadataRequested:
    case EventKind::MetadataFailed:
    case EventKind::CoordinatorLost:
    case EventKind::PartitionsAssigned:
    case EventKind::PartitionsRevoked:
    case EventKind::GroupLeft:
    case EventKind::TransactionState:
    case EventKind::LinkCut:
    case EventKind::LinkHealed:
    case EventKind::PacketDropped:
    case EventKind::MemberRemoved:
    case EventKind::Action:
    case EventKind::Mark:
    case EventKind::Stopped:
        return text;
    case EventKind::ConfigChanged:
        return list({broker(e), text});
    }
    return text;
}

std::string sentence(const Names& names, const Event& e)
{
    const std::string text = printable(names.trace().text(e.text), kTextLimit);
    const std::string client = names.client(e.client).empty() ? std::string("a client") : names.client(e.client);
    const std::string place = names.place(e).empty() ? std::string("a node") : names.place(e);
    const std::string who = e.broker.isValid() ? broker(e) : std::string("a broker");
    const auto took = [&] { return lengthOfTime(Duration {e.value}); };
    const std::string value = std::to_string(e.value);

    if (e.rule == trace::RuleId::StartOfWorld && !e.connection.isValid() && !e.client.isValid()
        && !e.broker.isValid())
        return "the scenario begins";
    switch (e.kind) {
    case EventKind::ClientCreated: {
        const std::string_view kind = trace::clientKindName(static_cast<trace::ClientKind>(e.value));
        return "the application creates " + client
            + (kind.empty() || kind == "other" ? std::string() : " (" + std::string(kind) + ')');
    }
    case EventKind::ClientCloseCalled:
        return "the application calls close() on " + client + " (" + timeout(e.value) + ')';
    case EventKind::ClientClosed:
        return client + " is closed";
    case EventKind::ClientKilled:
        return "the process of " + client + " is killed";
    case EventKind::ClientPaused:
        return "the process of " + client + " stops running; its kernel goes on";
    case EventKind::ClientResumed:
        return "the process of " + client + " runs again";
    case EventKind::AppCall:
        return "the application calls " + text + " on " + client;
    case EventKind::AppReturn:
        return withText(text + " returns to the application of " + client, errorText(e.value));
    case EventKind::ConnectStarted:
        return client + " starts to connect to " + place;
    case EventKind::Connected:
        return client + " is connected to " + place;
    case EventKind::Authenticated:
        return client + " is authenticated at " + place;
    case EventKind::Ready:
        return place + " is ready: " + client + " may send requests to it";
    case EventKind::ConnectFailed:
        return client + " cannot connect to " + place;
    case EventKind::Disconnected:
        return client + " notices that its connection to " + place + " has ended";
    case EventKind::BackoffStarted:
        return client + " waits " + took() + " before it may connect to " + place + " again";
    case EventKind::IdleExpired:
        return (e.side == Side::Broker ? "the broker" : client) + " closes the connection between " + client + " and "
            + place + " after " + took() + " without use";
    case EventKind::TcpState:
        return end(e.side) + " of the connection between " + client + " and " + place + " goes to "
            + std::string(trace::tcpStateName(e.state));
    case EventKind::SynDropped:
        return "SYN number " + value + " from " + client + " to " + place + " is not answered";
    case EventKind::FinSent:
        return end(e.side) + " of the connection between " + client + " and " + place + " sends its FIN";
    case EventKind::FinReceived:
        return end(e.side) + " of the connection between " + client + " and " + place
            + " receives the other end's FIN";
    case EventKind::ResetSent:
        return end(e.side) + " of the connection between " + client + " and " + place + " sends a reset";
    case EventKind::ResetReceived:
        return end(e.side) + " of the connection between " + client + " and " + place + " receives a reset";
    case EventKind::Closed:
        return end(e.side) + " of the connection between " + client + " and " + place + " is closed";
    case EventKind::RequestQueued:
        return withText(client + " has " + request(e) + " for " + place + " wait for its connection", text);
    case EventKind::RequestSent:
        return withText(client + " sends " + request(e) + " to " + place, text);
    case EventKind::RequestReceived:
        return who + " reads " + request(e) + " from " + client;
    case EventKind::ResponseSent:
        return withText(who + " answers " + request(e) + " of " + client, text);
    case EventKind::ResponseReceived:
        return withText(client + " gets the answer to " + request(e) + " from " + place, text);
    case EventKind::RequestCancelled:
        return client + " gives up " + request(e) + " to " + place + ", whose connection has ended";
    case EventKind::RequestTimedOut:
        return request(e) + " of " + client + " to " + place + " was not answered in time";
    case EventKind::NodeChosen:
        return client + " chooses " + place + " of " + counted(e.size, "node") + " (" + value + " in flight there)";
    case EventKind::NodeNotFound:
        return client + " finds no usable node and tries again in " + took();
    case EventKind::MetadataRequested:
        return withText(client + " wants a metadata update", text);
    case EventKind::MetadataUpdated:
        return withText(
            client + " learns the cluster: metadata version " + value + ", " + counted(e.size, "broker"), text);
    case EventKind::MetadataFailed:
        return withText(client + " must ask for metadata again", text);
    case EventKind::CoordinatorFound:
        return client + " learns that " + who + " is the coordinator of " + text;
    case EventKind::CoordinatorLost:
        return client + " no longer trusts its coordinator" + (text.empty() ? std::string() : " of " + text);
    case EventKind::GroupJoined:
        return client + " is a member of its group, generation " + value;
    case EventKind::PartitionsAssigned:
        return client + " gets " + (text.empty() ? std::string("no partitions") : text);
    case EventKind::PartitionsRevoked:
        return client + " gives up " + (text.empty() ? std::string("no partitions") : text);
    case EventKind::GroupLeft:
        return client + " leaves its group";
    case EventKind::FetchPositionReset:
        return client + " will fetch " + text + " from offset " + value;
    case EventKind::RecordsDelivered:
        return counted(static_cast<std::uint64_t>(e.value), "record") + " of " + client
            + (text.empty() ? std::string() : " for " + text) + " are through";
    case EventKind::BatchReady:
        return client + " has a batch ready" + (text.empty() ? std::string() : " for " + text) + ", whose leader is "
            + who;
    case EventKind::TransactionState:
        return client + "'s transaction: " + text;
    case EventKind::BrokerUp:
        return who + " is up";
    case EventKind::BrokerDown:
        return who + " goes down" + (text.empty() ? std::string() : " (" + text + ')');
    case EventKind::BrokerPaused:
        return who + " stops running; its kernel goes on";
    case EventKind::BrokerResumed:
        return who + " runs again";
    case EventKind::BrokerSlow:
        return e.value == 0 ? who + " is as fast as before" : who + " takes " + took() + " more for each answer";
    case EventKind::LeaderMoved:
        return e.broker.isValid() ? who + " becomes the leader of " + text : text + " has no leader";
    case EventKind::CoordinatorMoved:
        return who + " becomes the coordinator of " + text;
    case EventKind::TopicCreated:
        return "topic " + text + " is created with " + counted(static_cast<std::uint64_t>(e.value), "partition");
    case EventKind::LinkCut:
        return "the link " + text + " is cut";
    case EventKind::LinkHealed:
        return "the link " + text + " works again";
    case EventKind::FlowForgotten:
        return "a middlebox forgets the connection between " + client + " and " + place + ", which was silent for "
            + took();
    case EventKind::PacketDropped:
        return withText("a segment between " + client + " and " + place + " is lost", text);
    case EventKind::GroupRebalancing:
        return "group " + text + " rebalances: " + counted(static_cast<std::uint64_t>(e.value), "member");
    case EventKind::MemberRemoved:
        return "the coordinator removes member " + text;
    case EventKind::Action:
        return "the scenario does this: " + text;
    case EventKind::ConfigChanged:
        return "the configuration says " + text;
    case EventKind::Mark:
        return withText("a mark is set", text);
    case EventKind::Stopped:
        return withText("the run stops", text);
    }
    return std::string(trace::kindName(e.kind));
}

} // namespace connscope::analysis
