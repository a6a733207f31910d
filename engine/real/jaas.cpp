// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/jaas.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace connscope::real {

namespace {

constexpr std::array<std::string_view, 4> kFlags {"required", "requisite", "sufficient", "optional"};

bool isWordByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-'
        || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool isOctal(char c) { return c >= '0' && c <= '7'; }

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    Result<JaasEntry> parse()
    {
        JaasEntry entry;
        if (!skip())
            return fail(error("a comment has no end", m_at));
        const std::size_t module = m_at;
        entry.module = word();
        if (entry.module.empty())
            return fail(error("expected the class of a login module, such as "
                              "org.apache.kafka.common.security.scram.ScramLoginModule",
                module));
        if (!skip())
            return fail(error("a comment has no end", m_at));
        const std::size_t flag = m_at;
        entry.flag = word();
        bool known = false;
        for (const std::string_view name : kFlags)
            known |= entry.flag == name;
        if (!known)
            return fail(error("expected 'required' behind the login module", flag));
        if (auto options = readOptions(entry); !options)
            return fail(options.error());
        if (!skip())
            return fail(error("a comment has no end", m_at));
        if (m_at < m_text.size())
            return fail(error("one login module is expected; here begins a second one", m_at));
        return entry;
    }

private:
    Result<void> readOptions(JaasEntry& entry)
    {
        for (;;) {
            if (!skip())
                return fail(error("a comment has no end", m_at));
            if (m_at >= m_text.size())
                return fail(error("expected ';' at the end of the login module", m_at));
            if (m_text[m_at] == ';') {
                ++m_at;
                return {};
            }
            const std::size_t begin = m_at;
            std::string key = quotedOrWord();
            if (m_broken)
                return fail(*m_broken);
            if (key.empty())
                return fail(error("expected an option as key=\"value\", or ';'", begin));
            if (!skip() || m_at >= m_text.size() || m_text[m_at] != '=')
                return fail(error("expected '=' behind the name of an option", m_at));
            ++m_at;
            if (!skip())
                return fail(error("a comment has no end", m_at));
            const std::size_t value = m_at;
            const bool quoted = m_at < m_text.size() && (m_text[m_at] == '"' || m_text[m_at] == '\'');
            std::string text = quotedOrWord();
            if (m_broken)
                return fail(*m_broken);
            if (!quoted && text.empty())
                return fail(error("expected a value in quotes", value));
            entry.options.emplace_back(std::move(key), std::move(text));
        }
    }

    Error error(std::string message, std::size_t at) const
    {
        Error e;
        e.message = "sasl.jaas.config, column " + std::to_string(at + 1) + ": " + std::move(message);
        e.offset = at;
        return e;
    }

    /// Blanks and comments; false if a comment does not end.
    bool skip()
    {
        for (;;) {
            while (m_at < m_text.size() && static_cast<unsigned char>(m_text[m_at]) <= ' ')
                ++m_at;
            if (m_text.substr(m_at, 2) == "//") {
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            } else if (m_text.substr(m_at, 2) == "/*") {
                const std::size_t end = m_text.find("*/", m_at + 2);
                if (end == std::string_view::npos)
                    return false;
                m_at = end + 2;
            } else {
                return true;
            }
        }
    }

    std::string word()
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isWordByte(m_text[m_at]))
            ++m_at;
        return std::string(m_text.substr(begin, m_at - begin));
    }

    std::string quotedOrWord()
    {
        if (m_at >= m_text.size() || (m_text[m_at] != '"' && m_text[m_at] != '\''))
            return word();
        const std::size_t begin = m_at;
        const char quote = m_text[m_at++];
        std::string out;
        while (m_at < m_text.size() && m_text[m_at] != quote && m_text[m_at] != '\n') {
            char c = m_text[m_at++];
            if (c == '\\' && m_at < m_text.size())
                c = escape();
            out += c;
        }
        if (m_at >= m_text.size() || m_text[m_at] != quote)
            m_broken = error("a quoted text that begins here has no end", begin);
        else
            ++m_at;
        return out;
    }

    /// Behind a backslash, as java.io.StreamTokenizer reads it.
    char escape()
    {
        const char c = m_text[m_at++];
        switch (c) {
        case 'a':
            return '\a';
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        case 'v':
            return '\v';
        default:
            break;
        }
        if (!isOctal(c))
            return c;
        int value = c - '0';
        const int most = c <= '3' ? 2 : 1;
        for (int i = 0; i < most && m_at < m_text.size() && isOctal(m_text[m_at]); ++i)
            value = value * 8 + (m_text[m_at++] - '0');
        return static_cast<char>(value);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::optional<Error> m_broken;
};

} // namespace

std::string_view JaasEntry::moduleName() const
{
    const std::string_view all = module;
    return all.substr(all.rfind('.') + 1); // npos + 1 is 0
}

const std::string* JaasEntry::option(std::string_view name) const
{
    for (const auto& [key, value] : options) {
        if (key == name)
            return &value;
    }
    return nullptr;
}

Result<JaasEntry> parseJaas(std::string_view text) { return Parser(text).parse(); }

} // namespace connscope::real
