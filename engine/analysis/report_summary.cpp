// SPDX-License-Identifier: GPL-3.0-or-later
// The summary is for a class: sentences, few lines, the same shape for one client and for two hundred. What would be a
// list of hundreds becomes a range.
#include "analysis/columns.h"
#include "analysis/droppednote.h"
#include "analysis/names.h"
#include "analysis/report.h"
#include "analysis/sentences.h"
#include "analysis/totals.h"
#include "base/text.h"
#include "trace/construction.h"
#include "trace/life.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace connscope::analysis {

using trace::ConnectionLife;
using trace::Side;

namespace {

constexpr std::size_t kWidth = 110;
constexpr std::size_t kMostNodes = 10; // named one by one
constexpr std::size_t kMostClients = 6;
constexpr Role kRoles[] = {Role::Bootstrap, Role::Coordinator, Role::Data, Role::Transaction, Role::Unknown};

/// A line of the summary: what it is about, and what is said, in one or several paragraphs.
struct Line {
    std::string label;
    std::vector<std::string> texts;
};

/// Node ids in the order in which they first appear: "-1", "2, 0, 1", "0 ×2, 1", "1000 node ids from 0 to 999".
class NodeSet {
public:
    void add(NodeId node)
    {
        if (++m_counts[node] == 1)
            m_order.push_back(node);
    }
    std::string text(bool withCounts) const
    {
        if (m_order.size() > kMostNodes) {
            const auto [low, high] = std::minmax_element(m_order.begin(), m_order.end());
            const bool bootstrap = high->isBootstrap(); // -1, -2, …: counted away from zero
            return std::to_string(m_order.size()) + " node ids from " + nodeText(bootstrap ? *high : *low) + " to "
                + nodeText(bootstrap ? *low : *high);
        }
        std::string out;
        for (const NodeId node : m_order) {
            out += out.empty() ? "" : ", ";
            out += nodeText(node);
            if (const std::uint64_t count = m_counts.at(node); withCounts && count > 1)
                (out += " ×") += std::to_string(count);
        }
        return out;
    }

private:
    std::vector<NodeId> m_order;
    std::map<NodeId, std::uint64_t> m_counts;
};

std::string numberRange(std::uint64_t low, std::uint64_t high)
{
    return low == high ? std::to_string(low) : std::to_string(low) + " to " + std::to_string(high);
}

class Summary {
public:
    Summary(const trace::Trace& trace, const ReportOptions& options)
        : m_names(trace)
        , m_lives(trace::connectionLives(trace))
        , m_end(std::max(trace.end(), options.end.value_or(trace.end())))
        , m_totals(totals(trace, m_lives, m_end))
    {
    }

    bool write(TextSink& sink) const;

private:
    const trace::Trace& trace() const { return m_names.trace(); }
    bool hasOneClient() const { return m_totals.clients.size() <= 1; }
    std::string head() const;
    /// What clients' settings that begin with \a prefix say, each once, in the order of the trace.
    std::vector<std::string> settings(std::string_view prefix) const;
    /// "1 bootstrap (-1), 3 data (2, 0, 1)" of the lives that \a counts.
    std::string byRole(const Totals::ByRole& numbers, const std::function<bool(const ConnectionLife&)>& counts) const;
    std::string closer(Side side) const;
    std::string kindsOfClients() const;
    Line clients() const;
    Line notConstructed() const;
    Line opened() const;
    Line open() const;
    Line closed() const;
    Line longestIdle() const;
    Line requests() const;
    std::string stopped() const;
    std::string dropped() const;

