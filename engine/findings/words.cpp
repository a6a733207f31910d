// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/words.h"

#include "analysis/phrases.h"
#include "analysis/spokentime.h"
#include "base/text.h"
#include "trace/construction.h"

#include <array>
#include <charconv>

namespace connscope::findings {

using analysis::Language;
using analysis::Names;
using analysis::Phrase;

namespace {

// In the order of Kind; "one|many" by the number of connections. A test holds the order, and that both languages have the
// same slots.
// clang-format off
constexpr std::array<Patterns, kKindCount> kPatterns {{
    {Kind::NotConstructed, "not-constructed",
        {"A client was not constructed", "客户端没有创建成功"},
        {"The constructor of {name} threw: {reason}. Without a client there is no connection.",
         "{name} 的构造函数抛出了异常：{reason}。没有客户端，也就没有连接。"},
        {"Correct the setting that is named; of bootstrap.servers at least one host needs an address.",
         "改正其中提到的设置；bootstrap.servers 里至少要有一个主机名能解析。"},
        {"", ""}},
    {Kind::AdvertisedUnreachable, "advertised-unreachable",
        {"Advertised address unreachable", "公布的地址无法到达"},
        {"{who} can ask a bootstrap address, but never reached broker {broker} at {remote}, where metadata says it is: {why}. bootstrap.servers is only for asking; every later connection goes to what the broker advertises.",
         "{who} 能访问引导地址，却从未连上元数据所说的位于 {remote} 的 Broker {broker}：{why}。bootstrap.servers 只用来打听，之后的每个连接都去 Broker 公布的地址。"},
        {"Set {key} of broker {broker} to an address that its clients can reach.",
         "把 Broker {broker} 的 {key} 改成客户端能到达的地址。"},
        {"The broker may also be down or behind a firewall: the trace does not tell.",
         "也可能是这台 Broker 没有运行，或者被防火墙挡住：从轨迹中看不出来。"}},
    {Kind::BootstrapUnreachable, "bootstrap-unreachable",
        {"No bootstrap address works", "所有引导地址都不可用"},
        {"{who} never reached an address of bootstrap.servers: {connections} failed, the first to {remote} ({why}).",
         "{who} 从未连上 bootstrap.servers 中的任何地址：{connections}失败，第一个到 {remote}（{why}）。"},
        {"Check {key}, and whether a broker listens there.", "检查 {key}，以及那里是否有 Broker 在监听。"},
        {"", ""}},
    {Kind::Leak, "leak",
        {"Instances that are never closed", "从不关闭的实例"},
        {"{clients} like {client} were created one after the other within {took}, each after the one before had done its work; none was closed, and together they hold {connections}.",
         "{took}之内相继创建了 {clients}，例如 {client}，每一个都在前一个完成工作之后创建；它们都没有关闭，一共占用 {connections}。"},
        {"Share one instance, or close each one when it has done its work; a producer is thread-safe.",
         "共用一个实例，或者在每个实例完成工作之后关闭它；生产者是线程安全的。"},
        {"", ""}},
    {Kind::ClientLimitAboveMiddlebox, "client-limit-above-middlebox",
        {"Idle longer than a middlebox remembers", "空闲时间超过中间设备的记忆"},
        {"A middlebox (NAT, load balancer, firewall) forgot {connections} of {who} after {took} of silence; the client's own limit is {limit}, {relation}, so it goes on using what is dead and waits for request.timeout.ms.",
         "中间设备（NAT、负载均衡、防火墙）在沉默 {took} 之后忘记了 {who} 的 {connections}；客户端自己的上限是 {limit}，{relation}，所以它继续使用已经失效的连接，直到 request.timeout.ms。"},
        {"Set {value} at the client, below the middlebox's limit.", "在客户端设置 {value}，低于中间设备的上限。"},
        {"Nobody saw the middlebox: it is told from a silence, a request into it that was never answered, and the next connection, which worked at once.",
         "没有人直接看到中间设备：这是从沉默、之后得不到应答的请求，以及立刻可用的下一个连接推断出来的。"}},
    {Kind::ZombieConnection, "zombie-connection",
        {"Zombie connection", "僵尸连接"},
        {"{connections} of {who} has no use any more and was silent for {took}; neither end will ever close it: both have connections.max.idle.ms = -1.|{connections} of {who} have no use any more and were silent for up to {took}; neither end will ever close them: both have connections.max.idle.ms = -1.",
         "{who} 有 {connections}已经没有用处，最长沉默 {took}，而两端都不会关闭：两端的 connections.max.idle.ms 都是 -1。"},
        {"Set {value} at the client, so that it closes what is idle.", "在客户端设置 {value}，让它关闭空闲的连接。"},
        {"The limit of at least one end is not known; no default would have allowed so long a silence.",
         "至少有一端的上限未知；但任何默认值都不会允许这么长的沉默。"}},
    {Kind::CloseWaitStanding, "close-wait-standing",
        {"CLOSE-WAIT is standing", "停留在 CLOSE-WAIT"},
        {"{connections} of {who} stood in CLOSE-WAIT for {took}: the broker had closed, and nobody polled.|{connections} of {who} stood in CLOSE-WAIT for up to {took}: the broker had closed, and nobody polled.",
         "{who} 的 {connections}停留在 CLOSE-WAIT，最长 {took}：Broker 已经关闭，而没有人调用 poll。"},
        {"Poll more often: a client that does not poll notices neither the broker's FIN nor its own idle limit{outlast}.",
         "更频繁地调用 poll：不调用 poll 的客户端既不会发现 Broker 的 FIN，也不会检查自己的空闲上限{outlast}。"},
        {"", ""}},
    {Kind::ReconnectStorm, "reconnect-storm",
        {"Reconnect storm", "重连风暴"},
        {"{who} opened {connections} to node {node} ({remote}) within {took}.",
         "{who} 在 {took} 之内向节点 {node}（{remote}）打开了 {connections}。"},
        {"Find out why they end: see the reason of each; {value} at the client makes the attempts rarer.",
         "先查明它们为什么结束：见每个连接的原因；在客户端设置 {value} 可以让重试变得更稀疏。"},
        {"", ""}},
    {Kind::SetupTimeout, "setup-timeout",
        {"Nothing answered the SYN", "SYN 没有得到应答"},
        {"{connections} to {remote} of {clients} gave up after {took}: nothing answered the SYN, not even a refusal.|{connections} to {remote} of {clients} gave up after up to {took}: nothing answered the SYN, not even a refusal.",
         "{clients}到 {remote} 的 {connections}在最长 {took} 之后放弃：SYN 没有得到任何应答，连拒绝也没有。"},
        {"Look for a firewall that drops packets, or a wrong address; {key} (10 s, 20 % more or less, doubled for each failure up to 30 s) is how long the client waits.",
         "检查是否有丢弃数据包的防火墙，或者地址写错；{key}（10 秒，上下浮动 20 %，每失败一次加倍，最多 30 秒）是客户端等待的时间。"},
        {"", ""}},
    {Kind::ClosedTogether, "closed-together",
        {"Closed in the same moment", "在同一时刻关闭"},
        {"{connections} of {clients} to broker {broker} ended within {took}. Idle limits close one by one; this is a broker, a proxy or a load balancer that went away.",
         "{clients}到 Broker {broker} 的 {connections}在 {took} 之内一起结束。空闲上限是逐个关闭的；这是 Broker、代理或负载均衡离开了。"},
        {"See what happened to broker {broker} and to what stands before it; the clients come back by themselves.",
         "查看 Broker {broker} 及其前面的设备发生了什么；客户端会自行恢复。"},
        {"The trace does not say that the broker went away.", "轨迹中没有说明这台 Broker 曾离开。"}},
    {Kind::ClientLimitAboveBroker, "client-limit-above-broker",
        {"The broker's idle limit is not far enough above the client's", "Broker 的空闲上限不够高于客户端"},
        {"connections.max.idle.ms of {who} is {limit}, {relation} the broker's {took}: the broker {closes} first on {connections}.",
         "{who} 的 connections.max.idle.ms 是 {limit}，{relation} Broker 的 {took}：{connections}{closes}由 Broker 先关闭。"},
        {"Set {value} at the client, below the broker's limit.", "在客户端设置 {value}，低于 Broker 的上限。"},
        {"The client's limit is not known; the broker's idle check closed first.",
         "客户端的上限未知；但确实是 Broker 的空闲检查先关闭的。"}},
    {Kind::SharedClientId, "shared-client-id",
        {"One client.id, several instances", "多个实例共用一个 client.id"},
        {"{clients} have one client.id at the same time, among them {client}; together they have opened {connections}. Whoever counts by client.id takes them for one.",
         "{clients}同时使用同一个 client.id，其中有 {client}；它们一共打开了 {connections}。按 client.id 统计的人会把它们当成一个。"},
        {"Give each instance a {key} of its own, so that logs, metrics and quotas tell them apart.",
         "让每个实例使用自己的 {key}，以便在日志、监控和配额中区分。"},
        {"", ""}},
    {Kind::NeverUsed, "never-used",
        {"Never used after its handshake", "握手之后从未使用"},
        {"On {connections} of {who} nothing was sent after the handshake, for {took}.|On {connections} of {who} nothing was sent after the handshake, for up to {took}.",
         "{who} 有 {connections}在握手之后没有发送过任何请求，最长 {took}。"},
        {"Nothing to set: an idle limit closes what is not used.", "不需要设置：空闲上限会关闭不用的连接。"},
        {"", ""}},
    {Kind::IdleClose, "idle-close",
        {"Closed because idle", "因空闲而关闭"},
        {"{closer} closed {connections} of {clients} after {took} without use{limited}. {verdict}: {again}.|{closer} closed {connections} of {clients} after up to {took} without use{limited}. {verdict}: {again}.",
         "{closer}关闭了 {clients}的 {connections}，最长闲置 {took}{limited}。{verdict}：{again}。"},
        {"The period tells whose limit it is: 5 min an AdminClient's, 9 min a producer's or consumer's, 10 min a broker's.",
         "周期说明是谁的上限：5 分钟是 AdminClient，9 分钟是生产者或消费者，10 分钟是 Broker。"},
        {"", ""}},
    {Kind::TwoSocketsToOneHost, "two-sockets-to-one-host",
        {"Several sockets to one broker", "到同一台 Broker 有多个套接字"},
        {"From one client to one broker there are up to {most} connections at the same time: {connections} in all, of {who}. The Java client keys a connection by node id and not by address; others, such as KafkaJS, keep two for each broker.",
         "同一个客户端到同一台 Broker 同时有最多 {most} 个连接：共 {connections}，属于 {who}。Java 客户端按节点编号识别连接，而不是按地址；KafkaJS 等则为每台 Broker 保留两个。"},
        {"As designed; there is nothing to set. They are no reconnects.", "这是有意的设计，不需要设置。它们不是重连。"},
        {"", ""}},
    {Kind::ConnectionsOfAClient, "connections-of-a-client",
        {"Connections of a client", "每个客户端的连接数"},
        {"Each {kind} ({clients}) had at most {range} at the same time: one for each broker that it talks to{coordinator}, and those of bootstrap.servers until they have been idle for long enough. Partitions do not count.",
         "每个{kind}（{clients}）同时最多有 {range}：与之通信的每台 Broker 一个{coordinator}，外加 bootstrap.servers 的引导连接，直到它们空闲得足够久。与分区数无关。"},
        {"Nothing to set.", "不需要设置。"},
        {"", ""}},
}};
// clang-format on

/// What is advised where another limit than the client's is to be raised, and where nothing is to be set.
struct OtherRemedy {
    std::string_view words[analysis::kLanguageCount];
    std::string_view in(Language language) const { return words[static_cast<std::size_t>(language)]; }
};
constexpr OtherRemedy kRaiseBroker {{"Set {value} at the broker{also}: the client looks at its clock only when it "
                                     "polls, so no limit of its own that is worth to "
                                     "be set is in time before {took}.",
    "在 Broker 设置 {value}{also}：客户端只在 poll 时看钟，在 {took} 之前，它自己没有哪个值得设置的上限来得及。"}};
constexpr OtherRemedy kRaiseMiddlebox {{"Let the middlebox remember for {value} or longer{also}: the client looks at "
                                        "its clock only when it polls, so no limit of its "
                                        "own that is worth to be set is in time before {took}.",
    "让中间设备记住 {value} 或更久{also}：客户端只在 poll 时看钟，在 {took} "
    "之前，它自己没有哪个值得设置的上限来得及。"}};
constexpr OtherRemedy kPoll {
    {"Poll more often: a client that does not poll does not look at its idle limit, however low it is.",
        "更频繁地调用 poll：不调用 poll 的客户端不会检查自己的空闲上限，设得再低也没有用。"}};

constexpr std::string_view kWeights[kWeightCount] = {"fault", "warning", "note"};
constexpr std::string_view kWeightWords[kWeightCount][2] = {{"Fault", "故障"}, {"Warning", "警告"}, {"Note", "提示"}};

std::size_t at(Language language) { return static_cast<std::size_t>(language); }

/// The half of "one|many" for a number.
std::string_view half(std::string_view pattern, std::size_t count)
{
    const std::size_t bar = pattern.find('|');
    if (bar == std::string_view::npos)
        return pattern;
    return count == 1 ? pattern.substr(0, bar) : pattern.substr(bar + 1);
}

/// A setting as a file has it, or the key alone where its value depends on the installation.
std::string setting(const Remedy& remedy, Language language)
{
    std::int64_t time = 0;
    const char* const end = remedy.value.data() + remedy.value.size();
    if (remedy.key.empty() && std::from_chars(remedy.value.data(), end, time).ec == std::errc {})
        return analysis::spokenTime(ms(time), language);
    return remedy.value.empty() ? std::string(remedy.key) : std::string(remedy.key) + '=' + remedy.value;
}

class Slots {
public:
    Slots(const Names* names, const Finding& finding, Language language)
        : m_names(names)
        , m_finding(finding)
        , m_language(language)
    {
    }

