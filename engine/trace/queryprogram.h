// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "trace/pattern.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The inside of a query: fields with their types, and the tree that the parser makes and the evaluator walks.

namespace connscope::trace {

enum class QueryField : std::uint8_t {
    // of an event
    Event,
    Kind,
    Time,
    Api,
    Correlation,
    Size,
    Value,
    Text,
    Side,
    Rule,
    Vantage,
    // of a connection
    Connection,
    Client,
    ClientKind,
    Node,
    Role,
    Broker,
    Remote,
    State,
    TcpClient,
    TcpBroker,
    Closer,
    OpenedRule,
    ClosedRule,
    InFlight,
    Requests,
    Idle,
    IdleBroker,
    Age,
    Open,
    Orphaned,
    Paused,
};

enum class QueryType : std::uint8_t { Number, Time, Word, Text, Flag };

struct QueryFieldInfo {
    QueryField field;
    std::string_view name;
    QueryType type;
};
std::span<const QueryFieldInfo> queryFieldTable();
const QueryFieldInfo* findQueryField(std::string_view name);
/// The number behind a word of a Word field; spelling is loose: case, '-' , '_' and ' ' do not matter.
std::optional<std::int64_t> queryWord(QueryField field, std::string_view word);
/// All words of a Word field.
std::vector<std::string_view> queryWords(QueryField field);

enum class QueryOperator : std::uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Match, NoMatch };

struct QueryNode {
    enum class Op : std::uint8_t { And, Or, Not, Compare };
    Op op = Op::Compare;
    std::vector<std::uint32_t> children; // And, Or: two or more; Not: one
    // Compare: true if the comparison holds for one of the values, != if it equals none ("in" and "not in" have several)
    QueryField field = QueryField::Kind;
    QueryType type = QueryType::Word;
    QueryOperator comparison = QueryOperator::Equal;
    std::vector<std::int64_t> numbers; // Number, Time, Word, Flag
    std::vector<std::string> texts; // Text
    std::vector<Pattern> patterns; // Match, NoMatch
};

struct QueryProgram {
    std::string text;
    std::vector<QueryNode> nodes;
    std::uint32_t root = 0;
    bool needsConnection = false; ///< Query::needsConnection
};

// -- lexer --

struct QueryToken {
    enum class Kind : std::uint8_t { Word, String, Operator, Open, Close, Comma, End };
    Kind kind = Kind::End;
    std::string text; ///< of a String: without quotes, escapes resolved
    std::size_t offset = 0; ///< of its first byte
    std::size_t contentOffset = 0; ///< of a String: after the quote
};
Result<std::vector<QueryToken>> queryTokens(std::string_view text);
/// An error at a byte of the query: its line, and the column in code points.
Error queryError(std::string_view text, std::size_t offset, std::string message);

} // namespace connscope::trace
