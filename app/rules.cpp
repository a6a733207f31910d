// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/rules.h"

#include "analysis/columns.h"
#include "analysis/sink.h"
#include "app/commandline.h"
#include "app/options.h"
#include "app/output.h"
#include "app/verbs.h"
#include "base/text.h"

namespace connscope::app {

int listRules(const QStringList& arguments)
{
    Options options("Lists the rules that reports name: what each says, the settings it reads, and where Kafka's "
                    "code or a standard has it.");
    if (const auto status = options.parse(arguments))
        return *status;
    if (const auto extra = options.positional(); !extra.empty())
        return usageError("rules takes no arguments; '" + printable(extra.front(), 200) + "' is one too many");
    Output output({});
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    constexpr std::size_t kWidth = 100;
    analysis::TextSink sink(output.writer());
    for (int i = 1; i < trace::kRuleCount && sink.good(); ++i) {
        const trace::Rule& rule = trace::rule(static_cast<trace::RuleId>(i));
        sink << rule.name << '\n';
        analysis::writeWrapped(sink, rule.sentence, 4, kWidth);
        if (!rule.configKeys.empty())
            analysis::writeWrapped(sink, std::string("reads ").append(rule.configKeys), 4, kWidth);
        if (!rule.source.empty())
            analysis::writeWrapped(sink, std::string("see ").append(rule.source), 4, kWidth);
    }
    sink.flush();
    if (const auto written = output.commit(); !written) {
        say(written.error());
        return kFailed;
    }
    return kDone;
}

} // namespace connscope::app
