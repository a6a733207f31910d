// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace connscope::figures {

/// The translation context of this room: Words::tr("…").
class Words {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

} // namespace connscope::figures
