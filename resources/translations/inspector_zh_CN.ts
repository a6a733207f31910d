<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Inspector</name>
    <message>
        <source>What is seen now</source>
        <translation>此刻所见</translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>还没有发生任何事。</translation>
    </message>
    <message>
        <source>Last event: %1.</source>
        <translation>最近的事件：%1。</translation>
    </message>
    <message>
        <source>and %1 more clients</source>
        <translation>另有 %1 个客户端</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>It was killed.</source>
        <translation>它被杀死了。</translation>
    </message>
    <message>
        <source>It is closed.</source>
        <translation>它已关闭。</translation>
    </message>
    <message>
        <source>Its process does not run.</source>
        <translation>它的进程停住了。</translation>
    </message>
    <message>
        <source>No open connection.</source>
        <translation>没有打开的连接。</translation>
    </message>
    <message>
        <source>1 open connection: %1.</source>
        <translation>1 个打开的连接：%1。</translation>
    </message>
    <message>
        <source>%1 open connections: %2.</source>
        <translation>%1 个打开的连接：%2。</translation>
    </message>
    <message>
        <source>It does not know the cluster yet.</source>
        <translation>它还不了解集群。</translation>
    </message>
    <message>
        <source>On its way</source>
        <translation>途中</translation>
    </message>
    <message>
        <source>No request waits for an answer.</source>
        <translation>没有请求在等待应答。</translation>
    </message>
    <message>
        <source>sent %1, to %2</source>
        <translation>%1发出，发往 %2</translation>
    </message>
    <message>
        <source>and more</source>
        <translation>还有更多</translation>
    </message>
    <message>
        <source>What closes next</source>
        <translation>接下来关闭什么</translation>
    </message>
    <message>
        <source>%1 closes it at its next poll</source>
        <translation>%1 将在下一次轮询时关闭它</translation>
    </message>
    <message>
        <source>%1 closes it in %2, if nothing moves on it</source>
        <translation>若一直没有数据，%1 将在 %2后关闭它</translation>
    </message>
    <message>
        <source>No idle check is running.</source>
        <translation>没有空闲检查在计时。</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>brokers up</source>
        <translation>在线的 Broker</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>down</source>
        <translation>下线</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Not created yet.</source>
        <translation>尚未创建。</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>被杀死</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>正在关闭</translation>
    </message>
    <message>
        <source>paused: its process does not run</source>
        <translation>暂停：进程停住了</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>created %1</source>
        <translation>创建于 %1</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>客户端版本</translation>
    </message>
    <message>
        <source>knows</source>
        <translation>了解</translation>
    </message>
    <message>
        <source>the cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>only bootstrap.servers</source>
        <translation>仅 bootstrap.servers</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>元数据版本</translation>
    </message>
    <message>
        <source>Connections now: %1</source>
        <translation>现有连接：%1</translation>
    </message>
    <message>
        <source>Why is it here?</source>
        <translation>它为何在这里？</translation>
    </message>
    <message>
        <source>Why did it end?</source>
        <translation>它为何结束？</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>消费组 %1</translation>
    </message>
    <message>
        <source>coordinator</source>
        <translation>协调者</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>membership</source>
        <translation>成员身份</translation>
    </message>
    <message>
        <source>not a member</source>
        <translation>不是成员</translation>
    </message>
    <message>
        <source>generation %1</source>
        <translation>第 %1 代</translation>
    </message>
    <message>
        <source>member id</source>
        <translation>成员编号</translation>
    </message>
    <message>
        <source>partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Transaction %1</source>
        <translation>事务 %1</translation>
    </message>
    <message>
        <source>Broker</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>The trace has not spoken of it yet.</source>
        <translation>记录中还没有提到它。</translation>
    </message>
    <message>
        <source>up</source>
        <translation>在线</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>始于 %1</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>each answer takes %1 more</source>
        <translation>每次应答多花 %1</translation>
    </message>
    <message>
        <source>advertises</source>
        <translation>公布的地址</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>leads</source>
        <translation>领导</translation>
    </message>
    <message>
        <source>coordinates</source>
        <translation>协调</translation>
    </message>
    <message>
        <source>Why is it up?</source>
        <translation>它为何在线？</translation>
    </message>
    <message>
        <source>Why does it not run?</source>
        <translation>它为何没有运行？</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Not opened yet: that happens at %1, in %2.</source>
        <translation>尚未打开：将在 %1 打开，还有 %2。</translation>
    </message>
    <message>
        <source>Why was it opened?</source>
        <translation>为何打开？</translation>
    </message>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>broker</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>from → to</source>
        <translation>从 → 到</translation>
    </message>
    <message>
        <source>client sees</source>
        <translation>客户端视角</translation>
    </message>
    <message>
        <source>TCP</source>
        <translation>TCP</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>未应答</translation>
    </message>
    <message>
        <source>idle close</source>
        <translation>空闲关闭</translation>
    </message>
    <message>
        <source>%1: due at its next poll</source>
        <translation>%1：下次轮询时关闭</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1：%2后</translation>
    </message>
    <message>
        <source>Its end</source>
        <translation>它的结束</translation>
    </message>
    <message>
        <source>It never came to be</source>
        <translation>它从未建立</translation>
    </message>
    <message>
        <source>ended by</source>
        <translation>结束者</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>decided by</source>
        <translation>由此决定</translation>
    </message>
    <message>
        <source>Its life</source>
        <translation>它的一生</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连上</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>last used</source>
        <translation>最后使用</translation>
    </message>
    <message>
        <source>end began</source>
        <translation>开始结束</translation>
    </message>
    <message>
        <source>let go</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>What travelled</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>client → broker</source>
        <translation>客户端 → Broker</translation>
    </message>
    <message>
        <source>broker → client</source>
        <translation>Broker → 客户端</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>版本 %1</translation>
    </message>
    <message>
        <source>correlation id</source>
        <translation>关联编号</translation>
    </message>
    <message>
        <source>about</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>read by broker</source>
        <translation>Broker 读到</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>answer read</source>
        <translation>读到应答</translation>
    </message>
    <message>
        <source>Not sent yet.</source>
        <translation>尚未发送。</translation>
    </message>
    <message>
        <source>It waits at the broker: %1 so far.</source>
        <translation>它在 Broker 处等待：已 %1。</translation>
    </message>
    <message>
        <source>It has been under way for %1.</source>
        <translation>它已在途中 %1。</translation>
    </message>
    <message>
        <source>Why was it sent?</source>
        <translation>为何发送？</translation>
    </message>
    <message>
        <source>Event %1</source>
        <translation>事件 %1</translation>
    </message>
    <message>
        <source>instant</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>at</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>details</source>
        <translation>细节</translation>
    </message>
    <message>
        <source>known as</source>
        <translation>如何得知</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为何？</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>still to come</source>
        <translation>尚未发生</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Nothing is selected. Choose a connection, a client, a broker or an event in any view: what is known of it at the playhead stands here, and why.</source>
        <translation>没有选中任何东西。在任一视图中选择连接、客户端、Broker 或事件：这里会说明播放头所在时刻所知的一切，以及原因。</translation>
    </message>
    <message>
        <source>now</source>
        <translation>此刻</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>broker %1</source>
        <translation>Broker %1</translation>
    </message>
    <message>
        <source>idle for %1</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>default %1</source>
        <translation>默认 %1</translation>
    </message>
    <message>
        <source>Group of clients</source>
        <translation>一组客户端</translation>
    </message>
    <message>
        <source>%1 clients</source>
        <translation>%1 个客户端</translation>
    </message>
    <message>
        <source>Group of brokers</source>
        <translation>一组 Broker</translation>
    </message>
    <message>
        <source>%1 brokers</source>
        <translation>%1 个 Broker</translation>
    </message>
    <message>
        <source>The trace has not spoken of them yet.</source>
        <translation>跟踪还没有提到它们。</translation>
    </message>
    <message>
        <source>down or paused</source>
        <translation>宕机或暂停</translation>
    </message>
    <message>
        <source>ids</source>
        <translation>id</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Group of addresses</source>
        <translation>一组地址</translation>
    </message>
    <message>
        <source>Addresses without a broker</source>
        <translation>不知是哪个 Broker 的地址</translation>
    </message>
    <message>
        <source>Connections that share a line</source>
        <translation>共用一条线的连接</translation>
    </message>
    <message>
        <source>%1 connections</source>
        <translation>%1 个连接</translation>
    </message>
    <message>
        <source>opened so far</source>
        <translation>至今打开过</translation>
    </message>
    <message>
        <source>closed again</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>idle now</source>
        <translation>当前空闲</translation>
    </message>
    <message>
        <source>A double click or Enter on the group shows each of them in its place.</source>
        <translation>在这一组上双击或按回车，就地显示其中每一个。</translation>
    </message>
    <message>
        <source>in run B</source>
        <translation>在运行 B 中</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>run %1 does not have it</source>
        <translation>运行 %1 没有它</translation>
    </message>
    <message>
        <source>run %1 has it otherwise</source>
        <translation>运行 %1 有它，但不同</translation>
    </message>
    <message>
        <source>Somebody else&apos;s client: it is known by what arrived at the brokers.</source>
        <translation>别人的客户端：只能从到达 Broker 的内容了解它。</translation>
    </message>
    <message>
        <source>software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>it did not say</source>
        <translation>它没有说</translation>
    </message>
    <message>
        <source>API_VERSIONS names it since version 3 (KIP-511).</source>
        <translation>API_VERSIONS 从版本 3 起带有软件名（KIP-511）。</translation>
    </message>
    <message>
        <source>It says so itself, in API_VERSIONS (KIP-511).</source>
        <translation>这是它自己在 API_VERSIONS 里说的（KIP-511）。</translation>
    </message>
    <message>
        <source>Its settings are not known: a client does not tell them to the brokers, and the defaults of another client than Kafka&apos;s own for Java are different.</source>
        <translation>它的配置不得而知：客户端不会告诉 Broker；而且除了 Kafka 自己的 Java 客户端，其他客户端的默认值并不相同。</translation>
    </message>
    <message>
        <source>No longer open: %1</source>
        <translation>已不再打开：%1</translation>
    </message>
    <message>
        <source>middlebox</source>
        <translation>中间设备</translation>
    </message>
    <message>
        <source>has forgotten it: what is sent on it is lost</source>
        <translation>已遗忘这条连接：在其上发送的内容都会丢失</translation>
    </message>
    <message>
        <source>since %1, after %2 without traffic; neither end is told</source>
        <translation>自 %1 起，此前 %2 没有流量；两端都不会得到通知</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>lost on its way</source>
        <translation>途中丢失</translation>
    </message>
    <message>
        <source>answer lost</source>
        <translation>应答丢失</translation>
    </message>
    <message>
        <source>%1, %2 after it was sent.</source>
        <translation>%1；发送至今 %2。</translation>
    </message>
    <message>
        <source>its answer is lost: a middlebox has forgotten the connection</source>
        <translation>其应答已丢失：中间设备已遗忘该连接</translation>
    </message>
    <message>
        <source>lost: a middlebox has forgotten the connection</source>
        <translation>已丢失：中间设备已遗忘该连接</translation>
    </message>
    <message>
        <source>its answer is lost on its way; the broker&apos;s TCP sends it again</source>
        <translation>其应答在途中丢失；Broker 的 TCP 会重发</translation>
    </message>
    <message>
        <source>lost on its way; the client&apos;s TCP sends it again</source>
        <translation>在途中丢失；客户端的 TCP 会重发</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>No message travels.</source>
        <translation>没有消息在途中。</translation>
    </message>
    <message>
        <source>Waits in the broker</source>
        <translation>在 Broker 中等待</translation>
    </message>
    <message>
        <source>for its answer, in %1, read there %2</source>
        <translation>在 %1 中等待应答，%2读取</translation>
    </message>
    <message>
        <source>Waits for its connection</source>
        <translation>等待连接</translation>
    </message>
    <message>
        <source>at %1, since %2</source>
        <translation>在 %1，自 %2 起</translation>
    </message>
    <message>
        <source>leads %1</source>
        <translation>领导 %1</translation>
    </message>
    <message>
        <source>coordinates %1</source>
        <translation>协调 %1</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>of bootstrap.servers; which broker is there is not known yet</source>
        <translation>来自 bootstrap.servers；尚不知道那里是哪个 Broker</translation>
    </message>
    <message>
        <source>transaction %1</source>
        <translation>事务 %1</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>消费组 %1</translation>
    </message>
