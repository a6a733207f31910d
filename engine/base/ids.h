// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

/// \file
/// Strong ids: small values that cannot be mixed up. Ids, never pointers, cross the doors of the house.

namespace connscope {

/// A number with a meaning of its own. `Tag` is only a name.
template <typename Tag, typename Rep>
struct StrongId {
    Rep value = kNone;
    static constexpr Rep kNone = std::numeric_limits<Rep>::is_signed ? Rep(-1) : std::numeric_limits<Rep>::max();

    constexpr StrongId() = default;
    constexpr explicit StrongId(Rep v)
        : value(v)
    {
    }
    constexpr bool isValid() const { return value != kNone; }
    constexpr auto operator<=>(const StrongId&) const = default;
};

/// Position of an event in its trace, from 0. "None" where an event has no cause in the trace.
using EventId = StrongId<struct EventTag, std::uint32_t>;
/// One TCP connection of one client, one life; from 0 in order of opening. A reconnect gets a new one.
using ConnectionId = StrongId<struct ConnectionTag, std::uint32_t>;
/// A client instance of the trace, from 0 in order of construction. Two instances may share a client.id.
using ClientId = StrongId<struct ClientTag, std::uint32_t>;
/// Interned text of a trace; 0 is the empty text.
using TextId = StrongId<struct TextTag, std::uint32_t>;
/// `broker.id`; -1 = none or not known.
using BrokerId = StrongId<struct BrokerTag, std::int32_t>;

/// What a role of a connection is: who is at the other end, in the client's eyes.
enum class Role : std::uint8_t {
    Unknown, ///< evidence only
    Bootstrap, ///< an address of bootstrap.servers
    Data, ///< a broker under its own id (data, metadata, transaction coordinator)
    Coordinator, ///< the group coordinator's own connection
    Transaction, ///< a broker under its own id that carries transaction coordinator traffic
};
inline constexpr int kRoleCount = 5;

/// The node id of Kafka's Java client: what it keys a connection by. It never travels on the wire.
/// Bootstrap addresses are -1, -2, ... in the order of bootstrap.servers (Cluster#bootstrap); brokers have their
/// broker.id; the group coordinator's connection is Integer.MAX_VALUE - broker.id
/// (AbstractCoordinator.FindCoordinatorResponseHandler#onSuccess).
struct NodeId {
    std::int32_t value = kNoneValue;

    static constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
    static constexpr std::int32_t kNoneValue = std::numeric_limits<std::int32_t>::min();
    /// Ids above this are read as coordinator connections: broker ids are small in practice.
    static constexpr std::int32_t kCoordinatorFloor = kMax - (1 << 20);

    constexpr NodeId() = default;
    constexpr explicit NodeId(std::int32_t v)
        : value(v)
    {
    }
    /// \a index counts from 0: the first address of bootstrap.servers gives -1.
    static constexpr NodeId bootstrap(int index) { return NodeId {-1 - index}; }
    static constexpr NodeId broker(BrokerId id) { return NodeId {id.value}; }
    static constexpr NodeId coordinator(BrokerId id) { return NodeId {kMax - id.value}; }

    constexpr bool isValid() const { return value != kNoneValue; }
    constexpr bool isBootstrap() const { return isValid() && value < 0; }
    constexpr bool isCoordinator() const { return value > kCoordinatorFloor; }
    constexpr bool isBroker() const { return value >= 0 && !isCoordinator(); }
    /// The broker that the id names; none for a bootstrap address.
    constexpr BrokerId brokerId() const
    {
        return isCoordinator() ? BrokerId {kMax - value} : isBroker() ? BrokerId {value} : BrokerId {};
    }
    constexpr Role role() const
    {
        return isBootstrap()  ? Role::Bootstrap
            : isCoordinator() ? Role::Coordinator
            : isBroker()      ? Role::Data
                              : Role::Unknown;
    }
    constexpr auto operator<=>(const NodeId&) const = default;
};

} // namespace connscope

template <typename Tag, typename Rep>
struct std::hash<connscope::StrongId<Tag, Rep>> {
    std::size_t operator()(connscope::StrongId<Tag, Rep> id) const noexcept { return std::hash<Rep> {}(id.value); }
};
template <>
struct std::hash<connscope::NodeId> {
    std::size_t operator()(connscope::NodeId id) const noexcept { return std::hash<std::int32_t> {}(id.value); }
};
