// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "inspector/configbook.h"
#include "inspector/sheet.h"
#include "theme/look.h"
#include "view/clockdigits.h"
#include "view/document.h"
#include "view/group.h"

#include <QCoreApplication>

#include <map>
#include <type_traits>
#include <vector>

namespace connscope::inspector {

/// Writes what is to be said of a thing at one moment, in the interface's language. Everything comes from the trace, the
/// world at that moment and the rule catalogue: nothing is canned, and nothing is said of what is still to come but that
/// it is.
class PageWriter {
    Q_DECLARE_TR_FUNCTIONS(Inspector)

public:
    PageWriter(const view::Document& document, const trace::WorldState& world, const ConfigBook& configs,
        const theme::Look& look);

    /// The page of an item; what to do where nothing is selected.
    /// \a several: what an item of that kind names.
    Sheet page(const view::Item& item, const view::Group* several = nullptr) const;
    /// All that is seen at this moment, in words.
    Sheet description() const;

private:
    // pages (page_*.cpp)
    Sheet connection(ConnectionId id) const;
    Sheet client(ClientId id) const;
    Sheet broker(BrokerId id) const;
    Sheet request(EventId sent) const;
    Sheet event(EventId id) const;
    Sheet group(const view::Group& group) const;
    Sheet nothing() const;

    // parts of the connection's page
    void ends(Sheet& sheet, ConnectionId id, const trace::ConnectionState& c) const;
    void life(Sheet& sheet, const trace::ConnectionState& c) const;
    void end(Sheet& sheet, const trace::ConnectionState& c) const;
    void traffic(Sheet& sheet, ConnectionId id, Role role) const;
    /// "middlebox": that one has forgotten it, since when, and what became of what was sent.
    void forgotten(Sheet& sheet, ConnectionId id, const trace::ConnectionState& c) const;
    /// "in flight": the requests that wait for an answer.
    void inFlight(Sheet& sheet, ConnectionId id) const;
    void timer(Sheet& sheet, ConnectionId id, const trace::ConnectionState& c, trace::Side side) const;
    /// Whose it is, where two runs are laid over each other and it is not alike in both.
    template <typename Id>
    void run(Sheet& sheet, Id id) const
    {
        const trace::Twofold* twofold = m_document.twofold();
        if (!twofold || twofold->origin(id) == trace::Origin::Both)
            return;
        // A connection may have a half because another of its lane differs.
        bool isOtherwise = true;
        if constexpr (std::is_same_v<Id, ConnectionId>)
            isOtherwise = twofold->isOtherwise(id);
        runFact(sheet, twofold->origin(id), view::Item::of(twofold->half(id)), isOtherwise);
    }
    void runFact(Sheet& sheet, trace::Origin run, view::Item half, bool isOtherwise) const;

    // parts of others
    void group(Sheet& sheet, const trace::ClientState& c) const;
    void configs(Sheet& sheet, const std::vector<ConfigRow>& rows, bool withDefaults) const;
    /// One line each, at most kMostLines, then how many more there are.
    void connections(Sheet& sheet, const std::vector<ConnectionId>& ids, bool nameClients) const;
    std::vector<ConnectionId> connectionsOf(ClientId client) const;
    std::vector<ConnectionId> connectionsOf(BrokerId broker) const;
    /// Those that are open under their number, and under one of their own the others, which a kernel still knows.
    void connectionsNow(Sheet& sheet, std::vector<ConnectionId> ids, bool nameClients) const;

    /// A chain of causes from what a person did or a config said to \a event, the last step being the event itself.
    void why(Sheet& sheet, const QString& question, EventId event) const;
    /// The config keys that the rule of \a event reads, with the values that held when \a decided happened (an event of the
    /// trace), one a line, and the place in Kafka's code.
    QString readBy(const trace::Event& event, EventId decided) const;

    // description.cpp
    void describeClient(Sheet& sheet, ClientId id) const;
    void describeTravel(Sheet& sheet) const;
    void describeNext(Sheet& sheet) const;
    void describeCluster(Sheet& sheet) const;
    void describeMarks(Sheet& sheet) const;
    void describeAddresses(Sheet& sheet) const;
    /// Their RequestQueued events, oldest first.
    std::vector<EventId> waitingForConnection() const;
    /// A line of one request, without a note; valid until the next block is added.
    Block& requestLine(Sheet& sheet, EventId request) const;
    QString roleCounts(const std::map<Role, int>& counts) const;

    /// "group test", "transaction tx" of the trace, in the language of the interface.
    static QString coordinatedWords(std::string_view what);

    // small things
    bool isPast(EventId e) const { return e.isValid() && e.value < m_world.applied(); }
    const trace::Event& at(EventId e) const { return m_document.trace()[e]; }
    /// "00:00:01.062 · 8 min ago": an event of the past; "" for one that has not happened.
    QString when(EventId e) const;
    QString clock(Instant t) const { return m_look.format().clock(t, view::clockDecimals(m_document, t)); }
    QString ago(Instant t) const;
    QString brokerName(BrokerId id) const;
    QString clientName(ClientId id) const;
    QString remote(ConnectionId id) const;
    /// "idle for 8 min 57 s", "ready", "CLOSE-WAIT at the client …".
    QString stateWords(const trace::ConnectionState& c) const;
    bool isQuiet(const trace::ConnectionState& c) const;
    /// A middlebox has forgotten it, and an end still has its socket.
    bool isForgotten(const trace::ConnectionState& c) const;
    /// The first PacketDropped of what has not got through yet, of a request that waits for its answer; invalid where nothing
    /// of it is lost.
    EventId lostOnItsWay(EventId sent) const;
    /// "lost: a middlebox has forgotten the connection", "its answer is lost on its way; …"; "" where nothing of it is lost.
    QString lostWords(EventId sent) const;
    QString ruleName(trace::RuleId rule) const;
    /// "−1 → localhost:9092": which connection.
    QString place(ConnectionId id) const;
    static Tone toneOf(trace::Side closer);

    static constexpr std::size_t kMostLines = 40;

    const view::Document& m_document;
    const trace::WorldState& m_world;
    const ConfigBook& m_configs;
    const theme::Look& m_look;
    analysis::Language m_language;
};

} // namespace connscope::inspector
