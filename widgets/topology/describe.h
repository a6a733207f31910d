// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/hit.h"

#include <QString>

/// \file
/// The picture in words: what the pointer is told, what a screen reader reads, what the describe-this-picture panel says.

namespace connscope::topology {

/// "2147483645 = 2147483647 − 2: group coordinator on broker 2", "−1: first address of bootstrap.servers, broker not known
/// yet", "−1: first address of bootstrap.servers: broker 0", "2: broker 2". \a broker: whom it leads to, if the client knows.
QString nodeIdWords(NodeId node, Role role, BrokerId broker);

/// A few lines for the pointer; "" where there is nothing to say.
QString hoverWords(const Stage& stage, const Scene& scene, const Hit& hit);
/// One line: "−1, bootstrap, consumer-1 to broker 0: idle, the client closes in 3 s".
QString linkWords(const Stage& stage, const Scene& scene, std::uint32_t link);
/// One line: "broker 2, localhost:9094, t4-2 leader, coordinator test".
QString nodeWords(const Stage& stage, const Scene& scene, std::uint32_t node);
/// All that is seen now, a line for each client, broker, link and message; groups in one line each.
QString describe(const Stage& stage, const Scene& scene);

} // namespace connscope::topology
