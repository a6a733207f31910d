// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/rowsview.h"

#include <QStringList>

#include <memory>

namespace connscope::events {

class LogLines;
class RowSet;

/// Log lines in a fixed width, set off by what they are made of.
class LogRows : public RowsView {
    Q_OBJECT

public:
    LogRows(const theme::Look& look, const std::unique_ptr<LogLines>& lines, const RowSet& matches,
        QWidget* parent = nullptr);

    int rows() const override;
    QString rowText(int row) const override;
    void paintRow(QPainter& painter, int row, const QRect& rect, const RowState& state) const override;
    int contentWidth() const override;
    /// Two where the dock is narrow: what stands before the message, and the message.
    int rowLines() const override;
    void setWords(const QStringList& words);

private:
    const std::unique_ptr<LogLines>& m_lines;
    const RowSet& m_matches;
    QStringList m_words;
};

} // namespace connscope::events
