// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent, one function a level of binding; the tree is walked with a depth that the parser has bounded.
#include "lesson/expression.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace connscope::lesson {

struct ExpressionTree {
    enum class Kind : std::uint8_t {
        Number,
        Name,
        Negative,
        Not,
        And,
        Or,
        Equal,
        NotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Add,
        Subtract,
        Multiply,
        Divide,
        Remainder,
        Least,
        Greatest,
    };
    Kind kind = Kind::Number;
    std::int64_t number = 0;
    std::string name;
    std::shared_ptr<const ExpressionTree> left;
    std::shared_ptr<const ExpressionTree> right;
};

namespace {

using Kind = ExpressionTree::Kind;
using Tree = std::shared_ptr<const ExpressionTree>;

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

Tree make(Kind kind, Tree left, Tree right = {})
{
    return std::make_shared<const ExpressionTree>(ExpressionTree {kind, 0, {}, std::move(left), std::move(right)});
}

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    Result<Tree> parse()
    {
        Tree tree = any();
        skip();
        if (!m_error && m_at < m_text.size())
            fault("expected an operator or the end, found '" + printable(m_text.substr(m_at), 20) + "'");
        if (m_error)
            return fail(*m_error);
        return tree;
    }
    std::vector<Expression::Name> takeNames() { return std::move(m_names); }

private:
    struct Operator {
        std::string_view word;
        Kind kind;
    };

    void skip()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n'))
            ++m_at;
    }
    Tree fault(std::string message) { return faultAt(m_at, std::move(message)); }
    Tree faultAt(std::size_t offset, std::string message)
    {
        if (!m_error) {
            Error error;
            error.message = std::move(message);
            error.line = 1;
            error.offset = offset;
            error.column = static_cast<int>(offset) + 1;
            m_error = error;
        }
        return std::make_shared<const ExpressionTree>();
    }
    bool takeWord(std::string_view word)
    {
        skip();
        if (m_text.substr(m_at, word.size()) != word)
            return false;
        const std::size_t end = m_at + word.size();
        if (isLetter(word.front()) && end < m_text.size() && (isLetter(m_text[end]) || isDigit(m_text[end])))
            return false;
        m_at = end;
        return true;
    }
    template <std::size_t N>
    std::optional<Kind> take(const std::array<Operator, N>& operators)
    {
        for (const Operator& one : operators) {
            if (takeWord(one.word))
                return one.kind;
        }
        return std::nullopt;
    }

    Tree any()
    {
        Tree left = all();
        while (!m_error && takeWord("or"))
            left = make(Kind::Or, std::move(left), all());
        return left;
    }
    Tree all()
    {
        Tree left = negation();
        while (!m_error && takeWord("and"))
            left = make(Kind::And, std::move(left), negation());
        return left;
    }
    Tree negation()
    {
        if (!takeWord("not"))
            return comparison();
        if (++m_depth > Expression::kMaxDepth)
            return fault("too many 'not' and parentheses inside each other");
        Tree tree = make(Kind::Not, negation());
        --m_depth;
        return tree;
    }
    Tree comparison()
    {
        static constexpr std::array<Operator, 6> kOperators {{{"=", Kind::Equal}, {"!=", Kind::NotEqual},
            {"<=", Kind::LessEqual}, {">=", Kind::GreaterEqual}, {"<", Kind::Less}, {">", Kind::Greater}}};
        Tree left = sum();
        if (const auto kind = m_error ? std::nullopt : take(kOperators))
            left = make(*kind, std::move(left), sum());
        return left;
    }
    Tree sum()
    {
        static constexpr std::array<Operator, 2> kOperators {{{"+", Kind::Add}, {"-", Kind::Subtract}}};
        Tree left = product();
        while (const auto kind = m_error ? std::nullopt : take(kOperators))
            left = make(*kind, std::move(left), product());
        return left;
    }
    Tree product()
    {
        static constexpr std::array<Operator, 3> kOperators {
            {{"*", Kind::Multiply}, {"/", Kind::Divide}, {"%", Kind::Remainder}}};
        Tree left = single();
        while (const auto kind = m_error ? std::nullopt : take(kOperators))
            left = make(*kind, std::move(left), single());
        return left;
    }
    Tree single()
    {
        skip();
        if (m_at == m_text.size())
            return fault("expected a number or a name, found the end");
        if (m_depth >= Expression::kMaxDepth)
            return fault("too many 'not' and parentheses inside each other");
        if (takeWord("-")) {
            ++m_depth;
            Tree tree = make(Kind::Negative, single());
            --m_depth;
            return tree;
        }
        if (takeWord("("))
            return inner(")", [this] { return any(); });
        if (isDigit(m_text[m_at]))
            return number();
        if (!isLetter(m_text[m_at]))
            return fault("expected a number or a name, found '" + printable(m_text.substr(m_at, 1)) + "'");
        return named();
    }
    template <typename Inside>
    Tree inner(std::string_view end, Inside inside)
    {
        ++m_depth;
        Tree tree = inside();
        --m_depth;
        if (!m_error && !takeWord(end))
            return fault("expected '" + std::string(end) + "'");
        return tree;
    }
    Tree number()
    {
        ExpressionTree tree;
        const char* end = m_text.data() + m_text.size();
        const auto [rest, failure] = std::from_chars(m_text.data() + m_at, end, tree.number);
        if (failure != std::errc())
            return fault("this number is too large; 9223372036854775807 is the largest");
        m_at = static_cast<std::size_t>(rest - m_text.data());
        return std::make_shared<const ExpressionTree>(std::move(tree));
    }
    Tree named()
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at])))
            ++m_at;
        const std::string name(m_text.substr(begin, m_at - begin));
        if (!isName(name))
            return faultAt(begin, "expected a number or a name, found '" + name + "'");
        if ((name == "min" || name == "max") && takeWord("(")) {
            const Kind kind = name == "min" ? Kind::Least : Kind::Greatest;
            return inner(")", [this, kind] {
                Tree left = any();
                if (!m_error && !takeWord(","))
                    return fault("expected ','");
                return make(kind, std::move(left), any());
            });
        }
        if (std::none_of(m_names.begin(), m_names.end(), [&name](const auto& known) { return known.name == name; }))
            m_names.push_back({name, begin});
        ExpressionTree tree;
        tree.kind = Kind::Name;
        tree.name = name;
        return std::make_shared<const ExpressionTree>(std::move(tree));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::optional<Error> m_error;
    std::vector<Expression::Name> m_names;
};

