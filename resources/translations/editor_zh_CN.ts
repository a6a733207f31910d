<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Fields</name>
    <message>
        <source>leave out “%1” of %2</source>
        <translation>不再写 %2 的“%1”</translation>
    </message>
    <message>
        <source>set “%1” of %2 to %3</source>
        <translation>把 %2 的“%1”设为 %3</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>What the scenario is called</source>
        <translation>场景的名称</translation>
    </message>
    <message>
        <source>Title in Chinese</source>
        <translation>中文标题</translation>
    </message>
    <message>
        <source>Shown where the interface is Chinese</source>
        <translation>界面为中文时显示</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>What is to be seen, and why</source>
        <translation>能看到什么，为什么</translation>
    </message>
    <message>
        <source>Description in Chinese</source>
        <translation>中文说明</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>The group in the gallery: producer, consumer, closing, failure, …</source>
        <translation>在示例库中的分组：producer、consumer、closing、failure……</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Of every random choice; another seed gives another of the possible orders</source>
        <translation>决定所有随机选择；换一个种子会得到另一种可能的顺序</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置档</translation>
    </message>
    <message>
        <source>How clients decide that name no profile of their own</source>
        <translation>没有写明自己档案的客户端怎样决策</translation>
    </message>
    <message>
        <source>Wall clock</source>
        <translation>挂钟时间</translation>
    </message>
    <message>
        <source>The wall clock at instant 0, in UTC, for logs: 2019-05-27T10:00:54.142Z</source>
        <translation>时刻 0 的挂钟时间（UTC），用于日志：2019-05-27T10:00:54.142Z</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>The virtual time that a run covers</source>
        <translation>一次运行覆盖的虚拟时间</translation>
    </message>
    <message>
        <source>Most events</source>
        <translation>事件上限</translation>
    </message>
    <message>
        <source>A run stops there with a message</source>
        <translation>运行到此停止并给出提示</translation>
    </message>
    <message>
        <source>Cluster id</source>
        <translation>集群编号</translation>
    </message>
    <message>
        <source>As the brokers tell it</source>
        <translation>Broker 告知的值</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Which API versions the brokers offer and which settings they know</source>
        <translation>Broker 提供哪些 API 版本、认识哪些配置</translation>
    </message>
    <message>
        <source>Group coordinators</source>
        <translation>组协调者</translation>
    </message>
    <message>
        <source>Set by hand, as group: broker; others are found as Kafka does, by hash</source>
        <translation>手工指定，写作 组: Broker；其余按 Kafka 的散列规则</translation>
    </message>
    <message>
        <source>Transaction coordinators</source>
        <translation>事务协调者</translation>
    </message>
    <message>
        <source>Set by hand, as transactional.id: broker; others are found by hash</source>
        <translation>手工指定，写作 transactional.id: Broker；其余按散列</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>控制器</translation>
    </message>
    <message>
        <source>The broker that is the controller</source>
        <translation>担任控制器的 Broker</translation>
    </message>
    <message>
        <source>the lowest id</source>
        <translation>编号最小者</translation>
    </message>
    <message>
        <source>API versions</source>
        <translation>API 版本</translation>
    </message>
    <message>
        <source>The least and the greatest version that brokers offer: FETCH: [4, 11]</source>
        <translation>Broker 提供的最低和最高版本：FETCH: [4, 11]</translation>
    </message>
    <message>
        <source>Quotas</source>
        <translation>配额</translation>
    </message>
    <message>
        <source>The throttle time of each answer, by client.id: producer-1: 500ms</source>
        <translation>按 client.id 给出每个应答的限流时间：producer-1: 500ms</translation>
    </message>
    <message>
        <source>Replication delay</source>
        <translation>复制延迟</translation>
    </message>
    <message>
        <source>Until the followers of a partition have a record</source>
        <translation>直到分区的跟随者拿到记录</translation>
    </message>
    <message>
        <source>Failure detection</source>
        <translation>故障发现</translation>
    </message>
    <message>
        <source>Until the cluster notices that a broker was killed</source>
        <translation>直到集群发现某个 Broker 被杀死</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>broker.id</source>
        <translation>broker.id</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Where it listens</source>
        <translation>监听的地方</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Advertised listener</source>
        <translation>对外公布的地址</translation>
    </message>
    <message>
        <source>The host and port that it tells clients (advertised.listeners); may be wrong</source>
        <translation>告诉客户端的主机和端口（advertised.listeners）；可以是错的</translation>
    </message>
    <message>
        <source>host and port</source>
        <translation>主机和端口</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>broker.rack</source>
        <translation>broker.rack</translation>
    </message>
    <message>
        <source>Service time</source>
        <translation>处理时间</translation>
    </message>
    <message>
        <source>To handle one request</source>
        <translation>处理一个请求所需</translation>
    </message>
    <message>
        <source>Slow APIs</source>
        <translation>慢的 API</translation>
    </message>
    <message>
        <source>Time added to the answers of one API: API_VERSIONS: 2s</source>
        <translation>某个 API 的应答额外增加的时间：API_VERSIONS: 2s</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>多少个</translation>
    </message>
    <message>
        <source>one a broker</source>
        <translation>每个 Broker 一个</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Of each partition</source>
        <translation>每个分区的</translation>
    </message>
    <message>
        <source>Leaders</source>
        <translation>领导者</translation>
    </message>
    <message>
        <source>The broker that leads each partition; none for a partition without a leader</source>
        <translation>每个分区的领导者所在 Broker；没有领导者写 none</translation>
    </message>
    <message>
        <source>in turn</source>
        <translation>轮流</translation>
    </message>
    <message>
        <source>Replicas by partition</source>
        <translation>各分区的副本</translation>
    </message>
    <message>
        <source>Brokers of each partition: [0, 1], [1, 2]</source>
        <translation>每个分区的 Broker：[0, 1], [1, 2]</translation>
    </message>
    <message>
        <source>the leader and the next</source>
        <translation>领导者及其后的 Broker</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Already in the log of each partition</source>
        <translation>每个分区日志里已有的</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>时延</translation>
    </message>
    <message>
        <source>One way, between every client and every broker</source>
        <translation>单程，所有客户端与所有 Broker 之间</translation>
    </message>
    <message>
        <source>Jitter</source>
        <translation>抖动</translation>
    </message>
    <message>
        <source>Each segment is late by 0 to this; none overtakes another</source>
        <translation>每个报文段晚到 0 到这么久；互不超越</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Such as 100Mbit/s</source>
        <translation>例如 100Mbit/s</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>丢包</translation>
    </message>
    <message>
        <source>The share of segments that arrive a retransmission later: 1%</source>
        <translation>要等一次重传才到的报文段比例：1%</translation>
    </message>
    <message>
        <source>Retransmission</source>
        <translation>重传</translation>
    </message>
    <message>
        <source>The delay that a lost segment adds</source>
        <translation>丢一个报文段增加的延迟</translation>
    </message>
    <message>
        <source>DNS</source>
        <translation>DNS</translation>
    </message>
    <message>
        <source>Names to addresses: kafka.example: [10.0.0.1, 10.0.0.2]; hosts of brokers have one without it</source>
        <translation>名字到地址：kafka.example: [10.0.0.1, 10.0.0.2]；Broker 的主机不写也有地址</translation>
    </message>
    <message>
        <source>Unresolvable names</source>
        <translation>无法解析的名字</translation>
    </message>
    <message>
        <source>Names that have no address</source>
        <translation>没有地址的名字</translation>
    </message>
    <message>
        <source>Middlebox forgets after</source>
        <translation>中间设备遗忘时限</translation>
    </message>
    <message>
        <source>A NAT gateway or load balancer forgets a flow without traffic after this</source>
        <translation>NAT 网关或负载均衡器在这么久没有流量后忘掉该流</translation>
    </message>
    <message>
        <source>there is none</source>
        <translation>没有中间设备</translation>
    </message>
    <message>
        <source>Middlebox answers</source>
        <translation>中间设备的回应</translation>
    </message>
    <message>
        <source>What it does with a flow that it forgot</source>
        <translation>对已忘掉的流怎么办</translation>
    </message>
    <message>
        <source>First SYN again after</source>
        <translation>首次重发 SYN</translation>
    </message>
    <message>
        <source>Doubles each time</source>
        <translation>每次加倍</translation>
    </message>
    <message>
        <source>SYNs at most</source>
        <translation>SYN 次数上限</translation>
    </message>
    <message>
        <source>tcp_syn_retries</source>
        <translation>tcp_syn_retries</translation>
    </message>
    <message>
        <source>Gives up after</source>
        <translation>放弃时限</translation>
    </message>
    <message>
        <source>Data that nobody acknowledges (tcp_retries2)</source>
        <translation>无人确认的数据（tcp_retries2）</translation>
    </message>
    <message>
        <source>TIME-WAIT</source>
        <translation>TIME-WAIT</translation>
    </message>
    <message>
        <source>How long a closed socket stays</source>
        <translation>已关闭的套接字停留多久</translation>
    </message>
    <message>
        <source>FIN-WAIT-2</source>
        <translation>FIN-WAIT-2</translation>
    </message>
    <message>
        <source>tcp_fin_timeout, for sockets that nobody holds any more</source>
        <translation>tcp_fin_timeout，用于已无人持有的套接字</translation>
    </message>
    <message>
        <source>Keepalive after</source>
        <translation>保活起始</translation>
    </message>
    <message>
        <source>tcp_keepalive_time</source>
        <translation>tcp_keepalive_time</translation>
    </message>
    <message>
        <source>Keepalive every</source>
        <translation>保活间隔</translation>
    </message>
    <message>
        <source>tcp_keepalive_intvl</source>
        <translation>tcp_keepalive_intvl</translation>
    </message>
    <message>
        <source>Keepalive probes</source>
        <translation>保活探测次数</translation>
    </message>
    <message>
        <source>tcp_keepalive_probes</source>
        <translation>tcp_keepalive_probes</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>A process notices what arrived this much later, with all that came meanwhile</source>
        <translation>进程这么久之后才注意到到达的数据，连同期间到达的一起</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Whose links; * is every client&apos;s</source>
        <translation>谁的链路；* 指所有客户端</translation>
    </message>
    <message>
        <source>Broker</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>To which broker</source>
        <translation>到哪个 Broker</translation>
    </message>
    <message>
        <source>every broker</source>
        <translation>所有 Broker</translation>
    </message>
    <message>
        <source>One way</source>
        <translation>单程</translation>
    </message>
    <message>
        <source>as everywhere</source>
        <translation>与其他链路相同</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>The scenario&apos;s own name for it: letters, digits, - and _; what speaks of it is renamed too</source>
        <translation>场景中自己的名称：字母、数字、- 和 _；提到它的地方一并改名</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Producer, consumer or admin client</source>
        <translation>生产者、消费者或管理客户端</translation>
    </message>
    <message>
        <source>How it decides</source>
        <translation>它怎样决策</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Behaviours that no client has: reuse-by-address, coordinator-on-data</source>
        <translation>现实客户端没有的行为：reuse-by-address、coordinator-on-data</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Bootstrap brokers</source>
        <translation>引导 Broker</translation>
    </message>
    <message>
        <source>How many of the brokers, or all, go into bootstrap.servers where the settings do not say it</source>
        <translation>配置没有写明时，bootstrap.servers 里放几个 Broker，或 all</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>The address of its machine</source>
        <translation>所在机器的地址</translation>
    </message>
    <message>
        <source>one each</source>
        <translation>各有一台</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>When it is constructed</source>
        <translation>何时构造</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>So many alike</source>
        <translation>同样的多少个</translation>
    </message>
    <message>
        <source>Stagger</source>
        <translation>错开</translation>
    </message>
    <message>
        <source>Between the starts of instances</source>
        <translation>各实例启动之间的间隔</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>An instant of the run; or a condition below</source>
        <translation>运行中的一个时刻；或用下面的条件</translation>
    </message>
    <message>
        <source>When</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>A condition in the query language: the first time that it holds</source>
        <translation>查询语言写的条件：首次成立时</translation>
    </message>
    <message>
        <source>After that</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>So much later</source>
        <translation>再过这么久</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>每隔</translation>
    </message>
    <message>
        <source>Again and again, so far apart</source>
        <translation>反复进行，相隔这么久</translation>
    </message>
    <message>
        <source>once</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>How often, where it repeats</source>
        <translation>重复时共几次</translation>
    </message>
    <message>
        <source>without end</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>What</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>What happens to the world</source>
        <translation>世界发生什么</translation>
    </message>
    <message>
        <source>Which one, or the one to move to</source>
        <translation>哪一个，或移往哪一个</translation>
    </message>
    <message>
        <source>A client, an instance such as reader[2], or * for all</source>
        <translation>一个客户端、一个实例如 reader[2]，或 * 指全部</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Such as t4-0</source>
        <translation>例如 t4-0</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Its name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Of the new topic</source>
        <translation>新主题的</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>The group.id</source>
        <translation>group.id 的值</translation>
    </message>
    <message>
        <source>transactional.id</source>
        <translation>transactional.id</translation>
    </message>
    <message>
        <source>The transaction whose coordinator moves</source>
        <translation>协调者要移动的事务</translation>
    </message>
    <message>
        <source>For</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Ends by itself after this</source>
        <translation>这么久之后自行结束</translation>
    </message>
    <message>
        <source>until it is undone</source>
        <translation>直到撤销</translation>
    </message>
    <message>
        <source>By</source>
        <translation>增加</translation>
    </message>
    <message>
        <source>Time added to each answer; 0s is over</source>
        <translation>每个应答增加的时间；0s 为结束</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>What changes: connections.max.idle.ms: 60000</source>
        <translation>要改的配置：connections.max.idle.ms: 60000</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>A script: commit-sync, close</source>
        <translation>一段脚本：commit-sync, close</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>What stands in the trace</source>
        <translation>写进跟踪的文字</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>A node id, or a query on connections: idle &gt; 30s</source>
        <translation>节点编号，或针对连接的查询：idle &gt; 30s</translation>
    </message>
    <message>
        <source>every one</source>
        <translation>每一个</translation>
    </message>
    <message>
        <source>The application does nothing; the client&apos;s own threads go on</source>
        <translation>应用什么也不做；客户端自己的线程继续</translation>
    </message>
    <message>
        <source>A bookmark in the trace</source>
        <translation>跟踪中的书签</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>With group.id</source>
        <translation>需要 group.id</translation>
    </message>
    <message>
        <source>Such as t4-0; a topic&apos;s name stands for all its partitions</source>
        <translation>例如 t4-0；主题名代表它的所有分区</translation>
    </message>
    <message>
        <source>To each of its partitions, unless some are named</source>
        <translation>发往它的每个分区，除非指明几个</translation>
    </message>
    <message>
        <source>the only one</source>
        <translation>唯一的那个</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>So many, or forever</source>
        <translation>多少轮，或 forever</translation>
    </message>
    <message>
        <source>Rounds for so long, instead of a number of them</source>
        <translation>按时长而不按轮数</translation>
    </message>
    <message>
        <source>From the start of a round to the start of the next</source>
        <translation>从一轮开始到下一轮开始</translation>
    </message>
    <message>
        <source>To each partition in a round</source>
        <translation>每轮发往每个分区</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Bytes of a record</source>
        <translation>每条记录的字节数</translation>
    </message>
    <message>
        <source>Wait for each</source>
        <translation>逐条等待</translation>
    </message>
    <message>
        <source>send().get(): each send waits for its acknowledgement</source>
        <translation>send().get()：每次发送都等待确认</translation>
    </message>
    <message>
        <source>In turn</source>
        <translation>轮流发送</translation>
    </message>
    <message>
        <source>One partition a round</source>
        <translation>每轮一个分区</translation>
    </message>
    <message>
        <source>A duration, or forever</source>
        <translation>一段时间，或 forever</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Of each call of poll()</source>
        <translation>每次调用 poll() 的</translation>
    </message>
    <message>
        <source>Processing</source>
        <translation>处理</translation>
    </message>
    <message>
        <source>Between two calls</source>
        <translation>两次调用之间</translation>
    </message>
    <message>
        <source>Of close()</source>
        <translation>close() 的</translation>
    </message>
    <message>
        <source>as the client has it</source>
        <translation>按客户端的默认</translation>
    </message>
    <message>
        <source>Its offsets</source>
        <translation>它的位移</translation>
    </message>
    <message>
        <source>Whose settings are asked for</source>
        <translation>查询谁的配置</translation>
    </message>
    <message>
        <source>Or a broker&apos;s</source>
        <translation>或某个 Broker 的</translation>
    </message>
    <message>
        <source>The topic&apos;s name; scripts and actions that name it follow</source>
        <translation>主题的名称；提到它的脚本和操作一并改名</translation>
    </message>
