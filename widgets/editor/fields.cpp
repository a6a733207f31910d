// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/fields.h"

#include "client/profile.h"
#include "scenario/actionwords.h"
#include "scenario/steps.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <span>

namespace connscope::editor {

using scenario::YamlNode;
using scenario::YamlPath;
using scenario::YamlValue;
using Kind = Thing::Kind;
using K = FieldKind;
using W = FieldWords;

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(Fields)
};

// clang-format off
constexpr Field kScenario[] = {
    {"title/en", K::Text, QT_TRANSLATE_NOOP("Fields", "Title"), QT_TRANSLATE_NOOP("Fields", "What the scenario is called")},
    {"title/zh", K::Text, QT_TRANSLATE_NOOP("Fields", "Title in Chinese"), QT_TRANSLATE_NOOP("Fields", "Shown where the interface is Chinese")},
    {"description/en", K::LongText, QT_TRANSLATE_NOOP("Fields", "Description"), QT_TRANSLATE_NOOP("Fields", "What is to be seen, and why")},
    {"description/zh", K::LongText, QT_TRANSLATE_NOOP("Fields", "Description in Chinese"), QT_TRANSLATE_NOOP("Fields", "Shown where the interface is Chinese")},
    {"theme", K::Text, QT_TRANSLATE_NOOP("Fields", "Theme"), QT_TRANSLATE_NOOP("Fields", "The group in the gallery: producer, consumer, closing, failure, …")},
    {"seed", K::Number, QT_TRANSLATE_NOOP("Fields", "Seed"), QT_TRANSLATE_NOOP("Fields", "Of every random choice; another seed gives another of the possible orders"), "1"},
    {"profile", K::Choice, QT_TRANSLATE_NOOP("Fields", "Profile"), QT_TRANSLATE_NOOP("Fields", "How clients decide that name no profile of their own"), "java-3.9", W::Profiles},
    {"epoch", K::Text, QT_TRANSLATE_NOOP("Fields", "Wall clock"), QT_TRANSLATE_NOOP("Fields", "The wall clock at instant 0, in UTC, for logs: 2019-05-27T10:00:54.142Z"), "1970-01-01T00:00:00Z"},
    {"until", K::Duration, QT_TRANSLATE_NOOP("Fields", "Length"), QT_TRANSLATE_NOOP("Fields", "The virtual time that a run covers"), "30s"},
    {"max-events", K::Number, QT_TRANSLATE_NOOP("Fields", "Most events"), QT_TRANSLATE_NOOP("Fields", "A run stops there with a message"), "50000000"},
};
constexpr Field kCluster[] = {
    {"id", K::Text, QT_TRANSLATE_NOOP("Fields", "Cluster id"), QT_TRANSLATE_NOOP("Fields", "As the brokers tell it"), "connscope"},
    {"version", K::Choice, QT_TRANSLATE_NOOP("Fields", "Version"), QT_TRANSLATE_NOOP("Fields", "Which API versions the brokers offer and which settings they know"), "3.9", W::Versions},
    {"groups", K::Map, QT_TRANSLATE_NOOP("Fields", "Group coordinators"), QT_TRANSLATE_NOOP("Fields", "Set by hand, as group: broker; others are found as Kafka does, by hash")},
    {"transactions", K::Map, QT_TRANSLATE_NOOP("Fields", "Transaction coordinators"), QT_TRANSLATE_NOOP("Fields", "Set by hand, as transactional.id: broker; others are found by hash")},
    {"controller", K::Choice, QT_TRANSLATE_NOOP("Fields", "Controller"), QT_TRANSLATE_NOOP("Fields", "The broker that is the controller"), QT_TRANSLATE_NOOP("Fields", "the lowest id"), W::Brokers},
    {"api-versions", K::Map, QT_TRANSLATE_NOOP("Fields", "API versions"), QT_TRANSLATE_NOOP("Fields", "The least and the greatest version that brokers offer: FETCH: [4, 11]")},
    {"throttle", K::Map, QT_TRANSLATE_NOOP("Fields", "Quotas"), QT_TRANSLATE_NOOP("Fields", "The throttle time of each answer, by client.id: producer-1: 500ms")},
    {"replication-delay", K::Duration, QT_TRANSLATE_NOOP("Fields", "Replication delay"), QT_TRANSLATE_NOOP("Fields", "Until the followers of a partition have a record"), "500us"},
    {"failure-detection", K::Duration, QT_TRANSLATE_NOOP("Fields", "Failure detection"), QT_TRANSLATE_NOOP("Fields", "Until the cluster notices that a broker was killed"), "0s"},
};
constexpr Field kBroker[] = {
    {"id", K::Number, QT_TRANSLATE_NOOP("Fields", "Id"), QT_TRANSLATE_NOOP("Fields", "broker.id")},
    {"host", K::Text, QT_TRANSLATE_NOOP("Fields", "Host"), QT_TRANSLATE_NOOP("Fields", "Where it listens"), "localhost"},
    {"port", K::Number, QT_TRANSLATE_NOOP("Fields", "Port"), QT_TRANSLATE_NOOP("Fields", "Where it listens")},
    {"advertised", K::Text, QT_TRANSLATE_NOOP("Fields", "Advertised listener"), QT_TRANSLATE_NOOP("Fields", "The host and port that it tells clients (advertised.listeners); may be wrong"), QT_TRANSLATE_NOOP("Fields", "host and port")},
    {"rack", K::Text, QT_TRANSLATE_NOOP("Fields", "Rack"), QT_TRANSLATE_NOOP("Fields", "broker.rack")},
    {"service-time", K::Duration, QT_TRANSLATE_NOOP("Fields", "Service time"), QT_TRANSLATE_NOOP("Fields", "To handle one request"), "100us"},
    {"slow-apis", K::Map, QT_TRANSLATE_NOOP("Fields", "Slow APIs"), QT_TRANSLATE_NOOP("Fields", "Time added to the answers of one API: API_VERSIONS: 2s")},
};
constexpr Field kTopic[] = {
    {"@name", K::Name, QT_TRANSLATE_NOOP("Fields", "Name"), QT_TRANSLATE_NOOP("Fields", "The topic's name; scripts and actions that name it follow")},
    {"partitions", K::Number, QT_TRANSLATE_NOOP("Fields", "Partitions"), QT_TRANSLATE_NOOP("Fields", "How many"), QT_TRANSLATE_NOOP("Fields", "one a broker")},
    {"replication", K::Number, QT_TRANSLATE_NOOP("Fields", "Replicas"), QT_TRANSLATE_NOOP("Fields", "Of each partition"), "1"},
    {"leaders", K::List, QT_TRANSLATE_NOOP("Fields", "Leaders"), QT_TRANSLATE_NOOP("Fields", "The broker that leads each partition; none for a partition without a leader"), QT_TRANSLATE_NOOP("Fields", "in turn")},
    {"replicas", K::List, QT_TRANSLATE_NOOP("Fields", "Replicas by partition"), QT_TRANSLATE_NOOP("Fields", "Brokers of each partition: [0, 1], [1, 2]"), QT_TRANSLATE_NOOP("Fields", "the leader and the next")},
    {"records", K::Text, QT_TRANSLATE_NOOP("Fields", "Records"), QT_TRANSLATE_NOOP("Fields", "Already in the log of each partition"), "0"},
};
constexpr Field kNetwork[] = {
    {"latency", K::Duration, QT_TRANSLATE_NOOP("Fields", "Latency"), QT_TRANSLATE_NOOP("Fields", "One way, between every client and every broker"), "100us"},
    {"jitter", K::Duration, QT_TRANSLATE_NOOP("Fields", "Jitter"), QT_TRANSLATE_NOOP("Fields", "Each segment is late by 0 to this; none overtakes another"), "50us"},
    {"bandwidth", K::Text, QT_TRANSLATE_NOOP("Fields", "Bandwidth"), QT_TRANSLATE_NOOP("Fields", "Such as 100Mbit/s"), "unlimited"},
    {"loss", K::Text, QT_TRANSLATE_NOOP("Fields", "Loss"), QT_TRANSLATE_NOOP("Fields", "The share of segments that arrive a retransmission later: 1%"), "0"},
    {"retransmission", K::Duration, QT_TRANSLATE_NOOP("Fields", "Retransmission"), QT_TRANSLATE_NOOP("Fields", "The delay that a lost segment adds"), "200ms"},
    {"dns", K::Map, QT_TRANSLATE_NOOP("Fields", "DNS"), QT_TRANSLATE_NOOP("Fields", "Names to addresses: kafka.example: [10.0.0.1, 10.0.0.2]; hosts of brokers have one without it")},
    {"unresolvable", K::List, QT_TRANSLATE_NOOP("Fields", "Unresolvable names"), QT_TRANSLATE_NOOP("Fields", "Names that have no address")},
    {"middlebox/idle", K::Duration, QT_TRANSLATE_NOOP("Fields", "Middlebox forgets after"), QT_TRANSLATE_NOOP("Fields", "A NAT gateway or load balancer forgets a flow without traffic after this"), QT_TRANSLATE_NOOP("Fields", "there is none")},
    {"middlebox/answers", K::Choice, QT_TRANSLATE_NOOP("Fields", "Middlebox answers"), QT_TRANSLATE_NOOP("Fields", "What it does with a flow that it forgot"), "silence", W::Answers},
    {"kernel/syn-retry", K::Duration, QT_TRANSLATE_NOOP("Fields", "First SYN again after"), QT_TRANSLATE_NOOP("Fields", "Doubles each time"), "1s"},
    {"kernel/syn-retries", K::Number, QT_TRANSLATE_NOOP("Fields", "SYNs at most"), QT_TRANSLATE_NOOP("Fields", "tcp_syn_retries"), "6"},
    {"kernel/retransmission-give-up", K::Duration, QT_TRANSLATE_NOOP("Fields", "Gives up after"), QT_TRANSLATE_NOOP("Fields", "Data that nobody acknowledges (tcp_retries2)"), "924.6s"},
    {"kernel/time-wait", K::Duration, QT_TRANSLATE_NOOP("Fields", "TIME-WAIT"), QT_TRANSLATE_NOOP("Fields", "How long a closed socket stays"), "60s"},
    {"kernel/fin-wait-2", K::Duration, QT_TRANSLATE_NOOP("Fields", "FIN-WAIT-2"), QT_TRANSLATE_NOOP("Fields", "tcp_fin_timeout, for sockets that nobody holds any more"), "60s"},
    {"kernel/keepalive-time", K::Duration, QT_TRANSLATE_NOOP("Fields", "Keepalive after"), QT_TRANSLATE_NOOP("Fields", "tcp_keepalive_time"), "2h"},
    {"kernel/keepalive-interval", K::Duration, QT_TRANSLATE_NOOP("Fields", "Keepalive every"), QT_TRANSLATE_NOOP("Fields", "tcp_keepalive_intvl"), "75s"},
    {"kernel/keepalive-probes", K::Number, QT_TRANSLATE_NOOP("Fields", "Keepalive probes"), QT_TRANSLATE_NOOP("Fields", "tcp_keepalive_probes"), "9"},
    {"turn", K::Duration, QT_TRANSLATE_NOOP("Fields", "Turn"), QT_TRANSLATE_NOOP("Fields", "A process notices what arrived this much later, with all that came meanwhile"), "20us"},
};
constexpr Field kLink[] = {
    {"client", K::Choice, QT_TRANSLATE_NOOP("Fields", "Client"), QT_TRANSLATE_NOOP("Fields", "Whose links; * is every client's"), "*", W::Clients},
    {"broker", K::Choice, QT_TRANSLATE_NOOP("Fields", "Broker"), QT_TRANSLATE_NOOP("Fields", "To which broker"), QT_TRANSLATE_NOOP("Fields", "every broker"), W::Brokers},
    {"latency", K::Duration, QT_TRANSLATE_NOOP("Fields", "Latency"), QT_TRANSLATE_NOOP("Fields", "One way"), QT_TRANSLATE_NOOP("Fields", "as everywhere")},
    {"jitter", K::Duration, QT_TRANSLATE_NOOP("Fields", "Jitter"), QT_TRANSLATE_NOOP("Fields", "Each segment is late by 0 to this; none overtakes another"), QT_TRANSLATE_NOOP("Fields", "as everywhere")},
    {"bandwidth", K::Text, QT_TRANSLATE_NOOP("Fields", "Bandwidth"), QT_TRANSLATE_NOOP("Fields", "Such as 100Mbit/s"), QT_TRANSLATE_NOOP("Fields", "as everywhere")},
    {"loss", K::Text, QT_TRANSLATE_NOOP("Fields", "Loss"), QT_TRANSLATE_NOOP("Fields", "The share of segments that arrive a retransmission later: 1%"), QT_TRANSLATE_NOOP("Fields", "as everywhere")},
    {"retransmission", K::Duration, QT_TRANSLATE_NOOP("Fields", "Retransmission"), QT_TRANSLATE_NOOP("Fields", "The delay that a lost segment adds"), QT_TRANSLATE_NOOP("Fields", "as everywhere")},
};
constexpr Field kClient[] = {
    {"name", K::Text, QT_TRANSLATE_NOOP("Fields", "Name"), QT_TRANSLATE_NOOP("Fields", "The scenario's own name for it: letters, digits, - and _; what speaks of it is renamed too")},
    {"kind", K::Choice, QT_TRANSLATE_NOOP("Fields", "Kind"), QT_TRANSLATE_NOOP("Fields", "Producer, consumer or admin client"), "", W::Kinds},
    {"profile", K::Choice, QT_TRANSLATE_NOOP("Fields", "Profile"), QT_TRANSLATE_NOOP("Fields", "How it decides"), "", W::Profiles},
    {"what-if", K::List, QT_TRANSLATE_NOOP("Fields", "What if"), QT_TRANSLATE_NOOP("Fields", "Behaviours that no client has: reuse-by-address, coordinator-on-data"), QT_TRANSLATE_NOOP("Fields", "none")},
    {"bootstrap", K::Text, QT_TRANSLATE_NOOP("Fields", "Bootstrap brokers"), QT_TRANSLATE_NOOP("Fields", "How many of the brokers, or all, go into bootstrap.servers where the settings do not say it"), "1"},
    {"host", K::Text, QT_TRANSLATE_NOOP("Fields", "Machine"), QT_TRANSLATE_NOOP("Fields", "The address of its machine"), QT_TRANSLATE_NOOP("Fields", "one each")},
    {"start", K::Duration, QT_TRANSLATE_NOOP("Fields", "Start"), QT_TRANSLATE_NOOP("Fields", "When it is constructed"), "0s"},
    {"count", K::Number, QT_TRANSLATE_NOOP("Fields", "Instances"), QT_TRANSLATE_NOOP("Fields", "So many alike"), "1"},
    {"stagger", K::Duration, QT_TRANSLATE_NOOP("Fields", "Stagger"), QT_TRANSLATE_NOOP("Fields", "Between the starts of instances"), "0s"},
};
constexpr Field kWhen[] = {
    {"at", K::Duration, QT_TRANSLATE_NOOP("Fields", "At"), QT_TRANSLATE_NOOP("Fields", "An instant of the run; or a condition below")},
    {"when", K::Query, QT_TRANSLATE_NOOP("Fields", "When"), QT_TRANSLATE_NOOP("Fields", "A condition in the query language: the first time that it holds")},
    {"after", K::Duration, QT_TRANSLATE_NOOP("Fields", "After that"), QT_TRANSLATE_NOOP("Fields", "So much later"), "0s"},
    {"every", K::Duration, QT_TRANSLATE_NOOP("Fields", "Every"), QT_TRANSLATE_NOOP("Fields", "Again and again, so far apart"), QT_TRANSLATE_NOOP("Fields", "once")},
    {"times", K::Number, QT_TRANSLATE_NOOP("Fields", "Times"), QT_TRANSLATE_NOOP("Fields", "How often, where it repeats"), QT_TRANSLATE_NOOP("Fields", "without end")},
    {"do", K::Choice, QT_TRANSLATE_NOOP("Fields", "What"), QT_TRANSLATE_NOOP("Fields", "What happens to the world"), "", W::Verbs},
};
constexpr Field kOfActions[] = {
    {"broker", K::Choice, QT_TRANSLATE_NOOP("Fields", "Broker"), QT_TRANSLATE_NOOP("Fields", "Which one, or the one to move to"), QT_TRANSLATE_NOOP("Fields", "every broker"), W::Brokers},
    {"client", K::Choice, QT_TRANSLATE_NOOP("Fields", "Client"), QT_TRANSLATE_NOOP("Fields", "A client, an instance such as reader[2], or * for all"), "*", W::Clients},
    {"partition", K::Choice, QT_TRANSLATE_NOOP("Fields", "Partition"), QT_TRANSLATE_NOOP("Fields", "Such as t4-0"), "", W::Partitions},
    {"topic", K::Text, QT_TRANSLATE_NOOP("Fields", "Topic"), QT_TRANSLATE_NOOP("Fields", "Its name")},
    {"partitions", K::Number, QT_TRANSLATE_NOOP("Fields", "Partitions"), QT_TRANSLATE_NOOP("Fields", "Of the new topic"), "1"},
    {"replication", K::Number, QT_TRANSLATE_NOOP("Fields", "Replicas"), QT_TRANSLATE_NOOP("Fields", "Of each partition"), "1"},
    {"records", K::Number, QT_TRANSLATE_NOOP("Fields", "Records"), QT_TRANSLATE_NOOP("Fields", "How many"), "1"},
    {"group", K::Text, QT_TRANSLATE_NOOP("Fields", "Group"), QT_TRANSLATE_NOOP("Fields", "The group.id")},
    {"transactional-id", K::Text, QT_TRANSLATE_NOOP("Fields", "transactional.id"), QT_TRANSLATE_NOOP("Fields", "The transaction whose coordinator moves")},
    {"for", K::Duration, QT_TRANSLATE_NOOP("Fields", "For"), QT_TRANSLATE_NOOP("Fields", "Ends by itself after this"), QT_TRANSLATE_NOOP("Fields", "until it is undone")},
    {"by", K::Duration, QT_TRANSLATE_NOOP("Fields", "By"), QT_TRANSLATE_NOOP("Fields", "Time added to each answer; 0s is over")},
    {"config", K::Map, QT_TRANSLATE_NOOP("Fields", "Settings"), QT_TRANSLATE_NOOP("Fields", "What changes: connections.max.idle.ms: 60000")},
    {"steps", K::List, QT_TRANSLATE_NOOP("Fields", "Steps"), QT_TRANSLATE_NOOP("Fields", "A script: commit-sync, close")},
    {"text", K::Text, QT_TRANSLATE_NOOP("Fields", "Text"), QT_TRANSLATE_NOOP("Fields", "What stands in the trace")},
    {"connection", K::Text, QT_TRANSLATE_NOOP("Fields", "Connection"), QT_TRANSLATE_NOOP("Fields", "A node id, or a query on connections: idle > 30s"), QT_TRANSLATE_NOOP("Fields", "every one")},
};
constexpr Field kWait[] = {{"", K::Duration, QT_TRANSLATE_NOOP("Fields", "For"), QT_TRANSLATE_NOOP("Fields", "The application does nothing; the client's own threads go on")}};
constexpr Field kMark[] = {{"", K::Text, QT_TRANSLATE_NOOP("Fields", "Text"), QT_TRANSLATE_NOOP("Fields", "A bookmark in the trace")}};
constexpr Field kSubscribe[] = {{"", K::List, QT_TRANSLATE_NOOP("Fields", "Topics"), QT_TRANSLATE_NOOP("Fields", "With group.id")}};
constexpr Field kAssign[] = {{"", K::List, QT_TRANSLATE_NOOP("Fields", "Partitions"), QT_TRANSLATE_NOOP("Fields", "Such as t4-0; a topic's name stands for all its partitions")}};
constexpr Field kSend[] = {
    {"topic", K::Choice, QT_TRANSLATE_NOOP("Fields", "Topic"), QT_TRANSLATE_NOOP("Fields", "To each of its partitions, unless some are named"), QT_TRANSLATE_NOOP("Fields", "the only one"), W::Topics},
    {"partitions", K::List, QT_TRANSLATE_NOOP("Fields", "Partitions"), QT_TRANSLATE_NOOP("Fields", "Numbers"), QT_TRANSLATE_NOOP("Fields", "all")},
    {"rounds", K::Text, QT_TRANSLATE_NOOP("Fields", "Rounds"), QT_TRANSLATE_NOOP("Fields", "So many, or forever"), "1"},
    {"for", K::Duration, QT_TRANSLATE_NOOP("Fields", "For"), QT_TRANSLATE_NOOP("Fields", "Rounds for so long, instead of a number of them")},
    {"every", K::Duration, QT_TRANSLATE_NOOP("Fields", "Every"), QT_TRANSLATE_NOOP("Fields", "From the start of a round to the start of the next"), "0s"},
    {"records", K::Number, QT_TRANSLATE_NOOP("Fields", "Records"), QT_TRANSLATE_NOOP("Fields", "To each partition in a round"), "1"},
    {"size", K::Number, QT_TRANSLATE_NOOP("Fields", "Size"), QT_TRANSLATE_NOOP("Fields", "Bytes of a record"), "100"},
    {"sync", K::Choice, QT_TRANSLATE_NOOP("Fields", "Wait for each"), QT_TRANSLATE_NOOP("Fields", "send().get(): each send waits for its acknowledgement"), "false", W::Flags},
    {"round-robin", K::Choice, QT_TRANSLATE_NOOP("Fields", "In turn"), QT_TRANSLATE_NOOP("Fields", "One partition a round"), "false", W::Flags},
};
constexpr Field kPoll[] = {
    {"for", K::Text, QT_TRANSLATE_NOOP("Fields", "For"), QT_TRANSLATE_NOOP("Fields", "A duration, or forever"), "forever"},
    {"timeout", K::Duration, QT_TRANSLATE_NOOP("Fields", "Timeout"), QT_TRANSLATE_NOOP("Fields", "Of each call of poll()"), "200ms"},
    {"processing", K::Duration, QT_TRANSLATE_NOOP("Fields", "Processing"), QT_TRANSLATE_NOOP("Fields", "Between two calls"), "0s"},
};
constexpr Field kClose[] = {{"timeout", K::Duration, QT_TRANSLATE_NOOP("Fields", "Timeout"), QT_TRANSLATE_NOOP("Fields", "Of close()"), QT_TRANSLATE_NOOP("Fields", "as the client has it")}};
constexpr Field kOffsets[] = {
    {"group", K::Text, QT_TRANSLATE_NOOP("Fields", "Group"), QT_TRANSLATE_NOOP("Fields", "The group.id")},
    {"topic", K::Choice, QT_TRANSLATE_NOOP("Fields", "Topic"), QT_TRANSLATE_NOOP("Fields", "Its offsets"), "", W::Topics},
};
constexpr Field kConfigs[] = {
    {"topic", K::Choice, QT_TRANSLATE_NOOP("Fields", "Topic"), QT_TRANSLATE_NOOP("Fields", "Whose settings are asked for"), "", W::Topics},
    {"broker", K::Choice, QT_TRANSLATE_NOOP("Fields", "Broker"), QT_TRANSLATE_NOOP("Fields", "Or a broker's"), "", W::Brokers},
};
constexpr Field kCreate[] = {
    {"topic", K::Text, QT_TRANSLATE_NOOP("Fields", "Topic"), QT_TRANSLATE_NOOP("Fields", "Its name")},
    {"partitions", K::Number, QT_TRANSLATE_NOOP("Fields", "Partitions"), QT_TRANSLATE_NOOP("Fields", "How many"), "1"},
};
// clang-format on

