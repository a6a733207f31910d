<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Timeline</name>
    <message>
        <source>broker %1</source>
        <translation>Broker %1</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>被强制终止</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>request timeout</source>
        <translation>请求超时</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>unreachable</source>
        <translation>不可达</translation>
    </message>
    <message>
        <source>unknown host</source>
        <translation>主机名未知</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>被重置</translation>
    </message>
    <message>
        <source>forgotten</source>
        <translation>被中间设备遗忘</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>broker not known</source>
        <translation>Broker 未知</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>who ended it, why</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>1 lane</source>
        <translation>1 条泳道</translation>
    </message>
    <message>
        <source>%1 lanes</source>
        <translation>%1 条泳道</translation>
    </message>
    <message>
        <source>open</source>
        <comment>connections</comment>
        <translation>打开</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 个请求</translation>
    </message>
    <message>
        <source>%1 sent</source>
        <translation>已发送 %1</translation>
    </message>
    <message>
        <source>%1 received</source>
        <translation>已接收 %1</translation>
    </message>
    <message>
        <source>%1 opened</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>%1 closed</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>未应答</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <comment>a request waits</comment>
        <translation>%1 已等待 %2</translation>
    </message>
    <message>
        <source> and %1 more</source>
        <translation>，另有 %1 个</translation>
    </message>
    <message>
        <source>not opened yet</source>
        <translation>尚未打开</translation>
    </message>
    <message>
        <source>client closes in %1</source>
        <translation>客户端将在 %1 后关闭</translation>
    </message>
    <message>
        <source>broker closes in %1</source>
        <translation>Broker 将在 %1 后关闭</translation>
    </message>
    <message>
        <source>ended by %1</source>
        <translation>结束者：%1</translation>
    </message>
    <message>
        <source>%1 folded: nothing happens in it</source>
        <translation>折叠了 %1：其间什么也没有发生</translation>
    </message>
    <message>
        <source>%1 folded, with %2 events of routine</source>
        <translation>折叠了 %1，其中有 %2 个例行事件</translation>
    </message>
    <message>
        <source>a request, until its answer</source>
        <translation>一个请求，直到得到响应</translation>
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
        <source>error, time-out or lost segment</source>
        <translation>错误、超时或丢失的报文段</translation>
    </message>
    <message>
        <source>run %1</source>
        <comment>A or B</comment>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>the run is over</source>
        <translation>该次运行已结束</translation>
    </message>
