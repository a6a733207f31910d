// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent: or, and, not, comparison. Every error says where, what was expected and, for a word, the nearest
// right one.
#include "trace/query.h"
#include "trace/queryprogram.h"

#include "base/text.h"
#include "base/time.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace connscope::trace {

namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

std::optional<QueryOperator> operatorFrom(std::string_view text)
{
    using enum QueryOperator;
    constexpr std::array<std::pair<std::string_view, QueryOperator>, 8> kOperators {{{"=", Equal}, {"!=", NotEqual},
        {"<", Less}, {"<=", LessEqual}, {">", Greater}, {">=", GreaterEqual}, {"~", Match}, {"!~", NoMatch}}};
    for (const auto& [name, op] : kOperators) {
        if (name == text)
            return op;
    }
    return std::nullopt;
}

bool isOrder(QueryOperator op) { return op >= QueryOperator::Less && op <= QueryOperator::GreaterEqual; }
bool isPattern(QueryOperator op) { return op == QueryOperator::Match || op == QueryOperator::NoMatch; }

class Parser {
public:
    Parser(std::string_view text, std::vector<QueryToken> tokens)
        : m_text(text)
        , m_tokens(std::move(tokens))
    {
    }

    Result<QueryProgram> run()
    {
        if (m_tokens.front().kind == QueryToken::Kind::End)
            return fail(
                error(m_tokens.front(), "the query is empty; write for example: role = coordinator and idle > 30s"));
        Result<std::uint32_t> root = either(0);
        if (!root)
            return fail(root.error());
        if (now().kind == QueryToken::Kind::Close)
            return fail(error(now(), "this ')' closes nothing"));
        if (now().kind != QueryToken::Kind::End)
            return fail(error(
                now(), "expected 'and', 'or' or the end of the query, found '" + printable(now().text, 40) + "'"));
        m_program.root = *root;
        m_program.text = std::string(m_text);
        return std::move(m_program);
    }

private:
    using Kind = QueryToken::Kind;
    using Op = QueryNode::Op;

    const QueryToken& now() const { return m_tokens[m_at]; }
    void advance()
    {
        if (m_at + 1 < m_tokens.size())
            ++m_at;
    }
    bool isKeyword(std::string_view word) const { return now().kind == Kind::Word && lower(now().text) == word; }
    Error error(const QueryToken& token, std::string message) const
    {
        return queryError(m_text, token.offset, std::move(message));
    }

    std::uint32_t add(QueryNode node)
    {
        m_program.nodes.push_back(std::move(node));
        return static_cast<std::uint32_t>(m_program.nodes.size() - 1);
    }

    Result<std::uint32_t> either(int depth) { return chain(depth, Op::Or, "or", &Parser::both); }
    Result<std::uint32_t> both(int depth) { return chain(depth, Op::And, "and", &Parser::term); }

    Result<std::uint32_t> chain(
        int depth, Op op, std::string_view word, Result<std::uint32_t> (Parser::*operand)(int))
    {
        Result<std::uint32_t> first = (this->*operand)(depth);
        if (!first || !isKeyword(word))
            return first;
        QueryNode node;
        node.op = op;
        node.children.push_back(*first);
        while (isKeyword(word)) {
            advance();
            Result<std::uint32_t> next = (this->*operand)(depth);
            if (!next)
                return next;
            node.children.push_back(*next);
        }
        return add(std::move(node));
    }

    Result<std::uint32_t> term(int depth)
    {
        if (depth >= Query::kMaxDepth)
            return fail(error(now(),
                "more than " + std::to_string(Query::kMaxDepth) + " parentheses and nots are inside each other"));
        if (isKeyword("not")) {
            advance();
            Result<std::uint32_t> inner = term(depth + 1);
            if (!inner)
                return inner;
            QueryNode node;
            node.op = Op::Not;
            node.children.push_back(*inner);
            return add(std::move(node));
        }
        if (now().kind == Kind::Open) {
            const QueryToken& open = now();
            advance();
            Result<std::uint32_t> inner = either(depth + 1);
            if (!inner)
                return inner;
            if (now().kind == Kind::End)
                return fail(error(open, "this '(' is not closed"));
            if (now().kind != Kind::Close)
                return fail(error(now(), "expected 'and', 'or' or ')', found '" + printable(now().text, 40) + "'"));
            advance();
            return inner;
        }
        return comparison();
    }

