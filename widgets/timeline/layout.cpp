// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/layout.h"

#include "theme/runmark.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <set>

namespace connscope::timeline {

using theme::Type;

namespace {

constexpr double kEdge = 12; // to the sides
constexpr double kDisc = 30; // from the edge to the text of a name
constexpr double kRunGap = 7; // before the letter of a run
constexpr std::size_t kMostStrips = 6; // of single brokers

double textHeight(const theme::Look& look, Type type) { return QFontMetricsF(look.text(type)).height(); }

std::vector<BrokerId> brokersOf(const TimelineData& data)
{
    std::set<BrokerId> brokers;
    for (const Lane& lane : data.lanes().all()) {
        if (lane.broker.isValid())
            brokers.insert(lane.broker);
    }
    std::vector<BrokerId> result(brokers.begin(), brokers.end());
    if (result.size() > kMostStrips)
        result.resize(kMostStrips);
    return result;
}

} // namespace

int Layout::rowAt(double y) const
{
    if (y < lanes.top() || y >= lanes.bottom())
        return -1;
    const auto after
        = std::partition_point(rows.begin(), rows.end(), [y](const RowPlace& row) { return row.top <= y; });
    if (after == rows.begin())
        return -1;
    const RowPlace& row = *(after - 1);
    return y < row.top + row.height ? static_cast<int>(after - rows.begin()) - 1 : -1;
}

bool concerns(const Frame& frame, const view::Item& item, LaneId lane)
{
    using Kind = view::Item::Kind;
    const Lanes& lanes = frame.data->lanes();
    const trace::Trace& trace = frame.data->document().trace();
    switch (item.kind) {
    case Kind::None:
        break;
    case Kind::Connection:
    case Kind::Lane:
        return lanes.of(item.connection()) == lane;
    case Kind::Event:
    case Kind::Request:
        return item.id < trace.size() && trace[item.event()].connection.isValid()
            && lanes.of(trace[item.event()].connection) == lane;
    case Kind::Client:
        return frame.data->document().trace().clientCount() > 1 && lanes[lane].client == item.client();
    case Kind::Broker:
        return lanes[lane].broker == item.broker();
    case Kind::Group:
        return frame.selectedGroup && item == frame.selected && frame.selectedGroup->contains(lanes[lane].first());
    }
    return false;
}

NamesWidth measureNames(const Frame& frame)
{
    const theme::Look& look = *frame.look;
    QFont node = look.mono(Type::Body);
    node.setWeight(QFont::DemiBold);
    const QFontMetricsF nodes(node);
    const QFontMetricsF names(look.text(Type::Small));
    const QFontMetricsF groups(look.text(Type::Strong));
    double group = 90;
    double one = 0;
    double two = 0;
    double nodeWidth = 0;
    std::size_t measured = 0;
    for (const Row& row : frame.rows) {
        if (++measured > 4000)
            break;
        if (row.kind == Row::Kind::Group) {
            group = std::max(
                group, groups.horizontalAdvance(groupName(row.group, frame.groupBy, frame.data->document())));
            continue;
        }
        const Lane& lane = frame.data->lanes()[row.lane];
        const double mark
            = lane.run == trace::Origin::Both ? 0 : theme::runMarkSize(look, Type::Small).width() + kRunGap;
        const double id = nodes.horizontalAdvance(laneNode(lane)) + mark;
        const double name = names.horizontalAdvance(laneName(lane, frame.data->document(), frame.groupBy));
        nodeWidth = std::max(nodeWidth, id);
        one = std::max(one, id + 8 + name);
        two = std::max(two, name);
    }
    const double beside = kDisc + kEdge;
    return {one + beside, two + beside, group + 50 + beside, nodeWidth + beside};
}

namespace {

/// Heights of a picture's parts, in fonts' measures.
struct Heights {
    explicit Heights(const Frame& frame)
        : small(textHeight(*frame.look, Type::Small))
        , body(std::max(textHeight(*frame.look, Type::Body), QFontMetricsF(frame.look->mono(Type::Body)).height()))
        , cramped(frame.size.height() < 320)
        , isOfTwo(frame.data->document().twofold() != nullptr)
    {
        const double lines = frame.axis->kind() == AxisKind::ByEvent ? 2 : 1;
        axis = std::ceil(6 + lines * small + 6);
    }
    double header() const { return std::ceil(small + (cramped ? 14 : 20)); }
    double openTop() const { return header() + (cramped ? 0 : 4); }
    double stripIn(double height) const { return std::round(std::clamp(height * 0.1, small * 1.7, small * 3.4)); }
    /// Of open connections; of two runs each has one, a lower one.
    double openStrip(double height) const
    {
        const double strip = stripIn(height);
        return isOfTwo ? std::max(std::ceil(small + 2), std::round(strip * 0.62)) : strip;
    }
    double ofBroker() const { return std::round(small * 1.5); }
    double aboveLanes() const { return cramped ? 6 : 12; }
    double roomy() const { return std::round(body + small + 8); }
    double compact() const { return std::round(body + 5); }
    double tight() const { return std::round(body + 2); }
    double group() const { return std::round(body + 9); }

