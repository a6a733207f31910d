// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/placement.h"

#include "topology/plan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace connscope::topology {

namespace {

/// So many links are few: each can be read on its own.
constexpr std::size_t kFewLinks = 14;
/// From so many links on nothing is told at the ends of those that have no badge.
constexpr std::size_t kManyTexts = 60;
/// Of the lines of small text, what a short chip takes: "TW", a ring with "8 m".
constexpr qreal kShortChip = 3.4;

/// Inside the picture's edges, and above its legend.
QRectF roomIn(QSizeF size, const Metrics& metrics)
{
    const qreal margin = metrics.body * 1.2;
    return QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin - metrics.body * 2);
}

/// The same where there is little: just above the legend, just below the edge.
QRectF tightRoomIn(QSizeF size, const Metrics& metrics)
{
    const qreal margin = metrics.body * 1.2;
    const qreal gap = metrics.body * 0.4;
    return QRectF(QPointF(), size).adjusted(margin, gap, -margin, -gap - legendHeight(metrics));
}

bool fitsIn(const Plan& plan, const QRectF& room)
{
    return plan.clientHeight <= room.height() && plan.endHeight <= room.height();
}

class Placer {
public:
    Placer(const Cast& cast, const Metrics& metrics, QSizeF size, const Arrangement& arrangement)
        : m_cast(cast)
        , m_metrics(metrics)
        , m_arrangement(arrangement)
        , m_margin(metrics.body * 1.2)
    {
        m_out.size = size;
        m_room = roomIn(size, metrics);
    }

    Placement run()
    {
        Plan plan = makePlan(m_cast, m_metrics, m_room.size(), m_arrangement);
        bool tight = false;
        if (isFew(m_cast) && (plan.endMode == EndMode::Dense || !fitsIn(plan, m_room))) {
            m_room = tightRoomIn(m_out.size, m_metrics);
            plan = makePlan(m_cast, m_metrics, m_room.size(), m_arrangement);
            tight = fitsIn(plan, m_room);
        }
        const bool dense = plan.endMode == EndMode::Dense;
        const auto clientCount = static_cast<std::uint32_t>(plan.clients.size());
        m_clientWidth = plan.clientWidth;
        m_endWidth = plan.endWidth;
        m_out.links = std::move(plan.links);
        for (PlacedLink& link : m_out.links)
            link.end += clientCount;
        m_out.nodes = std::move(plan.clients);
        m_out.nodes.insert(
            m_out.nodes.end(), std::make_move_iterator(plan.ends.begin()), std::make_move_iterator(plan.ends.end()));

        column(0, clientCount, true);
        column(clientCount, static_cast<std::uint32_t>(m_out.nodes.size()), false);
        for (PlacedNode& node : m_out.nodes)
            move(node);
        frames(clientCount);
        ports();
        bends(dense);
        labels();
        maps();
        for (const PlacedNode& node : m_out.nodes)
            m_out.bounds = m_out.bounds.united(node.rect);
        m_out.contents = m_out.bounds;
        for (const RackFrame& rack : m_out.racks) { // lies in the margin around its cards
            const qreal pad = m_metrics.pad * 0.6;
            m_out.bounds = m_out.bounds.united(rack.rect.adjusted(pad, pad, -pad, -pad));
            m_out.contents = m_out.contents.united(rack.rect);
        }
        if (!tight) // all that it has are the margins of its own
            m_out.bounds = m_out.bounds.adjusted(-m_margin, -m_margin, m_margin, m_margin + m_metrics.body * 2);
        m_out.bounds = m_out.bounds.united(QRectF(QPointF(), m_out.size));
        return std::move(m_out);
    }

private:
    const QString& rackOf(const PlacedNode& node) const
    {
        static const QString none;
        return node.isClientSide() ? none : m_cast.ends[node.members.front()].rack;
    }

