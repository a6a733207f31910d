// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/shortcutsdialog.h"

#include "frame/actions.h"

namespace connscope::frame {

ShortcutsDialog::ShortcutsDialog(const QList<QAction*>& actions, QWidget* parent)
    : SearchTable(tr("Keyboard shortcuts"), {tr("Keys"), tr("Action"), tr("What it does")}, parent)
{
    for (const QAction* action : actions) {
        if (action->shortcuts().isEmpty())
            continue;
        QStringList keys;
        for (const QKeySequence& sequence : action->shortcuts())
            keys << sequence.toString(QKeySequence::NativeText);
        addRow({keys.join(QStringLiteral("  ")), plainText(action), action->statusTip()});
    }
    finish(260, true);
    resize(760, 560);
}

} // namespace connscope::frame
