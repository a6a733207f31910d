// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"
#include "timeline/bookmarks.h"
#include "topology/arrangement.h"
#include "view/document.h"

#include <QStringList>

#include <span>
#include <vector>

/// \file
/// Between what a person did to the picture and what stands in the file. The picture knows clients by the names that a
/// trace gives them, which change with profile and settings; the file knows them by the scenario's own names.

namespace connscope::app {

/// Names that the document does not know stay as they are, so that nothing is lost on the way to and fro.
scenario::Layout toLayout(const topology::Arrangement& arrangement, const view::Document& document);
topology::Arrangement toArrangement(const scenario::Layout& layout, const view::Document& document);

std::vector<scenario::Bookmark> toFile(std::span<const timeline::Bookmark> bookmarks, const view::Document& document);
/// Whose instant the document has reached: what really happens has not come to the others, of a simulation they are all.
std::vector<scenario::Bookmark> reached(
    const std::vector<scenario::Bookmark>& bookmarks, const view::Document& document);
/// Instants beyond the end go to the end.
std::vector<timeline::Bookmark> toPositions(
    const std::vector<scenario::Bookmark>& bookmarks, const view::Document& document);

/// For settings: a line for each, "nanoseconds events note", with "all" for all events.
QStringList toLines(const std::vector<scenario::Bookmark>& bookmarks);
/// Lines that are none are passed over.
std::vector<scenario::Bookmark> fromLines(const QStringList& lines);

/// What a save is to write: the scenario as it was run, with the profile, the seed and the settings of the tool bar and what
/// was done to the world. A profile that was chosen is every client's. The document must be a scenario's.
scenario::Scenario toSave(const view::Document& document, const scenario::Layout& layout,
    const std::vector<scenario::Bookmark>& bookmarks, const std::vector<scenario::Annotation>& annotations);
/// The same of a scenario that is not the document's, for a profile ("" = none was chosen) and a seed.
scenario::Scenario toSave(scenario::Scenario scenario, const std::string& profile, std::uint64_t seed,
    const scenario::Layout& layout, const std::vector<scenario::Bookmark>& bookmarks,
    const std::vector<scenario::Annotation>& annotations);
/// Whether that differs from the file.
bool differsFromFile(const view::Document& document, const scenario::Layout& layout,
    const std::vector<scenario::Bookmark>& bookmarks, const std::vector<scenario::Annotation>& annotations);

} // namespace connscope::app
