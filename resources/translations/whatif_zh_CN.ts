<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>connscope::whatif::AvoidPanel</name>
    <message>
        <source>Node %1: its time in CLOSE-WAIT</source>
        <translation>节点 %1：停留在 CLOSE-WAIT</translation>
    </message>
    <message>
        <source>Node %1: that it ends at %2</source>
        <translation>节点 %1：在 %2 结束</translation>
    </message>
    <message>
        <source>Node %1: that it is opened at %2</source>
        <translation>节点 %1：在 %2 打开</translation>
    </message>
    <message>
        <source>Trying one setting after the other …</source>
        <translation>正在逐个尝试设置……</translation>
    </message>
    <message>
        <source>Select a connection or an event and choose Tools ▸ What Would Avoid This?: every setting of a declared list is tried, one at a time.</source>
        <translation>选中一个连接或事件，再选“工具 ▸ 怎样能避免它？”：会逐个尝试一份公开列表中的设置。</translation>
    </message>
    <message>
        <source>To be avoided:</source>
        <translation>要避免的：</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>运行它</translation>
    </message>
    <message>
        <source>Tried without success:</source>
        <translation>试过但无效：</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>What is to be avoided</source>
        <translation>要避免什么</translation>
    </message>
    <message>
        <source>What would avoid it</source>
        <translation>怎样能避免它</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>What it costs or saves: %1</source>
        <translation>得失：%1</translation>
    </message>
</context>
<context>
    <name>connscope::whatif::ClaimsDialog</name>
    <message>
        <source>Claim</source>
        <translation>说法</translation>
    </message>
    <message>
        <source>Course</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>as the course says</source>
        <translation>如课程所说</translation>
    </message>
    <message>
        <source>not as the course says</source>
        <translation>不如课程所说</translation>
    </message>
    <message>
        <source>partly as the course says</source>
        <translation>部分如课程所说</translation>
    </message>
    <message>
        <source>&amp;Open as the Course Has It</source>
        <translation>按课程打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Open as %1 Does It</source>
        <translation>按 %1 的做法打开(&amp;O)</translation>
    </message>
    <message>
        <source>Compare &amp;Both</source>
        <translation>两者比较(&amp;B)</translation>
    </message>
    <message>
        <source>Compare &amp;Both: Course and %1</source>
        <translation>比较课程与 %1(&amp;B)</translation>
    </message>
    <message>
        <source>No claim has these words.</source>
        <translation>没有含这些词的说法。</translation>
    </message>
    <message>
        <source>The numbers, counted in runs of %1 just now: %2.</source>
        <translation>其中的数字是刚才运行 %1 数出来的：%2。</translation>
    </message>
    <message>
        <source>Where it can be seen:</source>
        <translation>在哪里能看到：</translation>
    </message>
    <message>
        <source>In Kafka&apos;s code:</source>
        <translation>在 Kafka 的代码里：</translation>
    </message>
    <message>
        <source>What the course does not mention:</source>
        <translation>课程没有提到的：</translation>
    </message>
    <message>
        <source>Course and Code</source>
        <translation>课程与代码</translation>
    </message>
    <message>
        <source>Search claims, releases, classes of Kafka</source>
        <translation>搜索说法、版本、Kafka 的类</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>✓ as the course says   ≈ partly   ✗ not</source>
        <translation>✓ 如课程所说   ≈ 部分   ✗ 并非如此</translation>
    </message>
    <message>
        <source>Claims of the course, and what each release of the Java client does</source>
        <translation>课程的说法，以及 Java 客户端各版本的做法</translation>
    </message>
    <message>
        <source>The claim</source>
        <translation>这条说法</translation>
    </message>
    <message>
        <source>&amp;Copy Table</source>
        <translation>复制表格(&amp;C)</translation>
    </message>
    <message>
        <source>The whole table as Markdown; Ctrl+C in the table copies one claim</source>
        <translation>整张表，Markdown 格式；在表格里按 Ctrl+C 复制一条说法</translation>
    </message>
    <message>
        <source>The course&apos;s run and the release&apos;s, side by side, with what differs</source>
        <translation>课程的运行与该版本的运行并列，并说明不同之处</translation>
    </message>
    <message>
        <source>Opens the scenario at the moment in which it can be seen</source>
        <translation>打开场景，定位到能看到它的时刻</translation>
    </message>
    <message>
        <source>(with %1)</source>
        <translation>（设置 %1）</translation>
    </message>
