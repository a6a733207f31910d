// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace connscope::app {

/// What a panel is for and what can be done in it, in the interface's language: for Help ▸ What's This. \a id: as ViewSpec::id
/// has it; "" for one that is not known.
QString whatsThisOf(const QString& id);

} // namespace connscope::app
