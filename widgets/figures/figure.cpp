// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figure.h"

#include "annotation/anchors.h"
#include "annotation/marks.h"
#include "figures/parts.h"
#include "figures/words.h"
#include "theme/runmark.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace connscope::figures {

using theme::Type;

namespace {

constexpr double kGap = 10; // between views, px
constexpr double kSide = 16; // of texts, px
constexpr double kLeastRoom = 60; // of a view, px

/// Of the height: a topology needs more than a timeline, a sequence more than both; equal ones share.
double weightOf(FigureView view)
{
    switch (view) {
    case FigureView::Topology:
        return 0.56;
    case FigureView::Timeline:
        return 0.44;
    case FigureView::Sequence:
        break;
    }
    return 0.9;
}

/// A word that is wider than \a width is broken anywhere, everything else between words.
int wrapping(const QString& text, const QFontMetricsF& metrics, double width)
{
    QTextBoundaryFinder finder(QTextBoundaryFinder::Line, text);
    qsizetype from = 0;
    while (finder.toNextBoundary() >= 0) {
        if (metrics.horizontalAdvance(text.mid(from, finder.position() - from).trimmed()) > width)
            return Qt::TextWrapAnywhere;
        from = finder.position();
    }
    return Qt::TextWordWrap;
}

} // namespace

QSize smallestSheet(std::size_t views) { return {480, views > 1 ? 480 : 240}; }

Figure::Figure(const view::Document& document, const view::Filter& filter, theme::Look& look, FigureOptions options)
    : m_document(document)
    , m_filter(filter)
    , m_look(look)
    , m_options(std::move(options))
    , m_textScale(look.textScale())
    , m_plainGlyphs(look.plainGlyphs())
{
    m_look.setPlainGlyphs(m_plainGlyphs || m_options.plainGlyphs);
    m_options.tempo.onPaper = !m_options.clock;
    const Given given {m_document, m_filter, m_look, m_options};
    for (const FigureView view : m_options.views) {
        if (view == FigureView::Topology)
            m_parts.push_back(std::make_unique<TopologyPart>(given));
        else if (view == FigureView::Timeline)
            m_parts.push_back(std::make_unique<TimelinePart>(given));
        else
            m_parts.push_back(std::make_unique<SequencePart>(given));
    }
    collectMeanings();
    layOut();
    // Labels that would be too small are set in larger type. What is laid out for them may shrink again, so more than once.
    // Where words take all the room nothing is gained by larger ones.
    for (int i = 0; i < 3 && m_smallestText < m_options.smallestText - 0.01 && m_room >= kLeastRoom; ++i) {
        const double wanted = m_look.textScale() * m_options.smallestText / m_smallestText;
        if (wanted > 4 * m_textScale)
            break;
        const double before = m_look.textScale();
        const double reached = m_smallestText;
        m_look.setTextScale(wanted);
        layOut();
        // What would not have room was shrunk again: where little came of it, all that is not shrunk would only be too large.
        if (m_smallestText < reached * (1 + (wanted / before - 1) / 5) || m_room < kLeastRoom) {
            m_look.setTextScale(before);
            layOut();
            break;
        }
    }
}

/// Of the numbers that are on the sheet and have words.
void Figure::collectMeanings()
{
    if (m_options.annotations.empty())
        return;
    using scenario::Annotation;
    const auto isShown = [this](const Annotation& annotation) {
        const FigureView view
            = annotation.view == Annotation::View::Topology ? FigureView::Topology : FigureView::Timeline;
        return std::find(m_options.views.begin(), m_options.views.end(), view) != m_options.views.end();
    };
    const annotation::Anchors anchors(m_document);
    std::set<std::pair<int, QString>> meanings;
    for (const Annotation& annotation : m_options.annotations) {
        const QString text = annotation::textOf(annotation, m_look.language());
        const bool isThere = annotation.anchors.empty()
            || std::any_of(annotation.anchors.begin(), annotation.anchors.end(),
                [&anchors](const std::string& anchor) { return anchors.find(anchor).has_value(); });
        if (annotation.kind == Annotation::Kind::Number && !text.isEmpty() && isThere && isShown(annotation))
            meanings.emplace(annotation.number, text);
    }
    for (const auto& [number, text] : meanings)
        m_meanings.push_back({QString::number(number), text, {}, {}});
}

Figure::~Figure()
{
    m_look.setTextScale(m_textScale);
    m_look.setPlainGlyphs(m_plainGlyphs);
}

