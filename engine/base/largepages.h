// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

/// \file
/// Large pages for what a long run goes through again and again. A thousand clients lie on thousands of small pages, more
/// than the processor keeps the addresses of: it then looks up where a page is before it can fetch what is on it, and
/// on a virtual machine that takes longer than the fetch. A wish, like a prefetch: it changes no result and may be in vain.

namespace connscope {

/// Asks the system to put the memory around \a things, two MiB each, on one large page where it is on many small ones. Content and
/// addresses stay as they are. Returns how many such pieces are on a large page now; none where the system has no such call
/// (Linux has it from 6.1 on) or no room. Costs up to a millisecond or two for each piece, so it pays for itself in runs of
/// a second and more.
std::size_t preferLargePages(const std::vector<const void*>& things);

} // namespace connscope
