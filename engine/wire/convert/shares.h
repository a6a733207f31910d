// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/messages.h"
#include "wire/types.h"

#include <optional>
#include <string>
#include <vector>

/// \file
/// What consumers tell each other inside JOIN_GROUP and SYNC_GROUP (wire/consumerprotocol.h), as topics and partitions.

namespace connscope::wire::convert {

/// The version of a subscription that a Java client puts into a JOIN_GROUP of that version; see convert.h.
std::int16_t subscriptionVersion(std::int16_t joinGroupVersion);
/// The same of an assignment inside SYNC_GROUP. Before the assignor had a word in it (2.4) both were 0.
std::int16_t assignmentVersion(std::int16_t syncGroupVersion);

Result<Bytes> subscriptionBytes(
    const std::vector<std::string>& topics, const std::string& rack, std::int16_t version);
Result<Bytes> assignmentBytes(const std::vector<protocol::TopicPartition>& partitions, std::int16_t version);

/// Nothing where the bytes are no subscription: a group of Kafka Connect, say.
std::optional<std::vector<std::string>> topicsOf(const Bytes& subscription);
std::optional<std::vector<protocol::TopicPartition>> partitionsOf(const Bytes& assignment);

} // namespace connscope::wire::convert
