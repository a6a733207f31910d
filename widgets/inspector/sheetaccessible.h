// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace connscope::inspector {

class SheetView;

/// Makes SheetView known to assistive technology: a list whose items are its blocks, each read as its text. Cheap to call
/// again.
void installSheetAccessibility();
/// The keyboard is on another block.
void notifyFocusedBlock(SheetView& view);

} // namespace connscope::inspector
