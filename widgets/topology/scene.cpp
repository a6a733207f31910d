// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/scene.h"

#include "topology/labels.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace connscope::topology {

namespace {

/// A hash over what makes a difference to the eye.
class Key {
public:
    void add(std::uint64_t value)
    {
        m_hash = (m_hash ^ value) * 0x9e37'79b9'7f4a'7c15ULL;
        m_hash ^= m_hash >> 29U;
    }
    void add(const QString& text) { add(static_cast<std::uint64_t>(qHash(text, 7))); }
    void add(double share) { add(static_cast<std::uint64_t>(std::llround(share * 16))); }
    template <typename Enum>
    requires std::is_enum_v<Enum>
    void add(Enum value) { add(static_cast<std::uint64_t>(value)); }
    std::size_t value() const { return static_cast<std::size_t>(m_hash); }

private:
    std::uint64_t m_hash = 14695981039346656037ULL;
};

std::size_t keyOf(const std::vector<NodePicture>& nodes)
{
    Key key;
    for (const NodePicture& n : nodes) {
        key.add(n.mood);
        key.add(n.title);
        key.add(n.line);
        key.add(n.reveal);
        for (const Chip& c : n.chips) {
            key.add(c.kind);
            key.add(c.text);
        }
        for (Mood m : n.cells)
            key.add(m);
    }
    return key.value();
}

std::size_t keyOf(const std::vector<LinkPicture>& links, const std::vector<SlotState>& places)
{
    Key key;
    for (const SlotState& s : places)
        key.add(static_cast<std::uint64_t>(s.open) | static_cast<std::uint64_t>(s.idle) << 1U
            | static_cast<std::uint64_t>(s.role) << 2U);
    for (const LinkPicture& l : links)
        key.add(lookKey(l));
    return key.value();
}

/// Messages that were sent at one instant travel behind each other, in their order, so that each is seen.
void spread(std::vector<Dot>& dots, const Stage& stage)
{
    for (std::size_t i = 1; i < dots.size(); ++i) {
        const PlacedLink& link = stage.placement.links[dots[i].link];
        const qreal length = std::max(1.0, std::abs(link.curve.to.x() - link.curve.from.x()));
        const double apart = stage.metrics.small * 0.95 / length;
        for (std::size_t before = i; before-- > 0 && dots[before].link == dots[i].link;) {
            if (dots[before].phase != dots[i].phase || dots[before].lost != dots[i].lost)
                continue;
            if (dots[i].lost)
                break; // they lie in a row where they vanished
            if (dots[i].phase == Dot::Phase::Request)
                dots[i].u = std::min(dots[i].u, std::max(0.0, dots[before].u - apart));
            else if (dots[i].phase == Dot::Phase::Response)
                dots[i].u = std::max(dots[i].u, std::min(1.0, dots[before].u + apart));
            break;
        }
    }
}

/// The event of a message that is on its way: what only one run sends may be answered in it alone, too.
EventId eventOf(const Dot& dot, const Exchanges& exchanges)
{
    const Exchange& x = exchanges[dot.exchange];
    return dot.phase == Dot::Phase::Response && x.answered.isValid() ? x.answered : dot.request;
}

/// Two runs on one line: what both send is there once, what one alone sends says whose it is. Nothing travels in a run that is over.
void layOver(Scene& scene, const Stage& stage, const trace::Twofold& twofold)
{
    std::vector<Dot>& dots = scene.traffic.dots;
    for (Dot& dot : dots) {
        if (scene.links[dot.link].run == trace::Origin::Both)
            dot.run = view::runOf(&twofold, eventOf(dot, stage.exchanges));
    }
    const auto isElsewhere = [&](std::uint32_t link) { return scene.links[link].drawnBy != LinkPicture::kNone; };
    const auto isOver = [&](std::uint32_t link) { return scene.links[link].isOver; };
    std::erase_if(dots, [&](const Dot& dot) {
        return isOver(dot.link) || (isElsewhere(dot.link) && dot.run == trace::Origin::Both);
    });
    std::erase_if(scene.traffic.streams, [&](const Stream& s) { return isOver(s.link) || isElsewhere(s.link); });
    bool moved = false;
    for (Dot& dot : dots) {
        if (!isElsewhere(dot.link))
            continue;
        dot.link = scene.links[dot.link].drawnBy;
        moved = true;
    }
    if (!moved)
        return;
    std::stable_sort(dots.begin(), dots.end(),
        [](const Dot& a, const Dot& b) { return std::tie(a.link, a.request) < std::tie(b.link, b.request); });
    numberWaiting(dots);
}

} // namespace

theme::Badge badgeOf(const BadgePicture& picture, bool selected, bool hovered)
{
    using BadgeMark = theme::Badge::Mark;
    const BadgeMark mark = picture.mark == view::Mark::Alone ? BadgeMark::Filled
        : picture.mark == view::Mark::Differs                ? BadgeMark::Hollow
                                                             : BadgeMark::None;
    return {picture.node, picture.role, picture.faded, selected, hovered, picture.inferred, mark};
}

