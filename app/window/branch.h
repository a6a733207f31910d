// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "scenario/model.h"
#include "topology/actions.h"
#include "view/document.h"

#include <QString>

#include <string>

/// \file
/// From a click in the picture to a line of the scenario's script: what a person does to the world at the playhead becomes
/// a scripted action at that instant, and the scenario is run again with it. What was before it stays as it was, since the
/// same seed gives the same beginning.

namespace connscope::app {

/// The scenario's own name of a client ("consumer", "consumer[2]"); an error where the trace does not tell it.
Result<std::string> scriptNameOf(const view::Document& document, ClientId client);

/// The action as the scenario would have it, at \a at. The document must be a scenario's.
Result<scenario::Action> scriptedAction(
    const topology::TopologyAction& wanted, const view::Document& document, Instant at);

/// What it is, in the words of the scenario format: "kill-broker broker 2".
QString actionText(const scenario::Action& action);

} // namespace connscope::app
