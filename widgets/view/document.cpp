// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/document.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace connscope::view {

Content::Content(Source source_, trace::Trace trace_, std::optional<scenario::Scenario> scenario_, Instant until_,
    const std::function<void(double)>& progress)
    : source(std::move(source_))
    , trace(std::move(trace_))
    , scenario(std::move(scenario_))
    , until(until_)
    , index(trace)
    , names(trace)
{
    const auto tell = [&progress](double share) {
        if (progress)
            progress(share);
    };
    tell(0.6);
    lives.extend(index.end());
    tell(0.75);
    landmarks.extend(trace);
    tell(0.8);
    pace.extend(trace);
    tell(0.85);
    tally.extend(trace, lives);
    tell(1);
}

void Content::setTwofold(std::shared_ptr<const trace::Twofold> twofold_)
{
    twofold = std::move(twofold_);
    names.setHalves(twofold->clientHalf, twofold->clients);
    tallyOfRun = std::make_unique<std::array<Tally, 2>>();
    for (const trace::Origin own : {trace::Origin::First, trace::Origin::Second}) {
        Tally& one = (*tallyOfRun)[own == trace::Origin::First ? 0 : 1];
        one.setTakes([whose = twofold, own](ConnectionId id) {
            const trace::Origin origin = whose->origin(id);
            return origin == trace::Origin::Both || origin == own;
        });
        one.extend(trace, lives);
    }
}

void Content::extend()
{
    index.extend();
    names.extend();
    lives.extend(index.end());
    landmarks.extend(trace);
    pace.extend(trace);
    tally.extend(trace, lives);
}

Document::Document(QObject* parent)
    : QObject(parent)
    , m_content(std::make_unique<Content>(Source {}, trace::Trace {}))
{
}

Document::~Document() = default;

const scenario::Scenario* Document::scenario() const { return m_content->scenario ? &*m_content->scenario : nullptr; }

Position Document::positionAt(Instant t) const
{
    t = std::clamp(t, kStart, end());
    return {t, trace().upperBound(t)};
}

Position Document::after(EventId event) const
{
    assert(event.value < trace().size());
    return {trace()[event].at, std::size_t {event.value} + 1};
}

trace::WorldState Document::at(const Position& position) const
{
    const trace::Trace& t = trace();
    const std::size_t wanted = std::min(position.applied, t.size());
    if (!m_last)
        m_last.emplace(index().at(kStart));
    // Whole instants by the index, the rest of an instant event by event.
    if (wanted == t.upperBound(position.at)) {
        index().seek(*m_last, position.at);
        return *m_last;
    }
    if (m_last->applied() > wanted || m_last->applied() < t.lowerBound(position.at) || m_last->now() > position.at) {
        if (wanted == 0)
            return trace::WorldState(t);
        m_last.emplace(index().after(EventId {static_cast<std::uint32_t>(wanted - 1)}));
    }
    while (m_last->applied() < wanted)
        m_last->apply(EventId {static_cast<std::uint32_t>(m_last->applied())});
    m_last->advanceTo(position.at);
    return *m_last;
}

std::unique_ptr<Content> Document::exchange(std::unique_ptr<Content> content)
{
    assert(content);
    m_last.reset();
    m_notBelow = 0;
    std::swap(m_content, content);
    emit replaced();
    emit taken();
    return content;
}

Counters Document::countersOf(std::size_t run, const trace::WorldState& world) const
{
    if (!m_content->tallyOfRun)
        return tally().at(world);
    Counters out = (*m_content->tallyOfRun)[run].at(world);
    if (twofold()->isOver(run == 0 ? trace::Origin::First : trace::Origin::Second, world.now())) {
        out.open = out.closeWait = 0;
        out.openByRole = {};
        out.isOver = true;
    }
    return out;
}

std::optional<Instant> Document::idleExpiry(const trace::WorldState& world, ConnectionId id, trace::Side side) const
{
    const trace::ConnectionState c = world.connection(id);
    const std::optional<Instant> expiry = world.idleExpiry(c, side);
    const trace::Twofold* whose = twofold();
    if (!whose || whose->origin(id) == trace::Origin::First)
        return expiry;
    const auto other
        = side == trace::Side::Broker ? whose->secondIdleMs.find(world.broker(c)) : whose->secondIdleMs.end();
    const bool isOther = other != whose->secondIdleMs.end();
    if (whose->origin(id) == trace::Origin::Both)
        return isOther ? std::nullopt : expiry; // of both it would be true for one
    const EventId used = side == trace::Side::Broker ? c.usedByBroker : c.usedByClient;
    const bool isOver = side == trace::Side::Broker && c.broker != trace::TcpState::Established
        && c.broker != trace::TcpState::CloseWait;
    if (!world.idle(c, side) || isOver || (isOther ? other->second < 0 : !expiry))
        return std::nullopt;
    const Duration limit = isOther ? Duration {std::chrono::milliseconds(other->second)} : *expiry - trace()[used].at;
    // What is left is left of the second run's own time, whatever it is on the clock of the first.
    const Instant due = saturatingAdd(whose->at[1][used.value], limit);
    return saturatingAdd(world.now(), due - whose->toSecond(world.now()));
}

void Document::setSaved(Source source, scenario::Scenario scenario)
{
    m_content->source = std::move(source);
    m_content->scenario = std::move(scenario);
    emit sourceChanged();
}

void Document::setSaved(Source source)
{
    m_content->source = std::move(source);
    emit sourceChanged();
}

void Document::grow(const std::function<void(trace::Trace&)>& write, Instant until)
{
    const std::size_t before = trace().size();
    const Instant end = this->end();
    write(m_content->trace);
    m_content->until = std::max(m_content->until, until);
    if (trace().size() == before && this->end() == end)
        return;
    m_content->extend();
    emit grown(before);
}

bool Document::dropOldest(const trace::Keep& keep)
{
    const std::size_t cut = trace().size() >= m_notBelow ? trace::dueCut(trace(), keep, end()) : 0;
    if (cut == 0)
        return false;
    const auto renumbering = trace::dropBefore(m_content->trace, cut);
    m_notBelow = renumbering ? 0 : trace().size() + trace().size() / 4;
    if (!renumbering)
        return false;
    // What was computed from it is computed anew.
    m_last.reset();
    m_content = std::make_unique<Content>(
        std::move(m_content->source), std::move(m_content->trace), std::move(m_content->scenario), m_content->until);
    m_isShortening = true;
    emit renumbered(*renumbering);
    emit replaced();
    emit taken();
    m_isShortening = false;
    return true;
}

void Document::setLive(bool live)
{
    if (std::exchange(m_content->source.live, live) != live)
        emit sourceChanged();
}

} // namespace connscope::view
