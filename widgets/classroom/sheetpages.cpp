// SPDX-License-Identifier: GPL-3.0-or-later
// Setting a sheet: blocks are measured and stacked; a question is not torn from its choices where a page has room for it.
#include "classroom/sheetpages.h"

#include "vector/pdffile.h"

#include <QBuffer>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>

namespace connscope::classroom {

namespace {

using lesson::SheetBlock;
using Kind = SheetBlock::Kind;

constexpr int kDpi = 1200; // of the page's own units: fine enough that type keeps its distances
constexpr double kMargin = 18; // mm
constexpr double kFooter = 8; // mm

double px(double millimetres) { return millimetres * kDpi / 25.4; }

struct Style {
    double points = 10;
    bool bold = false;
    bool italic = false;
    QColor ink = QColor(0x1a, 0x1a, 0x1a);
    double indent = 0; // mm
    double before = 1; // mm
};

Style styleOf(const SheetBlock& block)
{
    // On an answer sheet it is the question that begins something new.
    const double beforeQuestion = block.label.empty() ? 2 : 6;
    const QColor grey(0x55, 0x55, 0x55);
    switch (block.kind) {
    case Kind::Title:
        return {18, true, false, QColor(0x11, 0x11, 0x11), 0, 0};
    case Kind::Copy:
        return {9, false, false, grey, 0, 1};
    case Kind::Name:
        return {10.5, false, false, grey, 0, 7};
    case Kind::Number:
        return {10.5, false, false, QColor(0x1a, 0x1a, 0x1a), 8, 7};
    case Kind::Question:
        return {11, true, false, QColor(0x11, 0x11, 0x11), 8, beforeQuestion};
    case Kind::Choice:
        return {10.5, false, false, QColor(0x1a, 0x1a, 0x1a), 16, 1.6};
    case Kind::Line:
        return {10.5, false, false, grey, 8, 7};
    case Kind::Answer:
        return {11, true, false, QColor(0x00, 0x66, 0x44), 8, 1.5};
    case Kind::Explain:
        return {10, false, false, QColor(0x1a, 0x1a, 0x1a), 8, 1.2};
    case Kind::Cause:
        return {9, false, false, grey, 8, 0.6};
    }
    return {};
}

/// Lays out and, with a painter, paints.
class Setter {
public:
    Setter(QPainter* painter, QPaintDevice* device, QPagedPaintDevice* pages, const theme::Look& look, QSizeF room)
        : m_painter(painter)
        , m_device(device)
        , m_pages(pages)
        , m_look(look)
        , m_room(room)
    {
    }

    int set(const std::vector<SheetBlock>& sheet)
    {
        m_top = 0;
        m_page = 1;
        for (std::size_t i = 0; i < sheet.size();) {
            const std::size_t end = groupEnd(sheet, i);
            double height = 0;
            for (std::size_t k = i; k < end; ++k)
                height += px(styleOf(sheet[k]).before) + heightOf(sheet[k]);
            if (m_top > 0 && m_top + height > bottom())
                newPage();
            for (; i < end; ++i)
                block(sheet[i]);
        }
        footer();
        return m_page;
    }

private:
    double bottom() const { return m_room.height() - px(kFooter); }

    /// A question with all that belongs to it.
    static std::size_t groupEnd(const std::vector<SheetBlock>& sheet, std::size_t i)
    {
        const auto begins = [&sheet](std::size_t k) {
            return sheet[k].kind == Kind::Number || (sheet[k].kind == Kind::Question && !sheet[k].label.empty());
        };
        std::size_t end = i + 1;
        while (end < sheet.size() && !begins(end))
            ++end;
        return end;
    }

    QFont fontOf(const Style& style) const
    {
        QFont font = m_look.text(theme::Type::Body);
        font.setPointSizeF(style.points);
        font.setBold(style.bold);
        font.setItalic(style.italic);
        font.setHintingPreference(QFont::PreferNoHinting);
        // Glyphs that stand for a sign in a context (a minus before a digit, brackets around capitals) have no text in a PDF.
        font.setStyleStrategy(QFont::PreferNoShaping);
        return font;
    }

    QRectF roomOf(const Style& style) const
    {
        const double left = px(style.indent);
        return {left, 0, m_room.width() - left, 1e7};
    }

