// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// \file
/// A table of names for a small enum, both ways: by value in O(1), by name with a binary search over an order that the
/// compiler computed. Readers of a million lines ask for names a few million times.

namespace connscope::trace {

template <typename Enum, std::size_t N>
class NameTable {
public:
    /// \a names in the order of the enum, which counts from 0 without gaps. An empty name has no way back.
    constexpr explicit NameTable(const std::array<std::string_view, N>& names)
        : m_names(names)
    {
        for (std::size_t i = 0; i < N; ++i)
            m_order[i] = static_cast<std::uint8_t>(i);
        std::sort(m_order.begin(), m_order.end(),
            [this](std::uint8_t a, std::uint8_t b) { return m_names[a] < m_names[b]; });
    }

    /// "" for a value outside the enum.
    constexpr std::string_view name(Enum value) const
    {
        const auto index = static_cast<std::size_t>(value);
        return index < N ? m_names[index] : std::string_view {};
    }
    constexpr std::optional<Enum> value(std::string_view name) const
    {
        const auto it = std::lower_bound(m_order.begin(), m_order.end(), name,
            [this](std::uint8_t i, std::string_view n) { return m_names[i] < n; });
        if (name.empty() || it == m_order.end() || m_names[*it] != name)
            return std::nullopt;
        return static_cast<Enum>(*it);
    }
    constexpr const std::array<std::string_view, N>& names() const { return m_names; }

private:
    static_assert(N <= 256);
    std::array<std::string_view, N> m_names;
    std::array<std::uint8_t, N> m_order {};
};

} // namespace connscope::trace
