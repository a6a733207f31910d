// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QStringList>
#include <QStyledItemDelegate>

namespace connscope::editor {

/// Draws Kafka's keys whole: where a column has no room for one, it goes on in the next line after one of its dots.
class KeyDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// The lines of a key in \a width px; a part between two dots is never cut. Joined they are the key.
    static QStringList linesOf(const QString& key, const QFontMetrics& metrics, int width);
    /// What a cell of this width has for its text, px.
    static int roomIn(int width, const QWidget* table);
    /// How high a row with so many lines is, px.
    static int heightOf(int lines, const QFontMetrics& metrics);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace connscope::editor
