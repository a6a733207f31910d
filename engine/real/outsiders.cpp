// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/outsiders.h"

namespace connscope::real {

using trace::EventKind;
using trace::RuleId;

Outsider& Outsiders::find(std::string_view clientId, const Endpoint& from, Instant now)
{
    auto& known = m_known[{std::string(clientId), from.addressText()}];
    if (known)
        return *known;
    known = std::make_unique<Outsider>();
    known->id = m_trace.newClient();
    known->clientId = clientId;
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

NodeId inferredNode(ApiKey api, BrokerId broker, NodeId before)
{
    switch (api) {
    case ApiKey::JoinGroup:
    case ApiKey::SyncGroup:
    case ApiKey::Heartbeat:
    case ApiKey::LeaveGroup:
    case ApiKey::OffsetCommit:
    case ApiKey::OffsetFetch:
    case ApiKey::ConsumerGroupHeartbeat:
        // A client that has one connection for everything has shown it before.
        return before.isValid() && !before.isBootstrap() ? NodeId {} : NodeId::coordinator(broker);
    case ApiKey::Produce:
    case ApiKey::Fetch:
    case ApiKey::ListOffsets:
    case ApiKey::OffsetForLeaderEpoch:
    case ApiKey::AddPartitionsToTxn:
    case ApiKey::AddOffsetsToTxn:
    case ApiKey::EndTxn:
    case ApiKey::TxnOffsetCommit:
        return before.isValid() && !before.isBootstrap() ? NodeId {} : NodeId::broker(broker);
    case ApiKey::Metadata:
    case ApiKey::FindCoordinator:
        return before.isValid() ? NodeId {} : NodeId::bootstrap(0);
    default:
        return {};
    }
}

} // namespace connscope::real
