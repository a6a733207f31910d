<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Classroom</name>
    <message>
        <source>chosen</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>the right answer</source>
        <translation>正确答案</translation>
    </message>
    <message>
        <source>chosen, not right</source>
        <translation>已选，不正确</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>✓ Done: %1 of %2 right</source>
        <translation>✓ 已完成：答对 %1 / %2</translation>
    </message>
    <message>
        <source>Begun: %1 of %2 right</source>
        <translation>进行中：答对 %1 / %2</translation>
    </message>
    <message>
        <source>‹ Lessons</source>
        <translation>‹ 课程</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Leaves this lesson; what was answered is kept</source>
        <translation>离开本课；已作的回答会保留</translation>
    </message>
    <message>
        <source>The step before (Page Up)</source>
        <translation>上一步（Page Up）</translation>
    </message>
    <message>
        <source>Shows the answer without a prediction</source>
        <translation>不作预测，直接显示答案</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检验</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Holds the prediction against the run (Enter)</source>
        <translation>用运行结果检验预测（Enter）</translation>
    </message>
    <message>
        <source>Goes on (Page Down)</source>
        <translation>继续（Page Down）</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数字</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>你的答案</translation>
    </message>
    <message>
        <source>Hint: %1</source>
        <translation>提示：%1</translation>
    </message>
    <message>
        <source>Click them one after the other, or press their numbers from the top.</source>
        <translation>请依次点击，或按从上数起的序号键。</translation>
    </message>
    <message>
        <source>The numbers are the right order.</source>
        <translation>数字就是正确的顺序。</translation>
    </message>
    <message>
        <source>Type it and press Enter.</source>
        <translation>输入后按 Enter。</translation>
    </message>
    <message>
        <source>Click it in the picture.</source>
        <translation>请在图中点击。</translation>
    </message>
    <message>
        <source>Chosen: %1</source>
        <translation>已选：%1</translation>
    </message>
    <message>
        <source>✓ Right</source>
        <translation>✓ 正确</translation>
    </message>
    <message>
        <source>✗ Not this order</source>
        <translation>✗ 顺序不对</translation>
    </message>
    <message>
        <source>✗ It is: %1</source>
        <translation>✗ 应为：%1</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>The answer: %1</source>
        <translation>答案：%1</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>↳ because %1</source>
        <translation>↳ 因为：%1</translation>
    </message>
    <message>
        <source>1 question</source>
        <translation>1 道题</translation>
    </message>
    <message>
        <source>%1 questions</source>
        <translation>%1 道题</translation>
    </message>
    <message>
        <source>Predict first: what comes is hidden until the answer is shown.</source>
        <translation>请先预测：答案揭晓之前，后面的内容是隐藏的。</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>To the Answer</source>
        <translation>直接看答案</translation>
    </message>
    <message>
        <source>Shows the answer now, without playing up to it (Page Down)</source>
        <translation>不再播放，立刻显示答案（Page Down）</translation>
    </message>
</context>
</TS>
