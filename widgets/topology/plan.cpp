// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/plan.h"

#include "topology/nodepicture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace connscope::topology {

namespace {

/// Fewer than this are not worth a group.
constexpr std::size_t kGroupFrom = 3;
/// So many clients or brokers are still a few.
constexpr std::size_t kFew = 8;
/// So many addresses of bootstrap.servers still stand on their own among many brokers.
constexpr std::ptrdiff_t kFewAddresses = 5;
/// More ports than this have no room for a badge each.
constexpr std::size_t kManyPorts = 40;
/// Of the lines of small text: ports beside which nothing is told.
constexpr qreal kDensePorts = 0.62;
/// More families of clients than this become one group.
constexpr std::size_t kFamilies = 8;

class Planner {
public:
    Planner(const Cast& cast, const Metrics& metrics, QSizeF size, const Arrangement& arrangement)
        : m_cast(cast)
        , m_metrics(metrics)
        , m_size(size)
        , m_arrangement(arrangement)
        , m_fewAddresses(std::count_if(cast.ends.begin(), cast.ends.end(), [](const CastEnd& end) {
            return end.isBootstrap;
        }) <= kFewAddresses)
    {
    }

    Plan make(ClientMode clients, EndMode ends)
    {
        m_plan = {};
        m_plan.clientMode = clients;
        m_plan.endMode = ends;
        addClients();
        addEnds();
        addLinks();
        crowd();
        widths();
        m_plan.clientHeight = heights(m_plan.clients);
        m_plan.endHeight = heights(m_plan.ends) + rackHeight();
        return std::move(m_plan);
    }

private:
    PlacedNode single(NodeKind kind, Detail detail, std::uint32_t member, const std::string& key)
    {
        PlacedNode node;
        node.kind = kind;
        node.detail = detail;
        node.members = {member};
        node.key = key;
        return node;
    }
    PlacedNode group(NodeKind kind, std::vector<std::uint32_t> members, const std::string& key)
    {
        PlacedNode node;
        node.kind = kind;
        node.members = std::move(members);
        node.key = key;
        node.detail = m_arrangement.expanded.contains(key) ? Detail::Tiles : Detail::Group;
        return node;
    }

    void addClients()
    {
        const auto count = static_cast<std::uint32_t>(m_cast.clients.size());
        if (m_plan.clientMode != ClientMode::Grouped) {
            const Detail detail = m_plan.clientMode == ClientMode::Full ? Detail::Full
                : m_plan.clientMode == ClientMode::Snug                 ? Detail::Snug
                                                                        : Detail::Compact;
            for (std::uint32_t i = 0; i < count; ++i)
                m_plan.clients.push_back(single(NodeKind::Client, detail, i, m_cast.clients[i].key));
            return;
        }
        std::vector<std::pair<std::string, std::vector<std::uint32_t>>> families;
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::string& family = m_cast.clients[i].family;
            auto found = std::find_if(
                families.begin(), families.end(), [&family](const auto& f) { return f.first == family; });
            if (found == families.end())
                found = families.insert(families.end(), {family, {}});
            found->second.push_back(i);
        }
        if (families.size() > kFamilies) {
            std::vector<std::uint32_t> all(count);
            for (std::uint32_t i = 0; i < count; ++i)
                all[i] = i;
            families = {{"all", std::move(all)}};
        }
        for (auto& [family, members] : families) {
            if (members.size() >= kGroupFrom) {
                m_plan.clients.push_back(group(NodeKind::Clients, std::move(members), "clients " + family));
                continue;
            }
            for (std::uint32_t i : members)
                m_plan.clients.push_back(single(NodeKind::Client, Detail::Full, i, m_cast.clients[i].key));
        }
    }

    /// Who was written into bootstrap.servers is an address before it is a broker, so it is never one of a group of brokers.
    bool isFewAddress(const CastEnd& end) const { return end.isBootstrap && m_fewAddresses; }

    bool standsAlone(const CastEnd& end) const
    {
        switch (m_plan.endMode) {
        case EndMode::Full:
        case EndMode::Compact:
        case EndMode::Tight:
        case EndMode::Dense:
            return true;
        case EndMode::IdleGrouped:
        case EndMode::IdleGroupedCompact:
            return end.work > 0 || isFewAddress(end);
        case EndMode::Grouped:
            break;
        }
        return isFewAddress(end);
    }

