// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

/// \file
/// A trace as JSON Lines: one header, then one event a line. docs/trace-format.md is the description for others; it and
/// this code say the same. Writing then reading gives an equal trace, whatever bytes its texts hold.

namespace connscope::trace {

/// A file of another major version is not read; a newer minor version may have keys, kinds and rules that are new.
inline constexpr int kJsonlMajor = 1;
inline constexpr int kJsonlMinor = 5;
/// Since this one the last line says when the run ended.
inline constexpr int kJsonlEndMinor = 3;

/// What a person wrote into a trace: keys of the header that are no part of the run. Each is a JSON array as text, "" = none;
/// what stands in them is not read here (scenario/tracenotes.h).
struct JsonlNotes {
    std::string annotations;
    std::string bookmarks;
    bool operator==(const JsonlNotes&) const = default;
};

// -- writing --

/// Takes a block of whole lines; false = it could not be written (the writer then stops with an error).
using JsonlSink = std::function<bool(std::string_view block)>;

/// Writes as a session runs: the header first, then events as they come. Blocks end at line ends, so a file that is cut
/// between two blocks is whole.
class JsonlWriter {
public:
    /// Longest text of one event, in bytes; the reader's limit for a line has room for it in every spelling.
    static constexpr std::size_t kMaxText = std::size_t {1} << 20;

    explicit JsonlWriter(JsonlSink sink, std::size_t blockBytes = std::size_t {1} << 16);

    /// The first line. Call it once, before any event.
    Result<void> begin(const Header& header, const JsonlNotes& notes = {});
    /// Events [from, to) of \a trace, the one whose header was written.
    Result<void> write(const Trace& trace, std::size_t from, std::size_t to);
    /// The last line: the run ended at \a end, or at the last event if that is later. Then hands over what is in the buffer.
    /// A file without it was cut, or is still being written.
    Result<void> finish(Instant end);
    /// Hands over what is still in the buffer.
    Result<void> flush();

private:
    Result<void> append(const Trace& trace, std::size_t i);

    JsonlSink m_sink;
    std::size_t m_block;
    Vantage m_vantage = Vantage::Simulated;
    std::size_t m_events = 0;
    Instant m_last = kStart; // the last event's
    std::string m_buffer;
};

/// The whole trace through \a sink, of a run that ended at \a end (its last event if that is later).
Result<void> writeJsonl(
    const Trace& trace, const JsonlSink& sink, Instant end = kStart, const JsonlNotes& notes = {});

/// The first line of a trace with other notes: every other key stays as it is, known or not. Without its line end. The error
/// says what is no header.
Result<std::string> withNotes(std::string_view headerLine, const JsonlNotes& notes);

// -- reading --

struct JsonlLimits {
    std::size_t maxLineBytes = std::size_t {8} << 20;
    std::uint64_t maxEvents = 200'000'000; ///< 56 bytes of memory each
    int maxDepth = 32; ///< nesting under a key that is not known
};

/// What was read, and what a cut file lost.
struct JsonlReport {
    std::uint64_t events = 0;
    std::uint64_t lostBytes = 0; ///< of the last line, where the file ends in the middle of it
    int lostLine = 0; ///< its number, from 1; 0 = nothing was lost
    int major = 0;
    int minor = 0;
    Instant end = kStart; ///< of the run; of a file that does not tell, its last event
    bool isEndTold = false; ///< false: cut, or of a version before kJsonlEndMinor
    JsonlNotes notes;
    std::string message; ///< "" or what was lost or is not told, for a person
};

struct JsonlResult {
    Trace trace;
    JsonlReport report;
};

/// Reads in pieces of any size; holds one line at most beside the trace. Errors carry line, column (in code points) and
/// offset; after an error the reader takes no more.
class JsonlReader {
public:
    /// \a fileName is for messages only.
    explicit JsonlReader(std::string fileName = {}, const JsonlLimits& limits = {});
    ~JsonlReader();
    JsonlReader(JsonlReader&&) noexcept;
    JsonlReader& operator=(JsonlReader&&) noexcept;

    Result<void> feed(std::string_view bytes);
    /// What the lines so far gave.
    const Trace& trace() const;
    /// The end of the input. A last line without a line end is kept if it is whole, otherwise it is reported as lost.
    Result<JsonlResult> finish();

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// A whole text.
Result<JsonlResult> readJsonl(
    std::string_view text, const std::string& fileName = {}, const JsonlLimits& limits = {});
/// A file, piece by piece.
Result<JsonlResult> readJsonlFile(const std::string& path, const JsonlLimits& limits = {});

} // namespace connscope::trace
