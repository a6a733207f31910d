// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/story.h"

#include <algorithm>
#include <limits>

namespace connscope::analysis {

std::string_view endingName(Ending ending)
{
    switch (ending) {
    case Ending::None:
        return "open";
    case Ending::ClientIdle:
        return "client idle expiry";
    case Ending::ClientClose:
        return "client closed";
    case Ending::BrokerIdle:
        return "broker idle expiry";
    case Ending::Lost:
        return "lost";
    }
    return "";
}

std::string_view markName(MarkKind kind)
{
    switch (kind) {
    case MarkKind::Constructed:
        return "constructed";
    case MarkKind::FirstPoll:
        return "first poll";
    case MarkKind::Send:
        return "send";
    case MarkKind::Close:
        return "close";
    case MarkKind::Closed:
        return "closed";
    }
    return "";
}

int Life::inFlight(const Moment& when) const
{
    return static_cast<int>(std::count_if(requests.begin(), requests.end(),
        [&](const Request& request) { return request.sent < when && (!request.done || !(*request.done < when)); }));
}

bool Life::isReadyAt(const Moment& when) const { return ready && *ready < when && (!ended || !(*ended < when)); }

Instant Life::lastUseBefore(const Moment& when) const
{
    Instant last = opened.at;
    const auto use = [&](const Moment& moment) {
        if (moment < when)
            last = std::max(last, moment.at);
    };
    if (connected)
        use(*connected);
    for (const Request& request : requests) {
        if (request.cancelled)
            continue;
        use(request.sent);
        if (request.done)
            use(*request.done);
    }
    return last;
}

std::optional<Instant> Story::mark(MarkKind kind) const
{
    for (const Mark& m : marks) {
        if (m.kind == kind)
            return m.at;
    }
    return std::nullopt;
}

Instant Story::start() const
{
    if (const auto poll = mark(MarkKind::FirstPoll))
        return *poll;
    return mark(MarkKind::Constructed).value_or(kStart);
}

bool Story::couldChoose(NodeId target, const Moment& when) const
{
    int fewest = std::numeric_limits<int>::max();
    int atTarget = std::numeric_limits<int>::max();
    const bool bootstrap = target.isBootstrap();
    for (const Life& life : lives) {
        // The list to choose from holds either the bootstrap addresses or the brokers, never a coordinator's id.
        if (life.node.isCoordinator() || life.node.isBootstrap() != bootstrap || !life.isReadyAt(when))
            continue;
        const int n = life.inFlight(when);
        fewest = std::min(fewest, n);
        if (life.node == target)
            atTarget = std::min(atTarget, n);
    }
    return atTarget != std::numeric_limits<int>::max() && atTarget == fewest;
}

} // namespace connscope::analysis
