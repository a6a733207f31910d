<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Topology</name>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>Stop cleanly</source>
        <translation>正常停止</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>杀死</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Slow down</source>
        <translation>放慢</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Restart: close and create again</source>
        <translation>重启：关闭后重新创建</translation>
    </message>
    <message>
        <source>Reset its connections</source>
        <translation>重置它的连接</translation>
    </message>
    <message>
        <source>Refuse new connections</source>
        <translation>拒绝新连接</translation>
    </message>
    <message>
        <source>Make it the leader of</source>
        <translation>让它成为以下分区的 leader</translation>
    </message>
    <message>
        <source>Make it the coordinator of</source>
        <translation>让它成为以下对象的协调者</translation>
    </message>
    <message>
        <source>Append records to</source>
        <translation>追加记录到</translation>
    </message>
    <message>
        <source>Create it again</source>
        <translation>重新创建</translation>
    </message>
    <message>
        <source>Send a record</source>
        <translation>发送一条记录</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Kill (kill -9)</source>
        <translation>杀死 (kill -9)</translation>
    </message>
    <message>
        <source>Pause: stop polling</source>
        <translation>暂停：停止 poll</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Cut the link: packets vanish</source>
        <translation>切断链路：数据包消失</translation>
    </message>
    <message>
        <source>Heal the link</source>
        <translation>修复链路</translation>
    </message>
    <message>
        <source>first address of bootstrap.servers</source>
        <translation>bootstrap.servers 的第一个地址</translation>
    </message>
    <message>
        <source>second address of bootstrap.servers</source>
        <translation>bootstrap.servers 的第二个地址</translation>
    </message>
    <message>
        <source>third address of bootstrap.servers</source>
        <translation>bootstrap.servers 的第三个地址</translation>
    </message>
    <message>
        <source>address %1 of bootstrap.servers</source>
        <translation>bootstrap.servers 的第 %1 个地址</translation>
    </message>
    <message>
        <source>broker %1</source>
        <translation>Broker %1</translation>
    </message>
    <message>
        <source>the client closes it in %1 if nothing moves</source>
        <translation>若无数据往来，客户端将在 %1 后关闭它</translation>
    </message>
    <message>
        <source>the broker closes it in %1 if nothing moves</source>
        <translation>若无数据往来，Broker 将在 %1 后关闭它</translation>
    </message>
    <message>
        <source>no longer used: real brokers have replaced the address</source>
        <translation>不再使用：真正的 Broker 已取代这个地址</translation>
    </message>
    <message>
        <source>may try again in %1</source>
        <translation>%1 后可以重试</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 waits at the client for the connection %2</source>
        <translation>%1 在客户端等待连接 %2</translation>
    </message>
    <message>
        <source>%1 has arrived at the broker, which has not read it yet, on %2</source>
        <translation>%1 已到达 Broker，尚未读取，连接 %2</translation>
    </message>
    <message>
        <source>%1 travels to the broker on %2</source>
        <translation>%1 正在连接 %2 上发往 Broker</translation>
    </message>
    <message>
        <source>%1 waits in the broker for its answer, on %2</source>
        <translation>%1 在 Broker 中等待应答，连接 %2</translation>
    </message>
    <message>
        <source>the response to %1 has arrived at the client, which has not read it yet, on %2</source>
        <translation>%1 的响应已到达客户端，尚未读取，连接 %2</translation>
    </message>
    <message>
        <source>the response to %1 travels to the client on %2</source>
        <translation>%1 的响应正在连接 %2 上发往客户端</translation>
    </message>
    <message>
        <source>%1: %2, which is broker %3</source>
        <translation>%1：%2，即 Broker %3</translation>
    </message>
    <message>
        <source>%1: %2, broker not known yet</source>
        <translation>%1：%2，尚不知是哪个 Broker</translation>
    </message>
    <message>
        <source>%1 = %2 − %3: group coordinator on broker %3</source>
        <translation>%1 = %2 − %3：Broker %3 上的组协调者</translation>
    </message>
    <message>
        <source>%1: broker %1, also transaction coordinator</source>
        <translation>%1：Broker %1，同时是事务协调者</translation>
    </message>
    <message>
        <source>%1: broker %1</source>
        <translation>%1：Broker %1</translation>
    </message>
    <message>
        <source>node id not known</source>
        <translation>节点 id 未知</translation>
    </message>
    <message>
        <source>%1 of %2: %3 open, %4 of them idle</source>
        <translation>%2 的%1：打开 %3，其中空闲 %4</translation>
    </message>
    <message>
        <source>%1, %2, %3 to %4: %5</source>
        <translation>%1，%2，%3 到 %4：%5</translation>
    </message>
    <message>
        <source>leader of %1</source>
        <translation>%1 的 leader</translation>
    </message>
    <message>
        <source>correlation id %1</source>
        <translation>correlation id %1</translation>
    </message>
    <message>
        <source>It has arrived; it was too fast to be seen at this speed.</source>
        <translation>它已到达；以当前速度太快，看不见。</translation>
    </message>
    <message>
        <source>%1: %2 connections open</source>
        <translation>%1：打开 %2 个连接</translation>
    </message>
    <message>
        <source>At %1:</source>
        <translation>在 %1：</translation>
    </message>
    <message>
        <source>about %1 requests a second, mostly %2, on %3</source>
        <translation>%3 上每秒约 %1 个请求，多为 %2</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>gave up</source>
        <translation>已放弃</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>authenticating</source>
        <translation>正在认证</translation>
    </message>
    <message>
        <source>no longer used</source>
        <translation>不再使用</translation>
    </message>
    <message>
        <source>&lt; 1/s</source>
        <translation>&lt; 1/秒</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1 等待中</translation>
    </message>
    <message>
        <source>%1 not read yet</source>
        <translation>%1 尚未读取</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>生产者</translation>
    </message>
    <message>
        <source>consumer</source>
        <translation>消费者</translation>
    </message>
    <message>
        <source>admin client</source>
        <translation>管理客户端</translation>
    </message>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>down</source>
        <translation>已停机</translation>
    </message>
    <message>
        <source>paused: does not poll</source>
        <translation>已暂停：不 poll</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>缓慢</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>已被杀死</translation>
    </message>
    <message>
        <source>not created yet</source>
        <translation>尚未创建</translation>
    </message>
    <message>
        <source>coordinator %1</source>
        <translation>协调者 %1</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>正在关闭</translation>
    </message>
    <message>
        <source>broker not known yet</source>
        <translation>尚不知是哪个 Broker</translation>
    </message>
    <message>
        <source>no broker known there</source>
        <translation>那里没有已知的 Broker</translation>
    </message>
    <message>
        <source>no client has heard of it</source>
        <translation>还没有客户端知道它</translation>
    </message>
    <message>
        <source>slow: +%1</source>
        <translation>缓慢：+%1</translation>
    </message>
    <message>
        <source>%1 consumers</source>
        <translation>%1 个消费者</translation>
    </message>
    <message>
        <source>%1 producers</source>
        <translation>%1 个生产者</translation>
    </message>
    <message>
        <source>%1 clients</source>
        <translation>%1 个客户端</translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation>%1 个运行中</translation>
    </message>
    <message>
        <source>%1 addresses</source>
        <translation>%1 个地址</translation>
    </message>
    <message>
        <source>%1 brokers</source>
        <translation>%1 个 Broker</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Show as a group</source>
        <translation>合并显示</translation>
    </message>
    <message>
        <source>Show each</source>
        <translation>逐个显示</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Everything to its own place</source>
        <translation>全部恢复原位</translation>
    </message>
    <message>
        <source>No connection to it is open</source>
        <translation>没有通向它的打开连接</translation>
    </message>
    <message>
        <source>There is no topic yet to send to</source>
        <translation>还没有可以发送的主题</translation>
    </message>
    <message>
        <source>It has no open connection</source>
        <translation>它没有打开的连接</translation>
    </message>
    <message>
        <source>This connection is closed: there is nothing to reset</source>
        <translation>这个连接已关闭：没有可重置的</translation>
    </message>
    <message>
        <source>This link is cut already</source>
        <translation>这条链路已经切断</translation>
    </message>
    <message>
        <source>This link is not cut: there is nothing to heal</source>
        <translation>这条链路没有切断：无需恢复</translation>
    </message>
    <message>
        <source>brokers not known yet</source>
        <translation>尚不知是哪些 Broker</translation>
    </message>
    <message>
        <source>no client has heard of them</source>
        <translation>还没有客户端听说过它们</translation>
    </message>
    <message>
        <source>This is somebody else&apos;s program: only its connections can be reset here</source>
        <translation>这是别人的程序：在这里只能重置它的连接</translation>
    </message>
    <message>
        <source>Edit This Broker…</source>
        <translation>编辑这台 Broker…</translation>
    </message>
    <message>
        <source>Edit This Client…</source>
        <translation>编辑这个客户端…</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>不再用</translation>
    </message>
    <message>
        <source>next poll</source>
        <translation>下次 poll</translation>
    </message>
    <message>
        <source>due</source>
        <translation>到期</translation>
    </message>
    <message>
        <source>closed by client</source>
        <translation>由客户端关闭</translation>
    </message>
    <message>
        <source>closed by broker</source>
        <translation>由 Broker 关闭</translation>
    </message>
    <message>
        <source>closed by network</source>
        <translation>由网络关闭</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>消费组 %1</translation>
    </message>
    <message>
        <source>transaction %1</source>
        <translation>事务 %1</translation>
    </message>
    <message>
        <source>request that waits</source>
        <translation>等待中的请求</translation>
    </message>
    <message>
        <source>closed by the client</source>
        <translation>由客户端关闭</translation>
    </message>
    <message>
        <source>closed by the broker</source>
        <translation>由 Broker 关闭</translation>
    </message>
    <message>
        <source>ended by the network</source>
        <translation>由网络中断</translation>
    </message>
    <message>
        <source>left until the client&apos;s idle check closes it</source>
        <translation>客户端空闲检查关闭前的剩余时间</translation>
    </message>
    <message>
        <source>left until the broker&apos;s idle check closes it</source>
        <translation>Broker 空闲检查关闭前的剩余时间</translation>
    </message>
    <message>
        <source>inferred from what travels</source>
        <translation>由传输内容推断</translation>
    </message>
    <message>
        <source>only in run %1: %2</source>
        <translation>只在运行 %1：%2</translation>
    </message>
    <message>
        <source>run %1: %2</source>
        <translation>运行 %1：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>run A or B, what is true there</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: 1 connection open</source>
        <translation>%1：打开 1 个连接</translation>
    </message>
    <message>
        <source>, until the run was over</source>
        <translation>，直到运行结束</translation>
    </message>
    <message>
        <source>run over</source>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>This cluster is not ours: its brokers take no orders from here</source>
        <translation>这不是我们的集群：它的 Broker 不听这里指挥</translation>
    </message>
    <message>
        <source>%1 is lost on %2: a middlebox has forgotten the connection</source>
        <translation>%1 在连接 %2 上丢失：中间设备已遗忘该连接</translation>
    </message>
    <message>
        <source>%1 is lost on its way on %2; the client&apos;s TCP sends it again</source>
        <translation>%1 在连接 %2 的途中丢失；客户端的 TCP 会重发</translation>
    </message>
    <message>
        <source>the response to %1 is lost on %2: a middlebox has forgotten the connection</source>
        <translation>%1 的应答在连接 %2 上丢失：中间设备已遗忘该连接</translation>
    </message>
    <message>
        <source>the response to %1 is lost on its way on %2; the broker&apos;s TCP sends it again</source>
        <translation>%1 的应答在连接 %2 的途中丢失；Broker 的 TCP 会重发</translation>
    </message>
    <message>
        <source>%1 of them forgotten by a middlebox</source>
        <translation>其中 %1 条已被中间设备遗忘</translation>
    </message>
    <message>
        <source>lost on its way</source>
        <translation>途中丢失</translation>
    </message>
    <message>
        <source>forgotten by a middlebox</source>
        <translation>已被中间设备遗忘</translation>
    </message>
    <message>
        <source>forgotten</source>
        <translation>已被遗忘</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>%1 丢失</translation>
    </message>
    <message>
        <source>answer to %1 lost</source>
        <translation>%1 的应答丢失</translation>
    </message>
</context>
</TS>
