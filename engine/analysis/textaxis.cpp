// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/textaxis.h"

#include "analysis/columns.h"
#include "analysis/spokentime.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace connscope::analysis {

namespace {

constexpr int kAlike = 2; // silences whose lengths are not more apart than this
constexpr Duration kShortest = std::chrono::seconds(1); // what is shorter is no silence
constexpr std::int64_t kLabelColumns = 12; // between two round times
constexpr std::size_t kLabelGap = 2;

/// The least of \a digits × 10^k (k ≥ 0) that is not less than \a ns. The digits stand for tenths.
std::int64_t roundUp(std::int64_t ns, std::span<const std::int64_t> digits)
{
    for (std::int64_t power = 1;; power *= 10) {
        for (const std::int64_t digit : digits) {
            if (power == 1 && digit % 10 != 0)
                continue; // no fractions of a nanosecond
            if (const std::int64_t candidate = power == 1 ? digit / 10 : digit * (power / 10); candidate >= ns)
                return candidate;
        }
    }
}

constexpr std::array<std::int64_t, 11> kSteps {10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 90};
constexpr std::array<std::int64_t, 3> kTicks {10, 20, 50};

std::string secondsText(Instant t, Duration step)
{
    const int decimals = step >= std::chrono::milliseconds(1) ? 3 : step >= std::chrono::microseconds(1) ? 6 : 9;
    std::string text = formatSeconds(t.time_since_epoch(), decimals);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text + " s";
}

} // namespace

std::string TextAxis::foldText(Duration length) { return spokenTime(length); }

TextAxis::TextAxis(Instant from, Instant to, const std::vector<Instant>& instants, std::size_t columns, bool mayFold)
{
    to = std::max(from, to);
    struct Gap {
        Instant from;
        Instant to;
        Duration length() const { return to - from; }
    };
    std::vector<Gap> gaps;
    if (mayFold) {
        Instant last = from;
        for (const Instant t : instants) {
            if (t <= last || t > to)
                continue;
            gaps.push_back({last, t});
            last = t;
        }
        if (to > last)
            gaps.push_back({last, to});
        std::stable_sort(
            gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) { return a.length() > b.length(); });
    }
    // Silences of one size go together: all the seven minutes between two records, or none of them. They are folded where
    // they are most of the time that is left; then what was small becomes large.
    Duration left = to - from;
    std::size_t foldColumns = 0;
    std::size_t folds = 0;
    while (folds < gaps.size()) {
        std::size_t end = folds;
        Duration total {};
        std::size_t width = 0;
        while (end < gaps.size() && gaps[end].length() * kAlike >= gaps[folds].length()) {
            total += gaps[end].length();
            width += displayWidth(foldText(gaps[end].length())) + 2;
            ++end;
        }
        if (gaps[end - 1].length() < kShortest || total <= left / 2 || total >= left
            || foldColumns + width > columns / 2)
            break;
        left -= total;
        foldColumns += width;
        folds = end;
    }
    gaps.resize(folds);
    std::sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) { return a.from < b.from; });

    // Each measured segment has one column more than its length needs, for its last instant.
    const auto usable = static_cast<std::int64_t>(columns - foldColumns - (folds + 1));
    m_step = Duration {roundUp(std::max<std::int64_t>(1, (left.count() + usable - 1) / usable), kSteps)};
    std::size_t column = 0;
    Instant begin = from;
    const auto measured = [&](Instant end) {
        Segment segment {begin, end, column, static_cast<std::size_t>((end - begin) / m_step) + 1, false};
        column += segment.width;
        m_segments.push_back(segment);
    };
    for (const Gap& gap : gaps) {
        measured(gap.from);
        m_segments.push_back({gap.from, gap.to, column, displayWidth(foldText(gap.length())) + 2, true});
        column += m_segments.back().width;
        begin = gap.to;
    }
    measured(to);
}

std::size_t TextAxis::column(Instant t) const
{
    // The last measured segment that begins at or before t; what is folded holds no instant of its own.
    const Segment* found = &m_segments.front();
    for (const Segment& segment : m_segments) {
        if (segment.from > t)
            break;
        if (!segment.isFolded)
            found = &segment;
        else if (t > segment.from && t < segment.to)
            return segment.column;
    }
    if (t <= found->from)
        return found->column;
    const auto offset = static_cast<std::size_t>((t - found->from) / m_step);
    return found->column + std::min(offset, found->width - 1);
}

std::vector<TextAxis::Label> TextAxis::labels() const
{
    std::vector<Label> out;
    std::vector<bool> isTaken(columns() + 64);
    const auto place = [&](Instant t, std::size_t at) {
        Label label {at, at, secondsText(t, m_step)};
        const std::size_t width = displayWidth(label.text);
        if (width > columns())
            return;
        label.column = std::min(at, columns() - width); // the last one ends with the line
        const std::size_t end = label.column + width;
        const std::size_t first = label.column > kLabelGap ? label.column - kLabelGap : 0;
        for (std::size_t i = first; i < end + kLabelGap; ++i) {
            if (isTaken[i])
                return;
        }
        std::fill(isTaken.begin() + static_cast<std::ptrdiff_t>(label.column),
            isTaken.begin() + static_cast<std::ptrdiff_t>(end), true);
        out.push_back(std::move(label));
    };
    for (const Segment& segment : m_segments) {
        if (!segment.isFolded)
            place(segment.from, segment.column);
    }
    const Duration tick {roundUp(m_step.count() * kLabelColumns, kTicks)};
    for (const Segment& segment : m_segments) {
        if (segment.isFolded)
            continue;
        const std::int64_t begin = toNs(segment.from);
        std::int64_t next = begin / tick.count() * tick.count();
        for (; next <= toNs(segment.to); next += tick.count()) {
            if (next > begin)
                place(fromNs(next), column(fromNs(next)));
        }
    }
    std::sort(out.begin(), out.end(), [](const Label& a, const Label& b) { return a.column < b.column; });
    return out;
}

} // namespace connscope::analysis
