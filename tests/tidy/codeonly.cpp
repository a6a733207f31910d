// SPDX-License-Identifier: GPL-3.0-or-later
// A lexer just good enough to tell code from comments and literals: line and block comments, strings with escapes, raw
// strings, characters, numbers with separators. It never fails; what is left open runs to the end of the text.
#include "tidy/houserules.h"

#include <algorithm>

namespace connscope::test {

namespace {

bool isIdentifier(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

class Lexer {
public:
    explicit Lexer(std::string_view text)
        : m_text(text)
        , m_code(text)
    {
    }

    std::string run()
    {
        while (m_at < m_text.size()) {
            if (starts("//"))
                blank(endOf("\n", 0));
            else if (starts("/*"))
                blank(endOf("*/", 2));
            else if (m_lineStart && m_text[m_at] == '#')
                directive();
            else if (isIdentifier(m_text[m_at]))
                word();
            else if (m_text[m_at] == '"' || m_text[m_at] == '\'')
                literal(m_text[m_at]);
            else
                step();
        }
        return std::move(m_code);
    }

private:
    bool starts(std::string_view what) const { return m_text.substr(m_at, what.size()) == what; }

    std::size_t endOf(std::string_view what, std::size_t keep) const
    {
        const std::size_t at = m_text.find(what, m_at + keep);
        return at == std::string_view::npos ? m_text.size() : at + (keep ? what.size() : 0);
    }

    void blank(std::size_t end)
    {
        for (; m_at < end; ++m_at) {
            if (m_text[m_at] != '\n')
                m_code[m_at] = ' ';
        }
    }

    void step()
    {
        const char c = m_text[m_at++];
        if (c == '\n')
            m_lineStart = true;
        else if (c != ' ' && c != '\t')
            m_lineStart = false;
    }

    /// #include keeps its quotes; every other directive is code as usual.
    void directive()
    {
        std::size_t at = m_at + 1;
        while (at < m_text.size() && (m_text[at] == ' ' || m_text[at] == '\t'))
            ++at;
        if (m_text.substr(at, 7) != "include") {
            step();
            return;
        }
        const std::size_t end = endOf("\n", 0);
        while (m_at < end && !starts("//") && !starts("/*"))
            ++m_at;
        m_lineStart = false;
    }

    /// Identifiers, numbers (with their ' separators) and the prefix of a raw string.
    void word()
    {
        m_lineStart = false;
        const std::size_t start = m_at;
        const bool number = m_text[start] >= '0' && m_text[start] <= '9';
        while (m_at < m_text.size() && (isIdentifier(m_text[m_at]) || (number && m_text[m_at] == '\'')))
            ++m_at;
        const std::string_view prefix = m_text.substr(start, m_at - start);
        if (m_at < m_text.size() && m_text[m_at] == '"'
            && (prefix == "R" || prefix == "u8R" || prefix == "uR" || prefix == "UR" || prefix == "LR")) {
            const std::size_t open = m_text.find('(', m_at);
            if (open == std::string_view::npos)
                return;
            const std::string close = ")" + std::string(m_text.substr(m_at + 1, open - m_at - 1)) + "\"";
            blank(endOf(close, 1));
        }
    }

    void literal(char quote)
    {
        m_lineStart = false;
        std::size_t end = m_at + 1;
        while (end < m_text.size() && m_text[end] != quote && m_text[end] != '\n')
            end += m_text[end] == '\\' ? 2U : 1U;
        blank(std::min(end + 1, m_text.size()));
    }

    std::string_view m_text;
    std::string m_code;
    std::size_t m_at = 0;
    bool m_lineStart = true;
};

} // namespace

std::string codeOnly(std::string_view text) { return Lexer(text).run(); }

} // namespace connscope::test
