// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/setup.h"

namespace connscope::view {

std::size_t setUpEvents(const trace::Trace& trace)
{
    std::size_t count = 0;
    while (count < trace.size() && trace[count].at == kStart && !trace[count].connection.isValid()
        && !trace[count].client.isValid())
        ++count;
    return count;
}

} // namespace connscope::view
