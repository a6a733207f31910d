// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figure.h"

#include "timeline/picture.h"
#include "timeline/timelinedata.h"
#include "topology/cast.h"
#include "topology/exchanges.h"
#include "topology/paint.h"

#include <QPainter>

#include <algorithm>

namespace connscope::figures {

namespace {

constexpr int kGap = 10; // between views, px
constexpr double kTopologyShare = 0.56; // of the height, where a timeline stands below

void paintTopology(QPainter& painter, const view::Document& document, const view::Filter& filter,
    const theme::Look& look, const FigureOptions& options, QSizeF size)
{
    const topology::Cast cast(document);
    topology::Exchanges exchanges;
    exchanges.extend(document.trace());
    const topology::Metrics metrics(look);
    const qreal enlargement = topology::enlargement(cast, metrics, size);
    const topology::Placement placement = topology::place(cast, metrics, size / enlargement, options.arrangement);
    const topology::Stage stage {cast, exchanges, placement, metrics, document, filter, look};
    const topology::Scene scene = topology::makeScene(stage, document.at(options.at), {}, options.selected);

    const QRectF& bounds = placement.bounds;
    const qreal zoom = std::min({enlargement, size.width() / bounds.width(), size.height() / bounds.height()});
    topology::Highlight highlight;
    highlight.selected = options.selected;
    painter.save();
    painter.scale(zoom, zoom);
    painter.translate(-bounds.topLeft());
    topology::paintScene(painter, stage, scene, highlight);
    painter.restore();
    if (!options.legend)
        return;
    painter.save();
    painter.scale(enlargement, enlargement);
    topology::paintLegend(painter, stage, QRectF(QPointF(), size / enlargement).adjusted(16, 0, -16, -8));
    painter.restore();
}

void paintLanes(QPainter& painter, const view::Document& document, const view::Filter& filter,
    const theme::Look& look, const FigureOptions& options, QSizeF size)
{
    timeline::TimelineData data(document);
    data.restart();
    while (!data.extend(1'000'000)) { }
    const timeline::TimeAxis axis = data.axis(timeline::AxisKind::Folded, {});
    timeline::Frame frame;
    frame.data = &data;
    frame.axis = &axis;
    frame.look = &look;
    frame.size = size;
    frame.pixelRatio = options.scale;
    const double length = std::max(axis.length(), 1e-9);
    frame.range = {-0.015 * length, 1.03 * length};
    frame.rows = timeline::arrange(data.lanes(), {});
    frame.names = timeline::measureNames(frame);
    frame.playhead = document.positionAt(options.at);
    frame.selected = options.selected;
    frame.bookmarks = options.bookmarks;
    if (filter.isActive())
        frame.matches = [&filter](ConnectionId c) { return filter.matchesEver(c); };
    timeline::paintTimeline(painter, frame);
}

} // namespace

QSize smallestSheet(std::size_t views) { return {480, views > 1 ? 480 : 240}; }

std::vector<QRectF> figureRects(const FigureOptions& options)
{
    std::vector<QRectF> out;
    const auto count = static_cast<double>(options.views.size());
    const double room = options.size.height() - kGap * (count - 1);
    // A topology needs more than a timeline; equal ones share.
    double weights = 0;
    const auto weight
        = [](FigureView view) { return view == FigureView::Topology ? kTopologyShare : 1 - kTopologyShare; };
    for (const FigureView view : options.views)
        weights += weight(view);
    double y = 0;
    for (const FigureView view : options.views) {
        const double height = room * weight(view) / weights;
        out.emplace_back(0, y, options.size.width(), height);
        y += height + kGap;
    }
    return out;
}

void paintFigure(QPainter& painter, const view::Document& document, const view::Filter& filter,
    const theme::Look& look, const FigureOptions& options)
{
    painter.fillRect(QRectF(QPointF(), options.size), look.theme().card);
    const std::vector<QRectF> rects = figureRects(options);
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const QRect rect = rects[i].toAlignedRect().intersected(QRect(QPoint(), options.size));
        painter.save();
        painter.setClipRect(rect);
        painter.translate(rect.topLeft());
        if (options.views[i] == FigureView::Topology)
            paintTopology(painter, document, filter, look, options, rect.size());
        else
            paintLanes(painter, document, filter, look, options, rect.size());
        painter.restore();
        if (i > 0) {
            painter.setPen(look.theme().hairline);
            const int y = rect.top() - kGap / 2;
            painter.drawLine(kGap, y, options.size.width() - kGap, y);
        }
    }
}

QImage figureImage(
    const view::Document& document, const view::Filter& filter, const theme::Look& look, const FigureOptions& options)
{
    QImage image((QSizeF(options.size) * options.scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(options.scale);
    image.fill(look.theme().card);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paintFigure(painter, document, filter, look, options);
    return image;
}

} // namespace connscope::figures
