// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sequence/chart.h"
#include "theme/look.h"

#include <QLineF>
#include <QRectF>
#include <QString>

#include <vector>

/// \file
/// A chart as numbers: columns of hosts, arrows, what stands on them, breaks, instants. A picture is painted from these alone.
/// In px at scale 1, from the chart's own top left.

namespace connscope::sequence {

struct Column {
    double x = 0;
    QRectF head;
    QString name; ///< "consumer-1", "broker 2"; lines by '\n'
    QString line; ///< below it: "consumer", "localhost:9094"; "" = nothing
    bool isClient = false;
};

/// What stands on an arrow: the node id of its connection, what it is, more of it where there is room.
struct ArrowLabel {
    QRectF rect; ///< all of it; null = none
    QString node; ///< "−1", "2147483645"; "" = none
    double nodeWidth = 0;
    QString title; ///< "FETCH", "SYN", "12 × FETCH"
    double titleWidth = 0;
    QString detail; ///< "t4", "client idle expiry", "over 5 s"; "" = none, or no room
    bool isError = false; ///< of the detail
    trace::Origin run = trace::Origin::Both; ///< which of two runs alone has it: its letter stands first
    double runWidth = 0;
};

struct Arrow {
    std::uint32_t message = 0; ///< position in Chart::messages
    QLineF line; ///< from where it left to where it arrived
    bool fromNowhere = false; ///< nobody saw it leave
    bool toNowhere = false; ///< nobody saw it arrive, and nothing says that it was lost
    bool lost = false; ///< the line ends where a cross stands
    ArrowLabel label;
};

/// Exchanges that are counted.
struct RoutineBand {
    std::uint32_t row = 0;
    QLineF line; ///< from the client to the broker, level
    ArrowLabel label;
};

/// Where a message is read that had arrived long before.
struct ReadMark {
    std::uint32_t message = 0; ///< position in Chart::messages
    QPointF at;
    ArrowLabel label;
};

struct SilenceBand {
    QRectF rect;
    QString
        text; ///< "9 min 51 s without a message", "3 s without a message · JOIN_GROUP awaits its response"; lines by '\n'
    QRectF words; ///< where it stands
};

/// A broker at work on a request.
struct WorkBar {
    double x = 0;
    double top = 0;
    double bottom = 0;
};

struct TimeLabel {
    double y = 0;
    QString text;
};

struct Layout {
    std::vector<Column> columns;
    std::vector<Arrow> arrows;
    std::vector<RoutineBand> routines;
    std::vector<ReadMark> reads;
    std::vector<SilenceBand> silences;
    std::vector<WorkBar> work;
    std::vector<TimeLabel> times;
    theme::Type headType = theme::Type::Title; ///< of the columns' names
    int headLines = 1; ///< of the longest of these names
    double gutter = 0; ///< width of the column of instants
    double edge = 0; ///< to the sides of what stands in it
    double headHeight = 0; ///< the heads of the columns lie above it
    double width = 0;
    double height = 0; ///< heads included
    double line = 0; ///< height of a line of text
    std::vector<double> breaks; ///< where a page may begin, ascending
    std::vector<QString> breakTimes; ///< by break: the instant of what stands below it
    /// Above each row that begins later than all before it: where a playhead stands that has passed those and not this one.
    struct Stop {
        Instant from {}; ///< when the row begins
        double y = 0;
    };
    std::vector<Stop> stops; ///< ascending by both
    /// y of a playhead at \a at; negative where nothing comes after it. O(log stops), so that a moving picture is laid out once.
    double playheadAt(Instant at) const;
};

/// The width at which what stands on an arrow has room between its two columns.
double naturalWidth(const Chart& chart, const view::Document& document, const theme::Look& look);
/// The least width at which nothing that has to be read is cut: names of hosts, node ids and request names. Those lie over other
/// columns then, and long breaks are told in two lines.
double leastWidth(const Chart& chart, const view::Document& document, const theme::Look& look);

/// \a width: at least leastWidth().
Layout makeLayout(const Chart& chart, const view::Document& document, const theme::Look& look, double width);

/// A piece of a chart below its heads.
struct Page {
    double from = 0;
    double to = 0;
};
/// Pieces that are no higher than \a height each, heads not counted. One at least. None is empty.
std::vector<Page> pagesOf(const Layout& layout, double height);

} // namespace connscope::sequence