    double small;
    double body;
    double axis;
    bool cramped;
    bool isOfTwo;
};

constexpr std::size_t kManyLanes = 20;

} // namespace

double leastLaneHeight(const theme::Look& look)
{
    return std::round(std::max(textHeight(look, Type::Body), QFontMetricsF(look.mono(Type::Body)).height()) + 2);
}

double naturalHeight(const Frame& frame)
{
    Heights heights(frame);
    heights.cramped = false;
    std::size_t groups = 0;
    for (const Row& row : frame.rows)
        groups += row.kind == Row::Kind::Group ? 1U : 0U;
    const std::size_t lanes = frame.rows.size() - groups;
    const double strips = heights.isOfTwo ? std::ceil(heights.small + 8) // what two lower strips take more than one
        : frame.perBroker ? static_cast<double>(brokersOf(*frame.data).size()) * (heights.ofBroker() + 5)
                          : 0;
    const double rows = static_cast<double>(groups) * heights.group()
        + static_cast<double>(lanes) * (lanes > kManyLanes ? heights.compact() : heights.roomy());
    const double around = heights.openTop() + strips + heights.aboveLanes() + heights.axis;
    // The strip of open connections takes a share of the whole. One pixel for the rounding of all these.
    const double whole = around + rows + 1;
    return std::ceil(
        std::max(321.0, std::max(whole + heights.small * 1.7, std::min(whole / 0.9, whole + heights.small * 3.4))));
}

Layout makeLayout(const Frame& frame)
{
    const theme::Look& look = *frame.look;
    const Heights heights(frame);
    const double width = frame.size.width();
    const double height = frame.size.height();

    const double right = width - kEdge - 14;

    Layout l;
    l.header = {0, 0, width, heights.header()};
    const double openTop = heights.openTop();
    const double each = heights.ofBroker();
    const bool isOfTwo = heights.isOfTwo;
    const std::vector<BrokerId> brokers
        = frame.perBroker && !isOfTwo ? brokersOf(*frame.data) : std::vector<BrokerId> {};
    const double whole = heights.openStrip(height);
    const double openBottom
        = openTop + whole + (isOfTwo ? whole + 4 : 0) + static_cast<double>(brokers.size()) * (each + 5);
    const double lanesTop = openBottom + heights.aboveLanes();
    const double axisHeight = heights.axis;
    const double axisTop = height - axisHeight;

    // -- how high a lane is, and with it, how wide the names are --
    const double roomy = heights.roomy();
    const double compact = heights.compact();
    const double tight = heights.tight();
    const double groupHeight = heights.group();
    std::size_t groups = 0;
    for (const Row& row : frame.rows)
        groups += row.kind == Row::Kind::Group ? 1U : 0U;
    const double lanes = static_cast<double>(frame.rows.size() - groups);
    const double room = axisTop - lanesTop - groupHeight * static_cast<double>(groups);
    l.laneHeight = frame.laneHeight;
    if (l.laneHeight <= 0) {
        const double fitting = lanes > 0 ? std::floor(room / lanes) : roomy;
        // Two lines where they fit, one where that makes all lanes fit; otherwise two, and the rows scroll. Where hardly any
        // would be seen, as in a low window with large type, more lanes say more than second lines do.
        const double scrolling = room < 3 * roomy ? compact : roomy;
        l.laneHeight = fitting >= roomy ? std::min(fitting, roomy * 1.8) : fitting >= tight ? fitting : scrolling;
        if (fitting < compact && lanes > kManyLanes)
            l.laneHeight = compact;
    }
    l.laneHeight = std::clamp(l.laneHeight, 6.0, 80.0);
    l.twoLines = l.laneHeight >= roomy - 2;
    // A lane's id is never cut short; its name may be, where it would take more than its share of the picture.
    const NamesWidth& names = frame.names;
    const double most = l.twoLines ? std::max(252.0, width * 0.18) : std::max(312.0, width * 0.22);
    const double wanted = std::max({names.ids, kDisc + 60,
        std::min(std::max(l.twoLines ? names.twoLines : names.oneLine, std::min(names.groups, 272.0)), most)});
    const double left = std::ceil(std::min(wanted, width * 0.4)) + 1 + kEdge;

    // -- where everything is --
    double y = openTop;
    l.strips.push_back(
        {QRectF(left, y, right - left, whole), {}, isOfTwo ? trace::Origin::First : trace::Origin::Both});
    y += whole;
    if (isOfTwo) {
        l.strips.push_back({QRectF(left, y + 4, right - left, whole), {}, trace::Origin::Second});
        y += 4 + whole;
    }
    for (const BrokerId broker : brokers) {
        l.strips.push_back({QRectF(left, y + 5, right - left, each), broker, trace::Origin::Both});
        y += 5 + each;
    }
    l.open = QRectF(left, l.header.bottom(), right - left, openBottom - l.header.bottom());
    l.axis = {left, axisTop, right - left, axisHeight};
    l.lanes = {left, lanesTop, right - left, std::max(0.0, axisTop - lanesTop)};
    l.names = {0, lanesTop, left - kEdge, l.lanes.height()};

    y = l.lanes.top() - frame.scroll;
    for (const Row& row : frame.rows) {
        RowPlace place {y, row.kind == Row::Kind::Group ? groupHeight : l.laneHeight, {}};
        const double share
            = row.kind == Row::Kind::Group ? place.height * 0.62 : std::clamp(place.height * 0.42, 4.0, 20.0);
        const double strip = std::max(2.0, std::round(share));
        place.strip = {left, std::round(y + (place.height - strip) / 2), right - left, strip};
        l.rows.push_back(place);
        y += place.height;
    }
    l.rowsHeight = y - (l.lanes.top() - frame.scroll);

    l.scale = {frame.range, l.lanes.left(), l.lanes.right()};
    const QFontMetricsF ticks(look.mono(Type::Small));
    l.ticks = makeTicks(
        *frame.axis, l.scale, look.format(), [&](const QString& text) { return ticks.horizontalAdvance(text); });
    return l;
}

} // namespace connscope::timeline
