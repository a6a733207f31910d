// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <map>
#include <set>
#include <string>

namespace connscope::topology {

/// What a person did to the picture: nodes dragged elsewhere, groups opened. It is saved with the scenario; names are those
/// of CastClient::key and CastEnd::key, and unknown ones are ignored.
struct Arrangement {
    std::map<std::string, QPointF> moved; ///< centre of a node in shares of the picture's width and height
    std::set<std::string> expanded; ///< groups that show each member

    bool isEmpty() const { return moved.empty() && expanded.empty(); }
    bool operator==(const Arrangement&) const = default;
};

} // namespace connscope::topology
