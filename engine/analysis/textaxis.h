// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"

#include <cstddef>
#include <string>
#include <vector>

/// \file
/// Time as columns of characters. Every column stands for the same length of time, a round one; long silences are cut to
/// the width of their label, so that 10 ms of handshake and 9 minutes of silence fit on one line.

namespace connscope::analysis {

class TextAxis {
public:
    /// A stretch of columns.
    struct Segment {
        Instant from {};
        Instant to {};
        std::size_t column = 0;
        std::size_t width = 0;
        bool isFolded = false; ///< the columns do not measure time
    };
    struct Label {
        std::size_t tick = 0; ///< the column that it names
        std::size_t column = 0; ///< where its text begins: at its tick, unless the line ends too soon
        std::string text;
    };

    /// \a instants: when something happens, ascending; what lies between two of them may be folded if \a mayFold.
    /// At most \a columns, 20 or more, are used.
    TextAxis(Instant from, Instant to, const std::vector<Instant>& instants, std::size_t columns, bool mayFold);

    /// The column of an instant; those before or after the range have the first or the last.
    std::size_t column(Instant t) const;
    std::size_t columns() const { return m_segments.back().column + m_segments.back().width; }
    const std::vector<Segment>& segments() const { return m_segments; }
    /// Time of one column outside of what is folded.
    Duration step() const { return m_step; }
    /// Where a segment begins and at round times, as many as have room: "0 s", "1.5 s".
    std::vector<Label> labels() const;

    /// What a folded segment of this length says; its columns are those of the text and one at either end.
    static std::string foldText(Duration length);

private:
    Duration m_step {1};
    std::vector<Segment> m_segments;
};

} // namespace connscope::analysis
