// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/canvas.h"

#include <QPainter>

namespace connscope::timeline {

void Filled::paint(QPainter& painter) const
{
    using Fill = theme::StateLook::Fill;
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const auto& [key, rects] : m_all) {
        const auto& [coat, fill, colour] = key;
        Q_UNUSED(coat);
        const Qt::BrushStyle style = fill == Fill::Hatch ? Qt::BDiagPattern
            : fill == Fill::CrossHatch                   ? Qt::DiagCrossPattern
            : fill == Fill::Dots                         ? Qt::Dense6Pattern
                                                         : Qt::SolidPattern;
        painter.setBrush(QBrush(QColor::fromRgba(colour), style));
        painter.drawRects(rects.data(), static_cast<int>(rects.size()));
    }
    painter.restore();
}

void Canvas::wash(int x0, int y0, int x1, int y1, QRgb colour, unsigned share)
{
    cut(x0, y0, x1, y1);
    if (m_filled) {
        if (x0 < x1 && y0 < y1)
            m_filled->add(QRect(x0, y0, x1 - x0, y1 - y0), (colour & 0xffffffU) | std::min(share, 255U) << 24U);
        return;
    }
    const unsigned keep = 256 - share;
    const unsigned rb = (colour & 0xff00ffU) * share;
    const unsigned g = (colour & 0x00ff00U) * share;
    for (int y = y0; y < y1; ++y) {
        QRgb* row = line(y);
        for (int x = x0; x < x1; ++x) {
            const QRgb old = row[x];
            row[x] = 0xff000000U | ((((old & 0xff00ffU) * keep + rb) >> 8) & 0xff00ffU)
                | ((((old & 0x00ff00U) * keep + g) >> 8) & 0x00ff00U);
        }
    }
}

void Canvas::pattern(int x0, int y0, int x1, int y1, theme::StateLook::Fill fill, QRgb colour, int unit)
{
    using Fill = theme::StateLook::Fill;
    cut(x0, y0, x1, y1);
    if (m_filled) {
        if ((fill == Fill::Hatch || fill == Fill::CrossHatch || fill == Fill::Dots) && x0 < x1 && y0 < y1)
            m_filled->add(QRect(x0, y0, x1 - x0, y1 - y0), colour, fill);
        return;
    }
    const int period = 4 * unit;
    const int thick = std::max(1, (3 * unit) / 2);
    for (int y = y0; y < y1; ++y) {
        QRgb* row = line(y);
        for (int x = x0; x < x1; ++x) {
            const bool rising = (x + y) % period < thick;
            const bool falling = ((x - y) % period + period) % period < thick;
            const bool dot = x / unit % 3 == 0 && y / unit % 3 == 1;
            const bool on = fill == Fill::Hatch ? rising
                : fill == Fill::CrossHatch      ? rising || falling
                : fill == Fill::Dots            ? dot
                                                : false;
            if (on)
                row[x] = colour;
        }
    }
}

void Canvas::frame(int x0, int y0, int x1, int y1, QRgb colour, int unit)
{
    fill(x0, y0, x1, std::min(y0 + unit, y1), colour);
    fill(x0, std::max(y1 - unit, y0), x1, y1, colour);
    fill(x0, y0, std::min(x0 + unit, x1), y1, colour);
    fill(std::max(x1 - unit, x0), y0, x1, y1, colour);
}

} // namespace connscope::timeline
