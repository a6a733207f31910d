// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/shortcutsdialog.h"

#include "frame/actions.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

namespace connscope::frame {

ShortcutsDialog::ShortcutsDialog(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* model = new QStandardItemModel(0, 3, this);
    model->setHorizontalHeaderLabels({tr("Keys"), tr("Action"), tr("What it does")});
    for (const QAction* action : actions) {
        if (action->shortcuts().isEmpty())
            continue;
        QStringList keys;
        for (const QKeySequence& sequence : action->shortcuts())
            keys << sequence.toString(QKeySequence::NativeText);
        QList<QStandardItem*> row;
        for (const QString& text : {keys.join(QStringLiteral("  ")), plainText(action), action->statusTip()}) {
            auto* item = new QStandardItem(text);
            item->setEditable(false);
            row << item;
        }
        model->appendRow(row);
    }
    auto* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(model);
    proxy->setFilterKeyColumn(-1);
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto* search = new QLineEdit(this);
    search->setPlaceholderText(tr("Search"));
    search->setAccessibleName(tr("Search shortcuts"));
    search->setClearButtonEnabled(true);
    connect(search, &QLineEdit::textChanged, proxy, &QSortFilterProxyModel::setFilterFixedString);
    auto* table = new QTableView(this);
    table->setModel(proxy);
    table->setSortingEnabled(false);
    table->setShowGrid(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->resizeColumnsToContents();
    table->setAccessibleName(windowTitle());
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(search);
    layout->addWidget(table);
    resize(760, 560);
}

} // namespace connscope::frame
