// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/storycompare.h"

#include <algorithm>
#include <map>

namespace connscope::analysis {

namespace {

bool isPeriodic(ApiKey api)
{
    return api == ApiKey::Fetch || api == ApiKey::Heartbeat || api == ApiKey::OffsetCommit || api == ApiKey::Metadata;
}

std::string nodeText(const Life& life)
{
    return "node " + std::to_string(life.node.value) + " (" + life.host + ':' + std::to_string(life.port) + ')';
}

using Apis = std::vector<ApiKey>;

/// "API_VERSIONS PRODUCE x312".
std::string apiText(const Apis& apis)
{
    std::string text;
    for (std::size_t i = 0; i < apis.size();) {
        std::size_t end = i;
        while (end < apis.size() && apis[end] == apis[i])
            ++end;
        text += (text.empty() ? "" : " ") + std::string {apiName(apis[i])};
        if (end - i > 1)
            text += " x" + std::to_string(end - i);
        i = end;
    }
    return text.empty() ? "nothing" : text;
}

bool isPrefix(const Apis& prefix, const Apis& whole)
{
    return prefix.size() <= whole.size() && std::equal(prefix.begin(), prefix.end(), whole.begin());
}

class Comparer {
public:
    Comparer(const Story& recorded, const Story& simulated, const Tolerance& tolerance)
        : m_recorded(recorded)
        , m_simulated(simulated)
        , m_tolerance(tolerance)
    {
    }

    std::vector<Difference> run()
    {
        pair();
        compareOrder();
        for (const auto& [r, s] : m_pairs) {
            if (r->byMetadata != s->byMetadata) {
                add(r->opened.at,
                    "connection to " + nodeText(*r) + " opened for " + (r->byMetadata ? "metadata" : "a request"),
                    std::string("for ") + (s->byMetadata ? "metadata" : "a request"));
            }
            compareWindows(*r, *s);
            compareWhole(*r, *s);
            compareCounts(*r, *s);
            compareEnd(*r, *s);
        }
        compareRefreshes();
        std::stable_sort(m_differences.begin(), m_differences.end(),
            [](const Difference& a, const Difference& b) { return a.at < b.at; });
        return std::move(m_differences);
    }

private:
    void add(Instant recordedAt, const std::string& recorded, const std::string& simulated)
    {
        const Duration since = recordedAt - m_recorded.start();
        m_differences.push_back({kStart + since,
            formatSeconds(since) + " s: " + m_tolerance.first + ' ' + recorded + "; simulated " + simulated});
    }

    /// The n-th connection to a node of one story is the n-th to it of the other.
    void pair()
    {
        std::map<NodeId, std::vector<const Life*>> simulated;
        for (const Life& life : m_simulated.lives)
            simulated[life.node].push_back(&life);
        std::map<NodeId, std::size_t> used;
        for (const Life& life : m_recorded.lives) {
            std::size_t& n = used[life.node];
            const auto& candidates = simulated[life.node];
            if (n == candidates.size()) {
                add(life.opened.at, "connection " + std::to_string(n + 1) + " to " + nodeText(life), "none");
                continue;
            }
            const Life& other = *candidates[n++];
            if (life.port != other.port || life.host != other.host)
                add(life.opened.at, "connection to " + nodeText(life), "to " + nodeText(other));
            m_pairs.emplace_back(&life, &other);
        }
        for (const auto& [node, lives] : simulated) {
            for (std::size_t n = used[node]; n < lives.size(); ++n) {
                // Its place in the recorded story's time, for the order of the report.
                const Instant at = m_recorded.start() + (lives[n]->opened.at - m_simulated.start());
                add(at, "no such thing", "connection " + std::to_string(n + 1) + " to " + nodeText(*lives[n]));
            }
        }
    }

    void compareOrder()
    {
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            for (std::size_t j = i + 1; j < m_pairs.size(); ++j) {
                const auto& [r1, s1] = m_pairs[i];
                const auto& [r2, s2] = m_pairs[j];
                if (r1->turn < r2->turn && s1->turn > s2->turn)
                    add(r1->opened.at, nodeText(*r1) + " opened before " + nodeText(*r2), "after it");
            }
        }
    }

    Apis apis(const Life& life, Instant from, Instant to, bool metadata) const
    {
        Apis result;
        for (const Request& request : life.requests) {
            if (request.sent.at >= from && request.sent.at <= to && (metadata || request.api != ApiKey::Metadata))
                add(result, request.api);
        }
        return result;
    }

    /// How many batches a stream of sends becomes is a matter of microseconds.
    void add(Apis& apis, ApiKey api) const
    {
        if (m_tolerance.countsBatches || api != ApiKey::Produce || apis.empty() || apis.back() != api)
            apis.push_back(api);
    }

    void compareWindow(const Life& r, const Life& s, Instant fromR, Instant fromS, bool metadata, const char* name)
    {
        const Apis windowR = apis(r, fromR, fromR + m_tolerance.window, metadata);
        const Apis windowS = apis(s, fromS, fromS + m_tolerance.window, metadata);
        const Apis allR = apis(r, fromR, kNever, metadata);
        const Apis allS = apis(s, fromS, kNever, metadata);
        if (!isPrefix(windowR, allS) || !isPrefix(windowS, allR)) {
            add(std::max(fromR, r.opened.at), "on " + nodeText(r) + ' ' + name + ": " + apiText(windowR),
                apiText(windowS));
        }
    }

