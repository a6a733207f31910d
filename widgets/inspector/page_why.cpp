// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sentences.h"
#include "analysis/why.h"
#include "inspector/pagewriter.h"
#include "inspector/words.h"
#include "trace/causes.h"

#include <algorithm>

namespace connscope::inspector {

namespace {

/// "a, b (broker)" → its parts.
std::vector<std::string_view> parts(std::string_view list)
{
    std::vector<std::string_view> out;
    while (!list.empty()) {
        const std::size_t comma = list.find(", ");
        out.push_back(list.substr(0, comma));
        list = comma == std::string_view::npos ? std::string_view {} : list.substr(comma + 2);
    }
    return out;
}

} // namespace

QString PageWriter::readBy(const trace::Event& e, EventId decided) const
{
    const trace::Rule& rule = trace::rule(e.rule);
    BrokerId broker = e.broker;
    if (!broker.isValid()) {
        if (const trace::ConnectionLife* life = m_document.life(e.connection))
            broker = life->broker;
    }
    QString out;
    for (const std::string_view key : parts(rule.configKeys)) {
        // Whatever the playhead stands at: a setting that was changed later did not decide this.
        const auto row = m_configs.value(key, e.client, broker, decided.value);
        if (!row)
            continue;
        out += toText(key) + QStringLiteral(" = ") + (row->value.empty() ? QStringLiteral("–") : toText(row->value))
            + (row->isChanged ? QString() : QStringLiteral("  (") + tr("default") + u')') + u'\n';
    }
    out += toText(rule.source);
    while (out.endsWith(u'\n'))
        out.chop(1);
    return out;
}

void PageWriter::why(Sheet& sheet, const QString& question, EventId event) const
{
    std::vector<analysis::WhyStep> steps = analysis::why(m_document.trace(), event);
    if (steps.empty())
        return;
    sheet.section(question);
    const trace::ConnectionLife* life = m_document.life(at(event).connection);
    const Role role = life ? life->role : at(event).node.role();
    trace::RuleId said = trace::RuleId::None;
    // From what a person did to what was asked about.
    for (std::size_t i = steps.size(); i-- > 0;) {
        const analysis::WhyStep& step = steps[i];
        const trace::Event& e = at(step.event);
        Block& block = sheet.add(
            BlockKind::Step, QString::fromStdString(analysis::sentence(m_document.names(), e, m_language)));
        block.role = role;
        block.item = view::Item::of(step.event);
        block.isLast = i == 0;
        // A chain is read from top to bottom: what a step shares with the one above it is not said again.
        const bool isNewRule = e.rule != said && e.rule != trace::RuleId::None;
        block.note = clock(e.at);
        if (isNewRule)
            block.note += QStringLiteral(" · ") + ruleName(e.rule);
        if (step.event.value >= m_world.applied())
            block.note += QStringLiteral(" · ") + tr("still to come");
        if (isNewRule && !trace::isRootRule(e.rule)) {
            if (block.isLast)
                block.note += u'\n' + toText(analysis::ruleSentence(e.rule, m_language));
            block.more = readBy(e, step.event);
        }
        said = e.rule;
        if (step.leftOut > 0)
            block.note += u'\n' + QString::fromStdString(analysis::leftOutText(step.leftOut, m_language));
    }
}

} // namespace connscope::inspector
