// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario is edited in the window: each change runs it again, and is one step of the history.
#include "app/window/history.h"
#include "editor/configmodel.h"
#include "editor/configtable.h"
#include "editor/editorpanel.h"
#include "editor/outlinemodel.h"
#include "topology/topologywidget.h"
#include "windowstage.h"

#include <QDockWidget>
#include <QFile>
#include <QTest>
#include <QTreeView>

#include <functional>

using namespace connscope;
using namespace connscope::app;
using editor::Thing;
using scenario::YamlPath;

namespace {

const QByteArray kText = R"(# words of its own
connscope: 1
title: Two clients
until: 20s
clients:
  # reads
  - name: reader
    kind: consumer
    config: {group.id: g}
  - name: writer
    kind: producer
    config:
      linger.ms: 0 # at once
)";

const Thing kWriter {Thing::Kind::Config, YamlPath() / "clients" / std::size_t {1} / "config"};

class Fixture : public test::WindowStage {
public:
    Fixture()
    {
        QFile out(file());
        if (out.open(QIODevice::WriteOnly))
            out.write(kText);
    }
    QString file() const { return m_files.filePath(QStringLiteral("two.yaml")); }
    QByteArray content() const
    {
        QFile in(file());
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    bool settles(const std::function<void()>& what)
    {
        QSignalSpy settled(window.get(), &MainWindow::settled);
        what();
        return settled.count() > 0 || settled.wait(60'000);
    }
    bool writes(const char* key, const char* value)
    {
        editor().select(kWriter);
        editor::ConfigModel& model = editor().config().model();
        return settles([&] {
            model.setData(
                model.index(model.rowOf(QLatin1String(key)), editor::ConfigModel::Value), QLatin1String(value));
        });
    }
    editor::EditorPanel& editor() { return window->editor(); }
    const view::Document& document() const { return context().document; }
    const scenario::Scenario& scenario() const { return *document().scenario(); }
    std::string linger() const
    {
        for (const auto& [key, value] : scenario().clients[1].config) {
            if (key == "linger.ms")
                return value;
        }
        return {};
    }
    QString message() const { return window->messages().isShowing() ? window->messages().text() : QString(); }

private:
    QTemporaryDir m_files;
};

} // namespace

class TestEditing : public QObject {
    Q_OBJECT

private slots:
    void aChangeRunsTheScenarioAgainAndThePlayheadStays()
    {
        Fixture f;
        QVERIFY(f.opens(f.file()));
        f.context().playback.setInstant(kStart + std::chrono::seconds(7));
        f.context().selection.setCurrent(view::Item::of(BrokerId {1}));
        const std::size_t events = f.document().trace().size();
        QVERIFY(f.writes("acks", "0")); // nothing is answered
        QVERIFY(f.document().trace().size() != events);
        QCOMPARE(f.context().playback.instant(), kStart + std::chrono::seconds(7));
        QCOMPARE(f.context().selection.current(), view::Item::of(BrokerId {1}));
        QVERIFY(f.window->isWindowModified());
        QCOMPARE(f.content(), kText); // nothing is written until somebody saves
    }

    void everyChangeIsOneStepWithAName()
    {
        Fixture f;
        QVERIFY(f.opens(f.file()));
        const std::size_t events = f.document().trace().size();
        QVERIFY(!f.action("edit.undo")->isEnabled());
        QVERIFY(f.writes("linger.ms", "4"));
        QVERIFY(f.writes("linger.ms", "40"));
        QVERIFY(f.writes("linger.ms", "4000")); // typed in one go: one step
        QCOMPARE(f.window->history().count(), 1);
        QCOMPARE(f.window->history().undoText(), QStringLiteral("set linger.ms of writer to 4000"));
        QCOMPARE(f.action("edit.undo")->text(), QStringLiteral("&Undo: set linger.ms of writer to 4000"));
        QVERIFY(f.settles([&] { f.editor().add(Thing::Kind::Client, "consumer"); }));
        QCOMPARE(f.scenario().clients.size(), std::size_t {3});
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QCOMPARE(f.scenario().clients.size(), std::size_t {2});
        QCOMPARE(f.linger(), std::string("4000"));
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QCOMPARE(f.document().trace().size(), events);
        QVERIFY(!f.window->isWindowModified());
        QVERIFY(f.settles([&] { f.action("edit.redo")->trigger(); }));
        QCOMPARE(f.linger(), std::string("4000"));
        f.window->setLanguage(theme::Language::Chinese);
        QCOMPARE(f.window->history().undoText(), QStringLiteral("把 writer 的 linger.ms 设为 4000"));
    }

    void whatIsDoneToTheWorldAndWhatIsEditedAreOneHistory()
    {
        Fixture f;
        QVERIFY(f.opens(f.file()));
        f.context().playback.setInstant(kStart + std::chrono::seconds(3));
        topology::TopologyAction kill;
        kill.kind = scenario::Action::Kind::KillBroker;
        kill.broker = BrokerId {1};
        QVERIFY(f.settles([&] { emit f.window->topology().actionRequested(kill); }));
        QVERIFY(f.writes("linger.ms", "10"));
        QCOMPARE(f.document().source().added.size(), std::size_t {1}); // still done
        QVERIFY(f.settles([&] { f.action("scenario.next-seed")->trigger(); }));
        QCOMPARE(f.document().source().seed, std::uint64_t {2});
        QCOMPARE(f.linger(), std::string("10"));
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QCOMPARE(f.document().source().seed, std::uint64_t {1});
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QCOMPARE(f.linger(), std::string("0"));
        QCOMPARE(f.document().source().added.size(), std::size_t {1});
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QVERIFY(f.document().source().added.empty());
    }