    bool hasTiles() const
    {
        return std::any_of(m_out.nodes.begin(), m_out.nodes.end(),
            [](const PlacedNode& node) { return node.detail == Detail::Tiles; });
    }

    /// Nodes below each other, spread over the height but not torn apart, centred.
    void column(std::uint32_t first, std::uint32_t last, bool left)
    {
        if (first == last)
            return;
        const qreal rackLabel = m_metrics.small + m_metrics.pad;
        qreal heights = 0;
        qreal gaps = 0;
        QString rack;
        for (std::uint32_t i = first; i < last; ++i) {
            heights += m_out.nodes[i].rect.height();
            gaps += i == first ? 0 : smallestGap(m_metrics, m_out.nodes[i].detail);
            if (const QString& r = rackOf(m_out.nodes[i]); !r.isEmpty() && r != rack) {
                heights += rackLabel;
                rack = r;
            }
        }
        const qreal spare = std::max(0.0, m_room.height() - heights - gaps);
        const auto spaces = static_cast<qreal>(last - first);
        const qreal more = std::min(spare / spaces, m_metrics.body * 5);
        qreal y = m_room.top() + std::max(0.0, (m_room.height() - heights - gaps - more * (spaces - 1)) / 2);
        rack.clear();
        // What an opened group on the left takes pushes the right side away, and a wide one on the right goes on beyond the
        // picture's end.
        qreal from = 0;
        for (std::uint32_t i = 0; i < first; ++i)
            from = std::max(from, m_out.nodes[i].rect.right() + m_metrics.body * 12);
        for (std::uint32_t i = first; i < last; ++i) {
            PlacedNode& node = m_out.nodes[i];
            if (i != first)
                y += smallestGap(m_metrics, node.detail) + more;
            if (const QString& r = rackOf(node); !r.isEmpty() && r != rack) {
                y += rackLabel;
                rack = r;
            }
            qreal x = left ? m_room.left() : m_room.right() - node.rect.width();
            if (!left && hasTiles())
                x = std::max(x, from);
            node.rect.moveTopLeft({std::round(x), std::round(y)});
            node.cells.translate(node.rect.topLeft());
            y += node.rect.height();
        }
    }

    void move(PlacedNode& node)
    {
        const auto found = m_arrangement.moved.find(node.key);
        if (found == m_arrangement.moved.end())
            return;
        const QPointF centre(found->second.x() * m_out.size.width(), found->second.y() * m_out.size.height());
        const QPointF by = centre - node.rect.center();
        const QPointF whole(std::round(by.x()), std::round(by.y()));
        node.rect.translate(whole);
        node.cells.translate(whole);
        node.moved = true;
    }

    void frames(std::uint32_t firstEnd)
    {
        for (std::size_t i = firstEnd; i < m_out.nodes.size(); ++i) {
            const PlacedNode& node = m_out.nodes[i];
            const QString& rack = rackOf(node);
            if (rack.isEmpty() || node.moved)
                continue;
            if (m_out.racks.empty() || m_out.racks.back().rack != rack)
                m_out.racks.push_back({rack, node.rect, {}});
            m_out.racks.back().rect = m_out.racks.back().rect.united(node.rect);
        }
        const qreal pad = m_metrics.pad * 0.6;
        for (RackFrame& frame : m_out.racks) {
            frame.rect.adjust(-pad, -pad - m_metrics.small, pad, pad);
            // Above the names of its brokers, and apart from what is told of requests that wait at them.
            frame.label = frame.rect.topLeft() + QPointF(pad + m_metrics.pad * 1.4, m_metrics.small);
        }
    }

    bool isIntoTiles(const PlacedLink& link) const { return m_out.nodes[link.end].detail == Detail::Tiles; }

    /// Links of a client that lead to members of an opened group.
    std::size_t intoTiles(const PlacedNode& node) const
    {
        return static_cast<std::size_t>(std::count_if(
            node.links.begin(), node.links.end(), [this](std::uint32_t l) { return isIntoTiles(m_out.links[l]); }));
    }

