// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"
#include "scenario/yamltext.h"

/// \file
/// The writers of a scenario's sections. Not a door of the room.

namespace connscope::scenario {

YamlValue clusterValue(const broker::ClusterSpec& cluster);
YamlValue networkValue(const NetworkSpec& network);
YamlValue clientValue(const ClientEntry& client);
YamlValue scriptValue(const std::vector<client::Step>& steps);
YamlValue actionValue(const Action& action);
YamlValue expectationValue(const Expectation& expectation);
YamlValue layoutValue(const Layout& layout);
YamlValue bookmarksValue(const std::vector<Bookmark>& bookmarks);
YamlValue annotationsValue(const std::vector<Annotation>& annotations);

// -- shared --
YamlValue durationValue(Duration d);
YamlValue numberValue(std::int64_t n);
YamlValue textValue(const Text& text);
YamlValue configValue(const std::vector<std::pair<std::string, std::string>>& config);

} // namespace connscope::scenario
