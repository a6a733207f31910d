// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/properties.h"

#include "protocol/configkeys.h"

#include <cstdint>
#include <optional>

namespace connscope::protocol {

namespace {

constexpr std::size_t kMaxText = std::size_t {1} << 20;

/// A line that is no key may be half of a password: it is not repeated.
bool isKnown(std::string_view key)
{
    for (int owner = 0; owner < kConfigOwnerCount; ++owner) {
        if (findConfigKey(static_cast<ConfigOwner>(owner), key) != nullptr)
            return true;
    }
    return false;
}

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

/// Walks over the text by lines; Java's logical line may span several.
class Reader {
public:
    Reader(std::string_view text, std::string_view file)
        : m_text(text)
        , m_file(file)
    {
        if (m_text.substr(0, 3) == "\xef\xbb\xbf")
            m_pos = m_lineStart = 3;
    }

    Result<std::vector<Property>> read()
    {
        if (m_text.size() > kMaxText)
            return fail(error("more than 1 MiB of text; this is not a file of client or broker settings"));
        std::vector<Property> out;
        while (m_pos < m_text.size()) {
            skipBlanks();
            if (m_pos >= m_text.size())
                break;
            const char c = m_text[m_pos];
            if (c == '\n' || c == '\r') {
                endLine();
                continue;
            }
            if (c == '#' || c == '!') {
                while (m_pos < m_text.size() && m_text[m_pos] != '\n' && m_text[m_pos] != '\r')
                    ++m_pos;
                continue;
            }
            auto entry = readEntry();
            if (!entry)
                return fail(entry.error());
            out.push_back(std::move(*entry));
        }
        return out;
    }

private:
    Error error(std::string message) const
    {
        Error e;
        e.message = std::move(message);
        e.file = std::string(m_file);
        e.line = m_line;
        e.offset = m_pos;
        e.column = 1;
        for (std::size_t i = m_lineStart; i < m_pos && i < m_text.size(); ++i)
            e.column += (static_cast<std::uint8_t>(m_text[i]) & 0xc0) != 0x80 ? 1 : 0;
        return e;
    }

    bool atEnd() const { return m_pos >= m_text.size() || m_text[m_pos] == '\n' || m_text[m_pos] == '\r'; }
    void skipBlanks()
    {
        while (m_pos < m_text.size() && isBlank(m_text[m_pos]))
            ++m_pos;
    }
    void endLine()
    {
        if (m_pos < m_text.size()) {
            const bool crlf = m_text.substr(m_pos, 2) == "\r\n";
            m_pos += crlf ? 2 : 1;
        }
        ++m_line;
        m_lineStart = m_pos;
    }

    Result<Property> readEntry()
    {
        Property p;
        p.line = m_line;
        if (auto key = readText(true); key)
            p.key = std::move(*key);
        else
            return fail(key.error());
        if (p.key.empty())
            return fail(error("a value without a key; expected key=value"));
        const std::size_t before = m_pos;
        skipBlanks();
        bool parted = m_pos > before;
        if (!atEnd() && (m_text[m_pos] == '=' || m_text[m_pos] == ':')) {
            parted = true;
            ++m_pos;
            skipBlanks();
        } else if (atEnd()) {
            parted = false;
        }
        if (!parted)
            return fail(
                error((isKnown(p.key) ? '\'' + p.key + "' has no value" : std::string("this line has no value"))
                    + "; expected key=value"));
        if (auto value = readText(false); value)
            p.value = std::move(*value);
        else
            return fail(value.error());
        return p;
    }

    /// Up to the end of the logical line; a key also ends at a separator.
    Result<std::string> readText(bool isKey)
    {
        std::string out;
        while (!atEnd()) {
            const char c = m_text[m_pos];
            if (isKey && (isBlank(c) || c == '=' || c == ':'))
                break;
            if (c == '\\') {
                if (auto e = readEscape(out); e)
                    return fail(std::move(*e));
                continue;
            }
            if ((static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\f') || c == '\x7f')
                return fail(error("a control byte; this does not look like a text file"));
            out += c;
            ++m_pos;
        }
        return out;
    }

    std::optional<Error> readEscape(std::string& out)
    {
        ++m_pos; // the backslash
        if (m_pos >= m_text.size())
            return std::nullopt;
        const char c = m_text[m_pos];
        if (c == '\n' || c == '\r') {
            endLine();
            skipBlanks();
            return std::nullopt;
        }
        if (c == 'u')
            return readUnicode(out);
        out += c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c == 'f' ? '\f' : c;
        ++m_pos;
        return std::nullopt;
    }

    std::optional<std::uint32_t> readHex4()
    {
        std::uint32_t unit = 0;
        for (std::size_t i = 1; i <= 4; ++i) {
            const char h = m_pos + i < m_text.size() ? m_text[m_pos + i] : ' ';
            const int digit = h >= '0' && h <= '9' ? h - '0'
                : h >= 'a' && h <= 'f'             ? h - 'a' + 10
                : h >= 'A' && h <= 'F'             ? h - 'A' + 10
                                                   : -1;
            if (digit < 0)
                return std::nullopt;
            unit = unit * 16 + static_cast<std::uint32_t>(digit);
        }
        return unit;
    }

    /// At the 'u' of an escape.
    std::optional<Error> readUnicode(std::string& out)
    {
        auto unit = readHex4();
        if (!unit)
            return error("a broken \\u escape; expected four hexadecimal digits, as in \\u00e9");
        std::uint32_t code = *unit;
        m_pos += 5;
        if (code >= 0xd800 && code < 0xdc00 && m_text.substr(m_pos, 2) == "\\u") {
            ++m_pos;
            const auto low = readHex4();
            if (!low || *low < 0xdc00 || *low > 0xdfff)
                return error("half a pair of \\u escapes; a character above U+FFFF needs both");
            code = 0x10000 + ((code - 0xd800) << 10) + (*low - 0xdc00);
            m_pos += 5;
        }
        if (code == 0 || (code >= 0xd800 && code <= 0xdfff))
            return error("a \\u escape that is no character");
        appendUtf8(out, code);
        return std::nullopt;
    }

    static void appendUtf8(std::string& out, std::uint32_t code)
    {
        const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
        if (code < 0x80) {
            put(code);
        } else if (code < 0x800) {
            put(0xc0 | code >> 6);
            put(0x80 | (code & 0x3f));
        } else if (code < 0x10000) {
            put(0xe0 | code >> 12);
            put(0x80 | (code >> 6 & 0x3f));
            put(0x80 | (code & 0x3f));
        } else {
            put(0xf0 | code >> 18);
            put(0x80 | (code >> 12 & 0x3f));
            put(0x80 | (code >> 6 & 0x3f));
            put(0x80 | (code & 0x3f));
        }
    }

    std::string_view m_text;
    std::string_view m_file;
    std::size_t m_pos = 0;
    std::size_t m_lineStart = 0;
    int m_line = 1;
};

} // namespace

Result<std::vector<Property>> parseProperties(std::string_view text, std::string_view file)
{
    return Reader(text, file).read();
}

} // namespace connscope::protocol
