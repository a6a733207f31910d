// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/searchbar.h"

#include "theme/look.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace connscope::events {

SearchBar::SearchBar(const theme::Look& look, QWidget* parent)
    : QWidget(parent)
    , m_look(look)
    , m_edit(new QLineEdit(this))
    , m_found(new QLabel(this))
    , m_previous(new QToolButton(this))
    , m_next(new QToolButton(this))
{
    m_edit->setClearButtonEnabled(true);
    m_edit->installEventFilter(this);
    m_edit->setMinimumWidth(80);
    m_previous->setArrowType(Qt::UpArrow);
    m_next->setArrowType(Qt::DownArrow);
    for (QToolButton* button : {m_previous, m_next})
        button->setAutoRaise(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_edit, 1);
    row->addWidget(m_found);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_turn = Turn::None;
        emit searched(text);
    });
    connect(m_edit, &QLineEdit::returnPressed, this, [this] { emit step(1); });
    connect(m_previous, &QToolButton::clicked, this, [this] { emit step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { emit step(1); });
    connect(&look, &theme::Look::changed, this, &SearchBar::retranslate);
    retranslate();
}

QString SearchBar::text() const { return m_edit->text(); }
void SearchBar::setText(const QString& text) { m_edit->setText(text); }

void SearchBar::focus()
{
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

void SearchBar::setFound(qint64 number, qint64 count, double share)
{
    m_number = number;
    m_count = count;
    m_share = share;
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    m_found->setText(foundText());
    m_found->setVisible(!m_edit->text().isEmpty());
    m_found->setAccessibleName(m_found->text());
}

void SearchBar::setTurn(Turn turn)
{
    m_turn = turn;
    setFound(m_number, m_count, m_share);
}

QString SearchBar::foundText() const
{
    if (m_edit->text().trimmed().isEmpty())
        return {};
    const theme::Format& format = m_look.format();
    QString text = m_count == 0 ? tr("nothing found")
        : m_number == 0         ? tr("%1 found").arg(format.number(m_count))
                                : tr("%1 of %2").arg(format.number(m_number), format.number(m_count));
    if (m_share < 1)
        text += QStringLiteral(" · ") + tr("%1 % searched").arg(static_cast<int>(m_share * 100));
    const QString turned = m_count == 0 ? QString()
        : m_turn == Turn::FromStart     ? tr("on from the start")
        : m_turn == Turn::FromEnd       ? tr("on from the end")
        : m_turn == Turn::NoOther       ? tr("no other")
        : m_turn == Turn::Hidden        ? tr("the filter leaves them out")
                                        : QString();
    return turned.isEmpty() ? text : text + QStringLiteral(" · ") + turned;
}

bool SearchBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool shift = key->modifiers().testFlag(Qt::ShiftModifier);
        if (key->key() == Qt::Key_Escape && !m_edit->text().isEmpty()) {
            m_edit->clear();
            return true;
        }
        if (key->key() == Qt::Key_Up || ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && shift)) {
            emit step(-1);
            return true;
        }
        if (key->key() == Qt::Key_Down) {
            emit step(1);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void SearchBar::retranslate()
{
    m_edit->setPlaceholderText(tr("Search"));
    m_edit->setAccessibleName(tr("Search"));
    m_previous->setToolTip(tr("Previous (Shift+Return)"));
    m_previous->setAccessibleName(tr("Previous match"));
    m_next->setToolTip(tr("Next (Return)"));
    m_next->setAccessibleName(tr("Next match"));
    m_edit->setFont(m_look.text());
    m_found->setFont(m_look.text(theme::Type::Small));
    m_found->setForegroundRole(QPalette::PlaceholderText);
    setFound(m_number, m_count, m_share);
}

} // namespace connscope::events
