// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sink.h"

#include <utility>

namespace connscope::analysis {

TextSink::TextSink(Write write)
    : m_write(std::move(write))
{
    m_buffer.reserve(kPiece + 1024);
}

bool TextSink::flush()
{
    if (m_good && !m_buffer.empty())
        m_good = m_write(m_buffer);
    m_buffer.clear();
    return m_good;
}

void TextSink::pad(std::size_t count)
{
    static constexpr std::string_view kSpaces = "                                ";
    for (; count > kSpaces.size(); count -= kSpaces.size())
        *this << kSpaces;
    *this << kSpaces.substr(0, count);
}

} // namespace connscope::analysis