std::span<const Field> stepFields(std::string_view word)
{
    if (word == "wait")
        return kWait;
    if (word == "mark")
        return kMark;
    if (word == "subscribe")
        return kSubscribe;
    if (word == "assign")
        return kAssign;
    if (word == "send")
        return kSend;
    if (word == "poll")
        return kPoll;
    if (word == "close")
        return kClose;
    if (word == "send-offsets")
        return kOffsets;
    if (word == "describe-configs")
        return kConfigs;
    if (word == "create-topic")
        return kCreate;
    return {};
}

std::vector<Field> copy(std::span<const Field> fields) { return {fields.begin(), fields.end()}; }

/// The keys of a map in the order of its fields, and what is no field but stands there.
std::vector<std::string_view> orderOf(const std::vector<Field>& fields, const Thing& thing)
{
    std::vector<std::string_view> out;
    if (thing.kind == Kind::Scenario)
        out.emplace_back("connscope");
    for (const Field& field : fields) {
        const std::string_view key = std::string_view(field.key).substr(0, std::string_view(field.key).find('/'));
        if (out.empty() || out.back() != key)
            out.push_back(key);
        if (thing.kind == Kind::Cluster && key == "version")
            out.insert(out.end(), {"brokers", "config", "topics"});
        if (thing.kind == Kind::Client && key == "bootstrap")
            out.emplace_back("config");
        if (thing.kind == Kind::Network && key == "retransmission")
            out.emplace_back("links");
    }
    if (thing.kind == Kind::Scenario)
        out.insert(out.end(), {"cluster", "network", "clients", "actions", "expect"});
    return out;
}

