// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/things.h"

#include "scenario/actionwords.h"
#include "scenario/clientconfig.h"
#include "scenario/steps.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace connscope::editor {

using scenario::YamlNode;
using scenario::YamlPath;
using scenario::YamlValue;
using Kind = Thing::Kind;

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(Things)
};

const YamlPath kCluster = YamlPath() / "cluster";
const YamlPath kBrokers = kCluster / "brokers";
const YamlPath kTopics = kCluster / "topics";
const YamlPath kLinks = YamlPath() / "network" / "links";
const YamlPath kClients = YamlPath() / "clients";
const YamlPath kActions = YamlPath() / "actions";

constexpr int kMostWords = 200; // in a list to choose from

std::size_t indexOf(const YamlPath& path)
{
    const auto* index = path.isRoot() ? nullptr : std::get_if<std::size_t>(&path.last());
    return index ? *index : 0;
}

std::size_t itemsAt(const Change& change, const YamlPath& list)
{
    const YamlNode* node = change.at(list);
    return node && node->isList() ? node->items.size() : 0;
}

Thing at(Kind kind, const YamlPath& list, std::size_t index) { return {kind, list / index}; }

/// A name that no one of \a taken has: "topic", "topic-2", …
std::string freeName(const std::string& name, const QStringList& taken)
{
    std::string out = name;
    for (int i = 2; taken.contains(QString::fromStdString(out)); ++i)
        out = name + '-' + std::to_string(i);
    return out;
}

/// Sections in the order in which a reader expects them.
constexpr std::array<std::string_view, 15> kTopOrder {"connscope", "title", "description", "theme", "seed", "profile",
    "profiles-excluded", "epoch", "until", "max-events", "cluster", "network", "clients", "actions", "expect"};

} // namespace

std::string stepWordOf(const YamlNode& step)
{
    if (step.isScalar())
        return step.text;
    return step.isMap() && !step.entries.empty() ? step.entries.front().key.text : std::string();
}

std::optional<int> brokerIdOf(const Draft& draft, const YamlPath& broker)
{
    const YamlNode* id = draft.meant(broker / "id");
    if (id && id->isScalar()) {
        bool good = false;
        const int value = toText(id->text).toInt(&good);
        return good ? std::optional(value) : std::nullopt;
    }
    return static_cast<int>(indexOf(broker));
}

QString clientNameOf(const Draft& draft, const YamlPath& client)
{
    if (const QString name = draft.textAt(client / "name"); !name.isEmpty())
        return name;
    const std::size_t index = indexOf(client);
    if (draft.scenario() && index < draft.scenario()->clients.size())
        return QString::fromStdString(draft.scenario()->clients[index].name);
    return draft.textAt(client / "kind");
}

QString nameOf(const Draft& draft, const Thing& thing)
{
    const auto number = [](const YamlPath& path) { return QString::number(indexOf(path) + 1); };
    switch (thing.kind) {
    case Kind::Scenario:
        return Words::tr("the scenario");
    case Kind::Cluster:
        return Words::tr("the cluster");
    case Kind::Network:
        return Words::tr("the network");
    case Kind::Topics:
        return Words::tr("the topics");
    case Kind::Clients:
        return Words::tr("the clients");
    case Kind::Actions:
        return Words::tr("what happens");
    case Kind::Broker: {
        const auto id = brokerIdOf(draft, thing.path);
        return id ? Words::tr("broker %1").arg(*id) : Words::tr("a broker");
    }
    case Kind::Topic:
        return Words::tr("topic %1").arg(toText(thing.path.key()));
    case Kind::Link:
        return Words::tr("link exception %1").arg(number(thing.path));
    case Kind::Client:
        return clientNameOf(draft, thing.path);
    case Kind::Config:
        return thing.path == kCluster / "config" ? Words::tr("every broker")
            : thing.path.isIn(kClients)          ? clientNameOf(draft, thing.path.parent())
                                                 : nameOf(draft, {Kind::Broker, thing.path.parent()});
    case Kind::Script:
        return Words::tr("the script of %1").arg(clientNameOf(draft, thing.path.parent()));
    case Kind::Step:
        return Words::tr("step %1 of %2").arg(number(thing.path), clientNameOf(draft, thing.path.parent().parent()));
    case Kind::Action:
        return Words::tr("action %1").arg(number(thing.path));
    case Kind::None:
        break;
    }
    return {};
}

