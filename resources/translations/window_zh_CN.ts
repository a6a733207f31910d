<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Playback</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Scenario</source>
        <translation>场景(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Opens a scenario or a trace; what it is is told by its content</source>
        <translation>打开场景或跟踪；是哪一种由内容判断</translation>
    </message>
    <message>
        <source>&amp;Examples…</source>
        <translation>示例(&amp;E)…</translation>
    </message>
    <message>
        <source>Shows the scenarios that come with the program</source>
        <translation>显示程序自带的场景</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新载入(&amp;R)</translation>
    </message>
    <message>
        <source>Reads the file again and keeps the playhead</source>
        <translation>重新读取文件，播放头不动</translation>
    </message>
    <message>
        <source>Export &amp;Picture…</source>
        <translation>导出图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Writes what is seen now as a picture</source>
        <translation>把当前画面写成图片</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Closes the window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>Selects what was selected before</source>
        <translation>选中之前选中的</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <source>Selects what was selected next</source>
        <translation>选中之后选中的</translation>
    </message>
    <message>
        <source>&amp;Deselect</source>
        <translation>取消选择(&amp;D)</translation>
    </message>
    <message>
        <source>Selects nothing</source>
        <translation>什么都不选</translation>
    </message>
    <message>
        <source>F&amp;ind…</source>
        <translation>查找(&amp;I)…</translation>
    </message>
    <message>
        <source>Searches the events and the log</source>
        <translation>在事件和日志中查找</translation>
    </message>
    <message>
        <source>Fi&amp;lter…</source>
        <translation>过滤(&amp;L)…</translation>
    </message>
    <message>
        <source>Goes to the filter, which all views share</source>
        <translation>转到所有视图共用的过滤框</translation>
    </message>
    <message>
        <source>&amp;Clear Filter</source>
        <translation>清除过滤(&amp;C)</translation>
    </message>
    <message>
        <source>Shows everything again</source>
        <translation>重新显示全部</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>浅色界面</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>深色界面</translation>
    </message>
    <message>
        <source>As the &amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Light or dark as the system is</source>
        <translation>与系统的明暗一致</translation>
    </message>
    <message>
        <source>&amp;High Contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>Stronger colours on plain black or white</source>
        <translation>纯黑或纯白底上更强的颜色</translation>
    </message>
    <message>
        <source>&amp;Reduced Motion</source>
        <translation>减少动态(&amp;R)</translation>
    </message>
    <message>
        <source>Requests light up instead of travelling</source>
        <translation>请求以高亮代替移动</translation>
    </message>
    <message>
        <source>L&amp;arger Text</source>
        <translation>放大文字(&amp;A)</translation>
    </message>
    <message>
        <source>Makes all text larger</source>
        <translation>放大所有文字</translation>
    </message>
    <message>
        <source>S&amp;maller Text</source>
        <translation>缩小文字(&amp;M)</translation>
    </message>
    <message>
        <source>Makes all text smaller</source>
        <translation>缩小所有文字</translation>
    </message>
    <message>
        <source>&amp;Normal Text</source>
        <translation>正常文字(&amp;N)</translation>
    </message>
    <message>
        <source>Text as large as the system has it</source>
        <translation>与系统字号一致</translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>The window takes the whole screen</source>
        <translation>窗口占满屏幕</translation>
    </message>
    <message>
        <source>&amp;English</source>
        <translation>English (&amp;E)</translation>
    </message>
    <message>
        <source>The interface in English</source>
        <translation>英文界面</translation>
    </message>
    <message>
        <source>简体中文 (&amp;Z)</source>
        <translation>简体中文 (&amp;Z)</translation>
    </message>
    <message>
        <source>The interface in Chinese</source>
        <translation>中文界面</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>Plays, or pauses</source>
        <translation>播放或暂停</translation>
    </message>
    <message>
        <source>Step &amp;Forward</source>
        <translation>前进一步(&amp;F)</translation>
    </message>
    <message>
        <source>To the next event</source>
        <translation>到下一个事件</translation>
    </message>
    <message>
        <source>Step &amp;Back</source>
        <translation>后退一步(&amp;B)</translation>
    </message>
    <message>
        <source>To the event before</source>
        <translation>到上一个事件</translation>
    </message>
    <message>
        <source>&amp;Next on the Connection</source>
        <translation>此连接的下一个(&amp;N)</translation>
    </message>
    <message>
        <source>To the next event of the selected connection</source>
        <translation>到所选连接的下一个事件</translation>
    </message>
    <message>
        <source>Pre&amp;vious on the Connection</source>
        <translation>此连接的上一个(&amp;V)</translation>
    </message>
    <message>
        <source>To the event before of the selected connection</source>
        <translation>到所选连接的上一个事件</translation>
    </message>
    <message>
        <source>To Its &amp;Cause</source>
        <translation>到起因(&amp;C)</translation>
    </message>
    <message>
        <source>To the event that led to this one</source>
        <translation>到引起它的事件</translation>
    </message>
    <message>
        <source>To Its C&amp;onsequence</source>
        <translation>到后果(&amp;O)</translation>
    </message>
    <message>
        <source>To the first event that this one led to</source>
        <translation>到它引起的第一个事件</translation>
    </message>
    <message>
        <source>To the &amp;Start</source>
        <translation>到起点(&amp;S)</translation>
    </message>
    <message>
        <source>To the start of the trace</source>
        <translation>到跟踪起点</translation>
    </message>
    <message>
        <source>To the &amp;End</source>
        <translation>到终点(&amp;E)</translation>
    </message>
    <message>
        <source>To the end of the trace</source>
        <translation>到跟踪终点</translation>
    </message>
    <message>
        <source>S&amp;lower</source>
        <translation>减速(&amp;L)</translation>
    </message>
    <message>
        <source>Less of the trace each second</source>
        <translation>每秒播放更少的跟踪</translation>
    </message>
    <message>
        <source>F&amp;aster</source>
        <translation>加速(&amp;A)</translation>
    </message>
    <message>
        <source>More of the trace each second</source>
        <translation>每秒播放更多的跟踪</translation>
    </message>
    <message>
        <source>&amp;Reverse</source>
        <translation>倒放(&amp;R)</translation>
    </message>
    <message>
        <source>Plays backwards</source>
        <translation>向后播放</translation>
    </message>
    <message>
        <source>S&amp;kip the Silence</source>
        <translation>跳过静默(&amp;K)</translation>
    </message>
    <message>
        <source>Idle gaps take a moment and are marked</source>
        <translation>空闲间隙一瞬而过，并有标记</translation>
    </message>
    <message>
        <source>Slow Down W&amp;here It Is New</source>
        <translation>新事慢放(&amp;H)</translation>
    </message>
    <message>
        <source>Handshakes, the first messages of each kind and closes take long enough to be followed, and are marked</source>
        <translation>握手、每种消息的头几次和关闭放慢到看得清，并有标记</translation>
    </message>
    <message>
        <source>Follo&amp;w the End</source>
        <translation>跟随末尾(&amp;W)</translation>
    </message>
    <message>
        <source>The playhead stays at the end of a trace that grows</source>
        <translation>跟踪增长时播放头停在末尾</translation>
    </message>
    <message>
        <source>&amp;Go To…</source>
        <translation>转到(&amp;G)…</translation>
    </message>
    <message>
        <source>To a time (9m), by a step (+30s), to an event (#1203)</source>
        <translation>到某时间（9m）、按步长（+30s）、到某事件（#1203）</translation>
    </message>
    <message>
        <source>Run &amp;Until…</source>
        <translation>运行到(&amp;U)…</translation>
    </message>
    <message>
        <source>&amp;Run Again</source>
        <translation>重新运行(&amp;R)</translation>
    </message>
    <message>
        <source>Runs the scenario with the profile, seed and settings of the tool bar</source>
        <translation>按工具栏的配置档、种子和设置运行场景</translation>
    </message>
    <message>
        <source>&amp;Next Seed</source>
        <translation>下一个种子(&amp;N)</translation>
    </message>
    <message>
        <source>Runs it with the next seed: another draw of all that is left to chance</source>
        <translation>用下一个种子运行：所有随机之处重新抽取</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>Changes keys of clients and brokers, and runs it again</source>
        <translation>修改客户端和 Broker 的配置项并重新运行</translation>
    </message>
    <message>
        <source>As &amp;Written</source>
        <translation>按文件原样(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Command Palette…</source>
        <translation>命令面板(&amp;C)…</translation>
    </message>
    <message>
        <source>Every command by typing a part of its name</source>
        <translation>输入名称的一部分即可执行任何命令</translation>
    </message>
    <message>
        <source>&amp;Teach</source>
        <translation>教学(&amp;T)</translation>
    </message>
    <message>
        <source>Topology, timeline and inspector</source>
        <translation>拓扑、时间线和检查器</translation>
    </message>
    <message>
        <source>&amp;Explore</source>
        <translation>探索(&amp;E)</translation>
    </message>
    <message>
        <source>Everything at once</source>
        <translation>全部面板</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>演示(&amp;P)</translation>
    </message>
    <message>
        <source>Large type and few controls, for a lecture hall</source>
        <translation>大字号、少控件，适合讲堂</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>Puts all panels back where they belong</source>
        <translation>把所有面板放回原位</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>All keys of this window</source>
        <translation>此窗口的所有按键</translation>
    </message>
    <message>
        <source>&amp;About Connscope</source>
        <translation>关于 Connscope(&amp;A)</translation>
    </message>
    <message>
        <source>What this program is</source>
        <translation>这个程序是什么</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Does it again</source>
        <translation>再做一次</translation>
    </message>
    <message>
        <source>Save Scenario &amp;As…</source>
        <translation>场景另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Writes the scenario with what was changed into another file</source>
        <translation>把场景连同改动写进另一个文件</translation>
    </message>
    <message>
        <source>Save &amp;Trace As…</source>
        <translation>跟踪另存为(&amp;T)…</translation>
    </message>
    <message>
        <source>Rese&amp;t Arrangement</source>
        <translation>恢复原位(&amp;T)</translation>
    </message>
    <message>
        <source>Everything in the topology to its own place, groups shut</source>
        <translation>拓扑图中的一切回到原位，分组收起</translation>
    </message>
    <message>
        <source>Book&amp;mark This Moment</source>
        <translation>为此刻加书签(&amp;M)</translation>
    </message>
    <message>
        <source>Marks the playhead&apos;s place and asks for a note; where there is a bookmark, its note is changed</source>
        <translation>在播放头处加书签并写备注；已有书签则修改备注</translation>
    </message>
    <message>
        <source>&amp;Drop the Bookmark</source>
        <translation>删除书签(&amp;D)</translation>
    </message>
    <message>
        <source>Removes the bookmark at the playhead</source>
        <translation>删除播放头处的书签</translation>
    </message>
    <message>
        <source>Ne&amp;xt Bookmark</source>
        <translation>下一个书签(&amp;X)</translation>
    </message>
    <message>
        <source>To the next bookmark</source>
        <translation>转到下一个书签</translation>
    </message>
    <message>
        <source>Prev&amp;ious Bookmark</source>
        <translation>上一个书签(&amp;I)</translation>
    </message>
    <message>
        <source>To the bookmark before</source>
        <translation>转到上一个书签</translation>
    </message>
    <message>
        <source>Everything as the file has it: profile, seed, settings, places, bookmarks, and nothing done to the world</source>
        <translation>一切按文件原样：profile、种子、设置、位置和书签，不含对世界做过的事</translation>
    </message>
    <message>
        <source>Stops what is being read, run or looked for</source>
        <translation>停止正在进行的读取、运行或寻找</translation>
    </message>
    <message>
        <source>Goes to the first moment from here at which a query holds; playing on stops at the next</source>
        <translation>跳到从这里起查询第一次成立的时刻；继续播放会停在下一次</translation>
    </message>
    <message>
        <source>&amp;Describe This Picture</source>
        <translation>描述这幅画面(&amp;D)</translation>
    </message>
    <message>
        <source>Says in words what is seen now</source>
        <translation>用文字说出现在看到的内容</translation>
    </message>
    <message>
        <source>Copy &amp;Run Command Line</source>
        <translation>复制运行命令行(&amp;R)</translation>
    </message>
    <message>
        <source>Copies the command that runs this scenario with its profile, seed and settings</source>
        <translation>复制以当前配置档、种子和设置运行此场景的命令</translation>
    </message>
    <message>
        <source>Kafka &amp;Rules</source>
        <translation>Kafka 规则(&amp;R)</translation>
    </message>
    <message>
        <source>Every rule that an event can name, the settings it reads, its place in Kafka&apos;s code</source>
        <translation>事件可能提到的每条规则、它读取的设置、在 Kafka 代码中的位置</translation>
    </message>
    <message>
        <source>Sess&amp;ion</source>
        <translation>会话(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Run for Real</source>
        <translation>真实运行(&amp;R)</translation>
    </message>
    <message>
        <source>This scenario over real sockets, against brokers of our own on this machine</source>
        <translation>用真实套接字运行这个场景，对方是本机上自己的 Broker</translation>
    </message>
    <message>
        <source>Run S&amp;imulated</source>
        <translation>模拟运行(&amp;I)</translation>
    </message>
    <message>
        <source>The scenario&apos;s simulation again, in the place of the real session</source>
        <translation>重新显示场景的模拟，代替真实会话</translation>
    </message>
    <message>
        <source>Run &amp;Both and Compare</source>
        <translation>两者都运行并比较(&amp;B)</translation>
    </message>
    <message>
        <source>Runs it for real, then says where the simulation tells something else</source>
        <translation>真实运行一次，然后说明模拟在哪里有所不同</translation>
    </message>
    <message>
        <source>Start Loopback C&amp;luster…</source>
        <translation>启动本机集群(&amp;L)…</translation>
    </message>
    <message>
        <source>Brokers on ports of this machine, for any Kafka client</source>
        <translation>在本机端口上启动 Broker，供任何 Kafka 客户端使用</translation>
    </message>
    <message>
        <source>&amp;Connect to a Cluster…</source>
        <translation>连接到集群(&amp;C)…</translation>
    </message>
    <message>
        <source>A client of ours at an existing cluster; nothing is written there unless it is ticked</source>
        <translation>自己的一个客户端连接现有集群；不打勾就不会写入任何东西</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Ends the real session: every socket and port is closed, its trace stays</source>
        <translation>结束真实会话：关闭所有套接字和端口，跟踪保留</translation>
    </message>
    <message>
        <source>Save &amp;Trace…</source>
        <translation>保存跟踪(&amp;T)…</translation>
    </message>
    <message>
        <source>Writes what happened until now as JSON Lines</source>
        <translation>把到目前为止发生的一切写成 JSON Lines</translation>
    </message>
    <message>
        <source>Simulated Besi&amp;de Real</source>
        <translation>模拟与真实并列(&amp;D)</translation>
    </message>
    <message>
        <source>Two pictures with one playhead: what really happens, and what the simulation tells</source>
        <translation>两幅画面共用一个播放头：真正发生的事，以及模拟所讲的事</translation>
    </message>
    <message>
        <source>Export &amp;Figure…</source>
        <translation>导出插图(&amp;F)…</translation>
    </message>
    <message>
        <source>Draws what is seen now for a document: PNG, SVG, PDF, animations, the clipboard</source>
        <translation>为文档画出当前所见：PNG、SVG、PDF、动图、剪贴板</translation>
    </message>
    <message>
        <source>Copy as &amp;Picture</source>
        <translation>复制为图片(&amp;P)</translation>
    </message>
    <message>
        <source>The topology, or the timeline where the keyboard is in it, as a picture into the clipboard</source>
        <translation>把拓扑（键盘焦点在时间线时为时间线）作为图片放入剪贴板</translation>
    </message>
    <message>
        <source>Copy as &amp;SVG</source>
        <translation>复制为 SVG(&amp;S)</translation>
    </message>
    <message>
        <source>The same as SVG, which stays sharp at any size</source>
        <translation>同上，但为 SVG，放大不失真</translation>
    </message>
    <message>
        <source>A&amp;nnotate…</source>
        <translation>标注…(&amp;N)</translation>
    </message>
    <message>
        <source>Writes words to what is selected; the context menus of topology and timeline have arrows, frames and numbers too</source>
        <translation>给所选的东西写上文字；拓扑和时间线的右键菜单里还有箭头、方框和编号</translation>
    </message>
    <message>
        <source>Compare &amp;With…</source>
        <translation>比较(&amp;W)…</translation>
    </message>
    <message>
        <source>A second run beside this one, with one playhead: what differs is marked and said</source>
        <translation>在旁边显示第二次运行，共用一个播放头：不同之处会被标出并用文字说明</translation>
    </message>
    <message>
        <source>St&amp;op Comparing</source>
        <translation>停止比较(&amp;O)</translation>
    </message>
    <message>
        <source>Takes the second run and all marks away</source>
        <translation>移除第二次运行及所有标记</translation>
    </message>
    <message>
        <source>&amp;Findings</source>
        <translation>发现(&amp;F)</translation>
    </message>
    <message>
        <source>What an engineer would remark about these connections, with evidence and remedy</source>
        <translation>工程师会对这些连接提出的意见，附证据和对策</translation>
    </message>
    <message>
        <source>&amp;Sweep…</source>
        <translation>参数扫描(&amp;S)…</translation>
    </message>
    <message>
        <source>Varies one setting or two and plots what becomes of the connections</source>
        <translation>改变一个或两个设置，画出连接的变化</translation>
    </message>
    <message>
        <source>What Would &amp;Avoid This?</source>
        <translation>怎样能避免它？(&amp;A)</translation>
    </message>
    <message>
        <source>Looks for the single setting that avoids the selected connection, its end or its CLOSE-WAIT</source>
        <translation>寻找能避免所选连接、它的结束或它的 CLOSE-WAIT 的单个设置</translation>
    </message>
    <message>
        <source>&amp;Questions</source>
        <translation>常见问题(&amp;Q)</translation>
    </message>
    <message>
        <source>What people ask about Kafka connections, and where the answer can be seen</source>
        <translation>人们对 Kafka 连接的提问，以及在哪里能看到答案</translation>
    </message>
    <message>
        <source>&amp;Lesson</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程列表(&amp;L)</translation>
    </message>
    <message>
        <source>The lessons that come with the program: predict, then look</source>
        <translation>随程序提供的课程：先预测，再观察</translation>
    </message>
    <message>
        <source>&amp;Open Lesson…</source>
        <translation>打开课程(&amp;O)…</translation>
    </message>
    <message>
        <source>Opens the file of a lesson</source>
        <translation>打开一个课程文件</translation>
    </message>
    <message>
        <source>&amp;Go On</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>Checks the prediction, then goes to the next step; in Present, shows the answer</source>
        <translation>检验预测，然后进入下一步；在演示布局中直接显示答案</translation>
    </message>
    <message>
        <source>To the step before</source>
        <translation>回到上一步</translation>
    </message>
    <message>
        <source>&amp;Hint</source>
        <translation>提示(&amp;H)</translation>
    </message>
    <message>
        <source>Shows the hint of this question</source>
        <translation>显示本题的提示</translation>
    </message>
    <message>
        <source>Show &amp;Answer</source>
        <translation>显示答案(&amp;A)</translation>
    </message>
    <message>
        <source>Plays up to the answer, without a prediction</source>
        <translation>不作预测，直接播放到答案</translation>
    </message>
    <message>
        <source>Lea&amp;ve the Lesson</source>
        <translation>离开课程(&amp;V)</translation>
    </message>
    <message>
        <source>Back to the list; what was answered is kept</source>
        <translation>回到列表；已作的回答会保留</translation>
    </message>
    <message>
        <source>Save &amp;Results…</source>
        <translation>保存成绩(&amp;R)…</translation>
    </message>
    <message>
        <source>Writes what was answered as comma-separated values</source>
        <translation>把已作的回答写成逗号分隔的文件</translation>
    </message>
    <message>
        <source>&amp;Forget Results</source>
        <translation>清除成绩(&amp;F)</translation>
    </message>
    <message>
        <source>Every lesson from the start again; results are kept on this machine only</source>
        <translation>所有课程从头开始；成绩只保存在本机</translation>
    </message>
    <message>
        <source>&amp;Worksheet…</source>
        <translation>练习卷(&amp;W)…</translation>
    </message>
    <message>
        <source>Questions on paper with their answers, other numbers for each copy</source>
        <translation>印在纸上的题目和答案，每一份的数字都不同</translation>
    </message>
    <message>
        <source>Takes back what was last done: to the world, which is run again, to the place of a card, or written into the picture</source>
        <translation>撤销最后做的事：对世界的操作（重新运行）、卡片的移动，或写进图里的内容</translation>
    </message>
    <message>
        <source>&amp;New Scenario</source>
        <translation>新建场景(&amp;N)</translation>
    </message>
    <message>
        <source>A small scenario to begin with, and the editor</source>
        <translation>从一个小场景开始，并打开编辑器</translation>
    </message>
    <message>
        <source>&amp;Edit Scenario</source>
        <translation>编辑场景(&amp;E)</translation>
    </message>
    <message>
        <source>Cluster, topics, clients, their settings, network and what happens; each change runs it again</source>
        <translation>集群、主题、客户端及其配置、网络和发生的事；每次改动都重新运行</translation>
    </message>
    <message>
        <source>Co&amp;urse and Code</source>
        <translation>课程与代码(&amp;U)</translation>
    </message>
    <message>
        <source>What a well-known course says about these connections, what each release does, and where to see it</source>
        <translation>一门著名课程对这些连接的说法、各版本的做法，以及在哪里能看到</translation>
    </message>
    <message>
        <source>&amp;Contents</source>
        <translation>目录(&amp;C)</translation>
    </message>
    <message>
        <source>The manual; with its key, the page of the panel or dialog that has the keyboard</source>
        <translation>手册；按它的键则打开关于键盘所在面板或对话框的那一页</translation>
    </message>
    <message>
        <source>Superpose &amp;Both Runs</source>
        <translation>叠加两次运行(&amp;B)</translation>
    </message>
    <message>
        <source>Both runs as one picture: what they share once, what only one has with its letter, A or B</source>
        <translation>两次运行合成一幅画面：共有的只画一次，独有的带字母 A 或 B</translation>
    </message>
    <message>
        <source>&amp;What&apos;s This?</source>
        <translation>这是什么？(&amp;W)</translation>
    </message>
    <message>
        <source>Then click a panel: it says what it is for</source>
        <translation>之后点击一个面板：它会说明自己的用途</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Writes what was changed into the file: a scenario&apos;s words stay, a trace gets its annotations and bookmarks</source>
        <translation>把改动写入文件：场景保留原来的文字，跟踪加上标注和书签</translation>
    </message>
    <message>
        <source>Writes the trace as JSON Lines, with its annotations and bookmarks</source>
        <translation>把跟踪连同标注和书签写成 JSON Lines</translation>
    </message>
    <message>
        <source>Foc&amp;us</source>
        <translation>聚焦(&amp;U)</translation>
    </message>
    <message>
        <source>The selected thing large, then everything; of the timeline where that has the keyboard, else of the topology</source>
        <translation>先放大选中的内容，再按一次看全部；键盘在时间线里时对时间线，否则对拓扑</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>A closer look at the topology, or at the timeline where that has the keyboard</source>
        <translation>放大拓扑；键盘在时间线里时放大时间线</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>More of the topology at once, or of the timeline where that has the keyboard</source>
        <translation>缩小拓扑；键盘在时间线里时缩小时间线</translation>
    </message>
</context>
<context>
    <name>Branch</name>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>Moves</name>
    <message>
        <source>move %1</source>
        <translation>移动 %1</translation>
    </message>
    <message>
        <source>move cards</source>
        <translation>移动卡片</translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>Shows or hides this panel</source>
        <translation>显示或隐藏此面板</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>拓扑</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>In Words</source>
        <translation>文字描述</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Beside</source>
        <translation>并列</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Avoiding</source>
        <translation>怎样避免</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
</context>
<context>
    <name>WhatsThis</name>
    <message>
        <source>Clients on the left, brokers on the right, and each TCP connection between them as a line, as things are where the playhead stands. The badge is the node id under which the client keeps it; the colour says what it is for. Click something to select it, double click a group to open it.</source>
        <translation>左边是客户端，右边是 Broker，两者之间的每一条线是一个 TCP 连接，都是播放头所在时刻的样子。标签是客户端记住它所用的节点编号，颜色说明它的用途。点击可以选中，双击可以展开一组。</translation>
    </message>
    <message>
        <source>Each connection as a lane over time, from its opening to its end. Click to move the playhead; drag with Shift to select a range; the wheel zooms. Where nothing happens for long the axis has a break.</source>
        <translation>每个连接是时间轴上的一条泳道，从打开到结束。点击移动播放头；按住 Shift 拖动选出一段；滚轮缩放。长时间没有动静的地方，轴上有一处断开。</translation>
    </message>
    <message>
        <source>All about what is selected: a client, a broker, a connection, a request or an event, as it is where the playhead stands. For an event it says why it happened, back to where it began.</source>
        <translation>关于选中的一切：客户端、Broker、连接、请求或事件，都是播放头所在时刻的样子。对于事件，它说明为什么会发生，一直追到起点。</translation>
    </message>
    <message>
        <source>Every event of the trace, in order, with its cause and the rule of Kafka&apos;s code that made it. The filter above and the search find some of them; a double click moves the playhead there.</source>
        <translation>轨迹中的每个事件，按先后排列，带着它的原因和产生它的 Kafka 代码规则。上方的过滤和搜索可以找出其中一些；双击把播放头移到那里。</translation>
    </message>
    <message>
        <source>What the clients would write into their logs, in the words of their release, up to where the playhead stands.</source>
        <translation>客户端会写进日志的内容，用其版本的原话，直到播放头所在的时刻。</translation>
    </message>
    <message>
        <source>What an engineer would remark about these connections: faults, warnings and notes, each with its evidence and what to do.</source>
        <translation>工程师对这些连接会说些什么：故障、警告和提示，每一条都有证据和处理办法。</translation>
    </message>
    <message>
        <source>The scenario as a tree, to be changed: cluster, topics, clients and their settings, network, timed actions. Each change runs at once and can be undone.</source>
        <translation>场景的树形结构，可以修改：集群、主题、客户端及其配置、网络、定时动作。每次修改立即运行，并且可以撤销。</translation>
    </message>
    <message>
        <source>The picture in words, as it is where the playhead stands: for whoever cannot see it, and to be copied.</source>
        <translation>用文字描述播放头所在时刻的画面：供看不见画面的人使用，也可以复制。</translation>
    </message>
    <message>
        <source>The cluster that a real session talks to: brokers, topics, leaders and groups, as the answers tell them.</source>
        <translation>真实会话所连接的集群：Broker、主题、领导者和消费组，都来自应答。</translation>
    </message>
    <message>
        <source>Which single setting avoids what is selected: each value of a list is tried in a run of its own, and what it costs otherwise is said.</source>
        <translation>哪一个设置可以避免选中的事：列表里的每个值都单独运行一次，并说明另外的代价。</translation>
    </message>
    <message>
        <source>What differs between this run and a second one, in sentences. A click leads to where it can be seen.</source>
        <translation>这次运行与另一次运行的差别，用句子说明。点击会引到能看到它的地方。</translation>
    </message>
    <message>
        <source>The second run, beside the first and with the same playhead; events are laid beside each other by cause, not by time.</source>
        <translation>第二次运行，与第一次并排，共用一个播放头；事件按因果对齐，而不是按时间。</translation>
    </message>
    <message>
        <source>Lessons: read, predict, check. Keys 1 to 9 choose, Enter checks, Page Down goes on. Nothing leaves this machine.</source>
        <translation>课程：阅读、预测、检验。按 1 到 9 选择，回车检验，Page Down 继续。任何内容都不会离开这台机器。</translation>
    </message>
</context>
<context>
    <name>connscope::app::Beside</name>
    <message>
        <source>The run beside is only looked at: act on the picture of the window.</source>
        <translation>旁边的运行只供观看：请在窗口自己的画面上操作。</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>as it was recorded</source>
        <translation>按记录重放</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>timers up to %1 late</source>
        <translation>定时器最多晚 %1</translation>
    </message>
    <message>
        <source>one playhead, by cause</source>
        <translation>共用播放头，按因果对齐</translation>
    </message>
    <message>
        <source>one playhead, by time</source>
        <translation>共用播放头，按时间对齐</translation>
    </message>
    <message>
        <source>Tools ▸ Compare With shows a second run here, and Session ▸ Simulated Beside Real what the simulation tells of a real one: with one playhead for both.</source>
        <translation>“工具 ▸ 比较”在此显示第二次运行，“会话 ▸ 模拟与真实并列”在此显示模拟对真实运行的讲述：两者共用一个播放头。</translation>
    </message>
</context>
<context>
    <name>connscope::app::CompareDialog</name>
    <message>
        <source>as the scenario says</source>
        <translation>按场景所写</translation>
    </message>
    <message>
        <source>Choose a scenario or a trace</source>
        <translation>选择场景或跟踪</translation>
    </message>
    <message>
        <source>Scenarios and traces (*.yaml *.yml *.jsonl);;All files (*)</source>
        <translation>场景与跟踪 (*.yaml *.yml *.jsonl);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Compare With</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>The run of the window is the first. What is the second?</source>
        <translation>窗口中的运行是第一个。第二个是什么？</translation>
    </message>
    <message>
        <source>&amp;This scenario, run otherwise</source>
        <translation>本场景，换一种方式运行(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Another scenario, or a trace</source>
        <translation>另一个场景或跟踪(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>版本(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>种子(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;ettings</source>
        <translation>设置(&amp;E)</translation>
    </message>
    <message>
        <source>NAME.KEY=VALUE, one a line; NAME is a client, cluster, broker.N or *</source>
        <translation>每行一个 NAME.KEY=VALUE；NAME 是客户端、cluster、broker.N 或 *</translation>
    </message>
    <message>
        <source>Scenario or trace</source>
        <translation>场景或跟踪</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>选择(&amp;C)…</translation>
    </message>
    <message>
        <source>C&amp;ompare</source>
        <translation>比较(&amp;O)</translation>
    </message>
    <message>
        <source>a file, or a scenario by its name: 13-three-kinds</source>
        <translation>文件，或场景的名字：13-three-kinds</translation>
    </message>
</context>
<context>
    <name>connscope::app::ComparisonPanel</name>
    <message>
        <source>They agree: the simulation with seed %1 tells what really happened.</source>
        <translation>一致：种子为 %1 的模拟与实际发生的相同。</translation>
    </message>
    <message>
        <source>They differ. The simulation that comes nearest has seed %1.</source>
        <translation>不一致。最接近的模拟种子为 %1。</translation>
    </message>
    <message>
        <source>Simulated beside real</source>
        <translation>模拟与真实对照</translation>
    </message>
    <message>
        <source>Show the Simulation &amp;Beside It</source>
        <translation>在旁边显示模拟(&amp;B)</translation>
    </message>
    <message>
        <source>Shows the simulation with that seed beside the window&apos;s own picture, with one playhead</source>
        <translation>把该种子的模拟与窗口自己的画面并列显示，共用一个播放头</translation>
    </message>
    <message>
        <source>Tools ▸ Compare With says here what differs between two runs, and Session ▸ Run Both and Compare where the simulation and what really happened differ.</source>
        <translation>“工具 ▸ 比较”在此说明两次运行有何不同，“会话 ▸ 运行两者并比较”在此说明模拟与真实发生的事在何处不同。</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>正在比较 …</translation>
    </message>
    <message>
        <source>Both runs are the same.</source>
        <translation>两次运行相同。</translation>
    </message>
    <message>
        <source>◆ only in one run   ◇ in both, but different   Connections that differ: %1</source>
        <translation>◆ 只在一次运行中   ◇ 两次都有，但不同   不同的连接：%1</translation>
    </message>
    <message>
        <source>The playheads meet by &amp;cause, not by time</source>
        <translation>播放头按因果对齐，而非按时间(&amp;C)</translation>
    </message>
    <message>
        <source>Each event comes when its counterpart in the other run does</source>
        <translation>每个事件与它在另一次运行中的对应事件同时到来</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>They agree, each client with a seed of its own. The simulation that comes nearest to all of them has seed %1.</source>
        <translation>两者一致，每个客户端各有一个种子。最接近全部客户端的模拟，种子是 %1。</translation>
    </message>
</context>
<context>
    <name>connscope::app::ConnectDialog</name>
    <message>
        <source>Choose a client.properties file</source>
        <translation>选择 client.properties 文件</translation>
    </message>
    <message>
        <source>Client properties (*.properties *.config);;All files (*)</source>
        <translation>客户端属性 (*.properties *.config);;所有文件 (*)</translation>
    </message>
    <message>
        <source>It sends a record of 100 bytes each second.</source>
        <translation>每秒发送一条 100 字节的消息。</translation>
    </message>
    <message>
        <source>A group of our own: nobody else&apos;s partitions move.</source>
        <translation>自己的消费组：不会移动别人的分区。</translation>
    </message>
    <message>
        <source>If others are in this group, they will share their partitions with this client.</source>
        <translation>如果组里还有别人，他们的分区会与这个客户端分担。</translation>
    </message>
    <message>
        <source>It &amp;may write records into the topic</source>
        <translation>允许向主题写入消息(&amp;M)</translation>
    </message>
    <message>
        <source>It &amp;may write: commit the group&apos;s offsets</source>
        <translation>允许写入：提交消费组的位移(&amp;M)</translation>
    </message>
    <message>
        <source>Nothing is written on a cluster unless it is ticked here: a producer needs that.</source>
        <translation>不在这里打勾就不会向集群写入任何东西：生产者需要打勾。</translation>
    </message>
    <message>
        <source>Connect to a Cluster</source>
        <translation>连接到集群</translation>
    </message>
    <message>
        <source>It says</source>
        <translation>其中写着</translation>
    </message>
    <message>
        <source>&amp;Client</source>
        <translation>客户端(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Topic</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Group</source>
        <translation>消费组(&amp;G)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>选择(&amp;H)…</translation>
    </message>
    <message>
        <source>a consumer: reads</source>
        <translation>消费者：读取</translation>
    </message>
    <message>
        <source>a producer: writes</source>
        <translation>生产者：写入</translation>
    </message>
    <message>
        <source>May write</source>
        <translation>允许写入</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
</context>
<context>
    <name>connscope::app::FrameFinder</name>
    <message>
        <source>These bytes are no longer there: a session keeps its last 32 MB.</source>
        <translation>这些字节已经不在了：会话只保留最后的 32 MB。</translation>
    </message>
    <message>
        <source>A trace has no bytes: they are there only while the window has the session itself.</source>
        <translation>跟踪里没有字节：只有窗口里还有这次会话时才有。</translation>
    </message>
    <message>
        <source>These bytes are of run B: open it by itself to see them.</source>
        <translation>这些字节属于运行 B：请单独打开它来查看。</translation>
    </message>
</context>
<context>
    <name>connscope::app::MainWindow</name>
    <message>
        <source>Open Re&amp;cent</source>
        <translation>最近打开(&amp;C)</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source> · seed %1</source>
        <translation> · 种子 %1</translation>
    </message>
    <message>
        <source>Connscope %1 shows every TCP connection of a Kafka client: why it was opened, what travels on it, who closed it and by which rule. Free software, GPL 3 or later.</source>
        <translation>Connscope %1 展示 Kafka 客户端的每一个 TCP 连接：为何打开，上面传输什么，由谁、依据哪条规则关闭。自由软件，GPL 3 或更高版本。</translation>
    </message>
    <message>
        <source>Stopped at event #%1: what was asked for holds now.</source>
        <translation>已在事件 #%1 处停下：所问条件成立。</translation>
    </message>
    <message>
        <source>Stopped: what was asked for holds now.</source>
        <translation>已停下：所问条件成立。</translation>
    </message>
    <message>
        <source>Select a connection first: a link, a lane or an event.</source>
        <translation>请先选中一个连接：链路、泳道或事件。</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>正在运行 %1</translation>
    </message>
    <message>
        <source>Preparing %1</source>
        <translation>正在准备 %1</translation>
    </message>
    <message>
        <source>Press Space to play</source>
        <translation>按空格键播放</translation>
    </message>
    <message>
        <source>Save the trace</source>
        <translation>保存跟踪</translation>
    </message>
    <message>
        <source>Traces (*.jsonl)</source>
        <translation>跟踪 (*.jsonl)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Export the picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source> · branch</source>
        <translation> · 分支</translation>
    </message>
    <message>
        <source>Go &amp;to a Bookmark</source>
        <translation>转到书签(&amp;T)</translation>
    </message>
    <message>
        <source>What was not saved when the window was closed is here again. Scenario ▸ As Written takes the file as it is.</source>
        <translation>上次关闭窗口时未保存的内容已恢复。“场景 ▸ 按文件原样”则按文件打开。</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>保存场景</translation>
    </message>
    <message>
        <source>Scenarios (*.yaml *.yml);;All files (*)</source>
        <translation>场景 (*.yaml *.yml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 was changed by somebody else since it was read. Reload it (F5 keeps what was done here), or save under another name.</source>
        <translation>%1 读取之后被别处改过。请重新载入（F5 会保留这里的改动），或另存为其他名称。</translation>
    </message>
    <message>
        <source>This cannot be saved as a scenario: %1</source>
        <translation>无法保存为场景：%1</translation>
    </message>
    <message>
        <source>Saved %1. What was changed has no simple place in its text, so it was written anew: comments are lost.</source>
        <translation>已保存 %1。这些改动在原文中没有简单的位置，因此全文重写，注释已丢失。</translation>
    </message>
    <message>
        <source>%1 is not there yet: nothing plays until it is. Escape cancels.</source>
        <translation>%1 还没有读完：读完之前不能播放。Esc 取消。</translation>
    </message>
    <message>
        <source>Nothing is open: there is nothing to play.</source>
        <translation>没有打开任何文件：没有可播放的。</translation>
    </message>
    <message>
        <source>From here to the end that never becomes true.</source>
        <translation>从这里到末尾，它从未成立。</translation>
    </message>
    <message>
        <source>Looking for what was asked for</source>
        <translation>正在寻找成立的时刻</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>Copied, without what was done here (%1): save the scenario first to have that too.</source>
        <translation>已复制，但不含在这里做过的操作（%1 项）：要包含它们，请先保存场景。</translation>
    </message>
    <message>
        <source>%1 was changed and is not saved. What of it, before %2 is opened?</source>
        <translation>%1 有改动尚未保存。打开 %2 之前如何处理？</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>A branch of the scenario from %1 on: %2. Undo takes back the last.</source>
        <translation>自 %1 起是场景的一个分支：%2。“撤销”收回最近一次。</translation>
    </message>
    <message>
        <source> · real session</source>
        <translation> · 真实会话</translation>
    </message>
    <message>
        <source>This session is over: nothing can be done to it any more. Session ▸ Run Simulated has the scenario again.</source>
        <translation>这个会话已经结束，不能再对它做什么。“会话 ▸ 模拟运行”可回到场景。</translation>
    </message>
    <message>
        <source>A real session is running. It ends, with all its connections, when something else is opened.</source>
        <translation>真实会话正在运行。打开别的内容时，它和它的所有连接都会结束。</translation>
    </message>
    <message>
        <source>Stop It</source>
        <translation>停止会话</translation>
    </message>
    <message>
        <source>&amp;Keep of the Trace</source>
        <translation>保留的跟踪(&amp;K)</translation>
    </message>
    <message>
        <source>The Last %1 Events</source>
        <translation>最近 %1 个事件</translation>
    </message>
    <message>
        <source>The Last %1 Minutes</source>
        <translation>最近 %1 分钟</translation>
    </message>
    <message>
        <source>Everything, Until the Scenario&apos;s max-events</source>
        <translation>全部，直到场景的 max-events</translation>
    </message>
    <message>
        <source>Copied, for the scenario as it is in its file: save it first to have what was edited.</source>
        <translation>已复制，对应文件中的场景：要包含编辑内容请先保存。</translation>
    </message>
    <message>
        <source>A part of the file had to be written anew; its comments are lost. Undo brings them back.</source>
        <translation>文件的一部分只能重写，其中的注释丢失了。撤销可以恢复。</translation>
    </message>
    <message>
        <source>The scenario does not say anything of this one.</source>
        <translation>场景没有写到它。</translation>
    </message>
    <message>
        <source>The real session goes on as it began; the next run has the change.</source>
        <translation>真实会话照原样继续；下一次运行才有这个改动。</translation>
    </message>
    <message>
        <source>Line %1: %2 — the picture is of the last text that was right.</source>
        <translation>第 %1 行：%2 —— 画面仍是最后一份正确文本的。</translation>
    </message>
    <message>
        <source>%1 — the picture is of the last text that was right.</source>
        <translation>%1 —— 画面仍是最后一份正确文本的。</translation>
    </message>
    <message>
        <source>profile as the scenario has it</source>
        <translation>按场景的配置档</translation>
    </message>
    <message>
        <source>profile %1</source>
        <translation>配置档 %1</translation>
    </message>
    <message>
        <source>seed as the scenario has it</source>
        <translation>按场景的种子</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>settings of the tool bar</source>
        <translation>工具栏中的配置</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Select what it is about first: a client, a broker or a connection.</source>
        <translation>请先选择要标注的东西：客户端、Broker 或连接。</translation>
    </message>
    <message>
        <source>Copy as &amp;Picture</source>
        <translation>复制为图片(&amp;P)</translation>
    </message>
    <message>
        <source>Copy as S&amp;VG</source>
        <translation>复制为 SVG(&amp;V)</translation>
    </message>
    <message>
        <source>Drag the picture into another program; a click exports it</source>
        <translation>把图拖到其他程序中；单击则导出</translation>
    </message>
    <message>
        <source>The timeline is in the clipboard.</source>
        <translation>时间线已在剪贴板中。</translation>
    </message>
    <message>
        <source>The topology is in the clipboard.</source>
        <translation>拓扑已在剪贴板中。</translation>
    </message>
    <message>
        <source>Open a scenario, a lesson or a trace</source>
        <translation>打开场景、课程或轨迹</translation>
    </message>
    <message>
        <source>Scenarios, lessons and traces (*.yaml *.yml *.jsonl);;All files (*)</source>
        <translation>场景、课程和轨迹 (*.yaml *.yml *.jsonl);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Lessons (*.yaml *.yml);;All files (*)</source>
        <translation>课程 (*.yaml *.yml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>This step of the lesson does not allow that. Lesson ▸ Leave the Lesson ends it.</source>
        <translation>课程的这一步不允许这样做。“课程 ▸ 离开课程”可以结束它。</translation>
    </message>
    <message>
        <source>Save the results</source>
        <translation>保存成绩</translation>
    </message>
    <message>
        <source>results.csv</source>
        <translation>成绩.csv</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔的文件 (*.csv)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>annotation</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Act &amp;On</source>
        <translation>操作所选(&amp;O)</translation>
    </message>
    <message>
        <source>Before the first event</source>
        <translation>第一个事件之前</translation>
    </message>
    <message>
        <source>#%1: the world is set up (%2 events)</source>
        <translation>#%1：环境就绪（%2 个事件）</translation>
    </message>
    <message>
        <source>#%1: %2</source>
        <translation>#%1：%2</translation>
    </message>
    <message>
        <source>Select a broker, a client or a connection first</source>
        <translation>请先选中一台 Broker、一个客户端或一个连接</translation>
    </message>
    <message>
        <source>The session is over, and every socket of it closed; what is seen is its last moment. Its trace stays: save it, or play it again.</source>
        <translation>会话结束，它的套接字都已关闭；画面是最后一刻。跟踪保留：可保存，或重新播放。</translation>
    </message>
    <message>
        <source>That cannot be done with what is open now.</source>
        <translation>对现在打开的内容不能这样做。</translation>
    </message>
    <message>
        <source>This is of run B, which is only looked at: act on what run A has, which is the window&apos;s own.</source>
        <translation>这属于运行 B，只供观看：请操作运行 A 的对象，那是窗口自己的运行。</translation>
    </message>
    <message>
        <source>What was written into this trace and not saved is here again. Save puts it into the file, Scenario ▸ As Written takes the file as it is.</source>
        <translation>写在此跟踪里而未保存的内容已恢复。“保存”把它写进文件，“场景 ▸ 按文件原样”则按文件打开。</translation>
    </message>
    <message>
        <source>&amp;Clear This List</source>
        <translation>清空列表(&amp;C)</translation>
    </message>
    <message>
        <source>%1 files were dropped; the first, %2, was opened: the window shows one at a time.</source>
        <translation>拖来了 %1 个文件，打开了第一个 %2：窗口一次只显示一个。</translation>
    </message>
    <message>
        <source>Nothing happens on this connection after this moment.</source>
        <translation>此刻之后，这个连接上再没有发生什么。</translation>
    </message>
    <message>
        <source>Nothing happened on this connection before this moment.</source>
        <translation>此刻之前，这个连接上没有发生过什么。</translation>
    </message>
    <message>
        <source>No event has happened yet.</source>
        <translation>还没有发生任何事件。</translation>
    </message>
    <message>
        <source>Event #%1 has no cause: it is where it all begins.</source>
        <translation>事件 #%1 没有原因：一切由它开始。</translation>
    </message>
    <message>
        <source>Nothing follows from event #%1.</source>
        <translation>事件 #%1 没有引出别的事件。</translation>
    </message>
    <message>
        <source>What is spoken of does not happen in this run; this is its end.</source>
        <translation>所说的事在这次运行中没有发生；这里是运行的结尾。</translation>
    </message>
</context>
<context>
    <name>connscope::app::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>For reference</source>
        <translation>供查阅</translation>
    </message>
    <message>
        <source>No page has this.</source>
        <translation>没有哪一页有它。</translation>
    </message>
    <message>
        <source>%1 on this page, %2 in all</source>
        <translation>本页 %1 处，共 %2 处</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>First Page</source>
        <translation>首页</translation>
    </message>
    <message>
        <source>Search the manual; Return finds the next on this page</source>
        <translation>搜索手册；回车查找本页的下一处</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>connscope::app::RunComparer</name>
    <message>
        <source>Another run was opened: it is seen by itself again, and compared beside.</source>
        <translation>打开了另一次运行：它重新单独显示，并在旁边比较。</translation>
    </message>
</context>
<context>
    <name>connscope::app::RunStrip</name>
    <message>
        <source>Side by Side</source>
        <translation>并排显示</translation>
    </message>
    <message>
        <source>The window&apos;s own run by itself again, and the other one beside it</source>
        <translation>窗口自己的运行重新单独显示，另一次在旁边</translation>
    </message>
</context>
<context>
    <name>connscope::app::SessionDesk</name>
    <message>
        <source>The session could not start: %1</source>
        <translation>会话无法启动：%1</translation>
    </message>
    <message>
        <source>Loopback cluster</source>
        <translation>本机集群</translation>
    </message>
    <message>
        <source>Done to the running session: %1.</source>
        <translation>已对正在运行的会话执行：%1。</translation>
    </message>
    <message>
        <source>The session could not start: %1. Choose another first port, or 0 for any that are free.</source>
        <translation>会话无法启动：%1。请选择别的首个端口，或用 0 表示任意空闲端口。</translation>
    </message>
</context>
<context>
    <name>connscope::app::SettingsBox</name>
    <message>
        <source>One setting a line: NAME.KEY=VALUE, where NAME is a client, *, broker or broker.2. Ctrl+Space offers names and keys with their defaults; Ctrl+Return runs.</source>
        <translation>每行一个设置：NAME.KEY=VALUE，其中 NAME 是客户端、*、broker 或 broker.2。Ctrl+空格 列出名称、键及其默认值；Ctrl+回车 运行。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新运行</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
</context>
<context>
    <name>connscope::app::SourceBar</name>
    <message>
        <source>no profile</source>
        <translation>无配置档</translation>
    </message>
    <message>
        <source>How the clients decide: another profile runs the scenario again</source>
        <translation>客户端如何抉择：换一个配置档会重新运行场景</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置档</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>simulated · seed</source>
        <translation>模拟 · 种子</translation>
    </message>
    <message>
        <source>observed</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Another seed runs the scenario again: another draw of all that is left to chance</source>
        <translation>换一个种子会重新运行场景：所有随机之处重新抽取</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Settings (%1)</source>
        <translation>设置（%1）</translation>
    </message>
    <message>
        <source>Keys of clients and brokers that differ from the file</source>
        <translation>与文件不同的客户端和 Broker 配置项</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>real session · loopback cluster</source>
        <translation>真实会话 · 本机集群</translation>
    </message>
    <message>
        <source>real session · another cluster</source>
        <translation>真实会话 · 外部集群</translation>
    </message>
    <message>
        <source>Real sockets and brokers of our own on this machine. Events are observed; what the kernel&apos;s table of sockets told is sampled, what other programs&apos; clients did is inferred from what arrived.</source>
        <translation>真实套接字，本机上自己的 Broker。事件是观察所得；内核套接字表所告知的是采样，其他程序的客户端所做的由到达的内容推断。</translation>
    </message>
    <message>
        <source>Real sockets to somebody else&apos;s brokers: what our client did is observed, its sockets&apos; states are sampled.</source>
        <translation>连接到别人的 Broker 的真实套接字：自己的客户端所做的是观察所得，套接字状态是采样所得。</translation>
    </message>
    <message>
        <source>Not simulated: each event says how it is known</source>
        <translation>并非模拟：每个事件都说明是如何得知的</translation>
    </message>
    <message>
        <source>What is seen</source>
        <translation>所见内容</translation>
    </message>
    <message>
        <source>kept since %1</source>
        <translation>保留自 %1</translation>
    </message>
    <message>
        <source>%1 older events were dropped, from %2 to %3. Of what they told, what was still open or true then is kept.</source>
        <translation>丢弃了 %1 个更早的事件（%2 至 %3）。其中当时仍打开或仍成立的内容保留了下来。</translation>
    </message>
</context>
<context>
    <name>connscope::app::WorksheetDialog</name>
    <message>
        <source>Worksheet</source>
        <translation>练习卷</translation>
    </message>
    <message>
        <source>The whole question bank</source>
        <translation>整个题库</translation>
    </message>
    <message>
        <source>Consumers</source>
        <translation>消费者</translation>
    </message>
    <message>
        <source>Producers</source>
        <translation>生产者</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>This lesson</source>
        <translation>本课</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>TCP connections of Kafka clients: worksheet</source>
        <translation>Kafka 客户端的 TCP 连接：练习</translation>
    </message>
    <message>
        <source>&amp;Questions from</source>
        <translation>题目来源(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Copies, each with other numbers</source>
        <translation>份数，每份数字不同(&amp;C)</translation>
    </message>
    <message>
        <source>Questions on &amp;each</source>
        <translation>每份题数(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Seed of the first copy</source>
        <translation>第一份的种子(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Save as PDF…</source>
        <translation>另存为 PDF…</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Written: %1 and %2</source>
        <translation>已写入：%1 和 %2</translation>
    </message>
    <message>
        <source>Save the worksheets</source>
        <translation>保存练习卷</translation>
    </message>
    <message>
        <source>worksheet.pdf</source>
        <translation>练习卷.pdf</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
</context>
</TS>
