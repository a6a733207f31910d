// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/logrows.h"

#include "events/loglines.h"
#include "events/logspans.h"
#include "events/rowset.h"
#include "theme/look.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <vector>

namespace connscope::events {

namespace {

constexpr int kLeft = 10;
constexpr int kNarrow = 92; // characters: a message begins at about the fiftieth

/// Behind time, level and client: where the message begins; 0 where the line has none of them.
int messageStart(const QString& line, const std::vector<LogSpan>& spans)
{
    int end = 0;
    for (const LogSpan& span : spans) {
        if (span.kind != LogSpan::Kind::Time && span.kind != LogSpan::Kind::Level
            && span.kind != LogSpan::Kind::Client && span.kind != LogSpan::Kind::Warning)
            break;
        end = span.from + span.length;
    }
    while (end > 0 && end < line.size() && (line[end] == u' ' || line[end] == u']'))
        ++end;
    return end;
}

} // namespace

LogRows::LogRows(
    const theme::Look& look, const std::unique_ptr<LogLines>& lines, const RowSet& matches, QWidget* parent)
    : RowsView(look, parent)
    , m_lines(lines)
    , m_matches(matches)
{
}

int LogRows::rows() const { return static_cast<int>(m_lines->size()); }
QString LogRows::rowText(int row) const { return m_lines->line(static_cast<std::size_t>(row)); }

int LogRows::rowLines() const
{
    return width() < kNarrow * QFontMetrics(look().mono()).horizontalAdvance(QLatin1Char('0')) ? 2 : 1;
}

int LogRows::contentWidth() const
{
    return 2 * kLeft
        + static_cast<int>(m_lines->longest()) * QFontMetrics(look().mono()).horizontalAdvance(QLatin1Char('0'));
}

void LogRows::setWords(const QStringList& words)
{
    m_words = words;
    viewport()->update();
}

void LogRows::paintRow(QPainter& painter, int row, const QRect& rect, const RowState& state) const
{
    const theme::Theme& theme = look().theme();
    if (state.isCurrent || state.isMarked)
        painter.fillRect(rect, theme.selection);
    else if (state.isHovered)
        painter.fillRect(rect, theme.hover);
    const QString line = rowText(row);
    QFont font = look().mono();
    QFont strong = font;
    strong.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(font);
    const std::vector<LogSpan> spans = logSpans(line);
    // In two lines the message stands below what comes before it; a line that has nothing before it is one.
    const bool isFolded = rowLines() > 1;
    const int message = isFolded ? messageStart(line, spans) : 0;
    const auto xOf = [&](int column) {
        const int from = column < message ? 0 : message;
        return rect.left() + kLeft + metrics.horizontalAdvance(line.mid(from, column - from));
    };
    const auto topOf = [&](int column) {
        const int height = isFolded ? rect.height() / 2 : rect.height();
        return !isFolded       ? rect.top()
            : message == 0     ? rect.top() + height / 2
            : column < message ? rect.top() + 1
                               : rect.top() + height - 1;
    };
    const int lineHeight = isFolded ? rect.height() / 2 : rect.height();
    if (m_matches.contains(static_cast<std::size_t>(row))) {
        for (const QString& word : m_words) {
            for (auto at = line.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
                 at = line.indexOf(word, at + word.size(), Qt::CaseInsensitive)) {
                const auto from = static_cast<int>(at);
                QPainterPath box;
                box.addRoundedRect(QRectF(xOf(from) - 1, topOf(from) + 2,
                                       metrics.horizontalAdvance(line.mid(from, word.size())) + 2, lineHeight - 4),
                    3, 3);
                painter.fillPath(box, theme.selection);
                painter.strokePath(box, QPen(theme.outline, 1));
            }
        }
    }
    const auto piece = [&](int from, int length, const QColor& colour, const QFont& face) {
        if (length <= 0 || xOf(from) > viewport()->width())
            return;
        painter.setFont(face);
        painter.setPen(colour);
        painter.drawText(QPointF(xOf(from), topOf(from) + (lineHeight - metrics.height()) / 2 + metrics.ascent()),
            line.mid(from, length));
    };
    const auto write = [&](int from, int length, const QColor& colour, const QFont& face) {
        const int before = std::clamp(message - from, 0, std::max(length, 0));
        piece(from, before, colour, face);
        piece(from + before, length - before, colour, face);
    };
    const QColor plain = state.isFuture ? theme.secondary : theme.ink;
    int at = 0;
    for (const LogSpan& span : spans) {
        write(at, span.from - at, plain, font);
        switch (span.kind) {
        case LogSpan::Kind::Time:
        case LogSpan::Kind::Level:
        case LogSpan::Kind::Client:
        case LogSpan::Kind::Source:
            write(span.from, span.length, theme.secondary, font);
            break;
        case LogSpan::Kind::Warning:
            write(span.from, span.length, theme.error, strong);
            break;
        case LogSpan::Kind::NodeId:
            write(span.from, span.length, theme.role(span.node.role()).text, strong);
            break;
        case LogSpan::Kind::Request:
        case LogSpan::Kind::ConfigKey:
        case LogSpan::Kind::State:
            write(span.from, span.length, plain, strong);
            break;
        }
        at = span.from + span.length;
    }
    write(at, static_cast<int>(line.size()) - at, plain, font);
    if (state.isPlayhead)
        painter.fillRect(QRect(0, rect.bottom(), viewport()->width(), 1), theme.accent);
}

} // namespace connscope::events
