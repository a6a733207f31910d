// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/tracestory.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace connscope::analysis {

namespace {

std::uint16_t portOf(std::string_view remote)
{
    const std::string_view digits = remote.substr(remote.rfind(':') + 1);
    std::uint16_t port = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), port);
    return port;
}

class Teller {
public:
    Teller(const trace::Trace& trace, ClientId client, MarksFrom marks)
        : m_trace(trace)
        , m_client(client)
        , m_marks(marks)
    {
    }
    Story tell();

private:
    void tell(const trace::Event& event, Moment now);
    void open(const trace::Event& event, Moment now);
    void end(Life& life, Ending ending);
    Life* lifeOf(const trace::Event& event);
    Request* requestOf(const trace::Event& event);

    void mark(MarkKind kind, Instant at);

    const trace::Trace& m_trace;
    const ClientId m_client;
    const MarksFrom m_marks;
    Story m_story;
    std::vector<std::size_t> m_lifeOf; // by connection id
    std::vector<bool> m_heardFin; // by life: the broker's end has heard the client's FIN
    int m_turn = 0;
    Instant m_lastOpen {};
};

Story Teller::tell()
{
    for (std::size_t i = 0; i < m_trace.size(); ++i) {
        const trace::Event& event = m_trace[i];
        if (!event.client.isValid() || event.client == m_client)
            tell(event, {event.at, i + 1});
    }
    m_story.end = m_trace.end();
    return std::move(m_story);
}

Life* Teller::lifeOf(const trace::Event& event)
{
    if (!event.connection.isValid() || event.connection.value >= m_lifeOf.size())
        return nullptr;
    const std::size_t life = m_lifeOf[event.connection.value];
    return life < m_story.lives.size() ? &m_story.lives[life] : nullptr;
}

Request* Teller::requestOf(const trace::Event& event)
{
    Life* life = lifeOf(event);
    if (!life)
        return nullptr;
    const auto found = std::find_if(life->requests.rbegin(), life->requests.rend(),
        [&](const Request& request) { return request.correlation == event.correlation; });
    return found == life->requests.rend() ? nullptr : &*found;
}

void Teller::open(const trace::Event& event, Moment now)
{
    // "localhost/127.0.0.1:9092"
    const std::string_view remote = m_trace.text(event.text);
    Life life;
    life.connection = event.connection;
    life.node = event.node;
    life.host = std::string {remote.substr(0, remote.find('/'))};
    life.port = static_cast<std::uint16_t>(portOf(remote));
    life.opened = now;
    if (m_story.lives.empty() || event.at != m_lastOpen)
        ++m_turn;
    m_lastOpen = event.at;
    life.turn = m_turn;
    life.byMetadata = event.rule == trace::RuleId::MetadataNeedsNode;
    if (event.connection.value >= m_lifeOf.size())
        m_lifeOf.resize(event.connection.value + 1, static_cast<std::size_t>(-1));
    m_lifeOf[event.connection.value] = m_story.lives.size();
    m_story.lives.push_back(std::move(life));
    m_heardFin.push_back(false);
}

void Teller::end(Life& life, Ending ending)
{
    if (life.ending == Ending::None)
        life.ending = ending;
}

/// Only the first of each kind is one.
void Teller::mark(MarkKind kind, Instant at)
{
    if (!m_story.mark(kind))
        m_story.marks.push_back({kind, at});
}

void Teller::tell(const trace::Event& event, Moment now)
{
    using Kind = trace::EventKind;
    Life* life = lifeOf(event);
    switch (event.kind) {
    case Kind::ClientCreated:
        m_story.marks.push_back({MarkKind::Constructed, event.at});
        break;
    case Kind::AppCall:
        if (m_marks == MarksFrom::Calls) {
            const std::string_view text = m_trace.text(event.text);
            if (text.starts_with("poll("))
                mark(MarkKind::FirstPoll, event.at);
            else if (text.starts_with("send("))
                mark(MarkKind::Send, event.at);
        }
        break;
    case Kind::ClientCloseCalled:
        if (m_marks == MarksFrom::Calls)
            mark(MarkKind::Close, event.at);
        break;
    case Kind::Mark: {
        if (m_marks != MarksFrom::Bookmarks)
            break;
        const std::string_view text = m_trace.text(event.text);
        if (text == kMarkFirstPoll)
            m_story.marks.push_back({MarkKind::FirstPoll, event.at});
        else if (text == kMarkSend)
            m_story.marks.push_back({MarkKind::Send, event.at});
        else if (text == kMarkClose)
            m_story.marks.push_back({MarkKind::Close, event.at});
        break;
    }
    case Kind::ClientClosed:
        m_story.marks.push_back({MarkKind::Closed, event.at});
        break;
    case Kind::ConnectStarted:
        open(event, now);
        break;
    case Kind::Connected:
        if (life)
            life->connected = now;
        break;
    case Kind::Ready:
        if (life)
            life->ready = now;
        break;
    case Kind::ConnectFailed:
        if (life) {
            end(*life, Ending::Lost);
            life->ended = now;
        }
        break;
    case Kind::RequestSent:
        // What SASL says stands before a connection's first request. No log tells it, and a simulation speaks plain text.
        if (life && event.rule != trace::RuleId::AuthenticationFirst) {
            Request request;
            request.api = event.api;
            request.correlation = event.correlation;
            request.sent = now;
            life->requests.push_back(request);
            if (event.api == ApiKey::Metadata)
                m_story.refreshes.push_back({now, life->node});
        }
        break;
    case Kind::ResponseReceived:
    case Kind::RequestCancelled:
        if (Request* request = requestOf(event); request && !request->done) {
            request->done = now;
            request->cancelled = event.kind == Kind::RequestCancelled;
        }
        break;
    case Kind::FinSent:
        if (!life)
            break;
        if (event.side == trace::Side::Client) {
            if (event.rule == trace::RuleId::ClientIdleExpiry)
                end(*life, Ending::ClientIdle);
            else if (event.rule == trace::RuleId::ClientClosed)
                end(*life, Ending::ClientClose);
            else
                end(*life, Ending::Lost);
            if (!life->ended)
                life->ended = now;
        } else if (life->ending == Ending::None) {
            end(*life, event.rule == trace::RuleId::BrokerIdleExpiry ? Ending::BrokerIdle : Ending::Lost);
            life->brokerClosed = event.at;
        }
        break;
    case Kind::FinReceived:
        if (life && event.side == trace::Side::Broker)
            m_heardFin[static_cast<std::size_t>(life - m_story.lives.data())] = true;
        break;
    case Kind::ResponseSent:
        if (life && m_heardFin[static_cast<std::size_t>(life - m_story.lives.data())] && !life->answerMetReset)
            life->answerMetReset = false;
        break;
    case Kind::ResetSent:
        if (life && event.side == trace::Side::Client && event.rule == trace::RuleId::SocketGone
            && event.cause.isValid() && m_trace[event.cause].kind == Kind::ResponseSent)
            life->answerMetReset = true;
        break;
    case Kind::Disconnected:
        if (life && !life->ended)
            life->ended = now;
        break;
    default:
        break;
    }
}

} // namespace

Story storyOf(const trace::Trace& trace, ClientId client, MarksFrom marks)
{
    return Teller(trace, client, marks).tell();
}

} // namespace connscope::analysis
