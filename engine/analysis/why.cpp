// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/why.h"

#include "analysis/columns.h"
#include "analysis/knownhow.h"
#include "analysis/phrases.h"
#include "analysis/report.h"
#include "analysis/sentences.h"
#include "base/text.h"
#include "trace/causes.h"
#include "trace/construction.h"
#include "trace/life.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace connscope::analysis {

using trace::Event;
using trace::EventKind;
using trace::RuleId;

namespace {

constexpr int kTurnsShown = 2; // of a loop
constexpr std::size_t kTextWidth = 118;

/// Steps that only say how the one behind them got to the one before.
bool isOnTheWay(const Event& e)
{
    return e.kind == EventKind::TcpState || e.kind == EventKind::RequestReceived || e.kind == EventKind::ResponseSent;
}

/// The rule's name and sentence, wrapped.
void writeRule(RuleId id, std::size_t indent, TextSink& sink)
{
    const trace::Rule& rule = trace::rule(id);
    std::string text(rule.name);
    (text += ": ") += rule.sentence;
    if (!rule.configKeys.empty())
        ((text += " (") += rule.configKeys) += ")";
    writeWrapped(sink, text, indent, kTextWidth);
}

void writeChain(const Names& names, EventId event, std::string_view question, TextSink& sink)
{
    sink << "  " << question << '\n';
    writeSteps(names, why(names.trace(), event), 4, sink);
}

} // namespace

std::vector<WhyStep> why(const trace::Trace& trace, EventId event)
{
    const std::vector<EventId> chain = trace::causeChain(trace, event);
    std::map<std::tuple<EventKind, RuleId, ApiKey, ClientId, NodeId>, int> turns;
    std::vector<WhyStep> steps;
    std::size_t leftOut = 0;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const Event& e = trace[chain[i]];
        const bool isEnd = i == 0 || i + 1 == chain.size();
        const bool isNew = ++turns[{e.kind, e.rule, e.api, e.client, e.node}] <= kTurnsShown;
        if (isEnd || (isNew && !isOnTheWay(e))) {
            steps.push_back({chain[i], leftOut});
            leftOut = 0;
        } else if (!isOnTheWay(e)) {
            ++leftOut;
        }
    }
    return steps;
}

std::string leftOutText(std::size_t count, Language language)
{
    return say(language, Phrase::MoreCauses, counted(language, Phrase::Causes, count));
}

void writeSteps(const Names& names, const std::vector<WhyStep>& steps, std::size_t indent, TextSink& sink)
{
    std::size_t timeWidth = 0;
    for (const WhyStep& step : steps)
        timeWidth = std::max(timeWidth, formatSeconds(names.trace()[step.event].at.time_since_epoch(), 6).size());
    const std::size_t textIndent = indent + timeWidth + 4;
    RuleId shown = RuleId::None;
    for (std::size_t i = 0; i < steps.size() && sink.good(); ++i) {
        const Event& e = names.trace()[steps[i].event];
        if (steps[i].leftOut > 0) {
            sink.pad(textIndent);
            sink << leftOutText(steps[i].leftOut, Language::English) << '\n';
        }
        const std::string time = formatSeconds(e.at.time_since_epoch(), 6);
        sink.pad(indent + timeWidth - time.size());
        sink << time << " s  ";
        std::string text = (i == 0 ? "" : "because ") + sentence(names, e);
        text += unseenWords(e);
        writeWrapped(sink, text, textIndent, kTextWidth, textIndent);
        if (e.rule != RuleId::None && e.rule != shown)
            writeRule(e.rule, textIndent + 2, sink);
        shown = e.rule;
    }
}

bool writeWhy(const trace::Trace& trace, TextSink& sink)
{
    const Names names(trace);
    bool first = true;
    for (const trace::NotConstructed& client : trace::allNotConstructed(trace)) {
        if (!sink.good())
            break;
        if (!first)
            sink << '\n';
        first = false;
        sink << printable(client.name, 200) << '\n';
        writeChain(names, client.event, "Why it was not constructed:", sink);
    }
    for (const trace::ConnectionLife& life : trace::connectionLives(trace)) {
        if (!sink.good())
            break;
        if (!first)
            sink << '\n';
        first = false;
        sink << "connection " << life.id.value << ": " << names.client(life.client) << " to node "
             << nodeText(life.node);
        if (const std::string remote = names.remote(life.id); !remote.empty())
            sink << " (" << remote << ')';
        if (const std::string meaning = nodeMeaning(life.node, life.role); !meaning.empty())
            sink << ", " << meaning;
        sink << '\n';
        writeChain(names, life.openEvent, "Why it was opened:", sink);
        if (life.closed)
            writeChain(names, life.closeEvent, "Why it ended:", sink);
        else
            sink << "  It is open at the end.\n";
    }
    return sink.flush();
}

} // namespace connscope::analysis
