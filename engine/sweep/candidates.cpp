// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/candidates.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

namespace connscope::sweep {

namespace {

// clang-format off
constexpr Candidate kCandidates[] = {
    {Scope::Client, "connections.max.idle.ms", "30000,50000,240000,300000,480000,540000,1800000,3600000,-1",
        {"A client that closes later, or never (-1), keeps the connection.", "晚关闭或永不关闭（-1）的客户端会保住连接。"},
        {"A client that closes earlier ends what is idle by itself, before any other limit would.", "早关闭的客户端自己结束空闲的连接，不等别的上限。"}},
    {Scope::Cluster, "connections.max.idle.ms", "60000,300000,600000,1800000,3600000,-1",
        {"A broker that closes later, or never (-1), leaves it to the client to close first.", "Broker 晚关闭或永不关闭（-1），就由客户端先关闭。"},
        {"A broker that closes earlier ends what is idle before anything else does.", "Broker 早关闭，空闲的连接就先由它结束。"}},
    {Scope::Client, "metadata.max.age.ms", "10000,60000,240000,300000,1800000,7200000",
        {"Fewer metadata refreshes: none of them keeps a connection in use or opens another.", "元数据刷新更少：既不会使某个连接不算空闲，也不会打开另一个连接。"},
        {"A metadata refresh moves bytes, which keeps one connection from being idle, and may open another.", "刷新元数据会传输数据，使某个连接不算空闲，也可能打开另一个连接。"}},
    {Scope::Client, "request.timeout.ms", "5000,15000,30000,60000,120000",
        {"A request that is waited for longer does not take its connection with it.", "请求等待得更久，就不会连同它的连接一起关闭。"},
        {"A request that is given up earlier takes its connection with it earlier.", "请求更早超时，会更早连同它的连接一起关闭。"}},
    {Scope::Client, "reconnect.backoff.ms", "50,1000,10000",
        {"A longer pause before the next attempt makes attempts fewer.", "两次尝试之间停得更久，尝试就更少。"},
        {"After a shorter pause the next attempt comes earlier.", "停得更短，下一次尝试就更早。"}},
    {Scope::Client, "reconnect.backoff.max.ms", "1000,10000,60000",
        {"Attempts that fail become rarer, up to this longer pause.", "失败的尝试会逐渐变稀，直到这个更长的间隔。"},
        {"Attempts that fail do not become so rare: the next one comes earlier.", "失败的尝试不会变得那么稀，下一次来得更早。"}},
    {Scope::Client, "socket.connection.setup.timeout.ms", "2000,10000,30000",
        {"A connect that nobody answers is waited for longer.", "没有应答的连接会等待得更久。"},
        {"A connect that nobody answers is given up earlier.", "没有应答的连接会更早放弃。"}},
    {Scope::Client, "max.poll.interval.ms", "10000,300000,900000,3600000",
        {"A consumer may go without poll() for longer before it leaves its group and has to join again.", "消费者可以更久不调用 poll 而不离开消费组，也就不必再加入。"},
        {"A consumer that does not poll leaves its group earlier, and joins again.", "不调用 poll 的消费者会更早离开消费组，之后再加入。"}},
    {Scope::Client, "session.timeout.ms", "6000,10000,45000",
        {"A member may go without heartbeats for longer before it is removed.", "成员可以更久没有心跳而不被移除。"},
        {"A member without heartbeats is removed earlier.", "没有心跳的成员会更早被移除。"}},
    {Scope::Client, "heartbeat.interval.ms", "1000,3000",
        {"Heartbeats are rarer; they travel on the coordinator's connection.", "心跳变稀，它走协调者连接。"},
        {"Heartbeats are more frequent; they travel on the coordinator's connection and keep it in use.", "心跳更频繁，它走协调者连接，使它一直在使用。"}},
    {Scope::Client, "enable.auto.commit", "false,true",
        {"Automatic commits travel on the coordinator's connection.", "自动提交走协调者连接。"},
        {"Without automatic commits there is less to send on the coordinator's connection.", "没有自动提交，协调者连接上要发送的就更少。"}},
    {Scope::Client, "auto.commit.interval.ms", "1000,60000",
        {"Automatic commits are rarer; they travel on the coordinator's connection.", "自动提交变稀，它走协调者连接。"},
        {"Automatic commits are more frequent; they travel on the coordinator's connection.", "自动提交更频繁，它走协调者连接。"}},
    {Scope::Client, "enable.idempotence", "false,true",
        {"An idempotent producer asks some node for its producer id.", "幂等生产者要向某个节点申请生产者编号。"},
        {"A producer that is not idempotent asks no node for a producer id.", "不幂等的生产者不用向任何节点申请生产者编号。"}},
    {Scope::Client, "linger.ms", "0,100,1000",
        {"Batches that wait longer are sent together, and later.", "批次等得更久，会合并发送，也更晚发送。"},
        {"Batches that wait less are sent one by one, and earlier.", "批次等得更短，会逐个发送，也更早发送。"}},
    {Scope::Client, "fetch.max.wait.ms", "100,5000",
        {"A FETCH may wait longer at the broker; a FETCH that waits is a connection in use.", "FETCH 可以在 Broker 等得更久，等待中的 FETCH 使连接处于使用中。"},
        {"A FETCH waits less at the broker, so that the next one comes earlier.", "FETCH 在 Broker 等得更短，下一个来得更早。"}},
    {Scope::Client, "metadata.recovery.strategy", "none,rebootstrap",
        {"Where all known brokers are gone, the bootstrap addresses are asked again (KIP-899).", "已知的 Broker 全部失联时，重新询问引导地址（KIP-899）。"},
        {"Where all known brokers are gone, the bootstrap addresses are not asked again.", "已知的 Broker 全部失联时，不再询问引导地址。"}},
    {Scope::Client, "client.dns.lookup", "use_all_dns_ips,resolve_canonical_bootstrap_servers_only",
        {"One name may stand for several addresses.", "一个名字可能对应多个地址。"},
        {"One name may stand for several addresses.", "一个名字可能对应多个地址。"}},
    {Scope::Cluster, "group.initial.rebalance.delay.ms", "0,3000",
        {"A group that waits for more members rebalances less often.", "等待更多成员的消费组重平衡得更少。"},
        {"A group that does not wait for more members is complete earlier.", "不等待更多成员的消费组更早就绪。"}},
    {Scope::Profile, "profile", "java-2.1,java-2.2,java-2.3,java-2.8,java-3.9,java-4.0",
        {"Another version of the client decides otherwise when to connect and what to ask where.", "另一个版本的客户端对何时连接、向谁询问有不同的决定。"},
        {"Another version of the client decides otherwise when to connect and what to ask where.", "另一个版本的客户端对何时连接、向谁询问有不同的决定。"}},
};
// clang-format on

/// A place among the values of a key; nothing where they have no order.
std::optional<std::int64_t> rank(std::string_view key, std::string_view value)
{
    if (value == "false" || value == "none")
        return 0;
    if (value == "true" || value == "rebootstrap")
        return 1;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (value.empty() || error != std::errc {} || end != value.data() + value.size())
        return std::nullopt;
    return key == "connections.max.idle.ms" && number < 0 ? std::numeric_limits<std::int64_t>::max() : number;
}

} // namespace

std::span<const Candidate> candidates() { return kCandidates; }

bool isBelow(std::string_view key, std::string_view value, std::string_view present)
{
    const auto a = rank(key, value);
    const auto b = rank(key, present);
    return a && b && *a < *b;
}

} // namespace connscope::sweep
