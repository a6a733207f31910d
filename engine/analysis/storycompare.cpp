// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/storycompare.h"

#include "analysis/phrases.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <utility>

namespace connscope::analysis {

namespace {

bool isPeriodic(ApiKey api)
{
    return api == ApiKey::Fetch || api == ApiKey::Heartbeat || api == ApiKey::OffsetCommit || api == ApiKey::Metadata;
}

/// The same words in both languages: whoever looks may change the language while they are shown.
struct Words {
    std::string english;
    std::string chinese;
    Words(std::string both) // NOLINT(google-explicit-constructor): numbers and names are the same in both
        : english(both)
        , chinese(std::move(both))
    {
    }
    Words(std::string_view englishPattern, std::string_view chinesePattern,
        std::initializer_list<std::pair<std::string_view, Words>> slots = {})
        : english(fillPattern(
            Language::English, englishPattern, [&](std::string_view slot) { return of(slots, slot).english; }))
        , chinese(fillPattern(
              Language::Chinese, chinesePattern, [&](std::string_view slot) { return of(slots, slot).chinese; }))
    {
    }

private:
    static const Words& of(std::initializer_list<std::pair<std::string_view, Words>> slots, std::string_view name)
    {
        return std::find_if(slots.begin(), slots.end(), [name](const auto& slot) {
            return slot.first == name;
        })->second;
    }
};

Words number(std::size_t n) { return {std::to_string(n)}; }

Words nodeText(const Life& life)
{
    const std::string node = std::to_string(life.node.value);
    const std::string place = life.host + ':' + std::to_string(life.port);
    return {"node {node} ({place})", "节点 {node}（{place}）", {{"node", node}, {"place", place}}};
}

Words endingText(Ending ending)
{
    constexpr std::array kChinese {std::string_view("仍然打开"), std::string_view("客户端因空闲关闭"),
        std::string_view("由客户端 close() 关闭"), std::string_view("Broker 因空闲关闭"), std::string_view("中断")};
    return {endingName(ending), kChinese[static_cast<std::size_t>(ending)]};
}

Words closerText(trace::Side side)
{
    return side == trace::Side::Client ? Words("client", "客户端")
        : side == trace::Side::Broker  ? Words("broker", "Broker")
                                       : Words("network", "网络");
}

Words metText(bool reset)
{
    return reset ? Words("met with a reset", "被 RST 应答") : Words("not met with a reset", "没有被 RST 应答");
}

using Apis = std::vector<ApiKey>;

/// "API_VERSIONS PRODUCE x312".
Words apiText(const Apis& apis)
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
    return text.empty() ? Words("nothing", "没有") : Words(text);
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
                    {"connection to {node} opened for {what}", "为{what}打开到 {node} 的连接",
                        {{"node", nodeText(*r)}, {"what", purpose(*r)}}},
                    {"for {what}", "为{what}", {{"what", purpose(*s)}}});
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
    void add(Instant recordedAt, const Words& recorded, const Words& simulated)
    {
        const Duration since = recordedAt - m_recorded.start();
        const std::string seconds = formatSeconds(since);
        m_differences.push_back({kStart + since,
            seconds + " s: " + m_tolerance.first + ' ' + recorded.english + "; simulated " + simulated.english,
            seconds + " 秒：" + m_tolerance.firstChinese + "：" + recorded.chinese + "；模拟的是："
                + simulated.chinese});
    }

    static Words purpose(const Life& life)
    {
        return life.byMetadata ? Words("metadata", "元数据") : Words("a request", "请求");
    }