bool isTitle(const Field& field)
{
    return std::string_view(field.key).find("/en") != std::string_view::npos
        || std::string_view(field.key).find("/zh") != std::string_view::npos;
}

YamlPath below(YamlPath path, std::string_view key)
{
    while (!key.empty()) {
        const std::size_t slash = std::min(key.find('/'), key.size());
        path = path / key.substr(0, slash);
        key.remove_prefix(std::min(slash + 1, key.size()));
    }
    return path;
}

/// What stands between brackets, as a tree; an error where it is none.
Result<YamlValue> bracketed(const QString& text, char open, char close)
{
    const auto document = scenario::YamlDocument::parse(open + text.toStdString() + close, {});
    if (!document)
        return fail(document.error().message);
    return scenario::valueOf(document->root());
}

/// `title: a` and `title: {en: a, zh: b}`.
void setTitle(Change& change, const YamlPath& whole, bool chinese, const std::string& text,
    const std::vector<std::string_view>& order)
{
    const YamlNode* node = change.at(whole);
    const auto of = [&](const char* language) -> std::string {
        if (!node)
            return {};
        if (node->isScalar())
            return std::string_view(language) == "en" ? node->text : std::string();
        const YamlNode* own = change.at(whole / language);
        return own ? own->text : std::string();
    };
    const bool isMap = node && node->isMap();
    const std::string en = chinese ? of("en") : text;
    const std::string zh = chinese ? text : of("zh");
    if (en.empty() && zh.empty())
        change.remove(whole, {});
    else if (isMap && !text.empty())
        change.set(whole / (chinese ? "zh" : "en"), text);
    else if (zh.empty())
        change.set(whole, en, order);
    else
        change.set(whole, YamlValue(YamlValue::map().add("en", en).add("zh", zh)), order);
}

} // namespace

