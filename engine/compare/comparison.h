// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/totals.h"
#include "compare/alignment.h"
#include "compare/settings.h"
#include "trace/life.h"

#include <cstdint>
#include <optional>
#include <vector>

/// \file
/// What differs between two runs, connection by connection and in all. When something happened is no difference by itself:
/// runs are aligned by cause. How long a connection stood unused before an end closed it is one, since a limit decided it.

namespace connscope::compare {

/// What may differ in two connections that are counterparts.
enum class Aspect : std::uint8_t {
    Reason, ///< why it was opened
    Role,
    Broker, ///< whom it reached
    End, ///< who closed it or by which rule, or whether it is still open at the end
    Idle, ///< it was closed by the same idle limit's rule after another time without use
    CloseWait, ///< the client's end stood in CLOSE-WAIT for longer in one of them
    Requests, ///< how many of each API
};
inline constexpr int kAspectCount = static_cast<int>(Aspect::Requests) + 1;
/// "reason", "role", "broker", "end", "idle", "close-wait", "requests".
std::string_view aspectName(Aspect aspect);

/// What a row says of one connection of one run.
struct ConnectionFacts {
    trace::ConnectionLife life;
    Duration
        closeWait {}; ///< how long the client's end stood in CLOSE-WAIT, to the end of the run where it still does
    /// Time without use when an end's idle check closed it; none where something else did.
    std::optional<Duration> idle;
};

struct ConnectionRow {
    std::optional<ConnectionFacts> first; ///< none: only the second run has it
    std::optional<ConnectionFacts> second;
    std::vector<Aspect> aspects; ///< what differs, in the order of Aspect; empty where only one run has it

    bool isBoth() const { return first && second; }
    bool differs() const { return !isBoth() || !aspects.empty(); }
    bool differs(Aspect aspect) const;
    const ConnectionFacts& any() const { return first ? *first : *second; }
};

/// Two numbers of one client.
struct ClientRow {
    Pair<ClientId> client;
    std::uint64_t opened[2] {}; ///< connections, by Run
    std::uint64_t reopened[2] {}; ///< of them those to a node id that it had had a connection to before
};

struct Options {
    /// Idle times, and times in CLOSE-WAIT, are the same up to this: an end looks at its connections only now and then.
    Duration tolerance {ms(500)};
    /// The ends of the runs, which may be later than their last events. kStart = the last event.
    Instant end[2] {};
};

class Comparison {
public:
    /// \a first and \a second must outlive it.
    Comparison(const trace::Trace& first, const trace::Trace& second, const Options& options = {});

    const Alignment& alignment() const { return m_alignment; }
    const trace::Trace& trace(Run run) const { return m_alignment.trace(run); }
    /// As Alignment::connections().
    const std::vector<ConnectionRow>& connections() const { return m_connections; }
    /// As Alignment::clients().
    const std::vector<ClientRow>& clients() const { return m_clients; }
    const std::vector<SettingDifference>& settings() const { return m_settings; }
    const analysis::Totals& totals(Run run) const { return m_totals[static_cast<std::size_t>(run)]; }
    Instant end(Run run) const { return m_end[static_cast<std::size_t>(run)]; }

    /// True where every event has its counterpart, and every connection is the same in every aspect.
    bool isSame() const;
    /// Connections that differ, those of one run included.
    std::size_t differenceCount() const;

private:
    void makeRows(const Options& options);
    void makeClients();

    Alignment m_alignment;
    std::vector<ConnectionRow> m_connections;
    std::vector<ClientRow> m_clients;
    std::vector<SettingDifference> m_settings;
    analysis::Totals m_totals[2];
    Instant m_end[2] {};
};

} // namespace connscope::compare
