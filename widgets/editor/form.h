// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/fields.h"
#include "view/context.h"

#include <QScrollArea>

#include <vector>

class QFormLayout;
class QLabel;

namespace connscope::editor {

/// What can be said of one thing: a line for each field. What is typed is in the draft at once; under a field stands what
/// the reader says of it.
class Form : public QScrollArea {
    Q_OBJECT

public:
    Form(Draft& draft, const view::Context& context, QWidget* parent = nullptr);

    void setThing(const Thing& thing);
    const Thing& thing() const { return m_thing; }
    /// The editor of a field; nullptr where the form has none of that key.
    QWidget* editor(const char* key) const;
    /// What is said under a field; "" for nothing.
    QString problem(const char* key) const;
    /// Into the field of that place, or the first one.
    void focusOn(const scenario::YamlPath& path);

    /// As if somebody had typed or chosen it.
    void enter(const char* key, const QString& text);

signals:
    /// The thing has another name, and is at another place.
    void renamed(const connscope::editor::Thing& thing);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Line {
        Field field;
        QLabel* label = nullptr;
        QWidget* editor = nullptr;
        QLabel* problem = nullptr;
        QString refused; ///< what was typed cannot stand in the text
    };
    void build();
    void refresh();
    void take(std::size_t line, const QString& text);
    QWidget* makeEditor(std::size_t line);
    void show(Line& line, const QString& value, const QString& standard);
    void sayProblems();

    Draft& m_draft;
    view::Context m_context;
    Thing m_thing;
    std::vector<Line> m_lines;
    std::string m_shape; // the fields that there are
    QLabel* m_heading = nullptr;
    QLabel* m_whole = nullptr; // what is wrong with the thing as a whole
    QLabel* m_hint = nullptr; // what the field is for
    bool m_taking = false;
};

} // namespace connscope::editor