    void addEnds()
    {
        const bool full = m_plan.endMode == EndMode::Full || m_plan.endMode == EndMode::IdleGrouped;
        const auto kindOf
            = [](const CastEnd& end) { return end.broker.isValid() ? NodeKind::Broker : NodeKind::Address; };
        // By rack; addresses that are no broker's under "?", those that turn out to be brokers apart from the others.
        std::vector<std::pair<std::string, std::vector<std::uint32_t>>> grouped;
        for (std::uint32_t i = 0; i < m_cast.ends.size(); ++i) {
            const CastEnd& end = m_cast.ends[i];
            if (standsAlone(end)) {
                m_plan.ends.push_back(single(kindOf(end), full ? Detail::Full : Detail::Compact, i, end.key));
                continue;
            }
            const std::string key = !end.broker.isValid()
                ? std::string("brokers ?")
                : (end.isBootstrap ? "brokers bootstrap" : "brokers ") + end.rack.toStdString();
            auto found
                = std::find_if(grouped.begin(), grouped.end(), [&key](const auto& one) { return one.first == key; });
            if (found == grouped.end())
                found = grouped.insert(grouped.end(), {key, {}});
            found->second.push_back(i);
        }
        for (auto& [key, members] : grouped) {
            // Of racks each is one picture: a pair is put together as the others are.
            if (members.size() >= (m_cast.ends[members.front()].rack.isEmpty() ? kGroupFrom : 2)) {
                m_plan.ends.push_back(group(NodeKind::Brokers, std::move(members), key));
                continue;
            }
            for (std::uint32_t i : members) {
                const CastEnd& end = m_cast.ends[i];
                m_plan.ends.push_back(single(kindOf(end), full ? Detail::Full : Detail::Compact, i, end.key));
            }
        }
    }

    void addLinks()
    {
        std::vector<std::uint32_t> clientNode(m_cast.clients.size());
        std::vector<std::uint32_t> endNode(m_cast.ends.size());
        for (std::uint32_t n = 0; n < m_plan.clients.size(); ++n) {
            for (std::uint32_t m : m_plan.clients[n].members)
                clientNode[m] = n;
        }
        for (std::uint32_t n = 0; n < m_plan.ends.size(); ++n) {
            for (std::uint32_t m : m_plan.ends[n].members)
                endNode[m] = n;
        }
        std::map<std::tuple<std::uint32_t, std::uint32_t, int>, std::uint32_t> bundles;
        for (std::uint32_t s = 0; s < m_cast.places.size(); ++s) {
            const Slot& slot = m_cast.places[s];
            PlacedLink link;
            link.client = clientNode[slot.from];
            link.end = endNode[slot.to];
            if (m_plan.clients[link.client].detail == Detail::Group
                || m_plan.ends[link.end].detail == Detail::Group) {
                const auto [place, added] = bundles.try_emplace(
                    {link.client, link.end, portRank(slot.node)}, static_cast<std::uint32_t>(m_plan.links.size()));
                if (!added) {
                    m_plan.links[place->second].places.push_back(s);
                    continue;
                }
            }
            link.places = {s};
            m_plan.links.push_back(std::move(link));
        }
        for (std::uint32_t l = 0; l < m_plan.links.size(); ++l) {
            m_plan.clients[m_plan.links[l].client].links.push_back(l);
            m_plan.ends[m_plan.links[l].end].links.push_back(l);
        }
        // Ports in the order of what they lead to, so that links of one node do not cross each other.
        const auto key = [this](std::uint32_t l, bool ofClient) {
            const PlacedLink& link = m_plan.links[l];
            const Slot& slot = m_cast.places[link.places.front()];
            // Of an opened group: by member first, as its tiles are. A bundle leads to all of a group: by role alone.
            const bool toAll = m_plan.ends[link.end].detail == Detail::Group;
            const bool fromAll = m_plan.clients[link.client].detail == Detail::Group;
            return ofClient ? std::tuple(m_plan.clients[link.client].detail == Detail::Tiles ? slot.from : 0U,
                       link.end, toAll ? 0U : slot.to, portRank(slot.node), slot.node, slot.run)
                            : std::tuple(m_plan.ends[link.end].detail == Detail::Tiles ? slot.to : 0U, link.client,
                                fromAll ? 0U : slot.from, portRank(slot.node), slot.node, slot.run);
        };
        for (PlacedNode& node : m_plan.clients) {
            std::sort(node.links.begin(), node.links.end(),
                [&key](std::uint32_t a, std::uint32_t b) { return key(a, true) < key(b, true); });
        }
        for (PlacedNode& node : m_plan.ends) {
            std::sort(node.links.begin(), node.links.end(),
                [&key](std::uint32_t a, std::uint32_t b) { return key(a, false) < key(b, false); });
        }
    }