ConfigTarget configTargetOf(const Draft& draft, const Thing& thing)
{
    ConfigTarget out;
    out.path = thing.path;
    const scenario::Scenario* s = draft.scenario();
    if (!thing.path.isIn(kClients)) {
        out.owner = protocol::ConfigOwner::Broker;
        out.version = s ? s->cluster.version : protocol::kV3_9;
        if (thing.path != kCluster / "config")
            out.inherited = kCluster / "config";
        return out;
    }
    const YamlPath client = thing.path.parent();
    const QString kind = draft.textAt(client / "kind");
    out.owner = kind == QLatin1String("consumer") ? protocol::ConfigOwner::Consumer
        : kind == QLatin1String("admin")          ? protocol::ConfigOwner::Admin
                                                  : protocol::ConfigOwner::Producer;
    out.version = protocol::kV3_9;
    const std::size_t index = indexOf(client);
    if (s && index < s->clients.size()) {
        if (const auto profile = scenario::profileOf(*s, s->clients[index]))
            out.version = profile->version;
    }
    return out;
}

void writeOut(Change& change, const Draft& draft, const Thing& thing)
{
    YamlPath part;
    switch (thing.kind) {
    case Kind::Broker:
        part = kBrokers;
        break;
    case Kind::Topic:
    case Kind::Topics:
        part = kTopics;
        break;
    case Kind::Step:
        part = thing.path.parent();
        break;
    case Kind::Script:
        part = thing.path;
        break;
    case Kind::Config:
        if (thing.path.isIn(kBrokers))
            part = kBrokers;
        break;
    default:
        break;
    }
    if (part.isRoot())
        return;
    const YamlNode* own = change.at(part);
    const bool isLong = own && (part == kTopics ? own->isMap() : own->isList() && !own->items.empty());
    if (!isLong) {
        const scenario::YamlDocument* whole = draft.longForm();
        const YamlNode* meant = whole ? scenario::nodeAt(whole->root(), part) : nullptr;
        if (!meant)
            return;
        YamlNode list = *meant;
        // Of brokers by number the writer repeats what stands for every broker.
        for (YamlNode& item : list.items) {
            if (part == kBrokers && draft.at(kCluster / "config"))
                std::erase_if(item.entries, [](const scenario::YamlEntry& e) { return e.key.text == "config"; });
        }
        change.set(part, scenario::valueOf(list), kTopOrder);
    }
    if (thing.kind == Kind::Topic) {
        const YamlNode* topic = change.at(thing.path);
        if (topic && topic->isScalar())
            change.set(thing.path, YamlValue(YamlValue::map().add("partitions", topic->text)));
    }
    if (thing.kind == Kind::Step) {
        // `send` and `send: t4` are short for `send: {topic: t4}`.
        const YamlNode* step = change.at(thing.path);
        const std::string word = step ? stepWordOf(*step) : std::string();
        const YamlNode* value = step && step->isMap() ? change.at(thing.path / word) : nullptr;
        const std::string_view shortFor = word == "send" ? "topic" : word == "poll" ? "for" : "";
        if (value && value->isScalar() && !shortFor.empty())
            change.set(thing.path / word, YamlValue(YamlValue::map().add(shortFor, value->text)));
    }
}

Addition addBroker(const Draft& draft)
{
    Change change(draft);
    const YamlNode* own = change.at(kBrokers);
    const std::size_t count = draft.scenario() ? draft.scenario()->cluster.brokers.size() : 0;
    if (own && own->isList()) {
        int next = 0;
        for (std::size_t i = 0; i < own->items.size(); ++i)
            next = std::max(next, brokerIdOf(draft, kBrokers / i).value_or(0) + 1);
        change.insert(kBrokers, own->items.size(), YamlValue(YamlValue::map().add("id", std::to_string(next))));
        return {std::move(change), at(Kind::Broker, kBrokers, own->items.size())};
    }
    if (own && own->isMap())
        change.set(kBrokers / "count", std::to_string(count + 1));
    else
        change.set(kBrokers, std::to_string(count + 1), kTopOrder);
    return {std::move(change), at(Kind::Broker, kBrokers, count)};
}

Addition addTopic(const Draft& draft)
{
    Change change(draft);
    writeOut(change, draft, {Kind::Topics, kTopics});
    const std::string name = freeName("topic", topicNames(draft));
    change.set(kTopics / name, YamlValue(YamlValue::map().add("partitions", "1")), kTopOrder);
    return {std::move(change), {Kind::Topic, kTopics / name}};
}

