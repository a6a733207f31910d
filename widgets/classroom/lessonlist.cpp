// SPDX-License-Identifier: GPL-3.0-or-later
#include "classroom/lessonlist.h"

#include "classroom/results.h"
#include "classroom/words.h"
#include "theme/look.h"

#include <QFileInfo>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace connscope::classroom {

namespace {

constexpr int kPad = 10; // px
enum Role { FileRole = Qt::UserRole, SummaryRole, ProgressRole, DoneRole };

/// A title, a summary of several lines, and progress under it.
class Card : public QStyledItemDelegate {
public:
    Card(const theme::Look& look, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_look(look)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        // Laid out as it is painted: a line more in the narrower card would not have its room.
        const int width = roomOf(option);
        return {width, lay(index, cardOf(QRect(0, 0, width, 0)).width()).height + 8};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const theme::Theme& t = m_look.theme();
        const QRect card = cardOf(option.rect);
        const Parts parts = lay(index, card.width());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool isCurrent = option.state & QStyle::State_Selected;
        const bool isHovered = option.state & QStyle::State_MouseOver;
        painter->setPen(QPen(isCurrent ? t.accent : t.hairline, isCurrent ? 2 : 1));
        painter->setBrush(isHovered ? t.hover : t.card);
        painter->drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), 8, 8);
        const auto write = [&](const QRect& room, const QFont& font, const QColor& ink, const QString& words) {
            painter->setFont(font);
            painter->setPen(ink);
            painter->drawText(room.translated(card.topLeft()), Qt::TextWordWrap, words);
        };
        write(parts.title, m_look.text(theme::Type::Strong), t.ink, index.data(Qt::DisplayRole).toString());
        write(parts.summary, m_look.text(theme::Type::Small), t.secondary, index.data(SummaryRole).toString());
        write(parts.progress, m_look.text(theme::Type::Small),
            index.data(DoneRole).toBool() ? t.positive : t.secondary, index.data(ProgressRole).toString());
        painter->restore();
    }

private:
    struct Parts {
        QRect title;
        QRect summary;
        QRect progress;
        int height = 0;
    };
    static QRect cardOf(const QRect& row) { return row.adjusted(2, 3, -2, -3); }
    static int roomOf(const QStyleOptionViewItem& option)
    {
        const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
        return list ? list->viewport()->width() : 300;
    }
    Parts lay(const QModelIndex& index, int width) const
    {
        const int room = std::max(60, width - 2 * kPad - 4);
        const auto block = [room](const QFont& font, const QString& words, int top) {
            return QFontMetrics(font).boundingRect(QRect(kPad, top, room, 10'000), Qt::TextWordWrap, words);
        };
        Parts parts;
        const auto place
            = [room](QRect& out, const QRect& used, int top) { out = QRect(kPad, top, room, used.height()); };
        place(
            parts.title, block(m_look.text(theme::Type::Strong), index.data(Qt::DisplayRole).toString(), kPad), kPad);
        place(parts.summary, block(m_look.text(theme::Type::Small), index.data(SummaryRole).toString(), 0),
            parts.title.bottom() + 4);
        place(parts.progress, block(m_look.text(theme::Type::Small), index.data(ProgressRole).toString(), 0),
            parts.summary.bottom() + 5);
        parts.height = parts.progress.bottom() + kPad;
        return parts;
    }

    const theme::Look& m_look;
};

} // namespace

LessonEntry LessonEntry::of(const QString& file, const lesson::Lesson& lesson)
{
    LessonEntry entry;
    entry.file = file;
    entry.name = QFileInfo(file).completeBaseName();
    entry.titleEn = text(lesson.title.en.source());
    entry.titleZh = text(lesson.title.zh.source());
    entry.summaryEn = text(lesson.summary.en.source());
    entry.summaryZh = text(lesson.summary.zh.source());
    entry.questions = static_cast<int>(std::count_if(lesson.steps.begin(), lesson.steps.end(),
        [](const lesson::Step& step) { return step.question.has_value(); }));
    return entry;
}

LessonList::LessonList(const view::Context& context, const Results& results, QWidget* parent)
    : QListView(parent)
    , m_context(context)
    , m_results(results)
    , m_model(new QStandardItemModel(this))
{
    setModel(m_model);
    setItemDelegate(new Card(context.look, this));
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setMouseTracking(true);
    setResizeMode(QListView::Adjust);
    viewport()->setAutoFillBackground(false);
    const auto choose = [this](const QModelIndex& index) { emit chosen(index.data(FileRole).toString()); };
    connect(this, &QListView::clicked, this, choose);
    connect(this, &QListView::activated, this, choose);
    connect(&context.look, &theme::Look::changed, this, &LessonList::refresh);
}

void LessonList::showEvent(QShowEvent* event)
{
    emit shown();
    QListView::showEvent(event);
}

void LessonList::setEntries(std::vector<LessonEntry> entries)
{
    m_entries = std::move(entries);
    refresh();
}

void LessonList::refresh()
{
    const int row = currentIndex().row();
    m_model->clear();
    const bool isChinese = m_context.look.language() == theme::Language::Chinese;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const LessonEntry& entry = m_entries[i];
        auto* item = new QStandardItem(Words::tr("%1. %2").arg(i + 1).arg(isChinese ? entry.titleZh : entry.titleEn));
        item->setData(entry.file, FileRole);
        item->setData(isChinese ? entry.summaryZh : entry.summaryEn, SummaryRole);
        const Results::Score score = m_results.score(entry.name);
        const bool isDone = m_results.isFinished(entry.name);
        item->setData(score.answered == 0
                ? (entry.questions == 1 ? Words::tr("1 question") : Words::tr("%1 questions").arg(entry.questions))
                : isDone ? Words::tr("✓ Done: %1 of %2 right").arg(score.right).arg(entry.questions)
                         : Words::tr("Begun: %1 of %2 right").arg(score.right).arg(entry.questions),
            ProgressRole);
        item->setData(isDone, DoneRole);
        m_model->appendRow(item);
    }
    if (row >= 0)
        setCurrentIndex(m_model->index(row, 0));
}

} // namespace connscope::classroom
