// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/logwriter.h"

#include "protocol/apiversions.h"

#include <vector>

namespace connscope::analysis {

using protocol::LogTemplate;
using trace::Event;
using trace::EventKind;
using trace::RuleId;

void LogWriter::metadataUpdated()
{
    if (m_client->kind == trace::ClientKind::Admin)
        return;
    if (m_event->rule == RuleId::Rebootstrap) {
        m_state->bootstrapping = true;
        return print(
            LogTemplate::Rebootstrapping, {"Cluster(id = null, nodes = [...], partitions = [], controller = null)"});
    }
    if (m_event->rule == RuleId::LeadershipChanged)
        return;
    if (m_event->rule == RuleId::NodesReplaced)
        m_state->bootstrapping = false;
    metadataErrors();
    if (m_event->rule == RuleId::NodesReplaced)
        print(LogTemplate::ClusterId, {"..."});
    std::string nodes;
    for (const BrokerId broker : m_clients.knownBrokers()) {
        nodes += nodes.empty() ? "" : ", ";
        nodes += before(2, 4) ? std::string() : std::to_string(broker.value) + "=";
        nodes += m_clients.brokerAddress(broker) + " (id: " + std::to_string(broker.value)
            + " rack: " + m_clients.rack(broker) + ")";
    }
    if (!m_clients.knowsAllBrokers())
        nodes += nodes.empty() ? "..." : ", ...";
    const std::string cluster = before(2, 2)
        ? "Cluster(id = ..., nodes = [" + nodes + "], partitions = [...], controller = ...)"
        : before(2, 4)
        ? "MetadataCache{cluster=Cluster(id = ..., nodes = [" + nodes + "], partitions = [...], controller = ...)}"
        : before(3, 8) ? "MetadataCache{clusterId='...', nodes={" + nodes + "}, partitions=[...], controller=...}"
                       : "MetadataSnapshot{clusterId='...', nodes={" + nodes + "}, partitions=[...], controller=...}";
    print(LogTemplate::UpdatedMetadata, {std::to_string(m_event->value), cluster});
}

void LogWriter::metadataErrors()
{
    for (std::size_t i = m_index + 1; i < m_trace.size() && m_trace[i].at == m_event->at; ++i) {
        const Event& e = m_trace[i];
        if (e.kind != EventKind::MetadataFailed || e.client != m_event->client || e.cause.value != m_index)
            continue;
        const std::string_view errors = m_trace.text(e.text);
        std::string map;
        std::vector<std::pair<std::string, std::string>> topics;
        for (std::string_view rest = errors; !rest.empty();) {
            const std::size_t comma = rest.find(',');
            std::string_view item = rest.substr(0, comma);
            while (!item.empty() && item.front() == ' ')
                item.remove_prefix(1);
            const std::size_t end = item.find_first_of(":="); // "topic: ERROR" or "topic=ERROR"
            if (end != std::string_view::npos) {
                const std::size_t error = item.find_first_not_of(": =", end);
                topics.emplace_back(
                    item.substr(0, end), error == std::string_view::npos ? std::string_view {} : item.substr(error));
            }
            rest = comma == std::string_view::npos ? std::string_view {} : rest.substr(comma + 1);
        }
        for (const auto& [topic, error] : topics)
            map += (map.empty() ? "" : ", ") + topic + "=" + error;
        const EventId answer = m_event->cause;
        const std::int32_t correlation = answer.isValid() ? m_trace[answer].correlation : -1;
        print(LogTemplate::MetadataError,
            {std::to_string(correlation), "{" + (topics.empty() ? std::string(errors) : map) + "}"});
        for (const auto& [topic, error] : topics)
            print(LogTemplate::RequestingMetadataForTopic, {topic, error});
        return;
    }
}

void LogWriter::coordinatorFound()
{
    if (!m_client->isConsumer()) {
        const std::size_t space = text().find(' ');
        return print(LogTemplate::DiscoveredCoordinator, {text().substr(0, space), full()});
    }
    if (m_event->cause.isValid()) {
        const Event& answer = m_trace[m_event->cause];
        LogRequest r = requestOf();
        r.api = ApiKey::FindCoordinator;
        r.correlation = answer.correlation;
        r.version = sentVersion(answer);
        const std::string group = "group:" + m_client->groupId();
        r.detail = group;
        print(LogTemplate::ReceivedFindCoordinator,
            {clientResponse(r, responseBody(r, {}, m_clients, m_trace, m_event->cause))});
    }
    print(LogTemplate::DiscoveredGroupCoordinator, {full()});
}

std::int16_t LogWriter::sentVersion(const Event& answer) const
{
    EventId cause = answer.cause;
    for (int steps = 0; steps < 8 && cause.isValid(); ++steps) {
        const Event& e = m_trace[cause];
        if (e.kind == EventKind::RequestSent && e.correlation == answer.correlation)
            return static_cast<std::int16_t>(e.value);
        cause = e.cause;
    }
    const auto own = protocol::clientApiVersions(m_client->version, ApiKey::FindCoordinator);
    return own ? own->max : std::int16_t {0};
}

void LogWriter::coordinatorLost()
{
    if (!m_client->isConsumer())
        return;
    std::string_view cause = "coordinator unavailable";
    bool gone = true;
    if (m_event->rule == RuleId::CoordinatorChanged || m_event->rule == RuleId::CoordinatorLoading) {
        cause = m_event->rule == RuleId::CoordinatorChanged ? "error response NOT_COORDINATOR"
                                                            : "error response COORDINATOR_NOT_AVAILABLE";
        gone = false;
    } else if (m_event->rule == RuleId::SessionTimeout) {
        cause = "session timed out without receiving a heartbeat response";
        gone = false;
    }
    print(LogTemplate::CoordinatorUnavailable, {full()});
    print(LogTemplate::CoordinatorUnavailableDueTo, {full(), cause, gone ? "true" : "false"});
    if (!gone)
        print(LogTemplate::RequestingDisconnect, {full()});
}

void LogWriter::groupJoined()
{
    m_state->memberId = std::string(text());
    m_state->generation = m_event->value;
    if (before(2, 4)) {
        print(LogTemplate::JoinedGroup, {std::to_string(m_event->value)});
        return print(LogTemplate::HeartbeatThreadEnabled);
    }
    print(LogTemplate::SyncedGroup, {generationText(m_event->value, m_state->memberId)});
}

} // namespace connscope::analysis