    Result<std::uint32_t> comparison()
    {
        const QueryToken& word = now();
        if (word.kind == Kind::End)
            return fail(error(word, "the query ends where a field was expected"));
        const QueryFieldInfo* info = word.kind == Kind::Word ? findQueryField(word.text) : nullptr;
        if (!info) {
            const std::vector<std::string_view> fields = queryFields();
            const std::string hint = word.kind == Kind::Word ? didYouMean(lower(word.text), fields) : std::string();
            return fail(error(word,
                "expected a field, found '" + printable(word.text, 40) + "'"
                    + (hint.empty() ? "; fields are " + joinOr(fields) : hint)));
        }
        advance();

        QueryNode node;
        node.field = info->field;
        node.type = info->type;
        if (isKeyword("not") && m_at + 1 < m_tokens.size() && lower(m_tokens[m_at + 1].text) == "in") {
            advance();
            node.comparison = QueryOperator::NotEqual;
        }
        if (isKeyword("in"))
            return list(*info, std::move(node));
        if (now().kind != Kind::Operator) {
            if (info->type == QueryType::Flag) { // "open" alone
                node.numbers.push_back(1);
                return add(std::move(node));
            }
            return fail(
                error(now(), "expected =, !=, <, <=, >, >=, ~, !~ or 'in' after '" + std::string(info->name) + "'"));
        }
        const QueryToken& sign = now();
        node.comparison = *operatorFrom(sign.text);
        if (isPattern(node.comparison) && info->type != QueryType::Text && info->type != QueryType::Word)
            return fail(
                error(sign, "'" + std::string(info->name) + "' is no text, so it has no pattern: use = or <"));
        if (isOrder(node.comparison) && info->type != QueryType::Number && info->type != QueryType::Time)
            return fail(error(sign,
                "'" + std::string(info->name) + "' is no number and no duration, so it has no order: use = or !="));
        advance();
        if (auto done = value(*info, node); !done)
            return fail(done.error());
        return add(std::move(node));
    }

    Result<std::uint32_t> list(const QueryFieldInfo& info, QueryNode node)
    {
        advance(); // in
        if (now().kind != Kind::Open)
            return fail(error(now(), "expected '(' after 'in': " + std::string(info.name) + " in (a, b)"));
        const QueryToken& open = now();
        do {
            advance();
            if (auto done = value(info, node); !done)
                return fail(done.error());
        } while (now().kind == Kind::Comma);
        if (now().kind == Kind::End)
            return fail(error(open, "this '(' is not closed"));
        if (now().kind != Kind::Close)
            return fail(error(now(), "expected ',' or ')', found '" + printable(now().text, 40) + "'"));
        advance();
        return add(std::move(node));
    }

    /// Reads one value for \a info and adds it to \a node.
    Result<void> value(const QueryFieldInfo& info, QueryNode& node)
    {
        const QueryToken& token = now();
        if (token.kind == Kind::End)
            return fail(
                error(token, "the query ends where a value for '" + std::string(info.name) + "' was expected"));
        if (token.kind != Kind::Word && token.kind != Kind::String)
            return fail(error(token,
                "expected a value for '" + std::string(info.name) + "', found '" + printable(token.text, 40) + "'"));
        advance();
        if (isPattern(node.comparison)) {
            Result<Pattern> pattern = Pattern::compile(token.text);
            if (!pattern)
                return fail(queryError(m_text, sourceOffset(token, pattern.error().offset), pattern.error().message));
            node.patterns.push_back(std::move(*pattern));
            return {};
        }
        switch (info.type) {
        case QueryType::Number:
            return number(info, token, node);
        case QueryType::Time:
            return duration(info, token, node);
        case QueryType::Word:
            return word(info, token, node);
        case QueryType::Text:
            node.texts.push_back(token.text);
            return {};
        case QueryType::Flag:
            return flag(info, token, node);
        }
        return {};
    }

    Result<void> number(const QueryFieldInfo& info, const QueryToken& token, QueryNode& node) const
    {
        std::int64_t n = 0;
        const char* end = token.text.data() + token.text.size();
        const auto [stop, failed] = std::from_chars(token.text.data(), end, n);
        if (failed == std::errc::result_out_of_range && stop == end)
            return fail(error(token, "this number does not fit into 64 bits"));
        if (failed != std::errc {} || stop != end)
            return fail(error(token,
                "expected a whole number for '" + std::string(info.name) + "', found '" + printable(token.text, 40)
                    + "'"));
        node.numbers.push_back(n);
        return {};
    }

    Result<void> duration(const QueryFieldInfo& info, const QueryToken& token, QueryNode& node) const
    {
        const Result<Duration> d = parseDuration(token.text);
        if (!d)
            return fail(error(token, "'" + std::string(info.name) + "': " + d.error().message));
        node.numbers.push_back(d->count());
        return {};
    }