std::vector<Field> fieldsOf(const Draft& draft, const Thing& thing)
{
    switch (thing.kind) {
    case Kind::Scenario:
        return copy(kScenario);
    case Kind::Cluster:
        return copy(kCluster);
    case Kind::Broker:
        return copy(kBroker);
    case Kind::Topic:
        return copy(kTopic);
    case Kind::Network:
        return copy(kNetwork);
    case Kind::Link:
        return copy(kLink);
    case Kind::Client:
        return copy(kClient);
    case Kind::Step: {
        const YamlNode* step = draft.meant(thing.path);
        return step ? copy(stepFields(stepWordOf(*step))) : std::vector<Field>();
    }
    case Kind::Action: {
        std::vector<Field> out = copy(kWhen);
        const std::string verb = draft.textAt(thing.path / "do").toStdString();
        for (const scenario::ActionWord& word : scenario::kActionWords) {
            if (word.word != verb)
                continue;
            for (const Field& field : kOfActions) {
                for (const auto& [bit, key] : scenario::kActionFieldWords) {
                    if (key == field.key && ((word.needs | word.may) & bit) != 0)
                        out.push_back(field);
                }
            }
        }
        return out;
    }
    default:
        return {};
    }
}

QString labelOf(const Field& field) { return QCoreApplication::translate("Fields", field.label); }
QString helpOf(const Field& field) { return QCoreApplication::translate("Fields", field.help); }