void Figure::layOut()
{
    m_natural.clear();
    if (m_options.mostHeight) {
        // As if there were all the room: what stands above and below takes what it takes.
        double needed = kGap * static_cast<double>(m_parts.size() - 1);
        for (const auto& part : m_parts)
            needed += m_natural.emplace_back(
                part->naturalHeight(std::ceil(m_options.size.width()))); // as it is laid out
        m_options.size.setHeight(*m_options.mostHeight);
        double top = 0;
        const double bottom = placeWords(top);
        const double words = top + (m_options.size.height() - bottom);
        const double least = smallestSheet(m_parts.size()).height();
        m_options.size.setHeight(std::ceil(
            std::min(std::max(words + needed, std::min(least, *m_options.mostHeight)), *m_options.mostHeight)));
        // Where that is not enough the tallest view gives way: a timeline of a thousand lanes, a sequence of many pages.
        if (const double missing = words + needed - m_options.size.height(); missing > 0) {
            double& tallest = *std::max_element(m_natural.begin(), m_natural.end());
            tallest = std::max(tallest - missing, least / 2);
        }
    }
    double top = 0;
    const double bottom = placeWords(top);
    placeParts(top, bottom);
}

/// Title, clock, caption and notes. What is left lies between \a top and the value that is returned.
double Figure::placeWords(double& top)
{
    const double width = m_options.size.width();
    double bottom = m_options.size.height();
    m_titleRect = m_captionRect = m_notesRect = m_clockRect = m_runsRect = {};
    if (m_options.clock) {
        const QFontMetricsF metrics(m_look.mono(Type::Body));
        const double line = std::ceil(metrics.height());
        m_clockRect = QRectF(kSide, std::round(line * 0.5), width - 2 * kSide, line);
        top = m_clockRect.bottom() + std::round(line * 0.2);
    }
    if (!m_options.title.isEmpty()) {
        const double line = QFontMetricsF(m_look.text(Type::Title)).height();
        const double taken = m_options.clock
            ? QFontMetricsF(m_look.mono(Type::Body)).horizontalAdvance(QStringLiteral("0.00022×  00:00:00.000000"))
                + 20
            : 0;
        const QRectF room(kSide, std::round(line * 0.45), std::max(width - 2 * kSide - taken, 100.0), 4 * line);
        const QFontMetricsF metrics(m_look.text(Type::Title));
        m_titleRect = metrics.boundingRect(room,
            static_cast<int>(Qt::AlignLeft) | wrapping(m_options.title, metrics, room.width()), m_options.title);
        m_titleRect = QRectF(room.topLeft(), QSizeF(room.width(), std::ceil(m_titleRect.height())));
        top = std::max(top, std::ceil(m_titleRect.bottom() + line * 0.15));
    }
    const auto placeBelow = [&](const QString& text, Type type) {
        const QFontMetricsF metrics(m_look.text(type));
        const QRectF room(kSide, 0, width - 2 * kSide, 40 * metrics.height());
        const double height = std::ceil(
            metrics.boundingRect(room, static_cast<int>(Qt::AlignLeft) | wrapping(text, metrics, room.width()), text)
                .height());
        bottom = std::floor(bottom - height - metrics.height() * 0.55);
        return QRectF(kSide, bottom + std::round(metrics.height() * 0.2), room.width(), height);
    };
    if (m_options.notes) // what is left out is known later; it goes behind
        m_notesRect = placeBelow(QStringLiteral("x"), Type::Small);
    if (!m_options.caption.isEmpty())
        m_captionRect = placeBelow(m_options.caption, Type::Body);
    bottom = placeMeanings(bottom);
    if (m_document.twofold() && m_options.legend) {
        const double height = theme::runLegendHeight(
            theme::RunLegend::of(*m_document.twofold(), m_look), width - 2 * kSide, m_look, Type::Body);
        bottom = std::floor(bottom - height - 8);
        m_runsRect = QRectF(kSide, bottom + 4, width - 2 * kSide, height);
    }
    return bottom;
}