std::uint64_t lookKey(const LinkPicture& l)
{
    Key key;
    key.add(static_cast<std::uint64_t>(l.shown) | static_cast<std::uint64_t>(l.state) << 4U
        | static_cast<std::uint64_t>(l.role) << 12U | static_cast<std::uint64_t>(l.closer) << 16U
        | static_cast<std::uint64_t>(l.firstFin) << 20U | static_cast<std::uint64_t>(l.client.tcp) << 24U
        | static_cast<std::uint64_t>(l.broker.tcp) << 32U | static_cast<std::uint64_t>(l.orphaned) << 40U
        | static_cast<std::uint64_t>(l.dimmed) << 41U | static_cast<std::uint64_t>(l.backoff.has_value()) << 42U
        | static_cast<std::uint64_t>(l.mark) << 43U | static_cast<std::uint64_t>(l.isOver) << 46U);
    key.add(l.ghost);
    key.add(l.handshake);
    key.add(std::uint64_t {l.open} << 32U | l.idle);
    key.add(std::uint64_t {l.forgotten});
    key.add(static_cast<std::uint64_t>(l.run) | std::uint64_t {l.openOfRun[0]} << 2U
        | std::uint64_t {l.openOfRun[1]} << 33U);
    return key.value();
}

qreal wayFrom(const PlacedLink& link, const Metrics& metrics)
{
    const qreal right = link.run.isNull() ? link.badge.right() : link.run.right();
    return link.badge.isNull() ? 0 : link.curve.u(right + metrics.small * 0.6);
}

QPointF dotPlace(const Dot& dot, const PlacedLink& link, const Metrics& metrics)
{
    const qreal step = metrics.small * 0.9;
    if (dot.lost) {
        // At either side of the gap where a middlebox would be.
        const qreal off = step * (1.3 + dot.row);
        const qreal x = halfWay(link).x() + (dot.phase == Dot::Phase::Request ? -off : off);
        return {x, link.curve.y(x)};
    }
    switch (dot.phase) {
    case Dot::Phase::Queued:
        return {link.curve.lead + step * (0.5 + dot.row), link.curve.from.y()};
    case Dot::Phase::AtBroker:
        return {link.curve.to.x() - dot.aside - step * (0.7 + dot.row), link.curve.to.y()};
    case Dot::Phase::Request:
    case Dot::Phase::Response:
        break;
    }
    const qreal start = wayFrom(link, metrics);
    return link.curve.at(start + (1 - start) * dot.u);
}

QPointF halfWay(const PlacedLink& link)
{
    const qreal x = (link.curve.lead + link.curve.trail) / 2;
    return {x, link.curve.y(x)};
}

double gapOf(const PlacedLink& link) { return std::clamp(link.curve.u(halfWay(link).x()), 0.1, 0.9); }

Scene makeScene(const Stage& stage, const trace::WorldState& world, const Tempo& tempo, view::Item selected,
    view::Item hovered, Scene* before)
{
    Scene scene;
    scene.at = world.now();
    scene.nodes = nodePictures(stage.cast, stage.placement, world, stage.look, tempo, stage.document.twofold());
    LinkPictures links
        = linkPictures(stage.cast, stage.placement, stage.document, world, stage.filter, tempo, stage.marks);
    scene.links = std::move(links.links);
    scene.slotStates = std::move(links.slotStates);
    scene.traffic = trafficAt(stage.cast, stage.exchanges, stage.placement, world, tempo);
    if (const trace::Twofold* twofold = stage.document.twofold())
        layOver(scene, stage, *twofold);
    std::vector<std::uint32_t> still(scene.links.size());
    for (Dot& dot : scene.traffic.dots) {
        dot.dimmed = scene.links[dot.link].dimmed;
        if (dot.phase == Dot::Phase::AtBroker) {
            // It waits before the state that is told there.
            const qreal width = endChipWidth(scene.links[dot.link], stage.placement.links[dot.link], stage);
            dot.aside = width > 0 ? width + stage.metrics.pad : 0;
        }
        // Without motion a message lights up in the middle of its link, several beside each other.
        if (stage.look.reducedMotion() && !dot.lost
            && (dot.phase == Dot::Phase::Request || dot.phase == Dot::Phase::Response))
            dot.u = 0.4 + 0.05 * still[dot.link]++;
    }
    spread(scene.traffic.dots, stage);
    scene.nodesKey = keyOf(scene.nodes);
    scene.linksKey = keyOf(scene.links, scene.slotStates);
    if (before && before->nodesKey == scene.nodesKey && before->linksKey == scene.linksKey) {
        scene.still = std::move(before->still);
        scene.badges = std::move(before->badges);
        scene.nodeLabels = before->nodeLabels;
    } else {
        addNodeLabels(scene, stage);
        scene.nodeLabels = scene.still.size();
        addLinkLabels(scene, stage);
    }
    addMovingLabels(scene, stage, selected, hovered);
    return scene;
}

} // namespace connscope::topology
