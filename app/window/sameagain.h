// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/document.h"
#include "view/item.h"

#include <functional>

/// \file
/// Who is who when a scenario is run again: what was selected in one run is found in the next.

namespace connscope::app {

/// Items of \a before to those of \a next; none where there is nothing of the kind any more. A broker by its id, a client by
/// its name, a connection as the n-th of its client to its node id, an event by its number as far as both runs went alike.
/// Groups are not found. O(events); what it returns refers to neither.
/// \a own: the trace of the run that is run again: \a before's or, where another lies over it, the first one's. What the
/// second alone has is not found.
std::function<view::Item(view::Item)> sameAgain(
    const view::Document& before, const trace::Trace& own, const view::Content& next);

} // namespace connscope::app
