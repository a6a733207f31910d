<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Figures</name>
    <message>
        <source>the smallest labels are %1 pt high on this sheet, less than %2 pt: choose a larger sheet, fewer views, or a filter</source>
        <translation>此版面上最小的文字为 %1 pt，小于 %2 pt：请选择更大的版面、更少的视图或使用过滤器</translation>
    </message>
    <message>
        <source>simulated, seed %1</source>
        <translation>模拟，种子 %1</translation>
    </message>
    <message>
        <source>real sockets on one machine</source>
        <translation>单机上的真实套接字</translation>
    </message>
    <message>
        <source>real sockets, a cluster outside</source>
        <translation>真实套接字，外部集群</translation>
    </message>
    <message>
        <source>from a recording</source>
        <translation>来自记录文件</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>时刻 %1</translation>
    </message>
    <message>
        <source>filter: %1</source>
        <translation>过滤器：%1</translation>
    </message>
    <message>
        <source>sheet %1 of %2</source>
        <translation>第 %1 张，共 %2 张</translation>
    </message>
    <message>
        <source>%1 of %2 lanes of the timeline find no room</source>
        <translation>时间线的 %2 条泳道中有 %1 条放不下</translation>
    </message>
    <message>
        <source>no message of the connections that the filter leaves lies in this range</source>
        <translation>过滤后留下的连接在此范围内没有消息</translation>
    </message>
    <message>
        <source>no message lies in this range</source>
        <translation>此范围内没有消息</translation>
    </message>
    <message>
        <source>%1 hosts do not fit beside each other: choose a wider sheet, or a filter such as client = &quot;consumer-1&quot;</source>
        <translation>%1 台主机无法并排放下：请选择更宽的版面，或使用过滤器，例如 client = &quot;consumer-1&quot;</translation>
    </message>
    <message>
        <source>sheets of this size that the sequence has: %1</source>
        <translation>时序图在此尺寸下的张数：%1</translation>
    </message>
    <message>
        <source>connections that the filter leaves out: %1</source>
        <translation>被过滤器略去的连接数：%1</translation>
    </message>
    <message>
        <source>an MP4 is made by ffmpeg, which is not installed here: install it (Debian: apt-get install ffmpeg), or choose .webp, .apng, .gif or .svg</source>
        <translation>MP4 由 ffmpeg 生成，而这里没有安装：请安装它（Debian：apt-get install ffmpeg），或选用 .webp、.apng、.gif 或 .svg</translation>
    </message>
    <message>
        <source>ffmpeg could not make the MP4: %1</source>
        <translation>ffmpeg 未能生成 MP4：%1</translation>
    </message>
    <message>
        <source>there is not enough memory for a picture of this size</source>
        <translation>内存不足，画不出这样大的图</translation>
    </message>
    <message>
        <source>this program was built without WebP: install libwebp-dev and build it again, or choose .apng, .gif or .svg</source>
        <translation>本程序构建时没有 WebP：请安装 libwebp-dev 后重新构建，或选用 .apng、.gif 或 .svg</translation>
    </message>
    <message>
        <source>+1 more lane</source>
        <translation>还有 1 条泳道</translation>
    </message>
    <message>
        <source>+%1 more lanes</source>
        <translation>还有 %1 条泳道</translation>
    </message>
    <message>
        <source>Sequence for Mermaid</source>
        <translation>时序图（Mermaid）</translation>
    </message>
    <message>
        <source>Sequence for PlantUML</source>
        <translation>时序图（PlantUML）</translation>
    </message>
    <message>
        <source>Connections as a Markdown table</source>
        <translation>连接表格（Markdown）</translation>
    </message>
    <message>
        <source>Timeline as text</source>
        <translation>时间线文本</translation>
    </message>
    <message>
        <source>Connections as CSV</source>
        <translation>连接（CSV）</translation>
    </message>
    <message>
        <source>Events as CSV</source>
        <translation>事件（CSV）</translation>
    </message>
    <message>
        <source>Connections as JSON</source>
        <translation>连接（JSON）</translation>
    </message>
    <message>
        <source>Events as JSON</source>
        <translation>事件（JSON）</translation>
    </message>
    <message>
        <source>A text is of one run: show one of the two alone.</source>
        <translation>文本只针对一次运行：请只显示两次运行中的一次。</translation>
    </message>
    <message>
        <source>The diagram would have more arrows or columns than can be read: choose a shorter range.</source>
        <translation>图中的箭头或列会多到无法阅读：请选择较短的时间范围。</translation>
    </message>
    <message>
        <source>slowed for what is new it would take %1 to watch; it goes %2 times as fast: choose a shorter range, or a speed</source>
        <translation>按新事慢放要播 %1；因此整体加快到 %2 倍：请选择较短的范围，或指定速度</translation>
    </message>
    <message>
        <source>messages are on their way for %1, too short to be seen at this speed: choose %2 or less, or let it be slowed for what is new (speed auto)</source>
        <translation>消息在途中只有 %1，以此速度看不见：请选择 %2 或更小的速度，或用新事慢放（speed auto）</translation>
    </message>
    <message>
        <source>title, caption and what stands beside them leave no room for the picture on this sheet: choose a higher one, or shorter words</source>
        <translation>标题、图注等文字占满了这张纸，没有地方画图：请选更高的纸，或缩短文字</translation>
    </message>
