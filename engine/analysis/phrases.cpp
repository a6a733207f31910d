// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/phrases.h"

#include <array>

namespace connscope::analysis {

namespace {

struct Row {
    Phrase phrase;
    std::string_view english;
    std::string_view chinese;
};

// In the order of Phrase; a test holds that, and that both languages have the same slots.
// clang-format off
constexpr std::array<Row, kPhraseCount> kRows {{
    {Phrase::AClient, "a client", "某个客户端"},
    {Phrase::ABroker, "a broker", "某个 Broker"},
    {Phrase::ANode, "a node", "某个节点"},
    {Phrase::ClientNumber, "client {n}", "客户端 {n}"},
    {Phrase::BrokerNumber, "broker {n}", "Broker {n}"},
    {Phrase::NodePlace, "node {node}", "节点 {node}"},
    {Phrase::NodePlaceRemote, "node {node} ({remote})", "节点 {node}（{remote}）"},
    {Phrase::BootstrapAddress, "{ordinal} address of bootstrap.servers",
        "bootstrap.servers 的第 {ordinal} 个地址"},
    {Phrase::CoordinatorNode, "group coordinator on broker {n} = 2147483647 − {n}",
        "Broker {n} 上的组协调者 = 2147483647 − {n}"},
    {Phrase::BrokerTransaction, "broker {n}, also transaction coordinator", "Broker {n}，兼任事务协调者"},
    {Phrase::Seconds, "{n} s", "{n} 秒"},
    {Phrase::Milliseconds, "{n} ms", "{n} 毫秒"},
    {Phrase::Microseconds, "{n} µs", "{n} 微秒"},
    {Phrase::Nanoseconds, "{n} ns", "{n} 纳秒"},
    {Phrase::NoTimeLimit, "no time limit", "不限时"},
    {Phrase::TimeLimit, "timeout {limit}", "限时 {limit}"},
    {Phrase::ErrorNumber, "error {n}", "错误 {n}"},
    {Phrase::Comma, ", ", "，"},
    {Phrase::And, " and ", "和"},
    {Phrase::WithText, "{what}: {text}", "{what}：{text}"},
    {Phrase::Nodes, "{n} node|{n} nodes", "{n} 个节点"},
    {Phrase::Brokers, "{n} broker|{n} brokers", "{n} 个 Broker"},
    {Phrase::Records, "{n} record|{n} records", "{n} 条消息"},
    {Phrase::Partitions, "{n} partition|{n} partitions", "{n} 个分区"},
    {Phrase::Members, "{n} member|{n} members", "{n} 个成员"},
    {Phrase::Bytes, "{n} byte|{n} bytes", "{n} 字节"},
    {Phrase::Causes, "{n} cause|{n} causes", "{n} 个原因"},
    {Phrase::Connections, "{n} connection|{n} connections", "{n} 个连接"},
    {Phrase::Requests, "{n} request|{n} requests", "{n} 个请求"},
    {Phrase::Answers, "{n} answer|{n} answers", "{n} 个响应"},
    {Phrase::ClientsEnd, "the client's end", "客户端一侧"},
    {Phrase::BrokersEnd, "the broker's end", "Broker 一侧"},
    {Phrase::TheNetwork, "the network", "网络"},
    {Phrase::OneEnd, "one end", "其中一侧"},
    {Phrase::TheBroker, "the broker", "Broker"},
    {Phrase::ScenarioBegins, "the scenario begins", "场景开始"},
    {Phrase::ClientCreatedKind, "the application creates {client} ({kind})", "应用创建 {client}（{kind}）"},
    {Phrase::ClientCreated, "the application creates {client}", "应用创建 {client}"},
    {Phrase::CloseCalled, "the application calls close() on {client} ({limit})",
        "应用对 {client} 调用 close()（{limit}）"},
    {Phrase::ClientClosed, "{client} is closed", "{client} 已关闭"},
    {Phrase::ClientKilled, "the process of {client} is killed", "{client} 的进程被杀死"},
    {Phrase::ClientPaused, "the process of {client} stops running; its kernel goes on",
        "{client} 的进程停住了；它的内核照常运行"},
    {Phrase::ClientResumed, "the process of {client} runs again", "{client} 的进程恢复运行"},
    {Phrase::AppCall, "the application calls {text} on {client}", "应用对 {client} 调用 {text}"},
    {Phrase::AppReturn, "{text} returns to the application of {client}", "{text} 返回到 {client} 的应用"},
    {Phrase::ConnectStarted, "{client} starts to connect to {place}", "{client} 开始连接 {place}"},
    {Phrase::Connected, "{client} is connected to {place}", "{client} 已连上 {place}"},
    {Phrase::Authenticated, "{client} is authenticated at {place}", "{client} 已通过 {place} 的认证"},
    {Phrase::Ready, "{place} is ready: {client} may send requests to it",
        "{place} 已就绪：{client} 可以向它发送请求"},
    {Phrase::ConnectFailed, "{client} cannot connect to {place}", "{client} 连不上 {place}"},
    {Phrase::Disconnected, "{client} notices that its connection to {place} has ended",
        "{client} 发现它到 {place} 的连接已经结束"},
    {Phrase::BackoffStarted, "{client} waits {took} before it may connect to {place} again",
        "{client} 要等 {took} 才能再次连接 {place}"},
    {Phrase::IdleExpired, "{closer} closes the connection between {client} and {place} after {took} without use",
        "{closer} 关闭 {client} 与 {place} 之间的连接，它已有 {took} 没有使用"},
    {Phrase::NodeInferred, "{request} tells that this connection of {client} is the one to {place}",
        "从 {request} 看出，{client} 的这条连接是到 {place} 的"},
    {Phrase::ProtocolError, "{end} of the connection between {client} and {place} reads what does not follow the protocol: {text}",
        "{client} 与 {place} 之间的连接，{end}读到不符合协议的内容：{text}"},
    {Phrase::AuthenticationFailed, "the authentication of {client} at {place} fails: {text}",
        "{client} 在 {place} 的认证失败：{text}"},
    {Phrase::TcpState, "{end} of the connection between {client} and {place} goes to {state}",
        "{client} 与 {place} 之间的连接，{end}进入 {state}"},
    {Phrase::SynDropped, "SYN number {value} from {client} to {place} is not answered",
        "{client} 发往 {place} 的第 {value} 个 SYN 没有应答"},
    {Phrase::FinSent, "{end} of the connection between {client} and {place} sends its FIN",
        "{client} 与 {place} 之间的连接，{end}发送 FIN"},
    {Phrase::FinReceived, "{end} of the connection between {client} and {place} receives the other end's FIN",
        "{client} 与 {place} 之间的连接，{end}收到对方的 FIN"},
    {Phrase::ResetSent, "{end} of the connection between {client} and {place} sends a reset",
        "{client} 与 {place} 之间的连接，{end}发送 RST"},
    {Phrase::ResetReceived, "{end} of the connection between {client} and {place} receives a reset",
        "{client} 与 {place} 之间的连接，{end}收到 RST"},
    {Phrase::Closed, "{end} of the connection between {client} and {place} is closed",
        "{client} 与 {place} 之间的连接，{end}已关闭"},
    {Phrase::RequestQueued, "{client} has {request} for {place} wait for its connection",
        "{client} 让发给 {place} 的 {request} 等待连接"},
    {Phrase::RequestSent, "{client} sends {request} to {place}", "{client} 向 {place} 发送 {request}"},
    {Phrase::RequestReceived, "{broker} reads {request} from {client}",
        "{broker} 读到 {client} 的 {request}"},
    {Phrase::ResponseSent, "{broker} answers {request} of {client}",
        "{broker} 应答 {client} 的 {request}"},
    {Phrase::ResponseReceived, "{client} gets the answer to {request} from {place}",
        "{client} 收到 {place} 对 {request} 的应答"},
    {Phrase::RequestCancelled, "{client} gives up {request} to {place}, whose connection has ended",
        "{client} 放弃发给 {place} 的 {request}，它的连接已经结束"},
    {Phrase::RequestTimedOut, "{request} of {client} to {place} was not answered in time",
        "{client} 发给 {place} 的 {request} 没有及时得到应答"},
    {Phrase::NodeChosen, "{client} chooses {place} of {nodes} ({value} in flight there)",
        "{client} 从 {nodes}中选定 {place}（那里有 {value} 个请求未应答）"},
    {Phrase::NodeNotFound, "{client} finds no usable node and tries again in {took}",
        "{client} 找不到可用的节点，{took} 后再试"},
    {Phrase::MetadataRequested, "{client} wants a metadata update", "{client} 需要更新元数据"},
    {Phrase::MetadataUpdated, "{client} learns the cluster: metadata version {value}, {brokers}",
        "{client} 了解到集群：元数据版本 {value}，{brokers}"},
    {Phrase::MetadataFailed, "{client} must ask for metadata again", "{client} 必须再次请求元数据"},
    {Phrase::CoordinatorFound, "{client} learns that {broker} is the coordinator of {text}",
        "{client} 得知 {broker} 是 {text} 的协调者"},
    {Phrase::CoordinatorLost, "{client} no longer trusts its coordinator", "{client} 不再信任它的协调者"},
    {Phrase::CoordinatorLostOf, "{client} no longer trusts its coordinator of {text}",
        "{client} 不再信任 {text} 的协调者"},
    {Phrase::GroupJoined, "{client} is a member of its group, generation {value}",
        "{client} 成为消费组的成员，第 {value} 代"},
    {Phrase::PartitionsAssigned, "{client} gets {text}", "{client} 分到 {text}"},
    {Phrase::PartitionsRevoked, "{client} gives up {text}", "{client} 交出 {text}"},
    {Phrase::NoPartitions, "no partitions", "零个分区"},
    {Phrase::GroupLeft, "{client} leaves its group", "{client} 离开消费组"},
    {Phrase::FetchPositionReset, "{client} will fetch {text} from offset {value}",
        "{client} 将从偏移量 {value} 开始拉取 {text}"},
    {Phrase::RecordsDelivered, "{records} of {client} are through", "{client} 的 {records}已交付"},
    {Phrase::RecordsDeliveredFor, "{records} of {client} for {text} are through",
        "{client} 在 {text} 上的 {records}已交付"},
    {Phrase::RecordsFailed, "{records} of {client} are given up: {text}", "{client} 的 {records}被放弃：{text}"},
    {Phrase::BatchReady, "{client} has a batch ready, whose leader is {broker}",
        "{client} 有一个批次就绪，领导者是 {broker}"},
    {Phrase::BatchReadyFor, "{client} has a batch ready for {text}, whose leader is {broker}",
        "{client} 有一个发往 {text} 的批次就绪，领导者是 {broker}"},
    {Phrase::TransactionState, "{client}'s transaction: {text}", "{client} 的事务：{text}"},
    {Phrase::BrokerUp, "{broker} is up", "{broker} 上线"},
    {Phrase::BrokerDown, "{broker} goes down", "{broker} 下线"},
    {Phrase::BrokerDownHow, "{broker} goes down ({text})", "{broker} 下线（{text}）"},
    {Phrase::BrokerPaused, "{broker} stops running; its kernel goes on", "{broker} 的进程停住了；它的内核照常运行"},
    {Phrase::BrokerResumed, "{broker} runs again", "{broker} 恢复运行"},
    {Phrase::BrokerSlow, "{broker} takes {took} more for each answer", "{broker} 的每次应答多花 {took}"},
    {Phrase::BrokerFast, "{broker} is as fast as before", "{broker} 恢复原来的速度"},
    {Phrase::LeaderMoved, "{broker} becomes the leader of {text}", "{broker} 成为 {text} 的领导者"},
    {Phrase::LeaderNone, "{text} has no leader", "{text} 没有领导者"},
    {Phrase::CoordinatorMoved, "{broker} becomes the coordinator of {text}",
        "{broker} 成为 {text} 的协调者"},
    {Phrase::CoordinatorNone, "{text} has no coordinator", "{text} 没有协调者"},
    {Phrase::TopicCreated, "topic {text} is created with {partitions}", "创建主题 {text}，有 {partitions}"},
    {Phrase::LinkCut, "the link {text} is cut", "链路 {text} 被切断"},
    {Phrase::LinkHealed, "the link {text} works again", "链路 {text} 恢复"},
    {Phrase::FlowForgotten, "a middlebox forgets the connection between {client} and {place}, which was silent for {took}",
        "中间设备忘记了 {client} 与 {place} 之间的连接，它已沉默 {took}"},
    {Phrase::PacketDropped, "a segment between {client} and {place} is lost",
        "{client} 与 {place} 之间丢失了一个报文段"},
    {Phrase::GroupRebalancing, "group {text} rebalances: {members}", "消费组 {text} 再均衡：{members}"},
    {Phrase::MemberRemoved, "the coordinator removes member {text}", "协调者移除成员 {text}"},
    {Phrase::Action, "the scenario does this: {text}", "场景执行：{text}"},
    {Phrase::ConfigChanged, "the configuration says {text}", "配置写着 {text}"},
    {Phrase::Mark, "a mark is set", "设下标记"},
    {Phrase::Stopped, "the run stops", "运行停止"},
    {Phrase::EventsDropped, "what came before is older than what was kept: {value} events were dropped",
        "更早的记录没有保留：丢弃了 {value} 个事件"},
    {Phrase::WholeFromHere, "the trace is whole from here; what was dropped begins {took} after the start",
        "从这里起记录是完整的；丢弃的部分从开始后 {took} 算起"},
    {Phrase::EarlierRequests, "before that, {client} had sent {requests} to {place}",
        "在此之前，{client} 已向 {place} 发送 {requests}"},
    {Phrase::EarlierAnswers, "before that, {client} had read {answers} from {place}",
        "在此之前，{client} 已从 {place} 读取 {answers}"},
    {Phrase::UntilAgain, "{took} until it may be tried again", "{took} 后才可再试"},
    {Phrase::SinceLastUse, "{took} since last use", "距上次使用 {took}"},
    {Phrase::From, "from {text}", "来自 {text}"},
    {Phrase::Attempt, "attempt {value}", "第 {value} 次尝试"},
    {Phrase::AtTheBroker, "{took} at the broker", "在 Broker 处用了 {took}"},
    {Phrase::AfterSent, "{took} after it was sent", "发送后 {took}"},
    {Phrase::OfNodes, "of {nodes}", "共 {nodes}"},
    {Phrase::InFlightThere, "{value} in flight there", "那里有 {value} 个请求未应答"},
    {Phrase::UntilItTries, "{took} until it tries again", "{took} 后再试"},
    {Phrase::Version, "version {value}", "版本 {value}"},
    {Phrase::Generation, "generation {value}", "第 {value} 代"},
    {Phrase::Offset, "offset {value}", "偏移量 {value}"},
    {Phrase::NoLonger, "no longer", "不再变慢"},
    {Phrase::MoreForEach, "{took} more for each answer", "每次应答多花 {took}"},
    {Phrase::Idle, "{took} idle", "空闲 {took}"},
    {Phrase::Killed, "killed", "被杀死"},
    {Phrase::StoppedWell, "stopped", "正常停止"},
    {Phrase::TransactionBegin, "begin", "开始"},
    {Phrase::TransactionCommit, "commit", "提交"},
    {Phrase::TransactionFatal, "fatal error", "致命错误"},
    {Phrase::TransactionAbortable, "abortable error", "需要中止的错误"},
    {Phrase::TransactionComplete, "complete", "完成"},
    {Phrase::TransactionAbort, "abort", "中止"},
    {Phrase::BrokerList, "brokers", "Broker 列表"},
    {Phrase::LeaderOf, "leader of {text}", "{text} 的领导者"},
    {Phrase::StartClient, "start client {text}", "启动客户端 {text}"},
    {Phrase::MoreCauses, "({causes} more of the same kind)", "（另有 {causes}与此类似）"},
    {Phrase::NumberWords, "no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve",
        "0|1|2|3|4|5|6|7|8|9|10|11|12"},
    {Phrase::Minutes, "{n} min", "{n} 分钟"},
    {Phrase::Hours, "{n} h", "{n} 小时"},
    {Phrase::AfterTheStart, "{took} after the start", "开始 {took} 后"},
    {Phrase::AtTheStart, "at the start", "开始时"},
    {Phrase::Clients, "{n} client|{n} clients", "{n} 个客户端"},
    {Phrase::Lanes, "{n} lane|{n} lanes", "{n} 条泳道"},
    {Phrase::ProducerNamed, "producer {client}", "生产者 {client}"},
    {Phrase::ConsumerNamed, "consumer {client}", "消费者 {client}"},
    {Phrase::AdminNamed, "admin client {client}", "管理客户端 {client}"},
    {Phrase::ClientNamed, "client {client}", "客户端 {client}"},
    {Phrase::ClientWithArticle, "the client", "客户端"},
    {Phrase::Holds, "{who} holds {connections} {when}: {parts}|{who} hold {connections} {when}: {parts}",
        "{when}，{who} 有 {connections}：{parts}"},
    {Phrase::HoldsNone, "{who} holds no connection {when}|{who} hold no connection {when}",
        "{when}，{who} 没有连接"},
    {Phrase::NoClient, "there is no client {when}", "{when}，没有客户端"},
    {Phrase::ClientHas, "{client} {n}", "{client} 有 {n} 个"},
    {Phrase::ClientHasNone, "{client} none", "{client} 没有"},
    {Phrase::ToBootstrap, "{n} to a bootstrap address (node {nodes})|{n} to bootstrap addresses (nodes {nodes})",
        "{n} 个到引导地址（节点 {nodes}）"},
    {Phrase::ToCoordinator, "{n} to the group coordinator (node {nodes})|{n} to group coordinators (nodes {nodes})",
        "{n} 个到组协调者（节点 {nodes}）"},
    {Phrase::ToBroker, "{n} to broker {nodes}|{n} to brokers {nodes}", "{n} 个到 Broker {nodes}"},
    {Phrase::ToUnknown, "{n} to a node that nothing has told yet|{n} to nodes that nothing has told yet",
        "{n} 个到尚未得知的节点"},
    {Phrase::NodeRange, "{from} to {to}", "{from} 到 {to}"},
    {Phrase::NodesBetween, "between {from} and {to}", "{from} 和 {to} 之间"},
    {Phrase::NextId, ", ", "、"},
    {Phrase::LastId, " and ", " 和 "},
    {Phrase::Orphaned,
        "nothing will choose the connection to node {nodes} again|"
        "nothing will choose the connections to nodes {nodes} again",
        "到节点 {nodes} 的连接不会再被选用"},
    {Phrase::NotUsedFor, "the connection to node {nodes} has not been used for {took}",
        "到节点 {nodes} 的连接已有 {took} 没有使用"},
    {Phrase::HalfClosed,
        "{n} connection is closed at one end only ({nodes})|"
        "{n} connections are closed at one end only ({nodes})",
        "{n} 个连接只在一侧关闭（{nodes}）"},
    {Phrase::HalfClosedOf,
        "{n} connection of {client} is closed at one end only ({nodes})|"
        "{n} connections of {client} are closed at one end only ({nodes})",
        "{client} 有 {n} 个连接只在一侧关闭（{nodes}）"},
    {Phrase::Opens,
        "{who} opens {connections} between {from} and {to}: {parts}|"
        "{who} open {connections} between {from} and {to}: {parts}",
        "从 {from} 到 {to}，{who} 打开 {connections}：{parts}"},
    {Phrase::OpensNone,
        "{who} opens no connection between {from} and {to}|{who} open no connection between {from} and {to}",
        "从 {from} 到 {to}，{who} 没有打开连接"},
    {Phrase::OpenBefore, "{n} was open before|{n} were open before", "在此之前已有 {n} 个打开"},
    {Phrase::EndedBy,
        "{n} is closed by {closer} ({rule}): {nodes}|{n} are closed by {closer} ({rule}): {nodes}",
        "{n} 个被 {closer} 关闭（{rule}）：{nodes}"},
    {Phrase::AttemptsFail,
        "{n} attempt to connect fails ({rule}): {nodes}|{n} attempts to connect fail ({rule}): {nodes}",
        "{n} 次连接尝试失败（{rule}）：{nodes}"},
    {Phrase::NodesNamed, "node {nodes}|nodes {nodes}", "节点 {nodes}"},
    {Phrase::OpenAtEnd, "{n} is open at the end|{n} are open at the end", "结束时有 {n} 个打开"},
    {Phrase::NoneOpenAtEnd, "none is open at the end", "结束时没有打开的连接"},
    {Phrase::Sends,
        "{who} sends {requests} on {connections} between {from} and {to}: {parts}|"
        "{who} send {requests} on {connections} between {from} and {to}: {parts}",
        "从 {from} 到 {to}，{who} 在 {connections} 上发送 {requests}：{parts}"},
    {Phrase::SendsNone,
        "{who} sends no request between {from} and {to}|{who} send no request between {from} and {to}",
        "从 {from} 到 {to}，{who} 没有发送请求"},
    {Phrase::OpenedMeanwhile, "{connections} is opened: {parts}|{connections} are opened: {parts}",
        "打开 {connections}：{parts}"},
    {Phrase::ClosedMeanwhile,
        "{connections} is closed by {closer} ({rule}): {nodes}|"
        "{connections} are closed by {closer} ({rule}): {nodes}",
        "{connections}被 {closer} 关闭（{rule}）：{nodes}"},
    {Phrase::SentOf, "{n} {api}", "{n} 个 {api}"},
    {Phrase::AltTopology, "diagram of {clients} and {brokers} {when}, with {connections}",
        "示意图，{when}：{clients}，{brokers}，{connections}"},
    {Phrase::AltTimeline, "timeline from {from} to {to} with {lanes}", "时间线，从 {from} 到 {to}：{lanes}"},
    {Phrase::AltMovingTopology, "moving diagram of {clients} and {brokers} from {from} to {to}",
        "动态示意图，从 {from} 到 {to}：{clients}，{brokers}"},
    {Phrase::AltSequence, "sequence diagram from {from} to {to} of {clients} and {brokers}, with {requests}",
        "时序图，从 {from} 到 {to}：{clients}，{brokers}，{requests}"},
    {Phrase::AltLink, "{client} to {place}, {role}: {parts}", "{client} 到 {place}，{role}：{parts}"},
    {Phrase::AltLane, "{client}, {place}, {role}: {parts}", "{client}，{place}，{role}：{parts}"},
    {Phrase::AltMore, "and {connections} more", "另有 {connections}"},
    {Phrase::AltAttempts,
        "{client} to {place}, {role}: {n} attempt to connect fails at {from} ({rule})|"
        "{client} to {place}, {role}: {n} attempts to connect fail from {from} to {to} ({rule})",
        "{client} 到 {place}，{role}：{n} 次连接尝试失败，从 {from} 到 {to}（{rule}）"},
    {Phrase::AltMoreAttempts, "and {n} more attempt that fails|and {n} more attempts that fail", "另有 {n} 次失败的尝试"},
    {Phrase::AltUnused, "not used for {took}", "已有 {took} 没有使用"},
    {Phrase::AltOpened, "opened at {when}", "{when} 时打开"},
    {Phrase::AltReady, "ready at {when}", "{when} 时就绪"},
    {Phrase::AltLastUsed, "last used at {when}", "{when} 时最后使用"},
    {Phrase::AltClosedBy, "closed at {when} by {closer} ({rule})", "{when} 时被 {closer} 关闭（{rule}）"},
    {Phrase::AltStillOpen, "still open at the end", "结束时仍然打开"},
    {Phrase::AltNoRequests, "no requests", "没有请求"},
    {Phrase::ChannelNone, "not opened", "未打开"},
    {Phrase::ChannelConnecting, "connecting", "正在连接"},
    {Phrase::ChannelAuthenticating, "authenticating", "正在认证"},
    {Phrase::ChannelCheckingApiVersions, "checking api versions", "正在检查 API 版本"},
    {Phrase::ChannelReady, "ready", "就绪"},
    {Phrase::ChannelDisconnected, "disconnected", "已断开"},
    {Phrase::ChannelBackingOff, "backing off", "退避中"},
    {Phrase::Sentence, "{what}.", "{what}。"},
    {Phrase::BrokerAt, "broker {n} ({remote})", "Broker {n}（{remote}）"},
    {Phrase::SequenceLabel, "node {node}: {what}", "节点 {node}：{what}"},
    {Phrase::SequenceConnect, "connect", "连接"},
    {Phrase::SequenceConnected, "connected", "已连接"},
    {Phrase::SequenceNoConnection, "not connected", "连接失败"},
    {Phrase::SequenceClose, "close", "关闭"},
    {Phrase::SequenceWithRule, "{what} ({rule})", "{what}（{rule}）"},
    {Phrase::SequenceFromTo, "{what}, {from} to {to}", "{what}，{from} 到 {to}"},
    {Phrase::SequenceLater, "{took} later", "{took} 后"},
    {Phrase::TableClient, "Client", "客户端"},
    {Phrase::TableNode, "Node id", "节点编号"},
    {Phrase::TableRole, "Role", "角色"},
    {Phrase::TableRemote, "Remote", "对端"},
    {Phrase::TableOpened, "Opened (s)", "打开（秒）"},
    {Phrase::TableOpenRule, "Opening rule", "打开规则"},
    {Phrase::TableReady, "Ready (s)", "就绪（秒）"},
    {Phrase::TableLastUsed, "Last used (s)", "最后使用（秒）"},
    {Phrase::TableClosed, "Closed (s)", "关闭（秒）"},
    {Phrase::TableCloser, "Closed by", "关闭方"},
    {Phrase::TableCloseRule, "Closing rule", "关闭规则"},
    {Phrase::TableRequests, "Requests", "请求数"},
    {Phrase::TableUsedLater,
        "later than closed: one end had begun to close, and bytes still moved at the client's end.",
        "晚于关闭：一端已经开始关闭，客户端一侧仍有字节收发。"},
    {Phrase::DroppedNote,
        "{events} from {from} to {to} are older than what was kept; of that time this tells only what still lasted when it was over",
        "从 {from} 到 {to} 的 {events} 个事件早于所保留的记录；那段时间里，这里只有到其结束时仍在持续的内容"},
    {Phrase::TimelineNothing, "No connection in this range.", "这段时间内没有连接。"},
    {Phrase::TimelineScale, "{from} to {to}, one character is {step}", "{from} 到 {to}，一个字符是 {step}"},
    {Phrase::TimelineOpen, "open", "打开的连接"},
    {Phrase::LegendOpened, "opened", "打开"},
    {Phrase::LegendOpening, "not ready yet", "尚未就绪"},
    {Phrase::LegendOpen, "open", "已打开"},
    {Phrase::LegendRequest, "request", "请求"},
    {Phrase::LegendInFlight, "waits for the answer", "等待应答"},
    {Phrase::LegendHalfClosed, "closed at one end", "一侧已关闭"},
    {Phrase::LegendClosed, "closed by client, broker, network", "被客户端、Broker、网络关闭"},
    {Phrase::LegendFolded, "silence, cut short", "静默，已折叠"},
}};
// clang-format on

/// Whether a Chinese character or its punctuation ends at \a end of \a text: U+3000 and above, in three bytes of UTF-8.
bool isWide(std::string_view text, std::size_t begin)
{
    if (begin >= text.size())
        return false;
    const auto lead = static_cast<unsigned char>(text[begin]);
    return lead >= 0xe3 && lead <= 0xef;
}

/// Slots are set off by blanks, as Latin words in a Chinese sentence are; where a slot holds Chinese, the blank goes.
std::string withoutBlanksInside(std::string text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ' && out.size() >= 3 && isWide(out, out.size() - 3) && isWide(text, i + 1))
            continue;
        out += text[i];
    }
    return out;
}

/// The half of "one|many" that \a count calls for.
std::string_view half(std::string_view words, std::uint64_t count)
{
    const std::size_t bar = words.find('|');
    if (bar == std::string_view::npos)
        return words;
    return count == 1 ? words.substr(0, bar) : words.substr(bar + 1);
}

std::string fill(std::string_view text, const Slots& slots)
{
    std::string out;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        out += text.substr(0, open);
        if (open == std::string_view::npos)
            break;
        const std::size_t close = text.find('}', open);
        out += slots(text.substr(open + 1, close - open - 1));
        text.remove_prefix(close + 1);
    }
    return out;
}

} // namespace

std::string_view pattern(Phrase phrase, Language language)
{
    const Row& row = kRows[static_cast<std::size_t>(phrase)];
    return language == Language::Chinese ? row.chinese : row.english;
}

std::string fillPattern(Language language, std::string_view pattern, const Slots& slots)
{
    std::string out = fill(pattern, slots);
    return language == Language::Chinese ? withoutBlanksInside(std::move(out)) : out;
}

std::string say(Language language, Phrase phrase, const Slots& slots)
{
    return fillPattern(language, pattern(phrase, language), slots);
}

std::string say(Language language, Phrase phrase, std::string_view value)
{
    return say(language, phrase, [&](std::string_view) { return std::string(value); });
}

std::string say(Language language, Phrase phrase, std::uint64_t count, const Slots& slots)
{
    std::string out = fill(half(pattern(phrase, language), count), slots);
    return language == Language::Chinese ? withoutBlanksInside(std::move(out)) : out;
}

std::string counted(Language language, Phrase phrase, std::uint64_t count)
{
    return countedPattern(pattern(phrase, language), count);
}

std::string countedPattern(std::string_view words, std::uint64_t count)
{
    return fill(half(words, count), [&](std::string_view) { return std::to_string(count); });
}

} // namespace connscope::analysis
