// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/model.h"
#include "scenario/reading.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The readers of a lesson's parts. Not a door of the room.

namespace connscope::lesson {

using scenario::MapReader;
using scenario::Reading;
using scenario::YamlNode;

/// Which names an expression may use where it stands.
class Scope {
public:
    void add(const Parameter& parameter) { m_names[parameter.name] = false; }
    void add(const Measure& measure) { m_names[measure.name] = measure.take != Measure::Take::Setup; }
    bool knows(const std::string& name) const { return m_names.count(name) > 0; }
    /// A number that a trace gives, other than what the scenario or a draw says.
    bool isMeasured(const std::string& name) const
    {
        const auto it = m_names.find(name);
        return it != m_names.end() && it->second;
    }
    /// "; names here are a, b and c".
    std::string hint(const std::string& name) const;

private:
    std::map<std::string, bool, std::less<>> m_names;
};

Place placeOf(const Reading& reading, const YamlNode& node);
/// `{en: …, zh: …}` or `{both: …}`; the map may have other keys, which are for whoever calls.
Words readWords(Reading& reading, const YamlNode& node, std::string_view what, const Scope& scope);
/// The same of a key of \a map; an error where it must be there and is not.
Words readWords(Reading& reading, MapReader& map, std::string_view key, const Scope& scope, bool isNeeded);
Expression readExpression(Reading& reading, const YamlNode& node, std::string_view what, const Scope& scope);
trace::Query readQuery(Reading& reading, const YamlNode& node, std::string_view what);
MomentSpec readMoment(Reading& reading, const YamlNode& node, std::string_view what);
/// `let:`; each measure may be used by what stands behind it.
std::vector<Measure> readMeasures(Reading& reading, const YamlNode& node, const Lesson& lesson, Scope& scope);
Target readTarget(Reading& reading, const YamlNode& node, std::string_view what, const Scope& scope);
std::optional<Question> readQuestion(Reading& reading, const YamlNode& node, const Scope& scope);

} // namespace connscope::lesson
