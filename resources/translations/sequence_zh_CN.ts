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
</context>
</TS>
