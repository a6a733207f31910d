// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/queryprogram.h"

#include "base/text.h"

namespace connscope::trace {

namespace {

/// What a bare word, a number or a duration is made of: node ids, "30s", "CLOSE-WAIT", "tcp.client", "localhost:9092".
bool isWordByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || byte >= 0x80
        || std::string_view("_.-:/").find(c) != std::string_view::npos;
}

class Lexer {
public:
    explicit Lexer(std::string_view text)
        : m_text(text)
    {
    }

    Result<std::vector<QueryToken>> run()
    {
        using Kind = QueryToken::Kind;
        while (skipBlanks()) {
            const char c = m_text[m_at];
            if (c == '(' || c == ')' || c == ',') {
                push(c == '(' ? Kind::Open : c == ')' ? Kind::Close : Kind::Comma, 1);
            } else if (c == '"' || c == '\'') {
                if (auto done = string(c); !done)
                    return fail(done.error());
            } else if (isWordByte(c)) {
                std::size_t length = 1;
                while (m_at + length < m_text.size() && isWordByte(m_text[m_at + length]))
                    ++length;
                push(Kind::Word, length);
            } else if (m_text.substr(m_at, 2) == "==" || m_text.substr(m_at, 2) == "<>") {
                return fail(queryError(m_text, m_at, c == '=' ? "write '=' for '=='" : "write '!=' for '<>'"));
            } else if (const std::size_t length = operatorLength(); length > 0) {
                push(Kind::Operator, length);
            } else {
                return fail(queryError(m_text, m_at, unexpected(c)));
            }
        }
        push(Kind::End, 0);
        return std::move(m_tokens);
    }

private:
    bool skipBlanks()
    {
        while (m_at < m_text.size()
            && (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n' || m_text[m_at] == '\r'))
            ++m_at;
        return m_at < m_text.size();
    }

    void push(QueryToken::Kind kind, std::size_t length)
    {
        m_tokens.push_back({kind, std::string(m_text.substr(m_at, length)), m_at, m_at});
        m_at += length;
    }

    std::size_t operatorLength() const
    {
        for (const std::string_view known : {"!=", "<=", ">=", "!~", "=", "<", ">", "~"}) {
            if (m_text.substr(m_at, known.size()) == known)
                return known.size();
        }
        return 0;
    }

    /// The character as often as it stands there in a row, twice at the most.
    std::string run(char c) const { return std::string(m_text.substr(m_at, 2) == std::string {c, c} ? 2 : 1, c); }

    std::string unexpected(char c) const
    {
        switch (c) {
        case '&':
            return "write 'and' for '" + run(c) + "'";
        case '|':
            return "write 'or' for '" + run(c) + "'";
        case '!':
            return "write 'not' for '!'";
        default:
            return "did not expect '" + printable(m_text.substr(m_at, 1))
                + "' here; texts with such characters go in quotes";
        }
    }

    Result<void> string(char quote)
    {
        QueryToken token {QueryToken::Kind::String, {}, m_at, m_at + 1};
        std::size_t i = m_at + 1;
        for (; i < m_text.size() && m_text[i] != quote; ++i) {
            // Only the quote and the backslash itself are escaped here; a pattern's own escapes stay.
            if (m_text[i] == '\\' && i + 1 < m_text.size() && (m_text[i + 1] == quote || m_text[i + 1] == '\\'))
                ++i;
            token.text += m_text[i];
        }
        if (i >= m_text.size())
            return fail(queryError(m_text, m_at, std::string("this text has no closing ") + quote));
        m_tokens.push_back(std::move(token));
        m_at = i + 1;
        return {};
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<QueryToken> m_tokens;
};

} // namespace

Error queryError(std::string_view text, std::size_t offset, std::string message)
{
    Error error;
    error.message = std::move(message);
    error.line = 1;
    error.column = 1;
    error.offset = offset;
    for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
        if (text[i] == '\n') {
            ++error.line;
            error.column = 1;
        } else if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) {
            ++error.column;
        }
    }
    return error;
}

Result<std::vector<QueryToken>> queryTokens(std::string_view text) { return Lexer(text).run(); }

} // namespace connscope::trace
