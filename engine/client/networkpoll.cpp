// SPDX-License-Identifier: GPL-3.0-or-later
// The select and what follows it, in the order of NetworkClient#poll: sends, receives, disconnections, connections, API
// versions requests, timed out connections, timed out requests.
#include "client/networkclient.h"

#include "base/recycle.h"
#include "client/javahash.h"

#include <algorithm>

namespace connscope::client {

using trace::EventKind;
using trace::RuleId;

namespace {
template <typename T>
void eraseValue(std::vector<T>& items, const T& value)
{
    items.erase(std::remove(items.begin(), items.end(), value), items.end());
}
} // namespace

bool NetworkClient::select(std::vector<Completion>& out)
{
    std::vector<Report> none;
    return select(none, out);
}

bool NetworkClient::select(std::vector<Report>& reports, std::vector<Completion>& out)
{
    if (!m_aborted.empty()) {
        std::move(m_aborted.begin(), m_aborted.end(), std::back_inserter(out));
        m_aborted.clear();
        return true;
    }
    if (m_toWrite.empty() && reports.empty())
        return false;
    deliver(reports, out);
    return true;
}

void NetworkClient::write()
{
    if (m_toWrite.empty())
        return;
    for (PendingWrite& write : m_toWrite) {
        Peer& p = at(write.node);
        p.writePending = false;
        InFlight& request = p.inFlight.back();
        request.written = true;
        trace::Event e = m_context.event(
            EventKind::RequestSent, write.cause, request.expectResponse ? write.rule : RuleId::SilentRequest);
        e.node = p.id;
        e.broker = p.id.brokerId();
        e.connection = p.connection;
        e.api = request.api;
        e.correlation = request.correlation;
        e.size = write.request.size;
        e.text = write.text;
        e.value = request.version;
        request.sentEvent = m_context.append(e);
        p.lastEvent = request.sentEvent;
        m_idle.touch(p.connection, m_context.now);
        auto& wish = std::get<SendWish>(m_context.wishes->emplace_back(std::in_place_type<SendWish>));
        wish.connection = p.connection;
        wish.cause = request.sentEvent;
        wish.request = std::move(write.request);
        if (!request.expectResponse) {
            m_written.push_back(p.id);
            m_hasNews = true;
        }
    }
    recycle(m_toWrite);
}

void NetworkClient::deliver(std::vector<Report>& reports, std::vector<Completion>& out)
{
    for (Report& report : reports) {
        const std::uint32_t index = m_peerByConnection.find(report.connection.value);
        if (index == FlatMap::kNothing)
            continue; // closed by us meanwhile
        Peer& p = m_peers[index];
        switch (report.kind) {
        case Report::Kind::Connected:
            m_idle.touch(p.connection, m_context.now);
            p.lastEvent = emitNode(EventKind::Connected, p, report.cause, RuleId::ThreeWayHandshake);
            m_connected.push_back(p.id);
            m_hasNews = true;
            break;
        case Report::Kind::Received:
            m_idle.touch(p.connection, m_context.now);
            handleReceived(report, p, out);
            break;
        case Report::Kind::Failed:
        case Report::Kind::Closed: {
            const Disconnection d {p.id, p.connection, report.cause, report.rule};
            closeChannel(p, report.cause, report.rule);
            m_disconnected.push_back(d);
            m_hasNews = true;
            break;
        }
        }
    }
    recycle(reports);
    write();
    checkIdle();
    afterSelect(out);
}

void NetworkClient::checkIdle()
{
    const auto expired = m_idle.poll(m_context.now);
    if (!expired)
        return;
    Peer& p = m_peers[m_peerByConnection.find(expired->connection.value)];
    const EventId event
        = emitNode(EventKind::IdleExpired, p, p.lastEvent, RuleId::ClientIdleExpiry, expired->idle.count());
    const Disconnection d {p.id, p.connection, event, RuleId::ClientIdleExpiry, true};
    closeChannel(p, event, RuleId::ClientIdleExpiry);
    m_disconnected.push_back(d);
    m_hasNews = true;
}

void NetworkClient::handleReceived(Report& report, Peer& p, std::vector<Completion>& out)
{
    const NodeId id = p.id;
    if (p.inFlight.empty() || p.inFlight.front().correlation != report.response.correlationId)
        return; // a protocol error of the peer: the real transport reports it as such
    const InFlight request = p.inFlight.front();
    p.inFlight.erase(p.inFlight.begin());
    --m_inFlightTotal;
    const auto* metadata = std::get_if<protocol::MetadataResponse>(&report.response.body);
    const bool known = metadata && m_metadata.isSameAnswer(*metadata); // a thousand partitions need no second look
    const protocol::ErrorCode error = known ? protocol::ErrorCode::None : protocol::firstError(report.response.body);
    trace::Event e = m_context.event(EventKind::ResponseReceived, report.cause, RuleId::ResponseArrived);
    e.node = id;
    e.broker = id.brokerId();
    e.connection = p.connection;
    e.api = request.api;
    e.correlation = request.correlation;
    e.size = report.response.size;
    e.value = (m_context.now - request.sent).count();
    if (error != protocol::ErrorCode::None)
        e.text = m_context.trace.intern(protocol::errorName(error));
    const EventId event = m_context.append(e);
    p.lastEvent = event;
    if (report.response.throttle > Duration::zero())
        p.throttledUntil = m_context.now + report.response.throttle;

    switch (request.handler) {
    case Handler::Metadata: {
        m_metadataInProgress = false;
        const auto& body = std::get<protocol::MetadataResponse>(report.response.body);
        if (!body.cluster || body.cluster->brokers.empty())
            m_metadata.failedUpdate(m_context.now);
        else
            m_metadata.update(body, m_metadataRequestVersion, m_metadataPartial, event);
        break;
    }
    case Handler::ApiVersions:
        handleApiVersions(p, request, report.response, event);
        break;
    case Handler::User: {
        takeRoom(out);
        Completion& c = out.emplace_back();
        c.node = id;
        c.api = request.api;
        c.correlation = request.correlation;
        c.cookie = request.cookie;
        c.cause = event;
        c.response = std::move(report.response);
        break;
    }
    }
}

void NetworkClient::handleApiVersions(
    Peer& p, const InFlight& request, const protocol::Response& response, EventId cause)
{
    const auto& body = std::get<protocol::ApiVersionsResponse>(response.body);
    if (body.error != protocol::ErrorCode::None) {
        if (request.version > 0 && body.error == protocol::ErrorCode::UnsupportedVersion) {
            std::int16_t version = 0;
            if (!m_context.profile.apiVersionsFallbackToZero && body.versions) {
                for (const protocol::ApiVersionRange& range : *body.versions) {
                    if (range.api == ApiKey::ApiVersions)
                        version = range.max;
                }
            }
            m_needApiVersions.emplace_back(p.id, version);
            m_hasNews = true;
            return;
        }
        const Disconnection d {p.id, p.connection, cause, RuleId::ApiVersionsFailed};
        closeChannel(p, cause, RuleId::ApiVersionsFailed);
        m_disconnected.push_back(d);
        m_hasNews = true;
        return;
    }
    p.apiVersions = body.versions;
    p.state = ChannelState::Ready;
    if (m_followsChanges)
        m_changed.push_back(p.id);
    p.failures = 0;
    p.backoff = m_reconnectBackoff.after(0);
    p.lastEvent = emitNode(EventKind::Ready, p, cause, RuleId::ResponseArrived);
}

void NetworkClient::afterSelect(std::vector<Completion>& out)
{
    if (m_hasNews) {
        handleNews(out);
        m_hasNews = !m_needApiVersions.empty();
    }
    handleTimedOutConnections(out);
    handleTimedOutRequests(out);
}

void NetworkClient::handleNews(std::vector<Completion>& out)
{
    // Completed sends: a request without answer is done when it is written.
    for (const NodeId id : m_written) {
        Peer* p = find(id);
        if (!p || p->inFlight.empty() || p->inFlight.back().expectResponse)
            continue;
        const InFlight request = p->inFlight.back();
        p->inFlight.pop_back();
        --m_inFlightTotal;
        Completion c;
        c.node = id;
        c.api = request.api;
        c.correlation = request.correlation;
        c.cookie = request.cookie;
        c.cause = request.sentEvent;
        protocol::ProduceResponse silent;
        c.response.api = request.api;
        c.response.correlationId = request.correlation;
        c.response.body = std::move(silent);
        out.push_back(std::move(c));
    }
    m_written.clear();

    if (!m_disconnected.empty()) {
        std::vector<Disconnection> disconnected;
        disconnected.swap(m_disconnected);
        for (const Disconnection& d : disconnected)
            processDisconnection(d, false, out);
    }

    for (const NodeId id : m_connected) {
        Peer* p = find(id);
        if (!p || p->state != ChannelState::Connecting)
            continue;
        p->state = ChannelState::CheckingApiVersions;
        p->setupFailures = 0;
        eraseValue(m_connecting, p->id);
        if (m_followsChanges)
            m_changed.push_back(
                p->id); // from now on it is worth waiting for without limit, not for the setup timeout
        if (m_context.profile.resetBackoffWhenConnected) {
            p->failures = 0;
            p->backoff = m_reconnectBackoff.after(0);
        }
        m_needApiVersions.emplace_back(id, std::int16_t {-1});
    }
    m_connected.clear();

    initiateApiVersions();
}

void NetworkClient::initiateApiVersions()
{
    if (m_needApiVersions.empty())
        return;
    // NetworkClient#handleInitiateApiVersionRequests walks a HashMap keyed by the id's text.
    std::vector<std::int32_t> hashes;
    hashes.reserve(m_needApiVersions.size());
    for (const auto& [id, version] : m_needApiVersions)
        hashes.push_back(javaHash(std::to_string(id.value)));
    std::vector<std::pair<NodeId, std::int16_t>> later;
    for (const std::size_t i : javaHashMapOrder(hashes)) {
        const auto [id, version] = m_needApiVersions[i];
        Peer* p = find(id);
        if (!p || p->state != ChannelState::CheckingApiVersions)
            continue;
        if (!canSendMore(*p)) {
            later.emplace_back(id, version);
            continue;
        }
        protocol::ApiVersionsRequest body;
        if (m_context.profile.namesItsSoftware) {
            body.clientSoftwareName = "apache-kafka-java";
            body.clientSoftwareVersion = m_context.profile.version.toString();
        }
        ClientRequest request
            = newRequest(ApiKey::ApiVersions, std::move(body), p->lastEvent, RuleId::FirstRequestOnConnection);
        request.handler = Handler::ApiVersions;
        doSend(std::move(request), *p);
        if (version >= 0) {
            p->inFlight.back().version = version;
            m_toWrite.back().request.version = version;
        }
    }
    m_needApiVersions.swap(later);
}

void NetworkClient::handleTimedOutConnections(std::vector<Completion>& out)
{
    if (m_context.now < m_nextSetupTimeout || !m_context.profile.setupTimeout)
        return;
    m_nextSetupTimeout = kNever;
    const std::vector<NodeId> connecting = m_connecting;
    for (const NodeId id : connecting) {
        Peer& p = at(id);
        if (m_context.now - p.lastAttempt < p.setupTimeout) {
            m_nextSetupTimeout = std::min(m_nextSetupTimeout, saturatingAdd(p.lastAttempt, p.setupTimeout));
            continue;
        }
        const Disconnection d {p.id, p.connection, p.lastEvent, RuleId::ConnectionSetupTimeout};
        closeChannel(p, p.lastEvent, RuleId::ConnectionSetupTimeout);
        processDisconnection(d, true, out);
    }
}

void NetworkClient::handleTimedOutRequests(std::vector<Completion>& out)
{
    if (m_context.now < m_nextRequestTimeout)
        return;
    std::vector<NodeId> timedOut;
    m_nextRequestTimeout = kNever;
    m_peers.forEach([&](const Peer& p) {
        for (const InFlight& request : p.inFlight) {
            const Instant deadline = saturatingAdd(request.sent, request.timeout);
            if (m_context.now > deadline) {
                timedOut.push_back(p.id);
                break;
            }
            m_nextRequestTimeout = std::min(m_nextRequestTimeout, deadline + Duration {1});
        }
    });
    std::sort(timedOut.begin(), timedOut.end());
    for (const NodeId id : timedOut) {
        Peer& p = at(id);
        const auto late = std::find_if(p.inFlight.begin(), p.inFlight.end(),
            [&](const InFlight& r) { return m_context.now > saturatingAdd(r.sent, r.timeout); });
        trace::Event e = m_context.event(EventKind::RequestTimedOut, late->sentEvent, RuleId::RequestTimeout);
        e.node = p.id;
        e.connection = p.connection;
        e.api = late->api;
        e.correlation = late->correlation;
        e.value = (m_context.now - late->sent).count();
        const EventId event = m_context.append(e);
        const Disconnection d {p.id, p.connection, event, RuleId::RequestTimeout};
        closeChannel(p, event, RuleId::RequestTimeout);
        processDisconnection(d, true, out);
    }
}

} // namespace connscope::client