Addition addLink(const Draft& draft)
{
    Change change(draft);
    const std::size_t count = itemsAt(change, kLinks);
    YamlValue link = YamlValue::map();
    link.add("client", "*");
    if (const QStringList ids = brokerIds(draft); !ids.isEmpty())
        link.add("broker", ids.front().toStdString());
    link.add("latency", "10ms");
    if (change.at(YamlPath() / "network"))
        change.insert(kLinks, count, link);
    else
        change.set(YamlPath() / "network",
            YamlValue(YamlValue::map().add("links", YamlValue(YamlValue::list().add(std::move(link))))), kTopOrder);
    return {std::move(change), at(Kind::Link, kLinks, count)};
}

Addition addClient(const Draft& draft, std::string_view kind)
{
    Change change(draft);
    const std::size_t count = itemsAt(change, kClients);
    YamlValue client = YamlValue::map();
    client.add("name", freeName(std::string(kind), clientNames(draft)));
    client.add("kind", kind);
    if (kind == "consumer")
        client.add("config", YamlValue(YamlValue::map().add("group.id", "test")));
    change.insert(kClients, count, client);
    return {std::move(change), at(Kind::Client, kClients, count)};
}

namespace {

std::string firstOr(const QStringList& words, const char* otherwise)
{
    return words.isEmpty() ? std::string(otherwise) : words.front().toStdString();
}

YamlValue newStep(const Draft& draft, std::string_view word)
{
    const std::string topic = firstOr(topicNames(draft), "t4");
    const auto with = [word](YamlValue value) { return YamlValue(YamlValue::map().add(word, std::move(value))); };
    if (word == "wait")
        return with(YamlValue::scalar("1s"));
    if (word == "mark")
        return with(YamlValue::scalar("here"));
    if (word == "subscribe" || word == "send")
        return with(YamlValue::scalar(topic));
    if (word == "assign")
        return with(YamlValue(YamlValue::list().add(YamlValue::scalar(topic + "-0"))));
    if (word == "poll")
        return with(YamlValue::scalar("5s"));
    if (word == "send-offsets")
        return with(YamlValue(YamlValue::map().add("group", "test").add("topic", topic)));
    if (word == "describe-configs")
        return with(YamlValue(YamlValue::map().add("topic", topic)));
    if (word == "create-topic")
        return with(
            YamlValue(YamlValue::map().add("topic", freeName("topic", topicNames(draft))).add("partitions", "1")));
    return YamlValue::scalar(word);
}

/// Of a field that a verb needs and that is not there.
YamlValue newValue(const Draft& draft, std::string_view key)
{
    if (key == "broker")
        return YamlValue::scalar(firstOr(brokerIds(draft), "0"));
    if (key == "client")
        return YamlValue::scalar(firstOr(clientNames(draft), "*"));
    if (key == "partition")
        return YamlValue::scalar(firstOr(partitionNames(draft), "t4-0"));
    if (key == "topic")
        return YamlValue::scalar(freeName("topic", topicNames(draft)));
    if (key == "by")
        return YamlValue::scalar("500ms");
    if (key == "config")
        return YamlValue(YamlValue::map().add("connections.max.idle.ms", "60000"));
    if (key == "steps")
        return YamlValue(YamlValue::list().add(YamlValue::scalar("close")));
    if (key == "text")
        return YamlValue::scalar("here");
    if (key == "group" && draft.scenario()) {
        for (const scenario::ClientEntry& entry : draft.scenario()->clients) {
            for (const auto& [name, value] : entry.config) {
                if (name == "group.id")
                    return YamlValue::scalar(value);
            }
        }
    }
    if (key == "transactional-id" && draft.scenario()) {
        for (const scenario::ClientEntry& entry : draft.scenario()->clients) {
            for (const auto& [name, value] : entry.config) {
                if (name == "transactional.id")
                    return YamlValue::scalar(value);
            }
        }
    }
    return YamlValue::scalar("test");
}

} // namespace

Addition addStep(const Draft& draft, const YamlPath& client, std::string_view word, std::optional<std::size_t> behind)
{
    Change change(draft);
    const YamlPath script = client / "script";
    writeOut(change, draft, {Kind::Script, script});
    const std::size_t place = behind ? *behind + 1 : itemsAt(change, script);
    change.insert(script, place, newStep(draft, word));
    return {std::move(change), at(Kind::Step, script, place)};
}

