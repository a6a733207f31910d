// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace connscope::timeline {

/// Tells QAccessible how a TimelineWidget is read: a list of lanes, each a list of its connections. Once is enough.
void installAccessibleTimeline();

} // namespace connscope::timeline