    std::string operator()(std::string_view slot) const
    {
        if (slot == "name" || slot == "reason")
            return ofConstruction(slot);
        if (slot == "client")
            return client();
        if (slot == "who")
            return who();
        if (slot == "clients")
            return counted(Phrase::Clients, m_finding.clients.size());
        if (slot == "connections")
            return counted(Phrase::Connections, m_finding.connections.size());
        if (slot == "took")
            return analysis::spokenTime(m_finding.length, m_language);
        if (slot == "limit")
            return limit();
        if (slot == "limited")
            return limited();
        if (slot == "closes")
            return m_finding.weight == Weight::Warning ? pick("closed", "已") : pick("will close", "将会");
        if (slot == "again")
            return again();
        if (slot == "node")
            return analysis::nodeText(m_finding.node);
        if (slot == "broker")
            return m_finding.broker.isValid() ? std::to_string(m_finding.broker.value) : std::string("?");
        if (slot == "remote")
            return m_names && !m_finding.connections.empty() ? m_names->remote(m_finding.connections.front())
                                                             : std::string();
        if (slot == "why")
            return why();
        if (slot == "most")
            return std::to_string(m_finding.most);
        if (slot == "range")
            return range();
        if (slot == "kind")
            return kind();
        if (slot == "verdict")
            return m_finding.side == trace::Side::Broker
                ? pick("An idle limit did what it is there for; whose should come first is another question",
                    "空闲上限起了它的作用；该由谁先到期，则是另一个问题")
                : pick("That is no fault", "这不是故障");
        if (slot == "relation")
            return m_finding.limit > Duration::zero() && m_finding.limit < m_finding.length
                ? pick("too little below (a client looks at its clock only when it polls)",
                    "只略低于（客户端只在 poll 时看钟）")
                : pick("not below", "不低于");
        if (slot == "coordinator")
            return m_finding.clientKind == trace::ClientKind::Consumer && m_finding.hasCoordinator
                ? pick(", one to its coordinator", "、到协调者一个")
                : std::string();
        if (slot == "closer")
            return m_finding.side == trace::Side::Client ? pick("The client", "客户端")
                                                         : pick("The broker", "Broker ");
        if (slot == "key")
            return m_finding.remedy ? std::string(m_finding.remedy->key) : std::string();
        if (slot == "outlast")
            return m_finding.remedy ? pick("; ", "；在 Broker 设置 ") + setting(*m_finding.remedy, m_language)
                    + pick(" at the broker would have outlasted this silence", " 就能等过这段沉默")
                                    : std::string();
        if (slot == "also")
            return m_finding.also ? pick(" and ", "，并在客户端设置 ") + setting(*m_finding.also, m_language)
                    + pick(" at the client", "")
                                  : std::string();
        if (slot == "value")
            return m_finding.remedy
                ? setting(*m_finding.remedy, m_language)
                : pick("connections.max.idle.ms below the broker's", "connections.max.idle.ms 低于 Broker 的上限");
        return {};
    }

private:
    std::string pick(std::string_view english, std::string_view chinese) const
    {
        return std::string(m_language == Language::Chinese ? chinese : english);
    }
    std::string counted(Phrase phrase, std::size_t count) const
    {
        return analysis::counted(m_language, phrase, count);
    }
    std::string client() const
    {
        return m_names && !m_finding.clients.empty() ? m_names->client(m_finding.clients.front(), m_language)
                                                     : pick("a client", "某个客户端");
    }
    /// Who was not constructed, and why: only the marks know.
    std::string ofConstruction(std::string_view slot) const
    {
        const auto said = m_names && !m_finding.events.empty()
            ? trace::notConstructed(m_names->trace(), m_finding.events.front())
            : std::nullopt;
        if (!said)
            return {};
        if (slot == "reason")
            return printable(said->reason, 400);
        const std::string name = printable(said->name, 200);
        const std::size_t others = m_finding.events.size() - 1;
        return others == 0 ? name
                           : name + pick(" and ", " 和另外 ") + std::to_string(others) + pick(" more", " 个客户端");
    }
    /// One by its name, a few by their number and their names, many by their number and the first name.
    std::string who() const
    {
        constexpr std::size_t kFew = 3;
        const std::size_t clients = m_finding.clients.size();
        if (clients < 2)
            return client();
        const std::string number = counted(Phrase::Clients, clients) + pick(" (", "（");
        if (clients > kFew || !m_names)
            return number + client() + pick(" and others)", " 等）");
        std::vector<std::string> names;
        for (const ClientId id : m_finding.clients)
            names.push_back(m_names->client(id, m_language));
        return number + analysis::joinAnd(names, m_language) + pick(")", "）");
    }
    /// The client's own limit, as far as it is known.
    std::string limit() const
    {
        if (m_finding.limit < Duration::zero())
            return pick("none (-1)", "无（-1）");
        if (m_finding.limit == Duration::zero())
            return pick("not known", "未知");
        return analysis::spokenTime(m_finding.limit, m_language);
    }
    std::string limited() const
    {
        if (m_finding.limit <= Duration::zero())
            return {};
        const std::string time = analysis::spokenTime(m_finding.limit, m_language);
        return pick(" (connections.max.idle.ms is ", "（connections.max.idle.ms 是 ") + time + pick(")", "）");
    }
    /// What becomes of what was closed because it was idle. An address of bootstrap.servers has no place among real brokers.
    std::string again() const
    {
        const std::size_t all = m_finding.connections.size();
        const std::size_t bootstrap = m_finding.least;
        if (bootstrap >= all)
            return pick("an address of bootstrap.servers is of no use once the brokers are known",
                "知道了 Broker 之后，bootstrap.servers 里的地址就没有用处了");
        if (bootstrap > 0)
            return pick("those to brokers are opened again when there is something to send, and addresses of "
                        "bootstrap.servers are of no use once the brokers are known",
                "到 Broker 的连接在需要发送时会重新建立；知道了 Broker 之后，bootstrap.servers 里的地址就没有用处了");
        return all == 1 ? pick("it is opened again when there is something to send", "需要发送时会重新建立")
                        : pick("they are opened again when there is something to send", "需要发送时会重新建立");
    }
    std::string why() const
    {
        const trace::Trace* trace = m_names ? &m_names->trace() : nullptr;
        if (!trace || m_finding.events.empty())
            return {};
        return std::string(analysis::ruleName((*trace)[m_finding.events.front()].rule, m_language));
    }
    std::string range() const
    {
        if (m_finding.least == m_finding.most)
            return counted(Phrase::Connections, m_finding.most);
        return std::to_string(m_finding.least) + pick(" to ", " 到 ") + counted(Phrase::Connections, m_finding.most);
    }
    std::string kind() const
    {
        return m_finding.clientKind == trace::ClientKind::Other
            ? pick("client", "客户端")
            : std::string(analysis::clientKindWord(m_finding.clientKind, m_language));
    }

