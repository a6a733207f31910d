// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/clientproperties.h"

#include "protocol/configkeys.h"

#include <QFile>
#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace connscope::app {

namespace {

constexpr qint64 kMostBytes = 1 << 20;

std::string_view trimmedFront(std::string_view s)
{
    const std::size_t at = s.find_first_not_of(" \t\f");
    return at == std::string_view::npos ? std::string_view() : s.substr(at);
}

/// A line ends in a backslash that is no second one of a pair.
bool goesOn(std::string_view line)
{
    std::size_t backslashes = 0;
    while (backslashes < line.size() && line[line.size() - 1 - backslashes] == '\\')
        ++backslashes;
    return backslashes % 2 == 1;
}

std::string unescaped(std::string_view s)
{
    std::string out;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] != '\\' || i + 1 == s.size()) {
            out += s[i];
            continue;
        }
        const char next = s[++i];
        out += next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next == 'f' ? '\f' : next;
    }
    return out;
}

void take(ClientProperties& out, std::string_view line)
{
    std::size_t end = 0;
    while (end < line.size() && line[end] != '=' && line[end] != ':' && line[end] != ' ' && line[end] != '\t')
        end += line[end] == '\\' ? 2U : 1U;
    end = std::min(end, line.size());
    std::string_view rest = trimmedFront(line.substr(end));
    if (!rest.empty() && (rest.front() == '=' || rest.front() == ':'))
        rest = trimmedFront(rest.substr(1));
    std::string key = unescaped(line.substr(0, end));
    std::string value = unescaped(rest);
    if (key == "bootstrap.servers") {
        out.bootstrapServers = std::move(value);
        return;
    }
    const auto known = std::find_if(
        out.entries.begin(), out.entries.end(), [&key](const auto& entry) { return entry.first == key; });
    if (known != out.entries.end())
        known->second = std::move(value); // the last one holds
    else
        out.entries.emplace_back(std::move(key), std::move(value));
}

} // namespace

ClientProperties readProperties(std::string_view text)
{
    ClientProperties out;
    std::string whole; // a line with what goes on behind it
    bool inside = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = trimmedFront(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!inside && (line.empty() || line.front() == '#' || line.front() == '!'))
            continue;
        inside = goesOn(line);
        whole += inside ? line.substr(0, line.size() - 1) : line;
        if (inside && !text.empty())
            continue;
        take(out, std::exchange(whole, {}));
        inside = false;
    }
    return out;
}

Result<ClientProperties> readPropertiesFile(const QString& file)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly))
        return fail(file.toStdString() + ": " + in.errorString().toStdString());
    if (in.size() > kMostBytes)
        return fail(file.toStdString() + ": this is no client.properties file: it is larger than 1 MiB");
    const QByteArray text = in.readAll();
    return readProperties({text.constData(), static_cast<std::size_t>(text.size())});
}

bool isSecretKey(std::string_view key)
{
    using Owner = protocol::ConfigOwner;
    for (const Owner owner : {Owner::Producer, Owner::Consumer, Owner::Admin}) {
        const protocol::ConfigKey* known = protocol::findConfigKey(owner, key);
        if (known != nullptr && known->secret)
            return true;
    }
    // Also of keys that are not ours: a plugin's password is one.
    constexpr std::array<std::string_view, 7> kWords {
        "password", "secret", "jaas", "token", "credential", "ssl.keystore.key", "private"};
    std::string lower(key);
    std::transform(lower.begin(), lower.end(), lower.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::any_of(kWords.begin(), kWords.end(),
        [&lower](std::string_view word) { return lower.find(word) != std::string::npos; });
}

QString shownText(const ClientProperties& properties)
{
    QStringList lines;
    for (const auto& [key, value] : properties.entries)
        lines << QString::fromStdString(key) + QStringLiteral(" = ")
                + (isSecretKey(key) ? QStringLiteral("[hidden]") : QString::fromStdString(value));
    return lines.join(u'\n');
}

} // namespace connscope::app
