// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/textforms.h"

#include "analysis/report.h"
#include "figures/words.h"

#include <algorithm>

namespace connscope::figures {

namespace {

constexpr TextFormInfo kForms[] = {
    {TextForm::Mermaid, ".mmd"},
    {TextForm::PlantUml, ".puml"},
    {TextForm::Markdown, ".md"},
    {TextForm::Timeline, ".txt"},
    {TextForm::EventsCsv, ".events.csv"},
    {TextForm::ConnectionsCsv, ".csv"},
    {TextForm::EventsJson, ".events.json"},
    {TextForm::ConnectionsJson, ".json"},
};

Result<void> write(
    const trace::Trace& trace, TextForm form, analysis::TextSink& sink, const analysis::ReportOptions& options)
{
    switch (form) {
    case TextForm::Mermaid:
        return analysis::writeMermaid(trace, sink, options);
    case TextForm::PlantUml:
        return analysis::writePlantUml(trace, sink, options);
    case TextForm::EventsJson:
        return analysis::writeEventsJson(trace, sink, options);
    case TextForm::Markdown:
        analysis::writeConnectionsMarkdown(trace, sink, options);
        break;
    case TextForm::Timeline:
        analysis::writeTimeline(trace, sink, options);
        break;
    case TextForm::ConnectionsCsv:
        analysis::writeConnectionsCsv(trace, sink);
        break;
    case TextForm::EventsCsv:
        analysis::writeEventsCsv(trace, sink, options);
        break;
    case TextForm::ConnectionsJson:
        analysis::writeConnectionsJson(trace, sink, options);
        break;
    }
    return {};
}

} // namespace

std::span<const TextFormInfo> textForms() { return kForms; }

std::optional<TextForm> textFormOf(const QString& file)
{
    for (const TextFormInfo& info : kForms) {
        if (file.endsWith(QLatin1String(info.ending), Qt::CaseInsensitive))
            return info.form;
    }
    return std::nullopt;
}

QString textFormName(TextForm form)
{
    switch (form) {
    case TextForm::Mermaid:
        return Words::tr("Sequence for Mermaid");
    case TextForm::PlantUml:
        return Words::tr("Sequence for PlantUML");
    case TextForm::Markdown:
        return Words::tr("Connections as a Markdown table");
    case TextForm::Timeline:
        return Words::tr("Timeline as text");
    case TextForm::ConnectionsCsv:
        return Words::tr("Connections as CSV");
    case TextForm::EventsCsv:
        return Words::tr("Events as CSV");
    case TextForm::ConnectionsJson:
        return Words::tr("Connections as JSON");
    case TextForm::EventsJson:
        break;
    }
    return Words::tr("Events as JSON");
}

QByteArray textOf(const view::Document& document, TextForm form, const std::optional<Span>& range,
    theme::Language language, QString& problem)
{
    if (document.twofold()) {
        problem = Words::tr("A text is of one run: show one of the two alone.");
        return {};
    }
    analysis::ReportOptions options;
    options.end = document.end();
    if (range) {
        options.from = range->from;
        options.to = range->to;
    }
    options.language
        = language == theme::Language::Chinese ? analysis::Language::Chinese : analysis::Language::English;
    QByteArray bytes;
    analysis::TextSink sink([&bytes](std::string_view piece) {
        bytes.append(piece.data(), static_cast<qsizetype>(piece.size()));
        return true;
    });
    if (const auto wrote = write(document.trace(), form, sink, options); !wrote) {
        const bool isDiagram = form == TextForm::Mermaid || form == TextForm::PlantUml;
        problem = isDiagram
            ? Words::tr("The diagram would have more arrows or columns than can be read: choose a shorter range.")
            : QString::fromStdString(wrote.error().message);
        return {};
    }
    sink.flush();
    return bytes;
}

} // namespace connscope::figures
