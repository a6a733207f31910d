// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/scrubber.h"

#include "theme/look.h"
#include "view/document.h"
#include "view/playback.h"

#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace connscope::frame {

namespace {

constexpr double kMargin = 9; // so that the handle stays whole at the ends

} // namespace

Scrubber::Scrubber(const view::Context& context, QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
    , m_context(context)
{
    setRange(0, kSteps);
    setSingleStep(kSteps / 100);
    setPageStep(kSteps / 10);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QSlider::valueChanged, this, [this](int value) {
        const double share = static_cast<double>(value) / kSteps;
        m_context.playback.setInstant(
            fromNs(std::llround(share * static_cast<double>(toNs(m_context.document.end())))));
    });
    connect(&context.playback, &view::Playback::positionChanged, this, &Scrubber::follow);
    connect(&context.playback, &view::Playback::skippedChanged, this, qOverload<>(&QWidget::update));
    connect(&context.playback, &view::Playback::lingersChanged, this, qOverload<>(&QWidget::update));
    connect(&context.document, &view::Document::replaced, this, &Scrubber::follow);
    connect(&context.document, &view::Document::grown, this, &Scrubber::follow);
    connect(&context.look, &theme::Look::changed, this, &Scrubber::follow);
    follow();
}

void Scrubber::follow()
{
    const auto end = static_cast<double>(toNs(m_context.document.end()));
    const auto now = static_cast<double>(toNs(m_context.playback.instant()));
    const QSignalBlocker blocker(this);
    setValue(end > 0 ? static_cast<int>(std::lround(now / end * kSteps)) : 0);
    setAccessibleName(tr("Playhead"));
    update();
}

void Scrubber::goTo(double x)
{
    const double room = width() - 2 * kMargin;
    const double share = room > 0 ? std::clamp((x - kMargin) / room, 0.0, 1.0) : 0.0;
    m_context.playback.setInstant(fromNs(std::llround(share * static_cast<double>(toNs(m_context.document.end())))));
}

void Scrubber::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        goTo(event->position().x());
}

void Scrubber::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        goTo(event->position().x());
}

void Scrubber::mouseReleaseEvent(QMouseEvent*) { }

void Scrubber::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const theme::Theme& theme = m_context.look.theme();
    const double room = width() - 2 * kMargin;
    const auto end = static_cast<double>(std::max<std::int64_t>(toNs(m_context.document.end()), 1));
    const auto xOf = [&](Instant t) { return kMargin + room * static_cast<double>(toNs(t)) / end; };
    const double x = xOf(m_context.playback.instant());
    const double y = height() / 2.0;

    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.outline);
    painter.drawRoundedRect(QRectF(kMargin, y - 1.5, room, 3), 1.5, 1.5);
    painter.setBrush(theme.accent);
    painter.drawRoundedRect(QRectF(kMargin, y - 2, x - kMargin, 4), 2, 2);
    const auto mark = [&](Instant from, Instant to, Qt::PenStyle style) {
        painter.setBrush(theme.card);
        painter.setPen(QPen(theme.accent, 1.2, style));
        painter.drawRect(QRectF(xOf(from), y - 5, xOf(to) - xOf(from), 10));
    };
    // Milliseconds of a long trace: a stroke under the line, however short.
    if (const view::Pace* pace = m_context.playback.pace()) {
        double last = -1;
        for (const view::Slowed& slowed : pace->stretches()) {
            const double from = xOf(slowed.from);
            const double to = std::max(xOf(slowed.to), from + 2);
            if (to < last + 1)
                continue;
            painter.drawRect(QRectF(from, y + 5, to - from, 3));
            last = to;
        }
    }
    if (const auto skipped = m_context.playback.skipped())
        mark(skipped->from, skipped->to, Qt::DotLine);
    else if (const auto slowed = m_context.playback.slowed())
        mark(slowed->from, slowed->to, Qt::SolidLine);
    painter.setPen(QPen(theme.card, 2));
    painter.setBrush(theme.accent);
    painter.drawEllipse(QPointF(x, y), 7, 7);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.role(Role::Data).mark, 2));
        painter.drawEllipse(QPointF(x, y), 8.5, 8.5);
    }
}

} // namespace connscope::frame
