// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequence/picture.h"

#include "sequence/arrowhead.h"
#include "theme/contrast.h"
#include "theme/marks.h"
#include "theme/rolelook.h"
#include "theme/runmark.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace connscope::sequence {

using theme::Theme;
using theme::Type;
using trace::Side;

namespace {

class Picture {
public:
    Picture(QPainter& painter, const Chart& chart, const Layout& layout, const view::Document& document,
        const theme::Look& look)
        : m_painter(painter)
        , m_chart(chart)
        , m_layout(layout)
        , m_document(document)
        , m_look(look)
        , m_theme(look.theme())
    {
    }

    void paint(const Page& page, double playhead)
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.save();
        m_painter.setClipRect(QRectF(0, m_layout.headHeight, m_layout.width, page.to - page.from), Qt::IntersectClip);
        m_painter.translate(0, m_layout.headHeight - page.from);
        paintLifelines(page);
        const auto isSeen = [&page](double top, double bottom) { return bottom >= page.from && top <= page.to; };
        for (const WorkBar& bar : m_layout.work) {
            if (isSeen(bar.top, bar.bottom))
                paintWork(bar);
        }
        for (const SilenceBand& band : m_layout.silences) {
            if (isSeen(band.rect.top(), band.rect.bottom()))
                paintSilence(band);
        }
        const double line = m_layout.line;
        for (const Arrow& arrow : m_layout.arrows) {
            if (isSeen(arrow.line.y1() - 2 * line, arrow.line.y2() + line))
                paintArrow(arrow);
        }
        for (const RoutineBand& band : m_layout.routines) {
            if (isSeen(band.line.y1() - 2 * line, band.line.y1() + line))
                paintRoutine(band);
        }
        for (const ReadMark& mark : m_layout.reads) {
            if (isSeen(mark.at.y() - line, mark.at.y() + line))
                paintRead(mark);
        }
        // Labels lie over every line, or those that are under way would run through them.
        for (const SilenceBand& band : m_layout.silences) {
            if (isSeen(band.rect.top(), band.rect.bottom()))
                paintSilenceWords(band);
        }
        for (const Arrow& arrow : m_layout.arrows) {
            if (isSeen(arrow.label.rect.top(), arrow.label.rect.bottom()))
                paintLabel(arrow.label, m_chart.messages[arrow.message]);
        }
        paintPlayhead(page, playhead);
        paintTimes(page);
        m_painter.restore();
        for (const Column& column : m_layout.columns)
            paintHead(column);
        m_painter.restore();
    }

private:
    Role roleOf(ConnectionId connection) const
    {
        const trace::ConnectionLife* life = m_document.life(connection);
        return life ? life->role : Role::Unknown;
    }

    void paintHead(const Column& column)
    {
        m_painter.setPen(QPen(m_theme.outline, 1.2));
        m_painter.setBrush(m_theme.raised);
        const double radius = column.isClient ? 4 : 9;
        m_painter.drawRoundedRect(column.head.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        const bool two = !column.line.isEmpty();
        const QFontMetricsF title(m_look.text(m_layout.headType));
        const double height = title.height() * static_cast<double>(column.name.count(u'\n') + 1);
        const double all = height + (two ? m_layout.line : 0);
        QRectF name = column.head;
        name.setTop(column.head.center().y() - all / 2);
        name.setHeight(height);
        m_painter.setFont(m_look.text(m_layout.headType));
        m_painter.setPen(m_theme.ink);
        m_painter.drawText(name, Qt::AlignCenter | Qt::TextDontClip, column.name);
        if (!two)
            return;
        m_painter.setFont(m_look.text(Type::Small));
        m_painter.setPen(m_theme.secondary);
        m_painter.drawText(QRectF(name.left(), name.bottom(), name.width(), m_layout.line),
            Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip, column.line);
    }

    void paintLifelines(const Page& page)
    {
        for (const Column& column : m_layout.columns) {
            double from = page.from - 2;
            m_painter.setPen(QPen(m_theme.hairline, 1.4));
            for (const SilenceBand& band : m_layout.silences) {
                if (band.rect.bottom() < from || band.rect.top() > page.to)
                    continue;
                m_painter.drawLine(QPointF(column.x, from), QPointF(column.x, band.rect.top()));
                from = band.rect.bottom();
            }
            m_painter.drawLine(QPointF(column.x, from), QPointF(column.x, page.to));
        }
    }

    void paintWork(const WorkBar& bar)
    {
        m_painter.setPen(QPen(m_theme.outline, 1));
        m_painter.setBrush(m_theme.raised);
        m_painter.drawRect(QRectF(bar.x - 3, bar.top, 6, std::max(2.0, bar.bottom - bar.top)));
    }

    /// Torn edges as on the folded axis of the timeline, here across.
    void paintSilence(const SilenceBand& band)
    {
        const double left = m_layout.columns.empty() ? band.rect.left() : m_layout.columns.front().head.left();
        const double right = m_layout.columns.empty() ? band.rect.right() : m_layout.columns.back().head.right();
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(theme::mixed(m_theme.card, m_theme.outline, 0.75), 1));
        for (const double y : {band.rect.top() + 2, band.rect.bottom() - 2}) {
            QPainterPath path(QPointF(left, y - 2));
            bool low = false;
            for (double x = left + 5; x <= right; x += 5) {
                low = !low;
                path.lineTo(x, y + (low ? 2 : -2));
            }
            m_painter.drawPath(path);
        }
    }
    void paintSilenceWords(const SilenceBand& band)
    {
        // What is in flight runs through the break, behind its words.
        QColor veil = m_theme.card;
        veil.setAlphaF(0.92F);
        m_painter.fillRect(band.words, veil);
        m_painter.setFont(m_look.text(Type::Small));
        m_painter.setPen(m_theme.secondary);
        m_painter.drawText(band.words, Qt::AlignCenter | Qt::TextDontClip, band.text);
    }

