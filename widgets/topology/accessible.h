// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace connscope::topology {

class TopologyWidget;

/// Teaches QAccessible about TopologyWidget: its nodes and links are children with name, role, state and place. Once is
/// enough; more does no harm.
void installAccessible();
/// Tells a screen reader which child the keyboard is on.
void announceFocus(TopologyWidget* widget, int child);

} // namespace connscope::topology