</context>
<context>
    <name>connscope::figures::FigureDialog</name>
    <message>
        <source>Export Figure</source>
        <translation>导出插图</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Copy as Picture</source>
        <translation>复制为图片</translation>
    </message>
    <message>
        <source>Copy as SVG</source>
        <translation>复制为 SVG</translation>
    </message>
    <message>
        <source>Choose a view.</source>
        <translation>请选择一个视图。</translation>
    </message>
    <message>
        <source>That is more than 16384 pixels a side: choose a smaller size or resolution.</source>
        <translation>单边超过 16384 像素：请选择更小的尺寸或分辨率。</translation>
    </message>
    <message>
        <source>The sequence needs %1 sheets of this size; a PDF has all of them, other files the first.</source>
        <translation>时序图在此尺寸下需要 %1 张；PDF 包含全部，其他文件只含第一张。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Export the figure</source>
        <translation>导出插图</translation>
    </message>
    <message>
        <source>Nothing moves in a range without length.</source>
        <translation>没有长度的范围里什么也不会动。</translation>
    </message>
    <message>
        <source>It would have %1 frames, more than %2: choose a shorter range, a higher speed or fewer frames.</source>
        <translation>它将有 %1 帧，多于 %2：请选择更短的范围、更高的速度或更少的帧。</translation>
    </message>
    <message>
        <source>%1 frames, %2 s of watching</source>
        <translation>%1 帧，观看 %2 秒</translation>
    </message>
    <message>
        <source>The name of a figure that moves ends in .svg, .png, .apng, .gif, .webp or .mp4.</source>
        <translation>动图的文件名以 .svg、.png、.apng、.gif、.webp 或 .mp4 结尾。</translation>
    </message>
    <message>
        <source>Painting the frames…</source>
        <translation>正在绘制各帧…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>It was not saved.</source>
        <translation>没有保存。</translation>
    </message>
    <message>
        <source>Figures that move (*.svg *.gif *.apng *.png *.webp *.mp4)</source>
        <translation>动图 (*.svg *.gif *.apng *.png *.webp *.mp4)</translation>
    </message>
    <message>
        <source>Figures (*.svg *.png *.pdf *.webp)</source>
        <translation>插图 (*.svg *.png *.pdf *.webp)</translation>
    </message>
    <message>
        <source>Copy as Text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>In the clipboard: %1</source>
        <translation>已在剪贴板中：%1</translation>
    </message>
    <message>
        <source>A figure&apos;s name ends in .png, .svg, .webp or .pdf, a text&apos;s in .mmd, .puml, .md, .txt, .csv or .json; one that moves is chosen under Motion.</source>
        <translation>插图的文件名以 .png、.svg、.webp 或 .pdf 结尾，文本的以 .mmd、.puml、.md、.txt、.csv 或 .json 结尾；动图在“动态”页中选择。</translation>
    </message>
