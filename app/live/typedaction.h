// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "scenario/model.h"

#include <string>

/// \file
/// What is typed to a running cluster is done at once and answered in one line: what holds now, or why it was not done.

namespace connscope::real {
class RealSession;
}

namespace connscope::app {

/// Does \a action and says what holds now: "broker 2 refuses new connections; accept 2 ends that". The error says why nothing was done.
/// AcceptConnections ends what refuse and what drop-syn began.
Result<std::string> doTyped(real::RealSession& session, const scenario::Action& action);

/// One line for each broker: where it listens, whether it is up, and which faults are on.
std::string brokersText(const real::RealSession& session);

} // namespace connscope::app
