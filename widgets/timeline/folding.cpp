// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/folding.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace connscope::timeline {

using trace::EventKind;

namespace {

/// Room for a gap: grows with its logarithm, so that 100 µs of a handshake and 3 s of waiting both have some.
double room(Duration gap) { return std::log2(1 + static_cast<double>(gap.count()) / 50'000); }

/// How much of a gap stays open at either end of a fold.
constexpr Duration kLead = std::chrono::seconds(2);

struct Gap {
    Instant from {};
    Instant to {};
    bool folded = false;
    bool busy = false; // routine goes on in it
    std::size_t firstEvent = 0; // of the fold
    std::size_t endEvent = 0;
    Duration head {};
    Duration tail {};
};

} // namespace

bool isNotable(const trace::Event& e)
{
    switch (e.kind) {
    case EventKind::AppCall:
    case EventKind::RequestQueued:
    case EventKind::RequestSent:
    case EventKind::RequestReceived:
    case EventKind::ResponseSent:
    case EventKind::NodeChosen:
    case EventKind::NodeNotFound:
    case EventKind::MetadataRequested:
    case EventKind::MetadataUpdated:
    case EventKind::FetchPositionReset:
    case EventKind::RecordsDelivered:
    case EventKind::BatchReady:
    case EventKind::TransactionState:
    case EventKind::ConfigChanged:
        return false;
    case EventKind::AppReturn:
        return e.value != 0;
    case EventKind::ResponseReceived:
        return e.text.value != 0 && e.text.isValid(); // an error
    default:
        return true;
    }
}

void FoldingIndex::clear() { *this = FoldingIndex(); }

void FoldingIndex::addNotable(Instant t)
{
    if (!m_notable.empty() && t - m_notable.back() <= m_grain)
        return;
    m_notable.push_back(t);
    if (m_notable.size() <= kManyKnots)
        return;
    // A trace with a storm of openings: what is closer together than a grain is one place.
    m_grain = std::max<Duration>(m_grain * 4, std::chrono::microseconds(1));
    std::size_t kept = 0;
    for (const Instant at : m_notable) {
        if (kept == 0 || at - m_notable[kept - 1] > m_grain)
            m_notable[kept++] = at;
    }
    m_notable.resize(kept);
}

void FoldingIndex::extend(const trace::Trace& trace, std::size_t size)
{
    for (; m_size < size; ++m_size) {
        const trace::Event& e = trace[m_size];
        if (e.at - m_last > kShortest)
            m_wakes.push_back({e.at, e.at - m_last});
        m_last = e.at;
        if (isNotable(e))
            addNotable(e.at);
    }
}

FoldedScale FoldingIndex::scale(const trace::Trace& trace, Instant end, FoldRule rule) const
{
    return scaleOf(trace, kStart, end, rule, nullptr);
}

FoldedScale FoldingIndex::scale(const trace::Trace& trace, Instant from, Instant to, FoldRule rule) const
{
    std::vector<Instant> moments;
    if (to - from <= kShortest) {
        const std::size_t end = trace.upperBound(to);
        for (std::size_t i = trace.upperBound(from); i < end && moments.size() <= kManyMoments; ++i) {
            if (moments.empty() || moments.back() < trace[i].at)
                moments.push_back(trace[i].at);
        }
        if (moments.size() > kManyMoments)
            moments.clear();
    }
    FoldedScale result = scaleOf(trace, from, to, rule, &moments);
    result.from = from;
    result.to = to;
    return result;
}

std::vector<Instant> FoldingIndex::places(
    Instant from, Instant to, Duration silence, const std::vector<Instant>& moments) const
{
    std::vector<Instant> all {from};
    std::size_t w = 0;
    auto moment = moments.begin();
    const auto add = [&](Instant t) {
        for (; moment != moments.end() && *moment <= t; ++moment) {
            if (*moment > all.back() && *moment < to)
                all.push_back(*moment);
        }
        if (t > all.back() && t < to)
            all.push_back(t);
    };
    const auto addWakes = [&](Instant until) {
        for (; w < m_wakes.size() && m_wakes[w].at <= until; ++w) {
            if (m_wakes[w].silence > silence)
                add(m_wakes[w].at);
        }
    };
    for (const Instant t : m_notable) {
        addWakes(t);
        add(t);
    }
    addWakes(kNever);
    add(to); // what moments are left
    if (to > all.back())
        all.push_back(to);
    return all;
}

FoldedScale FoldingIndex::scaleOf(
    const trace::Trace& trace, Instant from, Instant to, FoldRule rule, const std::vector<Instant>* moments) const
{
    const std::vector<Instant> none;
    const auto placesAfter = [&](Duration silence) { return places(from, to, silence, moments ? *moments : none); };
    const auto breaks = [](const std::vector<Instant>& all, Duration longer) {
        std::size_t n = 0;
        for (std::size_t i = 1; i < all.size(); ++i)
            n += all[i] - all[i - 1] > longer ? 1U : 0U;
        return n;
    };

    FoldedScale result;
    result.rule = std::max(rule.longerThan, Duration {1'000'000});
    std::vector<Instant> all;
    if (rule.longerThan > Duration {}) {
        all = placesAfter(result.rule);
    } else {
        using namespace std::chrono;
        static constexpr std::array<Duration, 6> kRules {
            kShortest, seconds(20), minutes(1), minutes(5), minutes(30), hours(3)};
        for (const Duration longer : kRules) {
            result.rule = longer;
            all = placesAfter(longer);
            if (breaks(all, longer) <= kManyBreaks)
                break;
        }
    }

    // What is shown in full sets the scale of breaks and leads, so that a few of them can be read and many do not crowd
    // out what happened.
    std::vector<Gap> gaps;
    gaps.reserve(all.size());
    double shown = 4;
    std::size_t folds = 0;
    for (std::size_t i = 1; i < all.size(); ++i) {
        Gap gap;
        gap.from = all[i - 1];
        gap.to = all[i];
        const Duration length = gap.to - gap.from;
        gap.folded = length > result.rule;
        if (gap.folded) {
            // What is folded is a round number of seconds, so that its label is exact and short.
            const Duration rest = 2 * std::min(kLead, length / 8);
            const Duration second = std::min<Duration>(std::chrono::seconds(1), result.rule / 8 + Duration {1});
            const Duration folded = (length - rest) / second * second;
            // After the last notable event there is nothing to lead up to; the end of a stretch was asked for.
            const bool last = !moments && gap.to == to && (m_notable.empty() || m_notable.back() < to);
            gap.head = (length - folded) / (last ? 1 : 2);
            gap.tail = length - folded - gap.head;
            gap.firstEvent = trace.upperBound(gap.from + gap.head);
            gap.endEvent = trace.lowerBound(gap.to - gap.tail);
            gap.busy = trace.lowerBound(gap.to) > trace.upperBound(gap.from);
            ++folds;
        } else {
            shown += room(length);
        }
        gaps.push_back(gap);
    }
    const double many = static_cast<double>(std::max<std::size_t>(folds, 1));
    const double breakRoom = 0.5 * shown / std::max(many, 5.0);
    const double busyLead = std::clamp(0.45 * shown / many, 1.5, 0.35 * shown);
    const double quietLead = std::min(busyLead, std::max(1.0, 0.08 * shown / std::max(many / 3, 1.0)));

    result.knots.push_back({kStart, 0});
    if (from > kStart) // what is not shown has a place as well
        result.knots.push_back({from, std::max(room(from - kStart), 1e-3)});
    const auto add = [&](Instant at, double width) {
        if (at > result.knots.back().at)
            result.knots.push_back({at, result.knots.back().u + std::max(width, 1e-3)});
    };
    for (const Gap& gap : gaps) {
        if (!gap.folded) {
            add(gap.to, room(gap.to - gap.from));
            continue;
        }
        const double lead = gap.busy ? busyLead : quietLead;
        add(gap.from + gap.head, lead);
        add(gap.to - gap.tail, breakRoom);
        result.folds.push_back({gap.from + gap.head, gap.to - gap.tail, gap.firstEvent, gap.endEvent});
        add(gap.to, lead * 0.7);
    }
    return result;
}

} // namespace connscope::timeline