    void ports()
    {
        for (PlacedNode& node : m_out.nodes) {
            const auto count = static_cast<qreal>(node.links.size());
            if (node.links.empty())
                continue;
            const bool left = node.isClientSide();
            qreal pitch = portPitch(m_metrics, node.detail);
            qreal y = 0;
            if ((node.detail == Detail::Full || node.detail == Detail::Snug) && left) {
                y = node.rect.top() + clientHeader(m_metrics, node.detail) + pitch / 2;
            } else if (node.detail == Detail::Tiles) {
                pitch = node.cells.height() / count;
                y = node.cells.top() + pitch / 2;
            } else {
                const qreal room = node.rect.height() - m_metrics.pad * 0.6;
                // Far enough apart for what is told at the ends of links, where the card is tall enough for it.
                pitch = std::min(std::max({pitch, room / (count + 1), m_metrics.chip + 3}), room / count);
                pitch = std::min(pitch, m_metrics.badge * 1.6);
                y = node.rect.center().y() - pitch * (count - 1) / 2;
            }
            const std::size_t crowd = left && node.detail == Detail::Compact ? intoTiles(node) : 0;
            const auto others = static_cast<qreal>(node.links.size() - crowd);
            const qreal wide = portPitch(m_metrics, Detail::Snug);
            const bool apart
                = crowd > node.links.size() / 2 && others > 0 && others * wide <= node.rect.height() * 0.75;
            if (apart) // those that are not of the opened group keep their badges
                pitch = (node.rect.height() - m_metrics.pad * 0.6 - others * wide) / static_cast<qreal>(crowd);
            if (apart)
                y = node.rect.top() + m_metrics.pad * 0.3;
            for (std::uint32_t l : node.links) {
                PlacedLink& link = m_out.links[l];
                const qreal own = apart && !isIntoTiles(link) ? wide : pitch;
                if (apart)
                    y += own / 2;
                (left ? link.curve.from : link.curve.to) = {left ? node.rect.right() : node.rect.left(), y};
                (left ? link.pitch : link.endPitch) = own;
                y += apart ? own / 2 : pitch;
            }
        }
    }

    /// Where links begin to bend: behind everything that stands at their ends.
    void bends(bool dense)
    {
        m_out.chipWidth = m_metrics.small * 5.2;
        const qreal gap = m_metrics.pad;
        const qreal space = m_room.width() - m_clientWidth - m_endWidth;
        bool anyBadge = false;
        bool anyText = false; // beside which a word has room though a badge has not
        for (const PlacedLink& link : m_out.links) {
            anyBadge |= hasBadge(link);
            anyText |= hasText(link);
        }
        const qreal badges = anyBadge ? m_metrics.widestBadge + gap : 0;
        // What is said at the ends of links leaves most of the way to what travels. Where links are few it may come closer,
        // and then be said in short.
        const qreal letters = std::any_of(m_cast.places.begin(), m_cast.places.end(),
                                  [](const Slot& slot) { return slot.run != trace::Origin::Both; })
            ? std::round(m_metrics.small * 0.95) + 7
            : 0;
        const qreal free = space - badges - letters;
        const bool few = m_out.links.size() <= kFewLinks;
        const bool any = anyBadge || (anyText && m_out.links.size() < kManyTexts);
        bool chips = any && free - 2 * m_out.chipWidth > m_metrics.body * (few ? 4 : 12);
        if (!chips && any && (few || !anyBadge) && free - 2 * m_metrics.small * kShortChip > m_metrics.body * 2) {
            chips = m_out.shortChips = true;
            m_out.chipWidth = m_metrics.small * kShortChip;
        }
        for (PlacedLink& link : m_out.links) {
            link.clientChips = chips && (hasBadge(link) || hasText(link));
            link.endChips = chips && !link.isBundle() && (dense || link.endPitch >= m_metrics.small * 0.95);
            const qreal way = std::max(40.0, link.curve.to.x() - link.curve.from.x());
            qreal lead = gap;
            qreal trail = gap;
            lead += badges + (chips || anyBadge ? letters : 0);
            if (chips) {
                lead += m_out.chipWidth;
                trail += m_out.chipWidth;
            }
            const qreal most = few ? 0.85 : 0.75;
            if (lead + trail > way * most) {
                const qreal scale = way * most / (lead + trail);
                lead *= scale;
                trail *= scale;
            }
            link.curve.lead = link.curve.from.x() + lead;
            link.curve.trail = link.curve.to.x() - trail;
            passBy(link);
            link.clientChip = link.curve.from + QPointF(gap + badges + letters, 0);
            link.endChip = link.curve.to - QPointF(gap, 0);
        }
    }

