// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/messages.h"

#include <span>
#include <vector>

/// \file
/// Which versions can be carried between bytes and brains. The codec reads more: what it reads beyond these lists says
/// things that protocol/messages.h has no words for, or would have to be answered with them.

namespace connscope::wire::convert {

/// What can be carried of a request and of its answer, ascending by api key: for ClusterSpec::carried. Below the codec's
/// own range are
/// - PRODUCE before 3 and FETCH before 4: message sets of magic 0 and 1, from before Kafka 0.11;
/// - OFFSET_COMMIT and OFFSET_FETCH 10: topic ids (KIP-848), which messages.h has not there;
/// - INIT_PRODUCER_ID 6: two-phase commit (KIP-939);
/// - ADD_PARTITIONS_TO_TXN from 4 on: several transactions, between brokers only (AddPartitionsToTxnRequest's
///   LAST_CLIENT_VERSION is 3);
/// - END_TXN 5 and TXN_OFFSET_COMMIT 5: the second transaction protocol (KIP-890), whose answers bring a new epoch and
///   which adds partitions without being asked.
const std::vector<protocol::ApiVersionRange>& carriedVersions();

/// What our own clients' typed requests can say, ascending by api key: carriedVersions() without FETCH and PRODUCE from 13
/// on, which name topics by ids (KIP-516) that our clients do not keep, and without METADATA 0, which cannot ask for no
/// topic.
const std::vector<protocol::ApiVersionRange>& spokenByOurClients();

/// What is left of a broker's list for one of our own clients to choose from: as the broker has it, within
/// spokenByOurClients(). Ranges that do not meet are left out.
std::vector<protocol::ApiVersionRange> spokenOf(std::span<const protocol::ApiVersionRange> offered);

} // namespace connscope::wire::convert
