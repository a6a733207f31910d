// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <QCoreApplication>
#include <QString>

#include <map>
#include <string>

namespace connscope::app {

/// Which cards were dragged where: Layout::moved.
using Places = std::map<std::string, scenario::Spot>;

/// What came between the two, as a step of the history is called: "move broker 2"; "move cards" where several went back to
/// their own places.
class Moves {
    Q_DECLARE_TR_FUNCTIONS(Moves)

public:
    static QString title(const Places& before, const Places& after);
};

} // namespace connscope::app
