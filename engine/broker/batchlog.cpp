// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/batchlog.h"

#include <algorithm>
#include <utility>

namespace connscope::broker {

void BatchLog::append(std::int64_t base, protocol::SharedBatch batch, std::int32_t leaderEpoch)
{
    const std::int64_t before = m_batches.empty() ? -1 : m_batches.back().latestSoFar;
    const std::int64_t latest = std::max(before, batch->maxTimestamp);
    m_batches.push_back({base, latest, std::move(batch), leaderEpoch});
}

std::size_t BatchLog::find(std::int64_t offset) const
{
    if (m_batches.empty() || m_batches.back().end() <= offset)
        return m_batches.size(); // most readers wait at the end
    const auto it = std::upper_bound(m_batches.begin(), m_batches.end(), offset,
        [](std::int64_t o, const Stored& stored) { return o < stored.end(); });
    return static_cast<std::size_t>(it - m_batches.begin());
}

const BatchLog::Stored* BatchLog::firstSince(std::int64_t timestamp) const
{
    auto it = std::lower_bound(m_batches.begin(), m_batches.end(), timestamp,
        [](const Stored& stored, std::int64_t t) { return stored.latestSoFar < t; });
    // The latest record may have been in a batch that is gone.
    it = std::find_if(
        it, m_batches.end(), [timestamp](const Stored& stored) { return stored.batch->maxTimestamp >= timestamp; });
    return it == m_batches.end() ? nullptr : &*it;
}

const BatchLog::Stored* BatchLog::latest() const
{
    const auto it = std::max_element(m_batches.begin(), m_batches.end(),
        [](const Stored& a, const Stored& b) { return a.batch->maxTimestamp < b.batch->maxTimestamp; });
    return it == m_batches.end() ? nullptr : &*it;
}

} // namespace connscope::broker