    /// Where a group is open, those at its other side may have hundreds of ports: no badge for each, and no card that is
    /// taller than the picture.
    void crowd()
    {
        for (PlacedNode& node : m_plan.clients) {
            if (!node.isGroup() && node.links.size() > kManyPorts)
                node.detail = Detail::Compact;
        }
    }

    /// Of a client whose links lead into an opened group, as many as there are: the few others keep their badges, and take
    /// the larger part of the card.
    qreal besideTiles(const PlacedNode& node) const
    {
        constexpr std::size_t kFewOthers = 12;
        if (!node.isClientSide() || node.links.size() <= kManyPorts)
            return 0;
        const auto others = static_cast<std::size_t>(std::count_if(node.links.begin(), node.links.end(),
            [this](std::uint32_t l) { return m_plan.ends[m_plan.links[l].end].detail != Detail::Tiles; }));
        const qreal wanted = 1.4 * static_cast<qreal>(others) * portPitch(m_metrics, Detail::Snug);
        return others > kFewOthers || wanted > m_size.height() * 0.8 ? 0 : wanted;
    }

    /// What \a ports want, and no more than a share of the picture where they are many, or where a group was opened: its links
    /// have ports of their own, and a few brokers would make the whole picture tall and small.
    qreal portsHeight(qreal ports, Detail detail) const
    {
        const qreal wanted = ports * portPitch(m_metrics, detail);
        const bool isBesideTiles = std::any_of(m_plan.clients.begin(), m_plan.clients.end(),
            [](const PlacedNode& node) { return node.detail == Detail::Tiles; });
        if (ports <= static_cast<qreal>(kManyPorts) && !isBesideTiles)
            return wanted;
        const qreal few = 8 * portPitch(m_metrics, Detail::Compact);
        const auto cards = static_cast<qreal>(std::max(m_plan.ends.size(), std::size_t {1}));
        return std::min(wanted, std::max(few, m_size.height() * 0.8 / cards));
    }

    void widths()
    {
        const Metrics& m = m_metrics;
        qreal client = 11 * m.body;
        for (const PlacedNode& node : m_plan.clients) {
            qreal ids = 0; // a compact card has them beside its name
            if (node.detail == Detail::Compact) {
                for (std::uint32_t l : node.links)
                    ids = std::max(ids, idWidth(m, m_cast.places[m_plan.links[l].places.front()].node) + m.pad * 1.2);
            }
            const CastClient& c = m_cast.clients[node.members.front()];
            client = std::max(client, m.titleWidth(c.name) + ids + 2 * m.pad);
            if (!node.isGroup()) // what it says under its name is told in full, too
                client = std::max(client, m.smallWidth(clientLine(c.kind, c.membership)) + 1 + ids + 2 * m.pad);
        }
        qreal end = 11 * m.body;
        for (const PlacedNode& node : m_plan.ends) {
            const CastEnd& e = m_cast.ends[node.members.front()];
            end = std::max(end, m.monoSmallWidth(e.address) + 3 * m.pad);
            end = std::max(end, m.titleWidth(QStringLiteral("broker 0000")) + 3 * m.pad);
        }
        const qreal share
            = m_plan.clientMode == ClientMode::Compact ? 0.33 : 0.24; // no badges stand beside a compact one
        m_plan.clientWidth = std::min(client, std::max(8 * m.body, share * m_size.width()));
        m_plan.endWidth = std::min(end, std::max(9 * m.body, 0.26 * m_size.width()));
        // Names that this cuts take what links, badges and the words at their ends can spare.
        const qreal spare = std::max(
            0.0, m_size.width() - m_plan.clientWidth - m_plan.endWidth - m.widestBadge - 7 * m.small - 8 * m.body);
        const qreal more = std::min(end - m_plan.endWidth, spare / 2);
        m_plan.endWidth += more;
        m_plan.clientWidth += std::min(client - m_plan.clientWidth, spare - more);
    }

    qreal heights(std::vector<PlacedNode>& nodes)
    {
        const qreal room = m_size.height();
        qreal sum = 0;
        for (PlacedNode& node : nodes) {
            const qreal width = node.isClientSide() ? m_plan.clientWidth : m_plan.endWidth;
            node.rect = QRectF(0, 0, width, 0);
            node.rect.setHeight(height(node, room));
            sum += node.rect.height() + (&node == &nodes.front() ? 0 : smallestGap(m_metrics, node.detail));
        }
        return sum;
    }

