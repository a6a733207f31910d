// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/rng.h"
#include "base/time.h"
#include "scenario/model.h"
#include "session/transport.h"
#include "trace/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// \file
/// The ways between client programs and brokers: how long a segment travels, and what is broken. A link is one (client,
/// broker) pair and is looked up once for each connection; segments then go by its number.

namespace connscope::sim {

using LinkId = std::uint32_t;

using session::Fault;

class Network {
public:
    /// \a spec must outlive the network.
    Network(const scenario::NetworkSpec& spec, Rng rng);

    /// Makes a client known; its number is what link() takes. \a name is the scenario's, \a instance "name[3]" or the same.
    std::uint32_t addClient(std::string_view name, std::string_view instance);
    /// The way between a client and a broker (none: whatever is at an address without a broker).
    LinkId link(std::uint32_t client, BrokerId broker);

    /// When a segment of \a bytes that \a from sends at \a now arrives: the line is busy with one message after the other,
    /// then latency, jitter, and for each time that chance loses it a timeout, which doubles: \a firstTimeout, that of a SYN,
    /// or the way's own.
    Instant arrival(
        LinkId link, trace::Side from, std::uint32_t bytes, Instant now, std::optional<Duration> firstTimeout = {});
    /// The kernel's first retransmission timeout on this way: no less than a round trip.
    Duration retransmissionTimeout(LinkId link) const;

    bool isCut(LinkId link) const { return m_links[link].faults[static_cast<std::size_t>(Fault::Kind::Cut)] != 0; }
    bool dropsSyn(LinkId link) const
    {
        return m_links[link].faults[static_cast<std::size_t>(Fault::Kind::DropSyn)] != 0;
    }
    bool refuses(LinkId link) const
    {
        return m_links[link].faults[static_cast<std::size_t>(Fault::Kind::Refuse)] != 0;
    }

    /// Faults add up: a way is well again when every fault that covers it is gone.
    void add(const Fault& fault);
    /// Takes away the faults of this kind that \a fault covers (its client, its broker, or all). Returns how many.
    std::size_t remove(const Fault& fault);

private:
    /// A kind of way; a thousand clients share a few.
    struct Way {
        std::int64_t latency = 0; // ns
        std::uint64_t jitter = 0; // ns
        std::int64_t bitsPerSecond = 0;
        double loss = 0;
        std::int64_t retransmissionTimeout = 0;
    };
    struct Link {
        std::uint32_t way = 0;
        std::uint16_t faults[3] {}; // how many of each kind cover it
        std::uint32_t client = 0;
        BrokerId broker;
    };
    struct Line {
        Instant free[2] {}; // by direction: from the client, from the broker
    };
    struct Client {
        std::string name;
        std::string instance;
    };
    bool covers(const Fault& fault, const Link& link) const;
    const Way& wayOf(LinkId link) const { return m_ways[m_links[link].way]; }

    const scenario::NetworkSpec& m_spec;
    Rng m_rng;
    std::vector<Client> m_clients;
    std::vector<Way> m_ways; // 0: the default, then one for each rule
    std::vector<Link> m_links;
    std::vector<Line> m_lines; // by link, once one with a bandwidth was used
    std::unordered_map<std::uint64_t, LinkId> m_byPair; // looked up, never walked
    std::vector<Fault> m_faults;
};

} // namespace connscope::sim
