// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// \file
/// Which kinds occur in any range of a sequence, in time that does not grow with the range: masks of 16 neighbours are
/// kept together, masks of 16 of these, and so on. What occurs once among a million still shows in the pixel that holds
/// the million.

namespace connscope::timeline {

/// A set of small numbers.
using KindMask = std::uint32_t;

class MaskPyramid {
public:
    static constexpr std::size_t kFanBits = 4;
    static constexpr std::size_t kFan = std::size_t {1} << kFanBits;

    std::size_t size() const { return m_levels.empty() ? 0 : m_levels.front().size(); }
    void append(KindMask mask)
    {
        if (m_levels.empty())
            m_levels.emplace_back();
        m_levels.front().push_back(mask);
        std::size_t index = m_levels.front().size() - 1;
        for (std::size_t level = 1;; ++level) {
            const bool isTop = m_levels[level - 1].size() <= kFan;
            if (isTop)
                return;
            index >>= kFanBits;
            if (level == m_levels.size())
                foldLevel(level);
            else if (index == m_levels[level].size())
                m_levels[level].push_back(mask);
            else
                m_levels[level][index] |= mask;
        }
    }
    KindMask at(std::size_t index) const { return m_levels.front()[index]; }
    /// The union over [from, to).
    KindMask over(std::size_t from, std::size_t to) const
    {
        KindMask mask = 0;
        std::size_t level = 0;
        while (from < to) {
            const std::vector<KindMask>& row = m_levels[level];
            const bool canRise = level + 1 < m_levels.size();
            while (from < to && (!canRise || (from & (kFan - 1)) != 0))
                mask |= row[from++];
            while (from < to && (to & (kFan - 1)) != 0)
                mask |= row[--to];
            from >>= kFanBits;
            to >>= kFanBits;
            ++level;
        }
        return mask;
    }

private:
    void foldLevel(std::size_t level)
    {
        std::vector<KindMask> above;
        const std::vector<KindMask>& below = m_levels[level - 1];
        for (std::size_t i = 0; i < below.size(); ++i) {
            if ((i & (kFan - 1)) == 0)
                above.push_back(0);
            above.back() |= below[i];
        }
        m_levels.push_back(std::move(above));
    }

    std::vector<std::vector<KindMask>> m_levels;
};

} // namespace connscope::timeline
