// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/canvas.h"
#include "timeline/columns.h"
#include "timeline/layout.h"

#include <QImage>

#include <array>
#include <vector>

class QPainter;

/// \file
/// The strips of the lanes, written by scan lines into an image of device pixels.

namespace connscope::timeline {

class LanePainter {
public:
    /// Both are referred to.
    LanePainter(const Frame& frame, const Layout& layout);

    /// The lanes; covers Layout::lanes.
    QImage lanes();
    /// The strips of open connections; covers Layout::open.
    QImage open();
    /// The same as shapes, onto what lies there, for a painter without pixels or a ground that is seen through.
    void paintLanes(QPainter& painter);
    void paintOpen(QPainter& painter);

    /// An end whose cap is large enough to have a shape.
    struct Cap {
        double x = 0; ///< logical pixels
        std::uint32_t row = 0;
        trace::Side closer = trace::Side::None;
    };
    /// After lanes(): the caps that did not go into the image.
    const std::vector<Cap>& caps() const { return m_caps; }

private:
    struct Strip { // device pixels of the image
        int top = 0;
        int bottom = 0;
        int rowTop = 0;
        int rowBottom = 0;
        QRgb background = 0;
    };
    void fillLanes(Canvas& canvas);
    void fillOpen(Canvas& canvas);
    void paint(QPainter& painter, const QRectF& area, void (LanePainter::*fill)(Canvas&));
    void paintLane(Canvas& canvas, std::size_t row, const Strip& strip);
    void paintRuns(Canvas& canvas, const Strip& strip, Role role);
    void paintRequests(Canvas& canvas, const Strip& strip, const LaneTrack& track, Role role);
    void paintWaits(Canvas& canvas, const Strip& strip, const LaneTrack& track, QRgb colour);
    void paintEnds(Canvas& canvas, const Strip& strip, const LaneTrack& track, std::size_t row);
    void paintTroubles(Canvas& canvas, const Strip& strip, const LaneTrack& track);
    void dash(Canvas& canvas, Role role, int left, int top, int right, int bottom);
    void paintOpen(Canvas& canvas, const OpenSeries& series, int top, int bottom, std::uint32_t most);
    void washFolds(Canvas& canvas);
    void mixColours();
    QRgb colourOf(const Run& run, Role role) const;
    bool matches(std::uint32_t connection) const;
    int device(double logical) const { return static_cast<int>(std::lround(logical * m_frame.pixelRatio)); }
    double column(double place) const;
    int endOf(trace::Origin run) const;
    void paintOver(Canvas& canvas, int at, int top, int bottom);

    const Frame& m_frame;
    const Layout& m_layout;
    Cuts m_cuts;
    int m_end = 0; // the column at which the trace ends
    int m_laneEnd = 0; // the same of the run whose lane is painted
    int m_unit; // device pixels of a logical one, at least 1
    std::vector<Cap> m_caps;
    // Mixed once a frame; each as it is and faded.
    using Colours = std::array<QRgb, 2>;
    std::array<theme::StateLook, theme::kLinkStateCount> m_looks;
    std::array<std::array<std::array<Colours, 4>, theme::kLinkStateCount>, kRoleCount> m_colours {};
    std::array<Colours, kRoleCount> m_dense {};
    std::array<Colours, kRoleCount> m_pale {};
    // kept between lanes, so that they are allocated once
    std::vector<Run> m_runs;
    std::vector<Count> m_counts;
    std::vector<std::uint32_t> m_nearby;
    struct Bar {
        int x;
        int height;
        QRgb colour;
    };
    std::vector<Bar> m_bars;
};

} // namespace connscope::timeline
