// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/configkeys.h"
#include "protocol/version.h"
#include "trace/landmarks.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// Who the clients of a trace are, as far as their logs show it: names, config, where their nodes are. Gathered in one
/// pass before any line is written, since a client prints addresses and prefixes before the events that carry them.

namespace connscope::analysis {

/// "localhost/127.0.0.1:9092" taken apart.
struct Remote {
    std::string host;
    std::string address;
    std::string port;

    static Remote parse(std::string_view text);
    /// java.net.InetAddress: "localhost/127.0.0.1", "/127.0.0.1" for a literal address.
    std::string inetAddress() const { return (host == address ? std::string() : host) + '/' + address; }
};

/// The release that a profile is of: "java-2.3"; "course" is the course's 2.3. \a fallback for anything else.
protocol::KafkaVersion versionOfProfile(std::string_view profile, protocol::KafkaVersion fallback);

/// What the log of one client must know of it.
struct LogClient {
    std::string clientId;
    trace::ClientKind kind = trace::ClientKind::Other;
    protocol::KafkaVersion version;
    protocol::ConfigSet config;
    std::string prefix; ///< "[Consumer clientId=consumer-1, groupId=test] "
    std::vector<std::pair<std::uint32_t, std::string>>
        generations; ///< event number and member id of each GroupJoined

    bool isConsumer() const { return kind == trace::ClientKind::Consumer; }
    bool isProducer() const { return kind == trace::ClientKind::Producer; }
    std::string groupId() const;
    // Values in force; what this kind of client has no key for (a trace may hold anything) is "", 0 or false.
    std::string setting(std::string_view key) const { return has(key) ? config.text(key) : std::string(); }
    std::int64_t number(std::string_view key) const { return has(key) ? config.integer(key) : 0; }
    bool flag(std::string_view key) const { return has(key) && config.flag(key); }
    /// isolation.level as IsolationLevel#toString has it.
    std::string isolation() const
    {
        return setting("isolation.level") == "read_committed" ? "READ_COMMITTED" : "READ_UNCOMMITTED";
    }
    std::vector<std::string> list(std::string_view key) const
    {
        return has(key) ? config.list(key) : std::vector<std::string>();
    }

private:
    bool has(std::string_view key) const { return protocol::findConfigKey(config.owner(), key) != nullptr; }
};

class LogClients {
public:
    /// \a landmarks: those of \a trace, kept up to date by whoever owns them; nullptr: it looks for them itself.
    LogClients(
        const trace::Trace& trace, protocol::KafkaVersion fallback, const trace::Landmarks* landmarks = nullptr);
    /// Takes in what was appended. False where that changes what lines before event \a printed look like: a client is
    /// configured, or a broker's address is told, after they were printed.
    bool extend(std::size_t printed = 0);

    /// Null for a client that the trace never created.
    LogClient* find(ClientId id);
    /// "localhost:9092" of a node as \a client knows it at event \a at: the latest connect before, else the next one, else
    /// what the cluster or bootstrap.servers says; "unknown:0" if nothing does.
    std::string hostAndPort(ClientId client, NodeId node, std::size_t at) const;
    /// Where the connection that \a at belongs to, or the next one to \a node, leads.
    Remote remote(ClientId client, NodeId node, std::size_t at) const;
    /// Node#toString: "localhost:9092 (id: 0 rack: null)".
    std::string fullNode(ClientId client, NodeId node, std::size_t at) const;
    /// "null" if the broker has none.
    std::string rack(BrokerId broker) const;
    /// To be told of BrokerUp and BrokerDown events as they pass.
    void brokerIs(BrokerId broker, bool up);
    /// Brokers that are up and whose address the trace tells, by id.
    std::vector<BrokerId> knownBrokers() const;
    /// False where the trace does not tell the address of some broker.
    bool knowsAllBrokers() const { return m_knowsAll; }
    /// "localhost:9092" of a broker; "" if the trace does not tell.
    std::string brokerAddress(BrokerId broker) const;
    /// The CoordinatorFound that \a cause led to.
    std::optional<std::size_t> coordinatorFoundBy(EventId cause) const;
    /// The member id that a JoinGroup answered around event \a at led to; "" if none.
    std::string memberAfter(const LogClient& client, std::size_t at) const;

private:
    void configure(std::size_t number);

    const trace::Trace& m_trace;
    protocol::KafkaVersion m_fallback;
    trace::Landmarks m_own;
    const trace::Landmarks* m_landmarks;
    std::size_t m_seen = 0; // of the landmarks
    std::vector<std::optional<LogClient>> m_clients;
    std::vector<std::vector<std::string_view>> m_settings; // by client
    std::vector<std::uint32_t> m_created; // by client: the event
    std::set<std::int32_t> m_up; // brokers that were ever up
    std::map<std::pair<std::uint32_t, std::int32_t>, std::vector<std::uint32_t>>
        m_connects; // (client, node) -> events
    std::map<std::int32_t, std::string> m_brokers; // broker -> host:port
    std::map<std::int32_t, std::string> m_racks;
    std::set<std::int32_t> m_down;
    bool m_knowsAll = true;
    std::map<std::uint32_t, std::uint32_t> m_coordinators; // cause -> CoordinatorFound
};

} // namespace connscope::analysis
