// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// \file
/// The order in which Java's HashMap hands out its entries. It is neither sorted nor random: it follows from the keys'
/// hash codes and the table's size, and it decides which leader's connection is opened first (2, 0, 1 in the course's
/// log). Facts from the specification of String.hashCode and the behaviour of java.util.HashMap without collisions beyond
/// a bucket's list.

namespace connscope::client {

/// String.hashCode() over UTF-8 text that is ASCII (names of topics and hosts are).
constexpr std::int32_t javaHash(std::string_view text)
{
    std::uint32_t h = 0;
    for (const char c : text)
        h = 31 * h + static_cast<unsigned char>(c);
    return static_cast<std::int32_t>(h);
}

/// org.apache.kafka.common.Node#hashCode.
constexpr std::int32_t javaNodeHash(std::string_view host, std::int32_t id, std::int32_t port, std::string_view rack)
{
    std::uint32_t h = 31 + static_cast<std::uint32_t>(javaHash(host));
    h = 31 * h + static_cast<std::uint32_t>(id);
    h = 31 * h + static_cast<std::uint32_t>(port);
    h = 31 * h + (rack.empty() ? 0U : static_cast<std::uint32_t>(javaHash(rack)));
    return static_cast<std::int32_t>(h);
}

/// org.apache.kafka.common.TopicPartition#hashCode.
constexpr std::int32_t javaTopicPartitionHash(std::string_view topic, std::int32_t partition)
{
    std::uint32_t h = 31 + static_cast<std::uint32_t>(partition);
    h = 31 * h + static_cast<std::uint32_t>(javaHash(topic));
    return static_cast<std::int32_t>(h);
}

/// How an entry gets into its bucket: put() appends to the bucket's list, computeIfAbsent() (and so Collectors.groupingBy)
/// puts a new entry at its head.
enum class JavaInsert : std::uint8_t { Put, ComputeIfAbsent };

/// Positions of \a hashes (in order of insertion) in the order in which a default-sized HashMap that grew to hold them
/// iterates.
std::vector<std::size_t> javaHashMapOrder(
    const std::vector<std::int32_t>& hashes, JavaInsert insert = JavaInsert::Put);

} // namespace connscope::client