</context>
<context>
    <name>connscope::inspector::DescribePanel</name>
    <message>
        <source>What is seen now</source>
        <translation>此刻所见</translation>
    </message>
</context>
<context>
    <name>connscope::inspector::FrameView</name>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>Request or response</source>
        <translation>请求或响应</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Copy &amp;Value</source>
        <translation>复制值(&amp;V)</translation>
    </message>
    <message>
        <source>Copy &amp;Bytes</source>
        <translation>复制字节(&amp;B)</translation>
    </message>
    <message>
        <source>Looking for the bytes …</source>
        <translation>正在取字节……</translation>
    </message>
    <message>
        <source>As it went over the socket.</source>
        <translation>这就是经过套接字的字节。</translation>
    </message>
    <message>
        <source>As it would be on the wire: the simulated message, encoded.</source>
        <translation>在线路上会是这样：由模拟的消息编码而成。</translation>
    </message>
    <message>
        <source>Shown in version %1; what version %2 says more is not simulated.</source>
        <translation>按版本 %1 显示；版本 %2 多出的内容没有模拟。</translation>
    </message>
    <message>
        <source>The token is overwritten: secrets are not kept.</source>
        <translation>令牌已被覆盖：不保存任何秘密。</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 are kept.</source>
        <translation>%2 中只保留了开头的 %1。</translation>
    </message>
</context>
<context>
    <name>connscope::inspector::InspectorPanel</name>
    <message>
        <source>Back to what was selected before</source>
        <translation>回到之前选中的</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
</context>
<context>
    <name>connscope::inspector::SheetView</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;All</source>
        <translation>全部复制(&amp;A)</translation>
    </message>
</context>
<context>
    <name>connscope::inspector::SpanModel</name>
    <message>
        <source>byte %1</source>
        <translation>第 %1 字节</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>%1 bytes from byte %2 on</source>
        <translation>从第 %2 字节起的 %1 个字节</translation>
    </message>
</context>
</TS>
