// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/linkstate.h"

#include <QImage>
#include <QRect>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

class QPainter;

/// \file
/// Filling by scan lines. QPainter takes a microsecond for a rectangle of one pixel; a timeline has a hundred thousand.
/// Where there are no pixels (a figure in SVG or PDF), the same rectangles are kept by colour instead, so that each state is
/// one path.

namespace connscope::timeline {

/// What was filled, by coat and look. Rectangles of one coat do not lie on each other, so all of a look are drawn at once.
class Filled {
public:
    /// What is filled from now on lies over what was.
    void setCoat(int coat) { m_coat = coat; }
    void add(const QRect& rect, QRgb colour, theme::StateLook::Fill fill = theme::StateLook::Fill::Solid)
    {
        m_all[{m_coat, fill, colour}].push_back(rect);
    }
    /// Draws all of it; \a painter's units are those of the rectangles.
    void paint(QPainter& painter) const;

private:
    using Key = std::tuple<int, theme::StateLook::Fill, QRgb>;
    int m_coat = 0;
    std::map<Key, std::vector<QRect>> m_all;
};

/// Device pixels of an opaque image (QImage::Format_RGB32), or what would be filled there. Rectangles are cut at its edges.
class Canvas {
public:
    explicit Canvas(QImage& image)
        : m_bits(reinterpret_cast<QRgb*>(image.bits()))
        , m_stride(static_cast<std::ptrdiff_t>(image.bytesPerLine() / 4))
        , m_width(image.width())
        , m_height(image.height())
    {
    }
    Canvas(Filled& filled, QSize size)
        : m_filled(&filled)
        , m_width(size.width())
        , m_height(size.height())
    {
    }

    /// Of Filled.
    void setCoat(int coat)
    {
        if (m_filled)
            m_filled->setCoat(coat);
    }

    int width() const { return m_width; }
    int height() const { return m_height; }

    void fill(int x0, int y0, int x1, int y1, QRgb colour)
    {
        cut(x0, y0, x1, y1);
        if (m_filled) {
            if (x0 < x1 && y0 < y1)
                m_filled->add(QRect(x0, y0, x1 - x0, y1 - y0), colour);
            return;
        }
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

    Filled* m_filled = nullptr;
    QRgb* m_bits = nullptr;
    std::ptrdiff_t m_stride = 0;
    int m_width;
    int m_height;
};

} // namespace connscope::timeline