Result<std::int64_t> compute(Kind kind, std::int64_t left, std::int64_t right)
{
    std::int64_t result = 0;
    bool isOver = false;
    switch (kind) {
    case Kind::Equal:
        return left == right;
    case Kind::NotEqual:
        return left != right;
    case Kind::Less:
        return left < right;
    case Kind::LessEqual:
        return left <= right;
    case Kind::Greater:
        return left > right;
    case Kind::GreaterEqual:
        return left >= right;
    case Kind::Least:
        return std::min(left, right);
    case Kind::Greatest:
        return std::max(left, right);
    case Kind::Add:
        isOver = __builtin_add_overflow(left, right, &result);
        break;
    case Kind::Subtract:
        isOver = __builtin_sub_overflow(left, right, &result);
        break;
    case Kind::Multiply:
        isOver = __builtin_mul_overflow(left, right, &result);
        break;
    case Kind::Divide:
    case Kind::Remainder:
        if (right == 0)
            return fail("division by zero");
        if (right == -1) // the one quotient that does not fit
            isOver = __builtin_sub_overflow(std::int64_t {0}, kind == Kind::Divide ? left : 0, &result);
        else
            result = kind == Kind::Divide ? left / right : left % right;
        break;
    default:
        break;
    }
    if (isOver)
        return fail("the result is too large");
    return result;
}

Result<std::int64_t> evaluateTree(const ExpressionTree& tree, const Expression::ValueOf& valueOf)
{
    switch (tree.kind) {
    case Kind::Number:
        return tree.number;
    case Kind::Name:
        return valueOf(tree.name);
    default:
        break;
    }
    auto left = evaluateTree(*tree.left, valueOf);
    if (!left)
        return left;
    if (tree.kind == Kind::Negative)
        return compute(Kind::Subtract, 0, *left);
    if (tree.kind == Kind::Not)
        return *left == 0 ? 1 : 0;
    // What stands behind is not asked where it cannot matter: "n > 0 and 10 / n > 2".
    if (tree.kind == Kind::And && *left == 0)
        return 0;
    if (tree.kind == Kind::Or && *left != 0)
        return 1;
    auto right = evaluateTree(*tree.right, valueOf);
    if (!right)
        return right;
    if (tree.kind == Kind::And || tree.kind == Kind::Or)
        return *right != 0 ? 1 : 0;
    return compute(tree.kind, *left, *right);
}

} // namespace

bool isName(std::string_view text)
{
    constexpr std::array<std::string_view, 3> kWords {"and", "or", "not"};
    return !text.empty() && isLetter(text.front())
        && std::all_of(text.begin(), text.end(), [](char c) { return isLetter(c) || isDigit(c); })
        && std::find(kWords.begin(), kWords.end(), text) == kWords.end();
}

Result<Expression> Expression::parse(std::string_view text)
{
    if (text.size() > kMaxLength)
        return fail("an expression has at most " + std::to_string(kMaxLength) + " bytes");
    Parser parser(text);
    auto tree = parser.parse();
    if (!tree)
        return fail(tree.error());
    Expression expression;
    expression.m_text = text;
    expression.m_tree = std::move(*tree);
    expression.m_names = parser.takeNames();
    return expression;
}

Result<std::int64_t> Expression::evaluate(const ValueOf& valueOf) const
{
    if (!m_tree)
        return 0;
    return evaluateTree(*m_tree, valueOf);
}

} // namespace connscope::lesson
