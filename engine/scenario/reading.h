// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/text.h"
#include "base/time.h"
#include "protocol/messages.h"
#include "scenario/model.h"
#include "scenario/yamldocument.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Tools of the section readers: they turn nodes into values, say what was expected where it is something else, and go on,
/// so that one reading reports many mistakes. For the readers of this room and of lessons.

namespace connscope::scenario {

/// Ranges of the format. They keep a run's memory in bounds before it starts, and catch slips of the keyboard.
namespace limits {
inline constexpr std::int64_t kBrokers = 10'000;
inline constexpr std::int64_t kBrokerId = 1'000'000; ///< ids above 2^31 - 2^20 would look like coordinators
inline constexpr std::int64_t kClients = 10'000; ///< instances, all clients together
inline constexpr std::int64_t kTopics = 10'000;
inline constexpr std::int64_t kPartitions = 100'000; ///< all topics together
inline constexpr std::int64_t kReplicas = 1'000'000; ///< all partitions together
inline constexpr std::int64_t kRecords = 1'000'000'000'000;
inline constexpr std::int64_t kRecordSize = 100'000'000;
inline constexpr std::int64_t kRecordsPerRound = 10'000;
inline constexpr std::int64_t kMaxEvents = 1'000'000'000;
inline constexpr std::int64_t kActions = 10'000;
inline constexpr std::int64_t kRepetitions = 1'000'000; ///< of one action or step: more are allowed, with a warning
inline constexpr std::int64_t kSteps = 100'000; ///< all scripts together
inline constexpr std::size_t kErrors = 50; ///< reported at once
inline constexpr std::size_t kExpanded
    = 2'000'000; ///< values that short words stand for: "bootstrap: all", "assign: t4", …
inline constexpr Duration kUntil = std::chrono::hours(24 * 366);
inline constexpr Duration kNetworkDelay = std::chrono::hours(1);
} // namespace limits

/// What one reading has found so far.
class Reading {
public:
    explicit Reading(const YamlDocument& document)
        : m_document(document)
    {
    }

    const YamlDocument& document() const { return m_document; }
    void error(const YamlNode& at, std::string message)
    {
        add(m_errors, m_document.errorAt(at.offset, std::move(message)));
    }
    void errorInside(const YamlNode& at, std::size_t offset, std::string message)
    {
        add(m_errors, m_document.errorInside(at, offset, std::move(message)));
    }
    void warning(const YamlNode& at, std::string message)
    {
        add(m_warnings, m_document.errorAt(at.offset, std::move(message)));
    }
    /// A topic that the cluster does not have at the start: warns once all is read, unless the file means it so.
    void doubtTopic(const YamlNode& at, std::string topic, std::string message);
    /// Warns of the topics in doubt that nothing in the scenario creates and no expectation speaks of.
    void settleTopics(const Scenario& scenario);
    int lineOf(const YamlNode& node) const { return m_document.lineOf(node.offset); }

    bool hasErrors() const { return !m_errors.empty(); }
    /// No more errors are kept: reading on would only cost time.
    bool isFull() const { return m_errors.size() >= limits::kErrors; }
    bool isFullOfWarnings() const { return m_warnings.size() >= limits::kErrors; }
    /// Asks before a few letters of the file become \a count values. False, and an error, once that is too much in all.
    bool expand(const YamlNode& at, std::size_t count);

    // Who is who, once the section that says so has been read. Files with ten thousand names stay quick to read.
    void learnCluster(const broker::ClusterSpec& cluster);
    void learnClients(const std::vector<ClientEntry>& clients);
    const broker::TopicSpec* topic(std::string_view name) const;
    bool hasBroker(BrokerId id) const { return m_brokers.count(id) > 0; }
    const ClientEntry* client(std::string_view name) const;
    std::vector<Error> takeErrors() { return std::move(m_errors); }
    /// In the order of the file.
    std::vector<Error> takeWarnings();

    // One value. Nothing is returned where it is not what \a what says; the error is noted then.
    std::optional<std::string> text(const YamlNode& node, std::string_view what);
    std::optional<std::int64_t> integer(
        const YamlNode& node, std::string_view what, std::int64_t low, std::int64_t high);
    std::optional<Duration> duration(const YamlNode& node, std::string_view what, Duration low, Duration high);
    std::optional<bool> boolean(const YamlNode& node, std::string_view what);
    /// A share: "0.01" or "1%".
    std::optional<double> share(const YamlNode& node, std::string_view what);
    /// "3", "2..4" or "2.." .
    std::optional<Range> range(const YamlNode& node, std::string_view what);
    /// One of some words; the error names the nearest.
    std::optional<std::size_t> word(
        const YamlNode& node, std::string_view what, std::span<const std::string_view> words);
    /// "t4-0".
    std::optional<protocol::TopicPartition> topicPartition(const YamlNode& node, std::string_view what);
    /// A list of texts; one text alone is a list of one.
    std::optional<std::vector<std::string>> texts(const YamlNode& node, std::string_view what);
    /// A map of Kafka keys to values, in the order of the file; values that are lists are joined by commas.
    std::vector<std::pair<std::string, std::string>> config(
        const YamlNode& node, std::vector<const YamlEntry*>* entries = nullptr);

private:
    static void add(std::vector<Error>& list, Error error)
    {
        if (list.size() < limits::kErrors)
            list.push_back(std::move(error));
    }

    const YamlDocument& m_document;
    std::vector<Error> m_errors;
    std::vector<Error> m_warnings;
    std::vector<std::pair<std::string, Error>> m_doubts; // topic and warning
    std::size_t m_expanded = 0;
    std::map<std::string_view, const broker::TopicSpec*> m_topics;
    std::set<BrokerId> m_brokers;
    std::map<std::string_view, const ClientEntry*> m_clients;
};

/// A map whose keys are known. Says what is no map, which key is unknown (with the nearest one) and which is repeated.
class MapReader {
public:
    MapReader(Reading& reading, const YamlNode& node, std::string_view what, std::span<const std::string_view> keys);

    bool isMap() const { return m_node.isMap(); }
    const YamlNode& node() const { return m_node; }
    /// The value of a key; nothing when it is not there or null.
    const YamlNode* find(std::string_view key) const;

    // Each leaves \a out alone and returns false when the key is not there or not good.
    bool text(std::string_view key, std::string& out);
    bool boolean(std::string_view key, bool& out);
    bool duration(std::string_view key, Duration& out, Duration low = {}, Duration high = limits::kUntil);
    template <std::integral Int>
    bool integer(std::string_view key, Int& out, std::int64_t low, std::int64_t high)
    {
        const YamlNode* node = find(key);
        if (!node)
            return false;
        const auto value = m_reading.integer(*node, key, low, high);
        if (value)
            out = static_cast<Int>(*value);
        return value.has_value();
    }
    bool seed(std::string_view key, std::uint64_t& out); ///< the whole range of 64 bits
    bool range(std::string_view key, std::optional<Range>& out);
    bool text(std::string_view key, Text& out); ///< a text, or {en: …, zh: …}

private:
    Reading& m_reading;
    const YamlNode& m_node;
};

/// "366d", "1h", "250ms": how limits are told to people.
std::string limitText(Duration limit);
/// \a kind ("a text", "a list", …) of what stands there, for messages.
std::string describe(const YamlNode& node);

} // namespace connscope::scenario
