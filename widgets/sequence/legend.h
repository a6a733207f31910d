// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sequence/layout.h"
#include "theme/legend.h"

namespace connscope::sequence {

/// What the signs of a chart mean: those that occur in it. \a chart, \a layout and \a look must outlive it.
theme::Legend legendOf(const Chart& chart, const Layout& layout, const theme::Look& look);

} // namespace connscope::sequence
