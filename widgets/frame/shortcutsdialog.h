// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

class QAction;

namespace connscope::frame {

/// Every key of the window, made from its actions, so that it cannot be out of date. Searchable.
class ShortcutsDialog : public QDialog {
    Q_OBJECT

public:
    ShortcutsDialog(const QList<QAction*>& actions, QWidget* parent);
};

} // namespace connscope::frame
