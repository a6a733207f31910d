// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <string>

/// \file
/// Saving a scenario that a person changed in the window: the file's own text stays, with its comments and its order, and
/// only what differs is put into it. What comes out is read again and compared with what was meant; where that is not
/// equal (a file in flow style, a change that has no simple place), the scenario is written anew.

namespace connscope::scenario {

struct SavedText {
    std::string text;
    bool rewritten = false; ///< written anew: comments of the file are lost
};

/// \a text, a scenario file, changed so that it reads as \a meant. Put into the text are: `layout`, `bookmarks`, `annotations`, `seed`,
/// `profile` (the scenario's and its clients'), settings of clients and of all brokers, and actions behind those of the
/// file. \a fileName is for messages. An error where \a meant is no scenario that a file can hold: it says what is wrong.
Result<SavedText> saveText(const std::string& text, const std::string& fileName, const Scenario& meant);

} // namespace connscope::scenario