void Figure::placeParts(double top, double bottom)
{
    const double width = m_options.size.width();
    m_rects.clear();
    const auto count = static_cast<double>(m_parts.size());
    m_room = (bottom - top - kGap * (count - 1)) / count;
    const double room = std::max(m_room, kLeastRoom) * count;
    double weights = 0;
    for (const FigureView view : m_options.views)
        weights += weightOf(view);
    double naturalSum = 0;
    for (const double height : m_natural)
        naturalSum += height;
    double zoom = 10;
    m_pages = 1;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        // What a natural height leaves, because a sheet has a least one, goes to all alike.
        const double height = m_natural.empty() ? room * weightOf(m_options.views[i]) / weights
                                                : m_natural[i] + (room - naturalSum) / count;
        m_rects.emplace_back(0, top, width, height);
        const QRectF whole
            = m_rects.back().toAlignedRect().intersected(QRectF(QPointF(), m_options.size).toAlignedRect());
        m_parts[i]->layOut(whole.size());
        zoom = std::min(zoom, m_parts[i]->zoom());
        m_pages = std::max(m_pages, m_parts[i]->pages());
        top += height + kGap;
    }
    m_smallestText = m_look.text(Type::Small).pointSizeF() * std::min(zoom, 1.0);
}

/// Each on lines of its own above \a bottom; the new one.
double Figure::placeMeanings(double bottom)
{
    const QFontMetricsF metrics(m_look.text(Type::Body));
    const double height = std::round(metrics.height() * 1.15);
    double indent = 0;
    for (const Meaning& meaning : m_meanings)
        indent = std::max(indent, annotation::discWidth(meaning.number, height, m_look));
    const double width = m_options.size.width() - 2 * kSide - indent - 8;
    for (auto meaning = m_meanings.rbegin(); meaning != m_meanings.rend(); ++meaning) {
        const QRectF room(0, 0, width, 40 * height);
        const double words = std::ceil(
            metrics
                .boundingRect(
                    room, static_cast<int>(Qt::AlignLeft) | wrapping(meaning->text, metrics, width), meaning->text)
                .height());
        const double taken = std::max(words, height);
        bottom = std::floor(bottom - taken - metrics.height() * 0.3);
        meaning->disc = QRectF(kSide, bottom, annotation::discWidth(meaning->number, height, m_look), height);
        meaning->words
            = QRectF(kSide + indent + 8, bottom + std::round(std::max(0.0, height - words) / 2), width, words);
    }
    return m_meanings.empty() ? bottom : std::floor(bottom - metrics.height() * 0.3);
}

QString Figure::refusal() const
{
    if (m_room < kLeastRoom) {
        return Words::tr(
            "title, caption and what stands beside them leave no room for the picture on this sheet: choose a "
            "higher one, or shorter words");
    }
    for (const auto& part : m_parts) {
        if (QString why = part->refusal(); !why.isEmpty())
            return why;
    }
    return {};
}

QStringList Figure::warnings() const
{
    QStringList out;
    for (const auto& part : m_parts) {
        if (const QString missing = part->crowdedOut(); !missing.isEmpty())
            out << missing;
    }
    if (m_smallestText < m_options.smallestText - 0.05) {
        out << Words::tr("the smallest labels are %1 pt high on this sheet, less than %2 pt: choose a larger sheet, "
                         "fewer views, or a filter")
                   .arg(m_look.format().locale().toString(m_smallestText, 'f', 1),
                       m_look.format().locale().toString(m_options.smallestText, 'f', 1));
    }
    return out;
}

void Figure::setFrame(Instant at, Duration folded, double rate)
{
    m_options.at = at;
    m_folded = folded;
    m_rate = rate;
}

QStringList Figure::notes() const
{
    QStringList out;
    const view::Source& source = m_document.source();
    switch (source.simulated ? view::World::Simulation : source.world) {
    case view::World::Simulation:
        out << Words::tr("simulated, seed %1").arg(m_document.trace().header().seed);
        break;
    case view::World::Loopback:
        out << Words::tr("real sockets on one machine");
        break;
    case view::World::Outside:
        out << Words::tr("real sockets, a cluster outside");
        break;
    case view::World::Evidence:
        out << Words::tr("from a recording");
        break;
    }
    if (const std::string& file = m_document.trace().header().scenario; !file.empty())
        out << QString::fromStdString(file);
    if (const std::string& profile = m_document.trace().header().profile; !profile.empty())
        out << QString::fromStdString(profile);
    const theme::Format& format = m_look.format();
    if (m_options.range) {
        out << Words::tr("from %1 to %2").arg(format.clock(m_options.range->from), format.clock(m_options.range->to));
    } else {
        out << Words::tr("at %1").arg(format.clock(m_options.at));
    }
    if (m_filter.isActive())
        out << Words::tr("filter: %1").arg(m_filter.text());
    for (const auto& part : m_parts) {
        if (const QString missing = part->leftOut(); !missing.isEmpty())
            out << missing;
    }
    if (m_pages > 1 && m_options.page > 0)
        out << Words::tr("sheet %1 of %2").arg(m_options.page).arg(m_pages);
    return out;
}

