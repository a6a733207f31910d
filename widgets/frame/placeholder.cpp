// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/placeholder.h"

#include <QEvent>
#include <QLineEdit>
#include <QStyleOptionFrame>

namespace connscope::frame {

namespace {

constexpr int kInset = 2; // px that QLineEdit leaves at either side of its text

int roomOf(const QLineEdit& edit)
{
    QStyleOptionFrame option;
    option.initFrom(&edit);
    option.rect = edit.contentsRect();
    const QRect inner = edit.style()->subElementRect(QStyle::SE_LineEditContents, &option, &edit);
    const QMargins margins = edit.textMargins();
    return inner.width() - margins.left() - margins.right() - 2 * kInset;
}

} // namespace

Placeholder::Placeholder(QLineEdit* edit)
    : QObject(edit)
    , m_edit(edit)
{
    edit->installEventFilter(this);
}

void Placeholder::setTexts(const QStringList& texts)
{
    m_texts = texts;
    choose();
}

bool Placeholder::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::FontChange:
    case QEvent::StyleChange:
    case QEvent::Show:
        choose();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void Placeholder::choose()
{
    if (m_texts.isEmpty())
        return;
    const int room = roomOf(*m_edit);
    const QFontMetrics metrics = m_edit->fontMetrics();
    QString chosen = m_texts.back();
    for (const QString& text : m_texts) {
        if (metrics.horizontalAdvance(text) <= room) {
            chosen = text;
            break;
        }
    }
    if (m_edit->placeholderText() != chosen)
        m_edit->setPlaceholderText(chosen);
}

} // namespace connscope::frame
