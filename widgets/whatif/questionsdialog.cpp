// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/questionsdialog.h"

#include "findings/words.h"
#include "whatif/words.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace connscope::whatif {

namespace {

/// A question with room around it, over as many lines as it needs.
class Row : public QStyledItemDelegate {
public:
    Row(const theme::Look& look, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_look(look)
    {
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
        const int width = list ? list->viewport()->width() : 300;
        const QRect room(0, 0, width - 2 * kAcross, 10'000);
        const QFontMetrics metrics(m_look.text());
        return {width, metrics.boundingRect(room, Qt::TextWordWrap, index.data().toString()).height() + 2 * kDown};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const theme::Theme& t = m_look.theme();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool isCurrent = option.state & QStyle::State_Selected;
        if (isCurrent || (option.state & QStyle::State_MouseOver)) {
            painter->setPen(isCurrent ? QPen(t.accent, 1.5) : QPen(Qt::NoPen));
            painter->setBrush(isCurrent ? t.selection : t.hover);
            painter->drawRoundedRect(QRectF(option.rect).adjusted(3, 2, -3, -2), 7, 7);
        }
        painter->setFont(m_look.text());
        painter->setPen(t.ink);
        painter->drawText(
            option.rect.adjusted(kAcross, kDown, -kAcross, -kDown), Qt::TextWordWrap, index.data().toString());
        painter->restore();
    }

private:
    static constexpr int kAcross = 14; // px
    static constexpr int kDown = 8;

    const theme::Look& m_look;
};

} // namespace

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
    m_list->setItemDelegate(new Row(look, m_list));
    m_list->setMouseTracking(true);
    m_list->setResizeMode(QListView::Adjust);
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
