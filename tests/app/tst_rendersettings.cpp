// SPDX-License-Identifier: GPL-3.0-or-later
// What `connscope render` and its kin are told, and what they make of it: nothing that is said is passed over in silence, and
// a trace is as good as the scenario that it is of.
#include "process.h"

#include <QTemporaryDir>
#include <QTest>

using namespace connscope::test;

namespace {

/// Where a trace of 13-three-kinds lies.
class Folder {
public:
    Folder()
    {
        const Outcome outcome
            = connscope_(words("run 13 --format jsonl -o") << m_dir.filePath(QStringLiteral("t.jsonl")));
        m_isGood = outcome.status == 0;
    }
    bool isGood() const { return m_isGood; }
    QString path(const char* name) const { return m_dir.filePath(QLatin1String(name)); }
    bool write(const char* name, const QByteArray& bytes) const
    {
        QFile file(path(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    }
    /// "T" in a line is the trace, "O" a file beside it.
    Outcome run(const char* line) const
    {
        QStringList arguments = words(line);
        for (QString& word : arguments) {
            if (word == QLatin1String("T"))
                word = path("t.jsonl");
            else if (word.startsWith(QLatin1String("O.")))
                word = m_dir.filePath(QLatin1Char('o') + word.mid(1));
        }
        return connscope_(arguments);
    }

private:
    QTemporaryDir m_dir;
    bool m_isGood = false;
};

} // namespace

class TestRenderSettings : public QObject {
    Q_OBJECT

private slots:
    void whatSaysNothingIsRefused_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("said");
        const auto add
            = [](const char* line, const char* said) { QTest::newRow(line) << QByteArray(line) << QByteArray(said); };
        const char* trace = "is a trace: --seed, --profile and --set are for scenarios";
        add("render T --seed 3 -o O.png", trace);
        add("render T --profile java-2.1 -o O.png", trace);
        add("render T --set *.fetch.max.wait.ms=1 -o O.png", trace);
        add("render T --second T --second-seed 2 -o O.png", trace);
        add("render T --format mermaid --seed 3", trace);
        add("render 13 --dpi 300 -o O.svg", "--dpi: says how many pixels there are");
        add("render 13 --scale 2 -o O.pdf", "--scale: says how many pixels there are");
        add("render 13 --dpi 300 --animate -o O.svg", "--dpi: says how many pixels there are");
        add("render 13 --axis linear -o O.png", "--axis: is of a timeline");
        add("render 13 --view timeline --page 2 -o O.png", "--page: is of a sequence");
        add("render 13 --every-message -o O.png", "--every-message: is of a sequence");
        add("render 13 --view sequence --no-annotations -o O.png", "--no-annotations: annotations are drawn into");
        add("render 13 --annotations a.yaml --no-annotations -o O.png",
            "--annotations: --no-annotations leaves them");
        add("render 13 --from 1s -o O.png", "--from: a topology shows one instant");
        add("render 13 --at 1s --to 2s -o O.png", "--to: a topology shows one instant");
        add("render 13 --view timeline --at 5s --to 2s -o O.png", "--at: this instant lies outside");
        add("render 13 --view timeline --at 1s --from 2s -o O.png", "--at: this instant lies outside");
        add("render 13 --view topology,topology -o O.png", "'topology' is there twice");
        add("render 13 --fps 5 -o O.png", "--fps: is of an animation");
        add("render 13 --at 2s -o O.gif", "--at: an animation has no instant");
        add("render 13 --once -o O.png", "--once: is of an animation");
        add("render 13 --once -o O.mp4", "--once: whether an MP4 begins again");
        add("render 13 --speed slow -o O.gif", "expected a number from 0.0001 to 10000, or auto");
        add("render 13 --seed 1 --first-seed 2 --second-seed 3 -o O.png", "--seed: each of the two runs");
        add("render 13 --format mermaid --theme dark", "--theme: is of a picture");
        add("render 13 --format mermaid --width 80", "--width: goes with --format timeline");
        add("render 13 --format markdown --to 2s", "--to: goes with --format");
        add("render 13 --format mermaid --second-seed 2", "--second-seed: a text is of one run");
        add("render 13 --format mermaids", "did you mean 'mermaid'");
        add("render 13 --format mermaid --json", "--json: ");
        add("render 13 --to 2s", "where to?");
        add("compare 13 --profile course --first-profile course --second-profile java-2.1", "each of the two runs");
        add("sweep 13 --vary *.fetch.max.wait.ms=100,200 --set *.fetch.max.wait.ms=5", "goes without --set");
    }