    qreal height(PlacedNode& node, qreal room)
    {
        const Metrics& m = m_metrics;
        const auto ports = static_cast<qreal>(node.links.size());
        switch (node.detail) {
        case Detail::Full:
            if (node.isClientSide())
                return clientHeader(m, node.detail) + ports * portPitch(m, node.detail) + m.pad * 0.6;
            return std::max(2 * m.pad + m.title + 2 + m.small + m.pad * 0.6 + m.chip
                    + (m_cast.hasCoordinators && node.kind == NodeKind::Broker ? m.chip + 4 : 0),
                portsHeight(ports, node.detail) + m.pad * 0.6);
        case Detail::Snug:
            return clientHeader(m, node.detail) + ports * portPitch(m, node.detail) + m.pad * 0.4;
        case Detail::Compact:
            // A broker with a few links has room for what is told at their ends.
            if (!node.isClientSide() && m_plan.endMode == EndMode::Dense)
                return std::max(m.body * 1.7, ports * m.small * kDensePorts + m.pad * 0.5);
            if (!node.isClientSide() && ports <= 4 && m_plan.endMode != EndMode::Tight
                && m_plan.endMode != EndMode::Grouped)
                return std::max(m.body * 1.7, ports * (m.chip + 3) + m.pad * 0.6);
            return std::max(m.body * 1.7, std::max(portsHeight(ports, node.detail), besideTiles(node)) + m.pad * 0.5);
        case Detail::Group:
            groupCells(node);
            break;
        case Detail::Tiles:
            tiles(node, room);
            break;
        }
        const qreal header = clientHeader(m, node.detail);
        node.cells = QRectF(m.pad, header, node.cell.width() * node.columns, 0);
        const auto rows = std::ceil(static_cast<qreal>(node.members.size()) / std::max(1, node.columns));
        node.cells.setHeight(rows * node.cell.height());
        node.rect.setWidth(std::max(node.rect.width(), node.cells.width() + 2 * m.pad));
        return std::max(header + node.cells.height() + m.pad,
            node.detail == Detail::Group ? ports * portPitch(m, node.detail) + m.pad : 0);
    }

    /// Small squares, the largest that stay within a card of about a sixth of the picture.
    void groupCells(PlacedNode& node)
    {
        const qreal width = node.rect.width() - 2 * m_metrics.pad;
        const qreal most = std::max(60.0, m_size.height() * 0.3);
        for (qreal pitch : {14.0, 11.0, 9.0, 7.0, 5.0, 4.0, 3.0}) {
            node.columns = std::max(1, static_cast<int>(width / pitch));
            node.cell = {pitch, pitch};
            if (std::ceil(static_cast<qreal>(node.members.size()) / node.columns) * pitch <= most)
                break;
        }
    }

    /// Tiles that can be read; as many side by side as are needed for the height, as far as the other side and its links
    /// leave room. Where they are more than that they have the shape of the picture: it is looked at in parts, and a long
    /// column beside an empty wall has the most of them.
    void tiles(PlacedNode& node, qreal room)
    {
        qreal widest = 0;
        for (std::uint32_t i : node.members)
            widest = std::max(widest, m_metrics.monoSmallWidth(tileText(m_cast, node, i)));
        node.cell = {widest + 10, m_metrics.small + 5};
        const auto count = static_cast<qreal>(node.members.size());
        const qreal rows
            = std::max(1.0, std::floor((room - clientHeader(m_metrics, node.detail)) / node.cell.height()));
        const qreal other = node.isClientSide() ? m_plan.endWidth : m_plan.clientWidth;
        const qreal width = std::max(0.5 * m_size.width(), m_size.width() - other - 12 * m_metrics.body);
        const qreal most = std::max(1.0, std::floor(width / node.cell.width()));
        const qreal shape = std::ceil(
            std::sqrt(count * node.cell.height() / node.cell.width() * width / std::max(room, node.cell.height())));
        const qreal needed = std::ceil(count / rows);
        node.columns = static_cast<int>(std::max(1.0, needed <= most ? needed : std::max(most, shape)));
    }

    qreal rackHeight() const
    {
        qreal sum = 0;
        QString last;
        for (const PlacedNode& node : m_plan.ends) {
            const QString& rack = m_cast.ends[node.members.front()].rack;
            if (!rack.isEmpty() && rack != last)
                sum += m_metrics.small + m_metrics.pad;
            last = rack;
        }
        // What frames the first and the last one reaches a little beyond them.
        return sum > 0 ? sum + m_metrics.pad * (m_plan.endMode == EndMode::Dense ? 0.8 : 1.2) : 0;
    }

