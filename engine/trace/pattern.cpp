// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/pattern.h"

#include <algorithm>

namespace connscope::trace {

namespace {

constexpr char32_t kBadByte = 0x110000; // above Unicode: a byte that is no UTF-8

/// Reads one code point at \a i and moves on.
char32_t decode(std::string_view text, std::size_t& i)
{
    const auto byte = [&](std::size_t k) { return static_cast<std::uint8_t>(text[k]); };
    const std::uint8_t first = byte(i++);
    if (first < 0x80)
        return first;
    const std::size_t more = (first & 0xe0) == 0xc0 ? 1 : (first & 0xf0) == 0xe0 ? 2 : (first & 0xf8) == 0xf0 ? 3 : 0;
    if (more == 0 || i + more > text.size())
        return kBadByte + first;
    char32_t c = first & (0x3fU >> more);
    for (std::size_t k = 0; k < more; ++k) {
        if ((byte(i + k) & 0xc0) != 0x80)
            return kBadByte + first;
        c = (c << 6) | (byte(i + k) & 0x3fU);
    }
    i += more;
    return c;
}

bool isSpecial(char32_t c)
{
    return c < 0x80 && std::string_view("\\.[]()*+?|^${}").find(static_cast<char>(c)) != std::string_view::npos;
}

} // namespace

/// Recursive descent over the source; fragments are lists of dangling exits, patched as they are joined.
class PatternCompiler {
public:
    explicit PatternCompiler(std::string_view source)
        : m_text(source)
    {
        m_pattern.m_source = std::string(source);
    }

    Result<Pattern> compile()
    {
        if (m_text.size() > Pattern::kMaxLength)
            return fail(error(0, "the pattern is longer than " + std::to_string(Pattern::kMaxLength) + " bytes"));
        m_pattern.m_isLiteral = std::none_of(
            m_text.begin(), m_text.end(), [](char c) { return isSpecial(static_cast<unsigned char>(c)); });
        if (m_pattern.m_isLiteral) {
            m_pattern.m_literal = m_pattern.m_source;
            return std::move(m_pattern);
        }
        Result<Fragment> whole = alternatives(0);
        if (!whole)
            return fail(whole.error());
        if (m_at < m_text.size())
            return fail(error(m_at, "this ')' closes nothing; write \\) for the character"));
        const std::uint32_t match = add({Op::Match, 0, 0, 0, 0});
        patch(whole->exits, match);
        m_pattern.m_start = whole->start;
        return std::move(m_pattern);
    }

private:
    using Op = Pattern::Op;
    struct Exit {
        std::uint32_t state;
        bool other; // the Split's second way
    };
    struct Fragment {
        std::uint32_t start = 0;
        std::vector<Exit> exits;
    };

    Error error(std::size_t offset, std::string message) const
    {
        Error e;
        e.message = std::move(message);
        e.offset = offset;
        e.column = 1;
        for (std::size_t i = 0; i < offset; ++e.column)
            decode(m_text, i);
        return e;
    }

    std::uint32_t add(Pattern::State state)
    {
        m_pattern.m_states.push_back(state);
        return static_cast<std::uint32_t>(m_pattern.m_states.size() - 1);
    }
    void patch(const std::vector<Exit>& exits, std::uint32_t target)
    {
        for (const Exit& exit : exits)
            (exit.other ? m_pattern.m_states[exit.state].other : m_pattern.m_states[exit.state].next) = target;
    }
    Fragment single(Pattern::State state)
    {
        const std::uint32_t id = add(state);
        return {id, {{id, false}}};
    }
    Fragment join(const Fragment& a, Fragment b)
    {
        patch(a.exits, b.start);
        return {a.start, std::move(b.exits)};
    }
    Fragment nothing() // a Split whose two ways are the same
    {
        const std::uint32_t id = add({Op::Split, 0, 0, 0, 0});
        return {id, {{id, false}, {id, true}}};
    }

