// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRgb>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace connscope::figures {

/// How often each colour occurs; opaque ones only.
using ColourCounts = std::unordered_map<QRgb, std::uint32_t>;

/// At most \a most colours that stand for those of \a counts, and which of them stands for each. Exact where they are few.
///
/// Otherwise boxes of colours are cut at the mean of their widest channel, the box with the largest error first, and a few
/// rounds move each colour to the mean of those that it stands for. All in integers and in an order of its own, so that the
/// result depends on the colours alone: libimagequant divides the work by the number of cores, and its sums with it.
struct Palette {
    std::vector<QRgb> colours;
    std::unordered_map<QRgb, std::uint8_t> indexOf;
};
Palette makePalette(const ColourCounts& counts, std::size_t most);

} // namespace connscope::figures
