// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "scenario/model.h"
#include "trace/trace.h"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// A scenario as it is played on somebody else's cluster.
///
/// Such a cluster is looked at, not changed, unless that was said. What a scenario's clients would write there is
/// taken out before they start, and each thing that was is told by an event: a setting that was switched (`config changed`), a step
/// that was refused (`mark`). What is left to the bytes is the request for metadata of a client before 2.3, which can only ask
/// with the leave to create topics (SocketSetup::createsNoTopics).
///
/// Nor does it join the groups of whoever works there: a member more is a rebalance for all of them. A scenario's `test` is
/// `connscope-test` there, unless somebody said in so many words which group is meant.

namespace connscope::real {

/// Every client's bootstrap.servers becomes \a servers.
void sendTo(scenario::Scenario& scenario, const std::string& servers);

/// The cluster that the scenario's own bootstrap.servers name, if it is none of the scenario's: each address of each client leads
/// to none of its brokers, and nothing else of the scenario knows the name (network.dns, unresolvable). "" where some client's
/// own brokers are meant, or a host of the scenario on which nobody listens. Errors: clients that name different clusters.
Result<std::string> outsideClusterOf(const scenario::Scenario& scenario, std::string_view profile);

/// An address in a client's bootstrap.servers that a scenario with brokers of its own does not know.
struct NamedNobody {
    std::string client;
    std::string address;
    int line = 0; ///< of the client, in the scenario's file
};
std::vector<NamedNobody> addressesOfNobody(const scenario::Scenario& scenario, std::string_view profile);

/// \a scenario with the names that brokers have in \a real, a trace of it on somebody else's cluster: a simulation then differs
/// in no name. Brokers to which nobody connected keep theirs. The coordinator of a group that the scenario gives none is where
/// it was found.
void takeNames(scenario::Scenario& scenario, const trace::Trace& real);

/// What the groups of a scenario begin with on somebody else's cluster.
inline constexpr std::string_view kGroupPrefix = "connscope-";

/// A group that a person named, and for whom.
struct NamedGroup {
    std::string client; ///< name of a client, "*" = every one
    std::string group;
};

/// A consumer's group, and what it is called there.
struct RenamedGroup {
    std::string client;
    std::string written;
    std::string used;
};
/// The groups of \a scenario that keepFromWriting() gives another name: those of consumers, whether they subscribe or only keep their offsets
/// there, but for \a asWritten,
/// for what a properties file names (ClientEntry::commandConfig), and for what has the prefix.
std::vector<RenamedGroup> groupsToRename(
    const scenario::Scenario& scenario, std::string_view profile, const std::vector<NamedGroup>& asWritten);

/// Settles that no client of \a scenario writes, nor joins a group of others. Errors: a producer or an admin client, which do
/// nothing else. \a profile: as --profile gives it. \a groupsAsWritten: see groupsToRename().
Result<void> keepFromWriting(
    scenario::Scenario& scenario, std::string_view profile, const std::vector<NamedGroup>& groupsAsWritten = {});

/// The same of an action that a person does while the session runs.
void keepFromWriting(scenario::Action& action, const std::vector<NamedGroup>& groupsAsWritten = {});

/// What is simulated beside a session on somebody else's cluster: \a scenario as its clients were played there, at \a servers,
/// with the names that brokers have in \a real, the session's trace. What was refused there (a producer without \a isWriting) is as written.
scenario::Scenario asPlayedThere(scenario::Scenario scenario, const std::string& servers, std::string_view profile,
    bool isWriting, const std::vector<NamedGroup>& groupsAsWritten, const trace::Trace& real);

} // namespace connscope::real