    /// An opened group reaches far towards the other side. A link that leads to something above or below it bends before it
    /// comes to the group and runs past it, not across its name and its members.
    void passBy(PlacedLink& link) const
    {
        const qreal room = 3 * m_metrics.body; // that a bend needs
        for (std::uint32_t n = 0; n < m_out.nodes.size(); ++n) {
            const PlacedNode& group = m_out.nodes[n];
            if (group.detail != Detail::Tiles || n == link.client || n == link.end)
                continue;
            Curve& c = link.curve;
            const auto isBeside = [&](qreal y) { return y < group.rect.top() || y > group.rect.bottom(); };
            if (!group.isClientSide() && isBeside(c.to.y()) && group.rect.left() > c.from.x()) {
                c.trail = std::min(c.trail, group.rect.left() - m_metrics.pad);
                c.lead = std::max(std::min(c.lead, c.trail - room), std::min(c.from.x() + m_metrics.pad, c.trail));
            } else if (group.isClientSide() && isBeside(c.from.y()) && group.rect.right() < c.to.x()) {
                c.lead = std::max(c.lead, group.rect.right() + m_metrics.pad);
                c.trail = std::min(std::max(c.trail, c.lead + room), std::max(c.to.x() - m_metrics.pad, c.lead));
            }
        }
    }

    /// The letter of a run: right behind the badge, which a diamond may lie on.
    void placeRun(PlacedLink& link) const
    {
        if (m_cast.places[link.places.front()].run == trace::Origin::Both || link.isBundle()
            || link.pitch < m_metrics.small * 0.7)
            return;
        const qreal side = std::min(std::round(m_metrics.small * 0.95), link.pitch - 1);
        const qreal left = link.badge.isNull() ? link.curve.from.x() + m_metrics.pad : link.badge.right() + 7;
        link.run = QRectF(left, link.curve.from.y() - side / 2, side, side);
    }

    /// Ports as far apart as lines of text.
    bool hasText(const PlacedLink& link) const { return !link.isBundle() && link.pitch >= m_metrics.small * 0.95; }
    bool hasBadge(const PlacedLink& link) const { return link.pitch >= m_metrics.badge + 2; }

    void labels()
    {
        for (PlacedLink& link : m_out.links) {
            const PlacedNode& node = m_out.nodes[link.client];
            const NodeId id = m_cast.places[link.places.front()].node;
            if (hasBadge(link) && !link.isBundle()) {
                const QSizeF size = m_metrics.badgeSize(id);
                link.badge = QRectF(
                    QPointF(link.curve.from.x() + m_metrics.pad, link.curve.from.y() - size.height() / 2), size);
            } else if (node.detail == Detail::Compact && link.pitch >= m_metrics.small * 0.95 && !link.isBundle()) {
                const qreal width = idWidth(m_metrics, id);
                link.id = QRectF(node.rect.right() - m_metrics.pad * 0.7 - width,
                    link.curve.from.y() - m_metrics.small / 2, width, m_metrics.small);
            } else if (link.isBundle() && hasBadge(link)) {
                link.badge = QRectF(link.curve.from.x() + m_metrics.pad, link.curve.from.y() - m_metrics.badge / 2,
                    m_metrics.widestBadge, m_metrics.badge);
            }
            placeRun(link);
        }
    }

