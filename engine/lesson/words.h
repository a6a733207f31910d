// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "lesson/expression.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Texts of a lesson: two languages side by side, with numbers from the trace in them.
///
///     The consumer has {leaders} data {leaders|connection|connections}; broker 2 is node {2147483647 - 2}.
///
/// `{…}` is an expression whose value is put in its place; with two texts behind it, the first one stands for 1 and the other
/// for every other number. `{{` and `}}` stand for braces.

namespace connscope::lesson {

/// Where something stands in its file; counted from 1, 0 = not known.
struct Place {
    int line = 0;
    int column = 0;
};

/// One language's text, taken apart.
class Pattern {
public:
    Pattern() = default;
    static Result<Pattern> parse(std::string_view text);

    /// Gives the text of a name that is no number (a parameter); "" for one that is not of that kind.
    using TextOf = std::function<std::string(const std::string& name)>;
    Result<std::string> fill(const Expression::ValueOf& valueOf, const TextOf& textOf) const;

    bool isEmpty() const { return m_parts.empty(); }
    const std::string& source() const { return m_source; }
    /// Names that it needs, with their offsets in the source.
    std::vector<Expression::Name> names() const;

private:
    struct Part {
        std::string text; ///< as it is; of a slot, what stands for one
        std::string many;
        Expression value; ///< empty: plain text
        bool isPlural = false;
        std::size_t offset = 0; ///< of the expression
    };
    std::string m_source;
    std::vector<Part> m_parts;
};

struct Words {
    Pattern en;
    Pattern zh;
    Place place;
    Place placeZh;

    bool isEmpty() const { return en.isEmpty() && zh.isEmpty(); }
    const Pattern& in(analysis::Language language) const { return language == analysis::Language::Chinese ? zh : en; }
};

} // namespace connscope::lesson
