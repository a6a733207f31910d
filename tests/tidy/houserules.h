// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Holds a tree of source files to the rules of the house: who may include whom, what no room below engine/real may
/// touch, and the small things every file has. The rules are data (tst_includes.cpp has the house's own); files are
/// given as text, so that the checker itself is tested on trees that break one rule each.

namespace connscope::test {

/// A folder that is a library of its own, or app, tests.
struct Room {
    std::string_view name; ///< "trace": its name in `Connscope::trace` and in #include "trace/event.h"
    std::string_view folder; ///< "engine/trace"
    std::vector<std::string_view> mayInclude; ///< names of other rooms; its own is understood
    bool pure; ///< plain C++20: no Qt, no clock, no chance but the Rng handed in
    bool product = true; ///< part of the program (not a test)
};

/// Where a word must not stand.
enum class Where { Pure, Product, Tests, Everywhere };

/// A piece of code that must not be written, outside comments and strings.
struct ForbiddenWord {
    std::string_view word; ///< where it starts with a letter, it is matched from the start of an identifier
    Where where;
    std::string_view instead; ///< ends the message: what to do
};

/// A library that only some rooms may know.
struct Library {
    std::string_view include; ///< start of the name in <…>: "yaml-cpp/"
    std::vector<std::string_view> rooms;
};

struct HouseRules {
    std::vector<Room> rooms; ///< in the order of the build: a room includes only rooms before it
    std::vector<ForbiddenWord> words;
    std::vector<Library> libraries;
    std::vector<std::string_view> unfinished; ///< words that say a thing is not done; not even in comments
    std::string_view firstLine; ///< of every source file
    std::size_t maxLines = 0; ///< of a source file of the program
    std::size_t maxTestLines = 0; ///< of a test, which is a list of sentences and so may be longer
};

/// \a path is relative to the checkout, with '/'. Sources (.h, .cpp) and CMakeLists.txt are inspected, others ignored.
struct SourceFile {
    std::string path;
    std::string text;
};

struct Violation {
    std::string path;
    int line = 0; ///< from 1
    std::string message;
};

/// All violations, by path and line.
std::vector<Violation> inspect(const HouseRules& rules, const std::vector<SourceFile>& files);

/// The same text with comments, strings and characters replaced by spaces; lines keep their numbers. #include lines
/// keep the name of the file.
std::string codeOnly(std::string_view text);

} // namespace connscope::test
