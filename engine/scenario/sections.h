// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/reading.h"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// The readers of a scenario's sections, in the order in which they are called: each may use what the ones before have
/// filled in. Not a door of the room.

namespace connscope::scenario {

/// `cluster:`; \a node is null where the file has none.
void readCluster(Reading& reading, const YamlNode* node, Scenario& scenario);
/// `network:` without its links.
void readNetwork(Reading& reading, const YamlNode* node, Scenario& scenario);
/// `links:` of the network, which name clients and therefore come after them. \a network is the same node.
void readLinks(Reading& reading, const YamlNode* network, Scenario& scenario);
/// `clients:` with their scripts and defaults.
void readClients(Reading& reading, const YamlNode* node, const YamlNode& root, Scenario& scenario);
/// `script:` of a client, or the steps of an action. \a kind Other allows every step.
std::vector<client::Step> readScript(
    Reading& reading, const YamlNode& node, const Scenario& scenario, trace::ClientKind kind);
/// `actions:`.
void readActions(Reading& reading, const YamlNode* node, Scenario& scenario);
/// `expect:`.
void readExpectations(Reading& reading, const YamlNode* node, Scenario& scenario);
/// `layout:`.
void readLayout(Reading& reading, const YamlNode* node, Scenario& scenario);
/// `bookmarks:`.
void readBookmarks(Reading& reading, const YamlNode* node, Scenario& scenario);
/// `annotations:`.
void readAnnotations(Reading& reading, const YamlNode* node, Scenario& scenario);
/// One of them, without looking for what it names, and one bookmark; nothing where the node is no map. Errors are the
/// reading's.
std::optional<Annotation> readAnnotation(Reading& reading, const YamlNode& node);
std::optional<Bookmark> readBookmark(Reading& reading, const YamlNode& node);

// -- shared by several sections --

/// A broker of the cluster, by id; learnCluster comes before.
std::optional<BrokerId> readBroker(
    Reading& reading, const YamlNode& node, std::string_view what, const broker::ClusterSpec& cluster);
/// A client name, an instance name such as "consumer[3]", or "*".
std::optional<std::string> readClientName(
    Reading& reading, const YamlNode& node, std::string_view what, const Scenario& scenario);
/// The entry that a client or instance name means; nothing for "*".
const ClientEntry* entryOf(const Reading& reading, std::string_view clientName);
/// A partition that the cluster has, where it has its topic.
bool checkPartition(Reading& reading, const YamlNode& node, const protocol::TopicPartition& partition);
/// A query; errors stand at the place in the file that the query means.
std::optional<trace::Query> readQuery(Reading& reading, const YamlNode& node, std::string_view what);
/// Warns of something that happens so often within \a time that its events are more than anybody wants: every \a every, at
/// most \a times. \a remedy is the key that limits it.
void warnRepetition(Reading& reading, const YamlNode& at, std::string_view what, Duration every, std::int64_t times,
    Duration time, std::string_view remedy);
/// Sets each key of a config map, with errors at the value's place.
void applyConfig(Reading& reading, const std::vector<const YamlEntry*>& entries,
    const std::vector<std::pair<std::string, std::string>>& values, protocol::ConfigSet& config);
/// Whether \a host is the name of a host or an address; else an error at \a node.
bool checkHost(Reading& reading, const YamlNode& node, std::string_view what, std::string_view host);
/// The map's key `host`, when it is there and good.
bool readHost(Reading& reading, MapReader& map, std::string& host);
/// A host or a list of them; nothing when one is bad.
std::optional<std::vector<std::string>> readHosts(Reading& reading, const YamlNode& node, std::string_view what);
/// "host:port", "[::1]:port" or "host" alone, which leaves \a port as it is.
bool readHostPort(
    Reading& reading, const YamlNode& node, std::string_view what, std::string& host, std::uint16_t& port);

} // namespace connscope::scenario