    Result<void> word(const QueryFieldInfo& info, const QueryToken& token, QueryNode& node) const
    {
        std::optional<std::int64_t> n = queryWord(info.field, token.text);
        if (!n && info.field == QueryField::Api) {
            // Requests that have no name here are known by their number.
            std::int16_t key = 0;
            const char* end = token.text.data() + token.text.size();
            if (const auto [stop, failed] = std::from_chars(token.text.data(), end, key);
                failed == std::errc {} && stop == end)
                n = key;
        }
        if (!n) {
            const std::vector<std::string_view> words = queryWords(info.field);
            std::string hint = didYouMean(token.text, words);
            if (hint.empty())
                hint = didYouMean(lower(token.text), words);
            if (info.field == QueryField::State && lower(token.text) == "idle")
                hint = "; it is ready, and idle > 5s says for how long nothing has travelled on it";
            if (hint.empty() && words.size() <= 12)
                hint = "; expected " + joinOr(words);
            return fail(
                error(token, "'" + std::string(info.name) + "' is never '" + printable(token.text, 40) + "'" + hint));
        }
        node.numbers.push_back(*n);
        return {};
    }

    Result<void> flag(const QueryFieldInfo& info, const QueryToken& token, QueryNode& node) const
    {
        const std::string text = lower(token.text);
        if (text != "true" && text != "false" && text != "yes" && text != "no")
            return fail(error(token,
                "'" + std::string(info.name) + "' is true or false, found '" + printable(token.text, 40) + "'"));
        node.numbers.push_back(text == "true" || text == "yes" ? 1 : 0);
        return {};
    }

    /// Where byte \a k of a token's content is in the query; escapes of a quoted text take two bytes there.
    std::size_t sourceOffset(const QueryToken& token, std::size_t k) const
    {
        if (token.kind != Kind::String)
            return token.offset + k;
        const char quote = m_text[token.offset];
        std::size_t i = token.contentOffset;
        for (; k > 0 && i + 1 < m_text.size(); --k)
            i += m_text[i] == '\\' && (m_text[i + 1] == quote || m_text[i + 1] == '\\') ? 2U : 1U;
        return i;
    }

    std::string_view m_text;
    std::vector<QueryToken> m_tokens;
    std::size_t m_at = 0;
    QueryProgram m_program;
};

constexpr std::initializer_list<QueryField> kOfEvents {
    QueryField::Event, QueryField::Kind, QueryField::Size, QueryField::Value, QueryField::Text, QueryField::Side};

bool uses(const QueryProgram& program, std::initializer_list<QueryField> fields)
{
    return std::any_of(program.nodes.begin(), program.nodes.end(), [&](const QueryNode& node) {
        return node.op == QueryNode::Op::Compare
            && std::find(fields.begin(), fields.end(), node.field) != fields.end();
    });
}

} // namespace

Result<Query> Query::parse(std::string_view text)
{
    if (text.size() > kMaxLength)
        return fail(queryError(text, 0, "the query is longer than " + std::to_string(kMaxLength) + " bytes"));
    Result<std::vector<QueryToken>> tokens = queryTokens(text);
    if (!tokens)
        return fail(tokens.error());
    Result<QueryProgram> program = Parser(text, std::move(*tokens)).run();
    if (!program)
        return fail(program.error());
    using enum QueryField;
    program->needsConnection = uses(*program,
                                   {State, TcpClient, TcpBroker, Closer, OpenedRule, ClosedRule, InFlight, Requests,
                                       Idle, IdleBroker, Age, Open, Orphaned, Remote})
        && !uses(*program, kOfEvents);
    Query query;
    query.m_program = std::make_shared<const QueryProgram>(std::move(*program));
    return query;
}

const std::string& Query::text() const
{
    static const std::string kEverything;
    return m_program ? m_program->text : kEverything;
}

bool Query::needsEvent() const { return m_program && uses(*m_program, kOfEvents); }

bool Query::needsConnection() const { return m_program && m_program->needsConnection; }

bool Query::dependsOnClient() const
{
    return m_program && uses(*m_program, {QueryField::Paused, QueryField::Orphaned});
}

bool Query::needsTime() const
{
    using enum QueryField;
    return m_program && uses(*m_program, {Idle, IdleBroker, Age, Time, State});
}

std::vector<std::string_view> queryFields()
{
    std::vector<std::string_view> names;
    for (const QueryFieldInfo& info : queryFieldTable())
        names.push_back(info.name);
    return names;
}

std::vector<std::string> queryValues(std::string_view field)
{
    std::vector<std::string> out;
    const QueryFieldInfo* info = findQueryField(field);
    if (!info)
        return out;
    if (info->type == QueryType::Flag)
        return {"true", "false"};
    for (const std::string_view word : queryWords(info->field))
        out.emplace_back(word);
    return out;
}

} // namespace connscope::trace
