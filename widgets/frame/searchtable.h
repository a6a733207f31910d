// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QAbstractItemModel;
class QLineEdit;
class QStandardItemModel;
class QTableView;

namespace connscope::frame {

/// A window with a table of texts and a field that leaves only the rows in which what was typed occurs.
class SearchTable : public QDialog {
    Q_OBJECT

public:
    SearchTable(const QString& title, const QStringList& headers, QWidget* parent);

    void addRow(const QStringList& cells);
    /// After the last row: columns as wide as their texts, but \a widest; the last one takes the rest. \a wrapped: long
    /// texts go over several lines.
    void finish(int widest, bool wrapped);

    QLineEdit* field() const { return m_field; }
    QTableView* table() const { return m_table; }
    /// What is seen: the rows that the field leaves.
    QAbstractItemModel* shown() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QStandardItemModel* m_model;
    QLineEdit* m_field;
    QTableView* m_table;
    bool m_wrapped = false;
};

} // namespace connscope::frame
