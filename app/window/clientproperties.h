// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QString>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// A client.properties file as Kafka's tools take it, for the window: which servers it names and what else it says. Values
/// that are secret are handed on to the session and shown to nobody.

namespace connscope::app {

struct ClientProperties {
    std::vector<std::pair<std::string, std::string>> entries; ///< in the order of the file, without bootstrap.servers
    std::string bootstrapServers;
};

/// java.util.Properties: comments with # and !, key and value apart by = or : or space, a line that ends in \ goes on.
ClientProperties readProperties(std::string_view text);
/// Errors: the system's; a file that is far too large to be one.
Result<ClientProperties> readPropertiesFile(const QString& file);

/// Whether the value of \a key may not be seen: passwords, JAAS configurations, keys, tokens.
bool isSecretKey(std::string_view key);
/// "key = value" a line; secret values as [hidden].
QString shownText(const ClientProperties& properties);

} // namespace connscope::app
