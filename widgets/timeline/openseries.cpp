// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/openseries.h"

#include <algorithm>

namespace connscope::timeline {

bool OpenSeries::extend(const trace::Index& index)
{
    const std::vector<trace::OpenStep> steps = index.openByRole(m_last);
    for (const trace::OpenStep& step : steps)
        add({toNs(step.at), step.event.value + 1, step.open, 0});
    if (!steps.empty())
        m_last = steps.back();
    return !steps.empty();
}

OpenSeries OpenSeries::of(std::span<const trace::ConnectionLife> lives)
{
    struct Change {
        EventId event;
        Instant at {};
        Role role {};
        bool opens = false;
    };
    std::vector<Change> changes;
    for (const trace::ConnectionLife& life : lives) {
        changes.push_back({life.openEvent, life.opened, life.role, true});
        if (life.closed)
            changes.push_back({life.closeEvent, *life.closed, life.role, false});
    }
    std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.event < b.event; });
    OpenSeries series;
    OpenCounts open {};
    for (const Change& change : changes) {
        std::uint32_t& count = open[static_cast<std::size_t>(change.role)];
        change.opens ? ++count : --count;
        series.add({toNs(change.at), change.event.value + 1, open, 0});
    }
    return series;
}

void OpenSeries::add(Step step)
{
    step.total = 0;
    for (const std::uint32_t n : step.open)
        step.total += n;
    m_most = std::max(m_most, step.total);
    m_steps.push_back(step);
    if (m_steps.size() % kBlock == 0) {
        const auto last = m_steps.end();
        const auto best = std::max_element(last - static_cast<std::ptrdiff_t>(kBlock), last,
            [](const Step& a, const Step& b) { return a.total < b.total; });
        m_highest.push_back(static_cast<std::uint32_t>(best - m_steps.begin()));
    }
}

OpenCounts OpenSeries::at(const view::Position& position) const
{
    const auto after = std::partition_point(
        m_steps.begin(), m_steps.end(), [&](const Step& s) { return s.position() <= position; });
    return after == m_steps.begin() ? OpenCounts {} : (after - 1)->open;
}

const OpenSeries::Step* OpenSeries::highest(
    const view::Position& from, const view::Position& to, std::size_t& hint) const
{
    // hint: the number of steps before `from`
    const auto past = [&](std::size_t start, const view::Position& p) {
        std::size_t step = 1;
        std::size_t low = start;
        while (low + step < m_steps.size() && m_steps[low + step].position() < p) {
            low += step;
            step *= 2;
        }
        const auto begin = m_steps.begin() + static_cast<std::ptrdiff_t>(low);
        const auto end = m_steps.begin() + static_cast<std::ptrdiff_t>(std::min(low + step + 1, m_steps.size()));
        return static_cast<std::size_t>(
            std::partition_point(begin, end, [&](const Step& s) { return s.position() < p; }) - m_steps.begin());
    };
    const std::size_t begin = past(hint, from);
    const std::size_t end = past(begin, to);
    hint = begin;
    const Step* best = begin > 0 ? &m_steps[begin - 1] : nullptr;
    const auto take = [&](std::size_t i) {
        if (!best || m_steps[i].total > best->total)
            best = &m_steps[i];
    };
    std::size_t i = begin;
    while (i < end) {
        if (i % kBlock == 0 && i + kBlock <= end) {
            take(m_highest[i / kBlock]);
            i += kBlock;
        } else {
            take(i++);
        }
    }
    return best;
}

} // namespace connscope::timeline