</context>
<context>
    <name>Things</name>
    <message>
        <source>the scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>the cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>the network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>the topics</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>the clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>what happens</source>
        <translation>发生的事</translation>
    </message>
    <message>
        <source>broker %1</source>
        <translation>Broker %1</translation>
    </message>
    <message>
        <source>a broker</source>
        <translation>某个 Broker</translation>
    </message>
    <message>
        <source>topic %1</source>
        <translation>主题 %1</translation>
    </message>
    <message>
        <source>link exception %1</source>
        <translation>链路例外 %1</translation>
    </message>
    <message>
        <source>every broker</source>
        <translation>所有 Broker</translation>
    </message>
    <message>
        <source>the script of %1</source>
        <translation>%1 的脚本</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>%2 的第 %1 步</translation>
    </message>
    <message>
        <source>action %1</source>
        <translation>操作 %1</translation>
    </message>
</context>
<context>
    <name>connscope::editor::ConfigModel</name>
    <message>
        <source>no key of Kafka&apos;s</source>
        <translation>不是 Kafka 的键</translation>
    </message>
    <message>
        <source>tool bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>line %1, instead of every broker&apos;s</source>
        <translation>第 %1 行，代替所有 Broker 的值</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>every broker</source>
        <translation>所有 Broker</translation>
    </message>
    <message>
        <source>demanded</source>
        <translation>必填</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>set %1 of %2 back to its default</source>
        <translation>把 %2 的 %1 恢复默认</translation>
    </message>
    <message>
        <source>set %1 of %2 to %3</source>
        <translation>把 %2 的 %1 设为 %3</translation>
    </message>
    <message>
        <source>paste %1 settings into %2</source>
        <translation>向 %2 粘贴 %1 项配置</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>May be</source>
        <translation>允许的值</translation>
    </message>
    <message>
        <source>Set in</source>
        <translation>设于</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>default: %1</source>
        <translation>默认：%1</translation>
    </message>
