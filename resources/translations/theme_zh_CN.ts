<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>RunLegend</name>
    <message>
        <source>Both runs are the same: nothing is marked</source>
        <translation>两次运行相同：没有记号</translation>
    </message>
    <message>
        <source>only in that run</source>
        <translation>只有那次运行有</translation>
    </message>
    <message>
        <source>in both, but different</source>
        <translation>两次都有，但不同</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>authenticating</source>
        <translation>正在认证</translation>
    </message>
    <message>
        <source>checking API versions</source>
        <translation>正在查询 API 版本</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>half closed by the client</source>
        <translation>客户端已半关闭</translation>
    </message>
    <message>
        <source>CLOSE-WAIT at the client: half closed by the broker</source>
        <translation>客户端处于 CLOSE-WAIT：Broker 已半关闭</translation>
    </message>
    <message>
        <source>CLOSE-WAIT at the broker</source>
        <translation>Broker 处于 CLOSE-WAIT</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>已重置</translation>
    </message>
    <message>
        <source>could not connect</source>
        <translation>连接失败</translation>
    </message>
    <message>
        <source>waiting to reconnect</source>
        <translation>等待重连</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>bootstrap</source>
        <translation>引导</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>coordinator</source>
        <translation>协调者</translation>
    </message>
    <message>
        <source>transaction</source>
        <translation>事务</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
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
        <source>network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>observed</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>sampled</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
    <message>
        <source>The simulation made it happen.</source>
        <translation>由模拟产生。</translation>
    </message>
    <message>
        <source>The program itself did it or saw it.</source>
        <translation>程序自己做的或看到的。</translation>
    </message>
    <message>
        <source>Read from the kernel&apos;s table of sockets now and then: it was so at that time, and began before.</source>
        <translation>不时从内核的套接字表读出：当时已经如此，开始得更早。</translation>
    </message>
    <message>
        <source>Nobody told: it follows from what arrived at a broker, and a client of another kind may differ.</source>
        <translation>没有谁告知：由到达 Broker 的内容推断，别种客户端可能有所不同。</translation>
    </message>
    <message>
        <source>both ends have sent their FIN</source>
        <translation>两端都已发送 FIN</translation>
    </message>
    <message>
        <source>CLOSE-WAIT at the broker: half closed by the client</source>
        <translation>Broker 端 CLOSE-WAIT：客户端已半关闭</translation>
    </message>
    <message>
        <source>the broker has sent its FIN; it has not reached the client</source>
        <translation>Broker 已发送 FIN，尚未到达客户端</translation>
    </message>
    <message>
        <source>the client has sent its FIN; it has not reached the broker</source>
        <translation>客户端已发送 FIN，尚未到达 Broker</translation>
    </message>
    <message>
        <source>gone at the client; the broker has not heard of it</source>
        <translation>客户端已无此连接，Broker 尚不知情</translation>
    </message>
    <message>
        <source>gone at the broker; the client has not heard of it</source>
        <translation>Broker 端已无此连接，客户端尚不知情</translation>
    </message>
    <message>
        <source>half closed by the broker</source>
        <translation>Broker 已半关闭</translation>
    </message>
    <message>
        <source>TIME-WAIT at the client</source>
        <translation>客户端处于 TIME-WAIT</translation>
    </message>
    <message>
        <source>TIME-WAIT at the broker</source>
        <translation>Broker 处于 TIME-WAIT</translation>
    </message>
    <message>
        <source>a middlebox has forgotten it: what is sent on it is lost</source>
        <translation>中间设备已遗忘它：在其上发送的内容都会丢失</translation>
    </message>
</context>
</TS>