    static Words nthTo(std::size_t n, const Life& life)
    {
        return {
            "connection {n} to {node}", "到 {node} 的第 {n} 条连接", {{"n", number(n)}, {"node", nodeText(life)}}};
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
                add(life.opened.at, nthTo(n + 1, life), {"none", "没有"});
                continue;
            }
            const Life& other = *candidates[n++];
            if (life.port != other.port || life.host != other.host)
                add(life.opened.at, {"connection to {node}", "到 {node} 的连接", {{"node", nodeText(life)}}},
                    {"to {node}", "到 {node}", {{"node", nodeText(other)}}});
            m_pairs.emplace_back(&life, &other);
        }
        for (const auto& [node, lives] : simulated) {
            for (std::size_t n = used[node]; n < lives.size(); ++n) {
                // Its place in the recorded story's time, for the order of the report.
                const Instant at = m_recorded.start() + (lives[n]->opened.at - m_simulated.start());
                add(at, {"no such thing", "没有"}, nthTo(n + 1, *lives[n]));
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
                    add(r1->opened.at,
                        {"{one} opened before {other}", "{one} 先于 {other} 打开",
                            {{"one", nodeText(*r1)}, {"other", nodeText(*r2)}}},
                        {"after it", "在它之后"});
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

    void compareWindow(const Life& r, const Life& s, Instant fromR, Instant fromS, bool metadata, const Words& when)
    {
        const Apis windowR = apis(r, fromR, fromR + m_tolerance.window, metadata);
        const Apis windowS = apis(s, fromS, fromS + m_tolerance.window, metadata);
        const Apis allR = apis(r, fromR, kNever, metadata);
        const Apis allS = apis(s, fromS, kNever, metadata);
        if (!isPrefix(windowR, allS) || !isPrefix(windowS, allR)) {
            add(std::max(fromR, r.opened.at),
                {"on {node} {when}: {apis}", "{node} 上，{when}：{apis}",
                    {{"node", nodeText(r)}, {"when", when}, {"apis", apiText(windowR)}}},
                apiText(windowS));
        }
    }

    void compareWindows(const Life& r, const Life& s)
    {
        compareWindow(r, s, m_recorded.start(), m_simulated.start(), true, {"after the start", "开始之后"});
        for (const MarkKind kind : {MarkKind::Send, MarkKind::Close}) {
            const auto markR = m_recorded.mark(kind);
            const auto markS = m_simulated.mark(kind);
            if (markR.has_value() != markS.has_value())
                add(markR.value_or(m_recorded.end),
                    markR ? Words("a mark {name}", "有 {name} 标记", {{"name", std::string(markName(kind))}})
                          : Words("no mark {name}", "没有 {name} 标记", {{"name", std::string(markName(kind))}}),
                    markS ? Words("one", "有") : Words("none", "没有"));
            else if (markR)
                compareWindow(r, s, *markR, *markS, false,
                    kind == MarkKind::Send ? Words("after send()", "send() 之后")
                                           : Words("after close()", "close() 之后"));
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
            add(r.opened.at,
                {"on {node} in all: {apis}", "{node} 上总共：{apis}",
                    {{"node", nodeText(r)}, {"apis", apiText(onceR)}}},
                apiText(onceS));
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
                add(r.opened.at,
                    {"{n} {api} on {node}", "{node} 上有 {n} 个 {api}",
                        {{"n", std::to_string(count(r))}, {"api", std::string(apiName(api))}, {"node", nodeText(r)}}},
                    {std::to_string(count(s))});
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
            add(at, {"{node}: {end}", "{node}：{end}", {{"node", nodeText(r)}, {"end", endingText(r.ending)}}},
                endingText(s.ending));
            return;
        }
        if (r.closer != s.closer && r.closer != trace::Side::None && s.closer != trace::Side::None) {
            add(at,
                {"{node}: closed by the {end}", "{node}：由{end}关闭",
                    {{"node", nodeText(r)}, {"end", closerText(r.closer)}}},
                {"by the {end}", "由{end}关闭", {{"end", closerText(s.closer)}}});
            return;
        }
        if (r.answerMetReset && s.answerMetReset && *r.answerMetReset != *s.answerMetReset) {
            add(at,
                {"{node}: an answer behind the client's FIN, {what}", "{node}：客户端 FIN 之后的应答，{what}",
                    {{"node", nodeText(r)}, {"what", metText(*r.answerMetReset)}}},
                metText(*s.answerMetReset));
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
        add(at,
            {"{node} closed after {took} s without use", "{node} 闲置 {took} 秒后关闭",
                {{"node", nodeText(r)}, {"took", formatSeconds(idleFor(r))}}},
            {"after {took} s", "{took} 秒后", {{"took", formatSeconds(idleFor(s))}}});
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
                    {"metadata request {n} to node {node}", "第 {n} 个元数据请求发往节点 {node}",
                        {{"n", number(i + 1)}, {"node", std::to_string(r[i].target.value)}}},
                    {"to node {node}, which the rule could not choose", "发往节点 {node}，而规则不可能选中它",
                        {{"node", std::to_string(s[i].target.value)}}});
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
            add(at, {"{n} metadata requests", "{n} 个元数据请求", {{"n", number(r.size())}}}, number(s.size()));
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
