<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Annotations</name>
    <message>
        <source>&amp;Edit the Text…</source>
        <translation>编辑文字…(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Wherever There Is Room</source>
        <translation>放在有空的地方(&amp;W)</translation>
    </message>
    <message>
        <source>Seen &amp;from Here On</source>
        <translation>从此刻起显示(&amp;F)</translation>
    </message>
    <message>
        <source>Seen &amp;until Here</source>
        <translation>显示到此刻(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Always Seen</source>
        <translation>始终显示(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>A&amp;nnotate</source>
        <translation>标注(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文字(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Arrow</source>
        <translation>箭头(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Frame</source>
        <translation>方框(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Number</source>
        <translation>编号(&amp;N)</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Text of the annotation</source>
        <translation>标注的文字</translation>
    </message>
</context>
</TS>
