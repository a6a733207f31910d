// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/world.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Which broker coordinates a group or a transactional.id. Kafka hashes the name to a partition of an internal topic
/// (__consumer_offsets, __transaction_state) and the leader of that partition is the coordinator. Its partitions are laid
/// out here over the brokers in turn, from the lowest id on. A name that the scenario, or a person, gives a coordinator
/// is taken out of the hash and has a seat of its own.
///
/// A coordinator that is gone is replaced by the next living broker in order of id. It gets its seats back when preferred
/// leaders are elected.

namespace connscope::broker {

/// String.hashCode of Java: 31 * h + c over the UTF-16 code units.
std::int32_t javaHash(std::string_view utf8);
/// Utils.abs(hash) % partitions: GroupMetadataManager#partitionFor, TransactionStateManager#partitionFor.
std::uint32_t coordinatorPartition(std::string_view name, std::int32_t partitions);

/// The seats of one kind of coordinator.
class Coordinators {
public:
    /// \a fixed: by hand. \a world's brokers are there already.
    Coordinators(const World& world, std::int32_t partitions, const std::map<std::string, BrokerId>& fixed);

    /// The seat of a name; stays the same until it is moved.
    std::uint32_t seatOf(std::string_view name) const;
    BrokerIndex at(std::uint32_t seat) const { return m_seats[seat].current; }
    BrokerIndex of(std::string_view name) const { return at(seatOf(name)); }

    /// Gives the name a seat of its own at \a to. Returns the seat.
    std::uint32_t move(std::string_view name, BrokerIndex to);
    /// Each returns whether any seat changed.
    bool brokerLost(BrokerIndex broker);
    bool brokerBack(BrokerIndex broker);
    bool electPreferred(BrokerIndex broker);

private:
    struct Seat {
        BrokerIndex preferred = kNoBroker;
        BrokerIndex current = kNoBroker;
    };
    BrokerIndex nextLiving(BrokerIndex from) const;

    const World& m_world;
    std::uint32_t m_partitions;
    std::vector<Seat> m_seats; // the partitions, then those by hand
    std::map<std::string, std::uint32_t, std::less<>> m_fixed;
};

} // namespace connscope::broker
