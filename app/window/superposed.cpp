// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/superposed.h"

#include "view/item.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace connscope::app {

namespace {

constexpr std::size_t kFirst = 0;

/// What stands in two runs' trace for what stands in the first's own, and back.
class Translation {
public:
    /// nullptr: a trace of one run, whose numbers are its own.
    Translation(const trace::Twofold* from, const trace::Twofold* to)
        : m_from(from)
        , m_to(to)
    {
        if (!to)
            return;
        for (std::uint32_t i = 0; i < to->eventIn[kFirst].size(); ++i) {
            const EventId own = to->eventIn[kFirst][i];
            if (!own.isValid() || to->origin(EventId {i}) == trace::Origin::Second)
                continue;
            if (own.value >= m_event.size())
                m_event.resize(std::size_t {own.value} + 1);
            m_event[own.value] = EventId {i};
        }
    }

    EventId event(EventId id) const
    {
        id = own(id, m_from ? &m_from->eventIn[kFirst] : nullptr);
        if (!m_to)
            return id;
        return id.value < m_event.size() ? m_event[id.value] : EventId {};
    }
    // Connections and clients of the first run have the same numbers in both.
    ConnectionId connection(ConnectionId id) const
    {
        return own(id, m_from ? &m_from->connectionIn[kFirst] : nullptr);
    }
    ClientId client(ClientId id) const { return own(id, m_from ? &m_from->clientIn[kFirst] : nullptr); }

    view::Item item(view::Item item) const
    {
        using Kind = view::Item::Kind;
        switch (item.kind) {
        case Kind::Connection:
            return view::Item::of(connection(item.connection()));
        case Kind::Lane:
            return view::Item::lane(connection(item.connection()));
        case Kind::Client:
            return view::Item::of(client(item.client()));
        case Kind::Event:
            return view::Item::of(event(item.event()));
        case Kind::Request:
            return view::Item::request(event(item.event()));
        case Kind::Broker:
            return item;
        case Kind::Group:
        case Kind::None:
            break;
        }
        return {};
    }

private:
    template <typename Id>
    static Id own(Id id, const std::vector<Id>* in)
    {
        return !in ? id : id.value < in->size() ? (*in)[id.value] : Id {};
    }

    const trace::Twofold* m_from;
    const trace::Twofold* m_to;
    std::vector<EventId> m_event; // by the first run's: its place in the next trace
};

/// The last event of the first run that has happened where the playhead stands between events of one instant; nothing
/// where it stands behind all of them.
std::optional<EventId> lastOwn(const view::Document& document, const view::Position& position)
{
    if (position.applied == document.trace().upperBound(position.at))
        return std::nullopt;
    const trace::Twofold* twofold = document.twofold();
    for (std::size_t i = std::min(position.applied, document.trace().size()); i-- > 0;) {
        const EventId id {static_cast<std::uint32_t>(i)};
        if (!twofold || twofold->origin(id) != trace::Origin::Second)
            return id;
    }
    return EventId {};
}

} // namespace

Superposed::Superposed(const view::Context& context, QObject* parent)
    : QObject(parent)
    , m_context(context)
{
    connect(&context.document, &view::Document::replaced, this, [this] {
        if (m_swapping || !m_own)
            return;
        m_own.reset(); // it was of another run
        emit lost();
    });
}

Superposed::~Superposed() = default;

Instant Superposed::ownEnd() const
{
    return m_own ? std::max(m_own->until, m_own->trace.end()) : m_context.document.end();
}

void Superposed::show(std::unique_ptr<view::Content> both)
{
    // What was saved while it was made, and under which name.
    both->source = m_context.document.source();
    if (const scenario::Scenario* scenario = m_context.document.scenario())
        both->scenario = *scenario;
    std::unique_ptr<view::Content> before = swap(std::move(both));
    if (!m_own)
        m_own = std::move(before);
    emit swapped();
}

void Superposed::leave()
{
    if (!m_own)
        return;
    // What was saved meanwhile, and under which name, is true of it as well.
    m_own->source = m_context.document.source();
    if (const scenario::Scenario* scenario = m_context.document.scenario())
        m_own->scenario = *scenario;
    swap(std::move(m_own));
    emit swapped();
}

std::unique_ptr<view::Content> Superposed::swap(std::unique_ptr<view::Content> next)
{
    const QScopedValueRollback swapping(m_swapping, true);
    emit aboutToSwap();
    view::Document& document = m_context.document;
    const Translation translation(document.twofold(), next->twofold.get());
    const view::Position before = m_context.playback.position();
    const std::optional<EventId> last = lastOwn(document, before);
    const bool plays = m_context.playback.isPlaying();
    m_context.selection.renumber([&](view::Item item) { return translation.item(item); });
    // The old trace lives until everybody has looked at the new one.
    std::unique_ptr<view::Content> old = document.exchange(std::move(next));
    const EventId now = last && last->isValid() ? translation.event(*last) : EventId {};
    if (now.isValid())
        m_context.playback.goTo(now);
    else if (last)
        m_context.playback.setPosition({before.at, 0});
    else
        m_context.playback.setInstant(before.at);
    if (plays)
        m_context.playback.play();
    m_context.selection.tellAgain();
    return old;
}

} // namespace connscope::app