void Figure::paint(QPainter& painter, std::size_t page) const
{
    if (page == 0)
        page = std::max<std::size_t>(m_options.page, 1);
    const theme::Theme& theme = m_look.theme();
    if (!m_options.transparent)
        painter.fillRect(QRectF(QPointF(), m_options.size), theme.card);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect sheet = QRectF(QPointF(), m_options.size).toAlignedRect();
    for (std::size_t i = 0; i < m_rects.size(); ++i) {
        const QRect rect = m_rects[i].toAlignedRect().intersected(sheet);
        painter.save();
        painter.setClipRect(rect);
        painter.translate(rect.topLeft());
        m_parts[i]->paint(painter, page);
        painter.restore();
        if (i > 0) {
            painter.setPen(theme.hairline);
            const double y = rect.top() - kGap / 2;
            painter.drawLine(QPointF(kGap, y), QPointF(m_options.size.width() - kGap, y));
        }
    }
    const auto text = [&painter](const QRectF& rect, const QFont& font, const QColor& ink, const QString& words) {
        painter.setFont(font);
        painter.setPen(ink);
        const int flags = static_cast<int>(Qt::AlignLeft) | static_cast<int>(Qt::TextDontClip)
            | wrapping(words, QFontMetricsF(font), rect.width());
        painter.drawText(rect, flags, words); // at the top
    };
    if (!m_titleRect.isEmpty())
        text(m_titleRect, m_look.text(Type::Title), theme.ink, m_options.title);
    if (!m_clockRect.isEmpty()) {
        const theme::Format& format = m_look.format();
        // In slow motion milliseconds would stand still.
        const bool slow = m_folded.count() == 0 && m_rate < 0.1;
        QString words = format.clock(m_options.at, slow ? 6 : 3);
        if (m_folded.count() > 0) // folded time is always marked
            words = QStringLiteral("» %1  %2").arg(format.shortDuration(m_folded), words);
        else if (m_rate != 1) // nor is slow motion taken for the pace at which it happened
            words = QStringLiteral("%1  %2").arg(format.ratio(m_rate), words);
        painter.setFont(m_look.mono(Type::Body));
        painter.setPen(m_folded.count() > 0 ? theme.accent : theme.secondary);
        painter.drawText(
            m_clockRect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, words);
    }
    for (const Meaning& meaning : m_meanings) {
        annotation::paintDisc(painter, meaning.disc, meaning.number, m_look);
        text(meaning.words, m_look.text(Type::Body), theme.ink, meaning.text);
    }
    if (!m_runsRect.isEmpty()) {
        theme::paintRunLegend(
            painter, m_runsRect, theme::RunLegend::of(*m_document.twofold(), m_look), m_look, Type::Body);
    }
    if (!m_captionRect.isEmpty())
        text(m_captionRect, m_look.text(Type::Body), theme.ink, m_options.caption);
    if (!m_notesRect.isEmpty()) {
        const QFont font = m_look.text(Type::Small);
        text(m_notesRect, font, theme.secondary,
            QFontMetricsF(font).elidedText(notes().join(QStringLiteral(" · ")), Qt::ElideRight, m_notesRect.width()));
    }
}

QImage Figure::image(std::size_t page) const
{
    const QSizeF pixels = m_options.size * m_options.scale;
    QImage image(QSize(static_cast<int>(std::lround(pixels.width())), static_cast<int>(std::lround(pixels.height()))),
        m_options.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    if (image.isNull())
        return image;
    // Qt knows devices of more pixels than units, not of fewer.
    const bool isSmall = m_options.scale < 1;
    if (!isSmall)
        image.setDevicePixelRatio(m_options.scale);
    image.fill(m_options.transparent ? QColor(Qt::transparent) : m_look.theme().card);
    QPainter painter(&image);
    if (isSmall) {
        painter.scale(m_options.scale, m_options.scale);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
    }
    paint(painter, page);
    return image;
}

QImage figureImage(
    const view::Document& document, const view::Filter& filter, theme::Look& look, const FigureOptions& options)
{
    return Figure(document, filter, look, options).image();
}

} // namespace connscope::figures
