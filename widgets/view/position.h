// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"

#include <QMetaType>

#include <compare>
#include <cstddef>

namespace connscope::view {

/// Where the playhead stands. Several events may share an instant, so an instant alone is not enough: `applied` is the
/// number of events that have happened, all of those before `at` and none of those after it.
struct Position {
    Instant at {};
    std::size_t applied = 0;
    auto operator<=>(const Position&) const = default;
};

} // namespace connscope::view

Q_DECLARE_METATYPE(connscope::view::Position)
