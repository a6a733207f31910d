// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <vector>

/// \file
/// Actions that a person did and has saved stand in the file and can still be undone: run again, the file's own are left
/// out and what is left of the person's takes their place.

namespace connscope::app {

/// Whether two actions do the same at the same time; where they stand in a file does not matter.
bool isSame(const scenario::Action& a, const scenario::Action& b);
bool areSame(const std::vector<scenario::Action>& a, const std::vector<scenario::Action>& b);

/// Takes \a saved away from the end of \a ofFile. False, and nothing happens, where they are not there: somebody else
/// changed the file.
bool leaveOut(std::vector<scenario::Action>& ofFile, const std::vector<scenario::Action>& saved);
/// How many of \a added, from the first on, are in \a saved in their places.
std::size_t commonStart(const std::vector<scenario::Action>& added, const std::vector<scenario::Action>& saved);

} // namespace connscope::app
