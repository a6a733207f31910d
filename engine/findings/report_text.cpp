// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/captionwords.h"
#include "analysis/columns.h"
#include "analysis/droppednote.h"
#include "analysis/names.h"
#include "analysis/sentences.h"
#include "findings/findings.h"
#include "findings/report.h"
#include "findings/words.h"

#include <algorithm>
#include <string>

namespace connscope::findings {

using analysis::Language;

namespace {

constexpr std::size_t kWidth = 110;
constexpr std::size_t kIndent = 4;
constexpr std::size_t kMostShown = 6; // events under a finding

bool isChinese(Language language) { return language == Language::Chinese; }

} // namespace

bool writeFindings(const trace::Trace& trace, analysis::TextSink& sink, const ReportOptions& options)
{
    const analysis::Names names(trace);
    const Language language = options.language;
    std::size_t written = 0;
    for (const Finding& finding : findings(trace, options.end)) {
        if (finding.weight > options.least)
            continue;
        if (!sink.good())
            break;
        if (written++ > 0)
            sink << '\n';
        sink << weightWord(finding.weight, language) << (isChinese(language) ? "：" : ": ")
             << title(finding.kind, language) << (isChinese(language) ? "（" : " (") << kindName(finding.kind)
             << (isChinese(language) ? "）\n" : ")\n");
        const auto paragraph = [&](const std::string& text) {
            if (text.empty())
                return;
            analysis::writeWrapped(sink, text, kIndent, kWidth);
        };
        paragraph(text(names, finding, language));
        paragraph(doubt(finding, language));
        paragraph((isChinese(language) ? "→ " : "-> ") + remedy(finding, language));
        for (std::size_t i = 0; i < std::min(finding.events.size(), kMostShown); ++i) {
            const EventId id = finding.events[i];
            const trace::Event& e = trace[id];
            sink.pad(kIndent);
            sink << formatSeconds(e.at.time_since_epoch()) << " s  #" << id.value << "  "
                 << analysis::sentence(names, e, language) << '\n';
        }
        if (finding.events.size() > kMostShown) {
            sink.pad(kIndent);
            const std::string more = std::to_string(finding.events.size() - kMostShown);
            sink << (isChinese(language) ? "另有 " + more + " 个事件" : "and " + more + " more events") << '\n';
        }
    }
    if (written == 0)
        sink << (isChinese(language) ? "没有发现。\n" : "Nothing was found.\n");
    return sink.flush();
}

bool writeAllFindings(const trace::Trace& trace, analysis::TextSink& sink, const analysis::ReportOptions& options)
{
    ReportOptions all;
    static_cast<analysis::ReportOptions&>(all) = options;
    if (const std::string note = analysis::droppedNote(trace, options.language); !note.empty())
        sink << analysis::asSentence(options.language, note) << "\n\n";
    return writeFindings(trace, sink, all);
}

} // namespace connscope::findings
