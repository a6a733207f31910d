<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>FilterSentence</name>
    <message>
        <source>the role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>the state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>the node id</source>
        <translation>节点编号</translation>
    </message>
    <message>
        <source>the client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>the kind of client</source>
        <translation>客户端类型</translation>
    </message>
    <message>
        <source>the broker</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>the remote address</source>
        <translation>远端地址</translation>
    </message>
    <message>
        <source>the connection&apos;s number</source>
        <translation>连接序号</translation>
    </message>
    <message>
        <source>the client&apos;s idle time</source>
        <translation>客户端一侧的空闲时间</translation>
    </message>
    <message>
        <source>the broker&apos;s idle time</source>
        <translation>Broker 一侧的空闲时间</translation>
    </message>
    <message>
        <source>the age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>the number of requests in flight</source>
        <translation>在途请求数</translation>
    </message>
    <message>
        <source>the number of requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>the client&apos;s TCP state</source>
        <translation>客户端的 TCP 状态</translation>
    </message>
    <message>
        <source>the broker&apos;s TCP state</source>
        <translation>Broker 的 TCP 状态</translation>
    </message>
    <message>
        <source>who closed it</source>
        <translation>关闭方</translation>
    </message>
    <message>
        <source>the rule that opened it</source>
        <translation>打开它的规则</translation>
    </message>
    <message>
        <source>the rule that closed it</source>
        <translation>关闭它的规则</translation>
    </message>
    <message>
        <source>the event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>the time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>the rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>the request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>the correlation id</source>
        <translation>correlation id</translation>
    </message>
    <message>
        <source>the size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>the value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>the side</source>
        <translation>哪一侧</translation>
    </message>
    <message>
        <source>the vantage</source>
        <translation>观察来源</translation>
    </message>
    <message>
        <source>the event&apos;s number</source>
        <translation>事件序号</translation>
    </message>
    <message>
        <source>the connection is not open</source>
        <translation>连接未打开</translation>
    </message>
    <message>
        <source>the connection is open</source>
        <translation>连接处于打开状态</translation>
    </message>
    <message>
        <source>the connection is not an abandoned bootstrap connection</source>
        <translation>不是被弃用的引导连接</translation>
    </message>
    <message>
        <source>the connection is an abandoned bootstrap connection</source>
        <translation>是被弃用的引导连接</translation>
    </message>
    <message>
        <source>its client polls</source>
        <translation>其客户端在轮询</translation>
    </message>
    <message>
        <source>its client does not poll</source>
        <translation>其客户端没有轮询</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1为 %2</translation>
    </message>
    <message>
        <source>%1 is not %2</source>
        <translation>%1不为 %2</translation>
    </message>
    <message>
        <source>%1 is less than %2</source>
        <translation>%1小于 %2</translation>
    </message>
    <message>
        <source>%1 is at most %2</source>
        <translation>%1不超过 %2</translation>
    </message>
    <message>
        <source>%1 is more than %2</source>
        <translation>%1大于 %2</translation>
    </message>
    <message>
        <source>%1 is at least %2</source>
        <translation>%1不小于 %2</translation>
    </message>
    <message>
        <source>%1 matches %2</source>
        <translation>%1匹配 %2</translation>
    </message>
    <message>
        <source>%1 does not match %2</source>
        <translation>%1不匹配 %2</translation>
    </message>
    <message>
        <source>and</source>
        <translation>并且</translation>
    </message>
    <message>
        <source>or</source>
        <translation>或者</translation>
    </message>
    <message>
        <source>it is not so that</source>
        <translation>并非</translation>
    </message>
    <message>
        <source>%1 is none of %2</source>
        <translation>%1不在 %2 之中</translation>
    </message>
    <message>
        <source>%1 is one of %2</source>
        <translation>%1在 %2 之中</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>Place</name>
    <message>
        <source>An event is written as #1203.</source>
        <translation>事件写作 #1203。</translation>
    </message>
    <message>
        <source>The trace has %1 events; the first is #0.</source>
        <translation>跟踪共有 %1 个事件，第一个是 #0。</translation>
    </message>
    <message>
        <source>The trace ends at %1: this is its end.</source>
        <translation>跟踪到 %1 为止：这里是末尾。</translation>
    </message>
    <message>
        <source>Before this there is nothing: this is the start.</source>
        <translation>此前没有内容：这里是开头。</translation>
    </message>
    <message>
        <source>On the wall it goes from %1 to %2.</source>
        <translation>按墙上时钟，它从 %1 到 %2。</translation>
    </message>
    <message>
        <source>A clock is written as 9:03.181 or 00:09:03.181, since the start, or as 10:00:57, on the wall.</source>
        <translation>时钟写作 9:03.181 或 00:09:03.181（从开头算起），或 10:00:57（墙上时钟）。</translation>
    </message>
    <message>
        <source>Where to? A time since the start (9m, 1.5s), a step (+30s, -30s), an event (#1203), a clock (9:03.181), a time on the wall (10:00:57), start or end.</source>
        <translation>去哪里？从开头算起的时间（9m、1.5s）、一步（+30s、-30s）、事件（#1203）、时钟（9:03.181）、墙上时间（10:00:57）、start 或 end。</translation>
    </message>
</context>
</TS>
