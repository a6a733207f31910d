// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/things.h"
#include "view/context.h"
#include "view/item.h"

#include <QWidget>

#include <optional>

class QBoxLayout;
class QLabel;
class QMenu;
class QSplitter;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace connscope::editor {

class ConfigTable;
class Form;
class OutlineModel;
class TextPane;

/// The scenario editor: what there is as a tree, what is chosen as a form or a table of settings; or all of it as a text.
/// Every change goes to the draft at once. Of a trace from a file: what the trace itself tells, as a tree.
class EditorPanel : public QWidget {
    Q_OBJECT

public:
    /// \a draft: what is edited; it outlives the panel. nullptr: one of its own.
    explicit EditorPanel(const view::Context& context, QWidget* parent = nullptr, Draft* draft = nullptr);
    ~EditorPanel() override;

    Draft& draft() { return *m_draft; }
    OutlineModel& outline() { return *m_outline; }
    QTreeView& tree() { return *m_tree; }
    Form& form() { return *m_form; }
    ConfigTable& config() { return *m_config; }
    TextPane& text() { return *m_text; }

    const Thing& current() const { return m_current; }
    /// Shows the form of a thing.
    void select(const Thing& thing);
    /// The form of a broker or client of the picture; false where it is none of the scenario's.
    bool edit(view::Item item);
    /// To the value at a place: its form, table or, where the text is asked for, its line.
    void goTo(const scenario::YamlPath& path);
    bool showsText() const;
    void showText(bool on);

    /// What the buttons do.
    void add(Thing::Kind kind, std::string_view word = {});
    void duplicateCurrent();
    void removeCurrent();
    void moveCurrent(int by);
    QToolButton* button(const char* name) const;

    /// What the bar below says: what is wrong, or what became of the last paste.
    QString status() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeBar();
    void fillAdd();
    void chosen();
    void commit(const Addition& addition, Title title);
    void restoreTree();
    void tellSelection();
    void refresh();
    void say(const QString& message, bool isError);
    void retranslate();
    std::optional<scenario::YamlPath> currentClient() const;

    view::Context m_context;
    Draft* m_draft;
    OutlineModel* m_outline;
    QStackedWidget* m_pages; // of a scenario, of a trace
    QStackedWidget* m_kinds; // forms, text
    QSplitter* m_splitter;
    QTreeView* m_tree;
    QStackedWidget* m_stack; // form, table, nothing
    Form* m_form;
    ConfigTable* m_config;
    QLabel* m_nothing;
    TextPane* m_text;
    QLabel* m_status;
    QBoxLayout* m_bar = nullptr; // in one row, or two where the panel is narrow
    QToolButton* m_formButton = nullptr;
    QToolButton* m_textButton = nullptr;
    QToolButton* m_add = nullptr;
    QToolButton* m_duplicate = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_up = nullptr;
    QToolButton* m_down = nullptr;
    QMenu* m_addMenu = nullptr;
    Thing m_current;
    QString m_said; // until the next change
    bool m_saidError = false;
    bool m_restoring = false;
};

} // namespace connscope::editor
