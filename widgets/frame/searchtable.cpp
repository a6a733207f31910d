// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/searchtable.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace connscope::frame {

SearchTable::SearchTable(const QString& title, const QStringList& headers, QWidget* parent)
    : QDialog(parent)
    , m_model(new QStandardItemModel(0, static_cast<int>(headers.size()), this))
    , m_field(new QLineEdit(this))
    , m_table(new QTableView(this))
{
    setWindowTitle(title);
    setObjectName(QStringLiteral("search-table"));
    m_model->setHorizontalHeaderLabels(headers);
    auto* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(m_model);
    proxy->setFilterKeyColumn(-1);
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_field->setPlaceholderText(tr("Search"));
    m_field->setAccessibleName(tr("Search in %1").arg(title));
    m_field->setClearButtonEnabled(true);
    connect(m_field, &QLineEdit::textChanged, this, [this, proxy](const QString& text) {
        proxy->setFilterFixedString(text);
        if (m_wrapped)
            fitRows();
    });
    m_table->setModel(proxy);
    m_table->setSortingEnabled(false);
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(1); // a row is as tall as its text
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setAccessibleName(title);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_field);
    layout->addWidget(m_table);
    m_field->setFocus();
}

QAbstractItemModel* SearchTable::shown() const { return m_table->model(); }

void SearchTable::addRow(const QStringList& cells)
{
    QList<QStandardItem*> row;
    for (const QString& text : cells) {
        auto* item = new QStandardItem(text);
        item->setEditable(false);
        item->setToolTip(text);
        item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
        row << item;
    }
    m_model->appendRow(row);
}

void SearchTable::finish(int widest, bool wrapped)
{
    m_wrapped = wrapped;
    m_table->setWordWrap(wrapped);
    m_table->resizeColumnsToContents();
    for (int column = 0; column + 1 < m_model->columnCount(); ++column)
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column), widest));
    if (!wrapped)
        return;
    // Rows are as tall as their texts in the columns as they are now, not as they were before the window was laid out.
    fitRows();
    connect(
        m_table->horizontalHeader(), &QHeaderView::sectionResized, this, &SearchTable::fitRows, Qt::QueuedConnection);
}

void SearchTable::fitRows()
{
    constexpr int kBetween = 8;
    m_table->resizeRowsToContents();
    for (int row = 0; row < m_table->model()->rowCount(); ++row)
        m_table->setRowHeight(row, m_table->rowHeight(row) + kBetween);
}

} // namespace connscope::frame
