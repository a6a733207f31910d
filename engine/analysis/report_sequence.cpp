// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence in the languages of two programs that draw. Both take markup in their texts, so what is a name here could be
// a command there: such characters are written by their number.
#include "analysis/caption.h"
#include "analysis/droppednote.h"
#include "analysis/report.h"
#include "analysis/sequence.h"
#include "base/text.h"

#include <algorithm>
#include <string>

namespace connscope::analysis {

using Kind = SequenceStep::Kind;

namespace {

/// Mermaid takes '#' for the beginning of a character's number, ';' for a line's end, "%%" for a comment and '<' for
/// markup (https://mermaid.js.org/syntax/sequenceDiagram.html#entity-codes-to-escape-characters).
std::string mermaidText(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (std::string_view("#;%<>&\"{}\\$").find(c) == std::string_view::npos) {
            out += c;
            continue;
        }
        ((out += '#') += std::to_string(static_cast<unsigned char>(c))) += ';';
    }
    return out;
}

/// PlantUML has markup by doubled characters (**, //, __, --, ~~, [[), '<' for tags, '%' and '!' for its preprocessor, '\'
/// for line breaks; any character may be written as <U+hex>.
std::string plantUmlText(std::string_view text)
{
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isDoubled = (i > 0 && text[i - 1] == c) || (i + 1 < text.size() && text[i + 1] == c);
        const bool isMarkup = std::string_view("<>\"\\%~|&!$'`#").find(c) != std::string_view::npos
            || (isDoubled && std::string_view("*/_-[].=^").find(c) != std::string_view::npos);
        if (!isMarkup) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        ((out += "<U+00") += kHex[byte >> 4]) += kHex[byte & 15];
        out += '>';
    }
    return out;
}

std::string hostId(const Sequence& sequence, std::size_t place)
{
    const SequenceHost& host = sequence.hosts[place];
    return (host.isClient ? "c" : host.broker.isValid() ? "b" : "a") + std::to_string(place);
}

std::string_view mermaidArrow(Kind kind)
{
    switch (kind) {
    case Kind::Answer:
        return "-->>";
    case Kind::Lost:
        return "-x";
    default:
        return "->>";
    }
}

std::string_view plantUmlArrow(Kind kind)
{
    switch (kind) {
    case Kind::Answer:
        return "-->";
    case Kind::Lost:
        return "->x";
    default:
        return "->";
    }
}

/// "c0", "c0,b2": from left to right.
std::string over(const Sequence& sequence, const SequenceStep& step, std::string_view separator)
{
    std::string first = hostId(sequence, std::min(step.from, step.to));
    if (step.from == step.to)
        return first;
    return first + std::string(separator) + hostId(sequence, std::max(step.from, step.to));
}

std::string overAll(const Sequence& sequence, std::string_view separator)
{
    SequenceStep all;
    all.from = 0;
    all.to = sequence.hosts.size() - 1;
    return over(sequence, all, separator);
}

} // namespace

Result<void> writeMermaid(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    const Instant from = options.first();
    const Instant to = options.last(trace);
    const auto sequence = makeSequence(trace, from, to, options.language);
    if (!sequence)
        return fail(sequence.error());
    sink << "sequenceDiagram\n";
    if (!trace.header().title.empty())
        sink << "    accTitle: " << mermaidText(printable(trace.header().title, 400)) << '\n';
    sink << "    accDescr: "
         << mermaidText(alternativeText(
                trace::Index(trace), Names(trace), FigureSubject::sequence(from, to), options.language))
         << '\n';
    for (std::size_t i = 0; i < sequence->hosts.size(); ++i)
        sink << "    participant " << hostId(*sequence, i) << " as " << mermaidText(sequence->hosts[i].name) << '\n';
    if (const std::string note = droppedNote(trace, options.language); !note.empty() && !sequence->hosts.empty())
        sink << "    Note over " << overAll(*sequence, ",") << ": " << mermaidText(note) << '\n';
    for (const SequenceStep& step : sequence->steps) {
        if (step.kind == Kind::Note || step.kind == Kind::Silence)
            sink << "    Note over " << over(*sequence, step, ",");
        else
            sink << "    " << hostId(*sequence, step.from) << mermaidArrow(step.kind) << hostId(*sequence, step.to);
        sink << ": " << mermaidText(step.text) << '\n';
    }
    sink.flush();
    return {};
}

Result<void> writePlantUml(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    const auto sequence = makeSequence(trace, options.first(), options.last(trace), options.language);
    if (!sequence)
        return fail(sequence.error());
    sink << "@startuml\n";
    if (!trace.header().title.empty())
        sink << "title " << plantUmlText(printable(trace.header().title, 400)) << '\n';
    sink << "hide footbox\n";
    for (std::size_t i = 0; i < sequence->hosts.size(); ++i)
        sink << "participant \"" << plantUmlText(sequence->hosts[i].name) << "\" as " << hostId(*sequence, i) << '\n';
    if (const std::string note = droppedNote(trace, options.language); !note.empty() && !sequence->hosts.empty())
        sink << "note over " << overAll(*sequence, ", ") << " : " << plantUmlText(note) << '\n';
    for (const SequenceStep& step : sequence->steps) {
        const std::string text = plantUmlText(step.text);
        if (step.kind == Kind::Silence)
            sink << "... " << text << " ...\n";
        else if (step.kind == Kind::Note)
            sink << "note over " << over(*sequence, step, ", ") << " : " << text << '\n';
        else
            sink << hostId(*sequence, step.from) << ' ' << plantUmlArrow(step.kind) << ' '
                 << hostId(*sequence, step.to) << " : " << text << '\n';
    }
    sink << "@enduml\n";
    sink.flush();
    return {};
}

} // namespace connscope::analysis
