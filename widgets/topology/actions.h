// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"
#include "trace/worldstate.h"
#include "view/document.h"
#include "view/item.h"

#include <QMetaType>
#include <QString>

#include <vector>

namespace connscope::topology {

class Cast;

/// What a person asks the world to do. The application makes a scripted action of it at the current instant and runs the
/// scenario again from there.
struct TopologyAction {
    scenario::Action::Kind kind = scenario::Action::Kind::Mark;
    BrokerId broker; ///< whom it is about, or the new leader or coordinator
    ClientId client;
    ConnectionId connection; ///< of ResetConnection
    QString subject; ///< partition "t4-0", group "test", transactional id; of AppendRecords the partition
};

/// A line of the context menu; with `more` a submenu.
struct ActionEntry {
    QString text;
    QString unavailable; ///< why it would do nothing now; "" = it does something
    TopologyAction action;
    std::vector<ActionEntry> more;
};

/// What can be done to an item as the world is now: a broker that is down can be started, one that is up killed or
/// stopped. What would do nothing now says why. Empty for what nothing can be done to. Somebody else's brokers (\a where) take no
/// orders: of them only our own ends of connections can be reset, and links cut.
std::vector<ActionEntry> actionsFor(
    const Cast& cast, const trace::WorldState& world, view::Item item, view::World where = view::World::Simulation);

} // namespace connscope::topology

Q_DECLARE_METATYPE(connscope::topology::TopologyAction)
