// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

/// \file
/// Where a report goes. A report may be larger than memory, so it is handed on piece by piece; and whoever reads it may
/// go away (`| head`), so it can be told to stop.

namespace connscope::analysis {

/// Gathers text and hands it on in pieces of about 64 KiB. Numbers are written without the locale's help.
class TextSink {
public:
    /// Takes a piece. False: nobody wants more (a closed pipe, a full disk, a cancelled job).
    using Write = std::function<bool(std::string_view)>;

    explicit TextSink(Write write);
    TextSink(const TextSink&) = delete;
    TextSink& operator=(const TextSink&) = delete;
    /// Hands on what is left. Without it, the last piece is lost.
    bool flush();
    /// False once a piece was refused; writers of long reports look at it once per row and stop.
    bool good() const { return m_good; }

    TextSink& operator<<(std::string_view text)
    {
        m_buffer.append(text);
        if (m_buffer.size() >= kPiece)
            flush();
        return *this;
    }
    TextSink& operator<<(const char* text) { return *this << std::string_view {text}; }
    TextSink& operator<<(char c) { return *this << std::string_view {&c, 1}; }
    template <std::integral Number>
    TextSink& operator<<(Number number)
    {
        char digits[24];
        const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
        return *this << std::string_view {digits, static_cast<std::size_t>(end - digits)};
    }
    /// \a count spaces.
    void pad(std::size_t count);

private:
    static constexpr std::size_t kPiece = std::size_t {1} << 16;
    Write m_write;
    std::string m_buffer;
    bool m_good = true;
};

} // namespace connscope::analysis
