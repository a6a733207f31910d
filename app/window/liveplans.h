// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/clientproperties.h"
#include "app/window/livesession.h"
#include "base/result.h"
#include "view/document.h"

#include <cstdint>
#include <string>

/// \file
/// What a real session is to run, from what a person chose.

namespace connscope::app {

/// What begins the name of every group that the window joins on somebody else's cluster, unless told otherwise.
inline constexpr const char* kGroupPrefix = "connscope-";

/// The scenario of \a document as it is now, with all that was done to it, against brokers of our own.
LivePlan scenarioPlan(const view::Document& document);

/// What is simulated beside \a document's session: its scenario, and on somebody else's cluster what of it was played there, with the
/// names that brokers have there.
scenario::Scenario playedScenario(const view::Document& document);

/// Whether other programs find those brokers: each listens where the scenario has it, which is what they tell about each
/// other. Where such a port was taken only clients of ours know the other one.
bool listenAsWritten(const scenario::Scenario& scenario, const std::vector<LiveBroker>& brokers);

/// A cluster of equal brokers for any client, until it is stopped. \a port: the first broker's, the others follow; 0 = any
/// that are free.
Result<LivePlan> clusterPlan(int brokers, std::uint16_t port);

/// One client against somebody else's cluster.
struct OutsideRequest {
    std::string bootstrapServers;
    bool isProducer = false; ///< else a consumer
    bool mayWrite = false; ///< a producer needs it; a consumer commits its offsets only with it
    std::string topic;
    std::string group; ///< of a consumer
    ClientProperties properties; ///< of a client.properties file
};
/// Errors say what is missing. Without `mayWrite` nothing is written on the cluster: no record, no offset, no topic.
Result<LivePlan> outsidePlan(const OutsideRequest& request);

} // namespace connscope::app
