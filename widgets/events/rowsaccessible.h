// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace connscope::events {

class RowsView;

/// Makes RowsView known to assistive technology: a list whose items are the rows in sight, each read as its text. Cheap to
/// call again.
void installRowsAccessibility();
/// The current row is another one.
void notifyCurrentRow(RowsView& view);

} // namespace connscope::events
