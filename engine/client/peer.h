// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/smallvector.h"
#include "client/context.h"
#include "client/nodelist.h"
#include "protocol/messages.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// \file
/// One entry of ClusterConnectionStates together with what the Selector and InFlightRequests hold for the same node id:
/// everything a client keeps per node.

namespace connscope::client {

/// org.apache.kafka.clients.ConnectionState, plus None for an id that was never tried.
enum class ChannelState : std::uint8_t {
    None,
    Connecting,
    CheckingApiVersions,
    Ready,
    Disconnected,
    AuthenticationFailed
};

/// Who gets the answer.
enum class Handler : std::uint8_t { User, Metadata, ApiVersions };

/// A request that has been numbered.
struct ClientRequest {
    ApiKey api = ApiKey::None;
    std::int32_t correlation = -1;
    bool expectResponse = true;
    Handler handler = Handler::User;
    Duration timeout {};
    std::uint64_t cookie = 0; ///< the owner's own mark, handed back with the completion
    Instant created {};
    EventId cause;
    trace::RuleId rule = trace::RuleId::None;
    TextId text {0};
    protocol::RequestBody body;
};

/// A request that was handed to a connection and is not finished.
struct InFlight {
    ApiKey api = ApiKey::None;
    std::int16_t version = 0;
    std::int32_t correlation = -1;
    bool expectResponse = true;
    Handler handler = Handler::User;
    bool written = false;
    Duration timeout {};
    std::uint64_t cookie = 0;
    Instant sent {};
    EventId sentEvent;
};

/// What every request touches comes first: two cache lines.
struct alignas(64) Peer {
    NodeId id;
    ChannelState state = ChannelState::None;
    bool writePending = false; ///< inFlight.back() waits for the next select
    ConnectionId connection;
    EventId lastEvent; ///< the last event on it: the cause of what follows from time alone
    Instant throttledUntil {};
    std::shared_ptr<const std::vector<protocol::ApiVersionRange>> apiVersions;

    // ClusterConnectionStates.NodeConnectionState
    Instant lastAttempt {};
    SmallVector<InFlight, 1> inFlight; ///< InFlightRequests, oldest first
    Duration backoff {};
    std::uint32_t failures = 0;
    Duration setupTimeout {};
    std::uint32_t setupFailures = 0;
    std::string host;
    std::uint16_t port = 0;
    std::vector<std::string> addresses;
    std::size_t addressIndex = 0;
    Node node; ///< as last connected

    bool isConnected() const { return state == ChannelState::CheckingApiVersions || state == ChannelState::Ready; }
    bool isDisconnected() const
    {
        return state == ChannelState::Disconnected || state == ChannelState::AuthenticationFailed;
    }
};

} // namespace connscope::client
