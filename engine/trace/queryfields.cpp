// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/queryprogram.h"

#include "trace/worldstate.h"

#include <array>

namespace connscope::trace {

namespace {

using enum QueryType;

constexpr std::array kFields {
    QueryFieldInfo {QueryField::Role, "role", Word},
    QueryFieldInfo {QueryField::State, "state", Word},
    QueryFieldInfo {QueryField::Node, "node", Number},
    QueryFieldInfo {QueryField::Client, "client", Text},
    QueryFieldInfo {QueryField::ClientKind, "client.kind", Word},
    QueryFieldInfo {QueryField::Broker, "broker", Number},
    QueryFieldInfo {QueryField::Remote, "remote", Text},
    QueryFieldInfo {QueryField::Connection, "conn", Number},
    QueryFieldInfo {QueryField::Open, "open", Flag},
    QueryFieldInfo {QueryField::Orphaned, "orphaned", Flag},
    QueryFieldInfo {QueryField::Paused, "paused", Flag},
    QueryFieldInfo {QueryField::Idle, "idle", QueryType::Time},
    QueryFieldInfo {QueryField::IdleBroker, "idle.broker", QueryType::Time},
    QueryFieldInfo {QueryField::Age, "age", QueryType::Time},
    QueryFieldInfo {QueryField::InFlight, "inflight", Number},
    QueryFieldInfo {QueryField::Requests, "requests", Number},
    QueryFieldInfo {QueryField::TcpClient, "tcp.client", Word},
    QueryFieldInfo {QueryField::TcpBroker, "tcp.broker", Word},
    QueryFieldInfo {QueryField::Closer, "closer", Word},
    QueryFieldInfo {QueryField::OpenedRule, "opened.rule", Word},
    QueryFieldInfo {QueryField::ClosedRule, "closed.rule", Word},
    QueryFieldInfo {QueryField::Kind, "kind", Word},
    QueryFieldInfo {QueryField::Time, "t", QueryType::Time},
    QueryFieldInfo {QueryField::Rule, "rule", Word},
    QueryFieldInfo {QueryField::Api, "api", Word},
    QueryFieldInfo {QueryField::Correlation, "corr", Number},
    QueryFieldInfo {QueryField::Size, "size", Number},
    QueryFieldInfo {QueryField::Value, "value", Number},
    QueryFieldInfo {QueryField::Text, "text", Text},
    QueryFieldInfo {QueryField::Side, "side", Word},
    QueryFieldInfo {QueryField::Vantage, "vantage", Word},
    QueryFieldInfo {QueryField::Event, "event", Number},
};

char plain(char c)
{
    if (c >= 'A' && c <= 'Z')
        return static_cast<char>(c - 'A' + 'a');
    return c == '-' || c == '_' ? ' ' : c;
}

bool sameWord(std::string_view a, std::string_view b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (plain(a[i]) != plain(b[i]))
            return false;
    }
    return true;
}

template <typename Enum, typename Name>
std::vector<std::string_view> names(int count, Name name)
{
    std::vector<std::string_view> out;
    out.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        out.push_back(name(static_cast<Enum>(i)));
    return out;
}

/// Names by number, "" where a number has no word; the position is the number (for api: in allApiKeys()).
std::vector<std::string_view> numbered(QueryField field)
{
    switch (field) {
    case QueryField::Kind:
        return names<EventKind>(kEventKindCount, kindName);
    case QueryField::Side:
    case QueryField::Closer:
        return names<Side>(4, sideName);
    case QueryField::Rule:
    case QueryField::OpenedRule:
    case QueryField::ClosedRule:
        return names<RuleId>(kRuleCount, ruleName);
    case QueryField::Vantage:
        return names<Vantage>(4, vantageName);
    case QueryField::ClientKind:
        return names<ClientKind>(4, clientKindName);
    case QueryField::Role:
        return names<Role>(kRoleCount, roleName);
    case QueryField::State:
        return names<Channel>(kChannelCount, channelName);
    case QueryField::TcpClient:
    case QueryField::TcpBroker:
        return names<TcpState>(kTcpStateCount, tcpStateName);
    case QueryField::Api: {
        std::vector<std::string_view> out;
        for (const ApiKey key : allApiKeys())
            out.push_back(apiName(key));
        return out;
    }
    default:
        return {};
    }
}

} // namespace

std::span<const QueryFieldInfo> queryFieldTable() { return kFields; }

const QueryFieldInfo* findQueryField(std::string_view name)
{
    for (const QueryFieldInfo& info : kFields) {
        if (sameWord(info.name, name))
            return &info;
    }
    return nullptr;
}

std::optional<std::int64_t> queryWord(QueryField field, std::string_view word)
{
    const std::vector<std::string_view> all = numbered(field);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].empty() && sameWord(all[i], word))
            return field == QueryField::Api ? static_cast<std::int64_t>(allApiKeys()[i])
                                            : static_cast<std::int64_t>(i);
    }
    return std::nullopt;
}

std::vector<std::string_view> queryWords(QueryField field)
{
    std::vector<std::string_view> words = numbered(field);
    std::erase(words, std::string_view {});
    return words;
}

} // namespace connscope::trace
