// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/filteredit.h"

#include "frame/completion.h"
#include "theme/look.h"
#include "view/filter.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QStringListModel>
#include <QStyle>

namespace connscope::frame {

QueryEdit::QueryEdit(QWidget* parent)
    : QLineEdit(parent)
    , m_completer(new QCompleter(this))
    , m_words(new QStringListModel(this))
{
    setClearButtonEnabled(true);
    m_completer->setModel(m_words);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setWidget(this); // not setCompleter: it would complete the whole line
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &QueryEdit::insert);
    connect(this, &QLineEdit::textEdited, this, [this] { offer(false); });
}

void QueryEdit::setProblem(const QString& problem)
{
    m_problem = problem;
    setToolTip(problem);
    setAccessibleDescription(problem);
    setProperty("wrong", !problem.isEmpty());
    style()->unpolish(this);
    style()->polish(this);
}

void QueryEdit::offer(bool asked)
{
    const Completion completion = completionAt(text(), cursorPosition());
    m_from = completion.from;
    m_words->setStringList(completion.words);
    if (completion.words.isEmpty() || (!asked && completion.from == cursorPosition())) {
        m_completer->popup()->hide();
        return;
    }
    m_completer->complete();
}

void QueryEdit::insert(const QString& word)
{
    const QString rest = text().mid(cursorPosition());
    const QString start = text().left(m_from) + word + u' ';
    setText(start + rest);
    setCursorPosition(static_cast<int>(start.size()));
    emit textEdited(text());
}

void QueryEdit::keyPressEvent(QKeyEvent* event)
{
    if (m_completer->popup()->isVisible()
        && (event->key() == Qt::Key_Enter || event->key() == Qt::Key_Return || event->key() == Qt::Key_Escape
            || event->key() == Qt::Key_Tab)) {
        event->ignore(); // the completer's own
        return;
    }
    if (event->key() == Qt::Key_Down
        || (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier)) {
        offer(true);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

FilterEdit::FilterEdit(const view::Context& context, QWidget* parent)
    : QueryEdit(parent)
    , m_context(context)
{
    setMinimumWidth(150);
    connect(this, &QLineEdit::textChanged, &context.filter, &view::Filter::setText);
    connect(&context.filter, &view::Filter::changed, this, &FilterEdit::refresh);
    connect(&context.filter, &view::Filter::errorChanged, this, &FilterEdit::refresh);
    connect(&context.look, &theme::Look::changed, this, &FilterEdit::refresh);
    refresh();
}

void FilterEdit::refresh()
{
    setPlaceholderText(tr("Filter: role = coordinator"));
    setAccessibleName(tr("Filter"));
    const view::Filter& filter = m_context.filter;
    if (text() != filter.text())
        setText(filter.text());
    setProblem(filter.error()
            ? tr("Column %1: %2").arg(filter.error()->column).arg(QString::fromStdString(filter.error()->message))
            : QString());
    if (!filter.error())
        setToolTip(filter.isActive() ? tr("Shown is what this says: %1").arg(filter.sentence())
                                     : tr("Shows only what a query holds for, in all views"));
}

} // namespace connscope::frame
