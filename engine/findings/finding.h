// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/time.h"
#include "trace/event.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// An observation about a trace that an engineer would make who has seen many of them, with the events that show it and,
/// where there is one, the setting that changes it. A finding is computed from the trace alone: a simulation and a real
/// session give the same findings for the same events.

namespace connscope::findings {

enum class Kind : std::uint8_t {
    // what somebody has to repair
    NotConstructed, ///< a client's constructor threw; `clients` is empty, the events say who
    AdvertisedUnreachable, ///< bootstrap works, but a broker was never reached where metadata says it is
    BootstrapUnreachable, ///< not one address of bootstrap.servers was ever ready
    Leak, ///< instances that come one after the other, are used no more, and stay
    ClientLimitAboveMiddlebox, ///< a middlebox forgot a connection that both ends still believed in
    ZombieConnection, ///< open, of no use, and both ends have switched their idle check off: nobody will ever close it
    CloseWaitStanding, ///< the client's end was in CLOSE-WAIT for kCloseWaitAfter or more
    // what may well be a mistake
    ReconnectStorm, ///< kStormOpenings connections of a client to one node within kStormWindow
    SetupTimeout, ///< nothing answered the SYN
    ClosedTogether, ///< connections of several clients to one broker ended in the same moment
    ClientLimitAboveBroker, ///< the broker's connections.max.idle.ms is not above the client's: the broker closes first
    SharedClientId, ///< several instances with one client.id at the same time
    // as designed, and worth knowing
    NeverUsed, ///< ready, then nothing but the handshake's own requests for kUnusedAfter
    IdleClose, ///< an idle limit did what it is there for
    TwoSocketsToOneHost, ///< one client, one broker, several connections at the same time
    ConnectionsOfAClient, ///< how many connections an instance has, and which
};
inline constexpr int kKindCount = static_cast<int>(Kind::ConnectionsOfAClient) + 1;

/// How much it matters. Note: it is as designed.
enum class Weight : std::uint8_t { Fault, Warning, Note };
inline constexpr int kWeightCount = 3;

/// How sure it is.
enum class Certainty : std::uint8_t {
    Certain, ///< the trace shows all that the finding says
    Likely, ///< a setting is not known, or something was told from what followed: the finding says what
};

// Thresholds of the rules.
inline constexpr int kStormOpenings = 5;
inline constexpr Duration kStormWindow = std::chrono::seconds(60);
inline constexpr Duration kUnusedAfter = std::chrono::seconds(60);
inline constexpr Duration kCloseWaitAfter = std::chrono::seconds(10);
/// Where the limits of both ends are known to be off.
inline constexpr Duration kZombieAfter = std::chrono::minutes(10);
/// Where a limit is not known: longer than any default (9 and 10 minutes) with the latest check.
inline constexpr Duration kZombieAfterUnknown = std::chrono::minutes(25);
inline constexpr std::size_t kLeakInstances = 10;
inline constexpr std::size_t kTogetherClients = 3;
inline constexpr Duration kTogetherWindow = ms(100);
/// A silence before a request that was never answered: long enough for a middlebox to forget.
inline constexpr Duration kSuspiciousSilence = std::chrono::seconds(60);

/// A setting that changes it.
struct Remedy {
    trace::Side side = trace::Side::Client; ///< whose; Client, Broker, or None: a middlebox's
    std::string_view key; ///< Kafka's; "" of a middlebox, which has none
    std::string value; ///< "" where it depends on the installation
    bool operator==(const Remedy&) const = default;
};

struct Finding {
    Kind kind = Kind::ZombieConnection;
    Weight weight = Weight::Note;
    Certainty certainty = Certainty::Certain;
    std::vector<ClientId> clients; ///< whom it concerns, in the order of construction
    std::vector<ConnectionId> connections; ///< in the order of opening
    std::vector<EventId> events; ///< what shows it, in the order of time; never empty
    NodeId node; ///< where one node is concerned
    BrokerId broker; ///< where one broker is concerned
    trace::Side side = trace::Side::None; ///< IdleClose: who closed
    Duration length {}; ///< how long it lasted, or the limit that matters; 0 where the kind has none
    Duration limit {}; ///< the client's own limit, for the kinds that compare; negative: switched off
    trace::ClientKind clientKind = trace::ClientKind::Other; ///< ConnectionsOfAClient: of whom it speaks
    bool hasCoordinator = false; ///< ConnectionsOfAClient: one of them is to a group coordinator
    std::uint32_t least
        = 0; ///< IdleClose: of addresses of bootstrap.servers; ConnectionsOfAClient: of the instance with fewest …
    std::uint32_t most = 0; ///< … and with most; TwoSocketsToOneHost: at the same time
    std::optional<Remedy> remedy;
    std::optional<Remedy> also; ///< what must be set with it, where neither helps alone
    bool operator==(const Finding&) const = default;
};

} // namespace connscope::findings