    void whatSaysNothingIsRefused()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, said);
        const Folder folder;
        QVERIFY(folder.isGood());
        const Outcome outcome = folder.run(line);
        QVERIFY2(outcome.err.contains(said), outcome.err.constData());
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.out.isEmpty());
        for (const char* name : {"o.png", "o.svg", "o.pdf", "o.gif"})
            QVERIFY(!QFile::exists(folder.path(name)));
    }

    /// Everything that `run` writes of a scenario is had of the trace that it wrote, the same bytes.
    void aTraceBecomesEveryText()
    {
        const Folder folder;
        QVERIFY(folder.isGood());
        for (const char* text : {"summary", "connections", "events", "findings", "timeline", "why", "log", "jsonl",
                 "connections-csv", "events-csv", "markdown", "mermaid", "plantuml", "caption", "alt-text",
                 "events --json", "connections --json", "caption --view timeline --to 12ms --lang zh",
                 "timeline --from 1ms --to 12ms --width 80 --ascii", "mermaid --to 4ms --lang zh"}) {
            const Outcome wanted = folder.run(QByteArray("run 13 --format ") + text);
            QVERIFY2(wanted.status == 0 && !wanted.out.isEmpty(), wanted.err.constData());
            for (const char* of : {"13", "T"}) {
                const Outcome outcome = folder.run(QByteArray("render ") + of + " --format " + text);
                QVERIFY2(outcome.status == 0, outcome.err.constData());
                QVERIFY2(outcome.out == wanted.out, text);
            }
        }
        QCOMPARE(folder.run("render T --format markdown -o O.md").status, 0);
        QCOMPARE(content(folder.path("o.md")), folder.run("run 13 --format markdown").out);
        // Whoever tries to run it is told what does it.
        const Outcome run = folder.run("run T --format markdown");
        QCOMPARE(run.status, 1);
        QVERIFY2(
            run.err.contains("it is read and not run") && run.err.contains("--format markdown"), run.err.constData());
    }

    void messagesAreEnglishAndOfThisFigure()
    {
        const Folder folder;
        QVERIFY(folder.isGood());
        Outcome outcome = folder.run("render 13 --view sequence --to 4ms --size 64mmxauto --lang zh -o O.svg");
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.err.contains("the smallest labels are"), outcome.err.constData());
        QVERIFY(content(folder.path("o.svg")).contains("消费者") || content(folder.path("o.svg")).contains("消息")
            || content(folder.path("o.svg")).contains("客户端"));
        outcome = folder.run("render 13 --view sequence --size 960x400 --lang zh -o O.png");
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("--size (960xauto is as high"), outcome.err.constData());
        outcome = folder.run("render 13 --view sequence --size 160x100mm -o O.png");
        QVERIFY2(outcome.err.contains("--size (160mmxauto is as high"), outcome.err.constData());
        outcome = folder.run("render 13 --view sequence --filter node=99 --lang zh -o O.png");
        QVERIFY2(outcome.err.contains("no message of the connections"), outcome.err.constData());
    }

    void anAnnotationThatIsNeverSeenIsTold()
    {
        const Folder folder;
        QVERIFY(folder.isGood());
        QVERIFY(folder.write("o.yaml",
            "annotations:\n  - {view: timeline, from: 2s, text: here}\n  - {view: timeline, from: 99s, text: "
            "nowhere}\n"));
        const Outcome outcome = folder.run("render T --view timeline --annotations O.yaml -o O.svg");
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.err.contains("o.yaml:3: warning: annotation: this run ends at 10s, before 1m39s")
                && outcome.err.count("warning") == 1,
            outcome.err.constData());
    }

    void aPictureAndItsTextAreThereTogetherOrNotAtAll()
    {
        const Folder folder;
        QVERIFY(folder.isGood());
        const Outcome outcome = folder.run("render 13 --describe /no/such/folder/a.md -o O.svg");
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("cannot be written"), outcome.err.constData());
        QVERIFY(!QFile::exists(folder.path("o.svg")));
    }

    void aDateThatIsNoneIsRefused()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("SOURCE_DATE_EPOCH"), QStringLiteral("yesterday"));
        const Outcome outcome = connscope_(words("render 13 --format caption"), environment);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("SOURCE_DATE_EPOCH is no number"), outcome.err.constData());
    }

    void aListHasTextsAndChecksThem()
    {
        const Folder folder;
        QVERIFY(folder.isGood());
        QVERIFY(folder.write("list.yaml",
            "defaults: {theme: dark, lang: zh, dpi: 192, width: 70, seed: 7, fps: 5}\n"
            "figures:\n"
            "  - {file: s.mmd, trace: t.jsonl, format: mermaid, to: 4ms, lang: en}\n"
            "  - {file: t.txt, scenario: 13-three-kinds, format: timeline, to: 12ms}\n"
            "  - {file: c.json, trace: t.jsonl, format: connections, json: true}\n"
            "  - {file: p.svg, trace: t.jsonl, size: 640xauto}\n"));
        const QString list = folder.path("list.yaml");
        const Outcome drawn = connscope_(words("render --all") << list);
        QCOMPARE(drawn.err, QByteArray());
        QCOMPARE(drawn.status, 0);
        QCOMPARE(content(folder.path("s.mmd")), folder.run("run 13 --format mermaid --to 4ms").out);
        QCOMPARE(content(folder.path("t.txt")),
            folder.run("run 13 --seed 7 --format timeline --to 12ms --width 70 --lang zh").out);
        QCOMPARE(content(folder.path("c.json")), folder.run("run 13 --format connections --json").out);
        QVERIFY(content(folder.path("p.svg")).startsWith("<?xml"));
        QCOMPARE(connscope_(words("render --check --all") << list).status, 0);
        QVERIFY(folder.write("s.mmd", "sequenceDiagram\n"));
        const Outcome checked = connscope_(words("render --check --all") << list);
        QCOMPARE(checked.status, 1);
        QVERIFY2(checked.err.contains("s.mmd: differs"), checked.err.constData());
        // What a figure says itself is refused where it says nothing, at its place.
        QVERIFY(folder.write("wrong.yaml",
            "figures:\n"
            "  - {file: s.mmd, trace: t.jsonl, format: mermaid, theme: dark}\n"
            "  - {file: a.svg, trace: t.jsonl,\n     dpi: 300}\n"
            "  - {file: b.svg, trace: t.jsonl, scenario: 13-three-kinds}\n"));
        const Outcome wrong = connscope_(words("render --all") << folder.path("wrong.yaml"));
        QCOMPARE(wrong.status, 1);
        for (const char* said : {"wrong.yaml:2:59: theme: is of a picture", "wrong.yaml:4:11: dpi: says how many",
                 "wrong.yaml:5:35: a figure is of a scenario or of a trace"})
            QVERIFY2(wrong.err.contains(said), wrong.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestRenderSettings)
#include "tst_rendersettings.moc"
