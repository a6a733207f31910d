// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/sink.h"
#include "base/text.h"
#include "base/time.h"
#include "trace/jsontext.h"

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace connscope::analysis {

/// JSON as it is written, with the commas where they belong. Only what reports need.
class JsonWriter {
public:
    explicit JsonWriter(TextSink& sink)
        : m_sink(sink)
    {
    }

    void open(char bracket)
    {
        m_sink << bracket;
        m_first = true;
    }
    void close(char bracket)
    {
        m_sink << bracket;
        m_first = false;
    }
    /// Ends a line between two members, so that a diff of two reports is a diff of connections.
    void line(int indent) { m_pendingLine = indent; }
    void lineNow(int indent)
    {
        m_sink << '\n';
        m_sink.pad(static_cast<std::size_t>(indent));
        m_pendingLine = -1;
    }
    void item()
    {
        if (!m_first)
            m_sink << ',';
        if (m_pendingLine >= 0)
            lineNow(m_pendingLine);
        else if (!m_first)
            m_sink << ' ';
        m_first = false;
    }
    void key(std::string_view name)
    {
        item();
        text(name);
        m_sink << ": ";
    }
    void text(std::string_view value)
    {
        m_buffer.clear();
        if (trace::isUtf8(value))
            trace::appendJsonString(m_buffer, value);
        else
            trace::appendJsonString(m_buffer, printable(value, value.size() * 4));
        m_sink << m_buffer;
    }
    void null() { m_sink << "null"; }
    void boolean(bool value) { m_sink << (value ? "true" : "false"); }
    template <std::integral Number>
    void number(Number value)
    {
        m_sink << value;
    }

    void member(std::string_view name, std::string_view value)
    {
        key(name);
        text(value);
    }
    /// null for an empty text.
    void memberOrNull(std::string_view name, std::string_view value)
    {
        key(name);
        if (value.empty())
            null();
        else
            text(value);
    }
    template <std::integral Number>
    void member(std::string_view name, Number value)
    {
        key(name);
        number(value);
    }
    void member(std::string_view name, const std::optional<Instant>& t)
    {
        key(name);
        if (t)
            number(toNs(*t));
        else
            null();
    }

private:
    TextSink& m_sink;
    std::string m_buffer;
    int m_pendingLine = -1;
    bool m_first = true;
};

} // namespace connscope::analysis