Addition addAction(const Draft& draft, std::string_view verb, Instant when)
{
    Change change(draft);
    const std::size_t count = itemsAt(change, kActions);
    YamlValue action = YamlValue::map();
    action.add("at", formatDuration(when.time_since_epoch()));
    action.add("do", verb);
    for (const scenario::ActionWord& word : scenario::kActionWords) {
        for (const auto& [field, key] : scenario::kActionFieldWords) {
            if (word.word == verb && (word.needs & field) != 0)
                action.add(key, newValue(draft, key));
        }
    }
    if (count > 0)
        change.insert(kActions, count, action);
    else
        change.set(kActions, YamlValue(YamlValue::list().add(std::move(action))), kTopOrder);
    return {std::move(change), at(Kind::Action, kActions, count)};
}

bool canDuplicate(const Thing& thing)
{
    return thing.kind == Kind::Broker || thing.kind == Kind::Topic || thing.kind == Kind::Link
        || thing.kind == Kind::Client || thing.kind == Kind::Step || thing.kind == Kind::Action;
}

Addition duplicate(const Draft& draft, const Thing& thing)
{
    Change change(draft);
    writeOut(change, draft, thing);
    const YamlNode* own = change.at(thing.path);
    if (!own)
        return {std::move(change), thing};
    if (thing.kind == Kind::Topic) {
        const std::string name = freeName(std::string(thing.path.key()), topicNames(draft));
        change.set(thing.path.parent() / name, scenario::valueOf(*own));
        return {std::move(change), {thing.kind, thing.path.parent() / name}};
    }
    YamlNode copy = *own;
    const auto entry = [&copy](std::string_view key) {
        return std::find_if(copy.entries.begin(), copy.entries.end(),
            [key](const scenario::YamlEntry& e) { return e.key.text == key; });
    };
    if (thing.kind == Kind::Client) {
        if (const auto name = entry("name"); name != copy.entries.end())
            name->value.text = freeName(name->value.text, clientNames(draft));
    }
    if (thing.kind == Kind::Broker) {
        int next = 0;
        const std::size_t count = itemsAt(change, kBrokers);
        int port = 0;
        for (std::size_t i = 0; i < count; ++i) {
            next = std::max(next, brokerIdOf(draft, kBrokers / i).value_or(0) + 1);
            if (const YamlNode* p = change.at(kBrokers / i / "port"))
                port = std::max(port, toText(p->text).toInt() + 1);
        }
        if (const auto id = entry("id"); id != copy.entries.end())
            id->value.text = std::to_string(next);
        if (const auto listens = entry("port"); listens != copy.entries.end() && port > 0)
            listens->value.text = std::to_string(port);
    }
    const std::size_t place = thing.kind == Kind::Broker ? itemsAt(change, kBrokers) : indexOf(thing.path) + 1;
    change.insert(thing.path.parent(), place, scenario::valueOf(copy));
    return {std::move(change), at(thing.kind, thing.path.parent(), place)};
}

bool canRemove(const Draft& draft, const Thing& thing)
{
    if (!canDuplicate(thing))
        return false;
    if (thing.kind == Kind::Client) // one there must be
        return clientNames(draft).size() > 1;
    if (thing.kind == Kind::Broker)
        return !draft.scenario() || draft.scenario()->cluster.brokers.size() > 1;
    return true;
}

Change removal(const Draft& draft, const Thing& thing)
{
    Change change(draft);
    writeOut(change, draft, thing);
    const YamlPath list = thing.path.parent();
    const YamlNode* own = change.at(list);
    if (own && own->items.size() == 1 && (thing.kind == Kind::Link || thing.kind == Kind::Action))
        change.remove(list, YamlPath()); // none is the same as no list
    else
        change.remove(thing.path, list);
    return change;
}

bool canMove(const Draft& draft, const Thing& thing, int by)
{
    if (thing.kind != Kind::Step && thing.kind != Kind::Action && thing.kind != Kind::Client
        && thing.kind != Kind::Link)
        return false;
    const YamlNode* list = draft.meant(thing.path.parent());
    const auto to = static_cast<std::ptrdiff_t>(indexOf(thing.path)) + by;
    return list && list->isList() && to >= 0 && to < static_cast<std::ptrdiff_t>(list->items.size());
}

Addition moved(const Draft& draft, const Thing& thing, int by)
{
    Change change(draft);
    writeOut(change, draft, {thing.kind == Kind::Step ? Kind::Script : Kind::None, thing.path.parent()});
    const auto to = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(indexOf(thing.path)) + by);
    change.move(thing.path.parent(), indexOf(thing.path), to);
    return {std::move(change), at(thing.kind, thing.path.parent(), to)};
}

