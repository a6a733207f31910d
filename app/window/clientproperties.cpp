// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/clientproperties.h"

#include "protocol/configkeys.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace connscope::app {

Result<ClientProperties> readProperties(std::string_view text, std::string_view file)
{
    auto read = protocol::parseProperties(text, file);
    if (!read)
        return fail(std::move(read.error()));
    return clientProperties(std::move(*read));
}

ClientProperties clientProperties(std::vector<protocol::Property> read)
{
    ClientProperties out;
    for (protocol::Property& property : read) {
        if (property.key == "bootstrap.servers") {
            out.bootstrapServers = std::move(property.value);
            continue;
        }
        const auto known = std::find_if(out.entries.begin(), out.entries.end(),
            [&property](const auto& entry) { return entry.first == property.key; });
        if (known != out.entries.end())
            known->second = std::move(property.value); // the last one holds, as in Java
        else
            out.entries.emplace_back(std::move(property.key), std::move(property.value));
    }
    return out;
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