    void whileTheTextIsWrongThePictureIsOfTheLastThatWasRight()
    {
        Fixture f;
        QVERIFY(f.opens(f.file()));
        const std::size_t events = f.document().trace().size();
        f.editor().select(kWriter);
        editor::ConfigModel& model = f.editor().config().model();
        const auto write = [&](const char* value) {
            model.setData(model.index(model.rowOf(QStringLiteral("linger.ms")), editor::ConfigModel::Value),
                QLatin1String(value));
        };
        write("soon");
        QCOMPARE(f.document().trace().size(), events);
        QVERIFY2(f.message().contains(QLatin1String("last text that was right")), qPrintable(f.message()));
        QVERIFY(f.message().contains(QLatin1String("Line 13")));
        QVERIFY(!f.window->saveScenario(f.file())); // and it is not written
        QCOMPARE(f.content(), kText);
        QVERIFY(f.settles([&] { write("7"); }));
        QCOMPARE(f.message(), QString());
        QCOMPARE(f.linger(), std::string("7"));
    }

    void whatIsSavedKeepsTheFilesWordsAndUndoGoesOn()
    {
        Fixture f;
        QVERIFY(f.opens(f.file()));
        QVERIFY(f.writes("linger.ms", "25"));
        QVERIFY(f.settles([&] { f.editor().add(Thing::Kind::Action, "kill-broker"); }));
        f.action("file.save")->trigger();
        QVERIFY2(f.content().contains("linger.ms: 25 # at once"), f.content().constData());
        QVERIFY(f.content().contains("# words of its own") && f.content().contains("# reads"));
        QVERIFY(f.content().contains("do: kill-broker"));
        QVERIFY(!f.window->isWindowModified());
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QVERIFY(f.scenario().actions.empty());
        QVERIFY(f.window->isWindowModified());
        QVERIFY(f.settles([&] { f.action("edit.redo")->trigger(); }));
        QVERIFY(!f.window->isWindowModified());
        QVERIFY(f.settles([&] { f.action("file.reload")->trigger(); }));
        QCOMPARE(f.linger(), std::string("25"));
        QVERIFY(!f.window->isWindowModified());
    }

    void whatWasEditedAndNotSavedIsThereAtTheNextStart()
    {
        Fixture f;
        QVERIFY(f.opens(f.file()));
        QVERIFY(f.writes("linger.ms", "25"));
        f.again();
        QVERIFY(f.settles([&] { f.window->openFirst(); }));
        QCOMPARE(f.linger(), std::string("25"));
        QVERIFY(f.window->isWindowModified());
        QVERIFY(f.editor().draft().text().find("# at once") != std::string::npos);
        QCOMPARE(f.content(), kText);
        QVERIFY(f.settles([&] { f.action("scenario.as-written")->trigger(); }));
        QCOMPARE(f.linger(), std::string("0"));
        QVERIFY(!f.window->isWindowModified());
    }

    void theEditorOpensWithItsKeyAndFromThePicture()
    {
        Fixture f;
        f.window->resize(1280, 800);
        f.window->show();
        QVERIFY(f.opens(f.file()));
        f.action("scenario.edit")->trigger();
        auto* dock = f.window->docks().dock(QStringLiteral("outline"));
        QVERIFY(dock->isVisible());
        emit f.window->topology().editRequested(view::Item::of(BrokerId {2}));
        QCOMPARE(f.editor().current().kind, Thing::Kind::Broker);
        QCOMPARE(f.editor().current().path.toString(), std::string("/cluster/brokers/2"));
        emit f.window->topology().editRequested(view::Item::of(ClientId {1}));
        QCOMPARE(f.editor().current(), kWriter);
        // What is chosen in the editor is selected everywhere.
        f.editor().tree().setCurrentIndex(f.editor().outline().indexOf(
            {Thing::Kind::Broker, YamlPath() / "cluster" / "brokers" / std::size_t {0}}));
        QCOMPARE(f.context().selection.current(), view::Item::of(BrokerId {0}));
    }

    void aNewScenarioRunsAndWantsAName()
    {
        Fixture f;
        QVERIFY(f.opens(f.file()));
        QVERIFY(f.settles([&] { f.action("file.new")->trigger(); }));
        QCOMPARE(f.scenario().clients.size(), std::size_t {2});
        QVERIFY(f.document().trace().size() > 100);
        QVERIFY(!QFile::exists(f.document().source().fileName));
        QVERIFY(f.action("file.save")->isEnabled());
        QVERIFY(f.settles([&] { f.editor().add(Thing::Kind::Broker); }));
        QCOMPARE(f.scenario().cluster.brokers.size(), std::size_t {4});
        QTemporaryDir dir;
        QVERIFY(f.window->saveScenario(dir.filePath(QStringLiteral("mine.yaml"))));
        QVERIFY(!f.window->isWindowModified());
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QCOMPARE(f.document().source().fileName, dir.filePath(QStringLiteral("mine.yaml"))); // it stays the same file
    }

    void aTraceHasNothingToEdit()
    {
        Fixture f;
        QVERIFY(f.opens(f.file()));
        QTemporaryDir dir;
        QVERIFY(f.window->saveTrace(dir.filePath(QStringLiteral("a.jsonl"))));
        QVERIFY(f.opens(dir.filePath(QStringLiteral("a.jsonl"))));
        QVERIFY(!f.action("scenario.edit")->isEnabled());
        QVERIFY(!f.editor().draft().hasText());
        QVERIFY(!f.action("edit.undo")->isEnabled());
    }
};

QTEST_MAIN(TestEditing)
#include "tst_editing.moc"
