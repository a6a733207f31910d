// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"
#include "theme/format.h"

#include <QString>

namespace connscope::frame {

/// What an action of a scenario does, in the interface's language: "kill broker 2", "pause consumer for 10 s". (The file's
/// own words are scenario::wordOf; those are for files.)
QString actionWords(const scenario::Action& action, const theme::Format& format);

} // namespace connscope::frame
