// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sweep/sweep.h"
#include "theme/look.h"

#include <qcustomplot.h>

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

/// \file
/// A sweep as a plot: the values of its first setting to the right, numbers of the runs upwards. With one setting a line is a
/// number (open, opened, closed by whom); with two it is a value of the second setting. Lines differ in colour, dash and mark.

namespace connscope::whatif {

class SweepPlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit SweepPlot(const theme::Look& look, QWidget* parent = nullptr);

    /// \a column: a place in sweep::columns(); none: the ones that tell where connections come from and go to (with two
    /// settings: the peak).
    void setTable(const sweep::Table& table, std::optional<std::size_t> column, bool isLog);
    /// Empty again.
    void clearTable();
    /// The row of the table whose point is nearest to a place of the widget, at most kReach away.
    std::optional<std::size_t> rowAt(const QPointF& place) const;
    /// Where a row's point is; of the first line that has one.
    std::optional<QPointF> placeOf(std::size_t row) const;
    std::size_t lineCount() const { return m_lines.size(); }

    /// The same plot as a file. PNG at two pixels for each px.
    QByteArray svg(const QString& title) const;
    QByteArray png() const;

    static constexpr double kReach = 14; ///< px
    static constexpr std::size_t kMostLines = 12; ///< values of a second setting that are drawn

signals:
    /// Somebody clicked its point.
    void rowClicked(std::size_t row);

private:
    struct Point {
        std::size_t row;
        double x;
        double y;
    };
    struct Line {
        QString name;
        std::vector<Point> points;
        QColor colour;
    };
    void restyle();
    void draw();

    const theme::Look& m_look;
    std::vector<Line> m_lines;
    QString m_xTitle;
    QString m_yTitle;
    std::vector<QString> m_names; // of values that are no numbers, by place
    bool m_isLog = false;
};

} // namespace connscope::whatif
