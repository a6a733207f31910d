// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QLineEdit>
#include <QStringList>

class QCompleter;
class QStringListModel;

namespace connscope::frame {

/// A line in the query language with completion. Wrong text is marked and said in the tool tip, with the place; nothing
/// is taken away meanwhile.
class QueryEdit : public QLineEdit {
    Q_OBJECT

public:
    explicit QueryEdit(QWidget* parent = nullptr);

    /// "" = right.
    void setProblem(const QString& problem);
    QString problem() const { return m_problem; }
    /// What stands there while nothing is typed: the first of \a hints that has room whole. The longest first, one at least.
    void setHints(const QStringList& hints);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void offer(bool asked);
    void insert(const QString& word);
    void chooseHint();

    QStringList m_hints;
    QCompleter* m_completer;
    QStringListModel* m_words;
    QString m_problem;
    qsizetype m_from = 0;
};

/// The filter of all views: what is typed takes effect at once. At its end stands how many connections are left.
class FilterEdit : public QueryEdit {
    Q_OBJECT

public:
    explicit FilterEdit(const view::Context& context, QWidget* parent = nullptr);

    /// "2 of 6", "no match"; "" while nothing is left out.
    const QString& count() const { return m_count; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void countMatches();

    view::Context m_context;
    QString m_count;
};

} // namespace connscope::frame
