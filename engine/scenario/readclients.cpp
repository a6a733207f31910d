// SPDX-License-Identifier: GPL-3.0-or-later
// `clients:` — who connects. Names, profiles, settings under Kafka's own keys, and the checks that a script makes sense for
// its client: what the Java client would answer with an exception is an error here.
#include "scenario/clientconfig.h"
#include "scenario/defaults.h"
#include "scenario/sections.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

namespace connscope::scenario {

namespace {

using Step = client::Step;

constexpr std::array<std::string_view, 11> kClientKeys {
    "name", "kind", "profile", "what-if", "bootstrap", "config", "host", "start", "count", "stagger", "script"};
constexpr std::array<std::string_view, 3> kKinds {"producer", "consumer", "admin"};
constexpr std::array<trace::ClientKind, 3> kKindValues {
    trace::ClientKind::Producer, trace::ClientKind::Consumer, trace::ClientKind::Admin};

bool isClientName(std::string_view text)
{
    return !text.empty() && text.size() <= 200 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

class ClientReader {
public:
    ClientReader(Reading& reading, Scenario& scenario)
        : m_reading(reading)
        , m_scenario(scenario)
    {
    }

    void read(const YamlNode& list)
    {
        if (!list.isList() || list.items.empty()) {
            m_reading.error(
                list, "clients: expected a list of clients such as '- {kind: producer}', found " + describe(list));
            return;
        }
        std::int64_t instances = 0;
        for (const YamlNode& item : list.items) {
            if (m_reading.isFull())
                break;
            readOne(item);
            instances += m_scenario.clients.empty() ? 0 : m_scenario.clients.back().count;
            if (instances > limits::kClients || m_steps > limits::kSteps) {
                m_reading.error(item,
                    instances > limits::kClients
                        ? "clients: more than " + std::to_string(limits::kClients) + " instances in all"
                        : "clients: more than " + std::to_string(limits::kSteps) + " steps in all");
                return;
            }
        }
    }

private:
    void readOne(const YamlNode& item)
    {
        MapReader map(m_reading, item, "a client", kClientKeys);
        if (!map.isMap())
            return;
        ClientEntry entry;
        entry.line = m_reading.lineOf(item);
        const YamlNode* kind = map.find("kind");
        const auto known = kind ? m_reading.word(*kind, "kind", kKinds) : std::nullopt;
        if (known)
            entry.kind = kKindValues[*known];
        else if (!kind)
            m_reading.error(item, "a client needs a kind: producer, consumer or admin");
        readName(map, item, entry);
        if (const YamlNode* profile = map.find("profile"))
            readProfile(*profile, entry);
        if (const YamlNode* whatIf = map.find("what-if"))
            readWhatIf(*whatIf, entry);
        readHost(m_reading, map, entry.host);
        map.duration("start", entry.start);
        map.integer("count", entry.count, 1, limits::kClients);
        map.duration("stagger", entry.stagger, {}, std::chrono::hours(24));
        if (known) {
            const protocol::ConfigSet config = readConfig(map, entry);
            readScript(map, entry, config);
        } else { // which keys and steps it may have, its kind says
            for (const char* key : {"bootstrap", "config", "script"})
                static_cast<void>(map.find(key));
        }
        m_scenario.clients.push_back(std::move(entry));
    }

    void readName(MapReader& map, const YamlNode& item, ClientEntry& entry)
    {
        const YamlNode* node = map.find("name");
        if (!node) {
            const std::string kind(clientKindName(entry.kind));
            int& used = m_used[kind];
            do {
                ++used;
                entry.name = used == 1 ? kind : kind + '-' + std::to_string(used);
            } while (!m_names.insert(entry.name).second);
            return;
        }
        entry.name = m_reading.text(*node, "name").value_or("?");
        if (!isClientName(entry.name))
            m_reading.error(*node, "name: expected letters, digits, '-' and '_', found " + describe(*node));
        else if (entry.name == "broker" || entry.name == "cluster")
            m_reading.error(*node, "name: '" + entry.name + "' means the cluster's side in settings; choose another");
        else if (!m_names.insert(entry.name).second)
            m_reading.error(item, "there is a client '" + entry.name + "' already; give each a name of its own");
    }

    void readProfile(const YamlNode& node, ClientEntry& entry)
    {
        const auto name = m_reading.text(node, "profile");
        if (!name)
            return;
        if (const auto profile = client::findProfile(*name))
            entry.profileName = profile->name;
        else
            m_reading.error(node, profile.error().message);
    }

    void readWhatIf(const YamlNode& node, ClientEntry& entry)
    {
        const auto names = m_reading.texts(node, "what-if");
        if (!names)
            return;
        for (std::size_t i = 0; i < names->size(); ++i) {
            client::Profile scratch;
            if (const auto applied = client::applyWhatIf(scratch, (*names)[i]); !applied)
                m_reading.error(node.isList() ? node.items[i] : node, applied.error().message);
            else
                entry.whatIf.push_back((*names)[i]);
        }
    }

    /// The settings in force; on an error those that could be read.
    protocol::ConfigSet readConfig(MapReader& map, ClientEntry& entry)
    {
        const auto profile = profileOf(m_scenario, entry);
        protocol::ConfigSet config(configOwner(entry.kind), profile ? profile->version : protocol::kV3_9);
        const YamlNode* node = map.find("config");
        if (node) {
            std::vector<const YamlEntry*> entries;
            entry.config = m_reading.config(*node, &entries);
            applyConfig(m_reading, entries, entry.config, config);
        }
        std::size_t addresses = readBootstrap(map, config.isSet("bootstrap.servers"));
        if (!m_reading.expand(map.node(), addresses))
            addresses = 1;
        if (!config.isSet("bootstrap.servers")) {
            entry.config.insert(
                entry.config.begin(), {"bootstrap.servers", bootstrapServers(m_scenario.cluster, addresses)});
            static_cast<void>(
                config.set("bootstrap.servers", entry.config.front().second)); // host:port of a broker is good
        }
        if (const auto valid = config.validate(); !valid) {
            m_reading.error(node ? *node : map.node(), valid.error().message);
        } else if (profile && !m_reading.hasErrors()) {
            // What a run would refuse is refused here.
            if (auto built = buildConfig(entry, *profile); !built)
                m_reading.error(node ? *node : map.node(), built.error().message);
        }
        if (!entry.host.empty() && entry.host.substr(0, 4) != "127."
            && config.text("bootstrap.servers").find("localhost") != std::string::npos)
            m_reading.warning(map.node(),
                "localhost in bootstrap.servers is this client's own machine, " + printable(entry.host)
                    + ", where no broker is");
        return config;
    }

    /// How many of the cluster's brokers go into bootstrap.servers where the config does not say which.
    std::size_t readBootstrap(MapReader& map, bool isSet)
    {
        const YamlNode* node = map.find("bootstrap");
        const std::size_t brokers = m_scenario.cluster.brokers.size();
        if (!node)
            return 1;
        if (isSet)
            m_reading.error(*node, "bootstrap: bootstrap.servers is set under config already; give one of them");
        if (node->isScalar() && node->text == "all")
            return brokers;
        return static_cast<std::size_t>(
            m_reading.integer(*node, "bootstrap", 1, static_cast<std::int64_t>(brokers)).value_or(1));
    }

    void readScript(MapReader& map, ClientEntry& entry, const protocol::ConfigSet& config)
    {
        const bool hasGroup = entry.kind == trace::ClientKind::Consumer && config.hasValue("group.id")
            && !config.text("group.id").empty();
        const YamlNode* script = map.find("script");
        if (!script) {
            if (entry.kind != trace::ClientKind::Consumer
                || m_reading.expand(map.node(), hasGroup ? m_scenario.cluster.topics.size() : partitionCount()))
                entry.script = defaultScript(m_scenario, entry.kind, hasGroup);
            return;
        }
        entry.script = scenario::readScript(m_reading, *script, m_scenario, entry.kind);
        m_steps += static_cast<std::int64_t>(entry.script.size());
        if (entry.script.size() != script->items.size())
            return; // a step was not good: what follows could only repeat it
        checkClose(*script, entry);
        if (entry.kind == trace::ClientKind::Consumer)
            checkConsumer(*script, entry, hasGroup, config.hasValue("group.id"));
        else if (entry.kind == trace::ClientKind::Producer)
            checkProducer(*script, entry, config.hasValue("transactional.id"));
    }

    std::size_t partitionCount() const
    {
        std::size_t count = 0;
        for (const broker::TopicSpec& topic : m_scenario.cluster.topics)
            count += topic.partitions.size();
        return count;
    }

    /// The script ends there: Java answers any further call with an IllegalStateException, but for another close().
    void checkClose(const YamlNode& script, const ClientEntry& entry)
    {
        bool closed = false;
        for (std::size_t i = 0; i < entry.script.size(); ++i) {
            const bool isClose = entry.script[i].kind == Step::Kind::Close;
            if (closed && !isClose) {
                m_reading.error(script.items[i],
                    "the client is closed here, so this step is never run; put it before close, or construct the "
                    "client "
                    "again with the action recreate-client");
                return;
            }
            closed = closed || isClose;
        }
    }

    /// \a isGiven: group.id is, if only as the empty text, which may keep offsets and has no members.
    void checkConsumer(const YamlNode& script, const ClientEntry& entry, bool hasGroup, bool isGiven)
    {
        bool hasPartitions = false;
        auto before = Step::Kind::Unsubscribe; // what the subscription comes from
        for (std::size_t i = 0; i < entry.script.size(); ++i) {
            const Step& step = entry.script[i];
            const YamlNode& at = script.items[i];
            if (step.kind == Step::Kind::Subscribe || step.kind == Step::Kind::Assign
                || step.kind == Step::Kind::Unsubscribe) {
                // SubscriptionState#setSubscriptionType
                if (step.kind != Step::Kind::Unsubscribe && before != Step::Kind::Unsubscribe && before != step.kind)
                    m_reading.error(at,
                        "subscribe and assign exclude each other: KafkaConsumer throws IllegalStateException; put "
                        "unsubscribe between them");
                before = step.kind;
            }
            hasPartitions = (hasPartitions || step.kind == Step::Kind::Subscribe || step.kind == Step::Kind::Assign)
                && step.kind != Step::Kind::Unsubscribe;
            const bool commits = step.kind == Step::Kind::CommitSync || step.kind == Step::Kind::CommitAsync;
            if ((!hasGroup && step.kind == Step::Kind::Subscribe) || (commits && !isGiven))
                m_reading.error(at, "this step needs a group: set group.id under config, or use assign");
            if (step.kind == Step::Kind::Poll && !hasPartitions)
                m_reading.error(at, "poll before subscribe or assign: the consumer has nothing to poll for");
        }
    }

    void checkProducer(const YamlNode& script, const ClientEntry& entry, bool transactional)
    {
        bool open = false;
        for (std::size_t i = 0; i < entry.script.size(); ++i) {
            const YamlNode& at = script.items[i];
            switch (entry.script[i].kind) {
            case Step::Kind::BeginTransaction:
                if (!transactional)
                    m_reading.error(at, "a transaction needs transactional.id under config");
                else if (open)
                    m_reading.error(at, "a transaction is open already; commit or abort it first");
                open = true;
                break;
            case Step::Kind::Send:
                if (transactional && !open)
                    m_reading.error(at,
                        "a producer with transactional.id sends inside a transaction; put begin-transaction before");
                break;
            case Step::Kind::SendOffsetsToTransaction:
            case Step::Kind::CommitTransaction:
            case Step::Kind::AbortTransaction:
                if (!open)
                    m_reading.error(at, "no transaction is open here; put begin-transaction before");
                open = open && entry.script[i].kind == Step::Kind::SendOffsetsToTransaction;
                break;
            default:
                break;
            }
        }
    }

    Reading& m_reading;
    Scenario& m_scenario;
    std::int64_t m_steps = 0;
    std::set<std::string> m_names;
    std::map<std::string, int> m_used; // names given, by kind
};

} // namespace

void readClients(Reading& reading, const YamlNode* node, const YamlNode& root, Scenario& scenario)
{
    if (!node) {
        reading.error(
            root, "clients are missing: a scenario needs at least one, such as 'clients: [{kind: producer}]'");
        return;
    }
    ClientReader(reading, scenario).read(*node);
    reading.learnClients(scenario.clients);
}

const ClientEntry* entryOf(const Reading& reading, std::string_view clientName)
{
    return reading.client(clientName.substr(0, clientName.find('[')));
}

std::optional<std::string> readClientName(
    Reading& reading, const YamlNode& node, std::string_view what, const Scenario& scenario)
{
    auto text = reading.text(node, what);
    if (!text)
        return std::nullopt;
    const ClientEntry* entry = entryOf(reading, *text);
    if (*text == "*" || (entry && entry->name == *text))
        return text;
    if (entry && entry->count > 1) { // "consumer[3]"
        int index = 0;
        const char* last = text->data() + text->size();
        std::from_chars(text->data() + entry->name.size() + 1, last, index);
        if (index >= 1 && index <= entry->count && *text == instanceName(*entry, index - 1))
            return text;
        reading.error(node,
            std::string(what) + ": client " + entry->name + " has instances " + entry->name + "[1] to " + entry->name
                + '[' + std::to_string(entry->count) + ']');
        return std::nullopt;
    }
    std::vector<std::string_view> names {"*"};
    for (const ClientEntry& client : scenario.clients)
        names.push_back(client.name);
    const std::string near = didYouMean(*text, names);
    if (names.size() > 20)
        names.resize(20);
    reading.error(node,
        std::string(what) + ": expected a client's name, " + joinOr(names) + ", found " + describe(node) + near);
    return std::nullopt;
}

} // namespace connscope::scenario
