// SPDX-License-Identifier: GPL-3.0-or-later
// Several things that the picture shows as one: how many, how they are, what is open to them.
#include "inspector/pagewriter.h"

#include <algorithm>

namespace connscope::inspector {

Sheet PageWriter::group(const view::Group& group) const
{
    using Kind = view::Group::Kind;
    Sheet sheet;
    const auto number = [this](std::size_t n) { return m_look.format().number(static_cast<qint64>(n)); };
    std::size_t well = 0;
    switch (group.kind) {
    case Kind::Clients:
        for (const ClientId id : group.clients)
            well += m_world.client(id).isAlive() ? 1U : 0U;
        sheet.caption(tr("Group of clients"));
        sheet.add(BlockKind::Title, tr("%1 clients").arg(number(group.clients.size())));
        sheet.fact(tr("running"), number(well));
        break;
    case Kind::Brokers: {
        std::size_t silent = 0;
        for (const BrokerId id : group.brokers) {
            const trace::BrokerState* state = m_world.broker(id);
            silent += state ? 0U : 1U;
            well += state && state->power == trace::BrokerState::Power::Up ? 1U : 0U;
        }
        sheet.caption(tr("Group of brokers"));
        sheet.add(BlockKind::Title, tr("%1 brokers").arg(number(group.brokers.size())));
        if (silent < group.brokers.size())
            sheet.fact(tr("up"), number(well));
        else
            sheet.text(tr("The trace has not spoken of them yet."), Tone::Secondary);
        if (const std::size_t ill = group.brokers.size() - silent - well; ill > 0)
            sheet.fact(tr("down or paused"), number(ill)).tone = Tone::Error;
        if (!group.brokers.empty())
            sheet.fact(tr("ids"), tr("%1 to %2").arg(group.brokers.front().value).arg(group.brokers.back().value));
        break;
    }
    case Kind::Addresses:
        sheet.caption(tr("Group of addresses"));
        sheet.add(BlockKind::Title, tr("Addresses without a broker"));
        break;
    case Kind::Connections:
        sheet.caption(tr("Connections that share a line"));
        sheet.add(BlockKind::Title, tr("%1 connections").arg(number(group.connections.size())));
        break;
    }
    std::vector<ConnectionId> open;
    std::size_t opened = 0;
    std::size_t idle = 0;
    std::map<Role, int> roles;
    for (const ConnectionId id : group.connections) {
        const trace::ConnectionState c = m_world.connection(id);
        opened += c.exists() ? 1U : 0U;
        if (!c.isOpen())
            continue;
        open.push_back(id);
        ++roles[m_world.role(c)];
        idle += isQuiet(c) ? 1U : 0U;
    }
    sheet.fact(tr("opened so far"), number(opened));
    sheet.fact(tr("closed again"), number(opened - open.size()));
    if (!open.empty())
        sheet.fact(tr("idle now"), number(idle));
    sheet.section(tr("Connections now: %1").arg(number(open.size())));
    if (!roles.empty())
        sheet.text(roleCounts(roles), Tone::Secondary);
    connections(sheet, open, group.kind == Kind::Brokers || group.kind == Kind::Addresses);
    if (group.kind != Kind::Connections)
        sheet.text(tr("A double click or Enter on the group shows each of them in its place."), Tone::Secondary);
    return sheet;
}

} // namespace connscope::inspector
