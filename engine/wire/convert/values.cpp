// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/values.h"

#include <algorithm>
#include <limits>

namespace connscope::wire::convert {

std::int32_t millis(Duration d)
{
    using Limits = std::numeric_limits<std::int32_t>;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(toMs(d), Limits::min(), Limits::max()));
}

std::optional<std::string> nullable(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

std::string plain(const std::optional<std::string>& text) { return text.value_or(std::string()); }

Bytes raw(const protocol::Bytes& bytes) { return bytes ? Bytes(bytes->begin(), bytes->end()) : Bytes(); }

protocol::Bytes opaque(const Bytes& bytes) { return std::make_shared<const std::string>(bytes.begin(), bytes.end()); }

std::string textOf(const protocol::Bytes& bytes) { return bytes ? *bytes : std::string(); }

protocol::Bytes bytesOf(const std::optional<std::string>& text)
{
    return text && !text->empty() ? std::make_shared<const std::string>(*text) : nullptr;
}

std::vector<std::int32_t> numbers(const std::vector<BrokerId>& brokers)
{
    std::vector<std::int32_t> result;
    result.reserve(brokers.size());
    for (const BrokerId broker : brokers)
        result.push_back(broker.value);
    return result;
}

std::vector<BrokerId> brokers(const std::vector<std::int32_t>& numbers)
{
    std::vector<BrokerId> result;
    result.reserve(numbers.size());
    for (const std::int32_t number : numbers)
        result.emplace_back(number);
    return result;
}

std::int32_t portOf(const protocol::BrokerEndpoint& endpoint) { return endpoint.id.isValid() ? endpoint.port : -1; }

Result<protocol::BrokerEndpoint> endpoint(
    std::int32_t id, const std::string& host, std::int32_t port, const std::optional<std::string>& rack)
{
    if (id < 0) // Node.noNode()
        return protocol::BrokerEndpoint {};
    if (port < 0 || port > 0xffff)
        return fail("broker " + std::to_string(id) + " is said to listen on port " + std::to_string(port)
            + "; 0 to 65535 was expected");
    return protocol::BrokerEndpoint {BrokerId {id}, host, static_cast<std::uint16_t>(port), plain(rack)};
}

Result<protocol::IsolationLevel> isolationOf(std::int8_t level)
{
    if (level != 0 && level != 1)
        return fail(
            "isolation level " + std::to_string(level) + "; 0 (read uncommitted) or 1 (read committed) was expected");
    return static_cast<protocol::IsolationLevel>(level);
}

} // namespace connscope::wire::convert
