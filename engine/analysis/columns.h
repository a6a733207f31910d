// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/sink.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Columns of text that line up in a terminal. Widths are display widths: a Chinese topic name takes two cells a
/// character, a combining accent none.

namespace connscope::analysis {

/// Cells that UTF-8 text takes in a terminal: 2 for East Asian wide characters and emoji, 0 for combining marks and
/// control characters, 1 for everything else, broken bytes included. By blocks of Unicode, whatever the locale.
std::size_t displayWidth(std::string_view text);

/// A table that is written in two passes: measure() every row, then write() every row. No row is kept, so a long table
/// costs no memory; the caller makes its cells twice.
class Columns {
public:
    enum class Align : unsigned char { Left, Right };
    struct Column {
        std::string_view title; ///< a literal; "" in all columns = no heading
        Align align = Align::Left;
    };

    /// \a columns stay as they are named here; a row has as many cells.
    explicit Columns(std::vector<Column> columns);
    /// Cells may be fewer than the columns: what is missing is empty.
    void measure(std::span<const std::string> cells);
    void writeHeading(TextSink& sink) const;
    /// One line. The last cell that is not empty is not padded, so no line ends in spaces.
    void write(TextSink& sink, std::span<const std::string> cells) const;
    /// Cells before column \a index, the gaps between columns included.
    std::size_t offset(std::size_t index) const;

    static constexpr std::size_t kGap = 2;

private:
    std::vector<Column> m_columns;
    std::vector<std::size_t> m_widths;
};

/// Writes \a text in lines of at most \a width cells, broken at spaces; every line begins with \a indent spaces. A word
/// that is longer than a line keeps a line of its own. \a column: cells that the line already has; then the first
/// indent is left out.
void writeWrapped(
    TextSink& sink, std::string_view text, std::size_t indent, std::size_t width, std::size_t column = 0);

} // namespace connscope::analysis
