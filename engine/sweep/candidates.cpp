// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/candidates.h"

namespace connscope::sweep {

namespace {

// clang-format off
constexpr Candidate kCandidates[] = {
    {Scope::Client, "connections.max.idle.ms", "30000,50000,240000,300000,480000,540000,1800000,3600000,-1",
        "A client that closes first never meets another's limit; one that closes later keeps the connection.",
        "先关闭的客户端不会遇到别人的上限；晚关闭的客户端会保住连接。"},
    {Scope::Cluster, "connections.max.idle.ms", "60000,300000,600000,1800000,3600000,-1",
        "A broker that closes later leaves it to the client to close first.",
        "Broker 晚关闭，就由客户端先关闭。"},
    {Scope::Client, "metadata.max.age.ms", "10000,60000,240000,300000,1800000,7200000",
        "A metadata refresh moves bytes, which keeps one connection from being idle, and may open another.",
        "刷新元数据会传输数据，使某个连接不算空闲，也可能打开另一个连接。"},
    {Scope::Client, "request.timeout.ms", "5000,15000,30000,60000,120000",
        "A request that is given up takes its connection with it.",
        "请求超时会连同它的连接一起关闭。"},
    {Scope::Client, "reconnect.backoff.ms", "50,1000,10000",
        "A longer pause before the next attempt makes attempts fewer.",
        "两次尝试之间停得更久，尝试就更少。"},
    {Scope::Client, "reconnect.backoff.max.ms", "1000,10000,60000",
        "Attempts that fail become rarer up to this pause.",
        "失败的尝试会逐渐变稀，直到这个间隔。"},
    {Scope::Client, "socket.connection.setup.timeout.ms", "2000,10000,30000",
        "How long a connect that nobody answers is waited for.",
        "没有应答的连接要等待多久。"},
    {Scope::Client, "max.poll.interval.ms", "10000,300000,900000,3600000",
        "A consumer that does not poll for longer leaves its group, and joins again.",
        "消费者超过这个时间不调用 poll 就会离开消费组，之后再加入。"},
    {Scope::Client, "session.timeout.ms", "6000,10000,45000",
        "A member without heartbeats for so long is removed.",
        "这么久没有心跳的成员会被移除。"},
    {Scope::Client, "heartbeat.interval.ms", "1000,3000",
        "Heartbeats travel on the coordinator's connection and keep it in use.",
        "心跳走协调者连接，使它一直在使用。"},
    {Scope::Client, "enable.auto.commit", "false,true",
        "Automatic commits travel on the coordinator's connection.",
        "自动提交走协调者连接。"},
    {Scope::Client, "auto.commit.interval.ms", "1000,60000",
        "Automatic commits travel on the coordinator's connection.",
        "自动提交走协调者连接。"},
    {Scope::Client, "enable.idempotence", "false,true",
        "An idempotent producer asks some node for its producer id.",
        "幂等生产者要向某个节点申请生产者编号。"},
    {Scope::Client, "linger.ms", "0,100,1000",
        "Batches that wait are sent together, and later.",
        "批次等待之后会合并发送，也更晚发送。"},
    {Scope::Client, "fetch.max.wait.ms", "100,5000",
        "A FETCH that waits is a connection in use.",
        "等待中的 FETCH 使连接处于使用中。"},
    {Scope::Client, "metadata.recovery.strategy", "none,rebootstrap",
        "Where all known brokers are gone, the bootstrap addresses are asked again (KIP-899).",
        "已知的 Broker 全部失联时，重新询问引导地址（KIP-899）。"},
    {Scope::Client, "client.dns.lookup", "use_all_dns_ips,resolve_canonical_bootstrap_servers_only",
        "One name may stand for several addresses.",
        "一个名字可能对应多个地址。"},
    {Scope::Cluster, "group.initial.rebalance.delay.ms", "0,3000",
        "A group that waits for more members rebalances less often.",
        "等待更多成员的消费组重平衡得更少。"},
    {Scope::Profile, "profile", "java-2.1,java-2.2,java-2.3,java-2.8,java-3.9,java-4.0",
        "Another version of the client decides otherwise when to connect and what to ask where.",
        "另一个版本的客户端对何时连接、向谁询问有不同的决定。"},
};
// clang-format on

} // namespace

std::span<const Candidate> candidates() { return kCandidates; }

} // namespace connscope::sweep