QString standardOf(const Draft& draft, const Thing& thing, const Field& field)
{
    const scenario::Scenario* s = draft.scenario();
    const std::string_view key = field.key;
    const auto* index = thing.path.isRoot() ? nullptr : std::get_if<std::size_t>(&thing.path.last());
    if (thing.kind == Kind::Client && key == "profile")
        return s ? QString::fromStdString(s->profileName) : QString();
    if (thing.kind == Kind::Client && key == "name")
        return clientNameOf(draft, thing.path);
    if (thing.kind == Kind::Broker && s && index && *index < s->cluster.brokers.size()) {
        const broker::BrokerSpec& broker = s->cluster.brokers[*index];
        if (key == "id")
            return QString::number(broker.id.value);
        if (key == "host")
            return QString::fromStdString(broker.host);
        if (key == "port")
            return QString::number(broker.port);
    }
    return QCoreApplication::translate("Fields", field.standard);
}

QStringList wordsOf(const Draft& draft, FieldWords words)
{
    QStringList out;
    switch (words) {
    case W::Flags:
        return {QStringLiteral("true"), QStringLiteral("false")};
    case W::Kinds:
        return {QStringLiteral("producer"), QStringLiteral("consumer"), QStringLiteral("admin")};
    case W::Answers:
        return {QStringLiteral("silence"), QStringLiteral("reset")};
    case W::Versions:
        for (const client::Profile& profile : client::profiles()) {
            const QString version = QString::fromStdString(profile.version.toString());
            if (!out.contains(version))
                out << version;
        }
        out.sort();
        return out;
    case W::Profiles:
        for (const client::Profile& profile : client::profiles())
            out << toText(profile.name);
        return out;
    case W::Verbs:
        for (const scenario::ActionWord& word : scenario::kActionWords)
            out << toText(word.word);
        return out;
    case W::Brokers:
        return brokerIds(draft);
    case W::Clients:
        out = clientNames(draft);
        out.prepend(QStringLiteral("*"));
        return out;
    case W::Topics:
        return topicNames(draft);
    case W::Partitions:
        return partitionNames(draft);
    case W::None:
        break;
    }
    return out;
}