    const Cast& m_cast;
    const Metrics& m_metrics;
    QSizeF m_size;
    const Arrangement& m_arrangement;
    bool m_fewAddresses;
    Plan m_plan;
};

} // namespace

QString tileText(const Cast& cast, const PlacedNode& node, std::uint32_t member)
{
    if (!node.isClientSide()) {
        const CastEnd& end = cast.ends[member];
        return end.broker.isValid() ? QString::number(end.broker.value) : end.address;
    }
    // The part of the name that tells it from the others of its family.
    const QString& name = cast.clients[member].name;
    const QString& first = cast.clients[node.members.front()].name;
    qsizetype same = 0;
    while (same < name.size() && same < first.size() && name[same] == first[same] && !name[same].isDigit())
        ++same;
    const QString rest = name.mid(same);
    return rest.isEmpty() || node.members.size() < 2 ? name : rest;
}

qreal smallestGap(const Metrics& metrics, Detail detail)
{
    return detail == Detail::Compact || detail == Detail::Snug ? metrics.body * 0.4 : metrics.body * 0.9;
}

qreal idWidth(const Metrics& metrics, NodeId node)
{
    return metrics.monoSmallWidth(QStringLiteral("D ") + theme::Format::nodeId(node)) + 2;
}

qreal portPitch(const Metrics& metrics, Detail detail)
{
    switch (detail) {
    case Detail::Full:
        return metrics.badge + 5;
    case Detail::Snug:
        return metrics.badge + 2.5;
    case Detail::Compact:
        return metrics.small;
    case Detail::Group:
        return metrics.badge + 5;
    case Detail::Tiles:
        break;
    }
    return 2;
}

qreal clientHeader(const Metrics& metrics, Detail detail)
{
    if (detail == Detail::Full)
        return metrics.pad * 0.8 + metrics.title + 2 + metrics.small + metrics.pad * 0.5 + metrics.chip
            + metrics.pad * 0.8;
    if (detail == Detail::Snug)
        return metrics.pad * 0.7 + metrics.title + metrics.small + metrics.pad * 0.1;
    return metrics.pad * 0.8 + metrics.title + 2 + metrics.small + metrics.pad * 0.6;
}

bool isFew(const Cast& cast) { return cast.clients.size() <= kFew && cast.ends.size() <= kFew; }

Plan makePlan(const Cast& cast, const Metrics& metrics, QSizeF size, const Arrangement& arrangement)
{
    using C = ClientMode;
    using E = EndMode;
    static constexpr std::array<std::pair<C, E>, 20> kCandidates {{
        {C::Full, E::Full},
        {C::Full, E::Compact},
        {C::Snug, E::Compact},
        {C::Snug, E::Tight},
        {C::Compact, E::Full},
        {C::Compact, E::Compact},
        {C::Compact, E::Tight},
        {C::Compact, E::Dense},
        {C::Full, E::IdleGrouped},
        {C::Full, E::IdleGroupedCompact},
        {C::Snug, E::IdleGroupedCompact},
        {C::Compact, E::IdleGroupedCompact},
        {C::Grouped, E::Full},
        {C::Grouped, E::Compact},
        {C::Grouped, E::IdleGrouped},
        {C::Grouped, E::IdleGroupedCompact},
        {C::Full, E::Grouped},
        {C::Snug, E::Grouped},
        {C::Compact, E::Grouped},
        {C::Grouped, E::Grouped},
    }};
    // What is chosen must not depend on which groups are open, or opening one would turn the picture over.
    const Arrangement closed {arrangement.moved, {}};
    const auto make
        = [&](C clients, E ends) { return Planner(cast, metrics, size, arrangement).make(clients, ends); };
    std::pair least(C::Grouped, E::Grouped);
    qreal over = std::numeric_limits<qreal>::max();
    const bool few = isFew(cast);
    for (const auto& [clients, ends] : kCandidates) {
        if (ends == E::Dense && !few)
            continue;
        const Plan plan = Planner(cast, metrics, size, closed).make(clients, ends);
        if (const qreal height = std::max(plan.clientHeight, plan.endHeight); height < over * 0.95) {
            over = height;
            least = {clients, ends};
        }
        if (plan.clientHeight <= size.height() && plan.endHeight <= size.height())
            return make(clients, ends);
        // A few are never put together: the picture is made smaller instead.
        if (few && clients == C::Compact && ends == E::Dense
            && std::max(plan.clientHeight, plan.endHeight) * 0.6 <= size.height())
            return make(clients, ends);
    }
    return make(least.first, least.second);
}

} // namespace connscope::topology
