// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/plot.h"

#include <QPainter>

#include <cmath>

namespace connscope::timeline {

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

    // For figures; on the screen paintEvent() draws the same.
    const auto add = [this](const Coat::Paint& paint) { new Coat(xAxis, yAxis, paint); }; // the plot owns it
    add([this](QPainter& p) { paintContent(p, m_frame(), layoutNow()); });
    add([this](QPainter& p) { paintNames(p, m_frame(), layoutNow()); });
    add([this](QPainter& p) { paintOverlay(p, m_frame(), layoutNow(), hover ? &*hover : nullptr); });
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
    m_namesDue = true;
    drawContent();
}

void TimelinePlot::drawContent()
{
    m_contentDue = true;
    update();
}

void TimelinePlot::drawOverlay() { update(); }

void TimelinePlot::drawBuffers()
{
    const Frame& frame = m_frame();
    const Layout& l = layoutNow();
    const double ratio = frame.pixelRatio;
    const auto makeImage = [ratio](QImage& image, QSizeF size, QImage::Format format) {
        const QSize pixels(
            static_cast<int>(std::ceil(size.width() * ratio)), static_cast<int>(std::ceil(size.height() * ratio)));
        if (image.size() == pixels)
            return false;
        image = QImage(pixels, format);
        image.setDevicePixelRatio(ratio);
        return true;
    };
    if (makeImage(m_names, {l.lanes.left(), frame.size.height()}, QImage::Format_ARGB32_Premultiplied))
        m_namesDue = true;
    if (makeImage(m_content, frame.size, QImage::Format_RGB32))
        m_contentDue = true;
    if (m_namesDue) {
        m_names.fill(Qt::transparent);
        QPainter painter(&m_names);
        painter.setRenderHint(QPainter::Antialiasing);
        paintNames(painter, frame, l);
        m_contentDue = true;
        m_namesDue = false;
    }
    if (m_contentDue) {
        // At a scale of 1.5 the last column of pixels is half outside, and painting leaves half of it as it was.
        if (ratio != std::floor(ratio))
            m_content.fill(frame.look->theme().card);
        QPainter painter(&m_content);
        painter.setRenderHint(QPainter::Antialiasing);
        paintContent(painter, frame, l);
        painter.drawImage(QPoint(), m_names);
        m_contentDue = false;
    }
}

void TimelinePlot::paintEvent(QPaintEvent*)
{
    drawBuffers();
    QPainter painter(this);
    painter.drawImage(QPoint(), m_content);
    painter.setRenderHint(QPainter::Antialiasing);
    paintOverlay(painter, m_frame(), layoutNow(), hover ? &*hover : nullptr);
}

void TimelinePlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setViewport(rect());
    invalidate();
    m_namesDue = true;
    drawContent();
}

} // namespace connscope::timeline
