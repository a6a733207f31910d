// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/counterstrip.h"

#include "frame/countersline.h"
#include "frame/filteredit.h"

#include <QEvent>
#include <QHBoxLayout>

namespace connscope::frame {

namespace {

constexpr int kLeast = 150; // of the filter, px

} // namespace

CounterStrip::CounterStrip(const view::Context& context, QWidget* parent)
    : QFrame(parent)
    , m_counters(new CountersLine(context, this))
    , m_filter(new FilterEdit(context, this))
{
    setObjectName(QStringLiteral("card"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 2, 6, 2);
    layout->addWidget(m_counters);
    layout->addWidget(m_filter, 1);
    m_filter->setMinimumWidth(kLeast);
}

void CounterStrip::share()
{
    const int wanted = m_filter->isHidden() ? 0 : m_filter->sizeHint().width();
    m_counters->setShort(width() - 12 - m_counters->widthInWords() < wanted);
}

bool CounterStrip::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        share();
    return QFrame::event(event);
}

void CounterStrip::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    share();
}

} // namespace connscope::frame
