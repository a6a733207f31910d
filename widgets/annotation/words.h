// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace connscope::annotation {

/// The translation context of this room: Words::tr("…").
class Words {
    Q_DECLARE_TR_FUNCTIONS(Annotations)
};

} // namespace connscope::annotation
