// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "scenario/model.h"
#include "theme/format.h"
#include "topology/actions.h"
#include "view/document.h"

#include <QString>

#include <QStringList>

#include <string>
#include <vector>

/// \file
/// From a click in the picture to a line of the scenario's script: what a person does to the world at the playhead becomes
/// a scripted action at that instant, and the scenario is run again with it. What was before it stays as it was, since the
/// same seed gives the same beginning.

namespace connscope::app {

/// The scenario's own name of a client ("consumer", "consumer[2]"); an error where the trace does not tell it.
Result<std::string> scriptNameOf(const view::Document& document, ClientId client);

/// The action as the scenario would have it, at \a at. The document must be a scenario's or a session's that runs.
Result<scenario::Action> scriptedAction(
    const topology::TopologyAction& wanted, const view::Document& document, Instant at);

/// All that was done, in one line: "kill broker 2, restart consumer, and 3 more".
QString branchText(const std::vector<scenario::Action>& added, const theme::Format& format, std::size_t most = 3);
/// The same with each one's instant, a line each.
QStringList branchLines(const std::vector<scenario::Action>& added, const theme::Format& format);

} // namespace connscope::app
