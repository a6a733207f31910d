// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/framefinder.h"

#include "app/window/sessiondesk.h"
#include "sim/simulatedtransport.h"
#include "sim/simulation.h"
#include "view/document.h"
#include "wire/convert/convert.h"
#include "wire/convert/versions.h"

#include <algorithm>

namespace connscope::app {

using inspector::Frames;
using inspector::RequestLife;

namespace {

/// What the listener at the simulated network is after, and what it heard.
struct Wanted {
    EventId sent;
    EventId answered;
    std::int64_t epochMs = 0;
    std::optional<wire::KeptFrame> request;
    std::optional<wire::KeptFrame> response;
    std::string wrong;
};

/// The newest version up to \a version in which our typed messages can be said (FETCH 13 and later name topics by ids).
std::int16_t speakable(ApiKey api, std::int16_t version)
{
    for (const protocol::ApiVersionRange& range : wire::convert::spokenByOurClients()) {
        if (range.api == api)
            return std::min(version, range.max);
    }
    return version;
}

std::optional<wire::KeptFrame> framed(ApiKey api, std::int16_t version, Result<wire::Bytes> bytes, std::string& wrong)
{
    if (!bytes) {
        wrong = bytes.error().message;
        return std::nullopt;
    }
    wire::KeptFrame frame;
    frame.api = api;
    frame.version = version;
    frame.length = bytes->size();
    frame.bytes = std::move(*bytes);
    if (frame.bytes.size() > wire::FrameKeeper::kMostOfOne)
        frame.bytes.resize(wire::FrameKeeper::kMostOfOne);
    return frame;
}

/// The simulated network with somebody who listens for one request.
class ListenedTransport final : public sim::SimulatedTransport {
public:
    ListenedTransport(const session::TransportEnvironment& environment, Wanted& wanted)
        : SimulatedTransport(environment)
        , m_wanted(wanted)
    {
    }

