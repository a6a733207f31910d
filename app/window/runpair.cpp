// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/runpair.h"

#include "app/window/livefeed.h"

#include <utility>

namespace connscope::app {

using compare::Run;

namespace {

trace::Trace copyOf(const trace::Trace& trace, Instant end)
{
    trace::Trace out;
    append(out, LiveFeed().take(trace, end));
    return out;
}

compare::Options endsAt(Instant first, Instant second)
{
    compare::Options options;
    options.end[0] = first;
    options.end[1] = second;
    return options;
}

} // namespace

RunPair::RunPair(trace::Trace first, Instant firstEnd, trace::Trace second, Instant secondEnd)
    : m_first(std::move(first))
    , m_second(std::move(second))
    , m_comparison(m_first, m_second, endsAt(firstEnd, secondEnd))
    , m_times(m_comparison.alignment(), firstEnd, secondEnd)
    , m_english(compare::summarize(m_comparison, analysis::Language::English))
    , m_chinese(compare::summarize(m_comparison, analysis::Language::Chinese))
{
}

view::Position RunPair::otherPosition(Run run, const view::Position& position, Instant t) const
{
    const trace::Trace& own = m_comparison.trace(run);
    const Run otherRun = run == Run::First ? Run::Second : Run::First;
    const trace::Trace& other = m_comparison.trace(otherRun);
    view::Position out {t, other.upperBound(t)};
    if (position.applied >= own.upperBound(position.at))
        return out; // behind all of its instant
    const std::size_t first = other.lowerBound(t);
    for (; out.applied > first; --out.applied) {
        const EventId last {static_cast<std::uint32_t>(out.applied - 1)};
        const EventId counterpart = m_comparison.alignment().counterpart(otherRun, last);
        if (counterpart.isValid() && counterpart.value < position.applied)
            break;
    }
    return out;
}

void RunPair::mark(Run run, view::Marks& marks) const
{
    const compare::Alignment& alignment = m_comparison.alignment();
    const trace::Trace& trace = m_comparison.trace(run);
    std::vector<view::Mark> connections(trace.connectionCount(), view::Mark::None);
    for (std::size_t row = 0; row < alignment.connections().size(); ++row) {
        const ConnectionId id = alignment.connections()[row].of(run);
        if (!id.isValid() || id.value >= connections.size())
            continue;
        const compare::ConnectionRow& facts = m_comparison.connections()[row];
        connections[id.value] = !facts.isBoth() ? view::Mark::Alone
            : facts.differs()                   ? view::Mark::Differs
                                                : view::Mark::None;
    }
    std::vector<bool> events(trace.size());
    for (std::uint32_t i = 0; i < trace.size(); ++i)
        events[i] = !alignment.counterpart(run, EventId {i}).isValid();
    marks.set(std::move(connections), std::move(events));
}

ConnectionId RunPair::connectionOf(const compare::Sentence& sentence, Run run) const
{
    for (const std::size_t row : sentence.rows) {
        const ConnectionId id = m_comparison.alignment().connections()[row].of(run);
        if (id.isValid())
            return id;
    }
    return {};
}

Pairing::Pairing(QObject* parent)
    : QObject(parent)
{
}

void Pairing::start(const trace::Trace& first, Instant firstEnd, const trace::Trace& second, Instant secondEnd)
{
    // Work is copied where it is handed on, and traces are large: it holds them by their place.
    struct Runs {
        trace::Trace first;
        trace::Trace second;
    };
    auto runs = std::make_shared<Runs>(Runs {copyOf(first, firstEnd), copyOf(second, secondEnd)});
    m_job.start([this, runs = std::move(runs), firstEnd, secondEnd]() -> NewestJob::Finish {
        auto pair
            = std::make_shared<const RunPair>(std::move(runs->first), firstEnd, std::move(runs->second), secondEnd);
        return [this, pair = std::move(pair)] { emit made(pair); };
    });
}

} // namespace connscope::app
