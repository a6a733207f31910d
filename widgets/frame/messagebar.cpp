// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/messagebar.h"

#include "frame/icons.h"
#include "theme/look.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include <cmath>

namespace connscope::frame {

MessageBar::MessageBar(const view::Context& context, QWidget* parent)
    : QFrame(parent)
    , m_context(context)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("message"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_progress->setTextVisible(false); // the share stands in the text, where it has its contrast
    m_progress->setFixedWidth(180);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, [this] {
        if (m_progressing)
            emit cancelled();
        else
            dismiss();
    });
    connect(&context.look, &theme::Look::changed, this, &MessageBar::restyle);
    restyle();
    hide();
}

QString MessageBar::text() const { return m_text->text(); }

void MessageBar::restyle()
{
    const theme::Theme& theme = m_context.look.theme();
    const bool error = m_kind == Kind::Error;
    m_icon->setPixmap(icon(error ? QStringLiteral("warning") : QStringLiteral("info"), theme).pixmap(18, 18));
    m_close->setIcon(icon(QStringLiteral("close"), theme));
    m_close->setToolTip(m_progressing ? tr("Cancel") : tr("Close this message"));
    m_close->setAccessibleName(m_close->toolTip());
    setProperty("kind", error ? QStringLiteral("error") : QStringLiteral("info"));
    style()->unpolish(this);
    style()->polish(this);
}

void MessageBar::ask(const QString& text, const QStringList& answers)
{
    show(Kind::Info, text);
    auto* row = static_cast<QHBoxLayout*>(layout());
    for (int i = 0; i < answers.size(); ++i) {
        auto* button = new QPushButton(answers[i], this);
        button->setDefault(i == 0);
        connect(button, &QPushButton::clicked, this, [this, i] { answer(i); });
        row->insertWidget(row->count() - 1, button);
        button->show(); // at once, for the focus
        m_answers << button;
    }
    m_close->hide();
    m_answers.first()->setFocus(Qt::OtherFocusReason);
}

void MessageBar::answer(int which)
{
    if (!isAsking())
        return;
    dropAnswers();
    hide();
    emit answered(which);
}

void MessageBar::dropAnswers()
{
    for (QPushButton* button : std::as_const(m_answers)) {
        button->hide();
        button->deleteLater();
    }
    m_answers.clear();
    m_close->show();
}

void MessageBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && isAsking())
        answer(-1);
    else
        QFrame::keyPressEvent(event);
}

void MessageBar::show(Kind kind, const QString& text, const QString& more)
{
    answer(-1);
    m_isHint = false;
    m_kind = kind;
    m_progressing = false;
    m_progress->hide();
    m_retell = {};
    m_text->setText(text);
    m_text->setToolTip(more);
    restyle();
    QFrame::show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::show(Kind kind, std::function<QString()> text)
{
    show(kind, text());
    m_retell = std::move(text);
}

void MessageBar::hint(std::function<QString()> text)
{
    show(Kind::Info, std::move(text));
    m_isHint = true;
}

void MessageBar::dropHint()
{
    if (m_isHint && !m_progressing && !isAsking())
        dismiss();
    m_isHint = false;
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange && m_retell)
        m_text->setText(m_retell());
    QFrame::changeEvent(event);
}

void MessageBar::showProgress(const QString& text, double share)
{
    answer(-1);
    m_retell = {};
    // In steps of a percent, so that the text does not dance.
    m_text->setText(share < 0 ? text : tr("%1 · %2 %").arg(text).arg(static_cast<int>(share * 100)));
    m_progress->setRange(0, share < 0 ? 0 : 1000);
    if (share >= 0)
        m_progress->setValue(static_cast<int>(std::lround(share * 1000)));
    if (m_progressing)
        return;
    m_kind = Kind::Info;
    m_progressing = true;
    m_progress->show();
    restyle();
    QFrame::show();
}

void MessageBar::endProgress()
{
    if (m_progressing)
        dismiss();
}

void MessageBar::dismiss()
{
    answer(-1);
    m_progressing = false;
    hide();
}

} // namespace connscope::frame
