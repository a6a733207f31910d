<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Sequence</name>
    <message>
        <source>broker %1</source>
        <translation>Broker %1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>历时 %1</translation>
    </message>
    <message>
        <source>%1 without a message</source>
        <translation>%1 内没有消息</translation>
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
        <source>TCP segment of a handshake</source>
        <translation>TCP 握手报文段</translation>
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
        <source>%1 on its way</source>
        <translation>%1 在途中</translation>
    </message>
    <message>
        <source>messages on their way: %1</source>
        <translation>在途中的消息：%1</translation>
    </message>
    <message>
        <source>%1 awaits its response</source>
        <translation>%1 在等待响应</translation>
    </message>
    <message>
        <source>requests that await their response: %1</source>
        <translation>在等待响应的请求：%1</translation>
    </message>
    <message>
        <source>exchanges, counted</source>
        <translation>计数的往返</translation>
    </message>
    <message>
        <source>closed by the network</source>
        <translation>由网络关闭</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>end not seen, or answer not read</source>
        <translation>没有看到的一端，或未读取的应答</translation>
    </message>
    <message>
        <source>broker at work on a request</source>
        <translation>Broker 正在处理请求</translation>
    </message>
    <message>
        <source>FIN in answer to the other end&apos;s</source>
        <translation>对另一端 FIN 的回应</translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>messages that nobody reads yet: %1</source>
        <translation>尚未读取的消息：%1</translation>
    </message>
    <message>
        <source>read long after it arrived</source>
        <translation>到达很久之后才读取</translation>
    </message>
</context>
</TS>
