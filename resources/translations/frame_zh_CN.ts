<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ActionWords</name>
    <message>
        <source>%1 for %2</source>
        <translation>%1，持续 %2</translation>
    </message>
    <message>
        <source>broker %1</source>
        <translation>Broker %1</translation>
    </message>
    <message>
        <source>every broker</source>
        <translation>所有 Broker</translation>
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
        <source>kill %1</source>
        <translation>杀死 %1</translation>
    </message>
    <message>
        <source>stop %1</source>
        <translation>停止 %1</translation>
    </message>
    <message>
        <source>start %1</source>
        <translation>启动 %1</translation>
    </message>
    <message>
        <source>restart %1</source>
        <translation>重启 %1</translation>
    </message>
    <message>
        <source>pause %1</source>
        <translation>暂停 %1</translation>
    </message>
    <message>
        <source>resume %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>slow %1 by %2</source>
        <translation>让 %1 每次慢 %2</translation>
    </message>
    <message>
        <source>cut the link %1</source>
        <translation>切断链路 %1</translation>
    </message>
    <message>
        <source>heal the link %1</source>
        <translation>恢复链路 %1</translation>
    </message>
    <message>
        <source>reset the connections %1</source>
        <translation>重置连接 %1</translation>
    </message>
    <message>
        <source>reset the connection %1</source>
        <translation>重置连接 %1</translation>
    </message>
    <message>
        <source>drop SYNs to %1</source>
        <translation>丢弃发往 %1 的 SYN</translation>
    </message>
    <message>
        <source>let SYNs through to %1</source>
        <translation>放行发往 %1 的 SYN</translation>
    </message>
    <message>
        <source>refuse connections to %1</source>
        <translation>拒绝到 %1 的连接</translation>
    </message>
    <message>
        <source>accept connections to %1</source>
        <translation>接受到 %1 的连接</translation>
    </message>
    <message>
        <source>move the leader of %1 to %2</source>
        <translation>把 %1 的领导者移到 %2</translation>
    </message>
    <message>
        <source>move the coordinator of %1 to %2</source>
        <translation>把 %1 的协调者移到 %2</translation>
    </message>
    <message>
        <source>create topic %1</source>
        <translation>创建主题 %1</translation>
    </message>
    <message>
        <source>append %1 records to %2</source>
        <translation>向 %2 追加 %1 条消息</translation>
    </message>
    <message>
        <source>close %1</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <source>create %1 again</source>
        <translation>重新创建 %1</translation>
    </message>
    <message>
        <source>create %1 again with %2</source>
        <translation>以 %2 重新创建 %1</translation>
    </message>
    <message>
        <source>send a record from %1</source>
        <translation>由 %1 发送一条消息</translation>
    </message>
    <message>
        <source>run steps of %1</source>
        <translation>执行 %1 的步骤</translation>
    </message>
    <message>
        <source>set %1 of %2</source>
        <translation>设置 %2 的 %1</translation>
    </message>
</context>
<context>
    <name>ClusterModel</name>
    <message>
        <source>up</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>down</source>
        <translation>停机</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>暂停</translation>
    </message>
</context>
<context>
    <name>CountersLine</name>
    <message>
        <source>open now</source>
        <translation>当前打开</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>累计打开</translation>
    </message>
    <message>
        <source>requests on reused connections</source>
        <translation>个请求复用了连接</translation>
    </message>
    <message>
        <source>closed by client</source>
        <translation>由客户端关闭</translation>
    </message>
    <message>
        <source>by broker</source>
        <translation>由 Broker</translation>
    </message>
    <message>
        <source>by network</source>
        <translation>由网络</translation>
    </message>
    <message>
        <source>reused</source>
        <translation>复用</translation>
    </message>
    <message>
        <source>Open: connect() was called, and neither end has sent a FIN or a reset yet. So a connection does not count any more when a broker is killed, even while its client, who has not heard of it, is still ESTABLISHED.
A connect that nobody answers or that is refused counts until its client gives up or gets the reset; then it was closed by the network.</source>
        <translation>打开：已调用 connect()，且两端都还没有发送 FIN 或 RST。因此 Broker 被杀死时，即使尚不知情的客户端仍处于 ESTABLISHED，该连接也不再计入。
无人应答或被拒绝的连接，在客户端放弃或收到 RST 之前都计入；之后算作由网络关闭。</translation>
    </message>
    <message>
        <source>Run A | run B where they differ.</source>
        <translation>不同之处：运行 A | 运行 B。</translation>
    </message>
</context>
<context>
    <name>Gallery</name>
    <message>
        <source>Producers</source>
        <translation>生产者</translation>
    </message>
    <message>
        <source>Consumers</source>
        <translation>消费者</translation>
    </message>
    <message>
        <source>Who closes, and why</source>
        <translation>谁来关闭，为什么</translation>
    </message>
    <message>
        <source>How the client decides</source>
        <translation>客户端如何抉择</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>The network between</source>
        <translation>中间的网络</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运维</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>如果……</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>connscope::frame::ClusterModel</name>
    <message>
        <source>Broker</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>领导</translation>
    </message>