    void maps()
    {
        m_out.nodeOfClient.assign(m_cast.clients.size(), Cast::kNone);
        m_out.nodeOfEnd.assign(m_cast.ends.size(), Cast::kNone);
        m_out.linkOfSlot.assign(m_cast.places.size(), Cast::kNone);
        for (std::uint32_t n = 0; n < m_out.nodes.size(); ++n) {
            for (std::uint32_t member : m_out.nodes[n].members)
                (m_out.nodes[n].isClientSide() ? m_out.nodeOfClient : m_out.nodeOfEnd)[member] = n;
        }
        for (std::uint32_t l = 0; l < m_out.links.size(); ++l) {
            for (std::uint32_t slot : m_out.links[l].places)
                m_out.linkOfSlot[slot] = l;
        }
    }

    const Cast& m_cast;
    const Metrics& m_metrics;
    const Arrangement& m_arrangement;
    qreal m_margin;
    qreal m_clientWidth = 0;
    qreal m_endWidth = 0;
    QRectF m_room;
    Placement m_out;
};

} // namespace

qreal leastEnlargement(const Metrics& metrics) { return std::min(0.8, kLeastType / metrics.smallType); }

qreal legendHeight(const Metrics& metrics) { return metrics.small * 2; }

qreal enlargement(const Cast& cast, const Metrics& metrics, QSizeF size)
{
    // Whether all of the picture has room at a zoom, in a plan that shows enough.
    const auto fits = [&](qreal zoom, auto&& room, auto&& showsEnough) {
        const QRectF inner = room(size / zoom, metrics);
        const Plan plan = makePlan(cast, metrics, inner.size(), {});
        return showsEnough(plan) && fitsIn(plan, inner);
    };
    const auto isWhole = [](const Plan& p) { return p.clientMode == ClientMode::Full && p.endMode == EndMode::Full; };
    const auto hasBadges
        = [](const Plan& p) { return p.clientMode == ClientMode::Full || p.clientMode == ClientMode::Snug; };
    const auto any = [](const Plan&) { return true; };
    for (const qreal zoom : {1.6, 1.45, 1.3, 1.15}) {
        if (size.width() / zoom >= metrics.body * 50
            && (fits(zoom, roomIn, isWhole) || (metrics.large && fits(zoom, roomIn, hasBadges))))
            return zoom;
    }
    // Rather than going without badges, the picture of a few becomes a little smaller.
    std::vector<qreal> smaller {1.0, 0.95, 0.9, 0.85, 0.8};
    const bool few = isFew(cast);
    for (const qreal zoom : smaller) {
        if (few && fits(zoom, roomIn, hasBadges))
            return zoom;
    }
    // What is smaller than can be read is larger than its place. Before that the type of a hall has some way to go.
    const qreal least = leastEnlargement(metrics);
    for (qreal zoom = smaller.back() - 0.05; zoom > least; zoom -= 0.05)
        smaller.push_back(zoom);
    if (least < smaller.back())
        smaller.push_back(least);
    const auto tellsAtEnds = [](const Plan& p) { return p.endMode != EndMode::Dense; };
    for (const qreal zoom : smaller) {
        if (fits(zoom, roomIn, tellsAtEnds) || (few && fits(zoom, tightRoomIn, tellsAtEnds)))
            return zoom;
    }
    for (const qreal zoom : smaller) {
        if (few && fits(zoom, tightRoomIn, any))
            return zoom;
    }
    return least;
}

Placement place(const Cast& cast, const Metrics& metrics, QSizeF size, const Arrangement& arrangement)
{
    return Placer(cast, metrics, size, arrangement).run();
}

} // namespace connscope::topology
