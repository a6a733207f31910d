// SPDX-License-Identifier: GPL-3.0-or-later
// NetworkClient#leastLoadedNode: whom to ask when anybody may answer. How it chooses is what most changed between versions.
#include "client/networkclient.h"

#include <limits>

namespace connscope::client {

NetworkClient::Choice NetworkClient::leastLoadedNode()
{
    Choice result;
    NodeList& nodes = m_metadata.nodes();
    const std::size_t count = nodes.size();
    if (count == 0)
        return result;
    const auto start = static_cast<std::size_t>(m_context.rng.below(count));
    const auto stateOf = [this](const Node& node) -> const Peer* {
        return own(m_context.profile.reuseByAddress ? alias(node) : node.id);
    };

    if (m_context.profile.leastLoaded == LeastLoaded::FewestInFlight) {
        // An update that is due makes every node "not ready": then the first one without requests wins, connected or not.
        const bool updateDue = isUpdateDue();
        std::int32_t fewest = std::numeric_limits<std::int32_t>::max();
        for (std::size_t i = 0; i < count; ++i) {
            const Node& node = nodes.shuffled((start + i) % count, m_context.rng);
            const Peer* p = stateOf(node);
            const auto inFlight = p ? static_cast<std::int32_t>(p->inFlight.size()) : 0;
            if (inFlight == 0 && !updateDue && canSend(node.id)) {
                result.node = &node;
                result.inFlight = 0;
                break;
            }
            const bool blackedOut = p && p->isDisconnected() && !canConnect(*p);
            if (!blackedOut && inFlight < fewest) {
                fewest = inFlight;
                result.node = &node;
                result.inFlight = inFlight;
                if (updateDue && fewest == 0)
                    break;
            }
        }
        result.anyAvailable = result.node != nullptr;
        return result;
    }

    const Node* ready = nullptr;
    const Node* connecting = nullptr;
    const Node* connectable = nullptr;
    Instant oldestAttempt = kNever;
    std::int32_t fewest = std::numeric_limits<std::int32_t>::max();
    for (std::size_t i = 0; i < count; ++i) {
        const Node& node = nodes.shuffled((start + i) % count, m_context.rng);
        const Peer* p = stateOf(node);
        if (p && p->isConnected())
            result.anyAvailable = true;
        if (p && p->state == ChannelState::Ready && p->throttledUntil <= m_context.now && canSendMore(*p)) {
            const auto inFlight = static_cast<std::int32_t>(p->inFlight.size());
            if (inFlight == 0) {
                result.node = &node;
                result.anyAvailable = true;
                return result;
            }
            if (inFlight < fewest) {
                fewest = inFlight;
                ready = &node;
            }
        } else if (p && (p->state == ChannelState::Connecting || p->state == ChannelState::CheckingApiVersions)) {
            connecting = &node;
        } else if (!p || canConnect(*p)) {
            if (m_context.profile.leastLoaded == LeastLoaded::PreferReady) {
                connectable = &node; // last seen wins
            } else {
                const Instant attempt = p ? p->lastAttempt : Instant::min();
                if (!connectable || attempt < oldestAttempt) {
                    connectable = &node;
                    oldestAttempt = attempt;
                }
            }
        }
    }
    if (ready) {
        result.node = ready;
        result.inFlight = fewest;
    } else {
        result.node = connecting ? connecting : connectable;
    }
    result.anyAvailable = result.anyAvailable || result.node;
    return result;
}

} // namespace connscope::client