</context>
<context>
    <name>connscope::figures::FigureForm</name>
    <message>
        <source>&amp;Picture</source>
        <translation>图(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Words</source>
        <translation>文字(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Motion</source>
        <translation>动态(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Topology</source>
        <translation>拓扑(&amp;T)</translation>
    </message>
    <message>
        <source>T&amp;imeline</source>
        <translation>时间线(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Sequence</source>
        <translation>时序图(&amp;S)</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>all of the trace</source>
        <translation>整个跟踪</translation>
    </message>
    <message>
        <source>what the timeline shows</source>
        <translation>时间线所显示的范围</translation>
    </message>
    <message>
        <source>the selected range</source>
        <translation>选定的范围</translation>
    </message>
    <message>
        <source>&amp;Range</source>
        <translation>范围(&amp;R)</translation>
    </message>
    <message>
        <source>silences folded</source>
        <translation>折叠静默</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>by event</source>
        <translation>按事件</translation>
    </message>
    <message>
        <source>Time &amp;axis</source>
        <translation>时间轴(&amp;A)</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>尺寸(&amp;Z)</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Pixels to the inch; SVG and PDF have none</source>
        <translation>每英寸的像素；SVG 和 PDF 没有像素</translation>
    </message>
    <message>
        <source>Res&amp;olution</source>
        <translation>分辨率(&amp;O)</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>No label is smaller on the sheet</source>
        <translation>版面上没有更小的文字</translation>
    </message>
    <message>
        <source>Smallest t&amp;ype</source>
        <translation>最小字号(&amp;Y)</translation>
    </message>
    <message>
        <source>light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>light, high contrast</source>
        <translation>浅色高对比度</translation>
    </message>
    <message>
        <source>dark, high contrast</source>
        <translation>深色高对比度</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>主题(&amp;H)</translation>
    </message>
    <message>
        <source>Lang&amp;uage</source>
        <translation>语言(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Legend</source>
        <translation>图例(&amp;L)</translation>
    </message>
    <message>
        <source>A&amp;nnotations</source>
        <translation>标注(&amp;N)</translation>
    </message>
    <message>
        <source>Where it &amp;comes from</source>
        <translation>来源(&amp;C)</translation>
    </message>
    <message>
        <source>Transparent &amp;ground</source>
        <translation>透明背景(&amp;G)</translation>
    </message>
    <message>
        <source>With</source>
        <translation>包括</translation>
    </message>
    <message>
        <source>Titl&amp;e</source>
        <translation>标题(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Caption</source>
        <translation>说明(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;from the trace</source>
        <translation>由跟踪生成(&amp;F)</translation>
    </message>
    <message>
        <source>For those who cannot see the picture; the file holds it</source>
        <translation>供看不到图的人使用；写在文件里</translation>
    </message>
    <message>
        <source>&amp;Alternative text</source>
        <translation>替代文字(&amp;A)</translation>
    </message>
    <message>
        <source>from the t&amp;race</source>
        <translation>由跟踪生成(&amp;R)</translation>
    </message>
    <message>
        <source>The figure mo&amp;ves over its range</source>
        <translation>插图随其时间范围而动(&amp;V)</translation>
    </message>
    <message>
        <source> a second</source>
        <translation> 帧/秒</translation>
    </message>
    <message>
        <source>&amp;Frames</source>
        <translation>帧(&amp;F)</translation>
    </message>
    <message>
        <source> s for one of watching</source>
        <translation> 秒/观看的一秒</translation>
    </message>
    <message>
        <source>S&amp;peed</source>
        <translation>速度(&amp;P)</translation>
    </message>
    <message>
        <source> s at most</source>
        <translation> 秒以内</translation>
    </message>
    <message>
        <source>as long as it took</source>
        <translation>按实际时长</translation>
    </message>
    <message>
        <source>How long a stretch without an event takes to watch; what goes by faster is marked</source>
        <translation>没有事件的一段要看多久；走得更快的会被标出</translation>
    </message>
    <message>
        <source>&amp;Silence</source>
        <translation>静默(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Begins again at its end</source>
        <translation>结束后重新开始(&amp;B)</translation>
    </message>
    <message>
        <source>As high as nee&amp;ded</source>
        <translation>高度按需而定(&amp;D)</translation>
    </message>
    <message>
        <source>Slowed where it is &amp;new</source>
        <translation>新事慢放(&amp;N)</translation>
    </message>
    <message>
        <source>As the window plays: long enough to see what is new, and a minute at most</source>
        <translation>与窗口播放时一样：新事慢到看得清，最长一分钟</translation>
    </message>
</context>
<context>
    <name>connscope::figures::FigurePreview</name>
    <message>
        <source>Preview of the figure</source>
        <translation>插图预览</translation>
    </message>
    <message>
        <source>Drag it into another program</source>
        <translation>可拖到其他程序中</translation>
    </message>
</context>
</TS>
