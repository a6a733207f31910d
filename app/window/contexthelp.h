// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QAction;
class QWidget;

namespace connscope::app {

/// F1 where one is: in a panel it opens the panel's page, in a dialog the dialog's; chosen from the menu it opens the manual
/// where it was left.
class ContextHelp : public QObject {
    Q_OBJECT

public:
    /// \a help: the action of the menu, whose key works in \a window; dialogs of \a window are watched.
    ContextHelp(QAction& help, QWidget& window);

signals:
    /// "" = wherever it was left.
    void wanted(const QString& page);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
    QAction& m_help;
    bool m_byKey = false;
};

} // namespace connscope::app
