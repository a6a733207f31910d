// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/properties.h"

#include <string>
#include <vector>

namespace connscope::app {

/// The keys of a client.properties or server.properties file, in its order. Errors: the file cannot be read; those of
/// protocol::parseProperties, with the line. A message never repeats what the file says: it may be a password.
Result<std::vector<protocol::Property>> readPropertiesFile(const std::string& name);

} // namespace connscope::app
