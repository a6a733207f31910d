// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/scenariotext.h"

#include "support/paths.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace connscope::test {

using namespace connscope::scenario;

scenario::Scenario readGood(const std::string& yaml)
{
    ReadResult result = tryScenario(yaml, "test.yaml");
    if (!result.scenario) {
        std::string all;
        for (const Error& error : result.errors)
            all += error.toString() + '\n';
        throw std::runtime_error(all);
    }
    return std::move(*result.scenario);
}

std::vector<std::string> errorsOf(const std::string& yaml)
{
    std::vector<std::string> out;
    for (const Error& error : tryScenario(yaml, "test.yaml").errors)
        out.push_back(std::to_string(error.line) + ':' + std::to_string(error.column) + ": " + error.message);
    return out;
}

std::vector<std::string> shippedScenarios()
{
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(sourcePath("resources/scenarios"))) {
        if (entry.path().extension() == ".yaml")
            paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::string baseName(const std::string& path) { return std::filesystem::path(path).stem().string(); }

namespace {

class Dump {
public:
    void add(const std::string& name, const std::string& value) { m_text += m_prefix + name + " = " + value + '\n'; }
    void add(const std::string& name, std::int64_t value) { add(name, std::to_string(value)); }
    void add(const std::string& name, std::uint64_t value) { add(name, std::to_string(value)); }
    void add(const std::string& name, int value) { add(name, std::to_string(value)); }
    void add(const std::string& name, bool value) { add(name, std::string(value ? "true" : "false")); }
    void add(const std::string& name, Duration value) { add(name, std::to_string(value.count()) + "ns"); }
    void add(const std::string& name, BrokerId value) { add(name, std::to_string(value.value)); }
    void add(const std::string& name, double value)
    {
        char digits[64];
        std::snprintf(digits, sizeof digits, "%a", value); // every bit, whatever the locale
        add(name, std::string(digits));
    }
    void add(const std::string& name, const std::vector<std::string>& values)
    {
        std::string joined;
        for (const std::string& value : values)
            joined += '[' + value + ']';
        add(name, joined);
    }
    void add(const std::string& name, const std::vector<BrokerId>& values)
    {
        std::string joined;
        for (const BrokerId value : values)
            joined += std::to_string(value.value) + ' ';
        add(name, joined);
    }
    void add(const std::string& name, const std::vector<std::int32_t>& values)
    {
        std::string joined;
        for (const std::int32_t value : values)
            joined += std::to_string(value) + ' ';
        add(name, joined);
    }
    void add(const std::string& name, const std::vector<std::pair<std::string, std::string>>& values)
    {
        std::string joined;
        for (const auto& [key, value] : values)
            joined += '[' + key + " = " + value + ']';
        add(name, joined);
    }
    void add(const std::string& name, const std::map<std::string, Range>& ranges)
    {
        std::string joined;
        for (const auto& [key, range] : ranges)
            joined += '[' + key + ' ' + std::to_string(range.low) + ' ' + std::to_string(range.high) + ']';
        add(name, joined);
    }
    void add(const std::string& name, const std::optional<Range>& range)
    {
        add(name, range ? std::to_string(range->low) + ' ' + std::to_string(range->high) : std::string("none"));
    }
    void add(const std::string& name, const std::optional<Instant>& at)
    {
        add(name, at ? std::to_string(toNs(*at)) : std::string("none"));
    }
    void add(const std::string& name, const std::optional<std::vector<std::int32_t>>& values)
    {
        if (values)
            add(name, *values);
        else
            add(name, std::string("none"));
    }
    template <typename Key>
    void add(const std::string& name, const std::map<Key, BrokerId>& map)
    {
        for (const auto& [key, broker] : map)
            add(name + ' ' + key, broker);
    }

    void add(const std::string& name, const protocol::ConfigSet& config)
    {
        for (const protocol::ConfigSet::Entry& entry : config.entries())
            add(name + ' ' + entry.name, entry.text);
        add(name + " version", config.version().toString());
    }

    void add(const std::string& name, const LinkSpec& link)
    {
        add(name + " latency", link.latency);
        add(name + " jitter", link.jitter);
        add(name + " bits", link.bitsPerSecond);
        add(name + " loss", link.loss);
        add(name + " retransmission", link.retransmissionTimeout);
    }

    void add(const std::string& name, const std::vector<client::Step>& steps)
    {
        int i = 0;
        for (const client::Step& step : steps) {
            const std::string prefix = name + ' ' + std::to_string(i++) + ' ';
            add(prefix + "kind", static_cast<int>(step.kind));
            add(prefix + "duration", step.duration);
            add(prefix + "timeout", step.timeout);
            add(prefix + "processing", step.processing);
            add(prefix + "topic", step.topic);
            add(prefix + "topics", step.topics);
            std::vector<std::string> assignment;
            for (const protocol::TopicPartition& partition : step.assignment)
                assignment.push_back(protocol::toString(partition));
            add(prefix + "assignment", assignment);
            add(prefix + "group", step.group);
            add(prefix + "text", step.text);
            add(prefix + "partitions", step.partitions);
            add(prefix + "to", step.toPartitions);
            add(prefix + "round-robin", step.roundRobin);
            add(prefix + "sync", step.sync);
            add(prefix + "rounds", step.rounds);
            add(prefix + "every", step.every);
            add(prefix + "records", step.records);
            add(prefix + "size", step.size);
        }
    }

    void under(const std::string& prefix) { m_prefix = prefix + ' '; }
    std::string take() { return std::move(m_text); }

private:
    std::string m_prefix;
    std::string m_text;
};

void dumpCluster(Dump& out, const broker::ClusterSpec& cluster)
{
    out.under("cluster");
    out.add("id", cluster.clusterId);
    out.add("version", cluster.version.toString());
    for (const auto& [api, range] : cluster.apiVersions)
        out.add(std::string(apiName(api)), std::to_string(range.first) + ".." + std::to_string(range.second));
    out.add("group", cluster.groupCoordinators);
    out.add("transaction", cluster.transactionCoordinators);
    out.add("controller", cluster.controller);
    for (const auto& [clientId, time] : cluster.throttle)
        out.add("throttle " + clientId, time);
    out.add("replication delay", cluster.replicationDelay);
    out.add("failure detection", cluster.failureDetection);
    for (const broker::BrokerSpec& broker : cluster.brokers) {
        out.under("broker " + std::to_string(broker.id.value));
        out.add("host", broker.host);
        out.add("port", int {broker.port});
        out.add("advertised host", broker.advertisedHost);
        out.add("advertised port", int {broker.advertisedPort});
        out.add("rack", broker.rack);
        out.add("service time", broker.serviceTime);
        for (const auto& [api, time] : broker.extraServiceTime)
            out.add("slow " + std::string(apiName(api)), time);
        out.add("config", broker.config);
    }
    for (const broker::TopicSpec& topic : cluster.topics) {
        out.under("topic " + topic.name);
        int p = 0;
        for (const broker::PartitionSpec& partition : topic.partitions) {
            const std::string name = std::to_string(p++);
            out.add(name + " leader", partition.leader);
            out.add(name + " replicas", partition.replicas);
            out.add(name + " records", partition.records);
        }
    }
}

void dumpNetwork(Dump& out, const NetworkSpec& network)
{
    out.under("network");
    out.add("link", network.link);
    for (const LinkRule& rule : network.links)
        out.add("link " + rule.client + ' ' + (rule.broker ? std::to_string(rule.broker->value) : std::string("*")),
            rule.link);
    for (const auto& [host, addresses] : network.dns)
        out.add("dns " + host, addresses);
    out.add("unresolvable", network.unresolvable);
    out.add("middlebox idle", network.middlebox.idle);
    out.add("middlebox resets", network.middlebox.resets);
    out.add("syn retry", network.kernel.synRetry);
    out.add("syn retries", network.kernel.synRetries);
    out.add("give up", network.kernel.retransmissionGiveUp);
    out.add("time wait", network.kernel.timeWait);
    out.add("fin wait 2", network.kernel.finWait2);
    out.add("keepalive time", network.kernel.keepaliveTime);
    out.add("keepalive interval", network.kernel.keepaliveInterval);
    out.add("keepalive probes", network.kernel.keepaliveProbes);
    out.add("turn", network.turn);
}

void dumpAction(Dump& out, const Action& action)
{
    out.add("kind", static_cast<int>(action.kind));
    out.add("at", action.at);
    out.add("when", action.when ? action.when->text() : std::string("none"));
    out.add("when text", action.whenText);
    out.add("after", action.after);
    out.add("every", action.every);
    out.add("times", action.times);
    out.add("broker", action.broker);
    out.add("client", action.client);
    out.add("node", action.node);
    out.add("topic", action.topic);
    out.add("partition", action.partition);
    out.add("partitions", action.partitions);
    out.add("replication", action.replication);
    out.add("records", action.records);
    out.add("group", action.group);
    out.add("duration", action.duration);
    out.add("config", action.config);
    out.add("steps", action.steps);
    out.add("text", action.text);
}

} // namespace

std::string dump(const scenario::Scenario& s)
{
    Dump out;
    out.under("scenario");
    out.add("version", s.formatVersion);
    out.add("title en", s.title.en);
    out.add("title zh", s.title.zh);
    out.add("description en", s.description.en);
    out.add("description zh", s.description.zh);
    out.add("theme", s.theme);
    out.add("seed", s.seed);
    out.add("until", s.until);
    out.add("epoch", s.epochMs);
    out.add("profile", s.profileName);
    for (const auto& [profile, reason] : s.notForProfiles)
        out.add("not for " + profile, reason);
    out.add("max events", s.maxEvents);
    dumpCluster(out, s.cluster);
    dumpNetwork(out, s.network);
    for (std::size_t i = 0; i < s.clients.size(); ++i) {
        const ClientEntry& client = s.clients[i];
        out.under("client " + std::to_string(i));
        out.add("name", client.name);
        out.add("kind", static_cast<int>(client.kind));
        out.add("profile", client.profileName);
        out.add("what-if", client.whatIf);
        out.add("config", client.config);
        out.add("host", client.host);
        out.add("start", client.start);
        out.add("count", client.count);
        out.add("stagger", client.stagger);
        out.add("script", client.script);
    }
    for (std::size_t i = 0; i < s.actions.size(); ++i) {
        out.under("action " + std::to_string(i));
        dumpAction(out, s.actions[i]);
    }
    for (std::size_t i = 0; i < s.expectations.size(); ++i) {
        const Expectation& e = s.expectations[i];
        out.under("expectation " + std::to_string(i));
        out.add("profiles", e.profiles);
        out.add("client", e.client);
        out.add("at", e.at);
        out.add("opened", e.opened);
        out.add("open", e.open);
        out.add("opened by role", e.openedByRole);
        out.add("open by role", e.openByRole);
        out.add("closed by", e.closedBy);
        out.add("closed by rule", e.closedByRule);
        out.add("requests", e.requests);
        out.add("nodes", e.nodes);
        out.add("nodes set", e.nodesSet);
        out.add("count", e.count);
        out.add("note", e.note);
    }
    out.under("layout");
    for (const auto& [name, spot] : s.layout.moved)
        out.add(name, std::to_string(spot.x) + ' ' + std::to_string(spot.y));
    out.add("expanded", std::vector<std::string>(s.layout.expanded.begin(), s.layout.expanded.end()));
    for (const Annotation& a : s.annotations) {
        out.under("annotation");
        out.add("view", std::string(viewWord(a.view)));
        out.add("kind", std::string(kindWord(a.kind)));
        out.add("anchors", a.anchors);
        out.add("from", a.from);
        out.add("to", a.to);
        out.add("offset",
            a.offset ? std::to_string(a.offset->x) + "," + std::to_string(a.offset->y) : std::string("any"));
        out.add("number", std::to_string(a.number));
        out.add("text", a.text.en + "|" + a.text.zh);
    }
    for (const Bookmark& bookmark : s.bookmarks) {
        out.under("bookmark");
        out.add("at", std::optional(bookmark.at));
        out.add("events", bookmark.events ? std::to_string(*bookmark.events) : std::string("all"));
        out.add("note", bookmark.note);
    }
    return out.take();
}

} // namespace connscope::test
