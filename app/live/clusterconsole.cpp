// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/live/clusterconsole.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace connscope::app {

using scenario::Action;
using Kind = scenario::Action::Kind;

namespace {

/// How the words behind a command are read.
enum class Shape { None, Broker, BrokerMs, GroupBroker, PartitionBroker, Topic, PartitionCount };

struct Command {
    ConsoleWord text;
    Shape shape;
    std::variant<ConsoleRequest, Kind> meaning;
};

constexpr std::array<Command, 21> kCommands {{
    {{"kill", "BROKER", "its process is gone: the kernel closes its sockets"}, Shape::Broker, Kind::KillBroker},
    {{"stop", "BROKER", "an orderly end: leaders move first, then its connections close"}, Shape::Broker,
        Kind::StopBroker},
    {{"start", "BROKER", "up again, on the same port"}, Shape::Broker, Kind::StartBroker},
    {{"restart", "BROKER", "killed and started at once"}, Shape::Broker, Kind::RestartBroker},
    {{"pause", "BROKER", "its process stands still, its kernel goes on"}, Shape::Broker, Kind::PauseBroker},
    {{"resume", "BROKER", "it goes on"}, Shape::Broker, Kind::ResumeBroker},
    {{"slow", "BROKER MS", "every answer takes so much longer, at most an hour (3600000); 0 ends it"},
        Shape::BrokerMs, Kind::SlowBroker},
    {{"reset", "BROKER", "its connections are reset"}, Shape::Broker, Kind::ResetConnection},
    {{"refuse", "BROKER", "its host refuses new connections"}, Shape::Broker, Kind::RefuseConnections},
    {{"drop-syn", "BROKER", "SYNs to it get no answer"}, Shape::Broker, Kind::DropSyn},
    {{"accept", "BROKER", "it accepts connections again: ends refuse and drop-syn"}, Shape::Broker,
        Kind::AcceptConnections},
    {{"cut", "BROKER", "nothing gets through to it"}, Shape::Broker, Kind::CutLink},
    {{"heal", "BROKER", "it is reached again: ends cut"}, Shape::Broker, Kind::HealLink},
    {{"move-coordinator", "GROUP BROKER", "the group's coordinator is another broker"}, Shape::GroupBroker,
        Kind::MoveCoordinator},
    {{"move-leader", "TOPIC-PARTITION BROKER", "the partition's leader is another broker"}, Shape::PartitionBroker,
        Kind::MoveLeader},
    {{"create-topic", "TOPIC [PARTITIONS [REPLICATION]]", "a topic"}, Shape::Topic, Kind::CreateTopic},
    {{"append", "TOPIC-PARTITION RECORDS", "so many records, up to 10^12, appear in a partition"},
        Shape::PartitionCount, Kind::AppendRecords},
    {{"brokers", "", "which brokers there are, where they listen, and which faults are on"}, Shape::None,
        ConsoleRequest::Brokers},
    {{"connections", "", "every connection until now"}, Shape::None, ConsoleRequest::Connections},
    {{"summary", "", "what happened until now"}, Shape::None, ConsoleRequest::Summary},
    {{"quit", "", "ends the cluster; so does Ctrl-C"}, Shape::None, ConsoleRequest::Quit},
}};

/// As in a scenario.
constexpr std::int64_t kMostRecords = 1'000'000'000'000;
/// How late an answer may be made; an hour, in milliseconds.
constexpr std::int64_t kMostMilliseconds = 3'600'000;

/// Which numbers are taken, where that is not any.
std::string limitsOf(Shape shape)
{
    switch (shape) {
    case Shape::BrokerMs:
        return ", with MS from 0 to " + std::to_string(kMostMilliseconds);
    case Shape::PartitionCount:
        return ", with RECORDS from 0 to " + std::to_string(kMostRecords);
    default:
        return {};
    }
}

std::vector<std::string_view> words(std::string_view line)
{
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t from = line.find_first_not_of(" \t\r");
        if (from == std::string_view::npos)
            return out;
        const std::size_t to = std::min(line.find_first_of(" \t\r", from), line.size());
        out.push_back(line.substr(from, to - from));
        line.remove_prefix(to);
    }
}

template <typename T>
bool readNumber(std::string_view word, T& out)
{
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
    return error == std::errc {} && end == word.data() + word.size() && out >= 0;
}

bool readPartition(std::string_view word, Action& action)
{
    const std::size_t dash = word.rfind('-');
    if (dash == std::string_view::npos || dash == 0)
        return false;
    action.topic = word.substr(0, dash);
    return readNumber(word.substr(dash + 1), action.partition);
}

bool readArguments(Shape shape, const std::vector<std::string_view>& w, Action& action)
{
    const auto broker = [&](std::size_t i) { return i < w.size() && readNumber(w[i], action.broker.value); };
    switch (shape) {
    case Shape::None:
        return w.size() == 1;
    case Shape::Broker:
        return w.size() == 2 && broker(1);
    case Shape::BrokerMs: {
        std::int64_t milliseconds = 0;
        if (w.size() != 3 || !broker(1) || !readNumber(w[2], milliseconds) || milliseconds > kMostMilliseconds)
            return false;
        action.duration = ms(milliseconds);
        return true;
    }
    case Shape::GroupBroker:
        if (w.size() != 3)
            return false;
        action.group = w[1];
        return broker(2);
    case Shape::PartitionBroker:
        return w.size() == 3 && readPartition(w[1], action) && broker(2);
    case Shape::PartitionCount:
        return w.size() == 3 && readPartition(w[1], action) && readNumber(w[2], action.records)
            && action.records <= kMostRecords;
    case Shape::Topic:
        if (w.size() < 2 || w.size() > 4)
            return false;
        action.topic = w[1];
        return (w.size() < 3 || readNumber(w[2], action.partitions))
            && (w.size() < 4 || readNumber(w[3], action.replication));
    }
    return false;
}

} // namespace

std::span<const ConsoleWord> consoleWords()
{
    static const auto kWords = [] {
        std::array<ConsoleWord, kCommands.size()> out;
        for (std::size_t i = 0; i < kCommands.size(); ++i)
            out[i] = kCommands[i].text;
        return out;
    }();
    return kWords;
}

std::string consoleHelp()
{
    std::string out;
    for (const ConsoleWord& word : consoleWords()) {
        std::string line = "  " + std::string(word.word) + ' ' + std::string(word.arguments);
        line.resize(std::max<std::size_t>(line.size() + 2, 40), ' ');
        out += line + std::string(word.summary) + '\n';
    }
    return out;
}

Result<std::variant<ConsoleRequest, Action>> readConsoleLine(std::string_view line)
{
    const auto w = words(line);
    if (w.empty() || w.front().front() == '#')
        return ConsoleRequest::Nothing;
    if (w.front() == "help" || w.front() == "?")
        return ConsoleRequest::Help;
    for (const Command& command : kCommands) {
        if (w.front() != command.text.word)
            continue;
        Action action;
        if (!readArguments(command.shape, w, action))
            return fail("expected: " + std::string(command.text.word) + ' ' + std::string(command.text.arguments)
                + limitsOf(command.shape));
        if (const auto* request = std::get_if<ConsoleRequest>(&command.meaning))
            return *request;
        action.kind = std::get<Kind>(command.meaning);
        return action;
    }
    std::vector<std::string_view> known {"help"};
    for (const Command& command : kCommands)
        known.push_back(command.text.word);
    return fail(
        "'" + printable(w.front(), 60) + "' is no command" + didYouMean(w.front(), known) + "; help lists them");
}

} // namespace connscope::app
