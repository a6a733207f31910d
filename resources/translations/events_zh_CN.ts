<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>connscope::events::EventList</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
</context>
<context>
    <name>connscope::events::EventModel</name>
    <message>
        <source>Instant</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>得知</translation>
    </message>
    <message>
        <source>Only run %1 has this event</source>
        <translation>只有运行 %1 有这个事件</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>connscope::events::EventRows</name>
    <message>
        <source>Copy as C&amp;SV</source>
        <translation>复制为 CSV(&amp;S)</translation>
    </message>
    <message>
        <source>only in this run</source>
        <translation>只在本次运行中</translation>
    </message>
</context>
<context>
    <name>connscope::events::LogView</name>
    <message>
        <source>Client log</source>
        <translation>客户端日志</translation>
    </message>
    <message>
        <source>Writing the clients&apos; log</source>
        <translation>正在生成客户端日志</translation>
    </message>
</context>
<context>
    <name>connscope::events::RowsView</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
</context>
<context>
    <name>connscope::events::SearchBar</name>
    <message>
        <source>nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 处</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>%1 % searched</source>
        <translation>已搜索 %1 %</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Previous (Shift+Return)</source>
        <translation>上一处（Shift+Return）</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Next (Return)</source>
        <translation>下一处（Return）</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>on from the start</source>
        <translation>已从头继续</translation>
    </message>
    <message>
        <source>on from the end</source>
        <translation>已从尾继续</translation>
    </message>
    <message>
        <source>no other</source>
        <translation>没有其他匹配</translation>
    </message>
    <message>
        <source>the filter leaves them out</source>
        <translation>被筛选条件隐去</translation>
    </message>
</context>
</TS>
