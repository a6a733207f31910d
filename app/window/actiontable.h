// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/actions.h"

#include <span>

namespace connscope::app {

/// A menu of the menu bar.
struct MenuSpec {
    const char* id; ///< the part before the dot of its actions' ids
    const char* title; ///< with its mnemonic, unique in the bar
};

/// File, Edit, View, Playback, Session, Scenario, Lesson, Tools, Window, Help.
std::span<const MenuSpec> menuTable();
/// Every action of the window, in the order of its menu.
std::span<const frame::ActionSpec> actionTable();

} // namespace connscope::app
