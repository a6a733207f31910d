// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/columns.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace connscope::analysis {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Whole blocks: a terminal's own tables differ in single characters anyway.
constexpr Range kZero[] = {
    {0x0300, 0x036f},
    {0x0483, 0x0489},
    {0x0591, 0x05bd},
    {0x0610, 0x061a},
    {0x064b, 0x065f},
    {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff},
    {0x200b, 0x200f},
    {0x202a, 0x202e},
    {0x2060, 0x2064},
    {0x20d0, 0x20ff},
    {0x3099, 0x309a},
    {0xfe00, 0xfe0f},
    {0xfe20, 0xfe2f},
    {0xfeff, 0xfeff},
    {0xe0100, 0xe01ef},
};
constexpr Range kWide[] = {
    {0x1100, 0x115f},
    {0x2e80, 0x303e},
    {0x3041, 0x4dbf},
    {0x4e00, 0xa4cf},
    {0xa960, 0xa97f},
    {0xac00, 0xd7a3},
    {0xf900, 0xfaff},
    {0xfe10, 0xfe19},
    {0xfe30, 0xfe6f},
    {0xff00, 0xff60},
    {0xffe0, 0xffe6},
    {0x16fe0, 0x18cff},
    {0x1aff0, 0x1b2ff},
    {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff},
    {0x1f900, 0x1f9ff},
    {0x20000, 0x3fffd},
};

template <std::size_t N>
bool isIn(const Range (&ranges)[N], char32_t c)
{
    const auto* it = std::lower_bound(
        std::begin(ranges), std::end(ranges), c, [](const Range& r, char32_t v) { return r.last < v; });
    return it != std::end(ranges) && c >= it->first;
}

/// The character at \a i, which moves behind it. A broken byte counts as one character, U+FFFD.
char32_t next(std::string_view text, std::size_t& i)
{
    const auto lead = static_cast<std::uint8_t>(text[i++]);
    if (lead < 0x80)
        return lead;
    const int more = (lead & 0xe0) == 0xc0 ? 1 : (lead & 0xf0) == 0xe0 ? 2 : (lead & 0xf8) == 0xf0 ? 3 : 0;
    if (more == 0 || text.size() - i < static_cast<std::size_t>(more))
        return 0xfffd;
    char32_t c = lead & (0x3fU >> more);
    for (int k = 0; k < more; ++k) {
        const auto byte = static_cast<std::uint8_t>(text[i + static_cast<std::size_t>(k)]);
        if ((byte & 0xc0) != 0x80)
            return 0xfffd;
        c = (c << 6) | (byte & 0x3fU);
    }
    i += static_cast<std::size_t>(more);
    return c;
}

} // namespace

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const char32_t c = next(text, i);
        if (c < 0x20 || (c >= 0x7f && c < 0xa0))
            continue;
        width += c < 0x300 ? 1U : isIn(kZero, c) ? 0U : isIn(kWide, c) ? 2U : 1U;
    }
    return width;
}

Columns::Columns(std::vector<Column> columns)
    : m_columns(std::move(columns))
{
    m_widths.reserve(m_columns.size());
    for (const Column& column : m_columns)
        m_widths.push_back(displayWidth(column.title));
}

void Columns::measure(std::span<const std::string> cells)
{
    const std::size_t count = std::min(cells.size(), m_widths.size());
    for (std::size_t i = 0; i < count; ++i)
        m_widths[i] = std::max(m_widths[i], displayWidth(cells[i]));
}

void Columns::writeHeading(TextSink& sink) const
{
    std::vector<std::string> titles;
    titles.reserve(m_columns.size());
    for (const Column& column : m_columns)
        titles.emplace_back(column.title);
    write(sink, titles);
}

void Columns::write(TextSink& sink, std::span<const std::string> cells) const
{
    std::size_t count = std::min(cells.size(), m_widths.size());
    while (count > 0 && cells[count - 1].empty())
        --count;
    std::size_t owed = 0; // spaces that only become text when more text follows
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t width = displayWidth(cells[i]);
        const std::size_t rest = m_widths[i] > width ? m_widths[i] - width : 0;
        if (m_columns[i].align == Align::Right)
            owed += rest;
        if (!cells[i].empty()) {
            sink.pad(owed);
            owed = 0;
            sink << cells[i];
        }
        owed += kGap + (m_columns[i].align == Align::Left ? rest : 0);
    }
    sink << '\n';
}

std::size_t Columns::offset(std::size_t index) const
{
    std::size_t offset = 0;
    for (std::size_t i = 0; i < index && i < m_widths.size(); ++i)
        offset += m_widths[i] + kGap;
    return offset;
}

void writeWrapped(TextSink& sink, std::string_view text, std::size_t indent, std::size_t width, std::size_t column)
{
    bool lineIsEmpty = true;
    if (column == 0) {
        sink.pad(indent);
        column = indent;
    }
    while (!text.empty()) {
        const std::size_t space = text.find(' ');
        const std::string_view word = text.substr(0, space);
        text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
        if (word.empty())
            continue;
        const std::size_t cells = displayWidth(word);
        if (!lineIsEmpty && column + 1 + cells > width) {
            sink << '\n';
            sink.pad(indent);
            column = indent;
            lineIsEmpty = true;
        }
        if (!lineIsEmpty) {
            sink << ' ';
            ++column;
        }
        sink << word;
        column += cells;
        lineIsEmpty = false;
    }
    sink << '\n';
}

} // namespace connscope::analysis
