// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/curve.h"
#include "topology/strokes.h"

#include <QImage>
#include <QTransform>

#include <cstdint>
#include <vector>

/// \file
/// Lines without a QPainter. A thousand thin antialiased curves cost a QPainter 40 ms a frame; but a link is a function of
/// x, so for each column of pixels its height and slope are known, and what it covers of the column is a subtraction.
///
/// Where only a few of many lines are to change, what they cover is marked as dirty and put back to what lies below, and
/// then all lines are drawn anew, but only there: each pixel gets what it would have got had everything been drawn.

namespace connscope::topology {

/// Pixels that are to be drawn anew.
class DirtyPixels {
public:
    explicit DirtyPixels(QSize size);
    /// The rows [top, bottom] of a column.
    void mark(int x, int top, int bottom);
    bool contains(int x, int y) const
    {
        const auto row = static_cast<unsigned>(y);
        return (m_bits[static_cast<std::size_t>(x) * m_words + (row >> 6U)] >> (row & 63U) & 1U) != 0;
    }
    /// Whether some of [top, bottom] may be dirty in a column of the block that begins at \a x, a multiple of kBlock.
    bool mayTouch(int x, int top, int bottom) const;
    /// Copies what is dirty from \a below.
    void restore(QImage& image, const QImage& below) const;

    static constexpr int kBlock = 16; ///< columns

private:
    static constexpr unsigned kCoarse = 3; // 8 rows
    int m_width;
    int m_height;
    std::size_t m_words; // of a column
    std::size_t m_coarseWords; // of a block
    std::vector<std::uint64_t> m_bits; // by column
    std::vector<std::uint64_t> m_blocks; // by block of columns: groups of rows with something dirty
};

/// Draws \a strokes of \a curve into \a image (RGB32 or ARGB32_Premultiplied, opaque below), where \a only says. \a toPixels
/// scales evenly and moves; it does not turn. False where a link was dragged to the other side, so that it is no function
/// of x any more: nothing is drawn.
bool rasterLines(QImage& image, const QTransform& toPixels, const Curve& curve, const std::vector<Stroke>& strokes,
    const DirtyPixels* only = nullptr);
/// Marks what rasterLines would draw on. False as there.
bool markLines(DirtyPixels& dirty, QSize size, const QTransform& toPixels, const Curve& curve,
    const std::vector<Stroke>& strokes);

} // namespace connscope::topology