YamlPath pathOf(const Draft& draft, const Thing& thing, const Field& field)
{
    if (field.kind == K::Name)
        return thing.path;
    if (thing.kind == Kind::Step) {
        const YamlNode* step = draft.meant(thing.path);
        return below(thing.path / (step ? stepWordOf(*step) : std::string()), field.key);
    }
    return below(thing.path, field.key);
}

QString valueOf(const Draft& draft, const Thing& thing, const Field& field)
{
    if (field.kind == K::Name)
        return toText(thing.path.key());
    const YamlPath path = pathOf(draft, thing, field);
    if (const YamlNode* own = draft.meant(path))
        return own->isScalar() ? toText(own->text) : Draft::lineOf(own);
    // Short forms: a title of one language, a topic that is a number, `send: t4`, `poll: 6s`.
    const YamlNode* around = draft.meant(path.parent());
    if (!around || !around->isScalar())
        return {};
    const std::string_view key = field.key;
    const bool isShort = (isTitle(field) && key.ends_with("/en"))
        || (thing.kind == Kind::Topic && key == "partitions")
        || (thing.kind == Kind::Step
            && ((path.parent().key() == "send" && key == "topic")
                || (path.parent().key() == "poll" && key == "for")));
    return isShort ? toText(around->text) : QString();
}