</context>
<context>
    <name>connscope::editor::ConfigTable</name>
    <message>
        <source>1 setting was taken.</source>
        <translation>已采用 1 项配置。</translation>
    </message>
    <message>
        <source>%1 settings were taken.</source>
        <translation>已采用 %1 项配置。</translation>
    </message>
    <message>
        <source>Left out are secrets, which a scenario does not need: %1.</source>
        <translation>略去机密，场景不需要：%1。</translation>
    </message>
    <message>
        <source>Left out is what is no key here: %1.</source>
        <translation>略去此处没有的键：%1。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>%1 is larger than 1 MiB: this is no client.properties file.</source>
        <translation>%1 超过 1 MiB：不是 client.properties 文件。</translation>
    </message>
    <message>
        <source>Open a client.properties file</source>
        <translation>打开 client.properties 文件</translation>
    </message>
    <message>
        <source>Properties (*.properties);;All files (*)</source>
        <translation>属性文件 (*.properties);;所有文件 (*)</translation>
    </message>
    <message>
        <source>A secret: it is neither shown nor taken here, and no run needs it.</source>
        <translation>机密：此处既不显示也不采用，运行也不需要。</translation>
    </message>
    <message>
        <source>Nothing here depends on it.</source>
        <translation>此处没有什么取决于它。</translation>
    </message>
    <message>
        <source>May be: %1</source>
        <translation>允许：%1</translation>
    </message>
    <message>
        <source>default: %1</source>
        <translation>默认：%1</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>set in: %1</source>
        <translation>设于：%1</translation>
    </message>
    <message>
        <source>Search keys and what they do</source>
        <translation>搜索键及其作用</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索配置</translation>
    </message>
    <message>
        <source>Only changed</source>
        <translation>仅看已改</translation>
    </message>
    <message>
        <source>Only what is set here</source>
        <translation>只显示在此设置的</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>全部键</translation>
    </message>
    <message>
        <source>Also the keys on which no connection depends</source>
        <translation>也显示与连接无关的键</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Takes the value away, so that the default holds (Delete)</source>
        <translation>去掉这个值，恢复默认（Delete）</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Lines of key=value from the clipboard (Ctrl+V in the table)</source>
        <translation>剪贴板中的 key=value 行（在表中按 Ctrl+V）</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Takes the settings of a client.properties file</source>
        <translation>采用 client.properties 文件中的配置</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>About this key</source>
        <translation>关于这个键</translation>
    </message>