    const Names* m_names;
    const Finding& m_finding;
    Language m_language;
};

std::string fill(const Names* names, std::string_view pattern, const Finding& finding, Language language)
{
    return analysis::fillPattern(
        language, half(pattern, finding.connections.size()), Slots(names, finding, language));
}

} // namespace

const Patterns& patterns(Kind kind) { return kPatterns[static_cast<std::size_t>(kind)]; }

std::string_view kindName(Kind kind) { return patterns(kind).name; }

std::optional<Kind> kindFromName(std::string_view name)
{
    for (const Patterns& row : kPatterns) {
        if (row.name == name)
            return row.kind;
    }
    return std::nullopt;
}

std::string_view weightName(Weight weight) { return kWeights[static_cast<std::size_t>(weight)]; }

std::optional<Weight> weightFromName(std::string_view name)
{
    for (int i = 0; i < kWeightCount; ++i) {
        if (kWeights[i] == name)
            return static_cast<Weight>(i);
    }
    return std::nullopt;
}

std::string_view certaintyName(Certainty certainty) { return certainty == Certainty::Certain ? "certain" : "likely"; }

std::string_view title(Kind kind, Language language) { return patterns(kind).title[at(language)]; }

std::string_view weightWord(Weight weight, Language language)
{
    return kWeightWords[static_cast<std::size_t>(weight)][at(language)];
}

std::string text(const Names& names, const Finding& finding, Language language)
{
    return fill(&names, patterns(finding.kind).text[at(language)], finding, language);
}

std::string remedy(const Finding& finding, Language language)
{
    const bool ofMiddlebox = finding.kind == Kind::ClientLimitAboveMiddlebox;
    if (ofMiddlebox && !finding.remedy)
        return fill(nullptr, kPoll.in(language), finding, language);
    if ((ofMiddlebox || finding.kind == Kind::ClientLimitAboveBroker) && finding.remedy
        && finding.remedy->side != trace::Side::Client)
        return fill(nullptr, (ofMiddlebox ? kRaiseMiddlebox : kRaiseBroker).in(language), finding, language);
    return fill(nullptr, patterns(finding.kind).remedy[at(language)], finding, language);
}

std::string doubt(const Finding& finding, Language language)
{
    if (finding.certainty == Certainty::Certain)
        return {};
    return fill(nullptr, patterns(finding.kind).doubt[at(language)], finding, language);
}

} // namespace connscope::findings
