// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/questionsdialog.h"

#include "findings/words.h"
#include "whatif/words.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace connscope::whatif {

QuestionsDialog::QuestionsDialog(const theme::Look& look, QWidget* parent)
    : QDialog(parent)
    , m_look(look)
    , m_questions(questions())
    , m_field(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_page(new QTextBrowser(this))
    , m_show(new QPushButton(this))
{
    setObjectName(QStringLiteral("questions"));
    m_field->setClearButtonEnabled(true);
    m_list->setWordWrap(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSpacing(3);
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->document()->setDocumentMargin(14);
    auto* right = new QWidget(this);
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->addWidget(m_page, 1);
    rightColumn->addWidget(m_show, 0, Qt::AlignRight);
    auto* parts = new QSplitter(this);
    parts->addWidget(m_list);
    parts->addWidget(right);
    parts->setStretchFactor(0, 4);
    parts->setStretchFactor(1, 6);
    parts->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_field);
    column->addWidget(parts, 1);
    resize(940, 560);
    parts->setSizes({380, 560});
    connect(m_field, &QLineEdit::textChanged, this, &QuestionsDialog::fill);
    connect(m_list, &QListWidget::currentRowChanged, this, &QuestionsDialog::write);
    connect(m_list, &QListWidget::itemActivated, m_show, &QPushButton::click);
    connect(m_show, &QPushButton::clicked, this, [this] {
        if (const Question* question = current())
            emit wanted(*question);
    });
    connect(&look, &theme::Look::changed, this, &QuestionsDialog::retranslate);
    m_show->setDefault(true);
    retranslate();
}

const Question* QuestionsDialog::current() const
{
    const QListWidgetItem* item = m_list->currentItem();
    return item ? &m_questions[item->data(Qt::UserRole).toInt()] : nullptr;
}

void QuestionsDialog::fill()
{
    const Question* before = current();
    const QString kept = before ? before->id : QString();
    const auto at = static_cast<std::size_t>(m_look.language());
    m_list->clear();
    for (qsizetype i = 0; i < m_questions.size(); ++i) {
        if (!m_questions[i].matches(m_field->text(), m_look.language()))
            continue;
        auto* item = new QListWidgetItem(m_questions[i].question[at], m_list);
        item->setData(Qt::UserRole, static_cast<int>(i));
        if (m_questions[i].id == kept)
            m_list->setCurrentItem(item);
    }
    if (!m_list->currentItem() && m_list->count() > 0)
        m_list->setCurrentRow(0);
    write();
}

void QuestionsDialog::write()
{
    const Question* question = current();
    m_show->setEnabled(question != nullptr);
    if (!question) {
        m_page->setHtml(QStringLiteral("<p>%1</p>").arg(tr("No question has these words.")));
        return;
    }
    const auto at = static_cast<std::size_t>(m_look.language());
    const QString secondary = m_look.theme().secondary.name();
    QString where = question->scenario;
    if (!question->profile.isEmpty())
        where += QStringLiteral(", ") + question->profile;
    QString html = QStringLiteral("<h3>%1</h3><p style=\"line-height:130%\">%2</p>")
                       .arg(question->question[at].toHtmlEscaped(), question->answer[at].toHtmlEscaped());
    html += QStringLiteral("<p style=\"color:%1\">%2</p>")
                .arg(secondary, tr("Where it can be seen: %1").arg(where.toHtmlEscaped()));
    if (const auto kind = findings::kindFromName(question->finding.toStdString()))
        html += QStringLiteral("<p style=\"color:%1\">%2</p>")
                    .arg(secondary,
                        tr("Finding: %1").arg(toText(findings::title(*kind, languageOf(m_look))).toHtmlEscaped()));
    m_page->setHtml(html);
}

void QuestionsDialog::retranslate()
{
    setWindowTitle(tr("Questions"));
    m_field->setPlaceholderText(tr("Search"));
    m_field->setAccessibleName(tr("Search"));
    m_list->setAccessibleName(tr("Questions"));
    m_page->setAccessibleName(tr("Answer"));
    m_show->setText(tr("&Show Me"));
    m_show->setToolTip(tr("Opens the scenario at the moment in which it can be seen"));
    fill();
}

} // namespace connscope::whatif
