// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/group.h"

#include <algorithm>

namespace connscope::broker {

namespace {

template <typename Range, typename Predicate>
std::size_t positionIf(const Range& range, Predicate&& predicate)
{
    const auto it = std::find_if(range.begin(), range.end(), predicate);
    return it == range.end() ? Group::kNoMember : static_cast<std::size_t>(it - range.begin());
}

} // namespace

std::size_t Group::find(std::string_view memberId) const
{
    return positionIf(members, [memberId](const Member& m) { return m.id == memberId; });
}

std::size_t Group::findUid(std::uint32_t uid) const
{
    return positionIf(members, [uid](const Member& m) { return m.uid == uid; });
}

std::size_t Group::findInstance(std::string_view instanceId) const
{
    if (instanceId.empty())
        return kNoMember;
    return positionIf(members, [instanceId](const Member& m) { return m.instanceId == instanceId; });
}

bool Group::isPending(std::string_view memberId) const
{
    return positionIf(pending, [memberId](const PendingMember& m) { return m.id == memberId; }) != kNoMember;
}

bool Group::isFenced(std::string_view memberId) const
{
    return std::find(fenced.begin(), fenced.end(), memberId) != fenced.end();
}

std::size_t Group::awaitingJoins() const
{
    return static_cast<std::size_t>(
        std::count_if(members.begin(), members.end(), [](const Member& m) { return m.awaitingJoin; }));
}

Duration Group::rebalanceTimeout() const
{
    Duration longest {};
    for (const Member& member : members)
        longest = std::max(longest, member.rebalanceTimeout);
    return longest;
}

} // namespace connscope::broker
