// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/wrapped.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace connscope::inspector {

namespace {

/// No line ends between a host and its port.
void keepPortsTogether(QString& text)
{
    constexpr QChar kWordJoiner {0x2060};
    for (qsizetype at = text.indexOf(u':'); at >= 0; at = text.indexOf(u':', at + 1)) {
        if (at + 1 < text.size() && text[at + 1].isDigit())
            text.insert(at + 1, kWordJoiner);
    }
}

/// Breaks \a text and hands each line to \a each.
template <typename Each>
QSizeF breakLines(const QString& text, const QFont& font, qreal width, const Each& each)
{
    qreal y = 0;
    qreal widest = 0;
    for (QString paragraph : text.split(u'\n')) {
        keepPortsTogether(paragraph);
        QTextLayout layout(paragraph, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(std::max(width, 1.0));
            line.setPosition({0, y});
            y += line.height();
            widest = std::max(widest, line.naturalTextWidth());
        }
        layout.endLayout();
        each(layout);
    }
    return {widest, y};
}

} // namespace

QSizeF wrappedSize(const QString& text, const QFont& font, qreal width)
{
    return breakLines(text, font, width, [](const QTextLayout&) {});
}

void drawWrapped(QPainter& painter, const QRectF& rect, const QString& text, const QFont& font)
{
    breakLines(text, font, rect.width(), [&](const QTextLayout& layout) { layout.draw(&painter, rect.topLeft()); });
}

} // namespace connscope::inspector
