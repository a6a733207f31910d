// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/clientlog.h"

#include "analysis/droppednote.h"
#include "analysis/logwriter.h"

#include <utility>

namespace connscope::analysis {

namespace {

constexpr std::size_t kTurn = 4096; // events between two looks at whether the sink still wants them

} // namespace

ClientLogReader::ClientLogReader(
    const trace::Trace& trace, Take take, const ClientLogOptions& options, const trace::Landmarks* landmarks)
    : m_writer(std::make_unique<LogWriter>(trace, std::move(take), options, landmarks))
{
}

ClientLogReader::~ClientLogReader() = default;

bool ClientLogReader::advance(std::size_t events) { return m_writer->advance(events); }
bool ClientLogReader::grow() { return m_writer->grow(); }
std::size_t ClientLogReader::position() const { return m_writer->position(); }

bool writeClientLog(const trace::Trace& trace, TextSink& sink, const ClientLogOptions& options)
{
    ClientLogReader reader(
        trace, [&](std::string_view line, EventId) { sink << line; }, options);
    // Where the lines of a client begin with what it did long after its start, nobody must look for the others.
    if (const std::string note = droppedNote(trace, Language::English); !note.empty())
        sink << "# " << note << '\n';
    while (sink.good() && reader.advance(kTurn)) { }
    return sink.good() && sink.flush();
}

} // namespace connscope::analysis
