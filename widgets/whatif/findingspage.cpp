// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/findingspage.h"

#include "analysis/sentences.h"
#include "findings/words.h"
#include "whatif/words.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace connscope::whatif {

using findings::Finding;
using findings::Weight;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(connscope::whatif::FindingsPage)
};

const QColor& colourOf(Weight weight, const theme::Theme& theme)
{
    switch (weight) {
    case Weight::Fault:
        return theme.error;
    case Weight::Warning:
        return theme.role(Role::Coordinator).text; // orange
    case Weight::Note:
        break;
    }
    return theme.role(Role::Data).text;
}

/// A mark beside the word, so that nothing is told by colour alone.
QString markOf(Weight weight)
{
    return weight == Weight::Fault  ? QStringLiteral("■")
        : weight == Weight::Warning ? QStringLiteral("▲")
                                    : QStringLiteral("●");
}

QString link(const QString& target, const QString& text, const QColor& colour)
{
    return QStringLiteral("<a href=\"%1\" style=\"color:%2; text-decoration:none\">%3</a>")
        .arg(target, colour.name(), text);
}

} // namespace

std::optional<FindingLink> parseFindingLink(const QUrl& url)
{
    const QString scheme = url.scheme();
    bool isNumber = false;
    const uint number = url.path().toUInt(&isNumber);
    FindingLink out;
    if (scheme == QLatin1String("event") && isNumber) {
        out.item = view::Item::of(EventId {number});
    } else if (scheme == QLatin1String("connection") && isNumber) {
        out.item = view::Item::of(ConnectionId {number});
    } else if (scheme == QLatin1String("more") && isNumber) {
        out.kind = FindingLink::Kind::More;
        out.place = number;
    } else if (scheme == QLatin1String("avoid")) {
        const auto kind = findings::kindFromName(url.path().toStdString());
        if (!kind)
            return std::nullopt;
        out.kind = FindingLink::Kind::Avoid;
        out.finding = *kind;
    } else {
        return std::nullopt;
    }
    return out;
}

QString FindingsPage::summary() const
{
    const auto count = [this](Weight weight) {
        return static_cast<int>(
            std::count_if(found->begin(), found->end(), [weight](const Finding& f) { return f.weight == weight; }));
    };
    QStringList parts;
    if (const int n = count(Weight::Fault); n > 0)
        parts << (n == 1 ? Words::tr("1 fault") : Words::tr("%1 faults").arg(n));
    if (const int n = count(Weight::Warning); n > 0)
        parts << (n == 1 ? Words::tr("1 warning") : Words::tr("%1 warnings").arg(n));
    if (const int n = count(Weight::Note); n > 0)
        parts << (n == 1 ? Words::tr("1 note") : Words::tr("%1 notes").arg(n));
    return parts.isEmpty() ? Words::tr("Nothing found") : parts.join(Words::tr(", "));
}

QString FindingsPage::html() const
{
    const theme::Theme& theme = look->theme();
    const analysis::Language language = languageOf(*look);
    const trace::Trace& trace = names->trace();
    const QString secondary = theme.secondary.name();
    QString out;
    if (isObserved)
        out += QStringLiteral("<p style=\"color:%1\">%2</p>")
                   .arg(secondary,
                       Words::tr("A real session: settings of clients and clusters that are not ours are not known, "
                                 "and what nobody saw is told from what followed. Where that matters it is said."));
    bool isAny = false;
    for (std::size_t i = 0; i < found->size(); ++i) {
        const Finding& finding = (*found)[i];
        if (finding.weight > least)
            continue;
        isAny = true;
        const QColor& colour = colourOf(finding.weight, theme);
        out += QStringLiteral("<p style=\"margin:14px 0 2px 0\"><a name=\"%5\"></a><span style=\"color:%1\">%2 "
                              "%3</span> &nbsp;<b>%4</b></p>")
                   .arg(colour.name(), markOf(finding.weight),
                       toText(findings::weightWord(finding.weight, language)).toHtmlEscaped(),
                       toText(findings::title(finding.kind, language)).toHtmlEscaped(),
                       toText(findings::kindName(finding.kind)));
        out += QStringLiteral("<p style=\"margin:2px 0\">%1</p>")
                   .arg(QString::fromStdString(findings::text(*names, finding, language)).toHtmlEscaped());
        if (const std::string doubt = findings::doubt(finding, language); !doubt.empty())
            out += QStringLiteral("<p style=\"margin:2px 0; color:%1\">%2 %3</p>")
                       .arg(secondary, Words::tr("Likely, not certain:"),
                           QString::fromStdString(doubt).toHtmlEscaped());
        out += QStringLiteral("<p style=\"margin:2px 0\">→ %1")
                   .arg(QString::fromStdString(findings::remedy(finding, language)).toHtmlEscaped());
        if (canAvoid && finding.weight != Weight::Note)
            out += QStringLiteral("<br>")
                + link(QStringLiteral("avoid:") + toText(findings::kindName(finding.kind)),
                    Words::tr("What would avoid this?"), theme.role(Role::Data).text);
        out += QStringLiteral("</p>");
        const bool isAll = i < isOpen.size() && isOpen[i];
        const std::size_t shown = std::min(finding.events.size(), isAll ? kMostOfAll : kMostShown);
        QStringList lines;
        for (std::size_t e = 0; e < shown; ++e) {
            const EventId id = finding.events[e];
            const trace::Event& event = trace[id];
            lines << link(QStringLiteral("event:%1").arg(id.value), look->format().tick(event.at),
                         theme.role(Role::Data).text)
                    + QStringLiteral(" &nbsp;")
                    + QString::fromStdString(analysis::sentence(*names, event, language)).toHtmlEscaped();
        }
        if (finding.events.size() > shown) {
            const QString more = Words::tr("and %1 more").arg(finding.events.size() - shown);
            lines << (isAll ? more : link(QStringLiteral("more:%1").arg(i), more, theme.role(Role::Data).text));
        }
        out += QStringLiteral("<p style=\"margin:3px 0 6px 14px; color:%1\">%2</p>")
                   .arg(secondary, lines.join(QStringLiteral("<br>")));
    }
    if (!isAny)
        out += QStringLiteral("<p style=\"color:%1\">%2</p>")
                   .arg(secondary,
                       found->empty() ? Words::tr("Nothing was found: no connection is unusual, wasted or in danger.")
                                      : Words::tr("Nothing of this weight was found."));
    return out;
}

} // namespace connscope::whatif