</context>
<context>
    <name>connscope::editor::EditorPanel</name>
    <message>
        <source>&amp;Client</source>
        <translation>客户端(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Producer</source>
        <translation>生产者(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Consumer</source>
        <translation>消费者(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Admin client</source>
        <translation>管理客户端(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Broker</source>
        <translation>Broker(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Topic</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Link exception</source>
        <translation>链路例外(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>步骤(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;What happens</source>
        <translation>发生的事(&amp;W)</translation>
    </message>
    <message>
        <source>add a client: %1</source>
        <translation>添加客户端：%1</translation>
    </message>
    <message>
        <source>add a broker</source>
        <translation>添加 Broker</translation>
    </message>
    <message>
        <source>add a topic</source>
        <translation>添加主题</translation>
    </message>
    <message>
        <source>add a link exception</source>
        <translation>添加链路例外</translation>
    </message>
    <message>
        <source>add a step: %1</source>
        <translation>添加步骤：%1</translation>
    </message>
    <message>
        <source>add to what happens: %1</source>
        <translation>添加发生的事：%1</translation>
    </message>
    <message>
        <source>duplicate %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>move %1 up</source>
        <translation>上移 %1</translation>
    </message>
    <message>
        <source>move %1 down</source>
        <translation>下移 %1</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>此处</translation>
    </message>
    <message>
        <source>(and %1 more)</source>
        <translation>（另有 %1 条）</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>What there is as a tree, and a form of what is chosen</source>
        <translation>以树显示内容，并显示所选项的表单</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The file as a text</source>
        <translation>以文本显示文件</translation>
    </message>
    <message>
        <source>Add ▾</source>
        <translation>添加 ▾</translation>
    </message>
    <message>
        <source>Adds a client, a broker, a topic, a step, something that happens (Insert)</source>
        <translation>添加客户端、Broker、主题、步骤或发生的事（Insert）</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Another one like it</source>
        <translation>再来一个同样的</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Takes it out of the scenario (Delete)</source>
        <translation>从场景中去掉（Delete）</translation>
    </message>
    <message>
        <source>One up in its list (Alt+Up)</source>
        <translation>在列表中上移（Alt+Up）</translation>
    </message>
    <message>
        <source>One down in its list (Alt+Down)</source>
        <translation>在列表中下移（Alt+Down）</translation>
    </message>
    <message>
        <source>What the scenario has</source>
        <translation>场景的内容</translation>
    </message>
    <message>
        <source>Choose one of the list, or add one.</source>
        <translation>在列表中选一项，或添加一项。</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>connscope::editor::Form</name>
    <message>
        <source>not said</source>
        <translation>未写明</translation>
    </message>
    <message>
        <source>default: %1</source>
        <translation>默认：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>connscope::editor::OutlineModel</name>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>every client</source>
        <translation>所有客户端</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>every broker</source>
        <translation>所有 Broker</translation>
    </message>
    <message>
        <source>broker %1</source>
        <translation>Broker %1</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>%1 brokers · %2</source>
        <translation>%1 台 Broker · %2</translation>
    </message>
    <message>
        <source>Settings of every broker</source>
        <translation>所有 Broker 的配置</translation>
    </message>
    <message>
        <source>broker</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>%1 brokers in all</source>
        <translation>共 %1 台 Broker</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>leaders %1</source>
        <translation>领导者 %1</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>发生的事</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>What there is</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>In short</source>
        <translation>概要</translation>
    </message>
    <message>
        <source>1 broker · %1</source>
        <translation>1 台 Broker · %1</translation>
    </message>
</context>
<context>
    <name>connscope::editor::TextPane</name>
    <message>
        <source>edit the text</source>
        <translation>编辑文本</translation>
    </message>
    <message>
        <source>The scenario as a text</source>
        <translation>文本形式的场景</translation>
    </message>
</context>
</TS>