</context>
<context>
    <name>connscope::whatif::FindingsPage</name>
    <message>
        <source>Nothing found</source>
        <translation>没有发现</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>A real session: settings of clients and clusters that are not ours are not known, and what nobody saw is told from what followed. Where that matters it is said.</source>
        <translation>真实会话：别人的客户端和集群的设置是未知的，没有人看到的事是从后果推断的。凡有影响之处都会说明。</translation>
    </message>
    <message>
        <source>Likely, not certain:</source>
        <translation>很可能，但不确定：</translation>
    </message>
    <message>
        <source>What would avoid this?</source>
        <translation>怎样能避免它？</translation>
    </message>
    <message>
        <source>Nothing was found: no connection is unusual, wasted or in danger.</source>
        <translation>没有发现：没有异常、浪费或有危险的连接。</translation>
    </message>
    <message>
        <source>Nothing of this weight was found.</source>
        <translation>没有这一级别的发现。</translation>
    </message>
    <message>
        <source>1 fault</source>
        <translation>1 个故障</translation>
    </message>
    <message>
        <source>%1 faults</source>
        <translation>%1 个故障</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 个警告</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 个警告</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 个提示</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 个提示</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
</context>
<context>
    <name>connscope::whatif::FindingsPanel</name>
    <message>
        <source>Nothing is open</source>
        <translation>没有打开任何内容</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>正在查看……</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Warnings and faults</source>
        <translation>警告和故障</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示什么</translation>
    </message>
    <message>
        <source>Leaves out what matters less</source>
        <translation>略去不太重要的</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Findings are told of one run. Two lie over each other now: see them side by side for that.</source>
        <translation>“发现”只对一次运行而言。现在两次运行叠在一起：请并排查看。</translation>
    </message>
</context>
<context>
    <name>connscope::whatif::QuestionsDialog</name>
    <message>
        <source>No question has these words.</source>
        <translation>没有问题包含这些词。</translation>
    </message>
    <message>
        <source>Where it can be seen: %1</source>
        <translation>在哪里能看到：%1</translation>
    </message>
    <message>
        <source>Finding: %1</source>
        <translation>发现：%1</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>常见问题</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>&amp;Show Me</source>
        <translation>带我去看(&amp;S)</translation>
    </message>
    <message>
        <source>Opens the scenario at the moment in which it can be seen</source>
        <translation>打开场景，定位到能看到答案的时刻</translation>
    </message>
</context>
<context>
    <name>connscope::whatif::SweepDialog</name>
    <message>
        <source>Export the plot</source>
        <translation>导出曲线图</translation>
    </message>
    <message>
        <source>Figures (*.svg *.png)</source>
        <translation>图形 (*.svg *.png)</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>A sweep needs a scenario; what is open is none.</source>
        <translation>扫描需要场景；当前打开的不是场景。</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>参数扫描</translation>
    </message>
    <message>
        <source>&amp;Vary</source>
        <translation>改变(&amp;V)</translation>
    </message>
    <message>
        <source>an&amp;d</source>
        <translation>以及(&amp;D)</translation>
    </message>
    <message>
        <source>Values: 1,3,5 · 1..9 · 1..1000/12 (12 of them) · 1..1000/12log (in equal ratios). At most %1 runs.</source>
        <translation>取值：1,3,5 · 1..9 · 1..1000/12（取 12 个） · 1..1000/12log（等比）。最多 %1 次运行。</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Open This Run</source>
        <translation>打开此次运行(&amp;O)</translation>
    </message>
    <message>
        <source>Save &amp;Table…</source>
        <translation>保存表格(&amp;T)…</translation>
    </message>
    <message>
        <source>Export &amp;Figure…</source>
        <translation>导出图形(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>对数坐标(&amp;L)</translation>
    </message>
    <message>
        <source>First setting</source>
        <translation>第一个设置</translation>
    </message>
    <message>
        <source>Second setting</source>
        <translation>第二个设置</translation>
    </message>
    <message>
        <source>Values of the first setting</source>
        <translation>第一个设置的取值</translation>
    </message>
    <message>
        <source>Values of the second setting</source>
        <translation>第二个设置的取值</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>What is plotted</source>
        <translation>画什么</translation>
    </message>
    <message>
        <source>Runs: %1. Click a point to open it.</source>
        <translation>运行 %1 次。点击一个点可打开它。</translation>
    </message>
    <message>
        <source>Cancelled; runs that were done: %1.</source>
        <translation>已取消；完成了 %1 次运行。</translation>
    </message>
    <message>
        <source>%1 did not come to their end: see their rows.</source>
        <translation>其中 %1 次没有运行到终点：见各行。</translation>
    </message>
    <message>
        <source>Choose what is varied, then Run: each value is a run of its own.</source>
        <translation>选择要改变什么，再点“运行”：每个取值各运行一次。</translation>
    </message>
</context>
<context>
    <name>connscope::whatif::SweepPlot</name>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
</context>
</TS>