Thing renamed(const Thing& thing, const QString& name)
{
    return {thing.kind, thing.path.parent() / name.trimmed().toStdString()};
}

Result<Change> changeOf(const Draft& draft, const Thing& thing, const Field& field, const QString& text)
{
    Change change(draft);
    const std::string value = text.trimmed().toStdString();
    const std::vector<std::string_view> order = orderOf(fieldsOf(draft, thing), thing);
    const YamlPath path = pathOf(draft, thing, field);
    if (field.kind == K::Name) {
        if (value.empty())
            return fail("a topic needs a name");
        renameTopic(change, draft, thing, value);
        return change;
    }
    if (isTitle(field)) {
        const YamlNode* now = draft.at(path);
        if (now && now->text == value + '\n')
            return change; // a block of text ends with its line
        setTitle(change, path.parent(), std::string_view(field.key).ends_with("/zh"),
            field.kind == K::LongText && value.find('\n') != std::string::npos ? value + '\n' : value, order);
        return change;
    }
    if (thing.kind == Kind::Client && std::string_view(field.key) == "name" && !value.empty()) {
        renameClient(change, draft, thing.path, value);
        return change;
    }
    if (thing.kind == Kind::Action && std::string_view(field.key) == "do") {
        setVerb(change, draft, thing.path, value);
        return change;
    }
    // The number of partitions alone is a number still.
    const YamlNode* topic = thing.kind == Kind::Topic ? draft.at(thing.path) : nullptr;
    if (topic && topic->isScalar() && std::string_view(field.key) == "partitions" && !value.empty()) {
        change.set(thing.path, value);
        return change;
    }
    writeOut(change, draft, thing);
    if (value.empty()) {
        change.remove(path, thing.path);
        // A step without anything is its bare word.
        if (thing.kind == Kind::Step) {
            const YamlNode* step = change.at(thing.path);
            const YamlNode* inside
                = step && step->isMap() && !step->entries.empty() ? &step->entries.front().value : nullptr;
            if (step && step->isMap() && (!inside || (inside->isMap() && inside->entries.empty())))
                change.set(thing.path, path.key() == field.key ? path.parent().key() : path.key());
        }
        return change;
    }
    YamlValue whole = YamlValue::scalar(value);
    if (field.kind == K::List || field.kind == K::Map
        || (thing.kind == Kind::Topic && std::string_view(field.key) == "records"
            && value.find(',') != std::string::npos)) {
        auto inside = field.kind == K::Map ? bracketed(text, '{', '}') : bracketed(text, '[', ']');
        if (!inside)
            return fail(inside.error());
        // One item may stand without brackets, and stays so.
        const YamlNode* now = change.at(path);
        if (field.kind != K::List || !now || !now->isScalar() || value.find_first_of(",[{") != std::string::npos)
            whole = std::move(*inside);
    }
    const YamlNode* step = thing.kind == Kind::Step ? change.at(thing.path) : nullptr;
    if (step && step->isScalar()) { // `close` becomes `close: {timeout: 5s}`
        const std::string word = step->text;
        change.set(thing.path,
            YamlValue(YamlValue::map().add(word, YamlValue(YamlValue::map().add(field.key, std::move(whole))))));
        return change;
    }
    // The network, the cluster: the first thing that is said of it.
    if ((thing.kind == Kind::Network || thing.kind == Kind::Cluster) && !change.at(thing.path)) {
        static constexpr std::array<std::string_view, 14> kTop {"connscope", "title", "description", "theme", "seed",
            "profile", "profiles-excluded", "epoch", "until", "max-events", "cluster", "network", "clients",
            "actions"};
        change.set(path, whole, kTop);
        return change;
    }
    change.set(path, whole, order);
    return change;
}

Title titleOf(const Draft& draft, const Thing& thing, const Field& field, const QString& text)
{
    // Names as they are now: the thing may be gone when the title is asked for.
    const QString shortened = text.trimmed().size() > 40 ? text.trimmed().left(39) + u'…' : text.trimmed();
    const QString name = nameOf(draft, thing);
    const char* label = field.label;
    return [name, shortened, label] {
        const QString what = QCoreApplication::translate("Fields", label);
        return shortened.isEmpty() ? Words::tr("leave out “%1” of %2").arg(what, name)
                                   : Words::tr("set “%1” of %2 to %3").arg(what, name, shortened);
    };
}

} // namespace connscope::editor
