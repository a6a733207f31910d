// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/rulesdialog.h"

#include "analysis/language.h"
#include "trace/rules.h"

namespace connscope::frame {

namespace {

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

} // namespace

RulesDialog::RulesDialog(theme::Language language, QWidget* parent)
    : SearchTable(tr("Kafka rules"), {tr("Rule"), tr("What it says"), tr("Reads"), tr("See")}, parent)
{
    const auto spoken
        = language == theme::Language::Chinese ? analysis::Language::Chinese : analysis::Language::English;
    for (int i = 1; i < trace::kRuleCount; ++i) {
        const auto id = static_cast<trace::RuleId>(i);
        const trace::Rule& rule = trace::rule(id);
        addRow({text(analysis::ruleName(id, spoken)), text(analysis::ruleSentence(id, spoken)), text(rule.configKeys),
            text(rule.source)});
    }
    resize(1000, 620);
    finish(330, true);
}

} // namespace connscope::frame