    QColor colourOf(const Message& m) const
    {
        switch (m.kind) {
        case Message::Kind::Request:
        case Message::Kind::Response:
            return m_theme.role(roleOf(m.connection)).mark;
        case Message::Kind::Fin:
            return m.closes() ? m_theme.closer(m.from).mark : m_theme.handshake;
        case Message::Kind::Reset:
            return m_theme.error;
        default:
            break;
        }
        return m_theme.handshake;
    }

    void paintArrow(const Arrow& arrow)
    {
        const Message& m = m_chart.messages[arrow.message];
        const QColor colour = colourOf(m);
        const double angle = std::atan2(arrow.line.dy(), arrow.line.dx());
        QPen pen(colour, m.kind == Message::Kind::Request ? 1.6 : 1.2, Qt::SolidLine, Qt::FlatCap);
        if (m.kind == Message::Kind::Response)
            pen.setDashPattern({5, 3});
        else if (m.kind == Message::Kind::Syn || m.kind == Message::Kind::SynAck || m.kind == Message::Kind::Ack)
            pen.setDashPattern({1.5, 2});
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(pen);
        QLineF line = arrow.line;
        const bool filled = m.kind != Message::Kind::Response;
        if (filled && !arrow.lost && line.length() > kArrowHead)
            line.setLength(line.length() - kArrowHead + 1);
        m_painter.drawLine(line);
        if (arrow.lost) {
            theme::paintCap(m_painter, arrow.line.p2(), m_layout.line * 0.8, Side::Network, m_look);
            return;
        }
        paintArrowHead(m_painter, arrow.line.p2(), angle, colour, filled);
        // An end that nobody saw is an open ring; who closes shows the shape that stands for it everywhere.
        if (arrow.fromNowhere || arrow.toNowhere) {
            m_painter.setPen(QPen(colour, 1.2));
            m_painter.setBrush(m_theme.card);
            m_painter.drawEllipse(arrow.fromNowhere ? arrow.line.p1() : arrow.line.p2(), 2.6, 2.6);
        }
        if (m.closes())
            theme::paintCap(m_painter, arrow.line.p1(), m_layout.line * 0.8, m.from, m_look);
        else if (m.kind == Message::Kind::Reset)
            theme::paintCap(m_painter, arrow.line.p1(), m_layout.line * 0.8, Side::Network, m_look);
    }

    void paintRoutine(const RoutineBand& band)
    {
        const Role role = roleOf(m_chart.rows[band.row].connection);
        const QColor colour = m_theme.role(role).mark;
        const double x0 = band.line.x1();
        const double x1 = band.line.x2();
        const double y = band.line.y1();
        // There and back, many times: two lines with a head at each end.
        m_painter.setPen(QPen(colour, 1.6, Qt::SolidLine, Qt::FlatCap));
        m_painter.drawLine(QPointF(x0, y - 2), QPointF(x1 + (x1 > x0 ? -kArrowHead : kArrowHead) * 0.6, y - 2));
        QPen back(colour, 1.2, Qt::SolidLine, Qt::FlatCap);
        back.setDashPattern({5, 3});
        m_painter.setPen(back);
        m_painter.drawLine(QPointF(x1, y + 2), QPointF(x0, y + 2));
        const double angle = x1 > x0 ? 0 : std::numbers::pi;
        paintArrowHead(m_painter, {x1, y - 2}, angle, colour, true);
        paintArrowHead(m_painter, {x0, y + 2}, angle + std::numbers::pi, colour, false);
        paintLabel(band.label, m_theme.role(role), m_theme.role(role).text);
    }

    /// A dot on the line of its reader.
    void paintRead(const ReadMark& mark)
    {
        const theme::Hue& hue = m_theme.role(roleOf(m_chart.messages[mark.message].connection));
        m_painter.setPen(QPen(m_theme.card, 1));
        m_painter.setBrush(hue.mark);
        m_painter.drawEllipse(mark.at, 3.6, 3.6);
        paintLabel(mark.label, hue, m_theme.secondary);
    }

