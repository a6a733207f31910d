// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "broker/spec.h"
#include "client/brain.h"
#include "scenario/annotation.h"
#include "trace/query.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// \file
/// A scenario as plain data: a cluster, a network, clients with their scripts, timed actions, and what is expected to
/// come out. The reader makes it from YAML; the simulated and the real session run it.

namespace connscope::scenario {

/// Properties of a way between a client host and a broker host, one direction alike the other.
struct LinkSpec {
    Duration latency {std::chrono::microseconds(100)}; ///< one way
    Duration jitter {std::chrono::microseconds(50)}; ///< each segment is late by 0 to jitter, never overtaking
    std::int64_t bitsPerSecond = 0; ///< 0 = no limit
    double loss = 0; ///< 0 to 1: share of segments that arrive a retransmission timeout late
    Duration retransmissionTimeout {ms(200)}; ///< the delay that a lost segment adds
    bool operator==(const LinkSpec&) const = default;
};
/// A rule for some pairs; later rules win.
struct LinkRule {
    std::string client; ///< client name or "*"
    std::optional<BrokerId> broker; ///< none = every broker
    LinkSpec link;
};
/// A NAT, firewall or load balancer between clients and brokers.
struct MiddleboxSpec {
    Duration idle {}; ///< zero = there is none
    bool resets = false; ///< answers a forgotten flow with a reset instead of silence
};
/// What the hosts' kernels do.
struct KernelSpec {
    Duration synRetry {ms(1000)}; ///< first SYN retransmission; doubles
    int synRetries = 6; ///< tcp_syn_retries: gives up after about 127 s
    Duration retransmissionGiveUp {ms(924'600)}; ///< tcp_retries2 = 15: unacknowledged data for about 15 minutes
    Duration timeWait {ms(60'000)};
    Duration finWait2 {ms(60'000)}; ///< orphaned sockets only
    Duration keepaliveTime {ms(7'200'000)};
    Duration keepaliveInterval {ms(75'000)};
    int keepaliveProbes = 9;
};
struct NetworkSpec {
    LinkSpec link; ///< the default for all pairs
    std::vector<LinkRule> links;
    std::map<std::string, std::vector<std::string>>
        dns; ///< host name to addresses; unknown names of brokers get one of their own
    std::vector<std::string> unresolvable; ///< names that have no address
    MiddleboxSpec middlebox;
    KernelSpec kernel;
    Duration turn {std::chrono::microseconds(
        20)}; ///< a process notices what arrived this much later, with all that came meanwhile
};

/// One client, or `count` alike.
struct ClientEntry {
    std::string name; ///< the scenario's own name, "consumer"; instances of count > 1 are "consumer[1]", …
    trace::ClientKind kind = trace::ClientKind::Producer;
    std::string profileName; ///< "" = the scenario's
    std::vector<std::string> whatIf;
    std::vector<std::pair<std::string, std::string>> config; ///< Kafka keys as written
    /// Of a client.properties file given beside the scenario: over `config`, and no part of the file, so never written.
    std::vector<std::pair<std::string, std::string>> commandConfig {};
    std::string
        host; ///< address of its machine; "" = one per client ("10.0.1.1", …), "127.0.0.1" if all brokers are on localhost
    Duration start {};
    int count = 1;
    Duration stagger {}; ///< between the starts of instances
    std::vector<client::Step> script; ///< never empty after reading: the kind's default script is filled in
    int line = 0; ///< in the file, for messages
};

/// Something that happens to the world.
struct Action {
    enum class Kind : std::uint8_t {
        KillBroker,
        StopBroker,
        StartBroker,
        RestartBroker,
        PauseBroker,
        ResumeBroker,
        SlowBroker,
        CutLink,
        HealLink,
        ResetConnection,
        DropSyn,
        AcceptSyn,
        RefuseConnections,
        AcceptConnections,
        MoveLeader,
        MoveCoordinator,
        MoveTransactionCoordinator,
        CreateTopic,
        AppendRecords,
        KillClient,
        PauseClient,
        ResumeClient,
        CloseClient,
        RecreateClient,
        RunSteps,
        SetBrokerConfig,
        Mark
    };
    Kind kind = Kind::Mark;
    // When: at an instant, or `after` a condition first holds; `every` repeats it `times` times (0 = without end).
    std::optional<Instant> at;
    std::optional<trace::Query> when;
    std::string whenText; ///< as written
    Duration after {};
    Duration every {};
    int times = 1;

    BrokerId broker;
    std::string client; ///< client name, instance name or "*"
    std::string
        node; ///< ResetConnection: node id or query on connections; "" = every connection that matches client and broker
    std::string topic;
    std::int32_t partition = 0;
    std::int32_t partitions = 1;
    std::int32_t replication = 1;
    std::int64_t records = 1;
    std::string group; ///< group id or transactional.id
    Duration
        duration {}; ///< SlowBroker: extra time; RestartBroker: how long it is down; Pause*, Cut, DropSyn, Refuse: ends by itself after this (zero = until undone)
    std::vector<std::pair<std::string, std::string>> config; ///< RecreateClient, SetBrokerConfig
    std::vector<client::Step> steps; ///< RunSteps
    std::string text; ///< Mark
    int line = 0;
};

/// A number that is expected: both ends included.
struct Range {
    std::int64_t low = 0;
    std::int64_t high = 0;
};
/// What should come out. Fields that are not given are not checked.
struct Expectation {
    std::vector<std::string> profiles; ///< empty = every profile
    std::string client; ///< "" = all clients together
    std::optional<Instant> at; ///< none = at the end
    std::optional<Range> opened; ///< connections opened up to then
    std::optional<Range> open; ///< open at that instant
    std::map<std::string, Range> openedByRole; ///< bootstrap, data, coordinator, transaction
    std::map<std::string, Range> openByRole;
    std::map<std::string, Range> closedBy; ///< client, broker, network
    std::map<std::string, Range> closedByRule; ///< rule names
    std::map<std::string, Range> requests; ///< API name to count sent
    std::optional<std::vector<std::int32_t>> nodes; ///< node ids in the order of opening, exactly
    std::optional<std::vector<std::int32_t>> nodesSet; ///< node ids in any order, exactly
    std::map<std::string, Range> count; ///< query on events to how many match
    std::string note; ///< why, for the message when it fails
    int line = 0;
};

/// Where the centre of something in the picture was put: ten-thousandths of the picture's width from its left edge and of
/// its height from its top. Whole numbers, so that what is written reads back equal.
struct Spot {
    std::int32_t x = 0;
    std::int32_t y = 0;
    bool operator==(const Spot&) const = default;
};
/// What a person did to the picture. A run does not read it. Things are called "client NAME", "broker ID",
/// "address HOST:PORT", and groups of them "clients …", "brokers RACK", "addresses".
struct Layout {
    std::map<std::string, Spot> moved;
    std::set<std::string> expanded; ///< groups that show each member

    bool isEmpty() const { return moved.empty() && expanded.empty(); }
    bool operator==(const Layout&) const = default;
};
/// A moment that a person wants to find again. A run does not read it.
struct Bookmark {
    Instant at {};
    std::optional<std::uint64_t> events; ///< how many events of that instant have happened; none = all
    std::string note;
    bool operator==(const Bookmark&) const = default;
};

struct Scenario {
    int formatVersion = 1;
    std::string file; ///< as given to the reader; "" for text in memory
    Text title;
    Text description;
    std::string theme; ///< gallery group
    std::uint64_t seed = 1;
    Duration until {std::chrono::seconds(30)}; ///< virtual time that a run covers
    std::int64_t epochMs = 0; ///< wall clock of instant 0
    std::string profileName = "java-3.9"; ///< for clients that name none
    std::map<std::string, std::string> notForProfiles; ///< profile to the reason why this scenario does not run on it
    std::uint64_t maxEvents = 50'000'000; ///< the run stops there with a message
    broker::ClusterSpec cluster;
    NetworkSpec network;
    std::vector<ClientEntry> clients;
    std::vector<Action> actions;
    std::vector<Expectation> expectations;
    Layout layout;
    std::vector<Bookmark> bookmarks;
    std::vector<Annotation> annotations;
};

} // namespace connscope::scenario
