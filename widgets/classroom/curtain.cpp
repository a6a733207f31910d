// SPDX-License-Identifier: GPL-3.0-or-later
#include "classroom/curtain.h"

#include "classroom/words.h"
#include "theme/look.h"

#include <QEvent>
#include <QPainter>

namespace connscope::classroom {

Curtain::Curtain(const theme::Look& look, QWidget* view)
    : QWidget(view)
    , m_look(look)
{
    hide();
    view->installEventFilter(this);
}

void Curtain::setDrawn(bool drawn)
{
    setAccessibleName(Words::tr("Predict first: what comes is hidden until the answer is shown."));
    if (drawn) {
        setGeometry(parentWidget()->rect());
        raise();
    }
    setVisible(drawn);
}

bool Curtain::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == parentWidget())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void Curtain::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_look.theme().card);
    painter.setPen(m_look.theme().secondary);
    painter.setFont(m_look.text(theme::Type::Body));
    painter.drawText(rect().adjusted(16, 8, -16, -8), int(Qt::AlignCenter) | int(Qt::TextWordWrap),
        Words::tr("Predict first: what comes is hidden until the answer is shown."));
}

} // namespace connscope::classroom