    void nameClient(ClientId client, std::string_view clientId) override
    {
        if (client.value >= m_clientIds.size())
            m_clientIds.resize(std::size_t {client.value} + 1);
        m_clientIds[client.value] = clientId;
        SimulatedTransport::nameClient(client, clientId);
    }
    void send(ConnectionId connection, protocol::Request&& request, Instant now, EventId cause) override
    {
        if (cause == m_wanted.sent) {
            if (const auto* fetch = std::get_if<protocol::OffsetFetchRequest>(&request.body))
                m_group = fetch->groupId;
            protocol::Request said = request;
            said.version = speakable(said.api, said.version);
            wire::convert::ClientFacts facts;
            const ClientId client = clientOf(connection);
            if (client.isValid() && client.value < m_clientIds.size())
                facts.clientId = m_clientIds[client.value];
            facts.timestamp = m_wanted.epochMs + toMs(now.time_since_epoch());
            m_wanted.request
                = framed(said.api, said.version, wire::convert::encodeRequestFrame(said, facts), m_wanted.wrong);
        }
        SimulatedTransport::send(connection, std::move(request), now, cause);
    }
    void respond(ConnectionId connection, protocol::Response&& response, Instant now, EventId cause) override
    {
        if (cause == m_wanted.answered) {
            protocol::Response said = response;
            // From v8 on it names the group, which a simulated client need not be told.
            if (auto* offsets = std::get_if<protocol::OffsetFetchResponse>(&said.body);
                offsets && offsets->groups.empty())
                offsets->groups.push_back({m_group, offsets->error, offsets->offsets});
            said.version = speakable(said.api, said.version);
            m_wanted.response
                = framed(said.api, said.version, wire::convert::encodeResponseFrame(said), m_wanted.wrong);
        }
        SimulatedTransport::respond(connection, std::move(response), now, cause);
    }

private:
    Wanted& m_wanted;
    std::vector<std::string> m_clientIds; // by client
    std::string m_group; // of the OFFSET_FETCH that is listened for
};

} // namespace

Result<Frames> simulatedFrames(
    const scenario::Scenario& scenario, const session::Options& options, const RequestLife& life, Instant until)
{
    Wanted wanted {life.sent, life.answered, scenario.epochMs, {}, {}, {}};
    session::Factories factories = sim::factories();
    factories.transport
        = [&wanted](const session::TransportEnvironment& environment) -> std::unique_ptr<session::Transport> {
        return std::make_unique<ListenedTransport>(environment, wanted);
    };
    auto again = session::makeSession(scenario, options, factories);
    if (!again)
        return fail(again.error());
    (*again)->runUntil(until);
    Frames frames;
    frames.sent = life.sent;
    frames.request = std::move(wanted.request);
    frames.response = std::move(wanted.response);
    frames.nothing = QString::fromStdString(wanted.wrong);
    return frames;
}

FrameFinder::FrameFinder(const view::Context& context, SessionDesk& desk, QObject* parent)
    : FrameSource(parent)
    , m_context(context)
{
    connect(&context.document, &view::Document::replaced, this, [this] {
        ++m_number;
        end();
        m_kept.reset();
        emit reset();
    });
    connect(&desk, &SessionDesk::opened, this, [this, &desk] { // its document has just taken the old one's place
        m_kept = desk.session().frames();
        emit reset();
    });
}

FrameFinder::~FrameFinder() { end(); }

void FrameFinder::end()
{
    if (m_cancel)
        *m_cancel = true;
    if (m_thread.joinable())
        m_thread.join();
}

void FrameFinder::tell(const std::shared_ptr<const Frames>& frames) { emit found(frames); }

std::shared_ptr<Frames> FrameFinder::kept(const RequestLife& life) const
{
    auto frames = std::make_shared<Frames>();
    frames->sent = life.sent;
    frames->isReal = true;
    const trace::Event& e = m_context.document.trace()[life.sent];
    frames->request = m_kept->request(e.connection, e.correlation);
    frames->response = m_kept->response(e.connection, e.correlation);
    if (!frames->request && !frames->response)
        frames->nothing = tr("These bytes are no longer there: a session keeps its last 32 MB.");
    return frames;
}

void FrameFinder::ask(const RequestLife& life)
{
    ++m_number;
    end();
    if (m_kept) {
        tell(kept(life));
        return;
    }
    const view::Document& document = m_context.document;
    const trace::Twofold* twofold = document.twofold();
    if (twofold && twofold->origin(life.sent) == trace::Origin::Second) {
        const auto none = std::make_shared<Frames>();
        none->sent = life.sent;
        none->nothing = tr("These bytes are of run B: open it by itself to see them.");
        tell(none);
        return;
    }
    if (document.scenario() && document.source().simulated) {
        playAgain(life);
        return;
    }
    const auto none = std::make_shared<Frames>();
    none->sent = life.sent;
    none->nothing = tr("A trace has no bytes: they are there only while the window has the session itself.");
    tell(none);
}

void FrameFinder::playAgain(const RequestLife& life)
{
    const view::Document& document = m_context.document;
    session::Options options;
    options.profile = document.source().profile;
    options.seed = document.source().seed;
    m_cancel = std::make_shared<std::atomic<bool>>(false);
    options.cancel = m_cancel.get();
    const EventId last = life.answered.isValid() ? life.answered : life.sent;
    const Instant until = document.trace()[last].at;
    RequestLife played = life;
    if (const trace::Twofold* twofold = document.twofold()) { // by the numbers of the first run's own trace
        const auto own = [twofold](EventId id) { return id.isValid() ? twofold->eventIn[0][id.value] : EventId {}; };
        played.sent = own(life.sent);
        played.answered = own(life.answered);
    }
    m_thread = std::thread(
        [this, number = m_number, cancel = m_cancel, life, played, until, options, scenario = *document.scenario()] {
            auto found = simulatedFrames(scenario, options, played, until);
            if (*cancel)
                return;
            auto frames = std::make_shared<Frames>();
            if (found)
                *frames = std::move(*found);
            else
                frames->nothing = QString::fromStdString(found.error().message);
            frames->sent = life.sent;
            QMetaObject::invokeMethod(
                this,
                [this, number, frames] {
                    if (number == m_number)
                        tell(frames);
                },
                Qt::QueuedConnection);
        });
}

} // namespace connscope::app