    Names m_names;
    std::vector<ConnectionLife> m_lives;
    Instant m_end;
    Totals m_totals;
};

std::string Summary::head() const
{
    const trace::Header& header = trace().header();
    const bool simulated = header.vantage == trace::Vantage::Simulated;
    std::string out = simulated ? std::string("Simulated") : std::string(trace::vantageName(header.vantage));
    out[0] = static_cast<char>(out[0] & ~0x20); // to upper case: the names are ASCII
    if (!header.scenario.empty())
        out += (simulated ? " from " : ", ") + printable(header.scenario, 200);
    // A run that is not forced to a profile has those of its clients, which the trace names as settings of theirs.
    std::vector<std::string> profiles = settings("profile = ");
    if (!header.profile.empty())
        profiles = {printable(header.profile)};
    if (!profiles.empty())
        out += (profiles.size() == 1 ? ", profile " : ", profiles ") + joinAnd(profiles);
    if (const std::vector<std::string> whatIfs = settings("what-if = "); !whatIfs.empty())
        out += ", what if " + joinAnd(whatIfs);
    if (simulated)
        out += ", seed " + std::to_string(header.seed);
    return out + ", " + lengthOfTime(m_end.time_since_epoch()) + (simulated ? " of virtual time" : "");
}

std::vector<std::string> Summary::settings(std::string_view prefix) const
{
    std::vector<std::string> out;
    for (std::size_t i = 0; i < trace().size(); ++i) {
        const trace::Event& e = trace()[i];
        if (e.kind != trace::EventKind::ConfigChanged || !e.client.isValid())
            continue;
        const std::string_view text = trace().text(e.text);
        if (text.starts_with(prefix)) {
            std::string value = printable(text.substr(prefix.size()));
            if (std::find(out.begin(), out.end(), value) == out.end())
                out.push_back(std::move(value));
        }
    }
    return out;
}

std::string Summary::byRole(
    const Totals::ByRole& numbers, const std::function<bool(const ConnectionLife&)>& counts) const
{
    std::map<Role, NodeSet> nodes;
    for (const ConnectionLife& life : m_lives) {
        if (counts(life))
            nodes[life.role].add(life.node);
    }
    std::string out;
    for (const Role role : kRoles) {
        const std::uint64_t number = numbers[static_cast<std::size_t>(role)];
        if (number == 0)
            continue;
        out += out.empty() ? "" : ", ";
        out += std::to_string(number) + ' ';
        out += trace::roleName(role);
        out += " (" + nodes[role].text(hasOneClient()) + ')';
    }
    return out;
}

std::string Summary::closer(Side side) const
{
    switch (side) {
    case Side::Client:
        return "the client";
    case Side::Broker:
        return "the broker";
    case Side::Network:
        return "the network";
    case Side::None:
        break;
    }
    return "somebody";
}

std::string Summary::kindsOfClients() const
{
    std::map<std::int64_t, std::uint64_t> kinds;
    for (std::size_t i = 0; i < trace().size(); ++i) {
        if (trace()[i].kind == trace::EventKind::ClientCreated)
            ++kinds[trace()[i].value];
    }
    std::vector<std::string> words;
    words.reserve(kinds.size());
    for (const auto& [kind, count] : kinds)
        words.push_back(counted(count, trace::clientKindName(static_cast<trace::ClientKind>(kind))));
    return joinAnd(words);
}

Line Summary::clients() const
{
    Line line;
    if (m_totals.clients.size() <= 1)
        return line;
    line.label = counted(m_totals.clients.size(), "client") + ':';
    if (m_totals.clients.size() <= kMostClients) {
        std::string text;
        for (const ClientTotals& client : m_totals.clients) {
            text += text.empty() ? "" : "; ";
            text += m_names.client(client.id) + " opened " + std::to_string(client.opened) + ", has "
                + std::to_string(client.open) + " at the end";
        }
        line.texts.push_back(text);
        return line;
    }
    const auto [fewest, most] = std::minmax_element(m_totals.clients.begin(), m_totals.clients.end(),
        [](const ClientTotals& a, const ClientTotals& b) { return a.opened < b.opened; });
    const auto [fewestOpen, mostOpen] = std::minmax_element(m_totals.clients.begin(), m_totals.clients.end(),
        [](const ClientTotals& a, const ClientTotals& b) { return a.open < b.open; });
    std::string text = kindsOfClients();
    text += text.empty() ? "" : "; ";
    text += "each opened " + numberRange(fewest->opened, most->opened) + ", has "
        + numberRange(fewestOpen->open, mostOpen->open) + " at the end";
    line.texts.push_back(text);
    return line;
}

Line Summary::notConstructed() const
{
    Line line;
    if (m_totals.notConstructed == 0)
        return line;
    constexpr std::size_t kMost = 3;
    const std::vector<trace::NotConstructed> all = trace::allNotConstructed(trace());
    line.label = counted(all.size(), "client") + " not constructed:";
    for (std::size_t i = 0; i < std::min(kMost, all.size()); ++i)
        line.texts.push_back(printable(all[i].name, 200) + ": " + printable(all[i].reason, 400));
    if (all.size() > kMost)
        line.texts.push_back("and " + std::to_string(all.size() - kMost) + " more");
    return line;
}

Line Summary::opened() const
{
    std::string text = byRole(m_totals.openedByRole, [](const ConnectionLife&) { return true; });
    if (m_totals.failed > 0)
        text += "; " + std::to_string(m_totals.failed) + " of them never got through";
    if (m_totals.unresolved > 0)
        text += " (" + std::to_string(m_totals.unresolved) + " without a socket: the host has no address)";
    return {counted(m_totals.opened, "connection") + " opened:", {text}};
}

Line Summary::open() const
{
    if (m_totals.open == 0)
        return {"0 open at the end", {}};
    return {std::to_string(m_totals.open) + " open at the end:",
        {byRole(m_totals.openByRole, [](const ConnectionLife& life) { return !life.closed; })}};
}

Line Summary::closed() const
{
    Line line;
    if (m_totals.closed() == 0)
        return {"0 closed", {}};
    line.label = std::to_string(m_totals.closed()) + " closed:";
    std::map<Totals::Ending, NodeSet> nodes;
    for (const ConnectionLife& life : m_lives) {
        if (life.closed)
            nodes[{life.closer, life.closeRule}].add(life.node);
    }
    std::vector<std::pair<Totals::Ending, std::uint64_t>> endings(m_totals.endings.begin(), m_totals.endings.end());
    std::stable_sort(
        endings.begin(), endings.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [ending, count] : endings) {
        const trace::Rule& rule = trace::rule(ending.second);
        std::string text = std::to_string(count) + " by " + closer(ending.first) + " ("
            + nodes[ending].text(hasOneClient()) + "): ";
        text += rule.name;
        (text += ". ") += rule.sentence;
        line.texts.push_back(text);
    }
    return line;
}

Line Summary::longestIdle() const
{
    if (!m_totals.longestIdle)
        return {};
    const LongestIdle& idle = *m_totals.longestIdle;
    const auto life = std::find_if(
        m_lives.begin(), m_lives.end(), [&](const ConnectionLife& l) { return l.id == idle.connection; });
    std::string text
        = lengthOfTime(idle.length) + ", " + m_names.client(life->client) + " and node " + nodeText(life->node);
    if (const std::string remote = m_names.remote(life->id); !remote.empty())
        text += " (" + remote + ')';
    text += ", from " + formatSeconds(idle.from.time_since_epoch()) + " s on; ";
    if (idle.usedAgain)
        text += "then it was used again";
    else if (life->closed)
        text += "then closed by " + closer(life->closer) + " (" + std::string(trace::ruleName(life->closeRule)) + ')';
    else
        text += "still open";
    return {"Longest idle:", {text}};
}

Line Summary::requests() const
{
    Line line {counted(m_totals.requests, "request") + (m_totals.requestsByApi.empty() ? " sent" : " sent:"), {}};
    std::string text;
    for (const auto& [api, count] : m_totals.requestsByApi) {
        text += text.empty() ? "" : ", ";
        text += std::to_string(count) + ' ';
        text += api == ApiKey::None ? std::string_view("UNKNOWN") : apiName(api);
    }
    if (m_totals.timedOut > 0)
        text += "; " + std::to_string(m_totals.timedOut) + " timed out";
    if (m_totals.cancelled > 0)
        text += "; " + std::to_string(m_totals.cancelled)
            + (m_totals.cancelled == 1 ? " lost with its connection" : " lost with their connections");
    if (!text.empty())
        line.texts.push_back(text);
    return line;
}

std::string Summary::stopped() const
{
    if (trace().empty())
        return {};
    const trace::Event& last = trace()[trace().size() - 1];
    return last.kind == trace::EventKind::Stopped ? printable(trace().text(last.text), 400) : std::string();
}

std::string Summary::dropped() const { return droppedNote(trace(), Language::English); }

bool Summary::write(TextSink& sink) const
{
    if (!trace().header().title.empty())
        sink << printable(trace().header().title, 400) << '\n';
    sink << head() << "\n\n";

    std::vector<Line> lines {opened()};
    if (m_totals.opened == 0)
        lines = {{"No connection was opened.", {}}};
    else
        lines.insert(lines.end(), {open(), closed(), longestIdle(), requests()});
    lines.insert(lines.begin(), {notConstructed(), clients()});
    if (const std::string text = stopped(); !text.empty())
        lines.push_back({"Stopped early:", {text}});
    if (const std::string text = dropped(); !text.empty())
        lines.push_back({"Dropped:", {text}});

    std::size_t indent = 0;
    for (const Line& line : lines) {
        if (!line.texts.empty())
            indent = std::max(indent, displayWidth(line.label) + 2);
    }
    for (const Line& line : lines) {
        if (line.label.empty())
            continue;
        sink << line.label;
        if (line.texts.empty())
            sink << '\n';
        std::size_t column = displayWidth(line.label);
        for (const std::string& text : line.texts) {
            sink.pad(indent - column);
            writeWrapped(sink, text, indent, kWidth, indent);
            column = 0;
        }
    }
    return sink.flush();
}

} // namespace

bool writeSummary(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    return Summary(trace, options).write(sink);
}

} // namespace connscope::analysis
