// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/knownaddresses.h"
#include "trace/life.h"
#include "view/document.h"

#include <QString>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

/// \file
/// Who ever plays in a trace: its clients, the brokers and addresses at the other side, and the *slots* between them. A
/// slot is what a client keys a connection by (its node id) together with where it leads; reconnects come back to it.
/// The picture is laid out for the cast of the whole trace, so that nothing moves while time does.

namespace connscope::topology {

/// A place for a connection: one client, one node id, one other end. Where two runs are laid over each other and a lane
/// differs, each run has a place of its own beside the other's.
struct Slot {
    ClientId client; ///< whose connections they are: of the second run's half, that half
    NodeId node;
    std::uint32_t from = 0; ///< position in Cast::clients
    std::uint32_t to = 0; ///< position in Cast::ends
    std::vector<ConnectionId> connections; ///< in order of opening
    trace::Origin run = trace::Origin::Both;
    std::uint32_t half = 0xffff'ffffU; ///< the other run's place for the same; Cast::kNone = it has none
};

struct CastClient {
    ClientId id;
    QString name;
    trace::ClientKind kind = trace::ClientKind::Other;
    std::string membership; ///< "group test", "transaction tx": the longest that it will have; "" = none
    Instant created {};
    std::vector<std::uint32_t> places; ///< in the order of its ports, see Cast
    std::string family; ///< clients of one family may be shown as a group: "consumer consumer"
    std::string key; ///< stable name for saved places: "client consumer-1"
    trace::Origin run = trace::Origin::Both; ///< which of two runs alone has it
    ClientId half; ///< it as the second run has it, where that is not the same; invalid = there is none
};

/// Somebody at the other side: a broker, or an address at which nobody known was reached.
struct CastEnd {
    BrokerId broker; ///< invalid = an address that is no known broker's
    QString address; ///< "localhost:9092" as advertised, else as dialled
    QString rack; ///< "" = none told
    std::vector<std::uint32_t> places; ///< in the order of its ports
    std::uint64_t work
        = 0; ///< requests beyond API_VERSIONS, leaderships, coordinators: who has any is shown on its own
    bool isBootstrap = false; ///< an address of bootstrap.servers leads there
    std::string key; ///< "broker 2", "address kafka:9092"
    trace::Origin run = trace::Origin::Both; ///< which of two runs alone has it
};

/// Order: clients as they were created; ends by rack and broker id, addresses behind them; the ports of a client by end
/// and then bootstrap, coordinator, the rest; the ports of an end by client and the same.
class Cast {
public:
    Cast() = default;
    /// O(landmarks + connections).
    explicit Cast(const view::Document& document);
    /// Whether it is still right after its document has grown: nobody new, no new connection, no new address, no node id
    /// that was learnt. O(what grew).
    bool isCurrent(const view::Document& document) const;

    /// What happened to brokers, leaders and coordinators, where two runs are laid over each other; else empty.
    std::vector<EventId> ofCluster;
    std::vector<CastClient> clients;
    std::vector<CastEnd> ends;
    std::vector<Slot> places;
    /// From here on a client knew the cluster, so addresses have turned out to be brokers; kNever = never.
    Instant clusterKnown = kNever;
    std::vector<Instant> knownBy; ///< the same for each client, by position
    bool hasOwnClients = false; ///< clients that are known, not inferred from what arrived at brokers
    bool hasCoordinators = false; ///< of groups or transactions, at any time

    static constexpr std::uint32_t kNone = 0xffff'ffffU;
    std::uint32_t slotOf(ConnectionId c) const { return c.value < m_slotOf.size() ? m_slotOf[c.value] : kNone; }
    /// The last slot that a client has for a node id; kNone.
    std::uint32_t slotOf(ClientId client, NodeId node) const;
    std::uint32_t clientAt(ClientId id) const;
    std::uint32_t endAt(BrokerId id) const;

private:
    void readEvents(const view::Document& document);
    void readCluster(const trace::Trace& trace);
    void addBootstrap(std::string_view servers);
    void addEnds(const view::Document& document);
    void addSlots(const view::Document& document);
    void sortPorts();
    void findHalves(const view::Document& document);
    void findWhoseEnds(const view::Document& document);
    ClientId shown(ClientId id) const { return id.value < m_shown.size() ? m_shown[id.value] : id; }

    std::vector<ClientId> m_shown; // by client, where two runs are laid over each other: who stands for it
    std::size_t m_landmarks = 0; // how many there were
    std::vector<std::uint32_t> m_slotOf; // by connection
    std::map<BrokerId, std::pair<QString, QString>> m_advertised; // address, rack
    std::map<BrokerId, std::uint64_t> m_work;
    analysis::KnownAddresses m_known;
    std::set<QString> m_bootstrap;
    std::map<std::pair<ClientId, NodeId>, std::uint32_t> m_byNode; // the last slot
    std::map<BrokerId, std::uint32_t> m_endOf;
};

/// Position of a role among the ports of one pair: bootstrap, coordinator, the rest.
int portRank(NodeId node);
/// "localhost:9092" of "localhost/127.0.0.1:9092".
QString shortAddress(std::string_view remote);

} // namespace connscope::topology
