// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/format.h"
#include "timeline/timeaxis.h"

#include <QString>

#include <functional>
#include <vector>

/// \file
/// Where an axis is marked and what stands there. Labels never overlap and never leave the axis.

namespace connscope::timeline {

/// From places to pixels.
struct Scale {
    AxisRange range;
    double left = 0; ///< pixel of range.from
    double right = 1; ///< pixel of range.to
    double perPlace() const { return (right - left) / range.length(); }
    double toPixel(double place) const { return left + (place - range.from) * perPlace(); }
    double toPlace(double pixel) const { return range.from + (pixel - left) / perPlace(); }
};

struct Tick {
    double place = 0;
    double x = 0; ///< pixel
    double labelLeft = 0;
    double labelWidth = 0;
    QString label; ///< "" = a small tick
    QString second; ///< by event: the instant under the number
    bool operator==(const Tick&) const = default;
};

/// \a width: how wide a text is. Ascending by place.
std::vector<Tick> makeTicks(const TimeAxis& axis, const Scale& scale, const theme::Format& format,
    const std::function<double(const QString&)>& width);

/// Where in view a folded axis goes on at a scale that is ten times another or more without a break between, in pixels:
/// handshakes take microseconds, what follows seconds, and both have room.
std::vector<double> scaleChanges(const TimeAxis& axis, const Scale& scale);

/// An instant as a tick says it: "0 s", "1.1 ms", "4.317 s", "9:03.18"; digits as \a resolution (ns) asks for, without zeros
/// at the end. \a inSeconds: "0.5 s" rather than "500 ms", beside larger ones.
QString tickText(Instant t, double resolution, const theme::Format& format, bool inSeconds = false);

} // namespace connscope::timeline
