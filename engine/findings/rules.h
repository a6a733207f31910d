// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings/facts.h"

#include <vector>

/// \file
/// One function a rule, one file a function. A rule errs on the side of silence: what it says must be seen in the trace.
/// Each is O(connections), but for a logarithm.

namespace connscope::findings {

using Found = std::vector<Finding>;

void notConstructed(const Facts& facts, Found& out);
void advertisedUnreachable(const Facts& facts, Found& out);
void bootstrapUnreachable(const Facts& facts, Found& out);
void leak(const Facts& facts, Found& out);
void clientLimitAboveMiddlebox(const Facts& facts, Found& out);
void zombieConnection(const Facts& facts, Found& out);
void closeWaitStanding(const Facts& facts, Found& out);
void reconnectStorm(const Facts& facts, Found& out);
void setupTimeout(const Facts& facts, Found& out);
void closedTogether(const Facts& facts, Found& out);
void clientLimitAboveBroker(const Facts& facts, Found& out);
void sharedClientId(const Facts& facts, Found& out);
void neverUsed(const Facts& facts, Found& out);
void idleClose(const Facts& facts, Found& out);
void twoSocketsToOneHost(const Facts& facts, Found& out);
void connectionsOfAClient(const Facts& facts, Found& out);

/// Sets the remedy of a finding whose length is the idle limit of \a other (Broker, or None: a middlebox), so that a client
/// with the limit \a own (none: not told) that looks as late as \a look closes first.
void adviseLimits(Finding& finding, std::optional<Duration> own, Duration look, trace::Side other);
/// Why an address could not be reached.
bool isUnreachable(trace::RuleId rule);

} // namespace connscope::findings