    void paintLabel(const ArrowLabel& label, const Message& m)
    {
        if (label.rect.isNull())
            return;
        QColor ink = m_theme.ink;
        if (m.closes())
            ink = m_theme.closer(m.from).text;
        else if (m.kind == Message::Kind::Fin)
            ink = m_theme.secondary;
        else if (m.kind == Message::Kind::Reset)
            ink = m_theme.error;
        else if (m.kind == Message::Kind::Response || m.kind == Message::Kind::SynAck)
            ink = m_theme.secondary;
        paintLabel(label, m_theme.role(roleOf(m.connection)), ink);
    }
    void paintLabel(const ArrowLabel& label, const theme::Hue& hue, const QColor& ink)
    {
        QColor veil = m_theme.card;
        veil.setAlphaF(0.86F);
        m_painter.fillRect(label.rect.adjusted(-2, 1, 2, -1), veil);
        double x = label.rect.left();
        if (label.runWidth > 0) {
            theme::paintRunMark(
                m_painter, {x + label.runWidth / 2, label.rect.center().y()}, label.runWidth, label.run, m_look);
            x += label.runWidth + 6;
        }
        m_painter.setFont(m_look.mono(Type::Small));
        if (!label.node.isEmpty()) {
            const QRectF pill(x, label.rect.top() + 1, label.nodeWidth, label.rect.height() - 2);
            m_painter.setPen(QPen(hue.mark, 1));
            m_painter.setBrush(hue.tint);
            m_painter.drawRoundedRect(
                pill.adjusted(0.5, 0.5, -0.5, -0.5), pill.height() / 2 - 0.5, pill.height() / 2 - 0.5);
            m_painter.setPen(m_theme.ink);
            m_painter.drawText(pill, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip, label.node);
            x += label.nodeWidth + 6;
        }
        constexpr int kLeft = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip;
        m_painter.setPen(ink);
        m_painter.drawText(
            QRectF(x, label.rect.top(), label.titleWidth + 2, label.rect.height()), kLeft, label.title);
        if (label.detail.isEmpty())
            return;
        x += label.titleWidth + 6;
        m_painter.setFont(m_look.text(Type::Small));
        m_painter.setPen(label.isError ? m_theme.error : m_theme.secondary);
        m_painter.drawText(
            QRectF(x, label.rect.top(), label.rect.right() - x + 2, label.rect.height()), kLeft, label.detail);
    }

    void paintPlayhead(const Page& page, double y)
    {
        if (y < page.from || y > page.to)
            return;
        m_painter.setPen(QPen(m_theme.accent, 1.5));
        m_painter.setBrush(m_theme.accent);
        m_painter.drawLine(QPointF(m_layout.gutter - 6, y), QPointF(m_layout.width - 12, y));
        m_painter.setPen(Qt::NoPen);
        const QPointF at(m_layout.gutter - 6, y);
        m_painter.drawPolygon(QPolygonF {{at + QPointF(-4, -5), at + QPointF(4, 0), at + QPointF(-4, 5)}});
    }

    void paintTimes(const Page& page)
    {
        m_painter.setFont(m_look.mono(Type::Small));
        m_painter.setPen(m_theme.secondary);
        const double line = m_layout.line;
        const auto tell = [&](double y, const QString& text) { // whole, also at the foot of a page
            const double top = page.to < m_layout.height ? std::min(y - line / 2, page.to - line) : y - line / 2;
            m_painter.drawText(QRectF(0, top, m_layout.gutter - m_layout.edge, line),
                Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
        };
        double first = page.to;
        for (const TimeLabel& time : m_layout.times) {
            if (time.y < page.from || time.y > page.to)
                continue;
            first = std::min(first, time.y);
            tell(time.y, time.text);
        }
        // A page does not begin without an instant, though it be that of the last row of the page before.
        const auto begins = std::lower_bound(m_layout.breaks.begin(), m_layout.breaks.end(), page.from);
        const double y = page.from + std::round(line * 1.25);
        if (begins != m_layout.breaks.end() && *begins == page.from && first > y + line)
            tell(y, m_layout.breakTimes[static_cast<std::size_t>(begins - m_layout.breaks.begin())]);
    }

    QPainter& m_painter;
    const Chart& m_chart;
    const Layout& m_layout;
    const view::Document& m_document;
    const theme::Look& m_look;
    const Theme& m_theme;
};

} // namespace

void paintSequence(QPainter& painter, const Chart& chart, const Layout& layout, const Page& page,
    const view::Document& document, const theme::Look& look, std::optional<Instant> at)
{
    Picture(painter, chart, layout, document, look).paint(page, at ? layout.playheadAt(*at) : -1);
}

} // namespace connscope::sequence
