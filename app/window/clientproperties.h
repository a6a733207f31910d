// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/properties.h"

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

/// Reads what protocol::parseProperties reads; of a key that comes twice the last one holds. Errors: its own, with the line.
Result<ClientProperties> readProperties(std::string_view text, std::string_view file = {});
/// The same of what was read already, as by app::readPropertiesFile.
ClientProperties clientProperties(std::vector<protocol::Property> read);

/// Whether the value of \a key may not be seen: passwords, JAAS configurations, keys, tokens.
bool isSecretKey(std::string_view key);
/// "key = value" a line; secret values as [hidden].
QString shownText(const ClientProperties& properties);

} // namespace connscope::app
