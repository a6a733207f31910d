// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "base/time.h"
#include "protocol/messages.h"
#include "wire/types.h"

#include <optional>
#include <string>
#include <vector>

/// \file
/// Single values on their way between the brains' types and the wire's.

namespace connscope::wire::convert {

/// Cut to what 32 bits hold.
std::int32_t millis(Duration d);
inline Duration duration(std::int32_t milliseconds) { return ms(milliseconds); }

inline std::int16_t code(protocol::ErrorCode error) { return static_cast<std::int16_t>(error); }
/// Any code, also one without a name.
inline protocol::ErrorCode errorOf(std::int16_t code) { return static_cast<protocol::ErrorCode>(code); }
/// \a first if it is an error, else \a then.
inline protocol::ErrorCode firstOf(protocol::ErrorCode first, protocol::ErrorCode then)
{
    return first != protocol::ErrorCode::None ? first : then;
}

inline Uuid uuid(const protocol::Uuid& id) { return Uuid {id.bytes}; }
inline protocol::Uuid uuid(const Uuid& id) { return protocol::Uuid {id.bytes}; }

/// Null for "".
std::optional<std::string> nullable(const std::string& text);
/// "" for null.
std::string plain(const std::optional<std::string>& text);

/// Empty for null.
Bytes raw(const protocol::Bytes& bytes);
protocol::Bytes opaque(const Bytes& bytes);
/// As text that is "" for null, and the other way.
std::string textOf(const protocol::Bytes& bytes);
protocol::Bytes bytesOf(const std::optional<std::string>& text);

std::vector<std::int32_t> numbers(const std::vector<BrokerId>& brokers);
std::vector<BrokerId> brokers(const std::vector<std::int32_t>& numbers);

/// -1 without a broker, as Node.noNode() has it.
std::int32_t portOf(const protocol::BrokerEndpoint& endpoint);
/// An error for a port above 65535, or a negative one of a broker that exists.
Result<protocol::BrokerEndpoint> endpoint(
    std::int32_t id, const std::string& host, std::int32_t port, const std::optional<std::string>& rack = {});

/// An error for anything but 0 and 1 (IsolationLevel#forId).
Result<protocol::IsolationLevel> isolationOf(std::int8_t level);

/// The entry of a topic to which another of its partitions is added: neighbours of one topic share an entry, so that the
/// order of the partitions stays. \a Name is the member that holds the topic's name or id.
template <auto Name, typename Topic, typename Key>
Topic& entryOf(std::vector<Topic>& topics, const Key& name)
{
    if (topics.empty() || !(topics.back().*Name == name))
        topics.emplace_back().*Name = name;
    return topics.back();
}

} // namespace connscope::wire::convert
