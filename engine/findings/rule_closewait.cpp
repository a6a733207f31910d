// SPDX-License-Identifier: GPL-3.0-or-later
// The broker has closed, and the client's end stands in CLOSE-WAIT because nobody polls.
#include "findings/rules.h"

#include <algorithm>

namespace connscope::findings {

namespace {

/// The next whole minute.
std::string outlasting(Duration pause)
{
    const std::int64_t minutes = pause / std::chrono::minutes(1) + 1;
    return std::to_string(minutes * 60'000);
}

} // namespace

void closeWaitStanding(const Facts& facts, Found& out)
{
    for (const auto& [client, places] : facts.byClient()) {
        Finding finding;
        finding.kind = Kind::CloseWaitStanding;
        finding.weight = Weight::Fault;
        finding.clients = {client};
        Duration silence {}; // the longest at whose end somebody polled
        bool isOver = true; // somebody polled after each
        for (const std::size_t place : places) {
            const trace::ConnectionLife& life = facts.life(place);
            const auto [from, to] = facts.closeWait(life.id);
            if (!from.isValid() || (!to.isValid() && !facts.world().client(client).isAlive()))
                continue;
            const Duration stood = (to.isValid() ? facts.trace()[to].at : facts.end()) - facts.trace()[from].at;
            if (stood < kCloseWaitAfter)
                continue;
            finding.connections.push_back(life.id);
            finding.events.push_back(from);
            if (to.isValid())
                finding.events.push_back(to);
            finding.length = std::max(finding.length, stood);
            isOver = isOver && to.isValid();
            if (life.closeRule == trace::RuleId::BrokerIdleExpiry && to.isValid())
                silence = std::max(silence, facts.trace()[to].at - Facts::usedUntil(life));
        }
        if (finding.connections.empty())
            continue;
        // The client's own limit is no help: who does not poll does not look at it either. Nor is any of the broker's as long as
        // nobody polls again: it would close later, and the same would follow.
        if (isOver && silence > Duration::zero())
            finding.remedy = Remedy {trace::Side::Broker, "connections.max.idle.ms", outlasting(silence)};
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
