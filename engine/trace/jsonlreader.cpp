// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/jsonl.h"
#include "trace/jsonlline.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

namespace connscope::trace {

namespace {

/// Connections and clients are numbered in order, but a number may be mentioned a little before the ones below it.
/// A file that skips millions would make tables of millions.
constexpr std::uint64_t kIdSlack = 65536;
/// What was dropped had numbers too, but a file can say anything.
constexpr std::uint64_t kMaxDroppedIds = 4'000'000;

bool isBlank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

} // namespace

class JsonlReader::Private {
public:
    Private(std::string fileName, const JsonlLimits& limits)
        : m_fileName(std::move(fileName))
        , m_limits(limits)
    {
    }

    Result<void> feed(std::string_view bytes);
    Result<JsonlResult> finish();
    const Trace& trace() const { return m_result.trace; }

private:
    Result<void> takeLine(std::string_view line);
    Result<void> takeHeader(std::string_view line);
    Result<void> takeEvent(std::string_view line);
    Result<void> refuseLong();
    void tellEnd();
    Error placed(Error error) const;
    void endLine(std::size_t bytes)
    {
        m_offset += bytes + 1;
        ++m_line;
    }

    std::string m_fileName;
    JsonlLimits m_limits;
    JsonlResult m_result;
    std::optional<EventLineParser> m_parser; // once the header was read
    EventLine m_eventLine;
    std::string m_pending; // the beginning of a line whose end has not come yet
    std::optional<Error> m_failed;
    int m_line = 1;
    int m_lastLine = 1; // that was not blank
    std::size_t m_offset = 0; // of the line's start
};

Error JsonlReader::Private::placed(Error error) const
{
    error.file = m_fileName;
    error.line = m_line;
    error.offset += m_offset;
    return error;
}

Result<void> JsonlReader::Private::refuseLong()
{
    Error error;
    error.message = "the line is longer than " + std::to_string(m_limits.maxLineBytes)
        + " bytes; this is no trace that Connscope wrote";
    error.column = 1;
    return fail(std::move(error));
}

Result<void> JsonlReader::Private::feed(std::string_view bytes)
{
    if (m_failed)
        return fail(*m_failed);
    Result<void> done;
    while (done && !bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        if (end == std::string_view::npos) {
            m_pending.append(bytes);
            if (m_pending.size() > m_limits.maxLineBytes)
                done = refuseLong();
            break;
        }
        std::string_view line = bytes.substr(0, end);
        bytes.remove_prefix(end + 1);
        if (!m_pending.empty()) {
            m_pending.append(line);
            line = m_pending;
        }
        done = takeLine(line);
        if (done)
            endLine(line.size());
        m_pending.clear();
    }
    if (!done) {
        m_failed = placed(done.error());
        return fail(*m_failed);
    }
    return done;
}

Result<void> JsonlReader::Private::takeLine(std::string_view line)
{
    if (line.size() > m_limits.maxLineBytes)
        return refuseLong();
    if (isBlank(line))
        return {};
    m_lastLine = m_line;
    return m_parser ? takeEvent(line) : takeHeader(line);
}

Result<void> JsonlReader::Private::takeHeader(std::string_view line)
{
    if (m_offset == 0 && line.substr(0, 3) == "\xef\xbb\xbf")
        line.remove_prefix(3); // some editors put a byte order mark there
    Result<HeaderLine> header = parseHeaderLine(line, m_limits.maxDepth);
    if (!header)
        return fail(header.error());
    if (header->major > kJsonlMajor) {
        return fail(errorAtKey(line, "connscope-trace",
            "this trace has format version " + std::to_string(header->major) + "." + std::to_string(header->minor)
                + ", but this Connscope reads versions up to " + std::to_string(kJsonlMajor)
                + ".x; open it with a newer Connscope"));
    }
    m_result.report.major = header->major;
    m_result.report.minor = header->minor;
    m_result.report.notes = std::move(header->notes);
    m_result.trace.header() = std::move(header->header);
    m_parser.emplace(m_result.trace.header().vantage, header->minor > kJsonlMinor, m_limits.maxDepth);
    return {};
}

Result<void> JsonlReader::Private::takeEvent(std::string_view line)
{
    if (auto parsed = m_parser->parse(line, m_eventLine); !parsed)
        return parsed;
    Trace& trace = m_result.trace;
    Event& e = m_eventLine.event;
    const std::uint64_t expected = trace.size();
    const auto wrong
        = [&](std::string_view key, std::string message) { return fail(errorAtKey(line, key, std::move(message))); };

    if (m_result.report.isEndTold)
        return wrong("id", "the line before this one ends the trace: nothing may follow it");
    if (expected >= m_limits.maxEvents && !m_eventLine.isEnd)
        return wrong(
            "id", "there are more than " + std::to_string(m_limits.maxEvents) + " events, which is the limit");
    if (m_eventLine.id != expected) {
        return wrong("id",
            "events are numbered from 0 in the order of the file: expected " + std::to_string(expected) + ", found "
                + std::to_string(m_eventLine.id));
    }
    if (e.at < trace.end()) {
        return wrong("t_ns",
            "events are in the order of time: this one is at " + std::to_string(toNs(e.at))
                + " ns, the one before it at " + std::to_string(toNs(trace.end())) + " ns");
    }
    if (m_eventLine.isEnd) {
        m_result.report.isEndTold = true;
        m_result.report.end = e.at;
        return {};
    }
    if (e.cause.isValid() && e.cause.value >= expected)
        return wrong("cause",
            "a cause must be an earlier event, but " + std::to_string(e.cause.value) + " is not before "
                + std::to_string(expected));
    const auto tooFar = [&](std::string_view what) {
        return std::string(what)
            + " are numbered from 0 as they appear; this number is far ahead of the events so far";
    };
    // A trace that is kept short says how many events there were; each had at most one new connection.
    const std::uint64_t farthest = expected + std::min(trace.dropped(), kMaxDroppedIds) + kIdSlack;
    if (e.connection.isValid() && e.connection.value > farthest)
        return wrong("conn", tooFar("connections"));
    if (e.client.isValid() && e.client.value > farthest)
        return wrong("client", tooFar("clients"));

    e.text = trace.intern(m_eventLine.text);
    trace.append(e);
    trace.coverConnection(e.connection);
    trace.coverClient(e.client);
    return {};
}

// A file that was cut at the end of a line looks whole but for the line that should be its last.
void JsonlReader::Private::tellEnd()
{
    JsonlReport& report = m_result.report;
    if (report.isEndTold)
        return;
    report.end = m_result.trace.end();
    if (!report.message.empty())
        return;
    const std::string last = formatSeconds(report.end.time_since_epoch()) + " s";
    if (report.minor >= kJsonlEndMinor) {
        report.message = "The file ends without the line that should be its last: it was cut after line "
            + std::to_string(m_lastLine) + ", or is still being written. Everything before was read (events: "
            + std::to_string(m_result.trace.size()) + "); the run is taken to end at the last one, at " + last + ".";
    } else {
        report.message = "The file has format version " + std::to_string(report.major) + '.'
            + std::to_string(report.minor)
            + ", which does not say when the run ended: it is taken to end at its last "
              "event, at "
            + last + ".";
    }
}

Result<JsonlResult> JsonlReader::Private::finish()
{
    if (m_failed)
        return fail(*m_failed);
    if (!isBlank(m_pending)) {
        const Result<void> taken = takeLine(m_pending);
        const bool cut
            = !taken && m_pending.find_first_not_of(" \t\r") == m_pending.find('{') && !isWholeJson(m_pending);
        if (!taken && !cut)
            return fail(placed(taken.error()));
        if (cut && !m_parser) {
            Error error;
            error.message = "the file ends in the middle of its first line, the header, so nothing can be read";
            error.column = 1;
            return fail(placed(std::move(error)));
        }
        if (cut) {
            m_result.report.lostBytes = m_pending.size();
            m_result.report.lostLine = m_line;
            m_result.report.message = "The file ends in the middle of line " + std::to_string(m_line) + ": its last "
                + std::to_string(m_pending.size()) + " bytes were left out. Everything before them was read (events: "
                + std::to_string(m_result.trace.size()) + ").";
        }
    }
    if (!m_parser) {
        Error error;
        error.message = "the file is empty; a trace begins with a header line";
        return fail(placed(std::move(error)));
    }
    tellEnd();
    m_result.report.events = m_result.trace.size();
    return std::move(m_result);
}

JsonlReader::JsonlReader(std::string fileName, const JsonlLimits& limits)
    : d(std::make_unique<Private>(std::move(fileName), limits))
{
}

JsonlReader::~JsonlReader() = default;
JsonlReader::JsonlReader(JsonlReader&&) noexcept = default;
JsonlReader& JsonlReader::operator=(JsonlReader&&) noexcept = default;

Result<void> JsonlReader::feed(std::string_view bytes) { return d->feed(bytes); }
const Trace& JsonlReader::trace() const { return d->trace(); }
Result<JsonlResult> JsonlReader::finish() { return d->finish(); }

Result<JsonlResult> readJsonl(std::string_view text, const std::string& fileName, const JsonlLimits& limits)
{
    JsonlReader reader(fileName, limits);
    if (auto fed = reader.feed(text); !fed)
        return fail(fed.error());
    return reader.finish();
}

Result<JsonlResult> readJsonlFile(const std::string& path, const JsonlLimits& limits)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    Error error;
    error.file = path;
    if (!file) {
        error.message = std::string("cannot be opened: ") + std::strerror(errno);
        return fail(std::move(error));
    }
    JsonlReader reader(path, limits);
    std::string block(std::size_t {1} << 16, '\0');
    while (const std::size_t n = std::fread(block.data(), 1, block.size(), file.get())) {
        if (auto fed = reader.feed(std::string_view(block).substr(0, n)); !fed)
            return fail(fed.error());
    }
    if (std::ferror(file.get())) {
        error.message = "cannot be read to its end";
        return fail(std::move(error));
    }
    return reader.finish();
}

} // namespace connscope::trace
