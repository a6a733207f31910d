// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figurewords.h"

#include "analysis/caption.h"

#include <algorithm>

namespace connscope::figures {

namespace {

using analysis::FigureKind;
using analysis::FigureSubject;

std::vector<FigureSubject> subjectsOf(
    const view::Document& document, const view::Filter& filter, const FigureOptions& options)
{
    const Span range = options.range.value_or(Span {kStart, document.end()});
    std::vector<FigureSubject> out;
    for (const FigureView view : options.views) {
        FigureSubject subject = FigureSubject::timeline(range.from, range.to);
        if (view == FigureView::Topology && !options.clock)
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

/// What two runs are called, and what differs: of a picture of both.
QString wordsOfTwo(const trace::Twofold& twofold, theme::Language language)
{
    const bool chinese = language == theme::Language::Chinese;
    const auto& names = twofold.names[chinese ? 1 : 0];
    const QString summary = QString::fromStdString(twofold.summary[chinese ? 1 : 0]);
    if (names[0] == names[1]) {
        return (chinese ? QStringLiteral("两次运行叠在一起：A 与 B 都是%1。%2")
                        : QStringLiteral("Two runs laid over each other: A and B are both %1. %2"))
            .arg(QString::fromStdString(names[0]), summary)
            .trimmed();
    }
    const QString form = chinese ? QStringLiteral("两次运行叠在一起：A 为%1，B 为%2。%3")
                                 : QStringLiteral("Two runs laid over each other: A is %1, B is %2. %3");
    return form
        .arg(QString::fromStdString(names[0]), QString::fromStdString(names[1]), summary)
        .trimmed();
}

} // namespace

QString captionOf(const view::Document& document, const view::Filter& filter, const FigureOptions& options,
    theme::Language language)
{
    if (document.twofold())
        return wordsOfTwo(*document.twofold(), language);
    return textOf(document, filter, options, language, analysis::caption);
}

QString alternativeOf(const view::Document& document, const view::Filter& filter, const FigureOptions& options,
    theme::Language language)
{
    if (document.twofold())
        return wordsOfTwo(*document.twofold(), language);
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
