// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/columns.h"
#include "analysis/droppednote.h"
#include "analysis/knownhow.h"
#include "analysis/names.h"
#include "analysis/report.h"
#include "trace/life.h"

#include <array>
#include <optional>
#include <string>

namespace connscope::analysis {

using trace::ConnectionLife;

namespace {

enum Cell : std::size_t { Client, Node, Role, Remote, Opened, Ready, LastUsed, Closed, Closer, Rule, CellCount };
using Row = std::array<std::string, CellCount>;

constexpr std::size_t kWidth = 120;
constexpr std::size_t kIndent = 4;

/// Short traces show tenths of a millisecond, so that a handshake takes time; long ones keep the row narrow.
int decimalsFor(const trace::Trace& trace) { return trace.end() < fromNs(100'000'000'000) ? 4 : 3; }

std::string timeText(const std::optional<Instant>& t, int decimals)
{
    return t ? formatSeconds(t->time_since_epoch(), decimals) : std::string("-");
}

/// One end had closed, and the client's end still read or wrote: a client that was paused, a last answer on its way.
bool isUsedLater(const ConnectionLife& life) { return life.lastUsed && life.closed && *life.lastUsed > *life.closed; }

std::string orDash(std::string_view text) { return std::string(text.empty() ? std::string_view("-") : text); }

/// What has a mark in some row.
struct Marks {
    bool usedLater = false;
    bool openedUnseen = false;
    bool closedUnseen = false;
};

/// Digits stay below each other.
std::string markedIf(bool isMarked, std::string_view mark, bool isColumnMarked)
{
    return isMarked ? std::string(mark) : std::string(isColumnMarked ? mark.size() : 0, ' ');
}

void fill(Row& row, const Names& names, const ConnectionLife& life, int decimals, const Marks& marks)
{
    const trace::Trace& trace = names.trace();
    row[Client] = orDash(names.client(life.client));
    row[Node] = nodeText(life.node);
    row[Role] = trace::roleName(life.role);
    row[Remote] = orDash(names.remote(life.id));
    row[Opened]
        = timeText(life.opened, decimals) + markedIf(isOpenedUnseen(trace, life), kUnseenMark, marks.openedUnseen);
    row[Ready] = timeText(life.ready, decimals);
    row[LastUsed] = timeText(life.lastUsed, decimals);
    row[LastUsed] += markedIf(isUsedLater(life), "*", marks.usedLater);
    row[Closed]
        = timeText(life.closed, decimals) + markedIf(isClosedUnseen(trace, life), kUnseenMark, marks.closedUnseen);
    row[Closer] = orDash(life.closed ? trace::sideName(life.closer) : "");
    row[Rule] = orDash(life.closed ? trace::ruleName(life.closeRule) : "");
}

/// What the node id means, and the requests in the order of their keys: "broker 0: FETCH 12, LIST_OFFSETS 1".
std::string secondLine(const ConnectionLife& life)
{
    std::string out = nodeMeaning(life.node, life.role);
    std::string_view separator = out.empty() ? "" : ": ";
    const auto add = [&](std::string_view name, std::uint32_t count) {
        if (count == 0)
            return;
        (((out += separator) += name) += ' ') += std::to_string(count);
        separator = ", ";
    };
    for (const ApiKey api : allApiKeys())
        add(apiName(api), life.traffic.of(api));
    add("UNKNOWN", life.traffic.of(ApiKey::None));
    if (life.traffic.total() == 0)
        (out += separator) += "no requests";
    return out;
}

} // namespace

bool writeConnections(const trace::Trace& trace, TextSink& sink)
{
    using enum Columns::Align;
    const Names names(trace);
    const std::vector<ConnectionLife> lives = trace::connectionLives(trace);
    const int decimals = decimalsFor(trace);
    Marks marks;
    for (const ConnectionLife& life : lives) {
        marks.usedLater |= isUsedLater(life);
        marks.openedUnseen |= isOpenedUnseen(trace, life);
        marks.closedUnseen |= isClosedUnseen(trace, life);
    }
    Columns columns({{"client", Left}, {"node", Right}, {"role", Left}, {"remote", Left}, {"opened s", Right},
        {"ready s", Right}, {"last used s", Right}, {"closed s", Right}, {"closer", Left}, {"rule", Left}});
    Row row;
    for (const ConnectionLife& life : lives) {
        fill(row, names, life, decimals, marks);
        columns.measure(row);
    }
    columns.writeHeading(sink);
    for (const ConnectionLife& life : lives) {
        if (!sink.good())
            break;
        fill(row, names, life, decimals, marks);
        columns.write(sink, row);
        writeWrapped(sink, secondLine(life), kIndent, kWidth);
    }
    if (marks.usedLater || marks.openedUnseen || marks.closedUnseen)
        sink << '\n';
    if (marks.usedLater) {
        writeWrapped(sink,
            "* later than closed: one end had begun to close, and bytes still moved at the client's end", 0, kWidth);
    }
    if (marks.openedUnseen || marks.closedUnseen)
        writeWrapped(sink, std::string(kUnseenMark).append(" ").append(unseenNote(Language::English)), 0, kWidth);
    if (const std::string note = droppedNote(trace, Language::English); !note.empty()) {
        sink << '\n';
        writeWrapped(sink, note, 0, kWidth);
    }
    return sink.flush();
}

} // namespace connscope::analysis
