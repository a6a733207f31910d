// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Arithmetic of a lesson: from the numbers that were measured in a trace to an answer.
///
///     leaders + 1
///     2147483647 - coordinator
///     closed_by_client > 0 and open = 0
///
/// Whole numbers of 64 bits; `or`, `and`, `not`, `= != < <= > >=`, `+ - * / %`, parentheses, `min(a, b)`, `max(a, b)`. What is
/// true is 1. Names are letters, digits and `_`.

namespace connscope::lesson {

struct ExpressionTree;

/// A parsed expression; copies are cheap.
class Expression {
public:
    static constexpr std::size_t kMaxLength = 1000; ///< bytes
    static constexpr int kMaxDepth = 50;

    /// What a name stands for; nothing for one that is not known (which is its own error, said by whoever knows why).
    using ValueOf = std::function<Result<std::int64_t>(const std::string& name)>;

    Expression() = default;
    /// Errors carry offset and column, and what was expected.
    static Result<Expression> parse(std::string_view text);

    /// Errors: those of \a valueOf, a division by zero, a result beyond 64 bits.
    Result<std::int64_t> evaluate(const ValueOf& valueOf) const;

    /// Every name that stands in it, each once, with the offset of its first place.
    struct Name {
        std::string name;
        std::size_t offset = 0;
    };
    const std::vector<Name>& names() const { return m_names; }
    const std::string& text() const { return m_text; }
    bool isEmpty() const { return !m_tree; }

private:
    std::string m_text;
    std::shared_ptr<const ExpressionTree> m_tree;
    std::vector<Name> m_names;
};

/// Whether \a text may be a name of a measure or a parameter.
bool isName(std::string_view text);

} // namespace connscope::lesson