    void compareWindows(const Life& r, const Life& s)
    {
        compareWindow(r, s, m_recorded.start(), m_simulated.start(), true, "after the start");
        for (const MarkKind kind : {MarkKind::Send, MarkKind::Close}) {
            const auto markR = m_recorded.mark(kind);
            const auto markS = m_simulated.mark(kind);
            if (markR.has_value() != markS.has_value())
                add(markR.value_or(m_recorded.end),
                    std::string(markR ? "a" : "no") + " mark " + std::string(markName(kind)), markS ? "one" : "none");
            else if (markR)
                compareWindow(r, s, *markR, *markS, false, kind == MarkKind::Send ? "after send()" : "after close()");
        }
    }

    void compareWhole(const Life& r, const Life& s)
    {
        const auto lasting = [this](const Life& life) {
            Apis result;
            for (const Request& request : life.requests) {
                if (!isPeriodic(request.api))
                    add(result, request.api);
            }
            return result;
        };
        const Apis onceR = lasting(r);
        const Apis onceS = lasting(s);
        if (onceR != onceS)
            add(r.opened.at, "on " + nodeText(r) + " in all: " + apiText(onceR), apiText(onceS));
    }

    /// HEARTBEAT and OFFSET_COMMIT come every few seconds: one more or less may fall beside close().
    void compareCounts(const Life& r, const Life& s)
    {
        for (const ApiKey api : {ApiKey::Heartbeat, ApiKey::OffsetCommit}) {
            const auto count = [api](const Life& life) {
                return std::count_if(
                    life.requests.begin(), life.requests.end(), [api](const Request& q) { return q.api == api; });
            };
            if (std::abs(count(r) - count(s)) > 1) {
                add(r.opened.at, std::to_string(count(r)) + ' ' + std::string(apiName(api)) + " on " + nodeText(r),
                    std::to_string(count(s)));
            }
        }
    }

    /// The end as the story knows it best: the broker's own record of an idle close, else what the client noticed.
    static Instant closedAt(const Life& life) { return life.brokerClosed.value_or(life.ended->at); }
    static Duration idleFor(const Life& life) { return closedAt(life) - life.lastUseBefore(*life.ended); }
    static std::optional<Duration> sinceMark(const Story& story, const Life& life)
    {
        std::optional<Duration> since;
        for (const Mark& mark : story.marks) {
            if (mark.kind != MarkKind::Closed && mark.at <= closedAt(life))
                since = closedAt(life) - mark.at;
        }
        return since;
    }

    void compareEnd(const Life& r, const Life& s)
    {
        const Instant at = r.ended ? r.ended->at : m_recorded.end;
        if (r.ending != s.ending) {
            add(at, nodeText(r) + ": " + std::string(endingName(r.ending)), std::string(endingName(s.ending)));
            return;
        }
        if ((r.ending != Ending::ClientIdle && r.ending != Ending::BrokerIdle) || !r.ended || !s.ended)
            return;
        const Duration limit
            = m_tolerance.idle + (r.ending == Ending::ClientIdle ? m_tolerance.clientPoll : m_tolerance.brokerPoll);
        const auto near = [limit](Duration a, Duration b) { return a - b <= limit && b - a <= limit; };
        if (near(idleFor(r), idleFor(s)))
            return;
        const auto markR = sinceMark(m_recorded, r);
        const auto markS = sinceMark(m_simulated, s);
        if (markR && markS && near(*markR, *markS))
            return;
        add(at, nodeText(r) + " closed after " + formatSeconds(idleFor(r)) + " s without use",
            "after " + formatSeconds(idleFor(s)) + " s");
    }

    /// Without those that were written into a connection whose end the client had not noticed yet.
    static std::vector<Refresh> heard(const Story& story)
    {
        std::vector<Refresh> result;
        for (const Refresh& refresh : story.refreshes) {
            const bool lost = std::any_of(story.lives.begin(), story.lives.end(), [&](const Life& life) {
                return life.node == refresh.target
                    && std::any_of(life.requests.begin(), life.requests.end(), [&](const Request& request) {
                           return request.cancelled && request.api == ApiKey::Metadata
                               && request.sent.at == refresh.sent.at;
                       });
            });
            if (!lost)
                result.push_back(refresh);
        }
        return result;
    }

    void compareRefreshes()
    {
        const std::vector<Refresh> r = heard(m_recorded);
        const std::vector<Refresh> s = heard(m_simulated);
        const std::size_t common = std::min(r.size(), s.size());
        for (std::size_t i = 0; i < common; ++i) {
            if (r[i].target != s[i].target && !m_recorded.couldChoose(s[i].target, r[i].sent)) {
                add(r[i].sent.at,
                    "metadata request " + std::to_string(i + 1) + " to node " + std::to_string(r[i].target.value),
                    "to node " + std::to_string(s[i].target.value) + ", which the rule could not choose");
            }
        }
        const auto excess = [&](const Story& story, const std::vector<Refresh>& refreshes) {
            const auto close = story.mark(MarkKind::Close);
            return refreshes.size() == common + 1 && close
                && refreshes.back().sent.at >= *close - m_tolerance.atClose;
        };
        if (r.size() != s.size() && !excess(m_recorded, r) && !excess(m_simulated, s)) {
            const Instant at = r.size() > common ? r[common].sent.at
                                                 : m_recorded.start() + (s[common].sent.at - m_simulated.start());
            add(at, std::to_string(r.size()) + " metadata requests", std::to_string(s.size()));
        }
    }

    const Story& m_recorded;
    const Story& m_simulated;
    const Tolerance& m_tolerance;
    std::vector<std::pair<const Life*, const Life*>> m_pairs;
    std::vector<Difference> m_differences;
};

} // namespace

std::vector<Difference> differences(const Story& recorded, const Story& simulated, const Tolerance& tolerance)
{
    return Comparer(recorded, simulated, tolerance).run();
}

} // namespace connscope::analysis
