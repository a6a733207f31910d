// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/group.h"

#include <algorithm>

namespace connscope::broker {

std::string_view groupStateName(GroupState state)
{
    switch (state) {
    case GroupState::Empty:
        break;
    case GroupState::PreparingRebalance:
        return "PreparingRebalance";
    case GroupState::CompletingRebalance:
        return "CompletingRebalance";
    case GroupState::Stable:
        return "Stable";
    }
    return "Empty";
}

bool Group::isFenced(std::string_view memberId) const
{
    return std::find(fenced.begin(), fenced.end(), memberId) != fenced.end();
}

Duration Group::rebalanceTimeout() const
{
    Duration longest {};
    for (const auto& [uid, member] : members)
        longest = std::max(longest, member.rebalanceTimeout);
    return longest;
}

} // namespace connscope::broker
