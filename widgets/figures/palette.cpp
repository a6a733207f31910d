// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/palette.h"

#include <algorithm>
#include <array>

namespace connscope::figures {

namespace {

struct Colour {
    std::array<int, 3> channel {};
    std::uint64_t count = 0;
    QRgb rgb = 0;
};

/// Of channels: an eye sees green best.
constexpr std::array<std::uint64_t, 3> kWeight {3, 6, 2};

struct Box {
    std::size_t from = 0;
    std::size_t to = 0;
    int widest = 0; // channel
    std::uint64_t error = 0; // of that channel, weighted
    int mean = 0; // of that channel
};

Box boxOf(const std::vector<Colour>& all, std::size_t from, std::size_t to)
{
    Box box {from, to, 0, 0, 0};
    for (std::size_t c = 0; c < 3; ++c) {
        std::uint64_t count = 0;
        std::uint64_t sum = 0;
        std::uint64_t squares = 0;
        for (std::size_t i = from; i < to; ++i) {
            const auto v = static_cast<std::uint64_t>(all[i].channel[c]);
            count += all[i].count;
            sum += v * all[i].count;
            squares += v * v * all[i].count;
        }
        const std::uint64_t error = (squares - sum * sum / count) * kWeight[c];
        if (error > box.error) {
            box.error = error;
            box.widest = static_cast<int>(c);
            box.mean = static_cast<int>(sum / count);
        }
    }
    return box;
}

std::uint64_t distance(const std::array<int, 3>& a, const std::array<int, 3>& b)
{
    std::uint64_t sum = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        const std::int64_t d = a[c] - b[c];
        sum += static_cast<std::uint64_t>(d * d) * kWeight[c];
    }
    return sum;
}

std::size_t nearest(const std::vector<std::array<int, 3>>& centres, const std::array<int, 3>& colour)
{
    std::size_t best = 0;
    std::uint64_t least = ~std::uint64_t {0};
    for (std::size_t i = 0; i < centres.size(); ++i) {
        const std::uint64_t d = distance(centres[i], colour);
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

} // namespace

Palette makePalette(const ColourCounts& counts, std::size_t most)
{
    std::vector<Colour> all;
    all.reserve(counts.size());
    for (const auto& [rgb, count] : counts)
        all.push_back({{qRed(rgb), qGreen(rgb), qBlue(rgb)}, count, rgb});
    std::sort(all.begin(), all.end(), [](const Colour& a, const Colour& b) { return a.rgb < b.rgb; });
    Palette palette;
    if (all.size() <= most) {
        for (const Colour& colour : all) {
            palette.indexOf[colour.rgb] = static_cast<std::uint8_t>(palette.colours.size());
            palette.colours.push_back(colour.rgb);
        }
        return palette;
    }
    std::vector<Box> boxes {boxOf(all, 0, all.size())};
    while (boxes.size() < most) {
        const auto worst = std::max_element(
            boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.error < b.error; });
        if (worst->error == 0)
            break;
        const Box box = *worst;
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(box.from);
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(box.to);
        const auto cut = std::stable_partition(begin, end,
            [&box](const Colour& c) { return c.channel[static_cast<std::size_t>(box.widest)] <= box.mean; });
        const auto middle = static_cast<std::size_t>(cut - all.begin());
        *worst = boxOf(all, box.from, middle);
        boxes.push_back(boxOf(all, middle, box.to));
    }
    const auto mean = [&](const std::vector<std::size_t>& members) {
        std::array<std::uint64_t, 3> sum {};
        std::uint64_t count = 0;
        for (const std::size_t i : members) {
            for (std::size_t c = 0; c < 3; ++c)
                sum[c] += static_cast<std::uint64_t>(all[i].channel[c]) * all[i].count;
            count += all[i].count;
        }
        std::array<int, 3> out {};
        for (std::size_t c = 0; c < 3; ++c)
            out[c] = static_cast<int>((sum[c] + count / 2) / count);
        return out;
    };
    std::vector<std::array<int, 3>> centres;
    for (const Box& box : boxes) {
        std::vector<std::size_t> members;
        for (std::size_t i = box.from; i < box.to; ++i)
            members.push_back(i);
        centres.push_back(mean(members));
    }
    std::vector<std::vector<std::size_t>> members(centres.size());
    for (int round = 0; round < 3; ++round) {
        for (auto& m : members)
            m.clear();
        for (std::size_t i = 0; i < all.size(); ++i)
            members[nearest(centres, all[i].channel)].push_back(i);
        for (std::size_t i = 0; i < centres.size(); ++i) {
            if (!members[i].empty())
                centres[i] = mean(members[i]);
        }
    }
    for (const auto& centre : centres)
        palette.colours.push_back(qRgb(centre[0], centre[1], centre[2]));
    for (const Colour& colour : all)
        palette.indexOf[colour.rgb] = static_cast<std::uint8_t>(nearest(centres, colour.channel));
    return palette;
}

} // namespace connscope::figures
