// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/captionwords.h"
#include "analysis/columns.h"
#include "analysis/droppednote.h"
#include "analysis/knownhow.h"
#include "analysis/language.h"
#include "analysis/names.h"
#include "analysis/phrases.h"
#include "analysis/report.h"
#include "trace/life.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace connscope::analysis {

using trace::ConnectionLife;

namespace {

enum Cell : std::size_t {
    Client,
    Node,
    Role,
    Remote,
    Opened,
    OpenRule,
    Ready,
    LastUsed,
    Closed,
    Closer,
    CloseRule,
    Requests,
    CellCount
};
using Row = std::array<std::string, CellCount>;

constexpr std::array<Phrase, CellCount> kHeadings {Phrase::TableClient, Phrase::TableNode, Phrase::TableRole,
    Phrase::TableRemote, Phrase::TableOpened, Phrase::TableOpenRule, Phrase::TableReady, Phrase::TableLastUsed,
    Phrase::TableClosed, Phrase::TableCloser, Phrase::TableCloseRule, Phrase::TableRequests};

bool isNumber(std::size_t cell)
{
    return cell == Node || cell == Opened || cell == Ready || cell == LastUsed || cell == Closed || cell == Requests;
}

bool isWord(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || static_cast<unsigned char>(c) >= 0x80;
}

/// What Markdown would take for markup gets a backslash (CommonMark 2.4); `_` only where it could begin or end emphasis,
/// so that "client_id" stays readable. A pipe would end the cell.
std::string escaped(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isInside = i > 0 && i + 1 < text.size() && isWord(text[i - 1]) && isWord(text[i + 1]);
        if (std::string_view("\\`*[]<>|~&$").find(c) != std::string_view::npos || (c == '_' && !isInside))
            out += '\\';
        out += c;
    }
    return out;
}

/// As in the connections table: one end had closed, and bytes still moved at the client's.
bool isUsedLater(const ConnectionLife& life) { return life.lastUsed && life.closed && *life.lastUsed > *life.closed; }

/// As exact as the trace: the steps of a handshake lie tenths of a millisecond apart, and a document has room for them.
constexpr int kDecimals = 6;

Row rowOf(const Names& names, const ConnectionLife& life, Language language)
{
    const auto time = [](const std::optional<Instant>& t) {
        return t ? formatSeconds(t->time_since_epoch(), kDecimals) : std::string();
    };
    Row row;
    row[Client] = escaped(names.client(life.client, language));
    row[Node] = nodeText(life.node);
    row[Role] = roleWord(life.role, language);
    row[Remote] = escaped(names.remote(life.id));
    // Markdown takes ~ for markup.
    row[Opened] = time(life.opened) + (isOpenedUnseen(names.trace(), life) ? "\\~" : "");
    if (life.openRule != trace::RuleId::None)
        row[OpenRule] = ruleName(life.openRule, language);
    row[Ready] = time(life.ready);
    row[LastUsed] = time(life.lastUsed) + (isUsedLater(life) ? "\\*" : "");
    row[Closed] = time(life.closed) + (isClosedUnseen(names.trace(), life) ? "\\~" : "");
    if (life.closed) {
        row[Closer] = sideWord(life.closer, language);
        if (life.closeRule != trace::RuleId::None)
            row[CloseRule] = ruleName(life.closeRule, language);
    }
    row[Requests] = std::to_string(life.traffic.total());
    for (std::string& cell : row) {
        if (cell.empty())
            cell = "–";
    }
    return row;
}

void writeRow(TextSink& sink, const Row& row, const std::array<std::size_t, CellCount>& widths)
{
    for (std::size_t i = 0; i < CellCount; ++i) {
        const std::size_t rest = widths[i] - std::min(widths[i], displayWidth(row[i]));
        sink << "| ";
        if (isNumber(i))
            sink.pad(rest);
        sink << row[i];
        if (!isNumber(i))
            sink.pad(rest);
        sink << ' ';
    }
    sink << "|\n";
}

} // namespace

bool writeConnectionsMarkdown(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    const Names names(trace);
    const std::vector<ConnectionLife> lives = trace::connectionLives(trace);
    Row heading;
    std::array<std::size_t, CellCount> widths {};
    for (std::size_t i = 0; i < CellCount; ++i) {
        heading[i] = pattern(kHeadings[i], options.language);
        widths[i] = std::max<std::size_t>(3, displayWidth(heading[i]));
    }
    for (const ConnectionLife& life : lives) {
        const Row row = rowOf(names, life, options.language);
        for (std::size_t i = 0; i < CellCount; ++i)
            widths[i] = std::max(widths[i], displayWidth(row[i]));
    }
    writeRow(sink, heading, widths);
    Row line;
    for (std::size_t i = 0; i < CellCount; ++i) {
        line[i].assign(widths[i], '-');
        if (isNumber(i))
            line[i].back() = ':';
    }
    writeRow(sink, line, widths);
    for (const ConnectionLife& life : lives) {
        if (!sink.good())
            break;
        writeRow(sink, rowOf(names, life, options.language), widths);
    }
    if (std::any_of(lives.begin(), lives.end(), isUsedLater))
        sink << "\n\\* " << pattern(Phrase::TableUsedLater, options.language) << '\n';
    if (std::any_of(lives.begin(), lives.end(),
            [&](const ConnectionLife& life) { return isOpenedUnseen(trace, life) || isClosedUnseen(trace, life); }))
        sink << "\n\\~ " << unseenNote(options.language) << '\n';
    if (const std::string note = droppedNote(trace, options.language); !note.empty())
        sink << '\n' << asSentence(options.language, note) << '\n';
    return sink.flush();
}

} // namespace connscope::analysis
