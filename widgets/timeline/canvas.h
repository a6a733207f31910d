// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/linkstate.h"

#include <QImage>

#include <algorithm>

/// \file
/// Filling by scan lines. QPainter takes a microsecond for a rectangle of one pixel; a timeline has a hundred thousand.

namespace connscope::timeline {

/// Device pixels of an opaque image (QImage::Format_RGB32). Rectangles are cut at its edges.
class Canvas {
public:
    explicit Canvas(QImage& image)
        : m_bits(reinterpret_cast<QRgb*>(image.bits()))
        , m_stride(static_cast<std::ptrdiff_t>(image.bytesPerLine() / 4))
        , m_width(image.width())
        , m_height(image.height())
    {
    }

    int width() const { return m_width; }
    int height() const { return m_height; }

    void fill(int x0, int y0, int x1, int y1, QRgb colour)
    {
        cut(x0, y0, x1, y1);
        for (int y = y0; y < y1; ++y)
            std::fill(line(y) + x0, line(y) + x1, colour);
    }
    /// Every pixel moves towards \a colour; \a share of 256.
    void wash(int x0, int y0, int x1, int y1, QRgb colour, unsigned share);
    /// A pattern of \a colour on what is there; \a unit = device pixels of a logical one.
    void pattern(int x0, int y0, int x1, int y1, theme::StateLook::Fill fill, QRgb colour, int unit);
    /// The outline of a rectangle, inside of it.
    void frame(int x0, int y0, int x1, int y1, QRgb colour, int unit);

private:
    QRgb* line(int y) { return m_bits + y * m_stride; }
    void cut(int& x0, int& y0, int& x1, int& y1) const
    {
        x0 = std::max(x0, 0);
        y0 = std::max(y0, 0);
        x1 = std::max(x0, std::min(x1, m_width));
        y1 = std::max(y0, std::min(y1, m_height));
    }

    QRgb* m_bits;
    std::ptrdiff_t m_stride;
    int m_width;
    int m_height;
};

} // namespace connscope::timeline
