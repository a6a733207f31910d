// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/convert/fetchsession.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace connscope::wire::convert {

void FetchSession::prepare(protocol::FetchRequest& request)
{
    std::vector<protocol::TopicPartition> wanted;
    wanted.reserve(request.partitions.size());
    for (const protocol::FetchPartition& partition : request.partitions)
        wanted.push_back(partition.partition);
    std::sort(wanted.begin(), wanted.end());
    std::vector<protocol::TopicPartition> before = std::exchange(m_wanted, std::move(wanted));
    if (request.sessionEpoch <= 0 || request.detail) {
        if (request.sessionEpoch < 0)
            m_wanted.clear();
        return;
    }
    std::vector<protocol::TopicPartition> forgotten;
    std::set_difference(
        before.begin(), before.end(), m_wanted.begin(), m_wanted.end(), std::back_inserter(forgotten));
    if (forgotten.empty())
        return;
    auto detail = std::make_shared<protocol::FetchDetail>();
    detail->partitions.resize(request.partitions.size());
    detail->forgotten = std::move(forgotten);
    request.detail = std::move(detail);
}

} // namespace connscope::wire::convert
