// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/loader.h"

#include <QString>

namespace connscope::app {

/// "connscope run scenario.yaml --seed 7 --set '*.acks=all'": what runs the same in a terminal, quoted for a POSIX shell.
/// What a person did to the world has no place in it.
QString commandLine(const LoadRequest& request);

} // namespace connscope::app
