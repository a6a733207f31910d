// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// The only source of chance in the engine: xoshiro256** seeded by the scenario. Standard distributions are not used,
/// since their draws differ between standard libraries; the same seed gives the same run on any machine.

namespace connscope {

class Rng {
public:
    explicit Rng(std::uint64_t seed);

    /// An independent stream for a part of the world, named: adding a part does not disturb the draws of the others.
    Rng fork(std::string_view name) const;

    std::uint64_t next();
    /// Uniform in [0, bound); bound 0 gives 0. Unbiased.
    std::uint64_t below(std::uint64_t bound);
    /// Uniform in [0, 1), 53 bits.
    double unit();
    /// Uniform in [low, high); the jitter of Kafka's backoffs.
    double between(double low, double high) { return low + (high - low) * unit(); }
    /// True with probability p (0 to 1).
    bool chance(double p) { return unit() < p; }

    template <typename T>
    void shuffle(std::vector<T>& items)
    {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[static_cast<std::size_t>(below(i))]);
    }

private:
    std::uint64_t m_seed;
    std::uint64_t m_state[4];
};

} // namespace connscope
