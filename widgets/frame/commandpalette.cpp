// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/commandpalette.h"

#include "frame/actions.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace connscope::frame {

int fuzzyScore(const QString& pattern, const QString& text)
{
    int score = 0;
    qsizetype at = 0;
    qsizetype last = -2;
    for (const QChar letter : pattern) {
        if (letter.isSpace())
            continue;
        const qsizetype found = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (found < 0)
            return -1;
        score += found == last + 1 ? 8 : 1;
        if (found == 0 || !text[found - 1].isLetterOrNumber())
            score += 6;
        last = found;
        at = found + 1;
    }
    return score;
}

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent)
    , m_edit(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
{
    for (QAction* action : actions) {
        if (action->isEnabled() && !action->text().isEmpty())
            m_actions << action;
    }
    setWindowTitle(tr("Command palette"));
    setWindowFlags(Qt::Popup);
    m_edit->setPlaceholderText(tr("Type what you want to do"));
    m_edit->setAccessibleName(tr("Command"));
    m_edit->installEventFilter(this);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setColumnCount(2); // what it is called, its keys
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 10);
    layout->addWidget(m_edit);
    layout->addWidget(m_list);
    resize(520, 380);
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::list);
    connect(m_edit, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::run);
    list({});
    m_edit->setFocus();
}

void CommandPalette::setPattern(const QString& pattern) { m_edit->setText(pattern); }

void CommandPalette::list(const QString& pattern)
{
    std::vector<std::pair<int, QAction*>> found;
    for (QAction* action : m_actions) {
        // By its English name too: a keyboard that writes Chinese has it sooner, and so do manuals.
        const int score = std::max(fuzzyScore(pattern, plainText(action)), fuzzyScore(pattern, englishName(action)));
        if (score >= 0)
            found.emplace_back(score, action);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    m_offered.clear();
    m_list->clear();
    QPixmap nothing(m_list->iconSize().isValid() ? m_list->iconSize() : QSize(16, 16));
    nothing.fill(Qt::transparent);
    const QIcon blank(nothing);
    for (const auto& [score, action] : found) {
        m_offered << action;
        auto* item
            = new QTreeWidgetItem(m_list, {plainText(action), action->shortcut().toString(QKeySequence::NativeText)});
        item->setIcon(0, action->icon().isNull() ? blank : action->icon()); // names stand below each other
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setForeground(1, palette().color(QPalette::PlaceholderText));
        for (const int column : {0, 1})
            item->setToolTip(column, action->statusTip());
    }
    if (m_offered.isEmpty()) {
        auto* item = new QTreeWidgetItem(m_list, {tr("No command is called so"), QString()});
        item->setFlags(Qt::NoItemFlags);
        item->setForeground(0, palette().color(QPalette::PlaceholderText));
        return;
    }
    setRow(0);
}

void CommandPalette::setRow(int row) { m_list->setCurrentItem(m_list->topLevelItem(row)); }

void CommandPalette::run()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (row < 0 || row >= m_offered.size())
        return;
    QAction* action = m_offered[row];
    accept();
    // After this window has closed: the action may want to open one of its own.
    QTimer::singleShot(0, action, &QAction::trigger);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (const auto count = static_cast<int>(m_offered.size()); step != 0 && count > 0) {
            setRow((m_list->indexOfTopLevelItem(m_list->currentItem()) + step + count) % count);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace connscope::frame
