// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/render/figurerequest.h"

/// \file
/// Settings of a figure that change nothing in it: whoever gives one expects something else than what would be drawn.

namespace connscope::app {

/// The first of them, and why it says nothing. Defaults of a list are for all of its figures, and none of them is one.
std::optional<SettingMistake> idleSetting(const FigureRequest& request, std::span<const GivenSetting> settings);

/// What is wrong with settings of a run where \a file holds a trace, which is what it is; "" = nothing.
std::string mistakeOfTrace(const LoadRequest& request);

} // namespace connscope::app