    Result<Fragment> alternatives(int depth)
    {
        if (depth > Pattern::kMaxDepth)
            return fail(
                error(m_at, "groups are nested deeper than " + std::to_string(Pattern::kMaxDepth) + " levels"));
        Result<Fragment> left = sequence(depth);
        while (left && m_at < m_text.size() && m_text[m_at] == '|') {
            ++m_at;
            Result<Fragment> right = sequence(depth);
            if (!right)
                return right;
            const std::uint32_t split = add({Op::Split, left->start, right->start, 0, 0});
            left->start = split;
            left->exits.insert(left->exits.end(), right->exits.begin(), right->exits.end());
        }
        return left;
    }

    Result<Fragment> sequence(int depth)
    {
        Fragment whole;
        bool first = true;
        while (m_at < m_text.size() && m_text[m_at] != '|' && m_text[m_at] != ')') {
            Result<Fragment> part = repeated(depth);
            if (!part)
                return part;
            whole = first ? std::move(*part) : join(std::move(whole), std::move(*part));
            first = false;
        }
        return first ? nothing() : whole;
    }

    Result<Fragment> repeated(int depth)
    {
        Result<Fragment> part = atom(depth);
        if (!part)
            return part;
        while (m_at < m_text.size() && (m_text[m_at] == '*' || m_text[m_at] == '+' || m_text[m_at] == '?')) {
            const char sign = m_text[m_at++];
            const std::uint32_t split = add({Op::Split, part->start, 0, 0, 0});
            if (sign == '?') {
                part->exits.push_back({split, true});
                part->start = split;
            } else {
                patch(part->exits, split);
                part->exits = {{split, true}};
                if (sign == '*')
                    part->start = split;
            }
        }
        return part;
    }

    Result<Fragment> atom(int depth)
    {
        const std::size_t start = m_at;
        const char32_t c = decode(m_text, m_at);
        switch (c) {
        case '.':
            return single({Op::Any, 0, 0, 0, 0});
        case '^':
            return single({Op::Begin, 0, 0, 0, 0});
        case '$':
            return single({Op::End, 0, 0, 0, 0});
        case '[':
            return characterClass(start);
        case '\\':
            return escape(start);
        case '(': {
            Result<Fragment> group = alternatives(depth + 1);
            if (!group)
                return group;
            if (m_at >= m_text.size())
                return fail(error(start, "this '(' is not closed; write \\( for the character"));
            ++m_at;
            return group;
        }
        case '*':
        case '+':
        case '?':
            return fail(error(start,
                std::string("there is nothing before '") + static_cast<char>(c) + "' to repeat; write \\"
                    + static_cast<char>(c) + " for the character"));
        case '{':
        case '}':
            return fail(error(start,
                std::string("counted repetition is not known here; write \\") + static_cast<char>(c)
                    + " for the character"));
        case ']':
            return fail(error(start, "this ']' closes nothing; write \\] for the character"));
        default:
            return single({Op::Char, 0, 0, 0, c});
        }
    }

    /// Ranges of \d, \w, \s; upper case is the complement.
    static bool shorthand(char32_t c, std::vector<Pattern::Range>& ranges, bool& negated)
    {
        negated = c == 'D' || c == 'W' || c == 'S';
        switch (c) {
        case 'd':
        case 'D':
            ranges = {{'0', '9'}};
            return true;
        case 'w':
        case 'W':
            ranges = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
            return true;
        case 's':
        case 'S':
            ranges = {{'\t', '\r'}, {' ', ' '}};
            return true;
        default:
            return false;
        }
    }

    Fragment classState(const std::vector<Pattern::Range>& ranges, bool negated)
    {
        Pattern::State state {negated ? Op::NotClass : Op::Class, 0,
            static_cast<std::uint32_t>(m_pattern.m_ranges.size()), static_cast<std::uint32_t>(ranges.size()), 0};
        m_pattern.m_ranges.insert(m_pattern.m_ranges.end(), ranges.begin(), ranges.end());
        return single(state);
    }

    Result<Fragment> escape(std::size_t start)
    {
        if (m_at >= m_text.size())
            return fail(error(start, "a '\\' at the end escapes nothing; write \\\\ for the character"));
        const char32_t c = decode(m_text, m_at);
        std::vector<Pattern::Range> ranges;
        bool negated = false;
        if (shorthand(c, ranges, negated))
            return classState(ranges, negated);
        if (const char32_t plain = plainEscape(c); plain != 0)
            return single({Op::Char, 0, 0, 0, plain});
        return fail(error(start,
            "there is no such escape; known are \\d \\w \\s \\D \\W \\S \\t \\n and \\ before a special character"));
    }