void setVerb(Change& change, const Draft& draft, const YamlPath& path, std::string_view verb)
{
    change.set(path / "do", verb);
    const auto word = std::find_if(scenario::kActionWords.begin(), scenario::kActionWords.end(),
        [verb](const scenario::ActionWord& w) { return w.word == verb; });
    if (word == scenario::kActionWords.end())
        return;
    for (const auto& [field, key] : scenario::kActionFieldWords) {
        const bool there = change.at(path / key) != nullptr;
        if (there && ((word->needs | word->may) & field) == 0)
            change.remove(path / key, path);
        else if (!there && (word->needs & field) != 0)
            change.set(path / key, newValue(draft, key));
    }
}

void renameClient(Change& change, const Draft& draft, const YamlPath& client, std::string_view name)
{
    const std::string old = clientNameOf(draft, client).toStdString();
    change.set(client / "name", name);
    if (old.empty() || old == name)
        return;
    for (const YamlPath& list : {kActions, kLinks, YamlPath() / "expect"}) {
        const std::size_t count = itemsAt(change, list);
        for (std::size_t i = 0; i < count; ++i) {
            const YamlNode* who = change.at(list / i / "client");
            if (!who || !who->isScalar())
                continue;
            if (who->text == old)
                change.set(list / i / "client", name);
            else if (who->text.starts_with(old + '[')) // an instance
                change.set(list / i / "client", std::string(name) + who->text.substr(old.size()));
        }
    }
}

namespace {

/// Where a text below \a path means a topic or one of its partitions, \a name takes the place of \a old.
void replaceTopic(
    Change& change, const YamlPath& path, std::string_view word, const std::string& old, std::string_view name)
{
    static constexpr std::array<std::string_view, 5> kWords {"topic", "subscribe", "assign", "partition", "send"};
    const YamlNode* node = change.at(path);
    if (!node)
        return;
    if (node->isScalar()) {
        if (std::find(kWords.begin(), kWords.end(), word) == kWords.end())
            return;
        const std::string text = node->text;
        const bool isPartition = text.starts_with(old + '-') && text.size() > old.size() + 1
            && text.find_first_not_of("0123456789", old.size() + 1) == std::string::npos;
        if (text == old || isPartition)
            change.set(path, std::string(name) + text.substr(old.size()));
        return;
    }
    const std::size_t items = node->items.size();
    for (std::size_t i = 0; i < items; ++i)
        replaceTopic(change, path / i, word, old, name);
    std::vector<std::string> keys;
    if (const YamlNode* map = change.at(path)) {
        for (const scenario::YamlEntry& entry : map->entries)
            keys.push_back(entry.key.text);
    }
    for (const std::string& key : keys)
        replaceTopic(change, path / key, key, old, name);
}

} // namespace

void renameTopic(Change& change, const Draft& draft, const Thing& topic, std::string_view name)
{
    writeOut(change, draft, {Kind::Topics, kTopics});
    change.rename(topic.path, name);
    const std::string old(topic.path.key());
    for (std::size_t i = 0; i < itemsAt(change, kClients); ++i)
        replaceTopic(change, kClients / i / "script", {}, old, name);
    replaceTopic(change, kActions, {}, old, name);
}

QStringList brokerIds(const Draft& draft)
{
    QStringList out;
    if (!draft.scenario())
        return out;
    for (const broker::BrokerSpec& broker : draft.scenario()->cluster.brokers) {
        if (out.size() == kMostWords)
            break;
        out << QString::number(broker.id.value);
    }
    return out;
}

QStringList clientNames(const Draft& draft)
{
    QStringList out;
    const YamlNode* clients = draft.at(kClients);
    for (std::size_t i = 0; clients && i < clients->items.size(); ++i)
        out << clientNameOf(draft, kClients / i);
    return out;
}

QStringList topicNames(const Draft& draft)
{
    QStringList out;
    if (const YamlNode* topics = draft.meant(kTopics)) {
        for (const scenario::YamlEntry& entry : topics->entries)
            out << toText(entry.key.text);
    } else if (draft.scenario()) {
        for (const broker::TopicSpec& topic : draft.scenario()->cluster.topics)
            out << QString::fromStdString(topic.name);
    }
    return out;
}

QStringList partitionNames(const Draft& draft)
{
    QStringList out;
    if (!draft.scenario())
        return out;
    for (const broker::TopicSpec& topic : draft.scenario()->cluster.topics) {
        for (std::size_t p = 0; p < topic.partitions.size() && out.size() < kMostWords; ++p)
            out << QString::fromStdString(topic.name) + u'-' + QString::number(p);
    }
    return out;
}

} // namespace connscope::editor
