// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QLineEdit;
class QTreeWidget;

namespace connscope::frame {

/// How well \a pattern is found in \a text: its letters in order, better where they stand together or at the start of
/// words. Negative = not at all. Case does not matter.
int fuzzyScore(const QString& pattern, const QString& text);

/// Every action by typing a part of its name.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    /// Only actions that are enabled are offered.
    CommandPalette(const QList<QAction*>& actions, QWidget* parent);

    /// The actions that are listed now, best first.
    QList<QAction*> offered() const { return m_offered; }
    void setPattern(const QString& pattern);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list(const QString& pattern);
    void setRow(int row);
    void run();

    QList<QAction*> m_actions;
    QList<QAction*> m_offered;
    QLineEdit* m_edit;
    QTreeWidget* m_list;
};

} // namespace connscope::frame
