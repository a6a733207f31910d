// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"
#include "truth/recording.h"

/// \file
/// The scenario that stands for a recording's set-up: cluster, client, and what the application did, as the header
/// and the README of tests/data/truth say.

namespace connscope::truth {

/// The scenario; it covers the recording's length. Quirks of the test brokers that a real one does not have:
/// librdkafka's mock offers JoinGroup up to version 5 without asking for a member id (KIP-394), so it is held at
/// version 3 here; the scripted broker places partition p of a new topic on broker p mod brokers.
scenario::Scenario scenarioFor(const Recording& recording);

} // namespace connscope::truth
