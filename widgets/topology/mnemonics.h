// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace connscope::topology {

/// Gives every entry of a menu and of its submenus that has no mnemonic yet the first letter of its text that is free there;
/// where the text has no Latin letter that is free, any other behind it, as Chinese menus have it: "关闭(&A)".
void addMnemonics(QMenu& menu);

} // namespace connscope::topology
