// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figurewords.h"

#include "analysis/caption.h"
#include "analysis/spokentime.h"

#include <algorithm>

namespace connscope::figures {

namespace {

using analysis::FigureKind;
using analysis::FigureSubject;

std::vector<FigureSubject> subjectsOf(
    const view::Document& document, const view::Filter& filter, const FigureOptions& options)
{
    const Span range = options.range.value_or(Span {kStart, document.end()});
    const auto shows = [&options](FigureView view) {
        return std::find(options.views.begin(), options.views.end(), view) != options.views.end();
    };
    std::vector<FigureSubject> out;
    for (const FigureView view : options.views) {
        FigureSubject subject = FigureSubject::timeline(range.from, range.to);
        if (options.clock && shows(FigureView::Topology) && view != FigureView::Sequence) // what goes by in it
            subject = FigureSubject::movingTopology(range.from, range.to, shows(FigureView::Timeline));
        else if (view == FigureView::Topology)
            subject = FigureSubject::topology(options.at);
        else if (view == FigureView::Sequence)
            subject = FigureSubject::sequence(range.from, range.to);
        if (view == FigureView::Sequence && filter.isActive())
            subject.takes = [&filter](ConnectionId c) { return filter.matchesEver(c); };
        const auto isSame = [&subject](const FigureSubject& other) { return other.kind == subject.kind; };
        if (std::none_of(out.begin(), out.end(), isSame))
            out.push_back(std::move(subject));
    }
    return out;
}

template <typename Text>
QString textOf(const view::Document& document, const view::Filter& filter, const FigureOptions& options,
    theme::Language language, const Text& text)
{
    const bool chinese = language == theme::Language::Chinese;
    QStringList sentences;
    for (const FigureSubject& subject : subjectsOf(document, filter, options)) {
        sentences << QString::fromStdString(text(document.index(), document.names(), subject,
            chinese ? analysis::Language::Chinese : analysis::Language::English));
    }
    return sentences.join(chinese ? QString() : QStringLiteral(" "));
}

/// What would mean something to Markdown.
QString escaped(const QString& text)
{
    QString out;
    for (const QChar c : text) {
        if (QStringView(u"\\`*_[]<>#|").contains(c))
            out += u'\\';
        out += c == u'\n' ? QChar(u' ') : c;
    }
    return out;
}

} // namespace

namespace {

/// "at 1 min 2 s", "from 0 s to 2 min": what of two runs a picture shows, where that is not all of them. What differs is told of whole
/// runs, so that the words have to say both.
QString partOf(const view::Document& document, const FigureOptions& options, bool chinese)
{
    const auto language = chinese ? analysis::Language::Chinese : analysis::Language::English;
    const auto spoken = [language](Instant t) {
        return QString::fromStdString(analysis::spokenTime(t.time_since_epoch(), language));
    };
    const auto isInstant = [&options](FigureView view) { return view == FigureView::Topology && !options.clock; };
    if (std::any_of(options.views.begin(), options.views.end(), isInstant) && options.at < document.end())
        return (chinese ? QStringLiteral("在 %1") : QStringLiteral("at %1")).arg(spoken(options.at));
    if (options.range && (options.range->from > kStart || options.range->to < document.end()))
        return (chinese ? QStringLiteral("从 %1 到 %2") : QStringLiteral("from %1 to %2"))
            .arg(spoken(options.range->from), spoken(options.range->to));
    return {};
}

/// What two runs are called, and what differs: of a picture of both.
QString wordsOfTwo(const view::Document& document, const FigureOptions& options, theme::Language language)
{
    const trace::Twofold& twofold = *document.twofold();
    const bool chinese = language == theme::Language::Chinese;
    const auto& names = twofold.names[chinese ? 1 : 0];
    const QString a = QString::fromStdString(names[0]);
    const QString b = QString::fromStdString(names[1]);
    QString summary = QString::fromStdString(twofold.summary[chinese ? 1 : 0]);
    const QString part = partOf(document, options, chinese);
    QString out = chinese ? QStringLiteral("两次运行叠在一起") : QStringLiteral("Two runs laid over each other");
    if (!part.isEmpty()) {
        out += chinese ? u'，' + part : u' ' + part;
        if (!summary.isEmpty())
            summary = (chinese ? QStringLiteral("就两次完整的运行而言：") : QStringLiteral("Over the whole runs: "))
                + summary;
    }
    if (a == b)
        out += (chinese ? QStringLiteral("：A 与 B 都是%1。") : QStringLiteral(": A and B are both %1. ")).arg(a);
    else
        out += (chinese ? QStringLiteral("：A 为%1，B 为%2。") : QStringLiteral(": A is %1, B is %2. ")).arg(a, b);
    out += summary;
    return out.trimmed();
}

} // namespace

QString captionOf(const view::Document& document, const view::Filter& filter, const FigureOptions& options,
    theme::Language language)
{
    if (document.twofold())
        return wordsOfTwo(document, options, language);
    return textOf(document, filter, options, language, analysis::caption);
}

QString alternativeOf(const view::Document& document, const view::Filter& filter, const FigureOptions& options,
    theme::Language language)
{
    if (document.twofold())
        return wordsOfTwo(document, options, language);
    return textOf(document, filter, options, language, analysis::alternativeText);
}

QByteArray markdownOf(const QString& picture, const QString& alternative, const QString& caption)
{
    QString address = picture;
    if (address.contains(u' ') || address.contains(u'(') || address.contains(u')'))
        address = u'<' + address + u'>';
    QString out = QStringLiteral("![%1](%2)\n").arg(escaped(alternative), address);
    if (!caption.isEmpty())
        out += u'\n' + escaped(caption) + u'\n';
    return out.toUtf8();
}

} // namespace connscope::figures
