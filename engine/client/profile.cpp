// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/profile.h"

#include "base/text.h"

#include <array>

namespace connscope::client {

namespace {

// Each row says only what differs from the one it is made from; facts page sections 1, 2, 4, 5 and 12.

Profile makeJava40()
{
    Profile p;
    p.name = "java-4.0";
    p.version = protocol::kV4_0;
    return p;
}

Profile makeJava39()
{
    Profile p = makeJava40();
    p.name = "java-3.9";
    p.version = protocol::kV3_9;
    return p;
}

Profile makeJava28()
{
    Profile p = makeJava39();
    p.name = "java-2.8";
    p.version = protocol::kV2_8;
    p.backoff = BackoffStyle::ExponentialJittered;
    p.resetBackoffWhenConnected = true;
    p.delayWhileConnecting = false;
    p.retryBackoffGrows = false;
    p.refreshesForMissingReplica = false;
    p.consumerAsyncCommitBeforeJoin = false;
    p.closesFetchSessions = false;
    p.fetchesInNodeHashOrder = false;
    p.rebootstrap = false;
    p.leaderInErrors = false;
    p.adminGivesUpSlowNodes = false;
    return p;
}

Profile makeJava23()
{
    Profile p = makeJava28();
    p.name = "java-2.3";
    p.version = protocol::kV2_3;
    p.firstMetadata = FirstMetadata::AfterRetryBackoff;
    p.leastLoaded = LeastLoaded::PreferReady;
    p.backoff = BackoffStyle::JitterAboveMax;
    p.setupTimeout = false;
    p.resetBackoffWhenConnected = false;
    p.resolveAgainAfterDisconnect = false;
    p.disconnectCountsAsFailedUpdate = false;
    p.partialUpdates = false;
    p.apiVersionsFallbackToZero = true;
    p.warnsBootstrapDisconnected = false;
    p.pollsBeforeTxnLookup = true;
    p.limitsTransactionOffsets = false;
    p.bumpsEpoch = false;
    p.namesItsSoftware = false;
    p.adminCallsHaveOwnLimit = false;
    p.describesCluster = false;
    return p;
}

Profile makeJava22()
{
    Profile p = makeJava23();
    p.name = "java-2.2";
    p.version = protocol::kV2_2;
    p.leastLoaded = LeastLoaded::FewestInFlight;
    p.abortsTransactionOnClose = false;
    p.limitsTransactionEnd = false;
    p.metadataRequestVersion = false;
    p.fetchesFromFollowers = false;
    p.fetchWaitsForAnyRequest = true;
    p.validatesEpochs = false;
    return p;
}

Profile makeJava21()
{
    Profile p = makeJava22();
    p.name = "java-2.1";
    p.version = protocol::kV2_1;
    p.firstMetadata = FirstMetadata::WhenAsked;
    p.resolveWhenExhausted = false;
    p.emptyGroupIdHasCoordinator = true;
    return p;
}

// The course's world runs on the client that its consumer log came from.
Profile makeCourse()
{
    Profile p = makeJava23();
    p.name = "course";
    p.firstMetadata = FirstMetadata::AtOnce;
    p.connectsAllBootstrap = true;
    p.connectsAllBrokers = true;
    p.brokerClosesIdle = true;
    p.metadataAfterDisconnect = false;
    return p;
}

constexpr std::array kWhatIfs {
    WhatIf {"reuse-by-address",
        "connections are keyed by host and port, so one socket serves every node id at that address",
        &Profile::reuseByAddress},
    WhatIf {
        "coordinator-on-data", "group requests travel on the broker's data connection", &Profile::coordinatorOnData},
};

} // namespace

std::span<const Profile> profiles()
{
    static const std::array<Profile, 7> all {
        makeCourse(), makeJava21(), makeJava22(), makeJava23(), makeJava28(), makeJava39(), makeJava40()};
    return all;
}

Result<Profile> findProfile(std::string_view name)
{
    if (name == "java-4.x")
        name = "java-4.0";
    std::vector<std::string_view> names;
    for (const Profile& profile : profiles()) {
        if (profile.name == name)
            return profile;
        names.push_back(profile.name);
    }
    return fail("there is no profile '" + printable(name) + "'" + didYouMeanOneOf(name, "profiles", names));
}

std::span<const WhatIf> whatIfs() { return kWhatIfs; }

Result<void> applyWhatIf(Profile& profile, std::string_view name)
{
    std::vector<std::string_view> names;
    for (const WhatIf& whatIf : kWhatIfs) {
        if (whatIf.name == name) {
            profile.*whatIf.flag = true;
            return {};
        }
        names.push_back(whatIf.name);
    }
    return fail("there is no what-if '" + printable(name) + "'" + didYouMeanOneOf(name, "what-ifs", names));
}

} // namespace connscope::client
