// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/runstrip.h"

#include "theme/look.h"
#include "theme/runmark.h"
#include "view/document.h"

#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace connscope::app {

namespace {

constexpr int kSide = 12; // px
constexpr int kAbove = 3;

} // namespace

RunStrip::RunStrip(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_leave(new QToolButton(this))
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_leave->setAutoRaise(true);
    connect(m_leave, &QToolButton::clicked, this, &RunStrip::leaveWanted);
    connect(&context.document, &view::Document::replaced, this, &RunStrip::refresh);
    connect(&context.look, &theme::Look::changed, this, &RunStrip::refresh);
    refresh();
}

int RunStrip::legendWidth(int width) const { return std::max(100, width - 3 * kSide - m_leave->sizeHint().width()); }

int RunStrip::heightForWidth(int width) const
{
    const trace::Twofold* twofold = m_context.document.twofold();
    if (!twofold)
        return 0;
    const double legend = theme::runLegendHeight(
        theme::RunLegend::of(*twofold, m_context.look), legendWidth(width), m_context.look, theme::Type::Body);
    return std::max(m_leave->sizeHint().height(), static_cast<int>(std::ceil(legend)) + 2 * kAbove);
}

void RunStrip::refresh()
{
    const trace::Twofold* twofold = m_context.document.twofold();
    m_leave->setText(tr("Side by Side"));
    m_leave->setToolTip(tr("The window's own run by itself again, and the other one beside it"));
    setVisible(twofold != nullptr);
    if (!twofold)
        return;
    const QString words = theme::runLegendWords(theme::RunLegend::of(*twofold, m_context.look));
    setAccessibleName(words);
    updateGeometry();
    resizeEvent(nullptr);
    update();
}

void RunStrip::resizeEvent(QResizeEvent*)
{
    const QSize size = m_leave->sizeHint();
    m_leave->setGeometry(
        width() - kSide / 2 - size.width(), (height() - size.height()) / 2, size.width(), size.height());
}

void RunStrip::paintEvent(QPaintEvent*)
{
    const trace::Twofold* twofold = m_context.document.twofold();
    if (!twofold)
        return;
    QPainter painter(this);
    const theme::RunLegend legend = theme::RunLegend::of(*twofold, m_context.look);
    const int room = legendWidth(width());
    const double legendHeight = theme::runLegendHeight(legend, room, m_context.look, theme::Type::Body);
    theme::paintRunLegend(painter, QRectF(kSide, (height() - legendHeight) / 2, room, legendHeight), legend,
        m_context.look, theme::Type::Body);
}

} // namespace connscope::app
