// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "trace/trace.h"
#include "trace/twofold.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// What people call the things of a trace: clients, connections, node ids. One place, so that every report and every
/// sentence uses the same name for the same thing. Names are safe to print: control characters and broken UTF-8 show as \xNN.

namespace connscope::analysis {

/// "-1", "2147483645"; "-" for none.
std::string nodeText(NodeId node);

/// What a node id means: "first address of bootstrap.servers", "broker 2",
/// "group coordinator on broker 2 = 2147483647 − 2", "broker 2, also transaction coordinator"; "" for none.
std::string nodeMeaning(NodeId node, Role role, Language language = Language::English);

/// "1 connection", "2 connections"; \a many where adding an s is not enough ("1 address", "2 addresses").
std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});

/// "a", "a and b", "a, b and c"; "a，b和c".
std::string joinAnd(const std::vector<std::string>& words, Language language = Language::English);

/// Names of clients and remote ends, gathered in one pass over a trace, which must outlive it.
class Names {
public:
    explicit Names(const trace::Trace& trace);
    /// Takes in events that were appended since. O(new events), and O(clients) where there is a new client.
    void extend();

    /// The client that is another's half is no instance of its own: it has that one's name. By client, as in trace::Twofold.
    void setHalves(const std::vector<ClientId>& halves, const std::vector<trace::Origin>& origins);

    const trace::Trace& trace() const { return *m_trace; }
    /// The client.id; where instances share it, followed by the scenario's names for them, or by numbers where those do
    /// not tell them apart: "producer-1 (orders)", "worker #2". "client 7" for one without a client.id, "" for none.
    const std::string& client(ClientId id) const;
    /// The same in another language, in which one without a client.id has another name.
    std::string client(ClientId id, Language language) const;
    /// Longest client name in cells of a terminal.
    std::size_t clientWidth() const { return m_clientWidth; }
    /// "localhost:9092"; with the address ("kafka/10.0.0.2:9092") where one host name led to several; "" if not known.
    std::string remote(ConnectionId id) const;
    /// Node id that the connection was opened for; none if not known.
    NodeId node(ConnectionId id) const;
    /// The event that opened it; invalid if not known.
    EventId opened(ConnectionId id) const;
    /// "node -1 (localhost:9092)" for an event with a connection, "node 2" or "broker 2" for one without, "" for neither.
    std::string place(const trace::Event& event, Language language = Language::English) const;

private:
    struct Addresses {
        std::string_view first;
        bool several = false;
    };
    void nameClients();

    const trace::Trace* m_trace;
    std::size_t m_size = 0; // events taken in
    std::vector<TextId> m_ids; // by client: its client.id
    std::vector<std::string_view> m_entries; // by client: what the scenario calls it
    std::map<std::string_view, Addresses> m_hosts;
    std::vector<std::string> m_clients;
    std::vector<ClientId> m_sameAs; // by client: whose half it is; invalid or beyond the end = its own
    std::vector<bool> m_nameless; // by client: it has no client.id
    std::vector<EventId> m_opened; // by connection
    std::string m_none;
    std::size_t m_clientWidth = 0;
};

} // namespace connscope::analysis
