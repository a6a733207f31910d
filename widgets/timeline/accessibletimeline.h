// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace connscope::timeline {

class TimelineWidget;

/// Tells QAccessible how a TimelineWidget is read: a list of lanes, each a list of its connections. Once is enough.
void installAccessibleTimeline();
/// Tells a screen reader which row the keyboard is on: that of the selection.
void announceRow(TimelineWidget* timeline);

} // namespace connscope::timeline
