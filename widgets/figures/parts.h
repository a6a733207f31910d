// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/figure.h"
#include "sequence/layout.h"
#include "theme/legend.h"
#include "timeline/layout.h"
#include "timeline/timelinedata.h"
#include "topology/annotated.h"
#include "topology/cast.h"
#include "topology/exchanges.h"
#include "topology/placement.h"

#include <QSizeF>

/// \file
/// The views of a figure. Each computes what stays the same from instant to instant once, and paints itself into a size.

namespace connscope::figures {

/// What every view is given.
struct Given {
    const view::Document& document;
    const view::Filter& filter;
    const theme::Look& look;
    const FigureOptions& options;
};

class Figure::Part {
public:
    explicit Part(const Given& given)
        : m_given(given)
    {
    }
    virtual ~Part() = default;
    /// The height that shows all of it in a width; the look may have changed.
    virtual double naturalHeight(double width) = 0;
    /// Lays it out anew; likewise.
    virtual void layOut(QSizeF size) = 0;
    /// Into (0, 0, size).
    virtual void paint(QPainter& painter, std::size_t page) const = 0;
    /// How much its texts are enlarged.
    virtual double zoom() const { return 1; }
    virtual std::size_t pages() const { return 1; }
    /// Why it cannot be drawn; "" = it can.
    virtual QString refusal() const { return {}; }
    /// What found no room, though it was asked for; "" = all did.
    virtual QString crowdedOut() const { return {}; }
    /// What it leaves out, for whatever reason; "" = nothing.
    virtual QString leftOut() const { return crowdedOut(); }

protected:
    const Given m_given;
    QSizeF m_size;
    theme::Legend m_legend; // of what occurs; empty where none is wanted
};

class Figure::TopologyPart : public Figure::Part {
public:
    explicit TopologyPart(const Given& given);
    double naturalHeight(double width) override;
    void layOut(QSizeF size) override;
    void paint(QPainter& painter, std::size_t page) const override;
    double zoom() const override { return m_zoom; }

private:
    topology::Stage stage() const;
    double leastWidth(double width) const;
    void placeIn(QSizeF size);
    theme::Legend legend() const;
    double legendRoom(double width, double enlargement, bool shortChips) const;

    topology::Cast m_cast;
    topology::Exchanges m_exchanges;
    std::unique_ptr<topology::Metrics> m_metrics;
    topology::Placement m_placement;
    topology::Annotated m_annotated;
    double m_enlargement = 1;
    double m_zoom = 1;
};

class Figure::TimelinePart : public Figure::Part {
public:
    explicit TimelinePart(const Given& given);
    double naturalHeight(double width) override;
    void layOut(QSizeF size) override;
    void paint(QPainter& painter, std::size_t page) const override;
    QString crowdedOut() const override;

private:
    void prepare(double width);
    double legendHeight(double width) const;
    void leaveOut(const timeline::Layout& layout);
    bool isOfInterest(const timeline::Lane& lane) const;

    timeline::TimelineData m_data;
    timeline::Annotated m_annotated;
    timeline::TimeAxis m_axis;
    timeline::Frame m_frame;
    std::size_t m_lanes = 0; // all there are
    std::size_t m_more = 0; // of them, for which there is no room
};

class Figure::SequencePart : public Figure::Part {
public:
    explicit SequencePart(const Given& given);
    double naturalHeight(double width) override;
    void layOut(QSizeF size) override;
    void paint(QPainter& painter, std::size_t page) const override;
    double zoom() const override { return m_zoom; }
    std::size_t pages() const override { return m_sheets.size(); }
    QString refusal() const override;
    QString leftOut() const override;

private:
    double leastZoom() const;
    double zoomOf(double width) const;
    double legendZoom() const;
    double legendHeight(double width) const;
    std::optional<Instant> playhead() const;
    std::size_t sheetOf(std::size_t page) const;

    sequence::Chart m_chart;
    sequence::Layout m_layout;
    std::vector<sequence::Page> m_sheets;
    double m_zoom = 1;
    std::size_t m_hidden = 0; // connections that the filter leaves out
};

} // namespace connscope::figures
