// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/draft.h"
#include "protocol/configkeys.h"

#include <QMetaType>

#include <optional>
#include <string>
#include <vector>

/// \file
/// What a scenario is made of, for the editor: a kind, and the place of its text.

namespace connscope::editor {

struct Thing {
    enum class Kind : std::uint8_t {
        None,
        Scenario, ///< the top: title, seed, …
        Cluster,
        Broker, ///< cluster/brokers/N
        Topics, ///< a group alone
        Topic, ///< cluster/topics/NAME
        Network,
        Link, ///< network/links/N
        Clients, ///< a group alone
        Client, ///< clients/N
        Config, ///< …/config: of a client, of a broker, of every broker
        Script, ///< clients/N/script: a group alone
        Step, ///< clients/N/script/N
        Actions, ///< a group alone
        Action, ///< actions/N
    };
    Kind kind = Kind::None;
    scenario::YamlPath path;

    bool operator==(const Thing&) const = default;
};

/// Whether there is nothing to say of it itself: it holds others.
inline bool isGroup(Thing::Kind kind)
{
    using Kind = Thing::Kind;
    return kind == Kind::Topics || kind == Kind::Clients || kind == Kind::Actions || kind == Kind::Script
        || kind == Kind::None;
}

/// Whose settings a config is.
struct ConfigTarget {
    protocol::ConfigOwner owner = protocol::ConfigOwner::Producer;
    protocol::KafkaVersion version; ///< of the client's profile, of the cluster
    scenario::YamlPath path; ///< of the config
    scenario::YamlPath inherited; ///< of a broker: every broker's config; the root for none
};

/// "broker 2", "topic t4", "consumer-1", "step 3 of consumer-1", "action 2", in the interface's language.
QString nameOf(const Draft& draft, const Thing& thing);
/// The id of the broker at that place of the list, as it is or is counted.
std::optional<int> brokerIdOf(const Draft& draft, const scenario::YamlPath& broker);
/// The name of a client, as given or as the reader gives it.
QString clientNameOf(const Draft& draft, const scenario::YamlPath& client);
/// Of a Config thing.
ConfigTarget configTargetOf(const Draft& draft, const Thing& thing);
/// The word of a step: "send".
std::string stepWordOf(const scenario::YamlNode& step);

/// Writes the list or map around \a thing out, where the text has a short form of it, so that one of them can be changed.
void writeOut(Change& change, const Draft& draft, const Thing& thing);

// What can be done to a thing as a whole. Each is a change on its own; `added` says where the new thing is.
struct Addition {
    Change change;
    Thing added;
};
Addition addBroker(const Draft& draft);
Addition addTopic(const Draft& draft);
Addition addLink(const Draft& draft);
/// \a kind: "producer", "consumer", "admin".
Addition addClient(const Draft& draft, std::string_view kind);
/// Behind the step \a behind, or at the end of the script.
Addition addStep(
    const Draft& draft, const scenario::YamlPath& client, std::string_view word, std::optional<std::size_t> behind);
Addition addAction(const Draft& draft, std::string_view verb, Instant at);
/// Another one like it, right behind.
Addition duplicate(const Draft& draft, const Thing& thing);
bool canDuplicate(const Thing& thing);
Change removal(const Draft& draft, const Thing& thing);
bool canRemove(const Draft& draft, const Thing& thing);
/// One up or down in its list.
Addition moved(const Draft& draft, const Thing& thing, int by);
bool canMove(const Draft& draft, const Thing& thing, int by);

/// Makes the action at \a path one of another verb: what the verb does not know goes, what it needs comes.
void setVerb(Change& change, const Draft& draft, const scenario::YamlPath& path, std::string_view verb);
/// Another name for a topic, in scripts and actions too.
void renameTopic(Change& change, const Draft& draft, const Thing& topic, std::string_view name);
/// Another name for a client, in all that speaks of it too.
void renameClient(Change& change, const Draft& draft, const scenario::YamlPath& client, std::string_view name);

// What there is, as it was when the text was last right.
QStringList brokerIds(const Draft& draft);
QStringList clientNames(const Draft& draft);
QStringList topicNames(const Draft& draft);
QStringList partitionNames(const Draft& draft);

} // namespace connscope::editor

Q_DECLARE_METATYPE(connscope::editor::Thing)
