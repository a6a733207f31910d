// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/brain.h"
#include "client/profile.h"

#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <utility>
#include <vector>

/// \file
/// One client brain against a scripted world in virtual time: every wish is granted after a fixed delay, unless the test
/// says otherwise. Three brokers 0, 1, 2 on localhost:9092 to 9094 lead the three partitions of t4.

namespace connscope::client {

class Harness : public Resolver {
public:
    explicit Harness(trace::ClientKind kind, std::string_view profileName,
        std::vector<std::pair<std::string, std::string>> config, std::vector<Step> script, std::uint64_t seed = 1,
        std::string_view whatIf = {}, std::map<std::string, std::vector<std::string>> names = {});

    std::vector<std::string> resolve(std::string_view host) override;

    /// Runs everything up to \a t.
    void runUntil(Instant t);
    void runFor(Duration d) { runUntil(now + d); }

    /// Node ids of the connections opened so far, in order.
    std::vector<std::int32_t> opened() const;
    /// "API_VERSIONS METADATA …": what was sent on the node's connections, in order.
    std::string sentOn(std::int32_t node) const;
    /// Events of a kind, in order.
    std::vector<const trace::Event*> events(trace::EventKind kind) const;
    ConnectionId connectionOf(std::int32_t node) const;
    /// The other end closes the node's connection now.
    void peerCloses(std::int32_t node);

    Duration delay {ms(1)}; ///< of each way
    std::function<bool(const OpenWish&)> accepts
        = [](const OpenWish&) { return true; }; ///< false: no answer to the SYN
    std::function<bool(const OpenWish&)> refuses = [](const OpenWish&) { return false; };
    trace::RuleId refusal = trace::RuleId::ConnectionRefused; ///< why it does
    /// The answer to a request; nothing = none ever.
    std::function<std::optional<protocol::ResponseBody>(NodeId, const protocol::Request&)> answer;
    std::optional<protocol::ResponseBody> standardAnswer(NodeId node, const protocol::Request& request);

    trace::Trace trace;
    std::unique_ptr<Brain> brain;
    Instant now {};
    std::vector<std::pair<NodeId, ApiKey>> sent;
    std::vector<std::pair<NodeId, trace::RuleId>> closed; ///< by the client
    std::map<std::string, std::vector<std::string>> dns;
    bool polls = true; ///< false: the process is frozen

private:
    struct Pending {
        Instant at;
        std::uint64_t sequence;
        Report report;
    };
    void take(std::vector<Wish>& wishes);
    void later(Report report, Duration d);

    std::vector<Pending> m_pending;
    std::map<ConnectionId, NodeId> m_nodes;
    std::vector<NodeId> m_opened;
    std::vector<Report> m_reports;
    Instant m_wake {};
    std::uint64_t m_sequence = 0;
    std::shared_ptr<const std::vector<protocol::ApiVersionRange>> m_versions;
    std::shared_ptr<const protocol::ClusterMetadata> m_cluster;
};

inline Step sendStep(
    std::string topic, std::vector<std::int32_t> partitions, std::int64_t rounds = 1, Duration every = {})
{
    Step step;
    step.kind = Step::Kind::Send;
    step.topic = std::move(topic);
    step.toPartitions = std::move(partitions);
    step.rounds = rounds;
    step.every = every;
    return step;
}
inline Step waitStep(Duration d)
{
    Step step;
    step.kind = Step::Kind::Wait;
    step.duration = d;
    return step;
}
inline Step closeStep()
{
    Step step;
    step.kind = Step::Kind::Close;
    step.timeout = kNoLimit;
    return step;
}
inline std::vector<Step> subscribeAndPoll(Duration processing = {})
{
    Step subscribe;
    subscribe.kind = Step::Kind::Subscribe;
    subscribe.topics = {"t4"};
    Step poll;
    poll.kind = Step::Kind::Poll;
    poll.duration = kNoLimit;
    poll.processing = processing;
    return {subscribe, poll};
}

} // namespace connscope::client
