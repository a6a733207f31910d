// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/convert.h"
#include "wire/records.h"

/// \file
/// What both directions of convert.h need: grouping by topic, durations, record batches of a given size.

namespace connscope::wire::parts {

/// "" is null where the typed structs mean "none".
std::optional<std::string> orNull(const std::string& text);
std::int32_t millis(Duration d);
std::int16_t code(protocol::ErrorCode error);
protocol::ErrorCode error(std::int16_t code);

Uuid idOf(const Conversion& with, const std::string& name);
std::string nameOf(const Conversion& with, const Uuid& id);

/// The entry of \a list whose \a member is \a key, at the end if there was none: partitions are grouped by topic in the
/// order in which the topics first appear.
template <typename Entry, typename Key>
Entry& entryOf(std::vector<Entry>& list, Key Entry::*member, const Key& key)
{
    for (auto it = list.rbegin(); it != list.rend(); ++it) { // neighbours are of one topic as a rule
        if ((*it).*member == key)
            return *it;
    }
    Entry& entry = list.emplace_back();
    entry.*member = key;
    return entry;
}

/// A batch of \a records records that takes about \a bytes bytes in all, and not less than it must.
Bytes batchOf(std::int32_t records, std::int32_t bytes, const BatchOptions& options);
/// Number of records in the batches, bytes of them, offset of the first; all of a `records` field.
struct BatchSum {
    std::int32_t records = 0;
    std::int32_t bytes = 0;
    std::optional<BatchHeader> first;
};
Result<BatchSum> sumOf(const std::optional<Bytes>& records);

/// The bytes of a Subscription or Assignment for these topics or partitions, as a Java client writes them.
Bytes subscriptionOf(const std::vector<std::string>& topics, const std::string& rack);
Bytes assignmentOf(const std::vector<protocol::TopicPartition>& partitions);
/// Partitions of an Assignment; none for no bytes at all.
Result<std::vector<protocol::TopicPartition>> partitionsOf(const Bytes& assignment);

/// An answer of another kind, or a message that the brains do not speak.
tl::unexpected<Error> noTypedForm(std::string_view name);

} // namespace connscope::wire::parts
