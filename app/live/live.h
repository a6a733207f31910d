// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace connscope::app {

/// `connscope run SCENARIO --real` or `--both`.
int runForReal(const QStringList& arguments);
/// `connscope cluster`.
int serveCluster(const QStringList& arguments);

} // namespace connscope::app
