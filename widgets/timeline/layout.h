// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "timeline/actionmarks.h"
#include "timeline/annotated.h"
#include "timeline/bookmarks.h"
#include "timeline/ticks.h"
#include "timeline/timelinedata.h"
#include "view/group.h"
#include "view/item.h"
#include "view/marks.h"
#include "view/selection.h"

#include <QRectF>
#include <QSizeF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

/// \file
/// Where everything stands, as numbers. A picture is painted from these alone; tests look at them instead of at pixels.

namespace connscope::timeline {

/// What the column of names takes, where they have one line or two, before it is cut to its share of the picture.
struct NamesWidth {
    double oneLine = 0;
    double twoLines = 0;
    double groups = 0; ///< the names of groups
    double ids = 0; ///< the node ids alone: these are never cut
};

/// All that a picture depends on.
struct Frame {
    const TimelineData* data = nullptr;
    const TimeAxis* axis = nullptr;
    const theme::Look* look = nullptr;
    QSizeF size; ///< of the widget, logical pixels
    double pixelRatio = 1; ///< of the device; where it has no pixels, the grain of the strips
    bool ground = true; ///< whether it is painted over the card's colour; if not, what lies behind is seen
    AxisRange range; ///< what is in view
    std::vector<Row> rows;
    GroupBy groupBy = GroupBy::Client;
    double laneHeight = 0; ///< 0 = what suits the room
    NamesWidth names; ///< as measureNames() says
    double scroll = 0; ///< pixels of rows above the view
    bool perBroker = false; ///< a strip for each broker below that of all

    view::Position playhead;
    view::Item selected;
    const view::Group* selectedGroup = nullptr; ///< where several things are selected
    view::Item hovered;
    std::optional<view::Range> selectedRange;
    std::span<const Bookmark> bookmarks;
    const Annotated* annotated = nullptr; ///< what is written into the picture; nullptr = nothing
    int pickedAnnotation = -1; ///< its index; -1 = none
    std::span<const ActionMark> actions; ///< of a person
    /// Whether a connection matches the filter; empty = there is none.
    std::function<bool(ConnectionId)> matches;
    bool focused = false; ///< the keyboard is in it
    double headerTaken = 0; ///< what buttons take of the header, from the left
    const view::Marks* marks = nullptr; ///< nullptr or empty: nothing stands out
};

/// A text and where it stands. Painted as it is here.
struct Label {
    enum class Part : std::uint8_t {
        LaneNode,
        LaneName,
        Run, ///< the letter of the run
        Group,
        GroupCount,
        Tick,
        TickSecond,
        Strip,
        End,
        Fold,
        Statistics
    };
    Part part = Part::Tick;
    QRectF rect;
    QString text;
    QFont font;
    QColor colour;
    int alignment = 0; ///< Qt::Alignment
    bool vertical = false; ///< turned by 90 degrees, to be read from below
    std::uint32_t row = 0;
    QColor behind {}; ///< of a Fold; of an End the edge of the box that it stands in, if it does
    trace::Origin run = trace::Origin::Both; ///< of a Run
};

struct RowPlace {
    double top = 0; ///< in the widget, scrolled
    double height = 0;
    QRectF strip; ///< of a lane: the strip of states
};

/// A strip of open connections.
struct OpenStrip {
    QRectF rect;
    BrokerId broker; ///< none = all
    trace::Origin run = trace::Origin::Both; ///< of one of two runs alone
};

struct Layout {
    QRectF header; ///< room for the buttons
    QRectF names; ///< the column of names
    QRectF open; ///< all strips of open connections
    QRectF lanes; ///< where the strips of the lanes are seen
    QRectF axis; ///< ticks and their labels
    Scale scale;
    std::vector<OpenStrip> strips;
    std::vector<RowPlace> rows; ///< as Frame::rows
    double rowsHeight = 0; ///< of all rows together
    double laneHeight = 0;
    bool twoLines = true; ///< node id and name of a lane below each other
    std::vector<Tick> ticks;

    /// The row at a height of the widget; -1 = none.
    int rowAt(double y) const;
};
Layout makeLayout(const Frame& frame);
/// The height at which every row is seen without scrolling, with two lines to a lane, or with one where there are many.
double naturalHeight(const Frame& frame);
/// The least height of a lane whose id can be read.
double leastLaneHeight(const theme::Look& look);
/// Whether an item is, or lies on, or holds a lane. A client that all lanes belong to singles out none.
bool concerns(const Frame& frame, const view::Item& item, LaneId lane);
/// What the names of all rows take. O(rows), so it is kept while these stay.
NamesWidth measureNames(const Frame& frame);

/// The texts. In \a layout's coordinates; those of rows out of view are left out.
std::vector<Label> nameLabels(const Frame& frame, const Layout& layout);
std::vector<Label> axisLabels(const Frame& frame, const Layout& layout);
/// Of the breaks: each has one.
std::vector<Label> foldLabels(const Frame& frame, const Layout& layout);
/// What stands beside the ends of connections and in breaks: where it has room.
std::vector<Label> contentLabels(const Frame& frame, const Layout& layout);
/// What depends on the playhead and the selected range.
std::vector<Label> overlayLabels(const Frame& frame, const Layout& layout);

/// All that a break says, for where its label had to be short.
QString foldWords(const Fold& fold, const theme::Format& format);
/// "run A" of a lane that is of one of two runs; "" else.
QString laneRun(const Lane& lane);
/// Lane and group names, also for accessibility and menus.
QString laneNode(const Lane& lane);
QString laneName(const Lane& lane, const view::Document& document, GroupBy groupedBy);
QString groupName(std::uint32_t group, GroupBy by, const view::Document& document);
/// "client, idle", "broker, idle", "network, refused": who ended a connection and why, as short as can be.
QString endWords(trace::Side closer, trace::RuleId rule);

} // namespace connscope::timeline
