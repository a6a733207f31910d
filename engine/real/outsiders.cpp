// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/outsiders.h"

#include "real/socketowners.h"

#include <algorithm>

namespace connscope::real {

using trace::EventKind;
using trace::RuleId;

bool Outsider::isNoNewcomer(BrokerId broker, std::int32_t correlation) const
{
    if (!knowsCluster)
        return false;
    const bool beganThere = std::find(startedAt.begin(), startedAt.end(), broker) != startedAt.end();
    return correlation > 1 || (process != 0 && (open > 1 || !beganThere));
}

Outsider& Outsiders::find(std::string_view clientId, const Endpoint& from, Instant now, pid_t process)
{
    if (m_known.size() >= kMostKnown)
        forget(now, [](const Outsider&) { return true; });
    const Key key {std::string(clientId), from.addressText()};
    Outsider* last = nullptr;
    const auto [begin, end] = m_known.equal_range(key);
    for (auto it = begin; it != end; ++it) {
        Outsider& one = *it->second;
        if (one.process == process && process != 0)
            return one;
        if (process == 0 || one.process == 0)
            last = &one;
    }
    if (last != nullptr) {
        last->process = process != 0 ? process : last->process;
        return *last;
    }
    const auto& known = m_known.emplace(key, std::make_unique<Outsider>())->second;
    known->id = m_trace.newClient();
    known->clientId = clientId;
    known->process = process;
    trace::Event e;
    e.at = now;
    e.kind = EventKind::ClientCreated;
    e.client = known->id;
    e.value = static_cast<std::int64_t>(trace::ClientKind::Other);
    e.text = m_trace.intern(clientId.empty() ? std::string_view("(no client.id)") : clientId);
    e.rule = RuleId::ObservedPeer;
    e.vantage = trace::Vantage::Inferred;
    known->created = m_trace.append(e);
    return *known;
}

void Outsiders::got(Outsider& client)
{
    ++client.connections;
    if (client.open++ == 0 && client.alone != kNever)
        --m_alone;
    client.alone = kNever;
}

void Outsiders::lost(Outsider& client, Instant now)
{
    if (--client.open > 0)
        return;
    client.alone = now;
    ++m_alone;
}

bool Outsiders::findEnded(Instant now)
{
    if (m_alone > 0)
        forget(now, [now](const Outsider& client) {
            return client.process != 0 ? !isRunning(client.process) : now - client.alone >= kGoneAfter;
        });
    return m_alone > 0;
}

void Outsiders::forget(Instant now, const std::function<bool(const Outsider&)>& isOver)
{
    for (auto it = m_known.begin(); it != m_known.end();) {
        const Outsider& client = *it->second;
        if (client.alone == kNever || !isOver(client)) {
            ++it;
            continue;
        }
        trace::Event e;
        e.at = now;
        e.kind = EventKind::ClientClosed;
        e.cause = client.created;
        e.client = client.id;
        e.rule = RuleId::ObservedPeer;
        e.vantage = trace::Vantage::Inferred;
        m_trace.append(e);
        --m_alone;
        it = m_known.erase(it);
    }
}

void Outsiders::tellSoftware(Outsider& client, std::string_view software, Instant now, EventId cause)
{
    if (software.empty() || client.software == software)
        return;
    client.software = software;
    trace::Event e;
    e.at = now;
    e.kind = EventKind::ConfigChanged;
    e.cause = cause;
    e.client = client.id;
    e.text = m_trace.intern("client.software = " + client.software);
    e.rule = RuleId::ObservedPeer;
    e.vantage = trace::Vantage::Observed;
    m_trace.append(e);
}

bool isOfAdmin(ApiKey api)
{
    switch (api) {
    case ApiKey::CreateTopics:
    case ApiKey::DeleteTopics:
    case ApiKey::DescribeConfigs:
    case ApiKey::DescribeCluster:
    case ApiKey::DescribeGroups:
    case ApiKey::ListGroups:
        return true;
    default:
        return false;
    }
}

bool asksAnyNode(ApiKey api)
{
    return api == ApiKey::Metadata || api == ApiKey::FindCoordinator || api == ApiKey::DescribeCluster
        || api == ApiKey::DescribeConfigs;
}

NodeId inferredNode(ApiKey api, BrokerId broker, const RoleHints& hints)
{
    const bool open = !hints.before.isValid() || hints.before.isBootstrap() || hints.isGuess;
    switch (api) {
    case ApiKey::OffsetCommit:
    case ApiKey::OffsetFetch:
        // An admin client asks the coordinator as a broker among others (KafkaAdminClient's AdminApiDriver).
        if (hints.administers)
            return open ? NodeId::broker(broker) : NodeId {};
        [[fallthrough]];
    case ApiKey::JoinGroup:
    case ApiKey::SyncGroup:
    case ApiKey::Heartbeat:
    case ApiKey::LeaveGroup:
    case ApiKey::ConsumerGroupHeartbeat:
        // A client that has one connection for everything has shown it before.
        return open ? NodeId::coordinator(broker) : NodeId {};
    case ApiKey::Produce:
    case ApiKey::Fetch:
    case ApiKey::ListOffsets:
    case ApiKey::OffsetForLeaderEpoch:
        // Over the connection to a coordinator too: then it was one connection for everything all along.
        return open || hints.before.isCoordinator() ? NodeId::broker(broker) : NodeId {};
    // A transaction's coordinator is a node like others to a producer (TransactionManager#coordinator), and so is the node
    // that answers an admin client.
    case ApiKey::InitProducerId:
    case ApiKey::AddPartitionsToTxn:
    case ApiKey::AddOffsetsToTxn:
    case ApiKey::EndTxn:
    case ApiKey::TxnOffsetCommit:
    case ApiKey::CreateTopics:
    case ApiKey::DeleteTopics:
    case ApiKey::DescribeGroups:
    case ApiKey::ListGroups:
        return open ? NodeId::broker(broker) : NodeId {};
    case ApiKey::Metadata:
    case ApiKey::FindCoordinator:
    case ApiKey::DescribeCluster:
    case ApiKey::DescribeConfigs:
        if (hints.before.isValid())
            return {};
        return hints.isNoNewcomer ? NodeId::broker(broker) : NodeId::bootstrap(0);
    default:
        return {};
    }
}

} // namespace connscope::real
