// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <typeindex>
#include <utility>

namespace connscope::view {

/// What views compute of a whole trace, made where the trace was read so that the window's thread need not: one object for
/// each type. A view takes what is its own and computes it itself where nobody has; the picture is the same.
class Prepared {
public:
    template <typename T>
    void put(std::shared_ptr<T> made)
    {
        m_parts[typeid(T)] = std::move(made);
    }
    /// Once; nullptr if there is none.
    template <typename T>
    std::shared_ptr<T> take()
    {
        const auto found = m_parts.find(typeid(T));
        return found == m_parts.end() ? nullptr : std::static_pointer_cast<T>(std::exchange(found->second, nullptr));
    }

private:
    std::map<std::type_index, std::shared_ptr<void>> m_parts;
};

} // namespace connscope::view
