// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/recordlog.h"

#include <algorithm>

namespace connscope::broker {

std::int64_t RecordLog::append(std::int64_t records, std::int64_t bytes)
{
    const std::int64_t first = m_end;
    if (records <= 0)
        return first;
    const std::int64_t each = bytes > 0 ? std::max<std::int64_t>(1, bytes / records) : kRecordBytes;
    if (m_spans.empty() || m_spans.back().bytesEach != each)
        m_spans.push_back({first, each});
    m_end += records;
    return first;
}

RecordLog::Read RecordLog::read(std::int64_t offset, std::int64_t limit, std::int64_t maxBytes, bool atLeastOne) const
{
    Read result;
    limit = std::min(limit, m_end);
    if (offset < 0 || offset >= limit)
        return result;
    // Readers are nearly always at the end of the log.
    auto span = m_spans.end() - 1;
    if (span->first > offset) {
        span = std::upper_bound(m_spans.begin(), m_spans.end(), offset, [](std::int64_t o, const Span& s) {
            return o < s.first;
        }) - 1;
    }
    for (; span != m_spans.end() && offset < limit; ++span) {
        const std::int64_t spanEnd = std::min(limit, span + 1 == m_spans.end() ? m_end : (span + 1)->first);
        std::int64_t records = std::min(spanEnd - offset, std::max<std::int64_t>(0, maxBytes) / span->bytesEach);
        if (records == 0 && atLeastOne && result.records == 0)
            records = 1;
        result.records += records;
        result.bytes += records * span->bytesEach;
        maxBytes -= records * span->bytesEach;
        offset += records;
        if (offset < spanEnd)
            break;
    }
    return result;
}

} // namespace connscope::broker
