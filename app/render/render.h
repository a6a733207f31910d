// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace connscope::app {

/// `connscope render FILE`: a figure of a scenario or a trace. Returns the exit status. Needs a QGuiApplication.
int render(const QStringList& arguments);

} // namespace connscope::app
