// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/versions.h"

#include "wire/codec.h"

#include <algorithm>

namespace connscope::wire::convert {

namespace {

void narrow(protocol::ApiVersionRange& range, std::int16_t min, std::int16_t max)
{
    range.min = std::max(range.min, min);
    range.max = std::min(range.max, max);
}

std::vector<protocol::ApiVersionRange> carried()
{
    std::vector<protocol::ApiVersionRange> ranges;
    for (const MessageInfo* info : allRequests()) {
        protocol::ApiVersionRange& range
            = ranges.emplace_back(protocol::ApiVersionRange {info->api, info->minVersion, info->maxVersion});
        switch (info->api) {
        case ApiKey::Produce:
            narrow(range, 3, 13);
            break;
        case ApiKey::Fetch:
            narrow(range, 4, 18);
            break;
        case ApiKey::OffsetCommit:
        case ApiKey::OffsetFetch:
            narrow(range, 0, 9);
            break;
        case ApiKey::InitProducerId:
            narrow(range, 0, 5);
            break;
        case ApiKey::AddPartitionsToTxn:
            narrow(range, 0, 3);
            break;
        case ApiKey::EndTxn:
        case ApiKey::TxnOffsetCommit:
            narrow(range, 0, 4);
            break;
        default:
            break;
        }
    }
    return ranges;
}

std::vector<protocol::ApiVersionRange> spoken()
{
    std::vector<protocol::ApiVersionRange> ranges = carriedVersions();
    for (protocol::ApiVersionRange& range : ranges) {
        if (range.api == ApiKey::Produce || range.api == ApiKey::Fetch)
            narrow(range, 0, 12);
        else if (range.api == ApiKey::Metadata)
            narrow(range, 1, range.max);
    }
    return ranges;
}

} // namespace

const std::vector<protocol::ApiVersionRange>& carriedVersions()
{
    static const std::vector<protocol::ApiVersionRange> ranges = carried();
    return ranges;
}

const std::vector<protocol::ApiVersionRange>& spokenByOurClients()
{
    static const std::vector<protocol::ApiVersionRange> ranges = spoken();
    return ranges;
}

std::vector<protocol::ApiVersionRange> spokenOf(std::span<const protocol::ApiVersionRange> offered)
{
    const std::vector<protocol::ApiVersionRange>& ours = spokenByOurClients();
    std::vector<protocol::ApiVersionRange> both;
    for (protocol::ApiVersionRange range : offered) {
        const auto own = std::find_if(
            ours.begin(), ours.end(), [&](const protocol::ApiVersionRange& o) { return o.api == range.api; });
        if (own == ours.end())
            continue;
        narrow(range, own->min, own->max);
        if (range.min <= range.max)
            both.push_back(range);
    }
    return both;
}

} // namespace connscope::wire::convert
