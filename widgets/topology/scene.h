// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/badge.h"
#include "topology/linkpicture.h"
#include "topology/nodepicture.h"
#include "topology/traffic.h"
#include "view/item.h"

#include <QRectF>
#include <QString>

#include <vector>

/// \file
/// The whole picture at one instant, as values: what the painter replays, the tests measure, the pointer hits, a screen
/// reader is told. Every text of the picture is one of its labels.

namespace connscope::topology {

inline constexpr std::uint32_t kNoLink = 0xffffffff;

struct Label {
    enum class Ink : std::uint8_t { Ink, Secondary, OfRole, OfCloser, Error, Mark };
    enum class Shape : std::uint8_t {
        Plain,
        Chip,
        StateChip,
        LeaderChip,
        CoordinatorChip,
        TransactionChip,
        Countdown,
        Halo,
        Run
    };
    QRectF rect;
    QString text;
    theme::Type type = theme::Type::Small;
    bool mono = false;
    Ink ink = Ink::Ink;
    Shape shape = Shape::Plain;
    Qt::Alignment align = Qt::AlignLeft | Qt::AlignVCenter;
    Role role = Role::Unknown;
    trace::Side side = trace::Side::None;
    trace::Origin run = trace::Origin::Both; ///< of a Run
    std::optional<theme::Countdown> countdown; ///< of a Countdown: the ring in front of the text
    bool dimmed = false;
    std::uint32_t link = kNoLink; ///< that it tells of, by its place in Placement::links
};

/// A badge on a link.
struct BadgePicture {
    std::uint32_t link = 0;
    QRectF rect;
    NodeId node;
    Role role = Role::Unknown;
    bool faded = false;
    bool inferred = false;
    view::Mark mark = view::Mark::None;
    bool operator==(const BadgePicture&) const = default;
};

struct Scene {
    Instant at {};
    std::vector<NodePicture> nodes; ///< as Placement::nodes
    std::vector<LinkPicture> links; ///< as Placement::links
    std::vector<SlotState> slotStates; ///< as Cast::places
    Traffic traffic;
    std::vector<BadgePicture> badges;
    std::vector<Label> still; ///< change only when a state does
    std::vector<Label> moving; ///< change with time
    std::size_t nodesKey = 0; ///< equal for scenes whose nodes look alike
    std::size_t linksKey = 0; ///< equal for scenes whose links, badges and their still labels look alike
    std::size_t nodeLabels = 0; ///< how many of `still`, from the front, belong to nodes
};

/// What a scene is made of; all outlive it.
struct Stage {
    const Cast& cast;
    const Exchanges& exchanges;
    const Placement& placement;
    const Metrics& metrics;
    const view::Document& document;
    const view::Filter& filter;
    const theme::Look& look;
    const view::Marks* marks = nullptr;
};

/// \a selected and \a hovered only decide which labels come first where there is no room for all. \a before: a scene of the
/// same stage (placement, look) that is not needed any more; where nothing but messages moved since, its texts are taken.
Scene makeScene(const Stage& stage, const trace::WorldState& world, const Tempo& tempo, view::Item selected = {},
    view::Item hovered = {}, Scene* before = nullptr);

/// As theme::paintBadge takes it.
theme::Badge badgeOf(const BadgePicture& picture, bool selected = false, bool hovered = false);
/// Equal for links that look alike.
std::uint64_t lookKey(const LinkPicture& link);
/// Where on its curve what travels begins to be seen: it does not pass under the badge.
qreal wayFrom(const PlacedLink& link, const Metrics& metrics);
/// Of what is left to travel between the words at both ends of a link.
QPointF halfWay(const PlacedLink& link);
/// The same as a share of its way, where a line that is broken has its gap.
double gapOf(const PlacedLink& link);
/// Where a dot is drawn.
QPointF dotPlace(const Dot& dot, const PlacedLink& link, const Metrics& metrics);
/// The bundle's text: "200 × coordinator".
QString bundleText(const LinkPicture& picture, const theme::Look& look);

} // namespace connscope::topology
