// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/yamltext.h"

#include <algorithm>

namespace connscope::scenario {

namespace {

constexpr std::size_t kWidth = 118;
constexpr std::size_t kLongKey = 1000; // YAML demands "? " before keys of more than 1024 characters

/// Plain scalars of these shapes mean something else to a YAML reader.
bool isPlain(std::string_view text)
{
    if (text.empty() || text.front() == ' ' || text.back() == ' ' || text == "~" || text == "null" || text == "Null"
        || text == "NULL" || text.back() == ':')
        return false;
    constexpr std::string_view kFirst = "-?:,[]{}#&*!|>'\"%@`=<";
    const bool number = text.size() > 1 && text.front() == '-' && text[1] >= '0' && text[1] <= '9';
    if (!number && kFirst.find(text.front()) != std::string_view::npos)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c < 0x20 || c == 0x7f || c == ',' || c == '[' || c == ']' || c == '{' || c == '}' || c == '?' || c == '"'
            || c == '\'')
            return false;
        if ((c == ':' && i + 1 < text.size() && text[i + 1] == ' ') || (c == '#' && i > 0 && text[i - 1] == ' '))
            return false;
    }
    return true;
}

} // namespace

std::string yamlScalar(std::string_view text)
{
    if (isPlain(text))
        return std::string(text);
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20 || byte == 0x7f) {
            out += "\\x";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else {
            out += c;
        }
    }
    return out + '"';
}

YamlValue YamlValue::scalar(std::string_view text)
{
    YamlValue value(Kind::Scalar);
    value.m_text = text;
    return value;
}

YamlValue YamlValue::null() { return YamlValue(Kind::Null); }

YamlValue YamlValue::list() { return YamlValue(Kind::List); }

YamlValue YamlValue::map() { return YamlValue(Kind::Map); }

YamlValue& YamlValue::add(YamlValue item)
{
    m_parts.emplace_back(std::string(), std::move(item));
    return *this;
}

YamlValue& YamlValue::add(std::string_view key, YamlValue value)
{
    m_parts.emplace_back(std::string(key), std::move(value));
    return *this;
}

bool YamlValue::isBlockText() const
{
    if (m_kind != Kind::Scalar || m_text.size() < 2 || m_text.back() != '\n' || m_text[m_text.size() - 2] == '\n'
        || m_text.front() == ' ' || m_text.front() == '\n' || m_text.find(" \n") != std::string::npos)
        return false;
    return std::none_of(m_text.begin(), m_text.end(),
        [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f; });
}

std::string YamlValue::oneLine() const { return oneLine(std::string::npos); }

std::string YamlValue::oneLine(std::size_t most) const
{
    if (m_kind == Kind::Null)
        return "~";
    if (m_kind == Kind::Scalar)
        return yamlScalar(m_text);
    std::string out = m_kind == Kind::List ? "[" : "{";
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (i > 0)
            out += ", ";
        if (m_kind == Kind::Map)
            out += yamlScalar(m_parts[i].first) + ": ";
        out += m_parts[i].second.oneLine(most);
        if (out.size() > most)
            return out;
    }
    return out + (m_kind == Kind::List ? ']' : '}');
}

void YamlValue::writeAfterKey(std::string& out, int indent) const
{
    const auto margin = static_cast<std::size_t>(indent);
    if (isBlockText()) {
        out += " |\n";
        std::size_t start = 0;
        while (start < m_text.size()) {
            const std::size_t end = m_text.find('\n', start);
            if (end > start)
                out += std::string(margin, ' ') + m_text.substr(start, end - start);
            out += '\n';
            start = end + 1;
        }
        return;
    }
    const std::string line = oneLine(4 * kWidth); // what is longer does not go on one line
    // A long list of scalars stays on one line: an item a line would be worse.
    if (isScalar() || m_parts.empty() || margin + line.size() < kWidth - 20) {
        out += ' ' + line + '\n';
        return;
    }
    out += '\n';
    writeEntries(out, indent, true);
}

void YamlValue::writeEntries(std::string& out, int indent, bool firstIndented) const
{
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (i > 0 || firstIndented)
            out += std::string(static_cast<std::size_t>(indent), ' ');
        const auto& [key, value] = m_parts[i];
        if (m_kind == Kind::Map) {
            const std::string scalar = yamlScalar(key);
            out += scalar.size() > kLongKey
                ? "? " + scalar + '\n' + std::string(static_cast<std::size_t>(indent), ' ') + ':'
                : scalar + ':';
            value.writeAfterKey(out, indent + 2);
        } else if (value.m_kind == Kind::Map && !value.m_parts.empty()
            && static_cast<std::size_t>(indent) + value.oneLine(4 * kWidth).size() > kWidth - 4) {
            out += "- ";
            value.writeEntries(out, indent + 2, false);
        } else {
            out += '-';
            value.writeAfterKey(out, indent + 2);
        }
    }
}

void YamlValue::write(std::string& out, int indent) const
{
    if (isScalar() || m_parts.empty())
        out += std::string(static_cast<std::size_t>(indent), ' ') + oneLine() + '\n';
    else
        writeEntries(out, indent, true);
}

} // namespace connscope::scenario
