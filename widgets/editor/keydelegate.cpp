// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/keydelegate.h"

#include <QStyle>
#include <QTableView>

namespace connscope::editor {

namespace {

constexpr int kAbove = 5; // px, as much as a row of one line has above and below it

int columnOf(const QWidget* widget, const QModelIndex& index)
{
    const auto* table = qobject_cast<const QTableView*>(widget);
    return table ? table->columnWidth(index.column()) : 0;
}

} // namespace

QStringList KeyDelegate::linesOf(const QString& key, const QFontMetrics& metrics, int width)
{
    QStringList lines;
    QString line;
    for (qsizetype from = 0; from < key.size();) {
        const qsizetype dot = key.indexOf(u'.', from);
        const QString part = dot < 0 ? key.mid(from) : key.mid(from, dot + 1 - from);
        if (!line.isEmpty() && metrics.horizontalAdvance(line + part) > width) {
            lines << line;
            line.clear();
        }
        line += part;
        from += part.size();
    }
    return lines << line;
}

int KeyDelegate::roomIn(int width, const QWidget* table)
{
    const int margin = table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, table) + 1;
    return width - 2 * margin - 2;
}

int KeyDelegate::heightOf(int lines, const QFontMetrics& metrics)
{
    return lines * metrics.lineSpacing() + 2 * kAbove;
}

void KeyDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (const int width = columnOf(option->widget, index); width > 0)
        option->text = linesOf(option->text, option->fontMetrics, roomIn(width, option->widget))
                           .join(QChar(QChar::LineSeparator));
}

} // namespace connscope::editor
