// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/hexview.h"

#include "theme/contrast.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace connscope::inspector {

namespace {

constexpr char kDigits[] = "0123456789abcdef";
constexpr double kTop = 4; // px above the first row

bool isPrintable(std::uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }

} // namespace

HexLayout HexLayout::make(std::uint32_t bytes, double width, double digit, double rowHeight)
{
    HexLayout l;
    l.bytes = bytes;
    l.digit = digit;
    l.rowHeight = rowHeight;
    l.offsetDigits = bytes > 0xffff ? 8 : 4;
    for (const int perRow : {32, 16, 8, 4}) {
        l.perRow = perRow;
        if (l.width() <= width)
            break;
    }
    return l;
}

// Two digits and a blank a byte, and a little more between groups of eight.
double HexLayout::hexLeft(int column) const
{
    return margin() + digit * (offsetDigits + 2 + column * 3 + (column / 8) * 0.5);
}

double HexLayout::textLeft(int column) const { return hexLeft(perRow) + digit * (0.5 + column); }

QRectF HexLayout::hexRect(std::uint32_t byte) const
{
    const auto per = static_cast<std::uint32_t>(perRow);
    return {hexLeft(static_cast<int>(byte % per)), rowHeight * (byte / per), 2 * digit, rowHeight};
}

QRectF HexLayout::textRect(std::uint32_t byte) const
{
    const auto per = static_cast<std::uint32_t>(perRow);
    return {textLeft(static_cast<int>(byte % per)), rowHeight * (byte / per), digit, rowHeight};
}

int HexLayout::byteAt(double x, double y) const
{
    if (y < 0 || bytes == 0)
        return -1;
    const auto row = static_cast<std::uint32_t>(y / rowHeight);
    for (int column = 0; column < perRow; ++column) {
        const std::uint32_t byte = row * static_cast<std::uint32_t>(perRow) + static_cast<std::uint32_t>(column);
        if (byte >= bytes)
            break;
        // Half of the blanks beside it belong to a byte, so that nothing flickers between two.
        const double left = hexLeft(column) - digit / 2;
        if ((x >= left && x < left + 3 * digit) || (x >= textLeft(column) && x < textLeft(column + 1)))
            return static_cast<int>(byte);
    }
    return -1;
}