</context>
<context>
    <name>connscope::timeline::TimelineActions</name>
    <message>
        <source>&amp;Linear time</source>
        <translation>线性时间(&amp;L)</translation>
    </message>
    <message>
        <source>Equal times take equal room</source>
        <translation>相等的时间占相等的宽度</translation>
    </message>
    <message>
        <source>Time by &amp;event</source>
        <translation>按事件(&amp;E)</translation>
    </message>
    <message>
        <source>Each event takes the same room</source>
        <translation>每个事件占相同的宽度</translation>
    </message>
    <message>
        <source>&amp;Folded time</source>
        <translation>折叠时间(&amp;F)</translation>
    </message>
    <message>
        <source>Long stretches in which nothing new happens shrink to a marked break</source>
        <translation>长时间没有新变化的部分缩成一个带标注的断口</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Look closer at the pointer&apos;s place</source>
        <translation>以指针位置为中心放大</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Look from further away</source>
        <translation>从更远处看</translation>
    </message>
    <message>
        <source>&amp;Earlier</source>
        <translation>更早(&amp;E)</translation>
    </message>
    <message>
        <source>Move the view to earlier times</source>
        <translation>把视图移向更早的时间</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>更晚(&amp;L)</translation>
    </message>
    <message>
        <source>Move the view to later times</source>
        <translation>把视图移向更晚的时间</translation>
    </message>
    <message>
        <source>Focus on the &amp;selection</source>
        <translation>聚焦所选(&amp;S)</translation>
    </message>
    <message>
        <source>Bring what is selected into view; once more: all of the trace</source>
        <translation>让所选内容进入视图；再按一次显示整个跟踪</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>All of the trace in view</source>
        <translation>整个跟踪都在视图中</translation>
    </message>
    <message>
        <source>Group by &amp;client</source>
        <translation>按客户端分组(&amp;C)</translation>
    </message>
    <message>
        <source>Lanes of one client stand together</source>
        <translation>同一客户端的泳道放在一起</translation>
    </message>
    <message>
        <source>Group by &amp;broker</source>
        <translation>按 Broker 分组(&amp;B)</translation>
    </message>
    <message>
        <source>Lanes that lead to one broker stand together</source>
        <translation>通向同一 Broker 的泳道放在一起</translation>
    </message>
    <message>
        <source>Group by &amp;role</source>
        <translation>按角色分组(&amp;R)</translation>
    </message>
    <message>
        <source>Lanes of one role stand together</source>
        <translation>同一角色的泳道放在一起</translation>
    </message>
    <message>
        <source>Sort by &amp;opening</source>
        <translation>按打开顺序排列(&amp;O)</translation>
    </message>
    <message>
        <source>In the order of their first connections</source>
        <translation>按第一个连接的先后</translation>
    </message>
    <message>
        <source>Sort by &amp;node id</source>
        <translation>按节点编号排列(&amp;N)</translation>
    </message>
    <message>
        <source>Bootstrap addresses, then brokers, then coordinators</source>
        <translation>先引导地址，再 Broker，最后协调者</translation>
    </message>
    <message>
        <source>Sort by number of c&amp;onnections</source>
        <translation>按连接数排列(&amp;O)</translation>
    </message>
    <message>
        <source>Lanes with most reconnects first</source>
        <translation>重连最多的在前</translation>
    </message>
    <message>
        <source>Colla&amp;pse all groups</source>
        <translation>收起所有分组(&amp;P)</translation>
    </message>
    <message>
        <source>Show each group as one strip</source>
        <translation>每个分组显示为一条</translation>
    </message>
    <message>
        <source>E&amp;xpand all groups</source>
        <translation>展开所有分组(&amp;X)</translation>
    </message>
    <message>
        <source>Show the lanes of all groups</source>
        <translation>显示所有分组的泳道</translation>
    </message>
    <message>
        <source>Show &amp;hidden lanes</source>
        <translation>显示隐藏的泳道(&amp;H)</translation>
    </message>
    <message>
        <source>Bring hidden lanes back</source>
        <translation>恢复隐藏的泳道</translation>
    </message>
    <message>
        <source>Open connections of each bro&amp;ker</source>
        <translation>每个 Broker 的打开连接数(&amp;K)</translation>
    </message>
    <message>
        <source>A strip for each broker below that of all</source>
        <translation>在总览下面为每个 Broker 显示一条</translation>
    </message>
    <message>
        <source>Hide what the filter leaves o&amp;ut</source>
        <translation>隐藏被过滤掉的泳道(&amp;U)</translation>
    </message>
    <message>
        <source>Leave lanes out instead of fading them</source>
        <translation>直接略去，而不是淡化</translation>
    </message>
    <message>
        <source>Add a book&amp;mark</source>
        <translation>添加书签(&amp;M)</translation>
    </message>
    <message>
        <source>Ne&amp;xt bookmark</source>
        <translation>下一个书签(&amp;X)</translation>
    </message>
    <message>
        <source>Go to the next bookmark</source>
        <translation>转到下一个书签</translation>
    </message>
    <message>
        <source>Pre&amp;vious bookmark</source>
        <translation>上一个书签(&amp;V)</translation>
    </message>
    <message>
        <source>Go to the bookmark before</source>
        <translation>转到上一个书签</translation>
    </message>
    <message>
        <source>&amp;Drop the range</source>
        <translation>取消选区(&amp;D)</translation>
    </message>
    <message>
        <source>No range is selected any more</source>
        <translation>不再选定时间范围</translation>
    </message>
    <message>
        <source>Mark the playhead&apos;s place and write a note</source>
        <translation>在播放头处加书签并写备注</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>时间(&amp;T)</translation>
    </message>
    <message>
        <source>Lan&amp;es</source>
        <translation>泳道(&amp;E)</translation>
    </message>
</context>
<context>
    <name>connscope::timeline::TimelineWidget</name>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>by event</source>
        <translation>按事件</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Equal times take equal room</source>
        <translation>相等的时间占相等的宽度</translation>
    </message>
    <message>
        <source>Each event takes the same room</source>
        <translation>每个事件占相同的宽度</translation>
    </message>
    <message>
        <source>Long stretches in which nothing new happens shrink to a marked break</source>
        <translation>长时间没有新变化的部分缩成一个带标注的断口</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>nothing is open</source>
        <translation>没有打开的连接</translation>
    </message>
    <message>
        <source>open: %1</source>
        <translation>打开：%1</translation>
    </message>
    <message>
        <source>E&amp;xpand</source>
        <translation>展开(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Collapse</source>
        <translation>收起(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Hide these lanes</source>
        <translation>隐藏这些泳道(&amp;H)</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>取消固定(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pin to the top</source>
        <translation>固定在顶部(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Hide this lane</source>
        <translation>隐藏这条泳道(&amp;H)</translation>
    </message>
    <message>
        <source>Hide the &amp;others</source>
        <translation>隐藏其他泳道(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Collapse its group</source>
        <translation>收起它的分组(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Go here</source>
        <translation>转到这里(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Remove the bookmark</source>
        <translation>删除书签(&amp;R)</translation>
    </message>
    <message>
        <source>opened at %1</source>
        <translation>%1 打开</translation>
    </message>
    <message>
        <source>ready after %1</source>
        <translation>%1 后就绪</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 个请求</translation>
    </message>
    <message>
        <source>ended at %1 by %2</source>
        <translation>%1 结束，%2</translation>
    </message>
    <message>
        <source>still open</source>
        <translation>仍然打开</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Note of the bookmark</source>
        <translation>书签的备注</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Change the &amp;note…</source>
        <translation>修改备注(&amp;N)…</translation>
    </message>
    <message>
        <source>done here: %1</source>
        <translation>在此处执行：%1</translation>
    </message>
    <message>
        <source>This &amp;lane</source>
        <translation>这条泳道(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>书签(&amp;B)</translation>
    </message>
    <message>
        <source>1 lane hidden</source>
        <translation>隐藏了 1 条泳道</translation>
    </message>
    <message>
        <source>%1 lanes hidden</source>
        <translation>隐藏了 %1 条泳道</translation>
    </message>
</context>
</TS>
