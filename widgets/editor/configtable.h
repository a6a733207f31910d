// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/things.h"
#include "view/context.h"

#include <QStyledItemDelegate>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QScrollArea;
class QTableView;
class QToolButton;

namespace connscope::editor {

class ConfigFilter;
class ConfigModel;

/// Whether a key is one of undo and redo: those are of the window's history, not of the field that has the focus.
bool isOfHistory(const QEvent* event);

/// The editor that goes with a value: a list for what is one of some words, a field for the rest. What is typed is in the
/// draft at once, so that what is wrong with it is said while it is typed.
class ConfigDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

protected:
    bool eventFilter(QObject* editor, QEvent* event) override;
};

/// A table of Kafka's keys: search, what is set alone, all that this version has; under it what the current key does and
/// what is wrong with its value. Keys and values are pasted and read from client.properties files.
class ConfigTable : public QWidget {
    Q_OBJECT

public:
    ConfigTable(Draft& draft, const view::Context& context, QWidget* parent = nullptr);

    /// Itself in an area that scrolls: in a low window it may not ask for all that its table and its buttons want. Once.
    QScrollArea* scrolled(QWidget* parent);
    void setThing(const Thing& thing);
    ConfigModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }
    QLineEdit& search() { return *m_search; }
    QToolButton& onlyChanged() { return *m_onlyChanged; }
    QToolButton& allKeys() { return *m_allKeys; }
    QToolButton& resetButton() { return *m_reset; }
    /// What is said under the table.
    QString details() const;
    /// To the row of a key, which is shown whatever the filter.
    void goTo(const QString& key);

    /// As Ctrl+V does with the clipboard's text.
    void paste(const QString& text, const QString& file = {});
    /// A client.properties file.
    void open(const QString& file);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

signals:
    /// What became of a paste, in a sentence.
    void told(const QString& message, bool isError);

private:
    int currentRow() const;
    void copy();
    void chooseFile();
    void showDetails();
    void fitColumns();
    void fitRows();
    void retranslate();

    Draft& m_draft;
    view::Context m_context;
    ConfigModel* m_model;
    ConfigFilter* m_filter;
    QLineEdit* m_search;
    QToolButton* m_onlyChanged;
    QToolButton* m_allKeys;
    QToolButton* m_reset;
    QToolButton* m_paste;
    QToolButton* m_open;
    QTableView* m_table;
    QLabel* m_details;
    QBoxLayout* m_top; // search and filters: beside each other where there is room
    QString m_key; // of the current row, where the table is filled anew
};

} // namespace connscope::editor