</context>
<context>
    <name>connscope::frame::ClusterPanel</name>
    <message>
        <source>1 broker</source>
        <translation>1 个 Broker</translation>
    </message>
    <message>
        <source>%1 brokers</source>
        <translation>%1 个 Broker</translation>
    </message>
    <message>
        <source>Brokers of our own on 127.0.0.1, for any Kafka client. They keep records in memory.</source>
        <translation>在 127.0.0.1 上启动自己的 Broker，任何 Kafka 客户端都能连接。消息保存在内存中。</translation>
    </message>
    <message>
        <source>The scenario&apos;s brokers run on this machine: %1.</source>
        <translation>场景的 Broker 正在本机运行：%1。</translation>
    </message>
    <message>
        <source>The loopback cluster runs: %1.</source>
        <translation>本机集群正在运行：%1。</translation>
    </message>
    <message>
        <source>&amp;Brokers</source>
        <translation>Broker 数(&amp;B)</translation>
    </message>
    <message>
        <source>Number of brokers</source>
        <translation>Broker 的数目</translation>
    </message>
    <message>
        <source>First &amp;port</source>
        <translation>首个端口(&amp;P)</translation>
    </message>
    <message>
        <source>any free</source>
        <translation>任意空闲</translation>
    </message>
    <message>
        <source>First port; 0 is any that is free</source>
        <translation>首个端口；0 表示任意空闲端口</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Ends the session: every socket and port is closed</source>
        <translation>结束会话：关闭所有套接字和端口</translation>
    </message>
    <message>
        <source>Opens a port for each broker and shows every connection that comes</source>
        <translation>为每个 Broker 打开一个端口，并显示到来的每个连接</translation>
    </message>
    <message>
        <source>Up again, on the same port</source>
        <translation>在同一端口重新运行</translation>
    </message>
    <message>
        <source>An orderly end: its leaders move first, then its connections close</source>
        <translation>有序结束：先移走领导者副本，再关闭连接</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>杀死</translation>
    </message>
    <message>
        <source>Its process is gone: the kernel closes its sockets</source>
        <translation>进程消失：由内核关闭它的套接字</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Killed, and started again a second later</source>
        <translation>杀死，一秒后再启动</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Its process stands still, its kernel goes on</source>
        <translation>进程停住，内核继续工作</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Its process goes on</source>
        <translation>进程继续运行</translation>
    </message>
    <message>
        <source>Brokers</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>What a client&apos;s configuration needs</source>
        <translation>客户端配置所需的一行</translation>
    </message>
    <message>
        <source>A command to try</source>
        <translation>可以一试的命令</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the bootstrap.servers line</source>
        <translation>复制 bootstrap.servers 一行</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>The scenario&apos;s brokers run on this machine: %1. Ports that it names are taken, so only its own clients find them.</source>
        <translation>场景的 Broker 正在本机运行：%1。它指定的端口已被占用，所以只有它自己的客户端能找到它们。</translation>
    </message>
</context>
<context>
    <name>connscope::frame::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>输入想做的事</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>No command is called so</source>
        <translation>没有这样的命令</translation>
    </message>
</context>
<context>
    <name>connscope::frame::FilterEdit</name>
    <message>
        <source>Filter: role = coordinator</source>
        <translation>过滤：role = coordinator</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>过滤</translation>
    </message>
    <message>
        <source>Column %1: %2</source>
        <translation>第 %1 列：%2</translation>
    </message>
    <message>
        <source>Shown is what this says: %1</source>
        <translation>只显示：%1</translation>
    </message>
    <message>
        <source>Shows only what a query holds for, in all views</source>
        <translation>所有视图中只显示满足查询的内容</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>没有匹配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Connections of the whole trace: %1</source>
        <translation>整个跟踪的连接：%1</translation>
    </message>
    <message>
        <source>Filter: role = data</source>
        <translation>过滤：role = data</translation>
    </message>
</context>
<context>
    <name>connscope::frame::Gallery</name>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Search examples</source>
        <translation>搜索示例</translation>
    </message>
</context>
<context>
    <name>connscope::frame::MessageBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>%1 · %2 %</source>
        <translation>%1 · %2 %</translation>
    </message>
</context>
<context>
    <name>connscope::frame::Outline</name>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>events</source>
        <translation>事件数</translation>
    </message>
    <message>
        <source>length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
</context>
<context>
    <name>connscope::frame::PlaybackBar</name>
    <message>
        <source>Time of the playhead</source>
        <translation>播放头时间</translation>
    </message>
    <message>
        <source>Seconds of the trace for each second on the wall</source>
        <translation>现实一秒对应跟踪多少秒</translation>
    </message>
    <message>
        <source>Run until: tcp.client = CLOSE-WAIT</source>
        <translation>运行到：tcp.client = CLOSE-WAIT</translation>
    </message>
    <message>
        <source>Run until</source>
        <translation>运行到</translation>
    </message>
    <message>
        <source>skipping %1</source>
        <translation>跳过 %1</translation>
    </message>
    <message>
        <source>slowed: %1 take %2</source>
        <translation>放慢：%1 播 %2</translation>
    </message>
    <message>
        <source>%1 where nothing is slowed</source>
        <translation>不放慢处为 %1</translation>
    </message>
    <message>
        <source>Speed %1</source>
        <translation>速度 %1</translation>
    </message>
    <message>
        <source>Column %1: %2</source>
        <translation>第 %1 列：%2</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Go to: 9m, +30s, #1203, 9:03.181, on the wall 10:00:57</source>
        <translation>转到：9m、+30s、#1203、9:03.181，或墙上时钟 10:00:57</translation>
    </message>
    <message>
        <source>Run until: role = data</source>
        <translation>运行到：role = data</translation>
    </message>
</context>
<context>
    <name>connscope::frame::RulesDialog</name>
    <message>
        <source>Kafka rules</source>
        <translation>Kafka 规则</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>What it says</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>See</source>
        <translation>出处</translation>
    </message>
</context>
<context>
    <name>connscope::frame::Scrubber</name>
    <message>
        <source>Playhead</source>
        <translation>播放头</translation>
    </message>
</context>
<context>
    <name>connscope::frame::SearchTable</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search in %1</source>
        <translation>在“%1”中搜索</translation>
    </message>
</context>
<context>
    <name>connscope::frame::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
</context>
</TS>
