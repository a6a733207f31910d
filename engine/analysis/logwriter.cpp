// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/logwriter.h"

#include "base/text.h"
#include "trace/construction.h"

#include <algorithm>

namespace connscope::analysis {

using protocol::LogTemplate;
using trace::Event;
using trace::EventKind;
using trace::RuleId;

namespace {

constexpr std::int64_t kDayMs = 86'400'000;

void twoDigits(std::string& out, std::int64_t n)
{
    out += static_cast<char>('0' + n / 10 % 10);
    out += static_cast<char>('0' + n % 10);
}

/// "subscribe(t4)" → "t4" for \a call "subscribe".
std::optional<std::string_view> argumentOf(std::string_view text, std::string_view call)
{
    if (text.size() < call.size() + 2 || text.substr(0, call.size()) != call || text[call.size()] != '('
        || text.back() != ')')
        return std::nullopt;
    return text.substr(call.size() + 1, text.size() - call.size() - 2);
}

/// ClientUtils#parseAndValidateAddresses.
LogTemplate warningTemplate(std::string_view words)
{
    return words.find("canonical hostname") != std::string_view::npos ? LogTemplate::CanonicalUnresolved
                                                                      : LogTemplate::BootstrapUnresolved;
}

bool isOfConstructor(const trace::Trace& trace, const Event& e)
{
    return e.cause.isValid() && trace[e.cause].kind == EventKind::ClientCreated;
}

} // namespace

// Days to civil date after Howard Hinnant's chrono notes.
std::string logTimestamp(std::int64_t ms)
{
    const std::int64_t days = ms >= 0 ? ms / kDayMs : -((kDayMs - 1 - ms) / kDayMs);
    const std::int64_t inDay = ms - days * kDayMs;
    const std::int64_t z = days + 719468;
    const std::int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    const std::int64_t dayOfEra = z - era * 146097;
    const std::int64_t yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    const std::int64_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const std::int64_t shifted = (5 * dayOfYear + 2) / 153;
    const std::int64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
    std::string out = "[" + std::to_string(yearOfEra + era * 400 + (month <= 2 ? 1 : 0));
    out += '-';
    twoDigits(out, month);
    out += '-';
    twoDigits(out, dayOfYear - (153 * shifted + 2) / 5 + 1);
    out += ' ';
    twoDigits(out, inDay / 3'600'000);
    out += ':';
    twoDigits(out, inDay / 60'000 % 60);
    out += ':';
    twoDigits(out, inDay / 1000 % 60);
    out += ',';
    out += static_cast<char>('0' + inDay % 1000 / 100);
    twoDigits(out, inDay % 100);
    return out + "] ";
}

LogWriter::LogWriter(const trace::Trace& trace, ClientLogReader::Take take, const ClientLogOptions& options,
    const trace::Landmarks* landmarks)
    : m_trace(trace)
    , m_take(std::move(take))
    , m_options(options)
    , m_clients(trace, options.version, landmarks)
{
}

bool LogWriter::advance(std::size_t events)
{
    const std::size_t end = m_next + std::min(events, m_trace.size() - m_next);
    while (m_next < end)
        look(m_next++);
    if (m_next < m_trace.size())
        return true;
    flushWaiting();
    return false;
}

void LogWriter::look(std::size_t index)
{
    const Event& e = m_trace[index];
    if (!m_waiting.empty()
        && (e.at != m_waitingSince || (e.client == m_waitingOf && e.kind != EventKind::Connected && isOwn(e))))
        flushWaiting();
    if (e.kind == EventKind::BrokerUp || e.kind == EventKind::BrokerDown)
        m_clients.brokerIs(e.broker, e.kind == EventKind::BrokerUp);
    m_index = index;
    if (!e.client.isValid() && e.kind == EventKind::Mark && !m_options.client)
        return lookAtNobody(e);
    // What the other end or the network does to a client's connection is not in the client's log.
    if (e.side == trace::Side::Broker || e.side == trace::Side::Network || !e.client.isValid()
        || (m_options.client && e.client != *m_options.client))
        return;
    LogClient* client = m_clients.find(e.client);
    if (!client)
        return;
    m_event = &e;
    m_client = client;
    m_state = &m_states[e.client];
    event();
}

bool LogWriter::isOwn(const Event& e)
{
    switch (e.kind) {
    case EventKind::TcpState:
    case EventKind::FinSent:
    case EventKind::FinReceived:
    case EventKind::ResetSent:
    case EventKind::ResetReceived:
    case EventKind::SynDropped:
    case EventKind::Closed:
    case EventKind::RequestReceived:
    case EventKind::ResponseSent:
        return false;
    default:
        return true;
    }
}

std::string_view LogWriter::text() const { return m_trace.text(m_event->text); }
std::string LogWriter::full() const { return m_clients.fullNode(m_event->client, m_event->node, m_index); }
std::string LogWriter::id() const { return std::to_string(m_event->node.value); }
bool LogWriter::before(int major, int minor) const
{
    return m_client->version < protocol::KafkaVersion {major, minor};
}
LogState::Node& LogWriter::node() { return m_state->nodes[m_event->node]; }

std::string LogWriter::format(LogTemplate which, std::initializer_list<std::string_view> arguments) const
{
    const auto message = protocol::logMessage(which, m_client->version);
    if (!message)
        return {};
    return lineOf(*message, m_event->at,
        (message->prefixed ? m_client->prefix : std::string()) + protocol::fillIn(message->text, arguments));
}
std::string LogWriter::lineOf(const protocol::LogMessage& message, Instant at, const std::string& words) const
{
    std::string out = logTimestamp(m_trace.header().epochMs + toNs(at) / 1'000'000);
    (out += protocol::logLevelName(message.level)) += ' ';
    // Names and texts of a trace that came from a file may hold anything; a line stays a line.
    const bool plain = std::all_of(words.begin(), words.end(), [](char c) { return c >= ' ' && c < '\x7f'; });
    out += plain ? words : printable(words, std::string::npos);
    ((out += " (") += message.logger) += ':';
    return out + std::to_string(message.line) + ")\n";
}
void LogWriter::print(LogTemplate which, std::initializer_list<std::string_view> arguments)
{
    if (const std::string line = format(which, arguments); !line.empty())
        write(line);
}
void LogWriter::wait(std::string line)
{
    if (!line.empty())
        m_waiting.emplace_back(std::move(line), EventId {static_cast<std::uint32_t>(m_index)});
    m_waitingSince = m_event->at;
    m_waitingOf = m_event->client;
}
void LogWriter::flushWaiting()
{
    for (const auto& [line, event] : m_waiting)
        m_take(line, event);
    m_waiting.clear();
}

void LogWriter::event()
{
    switch (m_event->kind) {
    case EventKind::ClientCreated:
        return created();
    case EventKind::ClientCloseCalled:
        return closeCalled();
    case EventKind::ClientClosed:
        return closed();
    case EventKind::AppCall:
        return called();
    case EventKind::NodeChosen:
        return nodeChosen();
    case EventKind::MetadataRequested:
        if (m_event->rule == RuleId::MetadataCoordinatorFailed)
            print(LogTemplate::CoordinatorDiscoveryFailed);
        return;
    case EventKind::NodeNotFound:
        print(LogTemplate::LeastLoadedNone);
        return print(m_event->rule == RuleId::FindCoordinatorNeedsNode ? LogTemplate::NoBrokerForFindCoordinator
                                                                       : LogTemplate::GiveUpMetadata);
    case EventKind::ConnectStarted:
        return connectStarted();
    case EventKind::Connected:
        return connected();
    case EventKind::Ready:
        return ready();
    case EventKind::ConnectFailed:
    case EventKind::Disconnected:
        return disconnected();
    case EventKind::IdleExpired:
        return print(LogTemplate::AboutToCloseIdle, {id(), std::to_string(m_event->value / 1'000'000)});
    case EventKind::RequestQueued:
        return queued();
    case EventKind::RequestSent:
        return sent();
    case EventKind::ResponseReceived:
        return received();
    case EventKind::RequestCancelled:
        return cancelled();
    case EventKind::RequestTimedOut:
        return print(LogTemplate::RequestTimeout, {id()});
    case EventKind::MetadataUpdated:
        return metadataUpdated();
    case EventKind::CoordinatorFound:
        return coordinatorFound();
    case EventKind::CoordinatorLost:
        return coordinatorLost();
    case EventKind::GroupJoined:
        return groupJoined();
    case EventKind::PartitionsAssigned:
        m_state->assigned = text() == "none" ? std::string() : std::string(text());
        print(LogTemplate::SettingPartitions, {before(2, 2) ? "[" + m_state->assigned + "]" : m_state->assigned});
        return print(LogTemplate::AddingPartitions, {m_state->assigned});
    case EventKind::PartitionsRevoked:
        return print(LogTemplate::RevokingPartitions, {text()});
    case EventKind::GroupLeft:
        m_state->leavingMember = std::move(m_state->memberId);
        m_state->memberId.clear();
        m_state->generation = -1;
        return print(LogTemplate::HeartbeatThreadDisabled);
    case EventKind::Mark:
        // Those of the constructor were printed with it.
        if (m_event->rule == RuleId::UnresolvedHost && !isOfConstructor(m_trace, *m_event))
            bootstrapWarning();
        return;
    case EventKind::FetchPositionReset: {
        listOffsetsAnswered();
        const std::string leader
            = m_event->node.isValid() ? "Optional[" + full() + "]" : std::string("Optional.empty");
        return print(LogTemplate::ResettingOffset, {text(), std::to_string(m_event->value), leader});
    }
    default:
        return;
    }
}

// ---- life of the client ----

void LogWriter::bootstrapWarning() { print(warningTemplate(text()), {text()}); }

void LogWriter::bootstrapWarnings()
{
    const std::size_t index = m_index;
    const Event* const event = m_event;
    for (std::size_t i = index + 1; i < m_trace.size(); ++i) {
        const Event& e = m_trace[i];
        if (e.at != event->at || e.client != event->client
            || (e.kind != EventKind::ConfigChanged && e.kind != EventKind::Mark))
            break;
        if (e.kind != EventKind::Mark || e.rule != RuleId::UnresolvedHost || !isOfConstructor(m_trace, e))
            continue;
        m_index = i;
        m_event = &e;
        bootstrapWarning();
    }
    m_index = index;
    m_event = event;
}

void LogWriter::lookAtNobody(const Event& e)
{
    const EventId id {static_cast<std::uint32_t>(m_index)};
    if (const auto client = trace::notConstructed(m_trace, id)) {
        const std::string_view thrown = client->kind == trace::ClientKind::Consumer
            ? "Failed to construct kafka consumer"
            : client->kind == trace::ClientKind::Admin ? "Failed to create new KafkaAdminClient"
                                                       : "Failed to construct kafka producer";
        write("Exception in thread \"main\" org.apache.kafka.common.KafkaException: " + std::string(thrown) + '\n');
        write("Caused by: org.apache.kafka.common.config.ConfigException: " + printable(client->reason, 1000) + '\n');
    } else if (e.rule == RuleId::UnresolvedHost) {
        const auto version = versionOfProfile(m_trace.header().profile, m_options.version);
        const std::string words(m_trace.text(e.text));
        if (const auto message = protocol::logMessage(warningTemplate(words), version))
            write(lineOf(*message, e.at, words));
    }
}

void LogWriter::created()
{
    if (m_client->isProducer()) {
        if (m_client->config.isSet("transactional.id"))
            print(LogTemplate::TransactionalProducer);
        else if (m_client->flag("enable.idempotence"))
            print(LogTemplate::IdempotentProducer);
        bootstrapWarnings();
        print(LogTemplate::SenderStarting);
        print(LogTemplate::ProducerStarted);
    } else if (m_client->isConsumer()) {
        print(LogTemplate::ConsumerInitializing);
        bootstrapWarnings();
        print(LogTemplate::ConsumerInitialized);
    } else {
        bootstrapWarnings();
    }
}

void LogWriter::closeCalled()
{
    if (!m_client->isProducer())
        return;
    print(
        LogTemplate::ProducerClosing, {m_event->value < 0 ? "9223372036854775807" : std::to_string(m_event->value)});
    m_closeTimeout[m_event->client] = m_event->value;
    print(LogTemplate::SenderStopping);
}

void LogWriter::closed()
{
    if (m_client->isProducer()) {
        if (m_event->rule == RuleId::ClientCloseForced)
            print(LogTemplate::ProducerForcedClose, {std::to_string(m_closeTimeout[m_event->client])});
        print(LogTemplate::SenderStopped);
        print(LogTemplate::ProducerClosed);
    } else if (m_client->isConsumer()) {
        if (m_state->joined)
            print(LogTemplate::HeartbeatThreadClosed);
        const auto pending = std::count_if(m_state->sent.begin(), m_state->sent.end(),
            [](const auto& sent) { return sent.second.node.role() == Role::Coordinator; });
        if (pending > 0)
            print(LogTemplate::CloseTimedOut, {std::to_string(pending)});
        print(LogTemplate::ConsumerClosed);
    }
}

void LogWriter::called()
{
    if (!m_client->isConsumer())
        return;
    if (const auto topics = argumentOf(text(), "subscribe")) {
        m_state->subscription = std::string(*topics);
        print(LogTemplate::ConsumerSubscribed, {*topics});
    } else if (const auto partitions = argumentOf(text(), "assign")) {
        print(LogTemplate::ConsumerAssigned, {*partitions});
    }
}

} // namespace connscope::analysis
