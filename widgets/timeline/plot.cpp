// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/plot.h"

namespace connscope::timeline {

namespace {

// Three of QCustomPlot's own layers; each that is not needed would be one more picture to lay over the others.
const QString kContent = QStringLiteral("main");
const QString kNames = QStringLiteral("legend");
const QString kOverlay = QStringLiteral("overlay");

} // namespace

Coat::Coat(QCPAxis* key, QCPAxis* value, Paint paint)
    : QCPAbstractPlottable(key, value)
    , m_paint(std::move(paint))
{
    removeFromLegend();
    setSelectable(QCP::stNone);
}

double Coat::selectTest(const QPointF&, bool, QVariant*) const { return -1; }

QCPRange Coat::getKeyRange(bool& foundRange, QCP::SignDomain) const
{
    foundRange = false;
    return {};
}

QCPRange Coat::getValueRange(bool& foundRange, QCP::SignDomain, const QCPRange&) const
{
    foundRange = false;
    return {};
}

QRect Coat::clipRect() const { return mParentPlot->viewport().adjusted(0, 0, 0, 2); }

void Coat::draw(QCPPainter* painter)
{
    // QCPPainter moves everything by half a pixel while it antialiases: the first row and column would stay unpainted.
    painter->setAntialiasing(false);
    painter->setRenderHint(QPainter::Antialiasing);
    m_paint(*painter);
}

void Coat::drawLegendIcon(QCPPainter*, const QRectF&) const { }

TimelinePlot::TimelinePlot(std::function<const Frame&()> frame, QWidget* parent)
    : QCustomPlot(parent)
    , m_frame(std::move(frame))
{
    setNoAntialiasingOnDrag(false);
    setPlottingHint(QCP::phImmediateRefresh, false);
    setAttribute(Qt::WA_OpaquePaintEvent);
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMargins({});
    axisRect()->setRangeDrag({});
    axisRect()->setRangeZoom({});
    for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2}) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    setBackground(Qt::NoBrush);

    for (const char* layer : {"background", "grid", "axes"})
        removeLayer(this->layer(QString::fromLatin1(layer)));
    const auto add = [this](const QString& layer, const Coat::Paint& paint) {
        this->layer(layer)->setMode(QCPLayer::lmBuffered);
        auto* coat = new Coat(xAxis, yAxis, paint); // the plot owns it
        coat->setLayer(layer);
    };
    add(kContent, [this](QPainter& p) { paintContent(p, m_frame(), layoutNow()); });
    add(kNames, [this](QPainter& p) { paintNames(p, m_frame(), layoutNow()); });
    add(kOverlay, [this](QPainter& p) { paintOverlay(p, m_frame(), layoutNow(), hover ? &*hover : nullptr); });
}

AxisRange TimelinePlot::range() const { return {xAxis->range().lower, xAxis->range().upper}; }

void TimelinePlot::setRange(const AxisRange& range)
{
    xAxis->setRange(range.from, range.to);
    invalidate();
}

const Layout& TimelinePlot::layoutNow()
{
    if (!m_layout)
        m_layout = makeLayout(m_frame());
    return *m_layout;
}

void TimelinePlot::drawAll()
{
    invalidate();
    replot(QCustomPlot::rpQueuedRefresh);
}

void TimelinePlot::drawContent()
{
    invalidate();
    layer(kContent)->replot();
    layer(kOverlay)->replot();
}

void TimelinePlot::drawOverlay() { layer(kOverlay)->replot(); }

void TimelinePlot::resizeEvent(QResizeEvent* event)
{
    invalidate();
    QCustomPlot::resizeEvent(event);
}

} // namespace connscope::timeline
