// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/framestream.h"

#include <algorithm>
#include <cstring>

namespace connscope::figures {

QImage overlay(const Change& change)
{
    if (change.image.hasAlphaChannel())
        return change.image.convertToFormat(QImage::Format_ARGB32);
    QImage out = change.image.convertToFormat(QImage::Format_ARGB32);
    if (change.before.isNull())
        return out;
    for (int y = 0; y < out.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(out.scanLine(y));
        const auto* before = reinterpret_cast<const QRgb*>(change.before.constScanLine(y));
        for (int x = 0; x < out.width(); ++x) {
            if ((line[x] & RGB_MASK) == (before[x] & RGB_MASK))
                line[x] = 0;
        }
    }
    return out;
}

QRect differenceOf(const QImage& a, const QImage& b)
{
    if (a.size() != b.size() || a.format() != b.format() || a.depth() != 32)
        return b.rect();
    const auto width = static_cast<std::size_t>(a.width());
    int top = -1;
    int bottom = -1;
    int left = a.width();
    int right = -1;
    for (int y = 0; y < a.height(); ++y) {
        const auto* one = reinterpret_cast<const QRgb*>(a.constScanLine(y));
        const auto* two = reinterpret_cast<const QRgb*>(b.constScanLine(y));
        if (std::memcmp(one, two, width * sizeof(QRgb)) == 0)
            continue;
        if (top < 0)
            top = y;
        bottom = y;
        const auto from = std::mismatch(one, one + width, two).first - one;
        left = std::min(left, static_cast<int>(from));
        int to = a.width() - 1;
        while (to > right && one[to] == two[to])
            --to;
        right = std::max(right, to);
    }
    return top < 0 ? QRect() : QRect(QPoint(left, top), QPoint(right, bottom));
}

} // namespace connscope::figures
