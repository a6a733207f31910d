// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/brain.h"

#include <cstdint>

namespace connscope::real {

/// Real bytes for batches that the broker's brain can only count: records that a scenario put into a log, and the markers that
/// end transactions. The same question gives the same bytes. \a epochMs: wall clock of instant 0.
broker::BatchMaker batchMaker(std::int64_t epochMs);
/// Looks into batches for records by their time: LIST_OFFSETS asks. Decompresses the batch each time.
broker::RecordFinder recordFinder();

} // namespace connscope::real
