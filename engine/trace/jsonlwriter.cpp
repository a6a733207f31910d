// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/jsonl.h"

#include "trace/jsonlline.h"
#include "trace/jsontext.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace connscope::trace {

namespace {

template <typename Number>
void appendNumber(std::string& out, Number number)
{
    char digits[24];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    static_cast<void>(error); // 24 bytes hold any 64-bit number
    out.append(digits, end);
}

template <typename Number>
void appendKey(std::string& out, std::string_view key, Number number)
{
    out += key;
    appendNumber(out, number);
}

/// \a value needs no escaping: one of our own names.
void appendName(std::string& out, std::string_view key, std::string_view value)
{
    out += key;
    out += '"';
    out += value;
    out += '"';
}

void appendText(std::string& out, std::string_view key, std::string_view text)
{
    out += ",\"";
    out += key;
    if (isUtf8(text)) {
        out += "\":";
        appendJsonString(out, text);
    } else {
        out += "_hex\":\"";
        appendHex(out, text);
        out += '"';
    }
}

Error tooLong(const char* what)
{
    Error error;
    error.message = std::string(what) + " is longer than the " + std::to_string(JsonlWriter::kMaxText)
        + " bytes that a line of a trace file may hold; shorten it";
    return error;
}

} // namespace

JsonlWriter::JsonlWriter(JsonlSink sink, std::size_t blockBytes)
    : m_sink(std::move(sink))
    , m_block(blockBytes)
{
}

Result<void> JsonlWriter::begin(const Header& header, const JsonlNotes& notes)
{
    for (const std::string* text : {&notes.annotations, &notes.bookmarks}) {
        if (text->size() > kMaxText)
            return fail(tooLong("What was written into the picture"));
    }
    for (const std::string* text : {&header.title, &header.scenario, &header.profile}) {
        if (text->size() > kMaxText)
            return fail(tooLong("A text of the trace's header"));
    }
    m_vantage = header.vantage;
    appendKey(m_buffer, "{\"connscope-trace\":", kJsonlMajor);
    appendKey(m_buffer, ",\"minor\":", kJsonlMinor);
    appendText(m_buffer, "title", header.title);
    appendText(m_buffer, "scenario", header.scenario);
    if (header.profile.empty())
        m_buffer += ",\"profile\":null";
    else
        appendText(m_buffer, "profile", header.profile);
    appendKey(m_buffer, ",\"seed\":", header.seed);
    appendName(m_buffer, ",\"vantage\":", vantageName(header.vantage));
    appendKey(m_buffer, ",\"epoch_ms\":", header.epochMs);
    for (const auto& [key, array] :
        {std::pair(kAnnotationsKey, &notes.annotations), {kBookmarksKey, &notes.bookmarks}}) {
        if (array->empty())
            continue;
        m_buffer += ",\"";
        m_buffer += key;
        m_buffer += "\":";
        m_buffer += *array;
    }
    m_buffer += "}\n";
    return {};
}

Result<void> JsonlWriter::append(const Trace& trace, std::size_t i)
{
    const Event& e = trace[i];
    std::string& out = m_buffer;
    appendKey(out, "{\"id\":", i);
    appendKey(out, ",\"t_ns\":", toNs(e.at));
    appendName(out, ",\"kind\":", kindName(e.kind));
    if (e.cause.isValid())
        appendKey(out, ",\"cause\":", e.cause.value);
    if (e.rule != RuleId::None)
        appendName(out, ",\"rule\":", ruleName(e.rule));
    if (e.connection.isValid())
        appendKey(out, ",\"conn\":", e.connection.value);
    if (e.client.isValid())
        appendKey(out, ",\"client\":", e.client.value);
    if (e.node.isValid())
        appendKey(out, ",\"node\":", e.node.value);
    if (e.broker.isValid())
        appendKey(out, ",\"broker\":", e.broker.value);
    if (e.api != ApiKey::None) {
        if (const std::string_view name = apiName(e.api); name != "UNKNOWN")
            appendName(out, ",\"api\":", name);
        else
            appendKey(out, ",\"api\":", static_cast<int>(e.api));
    }
    if (e.correlation != -1)
        appendKey(out, ",\"corr\":", e.correlation);
    if (e.size != 0)
        appendKey(out, ",\"size\":", e.size);
    if (e.value != 0)
        appendKey(out, ",\"value\":", e.value);
    if (const std::string_view text = trace.text(e.text); !text.empty()) {
        if (text.size() > kMaxText)
            return fail(tooLong(("The text of event " + std::to_string(i)).c_str()));
        appendText(out, "text", text);
    }
    if (e.side != Side::None)
        appendName(out, ",\"side\":", sideName(e.side));
    if (e.state != TcpState::None)
        appendName(out, ",\"state\":", tcpStateName(e.state));
    if (e.vantage != m_vantage)
        appendName(out, ",\"vantage\":", vantageName(e.vantage));
    out += "}\n";
    return {};
}

Result<void> JsonlWriter::write(const Trace& trace, std::size_t from, std::size_t to)
{
    for (std::size_t i = from; i < to; ++i) {
        const std::size_t lineStart = m_buffer.size();
        if (auto done = append(trace, i); !done) {
            m_buffer.resize(lineStart);
            return done;
        }
        m_events = i + 1;
        m_last = trace[i].at;
        if (m_buffer.size() >= m_block) {
            if (auto done = flush(); !done)
                return done;
        }
    }
    return {};
}

Result<void> JsonlWriter::finish(Instant end)
{
    appendKey(m_buffer, "{\"id\":", m_events);
    appendKey(m_buffer, ",\"t_ns\":", toNs(std::max(end, m_last)));
    appendName(m_buffer, ",\"kind\":", kEndKind);
    m_buffer += "}\n";
    return flush();
}

Result<void> JsonlWriter::flush()
{
    if (!m_buffer.empty() && !m_sink(m_buffer))
        return fail("The trace could not be written; is the disk full?");
    m_buffer.clear();
    return {};
}

Result<void> writeJsonl(const Trace& trace, const JsonlSink& sink, Instant end, const JsonlNotes& notes)
{
    JsonlWriter writer(sink);
    if (auto done = writer.begin(trace.header(), notes); !done)
        return done;
    if (auto done = writer.write(trace, 0, trace.size()); !done)
        return done;
    return writer.finish(end);
}

} // namespace connscope::trace
