// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/filteredit.h"

#include "frame/completion.h"
#include "frame/placeholder.h"
#include "theme/look.h"
#include "view/document.h"
#include "view/filter.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QPainter>
#include <QStringListModel>
#include <QStyle>

#include <algorithm>

namespace connscope::frame {

namespace {

constexpr int kCountGap = 10; // between what is typed and the count

} // namespace

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
    // Behind `role = ` the query is wrong until a value is there: which ones there are is told unasked.
    const bool begins = completion.from == cursorPosition() && !completion.areValues;
    if (completion.words.isEmpty() || (!asked && begins)) {
        m_completer->popup()->hide();
        return;
    }
    m_completer->complete();
    m_completer->popup()->setCurrentIndex({}); // Qt chooses the first one; nobody has yet
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
    if (QAbstractItemView* popup = m_completer->popup(); popup->isVisible()) {
        const bool chosen = popup->currentIndex().isValid();
        switch (event->key()) {
        case Qt::Key_Tab:
            if (!chosen) { // the first one is meant, as in a shell
                popup->hide();
                insert(m_words->stringList().constFirst());
                return;
            }
            [[fallthrough]];
        case Qt::Key_Escape:
            event->ignore(); // the completer's own
            return;
        case Qt::Key_Enter:
        case Qt::Key_Return:
            if (chosen) {
                event->ignore();
                return;
            }
            popup->hide(); // what was typed is what is meant
            break;
        default:
            break;
        }
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
    , m_placeholder(new Placeholder(this))
{
    setMinimumWidth(150);
    connect(this, &QLineEdit::textChanged, &context.filter, &view::Filter::setText);
    connect(&context.filter, &view::Filter::changed, this, &FilterEdit::refresh);
    connect(&context.filter, &view::Filter::errorChanged, this, &FilterEdit::refresh);
    connect(&context.look, &theme::Look::changed, this, &FilterEdit::refresh);
    connect(&context.document, &view::Document::replaced, this, &FilterEdit::refresh);
    connect(&context.document, &view::Document::grown, this, &FilterEdit::countMatches);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    refresh();
}

QSize FilterEdit::sizeHint() const { return {fontMetrics().averageCharWidth() * 34, QueryEdit::sizeHint().height()}; }

void FilterEdit::countMatches()
{
    const view::Filter& filter = m_context.filter;
    QString count;
    if (filter.isActive() && !filter.error()) {
        const auto& lives = m_context.document.lives();
        const auto matches = std::count_if(lives.begin(), lives.end(),
            [&](const trace::ConnectionLife& life) { return filter.matchesEver(life.id); });
        const theme::Format& format = m_context.look.format();
        count = matches == 0
            ? tr("no match")
            : tr("%1 of %2").arg(format.number(matches), format.number(static_cast<qint64>(lives.size())));
    }
    if (count == m_count)
        return;
    m_count = count;
    setTextMargins(0, 0, m_count.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_count) + kCountGap, 0);
    update();
}

void FilterEdit::paintEvent(QPaintEvent* event)
{
    QueryEdit::paintEvent(event);
    if (m_count.isEmpty())
        return;
    QPainter painter(this);
    const theme::Theme& theme = m_context.look.theme();
    painter.setFont(font());
    painter.setPen(m_count == tr("no match") ? theme.error : theme.secondary);
    // Left of the button that clears it.
    const int right = width() - (text().isEmpty() ? kCountGap : height());
    const int left = right - fontMetrics().horizontalAdvance(m_count) - kCountGap / 2;
    painter.drawText(
        QRect(left, 0, right - left, height()), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, m_count);
}

void FilterEdit::refresh()
{
    m_placeholder->setTexts({tr("Filter: role = coordinator"), tr("Filter: open"), tr("Filter")});
    setAccessibleName(tr("Filter"));
    const view::Filter& filter = m_context.filter;
    if (text() != filter.text())
        setText(filter.text());
    setProblem(filter.error()
            ? tr("Column %1: %2").arg(filter.error()->column).arg(QString::fromStdString(filter.error()->message))
            : QString());
    countMatches();
    if (filter.error())
        return;
    const QString left = m_count.isEmpty()
        ? QString()
        : QStringLiteral(" · ") + tr("Connections of the whole trace: %1").arg(m_count);
    setToolTip(filter.isActive() ? tr("Shown is what this says: %1").arg(filter.sentence()) + left
                                 : tr("Shows only what a query holds for, in all views"));
    setAccessibleDescription(toolTip());
}

} // namespace connscope::frame