    double heightOf(const SheetBlock& one) const
    {
        const Style style = styleOf(one);
        if (one.kind == Kind::Line || one.kind == Kind::Name)
            return QFontMetricsF(fontOf(style), m_device).height();
        return QFontMetricsF(fontOf(style), m_device)
            .boundingRect(roomOf(style), Qt::TextWordWrap, QString::fromStdString(one.text))
            .height();
    }

    void block(const SheetBlock& one)
    {
        const Style style = styleOf(one);
        const double height = heightOf(one);
        m_top += m_top > 0 ? px(style.before) : 0;
        if (m_top > 0 && m_top + height > bottom()) // a question that is longer than a page
            newPage();
        if (m_painter) {
            m_painter->setFont(fontOf(style));
            m_painter->setPen(style.ink);
            QRectF room = roomOf(style);
            room.moveTop(m_top);
            room.setHeight(height + 1);
            const QString text = QString::fromStdString(one.text);
            m_painter->drawText(room, Qt::TextWordWrap, text);
            if (!one.label.empty()) {
                const double step = one.kind == Kind::Choice ? px(7) : px(8);
                QFont bold = fontOf(style);
                bold.setBold(true);
                m_painter->setFont(bold);
                m_painter->drawText(QRectF(room.left() - step, m_top, step, height + 1), Qt::AlignLeft,
                    QString::fromStdString(one.label));
            }
            if (one.kind == Kind::Line || one.kind == Kind::Name) {
                const double from = room.left()
                    + (text.isEmpty() ? 0 : QFontMetricsF(fontOf(style), m_device).horizontalAdvance(text) + px(3));
                m_painter->setPen(QPen(QColor(0x88, 0x88, 0x88), px(0.2)));
                m_painter->drawLine(
                    QPointF(from, m_top + height), QPointF(std::min(from + px(85), room.right()), m_top + height));
            }
        }
        m_top += height;
    }

    void footer()
    {
        if (!m_painter)
            return;
        const Style style {8, false, false, QColor(0x77, 0x77, 0x77), 0, 0};
        m_painter->setFont(fontOf(style));
        m_painter->setPen(style.ink);
        m_painter->drawText(QRectF(0, m_room.height() - px(5), m_room.width(), px(5)),
            Qt::AlignHCenter | Qt::AlignBottom, QString::number(m_page));
    }

    void newPage()
    {
        footer();
        if (m_pages)
            m_pages->newPage();
        ++m_page;
        m_top = 0;
    }

    QPainter* m_painter;
    QPaintDevice* m_device;
    QPagedPaintDevice* m_pages;
    const theme::Look& m_look;
    QSizeF m_room;
    double m_top = 0;
    int m_page = 1;
};

void prepare(QPdfWriter& writer, const QString& title)
{
    writer.setResolution(kDpi);
    writer.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), QPageLayout::Portrait,
        QMarginsF(kMargin, kMargin, kMargin, kMargin), QPageLayout::Millimeter));
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Connscope"));
}

/// As the other, for a file whose text can be searched.
void copyInto(theme::Look& plain, const theme::Look& look)
{
    plain.setMode(look.theme().isDark ? theme::Look::Mode::Dark : theme::Look::Mode::Light);
    plain.setHighContrast(look.highContrast());
    plain.setLanguage(look.language());
    plain.setTextScale(look.textScale());
    plain.setPlainGlyphs(true);
}

QSizeF roomOf(const QPdfWriter& writer) { return writer.pageLayout().paintRectPixels(kDpi).size(); }

} // namespace

QByteArray sheetsPdf(const std::vector<std::vector<SheetBlock>>& sheets, const theme::Look& look,
    const QString& title, std::int64_t epoch)
{
    const vector::FixedHashOrder fixed;
    theme::Look plain;
    copyInto(plain, look);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        prepare(writer, title);
        QPainter painter(&writer);
        Setter setter(&painter, &writer, &writer, plain, roomOf(writer));
        for (std::size_t i = 0; i < sheets.size(); ++i) {
            if (i > 0)
                writer.newPage();
            setter.set(sheets[i]);
        }
    }
    return vector::withFixedDate(buffer.data(), epoch);
}

int pageCount(const std::vector<SheetBlock>& sheet, const theme::Look& look)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    prepare(writer, {});
    theme::Look plain;
    copyInto(plain, look);
    return Setter(nullptr, &writer, nullptr, plain, roomOf(writer)).set(sheet);
}

} // namespace connscope::classroom
