// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace connscope::app {

/// `connscope worksheet [SOURCE…]`: questions on paper, other ones for each copy, and their answers. The program behind
/// it is connscope-render, since a PDF needs fonts.
int writeWorksheets(const QStringList& arguments);

} // namespace connscope::app
