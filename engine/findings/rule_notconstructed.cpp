// SPDX-License-Identifier: GPL-3.0-or-later
// A client whose constructor threw: it has no connection that could show it.
#include "findings/rules.h"
#include "trace/construction.h"

#include <algorithm>

namespace connscope::findings {

void notConstructed(const Facts& facts, Found& out)
{
    const auto reasonOf = [&](EventId event) { return trace::notConstructed(facts.trace(), event)->reason; };
    const std::size_t first = out.size();
    for (const EventId event : facts.notConstructed()) {
        const std::string_view reason = reasonOf(event);
        const auto same = std::find_if(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
            [&](const Finding& other) { return reasonOf(other.events.front()) == reason; });
        if (same != out.end()) {
            same->events.push_back(event);
            continue;
        }
        Finding finding;
        finding.kind = Kind::NotConstructed;
        finding.weight = Weight::Fault;
        finding.events = {event};
        if (facts.trace()[event].rule == trace::RuleId::UnresolvedHost)
            finding.remedy = Remedy {trace::Side::Client, "bootstrap.servers", {}};
        out.push_back(std::move(finding));
    }
}

} // namespace connscope::findings
