// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/phrases.h"

#include <array>

namespace connscope::analysis {

namespace {

using trace::RuleId;

// In the order of RuleId, as trace/rules.cpp has them in English; a test holds that.
// clang-format off
constexpr std::array<RuleWords, trace::kRuleCount> kRules {{
    {RuleId::None, "未知", "没有人知道：证据没有说明。"},
    {RuleId::StartOfWorld, "场景开始", "场景由此开始。"},
    {RuleId::ScenarioAction, "场景动作", "场景或某个人在此刻这样做。"},
    {RuleId::ApplicationCall, "应用调用", "应用调用了客户端。"},
    {RuleId::ConfigValue, "配置值", "配置的值这样规定。"},
    {RuleId::MetadataNeedsNode, "元数据需要节点", "元数据该更新了，而负载最小的节点还没有连接，于是连接它。"},
    {RuleId::FindCoordinatorNeedsNode, "查找协调者需要节点", "消费者必须问某个节点谁是它的组协调者；为此连接负载最小的节点。"},
    {RuleId::CoordinatorDiscovered, "发现协调者", "FIND_COORDINATOR 的应答指明了协调者；客户端立即以 Integer.MAX_VALUE − Broker 编号为节点编号连接它。"},
    {RuleId::CoordinatorNeeded, "需要协调者", "有消费组请求在等待协调者的连接。"},
    {RuleId::LeaderHasRecords, "领导者有待发消息", "某个分区的批次已就绪，而它的领导者还没有连接。"},
    {RuleId::LeaderToFetch, "要从领导者拉取", "消费者的某个分区由这个 Broker 领导，必须从它那里拉取。"},
    {RuleId::FollowerToFetch, "要从跟随者拉取", "领导者指定了与消费者同机架的副本作为首选读副本。"},
    {RuleId::OffsetsToList, "要查询偏移量", "没有已提交的偏移量：向领导者询问它的日志从哪里开始或到哪里结束。"},
    {RuleId::EpochToValidate, "要验证领导者纪元", "向领导者核对拉取位置的领导者纪元。"},
    {RuleId::ProducerIdNeeded, "需要生产者编号", "幂等生产者在发送之前需要一个编号；任何节点都能给。"},
    {RuleId::TransactionCoordinatorNeeded, "需要事务协调者", "有事务请求在等待事务协调者，它使用 Broker 本来的编号。"},
    {RuleId::AdminNeedsNode, "管理调用需要节点", "管理调用可以发往任何节点；连接负载最小的那个。"},
    {RuleId::ControllerNeeded, "需要控制器", "这个管理调用必须发往控制器。"},
    {RuleId::CourseConnectsAllBootstrap, "课程：所有引导地址", "课程的说法：创建生产者时会连接 bootstrap.servers 里的每个地址。"},
    {RuleId::CourseConnectsAllBrokers, "课程：元数据之后连接所有 Broker", "课程的说法：元数据更新之后，客户端会连接集群的每个 Broker。"},
    {RuleId::Rebootstrap, "重新引导", "已知的节点都不可用：客户端从 bootstrap.servers 重新开始。"},
    {RuleId::ClientIdleExpiry, "客户端空闲到期", "每次轮询结束时，客户端关闭最久未用的连接，条件是它的空闲时间超过了限度；每次轮询只关一个。"},
    {RuleId::BrokerIdleExpiry, "Broker 空闲到期", "Broker 的网络线程关闭最久未用的连接，条件是它的空闲时间超过了 Broker 的限度。"},
    {RuleId::CourseBrokerIdleExpiry, "课程：Broker 关闭空闲连接", "课程的说法：连接的空闲时间达到客户端的限度时，由 Broker 关闭它。"},
    {RuleId::ClientClosed, "客户端关闭", "调用了 close()：客户端关闭它的所有连接。"},
    {RuleId::ClientCloseForced, "客户端强制关闭", "close() 的时间用完了：客户端不再等待，直接关闭连接。"},
    {RuleId::ProcessKilled, "进程被杀死", "进程没有了（kill -9）：操作系统关闭它的套接字。"},
    {RuleId::RequestTimeout, "请求超时", "某个请求没有及时得到应答：客户端关闭整个连接。"},
    {RuleId::ConnectionSetupTimeout, "建立连接超时", "连接没有及时建立：客户端放弃它。"},
    {RuleId::ApiVersionsFailed, "API 版本协商失败", "Broker 拒绝了 API_VERSIONS：客户端关闭连接。"},
    {RuleId::CoordinatorChanged, "协调者变更", "这个 Broker 回答说它不是协调者：客户端关闭它的协调者连接。"},
    {RuleId::PeerClosed, "对方已关闭", "另一端关闭了；这一端读到流的结尾，也随之关闭。"},
    {RuleId::MaxConnectionsPerIp, "单地址连接数上限", "来自这个地址的连接太多，Broker 立即关闭新的连接。"},
    {RuleId::MaxConnections, "连接数上限", "Broker 的连接已满，它关闭最久未用的连接，让新的进来。"},
    {RuleId::BrokerStopped, "Broker 停止", "Broker 正在停机，关闭它的连接。"},
    {RuleId::BrokerKilled, "Broker 被杀死", "Broker 的进程没有了：它的操作系统关闭套接字。"},
    {RuleId::AcksZeroError, "acks=0 出错", "一个 acks=0 的生产请求失败了：关闭连接是 Broker 唯一的表达方式。"},
    {RuleId::ProtocolViolation, "违反协议", "读到的内容不符合协议；这条连接上后面的内容都不再可信。"},
    {RuleId::AuthenticationFailed, "认证失败", "TLS 握手或 SASL 交换失败：没有它就不能发送任何请求。"},
    {RuleId::ObservedPeer, "从 Broker 一端看到", "这是别人的程序做的：只知道连接的 Broker 一端看到了什么。"},
    {RuleId::RequestNotUnderstood, "无法理解的请求", "请求无法解析，或者 API、版本不被支持：Broker 关闭连接。"},
    {RuleId::ConnectionRefused, "连接被拒绝", "这个地址没有程序在监听：主机用 RST 应答 SYN。"},
    {RuleId::HostUnreachable, "主机不可达", "没有路由通向这个地址。"},
    {RuleId::UnresolvedHost, "主机名无法解析", "这个主机名没有地址。"},
    {RuleId::ConnectionReset, "连接被重置", "其中一侧，或者中间的网络，重置了连接。"},
    {RuleId::SynRetriesExhausted, "SYN 重试耗尽", "内核反复发送 SYN，直到放弃。"},
    {RuleId::RetransmissionTimeout, "重传超时", "内核反复重传未被确认的数据，直到放弃。"},
    {RuleId::KeepaliveTimeout, "保活超时", "内核的保活探测没有得到应答。"},
    {RuleId::MiddleboxForgot, "中间设备遗忘", "NAT 或负载均衡器丢掉了空闲连接的条目，而且不告诉任何一方。"},
    {RuleId::SocketGone, "套接字已消失", "另一端不再认识这个连接，用 RST 应答。"},
    {RuleId::LocalPortsExhausted, "本地端口耗尽", "通往这个地址的本地端口都被占用，TIME-WAIT 中的也算：内核无法再打开连接。"},
    {RuleId::MetadataAtStart, "启动时的元数据", "新的客户端还不了解集群。"},
    {RuleId::MetadataMaxAge, "元数据到期", "元数据已经够旧，应当刷新。"},
    {RuleId::MetadataNewTopic, "新主题的元数据", "客户端还没有问过这个主题。"},
    {RuleId::MetadataAfterDisconnect, "断开后的元数据", "每次断开都会请求新的元数据，因为集群可能变了。"},
    {RuleId::MetadataStaleLeader, "领导者出错后的元数据", "某个 Broker 回答说它不领导这个分区。"},
    {RuleId::MetadataUnknownTopic, "未知主题的元数据", "主题或它的分区还不存在，或者没有领导者：退避之后再问。"},
    {RuleId::MetadataCoordinatorFailed, "查找协调者失败后的元数据", "找不到协调者：先刷新元数据。"},
    {RuleId::MetadataNoLeader, "没有领导者的元数据", "某个分区没有已知的领导者，或者元数据里没有它用来拉取的那个跟随者。"},
    {RuleId::LeastLoadedNode, "负载最小的节点", "任何节点都能回答：从随机的起点开始，选未应答请求最少的那个。"},
    {RuleId::FirstRequestOnConnection, "连接上的第一个请求", "每个新连接首先询问 Broker 支持哪些 API 版本。"},
    {RuleId::AuthenticationFirst, "先认证", "监听器在任何其他请求之前要知道客户端是谁：这是 SASL 交换中的请求。"},
    {RuleId::BatchReady, "批次就绪", "批次已满、逗留够久，或者被要求立即发出。"},
    {RuleId::BatchRetried, "批次重试", "上一次尝试失败了，可以重来。"},
    {RuleId::JoinGroup, "加入消费组", "成员必须加入，或者重新加入它的消费组。"},
    {RuleId::MemberIdRequired, "需要成员编号", "协调者先给新成员一个编号；它带着编号再次加入。"},
    {RuleId::AssignmentReady, "交换分配方案", "每个成员请求自己的那份分区；消费组的领导者送出方案。"},
    {RuleId::HeartbeatInterval, "心跳间隔", "成员告诉协调者自己还活着。"},
    {RuleId::AutoCommitInterval, "自动提交间隔", "轮询时每隔一段时间提交一次偏移量。"},
    {RuleId::CommitBeforeRebalance, "再均衡前提交", "成员重新加入消费组之前，先提交已消费的偏移量：它的分区可能不再归它。"},
    {RuleId::CommitCalled, "调用提交", "应用提交了它的偏移量。"},
    {RuleId::CommitOnClose, "关闭时提交", "消费者在关闭时提交它已消费到的位置。"},
    {RuleId::CommittedOffsetsNeeded, "需要已提交的偏移量", "得到新分区的成员询问消费组上次读到哪里。"},
    {RuleId::ResetPosition, "重置位置", "没有已提交的偏移量，所以位置取自日志的开头或结尾。"},
    {RuleId::FetchWhenIdle, "没有拉取在途时拉取", "上一次拉取得到应答并被消费之后，立即再向该领导者拉取。"},
    {RuleId::FetchSessionClose, "关闭拉取会话", "消费者在关闭时告诉每个领导者，它的拉取会话结束了。"},
    {RuleId::LeaveOnClose, "关闭时离开", "动态成员在关闭时离开消费组。"},
    {RuleId::LeaveOnUnsubscribe, "取消订阅时离开", "取消订阅的成员离开消费组。"},
    {RuleId::TransactionStep, "事务步骤", "轮到事务的下一步。"},
    {RuleId::AdminCall, "管理调用", "应用要求管理客户端这样做。"},
    {RuleId::MaxPollInterval, "轮询间隔上限", "应用没有及时轮询：它的心跳线程离开消费组。"},
    {RuleId::SessionTimeout, "会话超时", "在会话超时之内心跳没有成功往返：听不到心跳的协调者移除这个成员；得不到应答的成员关闭它的协调者连接，再问谁是组协调者。"},
    {RuleId::RebalanceInProgress, "正在再均衡", "消费组正在再均衡：每个成员都必须重新加入。"},
    {RuleId::RebalanceDelay, "再均衡延迟", "协调者在应答空消费组的第一次加入之前，先等待更多成员。"},
    {RuleId::CoordinatorLoading, "协调者未就绪", "这个 Broker 不是协调者、还在加载消费组，或者作为协调者暂不可用。"},
    {RuleId::BrokerAnswers, "Broker 应答", "Broker 处理完了请求。"},
    {RuleId::LongPoll, "长轮询", "Broker 扣住拉取请求，直到数据足够或等待时间用完。"},
    {RuleId::Throttled, "限流", "客户端超出了配额，必须等待。"},
    {RuleId::ReconnectBackoff, "重连退避", "失败之后，要过一段越来越长的停顿才能再试同一个节点。"},
    {RuleId::RetryBackoff, "重试退避", "失败的请求要停顿一会儿才能重来。"},
    {RuleId::SilentRequest, "不期待应答", "acks=0 时 Broker 不发送应答；请求写出即算完成。"},
    {RuleId::NoResetPolicy, "没有重置策略", "没有重置策略时，缺失或越界的位点要由应用自己处理：客户端抛出异常。"},
    {RuleId::DeliveryTimeout, "投递超时", "批次从创建起超过了投递时限仍未送达：不论它还在排队还是已在途中，发送都失败。"},
    {RuleId::NoCommonVersion, "没有共同版本", "客户端与 Broker 对这个请求没有共同的版本：它不会被发出，立即失败；连接保持打开。"},
    {RuleId::ResponseArrived, "应答到达", "这是对先前某个请求的应答。"},
    {RuleId::NodesReplaced, "节点被替换", "第一份元数据用真正的 Broker 取代引导地址；旧的连接再也不会被选中。"},
    {RuleId::LeadershipChanged, "领导权变更", "现在由另一个副本领导这个分区。"},
    {RuleId::ThreeWayHandshake, "三次握手", "SYN、SYN-ACK、ACK。"},
    {RuleId::ActiveClose, "主动关闭", "先发送 FIN 的一端：FIN-WAIT-1、FIN-WAIT-2、TIME-WAIT。"},
    {RuleId::PassiveClose, "被动关闭", "先收到 FIN 的一端停在 CLOSE-WAIT，直到它的程序关闭套接字。"},
    {RuleId::TimeWaitOver, "TIME-WAIT 结束", "主动关闭的一端让这对地址继续保留一段时间，在 Linux 上是 60 秒。"},
    {RuleId::FinWait2Timeout, "FIN-WAIT-2 超时", "内核不再等待另一端的 FIN。"},
    {RuleId::ProcessExit, "进程退出", "结束的进程把所有套接字交给内核，由内核关闭。"},
    {RuleId::RunLimit, "运行上限", "运行达到了事先声明的某个上限。"},
    {RuleId::TraceLimit, "记录上限", "长时间会话的记录只保留这么多；更早的事件被丢弃，仍然成立的除外。"},
    {RuleId::WhatIfReuseByAddress, "假如：按地址复用", "假如连接以主机和端口为键：就会使用通往同一地址的现有连接。"},
    {RuleId::WhatIfCoordinatorOnData, "假如：协调者用数据连接", "假如消费组请求使用 Broker 的数据连接：就不会另开协调者连接。"},
}};
// clang-format on

} // namespace

const RuleWords& chineseRule(RuleId id)
{
    const auto index = static_cast<std::size_t>(id);
    return kRules[index < kRules.size() ? index : 0];
}

} // namespace connscope::analysis
