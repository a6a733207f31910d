// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/logwriter.h"

#include <algorithm>
#include <utility>

namespace connscope::analysis {

using protocol::LogTemplate;
using trace::EventKind;
using trace::RuleId;

namespace {

/// The error beside "Connection with … disconnected", first line of its stack trace.
std::string_view exceptionOf(RuleId rule)
{
    switch (rule) {
    case RuleId::ConnectionRefused:
        return "java.net.ConnectException: Connection refused";
    case RuleId::HostUnreachable:
        return "java.net.NoRouteToHostException: No route to host";
    case RuleId::SynRetriesExhausted:
    case RuleId::RetransmissionTimeout:
    case RuleId::KeepaliveTimeout:
        return "java.net.ConnectException: Connection timed out";
    case RuleId::ConnectionReset:
    case RuleId::MiddleboxForgot:
        return "java.io.IOException: Connection reset by peer";
    default:
        return "java.io.EOFException";
    }
}

} // namespace

void LogWriter::nodeChosen()
{
    const LogState::Node& n = node();
    if (before(2, 3)) {
        // While a metadata update is due no node counts as ready (NetworkClient#isReady).
        const bool forMetadata
            = m_event->cause.isValid() && m_trace[m_event->cause].kind == EventKind::MetadataRequested;
        return print(
            n.ready && n.inFlight == 0 && !forMetadata ? LogTemplate::LeastLoadedReady : LogTemplate::LeastLoadedAny,
            {full()});
    }
    if (n.ready && m_event->value == 0)
        return print(LogTemplate::LeastLoadedReady, {full()});
    if (n.ready)
        return print(LogTemplate::LeastLoadedInFlight, {full(), std::to_string(m_event->value)});
    print(n.connecting ? LogTemplate::LeastLoadedConnecting : LogTemplate::LeastLoadedUnconnected, {full()});
}

void LogWriter::connectStarted()
{
    LogState::Node& n = node();
    const Remote r = Remote::parse(text());
    const std::string host = std::exchange(n, {}).host;
    n.connecting = true;
    n.connectStarted = m_event->at;
    n.host = r.host;
    // The line of the DefaultMetadataUpdater, which an admin client does not use.
    if (m_event->rule == RuleId::MetadataNeedsNode && m_client->kind != trace::ClientKind::Admin)
        print(LogTemplate::InitializeConnection, {full()});
    if (!host.empty() && host != r.host)
        print(LogTemplate::HostnameChanged, {id(), host, r.host});
    if (r.address == "unresolved")
        return; // the line comes with the failure, which is told of first
    print(LogTemplate::ResolvedHostAs, {r.host, r.address});
    print(LogTemplate::ResolvedHostTo, {r.host, r.inetAddress()});
    print(LogTemplate::InitiatingConnection, {full(), r.inetAddress()});
}

void LogWriter::connected()
{
    print(LogTemplate::CreatedSocket,
        {m_client->setting("receive.buffer.bytes"), m_client->setting("send.buffer.bytes"), id()});
    wait(format(LogTemplate::CompletedConnection, {id()}));
}

void LogWriter::ready()
{
    LogState::Node& n = node();
    n.connecting = false;
    n.ready = true;
    const std::string versions = apiVersionsText(m_client->version, brokerVersion());
    print(LogTemplate::ApiVersionsRecorded, {id(), versions});
    print(LogTemplate::FinalizedFeatures, {id(), versions});
}

void LogWriter::disconnected()
{
    LogState::Node& n = node();
    const bool connecting = m_event->kind == EventKind::ConnectFailed;
    const Instant started = n.connectStarted;
    std::string host = std::move(n.host);
    n = {};
    n.host = std::move(host); // Kafka's entry of the node stays
    const Remote r = m_clients.remote(m_event->client, m_event->node, m_index);
    switch (m_event->rule) {
    case RuleId::UnresolvedHost:
    case RuleId::RequestTimeout: // the line about it came with RequestTimedOut
        break;
    case RuleId::ConnectionSetupTimeout:
        print(LogTemplate::SetupTimeout, {id(), std::to_string(toMs(m_event->at - started))});
        break;
    case RuleId::CoordinatorChanged: // AbstractCoordinator#markCoordinatorUnknown asks for the disconnect
    case RuleId::CoordinatorLoading:
    case RuleId::SessionTimeout:
        print(LogTemplate::ManuallyDisconnected, {id(), ""});
        return print(LogTemplate::ClientRequestedDisconnect, {id()});
    case RuleId::ClientIdleExpiry:
        if (before(3, 9))
            print(LogTemplate::NodeDisconnected, {id()});
        else
            print(LogTemplate::IdleNodeDisconnected, {id()});
        break;
    default: {
        const std::string channel = before(3, 2) ? std::string() : " (channelId=" + id() + ")";
        print(LogTemplate::ConnectionLost, {r.inetAddress() + channel});
        write(std::string(exceptionOf(m_event->rule)) + '\n');
        print(LogTemplate::NodeDisconnected, {id()});
        if (connecting)
            print(LogTemplate::CouldNotBeEstablished, {id(), r.inetAddress() + ':' + r.port});
        break;
    }
    }
    // Up to 2.4.0 only with a metadata request under way, later as long as the brokers are not known.
    const bool warns = before(2, 4) ? hasMetadataInFlight() : m_state->bootstrapping;
    if (m_event->node.isBootstrap() && warns
        && m_client->kind != trace::ClientKind::Admin) // only the DefaultMetadataUpdater
        print(LogTemplate::BootstrapDisconnected, {full()});
    if (m_event->rule == RuleId::UnresolvedHost)
        print(LogTemplate::ErrorConnecting, {full()});
}

bool LogWriter::hasMetadataInFlight() const
{
    return std::any_of(m_state->sent.begin(), m_state->sent.end(),
        [&](const auto& s) { return s.second.node == m_event->node && s.second.request.api == ApiKey::Metadata; });
}

protocol::KafkaVersion LogWriter::brokerVersion() const
{
    return m_options.brokerVersion.value_or(m_client->version);
}

} // namespace connscope::analysis