HexView::HexView(const theme::Look& look, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_look(look)
{
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setCursor(Qt::ArrowCursor);
    connect(&look, &theme::Look::changed, this, [this] {
        relayout();
        viewport()->update();
    });
}

void HexView::setBytes(wire::Bytes bytes)
{
    m_bytes = std::move(bytes);
    m_marked = m_hovered = {};
    m_cursor = 0;
    relayout();
    verticalScrollBar()->setValue(0);
    viewport()->update();
}

void HexView::relayout()
{
    const QFontMetricsF metrics(m_look.mono(theme::Type::Small));
    m_layout = HexLayout::make(static_cast<std::uint32_t>(m_bytes.size()), viewport()->width(),
        metrics.horizontalAdvance(u'0'), std::ceil(metrics.height()) + 2);
    const int height = static_cast<int>(std::ceil(m_layout.rows() * m_layout.rowHeight + 2 * kTop));
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(static_cast<int>(m_layout.rowHeight));
}

void HexView::setMarked(const ByteRange& range)
{
    if (range == m_marked)
        return;
    m_marked = range;
    if (!range.isEmpty() && !range.contains(m_cursor))
        m_cursor = range.from;
    if (!range.isEmpty()) {
        const QRectF first = m_layout.hexRect(range.from);
        const int top = static_cast<int>(first.top());
        const int bottom = static_cast<int>(first.bottom() + 2 * kTop);
        if (top < verticalScrollBar()->value())
            verticalScrollBar()->setValue(top);
        else if (bottom > verticalScrollBar()->value() + viewport()->height())
            verticalScrollBar()->setValue(bottom - viewport()->height());
    }
    viewport()->update();
}

void HexView::setHovered(const ByteRange& range)
{
    if (range == m_hovered)
        return;
    m_hovered = range;
    viewport()->update();
}

QString HexView::hexText(const wire::Bytes& bytes, const ByteRange& range, std::size_t most)
{
    QString out;
    const std::size_t end = std::min({static_cast<std::size_t>(range.end()), bytes.size(), range.from + most});
    for (std::size_t i = range.from; i < end; ++i) {
        if (!out.isEmpty())
            out += u' ';
        out += QLatin1Char(kDigits[bytes[i] >> 4U]);
        out += QLatin1Char(kDigits[bytes[i] & 15U]);
    }
    return out;
}

int HexView::byteUnder(const QPointF& at) const
{
    return m_layout.byteAt(at.x(), at.y() - kTop + verticalScrollBar()->value());
}

/// One rectangle a row and column of the picture, so that a range reads as one thing.
void HexView::paintRange(
    QPainter& painter, const ByteRange& range, const QColor& fill, const QColor& edge, int first, int last)
{
    if (range.isEmpty())
        return;
    painter.setPen(edge.isValid() ? QPen(edge) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const auto per = static_cast<std::uint32_t>(m_layout.perRow);
    const std::uint32_t end = std::min(range.end(), m_layout.bytes);
    for (auto row = static_cast<std::uint32_t>(first); row <= static_cast<std::uint32_t>(last); ++row) {
        const std::uint32_t from = std::max(range.from, row * per);
        const std::uint32_t to = std::min(end, (row + 1) * per);
        if (from >= to)
            continue;
        const double pad = m_layout.digit / 4;
        const QRectF hex = m_layout.hexRect(from).united(m_layout.hexRect(to - 1)).adjusted(-pad, 0.5, pad, -0.5);
        const QRectF text = m_layout.textRect(from).united(m_layout.textRect(to - 1)).adjusted(0, 0.5, 0, -0.5);
        painter.drawRoundedRect(hex, 2, 2);
        painter.drawRoundedRect(text, 2, 2);
    }
}

void HexView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const theme::Theme& t = m_look.theme();
    painter.fillRect(viewport()->rect(), t.card);
    if (m_bytes.empty())
        return;
    const double scrolled = verticalScrollBar()->value() - kTop;
    painter.translate(0, -scrolled);
    painter.setRenderHint(QPainter::Antialiasing);
    const int first = std::max(0, static_cast<int>(scrolled / m_layout.rowHeight));
    const int last
        = std::min(m_layout.rows() - 1, static_cast<int>((scrolled + viewport()->height()) / m_layout.rowHeight));
    paintRange(painter, m_marked, theme::mixed(t.card, t.accent, 0.22), t.accent, first, last);
    paintRange(painter, m_hovered, m_hovered == m_marked ? QColor() : t.hover, t.outline, first, last);

    painter.setFont(m_look.mono(theme::Type::Small));
    const auto text = [&](double left, double top, double width, const QString& what, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(
            QRectF(left, top, width, m_layout.rowHeight), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, what);
    };
    const auto per = static_cast<std::uint32_t>(m_layout.perRow);
    for (int row = first; row <= last; ++row) {
        const double top = row * m_layout.rowHeight;
        const std::uint32_t from = static_cast<std::uint32_t>(row) * per;
        text(m_layout.margin(), top, m_layout.digit * m_layout.offsetDigits,
            QStringLiteral("%1").arg(from, m_layout.offsetDigits, 16, QLatin1Char('0')), t.secondary);
        for (std::uint32_t i = from; i < std::min(from + per, m_layout.bytes); ++i) {
            const std::uint8_t byte = m_bytes[i];
            const QString digits = QString(QLatin1Char(kDigits[byte >> 4U])) + QLatin1Char(kDigits[byte & 15U]);
            text(m_layout.hexRect(i).left(), top, 2 * m_layout.digit, digits, byte == 0 ? t.secondary : t.ink);
            text(m_layout.textRect(i).left(), top, m_layout.digit,
                isPrintable(byte) ? QString(QLatin1Char(static_cast<char>(byte))) : QStringLiteral("·"),
                isPrintable(byte) ? t.ink : t.secondary);
        }
    }
    if (hasFocus() && m_cursor < m_layout.bytes) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(t.accent, 2));
        painter.drawRoundedRect(m_layout.hexRect(m_cursor).adjusted(-1, 0.5, 1, -0.5), 2, 2);
    }
}

void HexView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

bool HexView::event(QEvent* event)
{
    // Arrows walk over the bytes and do not step through the trace.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Home:
        case Qt::Key_End:
            if ((key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier) {
                event->accept();
                return true;
            }
            break;
        default:
            break;
        }
    }
    return QAbstractScrollArea::event(event);
}

bool HexView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        emit pointedAt(-1);
    return QAbstractScrollArea::viewportEvent(event);
}

void HexView::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_layout.bytes) - 1;
    int to = static_cast<int>(m_cursor);
    switch (event->key()) {
    case Qt::Key_Left:
        --to;
        break;
    case Qt::Key_Right:
        ++to;
        break;
    case Qt::Key_Up:
        to -= m_layout.perRow;
        break;
    case Qt::Key_Down:
        to += m_layout.perRow;
        break;
    case Qt::Key_Home:
        to = 0;
        break;
    case Qt::Key_End:
        to = last;
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    if (last < 0)
        return;
    m_cursor = static_cast<std::uint32_t>(std::clamp(to, 0, last));
    viewport()->update();
    emit chosen(m_cursor);
}

void HexView::mousePressEvent(QMouseEvent* event)
{
    const int byte = byteUnder(event->position());
    if (byte < 0)
        return;
    m_cursor = static_cast<std::uint32_t>(byte);
    emit chosen(m_cursor);
}

void HexView::mouseMoveEvent(QMouseEvent* event) { emit pointedAt(byteUnder(event->position())); }

} // namespace connscope::inspector
