// SPDX-License-Identifier: GPL-3.0-or-later
// Before the select: the metadata updater, which may connect and may send (NetworkClient.DefaultMetadataUpdater).
#include "client/networkclient.h"

#include <algorithm>

namespace connscope::client {

using trace::EventKind;
using trace::RuleId;

namespace {
constexpr Duration kClockTick = ms(1); // Time#milliseconds
} // namespace

Duration NetworkClient::beforeSelect()
{
    if (!m_aborted.empty())
        return Duration::zero();
    courseConnects();
    const Duration timeout = m_context.settings.requestTimeout;
    const Duration wait = std::min(maybeUpdateMetadata(), timeout);
    // A select that sleeps its whole timeout sleeps a little longer: the kernel allows itself a thousandth of it as slack
    // (Linux fs/select.c#select_estimate_accuracy, which epoll_wait uses). What was sent before it began is then older
    // than request.timeout.ms, which NetworkClient#handleTimedOutRequests wants (it compares with '>').
    return m_inFlightTotal > 0 && wait == timeout ? saturatingAdd(kStart, wait + kClockTick).time_since_epoch()
                                                  : wait;
}

// An admin client asks for metadata by calls of its own (AdminMetadataManager.AdminMetadataUpdater#maybeUpdate).
bool NetworkClient::isUpdateDue()
{
    return m_context.kind != trace::ClientKind::Admin && !m_metadataInProgress
        && m_metadata.timeToNextUpdate(m_context.now) == Duration::zero();
}

Duration NetworkClient::maybeUpdateMetadata()
{
    if (m_context.kind == trace::ClientKind::Admin)
        return Duration::max();
    const Duration toNext = m_metadata.timeToNextUpdate(m_context.now);
    const Duration wait
        = std::max(toNext, m_metadataInProgress ? m_context.settings.requestTimeout : Duration::zero());
    if (wait > Duration::zero())
        return wait;
    const EventId cause = m_metadata.dueCause();
    Choice chosen = leastLoadedNode();
    if (m_context.settings.rebootstrap && m_context.profile.rebootstrap && !chosen.anyAvailable) {
        m_metadata.rebootstrap(cause);
        chosen = leastLoadedNode();
    }
    if (!chosen.node) {
        noNode(cause, RuleId::MetadataNeedsNode);
        return m_context.settings.reconnectBackoff;
    }
    return maybeUpdateMetadata(chosen, cause);
}

// The client looks again at each of its polls; of a stretch in which nothing is found each reconnect.backoff.ms tells.
void NetworkClient::noNode(EventId cause, RuleId rule)
{
    Instant& silentUntil = m_noNodeUntil[rule == RuleId::MetadataNeedsNode ? 0 : 1];
    if (m_context.now < silentUntil)
        return;
    const Duration wait = std::max(m_context.settings.reconnectBackoff, kClockTick);
    silentUntil = saturatingAdd(m_context.now, wait);
    m_context.append(EventKind::NodeNotFound, cause, rule, {}, wait.count());
}

Duration NetworkClient::maybeUpdateMetadata(const Choice& chosen, EventId cause)
{
    const Node node = *chosen.node;
    const NodeId id = m_context.profile.reuseByAddress ? alias(node) : node.id;
    const auto choose = [&] {
        trace::Event e = m_context.event(EventKind::NodeChosen, cause, RuleId::LeastLoadedNode);
        e.node = node.id;
        e.broker = node.id.brokerId();
        e.value = chosen.inFlight;
        e.size = static_cast<std::uint32_t>(m_metadata.nodes().size());
        return m_context.append(e);
    };
    if (canSend(id)) {
        const EventId chosenEvent = choose();
        protocol::MetadataRequest body;
        body.topics = m_metadata.topicsToRequest();
        body.allowAutoTopicCreation
            = m_context.kind == trace::ClientKind::Producer || m_context.settings.allowAutoCreateTopics;
        std::string text;
        for (const std::string& topic : body.topics)
            text += (text.empty() ? "" : ",") + topic;
        m_metadataRequestVersion = m_metadata.requestVersion();
        m_metadataPartial = m_metadata.isPartial();
        ClientRequest request
            = newRequest(ApiKey::Metadata, std::move(body), chosenEvent, m_context.trace[cause].rule, text);
        request.handler = Handler::Metadata;
        m_metadataInProgress = true;
        doSend(std::move(request), at(id));
        return m_context.settings.requestTimeout;
    }
    if (isAnyNodeConnecting())
        return m_context.settings.reconnectBackoff;
    const Peer* p = own(id);
    if (!p || canConnect(*p)) {
        const EventId chosenEvent = choose();
        Node target = node;
        target.id = id;
        initiateConnect(target, chosenEvent, RuleId::MetadataNeedsNode);
        return m_context.settings.reconnectBackoff;
    }
    return Duration::max();
}

// The course: a producer connects to everything it hears of, whether it has something to send or not.
void NetworkClient::courseConnects()
{
    if (m_context.kind != trace::ClientKind::Producer)
        return;
    if (m_context.profile.connectsAllBootstrap && !m_courseStarted) {
        m_courseStarted = true;
        for (const Node& node : m_metadata.nodes().nodes())
            initiateConnect(node, m_metadata.lastUpdate(), RuleId::CourseConnectsAllBootstrap);
    }
    if (m_context.profile.connectsAllBrokers && !m_metadata.isBootstrap()
        && m_courseVersion != m_metadata.version()) {
        m_courseVersion = m_metadata.version();
        for (const Node& node : m_metadata.nodes().nodes()) {
            const Peer* p = own(node.id);
            if (!p || canConnect(*p))
                initiateConnect(node, m_metadata.lastUpdate(), RuleId::CourseConnectsAllBrokers);
        }
    }
}

} // namespace connscope::client
