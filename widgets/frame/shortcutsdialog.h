// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/searchtable.h"

#include <QList>

class QAction;

namespace connscope::frame {

/// Every key of the window, made from its actions, so that it cannot be out of date.
class ShortcutsDialog : public SearchTable {
    Q_OBJECT

public:
    ShortcutsDialog(const QList<QAction*>& actions, QWidget* parent);
};

} // namespace connscope::frame
