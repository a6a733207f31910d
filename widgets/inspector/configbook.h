// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/configkeys.h"
#include "trace/landmarks.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace connscope::inspector {

/// One key of a client's config at an instant.
struct ConfigRow {
    std::string_view key;
    std::string value;
    std::string defaultValue; ///< "" where Kafka has none
    bool isChanged = false; ///< `value` is not the default of that client's version
    EventId said; ///< the ConfigChanged event; invalid where nobody said anything
};

/// What the trace says of configs, and what Kafka's defaults add to it. The trace names what was set; everything else is
/// the default of the client's version, which its profile tells. Of somebody else's client nobody knows its settings, nor
/// that it is a Java client at all: what the trace says of it is all there is, and no default is added.
class ConfigBook {
public:
    /// \a landmarks: those of \a trace, kept up to date by whoever owns them; without them the book looks for its own in
    /// O(events).
    explicit ConfigBook(const trace::Trace& trace, const trace::Landmarks* landmarks = nullptr);
    /// Takes in events that were appended since. O(new landmarks).
    void extend();

    /// False of somebody else's client, which is known by what arrived at a broker.
    bool knowsSettings(ClientId client) const { return client.value >= m_outside.size() || !m_outside[client.value]; }
    /// The release whose defaults hold for a client.
    protocol::KafkaVersion version(ClientId client) const;
    /// "java-2.3"; "" where the trace does not say.
    std::string_view profile(ClientId client) const;

    /// All keys of a client after \a applied events, those that were changed first, each group by name; of somebody else's
    /// client what was said of it alone, in the order in which it was said first.
    std::vector<ConfigRow> rows(ClientId client, std::size_t applied) const;
    /// What was said of a broker up to then, by name.
    std::vector<ConfigRow> rows(BrokerId broker, std::size_t applied) const;

    /// The value in force of a key as a rule names it ("connections.max.idle.ms (broker)"), for an event of \a client and
    /// \a broker. Nothing for words that are no config keys ("close timeout").
    std::optional<ConfigRow> value(
        std::string_view ruleKey, ClientId client, BrokerId broker, std::size_t applied) const;

private:
    struct Said {
        EventId event;
        ClientId client;
        BrokerId broker;
        std::string_view key;
        std::string_view value;
    };
    const Said* last(ClientId client, BrokerId broker, std::string_view key, std::size_t applied) const;
    std::vector<ConfigRow> saidOf(ClientId client, std::size_t applied) const;
    protocol::ConfigSet clientSet(ClientId client, std::size_t applied) const;
    protocol::ConfigOwner owner(ClientId client) const;

    const trace::Trace& m_trace;
    trace::Landmarks m_own;
    const trace::Landmarks* m_landmarks;
    std::size_t m_seen = 0; // of the landmarks
    std::vector<Said> m_said; // in the order of the trace
    std::vector<trace::ClientKind> m_kinds; // by client
    std::vector<bool> m_outside; // by client: somebody else's
};

} // namespace connscope::inspector