    static char32_t plainEscape(char32_t c)
    {
        if (c == 't')
            return '\t';
        if (c == 'n')
            return '\n';
        const bool isWord = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
        return isWord ? char32_t {0} : c;
    }

    Result<Fragment> characterClass(std::size_t start)
    {
        const bool negated = m_at < m_text.size() && m_text[m_at] == '^';
        m_at += negated ? 1 : 0;
        std::vector<Pattern::Range> ranges;
        bool first = true;
        while (m_at < m_text.size() && (m_text[m_at] != ']' || first)) {
            first = false;
            const std::size_t itemStart = m_at;
            char32_t low = decode(m_text, m_at);
            if (low == '\\') {
                if (m_at >= m_text.size())
                    break;
                const char32_t c = decode(m_text, m_at);
                std::vector<Pattern::Range> more;
                bool complement = false;
                if (shorthand(c, more, complement)) {
                    if (complement)
                        return fail(error(itemStart, "a negated class inside [ ] is not known here"));
                    ranges.insert(ranges.end(), more.begin(), more.end());
                    continue;
                }
                low = plainEscape(c);
                if (low == 0)
                    return fail(error(itemStart, "there is no such escape"));
            }
            char32_t high = low;
            if (m_at + 1 < m_text.size() && m_text[m_at] == '-' && m_text[m_at + 1] != ']') {
                ++m_at;
                high = decode(m_text, m_at);
                if (high == '\\' && m_at < m_text.size())
                    high = plainEscape(decode(m_text, m_at));
                if (high < low)
                    return fail(error(itemStart, "this range ends before it begins"));
            }
            ranges.push_back({low, high});
        }
        if (m_at >= m_text.size())
            return fail(error(start, "this '[' is not closed; write \\[ for the character"));
        ++m_at;
        return classState(ranges, negated);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    Pattern m_pattern;
};

Result<Pattern> Pattern::compile(std::string_view source) { return PatternCompiler(source).compile(); }

bool Pattern::accepts(const State& state, char32_t c) const
{
    switch (state.op) {
    case Op::Char:
        return state.character == c;
    case Op::Any:
        return true;
    case Op::Class:
    case Op::NotClass: {
        const auto begin = m_ranges.begin() + static_cast<std::ptrdiff_t>(state.other);
        const bool inside = std::any_of(begin, begin + static_cast<std::ptrdiff_t>(state.count),
            [c](const Range& range) { return c >= range.low && c <= range.high; });
        return inside == (state.op == Op::Class);
    }
    default:
        return false;
    }
}

bool Pattern::matches(std::string_view text) const
{
    if (m_isLiteral)
        return text.find(m_literal) != std::string_view::npos;

    // The states that the text so far may be in; `mark` holds for each the last step that put it there.
    std::vector<std::uint32_t> current, following, stack;
    std::vector<std::uint32_t> mark(m_states.size(), 0);
    std::uint32_t step = 0;
    bool matched = false;
    const auto enter = [&](std::uint32_t first, std::vector<std::uint32_t>& set, std::size_t at) {
        stack.assign(1, first);
        while (!stack.empty() && !matched) {
            const std::uint32_t id = stack.back();
            stack.pop_back();
            if (mark[id] == step)
                continue;
            mark[id] = step;
            const State& state = m_states[id];
            if (state.op == Op::Match) {
                matched = true;
            } else if (state.op == Op::Split) {
                stack.push_back(state.other);
                stack.push_back(state.next);
            } else if (state.op == Op::Begin || state.op == Op::End) {
                if (at == (state.op == Op::Begin ? 0 : text.size()))
                    stack.push_back(state.next);
            } else {
                set.push_back(id);
            }
        }
    };

    ++step;
    enter(m_start, current, 0);
    for (std::size_t i = 0; i < text.size() && !matched;) {
        const char32_t c = decode(text, i);
        ++step;
        following.clear();
        for (const std::uint32_t id : current) {
            if (accepts(m_states[id], c))
                enter(m_states[id].next, following, i);
        }
        enter(m_start, following, i); // a match may begin anywhere
        current.swap(following);
    }
    return matched;
}

} // namespace connscope::trace
