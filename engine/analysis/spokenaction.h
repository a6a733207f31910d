// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "base/time.h"

#include <string>
#include <string_view>

/// \file
/// What a person or a scenario does to the world is written into a trace in the words of the scenario file
/// (scenario/actiontext.h): "cut-link consumer - broker 2 for 10s". Whoever reads a trace in another language is told the
/// same in it.

namespace connscope::analysis {

/// \a text as a session writes it into the text of an Action. In English that is the file's own words, as they are; so is what
/// does not have their form, in every language.
std::string spokenAction(std::string_view text, Language language);

/// As a person types it, "1h30m"; in Chinese "1 小时 30 分". \a duration is not negative.
std::string spokenDuration(Duration duration, Language language);

} // namespace connscope::analysis
