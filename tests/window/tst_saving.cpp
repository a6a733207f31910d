// SPDX-License-Identifier: GPL-3.0-or-later
// What was changed in the window is kept: in the scenario's file, and where nothing was saved, beside the settings.
#include "app/window/filelayout.h"
#include "app/window/leaving.h"
#include "app/window/mainwindow.h"

#include "frame/actions.h"
#include "frame/messagebar.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "timeline/actionmarks.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "trace/jsonl.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

using namespace connscope;
using namespace connscope::app;

namespace {

const QByteArray kText = "# words of its own\n"
                         "connscope: 1\n"
                         "title: Two clients\n"
                         "until: 5s\n"
                         "clients:\n"
                         "  - {name: reader, kind: consumer, config: {group.id: g}} # reads\n"
                         "  - {name: writer, kind: producer}\n";

class Fixture {
public:
    Fixture() { start(); }
    QString file(const char* name, const QByteArray& bytes) const
    {
        QFile out(path(name));
        return out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() ? out.fileName() : QString();
    }
    QString path(const char* name) const { return m_dir.filePath(QLatin1String(name)); }
    QByteArray content(const char* name) const
    {
        QFile in(path(name));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray("(not there)");
    }
    template <typename Act>
    bool settles(Act&& act)
    {
        QSignalSpy settled(window.get(), &MainWindow::settled);
        act();
        return settled.count() > 0 || settled.wait(60'000);
    }
    bool opens(const QString& name)
    {
        return settles([&] { window->open(name); });
    }
    bool does(scenario::Action::Kind kind, BrokerId broker)
    {
        topology::TopologyAction wanted;
        wanted.kind = kind;
        wanted.broker = broker;
        return settles([&] { emit window->topology().actionRequested(wanted); });
    }
    void moves(const char* key, QPointF place)
    {
        topology::Arrangement next = window->topology().arrangement();
        next.moved[key] = place;
        window->topology().setArrangement(next);
    }
    void start() // a session
    {
        if (window)
            window->close();
        window.reset();
        settings = std::make_unique<QSettings>(path("settings.ini"), QSettings::IniFormat);
        window = std::make_unique<MainWindow>(*settings);
    }
    QAction* action(const char* id) { return window->actions()[id]; }
    const scenario::Scenario& scenario() const { return *window->context().document.scenario(); }
    QString message() const { return window->messages().isShowing() ? window->messages().text() : QString(); }

private:
    QTemporaryDir m_dir;

public:
    std::unique_ptr<QSettings> settings;
    std::unique_ptr<MainWindow> window;
};

} // namespace

class TestSaving : public QObject {
    Q_OBJECT

private slots:
    void whatWasMovedIsSavedIntoTheFilesOwnText()
    {
        Fixture f;
        const QString file = f.file("two.yaml", kText);
        QVERIFY(f.opens(file));
        QVERIFY(!f.window->isWindowModified());
        QVERIFY(!f.action("file.save")->isEnabled());
        const std::string reader = "client " + f.window->context().document.names().client(ClientId {0});
        f.moves(reader.c_str(), {0.25, 0.5});
        f.moves("broker 1", {0.75001, 0.1});
        QVERIFY(f.window->isWindowModified());
        QVERIFY(f.window->windowTitle().contains(QLatin1String("[*]")));
        f.window->context().playback.setInstant(kStart + std::chrono::seconds(2));
        f.action("file.save")->trigger();
        QCOMPARE(f.content("two.yaml"),
            kText + "\nlayout: {moved: {broker 1: [0.75, 0.1], client reader: [0.25, 0.5]}}\n");
        QVERIFY(!f.window->isWindowModified());
        QVERIFY(f.message().contains(file));
        QCOMPARE(f.window->context().playback.instant(), kStart + std::chrono::seconds(2));

        f.start(); // and it is there again
        QVERIFY(f.opens(file));
        QCOMPARE(f.window->topology().arrangement().moved.at(reader), QPointF(0.25, 0.5));
        QVERIFY(!f.window->isWindowModified());
        f.action("view.reset-arrangement")->trigger();
        QVERIFY(f.window->isWindowModified());
        f.action("file.save")->trigger();
        QVERIFY(!f.content("two.yaml").contains("layout"));
    }

    void whatWasDoneSeedAndSettingsAreSavedToo()
    {
        Fixture f;
        QVERIFY(f.opens(f.file("two.yaml", kText)));
        f.window->context().playback.setInstant(kStart + std::chrono::seconds(2));
        f.moves("broker 0", {0.5, 0.5});
        QVERIFY(f.does(scenario::Action::Kind::RestartBroker, BrokerId {1}));
        QCOMPARE(f.window->topology().arrangement().moved.at("broker 0"), QPointF(0.5, 0.5)); // run again, it stays
        QVERIFY(f.settles([&] { f.action("scenario.next-seed")->trigger(); }));
        QVERIFY(f.window->isWindowModified());
        const std::size_t events = f.window->context().document.trace().size();
        f.action("file.save")->trigger();
        QVERIFY2(!f.window->isWindowModified(), f.content("two.yaml").constData());
        const QByteArray text = f.content("two.yaml");
        QVERIFY2(text.startsWith("# words of its own\nconnscope: 1\nseed: 2\n"), text.constData());
        QVERIFY(text.contains("# reads\n"));
        QVERIFY(text.contains("do: restart-broker, broker: 1, for: 1s}"));
        QCOMPARE(f.scenario().actions.size(), std::size_t {1});
        QCOMPARE(f.window->context().document.trace().size(), events); // the same run
        // Read again it is the same, and nothing of it is twice.
        QVERIFY(f.settles([&] { f.action("file.reload")->trigger(); }));
        QCOMPARE(f.window->context().document.trace().size(), events);
        QVERIFY(!f.window->isWindowModified());
    }

    void savingRunsNothingAgainAndKeepsUndo()
    {
        Fixture f;
        const QString file = f.file("two.yaml", kText);
        QVERIFY(f.opens(file));
        const std::size_t plain = f.window->context().document.trace().size();
        f.window->context().playback.setInstant(kStart + std::chrono::seconds(2));
        QVERIFY(f.does(scenario::Action::Kind::KillBroker, BrokerId {1}));
        const std::size_t killed = f.window->context().document.trace().size();
        QVERIFY(plain != killed);
        f.window->context().selection.setCurrent(view::Item::of(BrokerId {1}));
        QSignalSpy replaced(&f.window->context().document, &view::Document::replaced);
        f.action("file.save")->trigger();
        QCOMPARE(replaced.count(), 0);
        QCOMPARE(f.window->context().selection.current(), view::Item::of(BrokerId {1}));
        QVERIFY(!f.window->isWindowModified());
        QVERIFY(!f.window->windowTitle().contains(QLatin1String("branch")));
        // It is undone as before; then the file has what the picture has not.
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QCOMPARE(f.window->context().document.trace().size(), plain);
        QVERIFY(f.window->isWindowModified());
        QVERIFY(f.settles([&] { f.action("edit.redo")->trigger(); }));
        QCOMPARE(f.window->context().document.trace().size(), killed);
        QVERIFY(!f.window->isWindowModified());
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        f.action("file.save")->trigger();
        QVERIFY2(!f.content("two.yaml").contains("kill-broker"), f.content("two.yaml").constData());
        QVERIFY(!f.window->isWindowModified());
        // What was undone and not saved is there at the next start too.
        QVERIFY(f.settles([&] { f.action("edit.redo")->trigger(); }));
        f.action("file.save")->trigger();
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        f.start();
        QVERIFY(f.settles([&] { f.window->openFirst(); }));
        QCOMPARE(f.window->context().document.trace().size(), plain);
        QVERIFY(f.window->isWindowModified());
    }

    void undoTakesBackMovesAndActionsInTheirOrder()
    {
        Fixture f;
        QVERIFY(f.opens(f.file("two.yaml", kText)));
        const std::size_t plain = f.window->context().document.trace().size();
        QVERIFY(!f.action("edit.undo")->isEnabled());
        f.window->context().playback.setInstant(kStart + std::chrono::seconds(2));
        const auto placeOf = [&](const char* key) {
            const auto& moved = f.window->topology().arrangement().moved;
            const auto found = moved.find(key);
            return found == moved.end() ? QPointF(-1, -1) : found->second;
        };
        f.moves("broker 1", {0.5, 0.5});
        QVERIFY(f.action("edit.undo")->isEnabled());
        QCOMPARE(frame::plainText(f.action("edit.undo")), QStringLiteral("Undo: move broker 1"));
        QVERIFY(f.does(scenario::Action::Kind::KillBroker, BrokerId {1}));
        const std::size_t killed = f.window->context().document.trace().size();
        QCOMPARE(frame::plainText(f.action("edit.undo")), QStringLiteral("Undo: kill broker 1"));
        f.moves("broker 0", {0.5, 0.25});
        f.moves("broker 0", {0.5, 0.75});
        QCOMPARE(frame::plainText(f.action("edit.undo")), QStringLiteral("Undo: move broker 0"));

        f.action("edit.undo")->trigger();
        QCOMPARE(placeOf("broker 0"), QPointF(0.5, 0.25));
        QCOMPARE(f.window->context().document.trace().size(), killed); // nothing is run again
        f.action("edit.undo")->trigger();
        QCOMPARE(placeOf("broker 0"), QPointF(-1, -1));
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QCOMPARE(f.window->context().document.trace().size(), plain);
        QCOMPARE(placeOf("broker 1"), QPointF(0.5, 0.5));
        f.action("edit.undo")->trigger();
        QCOMPARE(placeOf("broker 1"), QPointF(-1, -1));
        QVERIFY(!f.action("edit.undo")->isEnabled());
        QVERIFY(!f.window->isWindowModified());

        QCOMPARE(frame::plainText(f.action("edit.redo")), QStringLiteral("Redo: move broker 1"));
        f.action("edit.redo")->trigger();
        QCOMPARE(placeOf("broker 1"), QPointF(0.5, 0.5));
        QVERIFY(f.settles([&] { f.action("edit.redo")->trigger(); }));
        QCOMPARE(f.window->context().document.trace().size(), killed);
        f.action("edit.redo")->trigger();
        f.action("edit.redo")->trigger();
        QCOMPARE(placeOf("broker 0"), QPointF(0.5, 0.75));
        QVERIFY(!f.action("edit.redo")->isEnabled());
        // So it takes back that all went to their own places.
        f.action("view.reset-arrangement")->trigger();
        QCOMPARE(frame::plainText(f.action("edit.undo")), QStringLiteral("Undo: move cards"));
        f.action("edit.undo")->trigger();
        QCOMPARE(placeOf("broker 1"), QPointF(0.5, 0.5));
    }

    void aBranchIsMarkedInTheTimelineAndSaidAgainAfterWhatWasSaved()
    {
        Fixture f;
        f.window->resize(1280, 800);
        f.window->show();
        QVERIFY(f.opens(f.file("two.yaml", kText)));
        f.window->timeline().drawNow();
        QVERIFY(f.window->timeline().frame().actions.empty());
        f.window->context().playback.setInstant(kStart + std::chrono::seconds(2));
        QVERIFY(f.does(scenario::Action::Kind::KillBroker, BrokerId {1}));
        const QString branch = f.message();
        QVERIFY2(branch.contains(QLatin1String("kill broker 1")), qPrintable(branch));
        const timeline::Frame& frame = f.window->timeline().frame();
        QCOMPARE(frame.actions.size(), std::size_t {1});
        QCOMPARE(frame.actions[0],
            (timeline::ActionMark {kStart + std::chrono::seconds(2), QStringLiteral("kill broker 1")}));
        const auto flags = timeline::actionFlags(frame, f.window->timeline().layoutNow());
        QCOMPARE(flags.size(), std::size_t {1});
        QCOMPARE(flags[0].text, QStringLiteral("kill broker 1"));
        QVERIFY(f.window->timeline().layoutNow().open.contains(flags[0].rect.center()));
        // A click goes there.
        f.window->context().playback.goToEnd();
        QVERIFY(f.window->timeline().actionAt(flags[0].rect.center()));

        QVERIFY(f.window->saveTrace(f.path("trace.jsonl")));
        QVERIFY(f.message().contains(QLatin1String("Saved")));
        QTRY_COMPARE_WITH_TIMEOUT(f.message(), branch, 20'000);
        f.action("file.save")->trigger(); // now the file has it: no branch any more
        QVERIFY(f.message().contains(QLatin1String("Saved")));
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QVERIFY(f.window->timeline().frame().actions.empty());
    }

    void whatIsSelectedStaysSelectedWhenItIsRunAgain()
    {
        Fixture f;
        QVERIFY(f.opens(f.file("two.yaml", kText)));
        const view::Context& c = f.window->context();
        c.playback.setInstant(kStart + std::chrono::seconds(2));
        c.selection.setCurrent(view::Item::of(ClientId {1}));
        const ConnectionId data = c.document.lives().back().id;
        c.selection.setCurrent(view::Item::of(data));
        c.selection.setCurrent(view::Item::of(BrokerId {1}));
        c.selection.setRange(view::Range {kStart + ms(500), kStart + ms(900)});
        QSignalSpy told(&c.selection, &view::Selection::currentChanged);
        QVERIFY(f.does(scenario::Action::Kind::KillBroker, BrokerId {1}));
        QCOMPARE(c.selection.current(), view::Item::of(BrokerId {1}));
        QVERIFY(!told.isEmpty()); // the inspector shows what it is now
        QVERIFY(c.selection.range().has_value());
        c.selection.goBack();
        QCOMPARE(c.document.life(c.selection.current().connection())->node, c.document.life(data)->node);
        c.selection.goBack();
        QCOMPARE(c.selection.current(), view::Item::of(ClientId {1}));
        // An event that only the branch has is gone without it; one from before stays.
        const EventId last {static_cast<std::uint32_t>(c.document.trace().size() - 1)};
        c.selection.setCurrent(view::Item::of(EventId {5}));
        c.selection.setCurrent(view::Item::of(last));
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QVERIFY(c.selection.current().isNone());
        c.selection.goBack();
        QCOMPARE(c.selection.current(), view::Item::of(EventId {5}));
        // Another scenario knows none of it.
        QVERIFY(f.opens(f.file("other.yaml", kText)));
        QVERIFY(c.selection.current().isNone() && !c.selection.canGoBack());
    }

    void saveIsAnAnswerToWhatBecomesOfIt()
    {
        Fixture f;
        QVERIFY(f.opens(f.file("two.yaml", kText)));
        const QString other = f.file("other.yaml", kText);
        f.moves("broker 0", {0.5, 0.5});
        f.window->open(other);
        QVERIFY(f.window->messages().isAsking());
        QVERIFY(f.settles([&] { f.window->messages().answer(0); }));
        QVERIFY(f.content("two.yaml").contains("layout"));
        QCOMPARE(f.window->context().document.source().fileName, other);
    }

    void whatIsDroppedIsToldByItsContent()
    {
        Fixture f;
        const auto drop = [&f](const QString& file) {
            QMimeData data;
            data.setUrls({QUrl::fromLocalFile(file)});
            QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(f.window.get(), &enter);
            if (!enter.isAccepted())
                return false;
            return f.settles([&] {
                QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
                QCoreApplication::sendEvent(f.window.get(), &event);
            });
        };
        QVERIFY(drop(f.file("a.txt", kText))); // a scenario, whatever it is called
        QCOMPARE(f.scenario().title.en, std::string("Two clients"));
        std::string jsonl;
        QVERIFY(trace::writeJsonl(f.window->context().document.trace(), [&jsonl](std::string_view block) {
            jsonl += block;
            return true;
        }));
        QVERIFY(drop(f.file("b.yaml", QByteArray::fromStdString(jsonl)))); // a trace
        QVERIFY(!f.window->context().document.scenario());
        QVERIFY(!f.window->context().document.isEmpty());
        const std::size_t events = f.window->context().document.trace().size();
        QVERIFY(drop(f.file("c.jsonl", "neither of the two\n")));
        QCOMPARE(f.window->messages().kind(), frame::MessageBar::Kind::Error);
        QVERIFY(f.window->messages().isShowing());
        QVERIFY(drop(f.file("d.yaml", QByteArray("\0\1\2", 3)))); // no text at all
        QCOMPARE(f.window->messages().kind(), frame::MessageBar::Kind::Error);
        QCOMPARE(f.window->context().document.trace().size(), events); // what was seen stays
        // What is no file is not taken.
        QMimeData text;
        text.setText(QStringLiteral("words"));
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QCoreApplication::sendEvent(f.window.get(), &enter);
        QVERIFY(!enter.isAccepted());
    }

    void anotherNameLeavesTheFirstFileAlone()
    {
        Fixture f;
        QVERIFY(f.opens(f.file("two.yaml", kText)));
        f.moves("broker 0", {0.5, 0.5});
        f.window->context().playback.setInstant(kStart + std::chrono::seconds(1));
        QVERIFY(f.window->saveScenario(f.path("other.yaml")));
        QCOMPARE(f.content("two.yaml"), kText);
        QVERIFY(f.content("other.yaml").startsWith(kText));
        QCOMPARE(f.window->context().document.source().fileName, f.path("other.yaml"));
        QCOMPARE(f.window->context().playback.instant(), kStart + std::chrono::seconds(1));
    }

    void whatHasNoSimplePlaceIsWrittenAnewAndSaidSo()
    {
        Fixture f;
        QVERIFY(f.opens(f.file("flow.yaml", kText + "actions: [{at: 1s, do: mark, text: a}]\n")));
        QVERIFY(f.does(scenario::Action::Kind::KillBroker, BrokerId {1}));
        f.action("file.save")->trigger();
        QVERIFY2(f.message().contains(QLatin1String("comments are lost")), qPrintable(f.message()));
        QVERIFY(!f.window->isWindowModified());
    }

    void aFileThatSomebodyElseChangedIsNotOverwritten()
    {
        Fixture f;
        const QString file = f.file("two.yaml", kText);
        QVERIFY(f.opens(file));
        f.moves("broker 0", {0.5, 0.5});
        const QByteArray theirs = kText + "# theirs\n";
        f.file("two.yaml", theirs);
        QVERIFY(!f.window->saveScenario(file));
        QCOMPARE(f.window->messages().kind(), frame::MessageBar::Kind::Error);
        QCOMPARE(f.content("two.yaml"), theirs);
        QVERIFY(f.settles([&] { f.action("file.reload")->trigger(); }));
        QVERIFY(f.window->isWindowModified());
        QVERIFY(f.window->saveScenario(file));
        QVERIFY(f.content("two.yaml").startsWith(theirs));
    }

    void whereNothingCanBeWrittenItIsSaid()
    {
        Fixture f;
        QVERIFY(f.opens(f.file("two.yaml", kText)));
        f.moves("broker 0", {0.5, 0.5});
        QVERIFY(!f.window->saveScenario(f.path("no/such/folder.yaml")));
        QCOMPARE(f.window->messages().kind(), frame::MessageBar::Kind::Error);
        QVERIFY(f.window->isWindowModified());
    }

    void whatWasNotSavedIsThereAtTheNextStart()
    {
        Fixture f;
        const QString file = f.file("two.yaml", kText);
        QVERIFY(f.opens(file));
        f.moves("broker 0", {0.5, 0.25});
        f.window->context().playback.setInstant(kStart + std::chrono::seconds(2));
        QVERIFY(f.does(scenario::Action::Kind::KillBroker, BrokerId {1}));
        f.window->timeline().bookmarks().set(f.window->context().playback.position(), QStringLiteral("here"));
        f.start();
        QVERIFY(f.settles([&] { f.window->openFirst(); }));
        QCOMPARE(f.window->context().document.source().fileName, file);
        QCOMPARE(f.window->context().document.source().added.size(), std::size_t {1});
        QCOMPARE(f.window->topology().arrangement().moved.at("broker 0"), QPointF(0.5, 0.25));
        QCOMPARE(f.window->timeline().bookmarks().all().size(), std::size_t {1});
        QVERIFY(f.window->isWindowModified());
        QVERIFY2(f.message().contains(QLatin1String("not saved")), qPrintable(f.message()));
        QCOMPARE(f.content("two.yaml"), kText);
        QVERIFY(f.settles([&] { f.action("edit.undo")->trigger(); }));
        QVERIFY(f.settles([&] { f.action("scenario.as-written")->trigger(); }));
        QVERIFY(!f.window->isWindowModified());
        QVERIFY(f.window->topology().arrangement().isEmpty());
        QVERIFY(f.window->timeline().bookmarks().all().empty());
        f.start(); // nothing was left unsaved
        QVERIFY(f.settles([&] { f.window->openFirst(); }));
        QVERIFY(f.window->windowTitle().contains(QLatin1String("Three kinds")));
    }

    void whatWasNotSavedGoesWithItsFile()
    {
        Fixture f;
        const QString file = f.file("two.yaml", kText);
        QVERIFY(f.opens(file));
        f.moves("broker 0", {0.5, 0.25});
        f.start();
        QVERIFY(QFile::remove(file));
        QVERIFY(f.settles([&] { f.window->openFirst(); }));
        QVERIFY(f.window->windowTitle().contains(QLatin1String("Three kinds")));
        QVERIFY(f.window->topology().arrangement().isEmpty());
    }

    void aBookmarkOfWhatReallyHappensWaitsForItsInstant()
    {
        using std::chrono::seconds;
        const std::vector<scenario::Bookmark> marks {
            {kStart + seconds(2), {}, "two"}, {kStart + seconds(9), {}, "nine"}};
        const auto reachedBy = [&marks](bool simulated) {
            view::Source source;
            source.simulated = simulated;
            view::Document document;
            document.replace(
                std::make_unique<view::Content>(source, trace::Trace(), std::nullopt, kStart + seconds(5)));
            return reached(marks, document).size();
        };
        QCOMPARE(reachedBy(false), std::size_t {1});
        QCOMPARE(reachedBy(true), std::size_t {2}); // at its end
    }

    void bookmarksAreKeptWithTheScenarioAndBesideATrace()
    {
        Fixture f;
        QVERIFY(f.opens(f.file("two.yaml", kText)));
        view::Playback& playback = f.window->context().playback;
        timeline::Bookmarks& marks = f.window->timeline().bookmarks();
        playback.setInstant(kStart + std::chrono::seconds(2));
        marks.set(playback.position(), QStringLiteral("a: note"));
        playback.goTo(EventId {3}); // in the middle of an instant, perhaps
        const view::Position exact = playback.position();
        marks.set(exact, QStringLiteral("exactly"));
        f.action("file.save")->trigger();
        QVERIFY(f.content("two.yaml").contains("note: \"a: note\""));
        QCOMPARE(marks.all().size(), std::size_t {2});
        QVERIFY(marks.at(exact));
        playback.setPosition({}); // before all of them
        f.action("playback.next-bookmark")->trigger();
        QCOMPARE(playback.position(), exact);
        f.action("playback.drop-bookmark")->trigger();
        QCOMPARE(marks.all().size(), std::size_t {1});

        std::string jsonl;
        QVERIFY(trace::writeJsonl(f.window->context().document.trace(), [&jsonl](std::string_view block) {
            jsonl += block;
            return true;
        }));
        const QString trace = f.file("t.jsonl", QByteArray::fromStdString(jsonl));
        QVERIFY(f.settles([&] {
            f.window->open(trace);
            f.window->messages().answer(1);
        }));
        QVERIFY(f.window->timeline().bookmarks().all().empty());
        playback.goTo(EventId {5});
        const view::Position in = playback.position();
        marks.set(in, QStringLiteral("of the trace"));
        QVERIFY(f.window->isWindowModified());
        f.start(); // nothing is asked: it lies beside the settings until it is saved
        QVERIFY(f.opens(trace));
        QCOMPARE(f.window->timeline().bookmarks().all().size(), std::size_t {1});
        QCOMPARE(f.window->timeline().bookmarks().at(in)->note, QStringLiteral("of the trace"));
    }

    void aLayoutDoesNotInfluenceARun()
    {
        const auto plain = scenario::readScenario(kText.toStdString(), "f");
        const auto arranged = scenario::readScenario(kText.toStdString()
                + "layout: {moved: {broker 1: [0, 1]}, expanded: [clients all]}\nbookmarks: [{at: 1s, note: x}]\n",
            "f");
        QVERIFY(plain && arranged);
        const auto bytes = [](const scenario::Scenario& scenario) {
            std::string out;
            const auto trace = sim::run(scenario);
            if (trace)
                static_cast<void>(trace::writeJsonl(*trace, [&out](std::string_view block) {
                    out += block;
                    return true;
                }));
            return out;
        };
        QVERIFY(!bytes(*plain).empty());
        QVERIFY(bytes(*plain) == bytes(*arranged));
    }

    void whoeverEndsTheSessionLosesNothing_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("terminated") << SIGTERM;
        QTest::newRow("Ctrl-C") << SIGINT;
        QTest::newRow("hang-up") << SIGHUP;
        QTest::newRow("the desktop asks for everything to be stored") << 0;
    }
    void whoeverEndsTheSessionLosesNothing()
    {
        QFETCH(int, signal);
        Fixture f;
        const QString file = f.file("two.yaml", kText);
        f.window->show();
        QVERIFY(f.opens(file));
        f.action("view.chinese")->trigger();
        f.action("window.explore")->trigger();
        f.window->timeline().bookmarks().set(f.window->context().playback.position(), QStringLiteral("here"));
        QVERIFY(f.window->isWindowModified());
        {
            const Leaving leaving;
            QSignalSpy asked(&leaving, &Leaving::asked);
            connect(&leaving, &Leaving::asked, f.window.get(), &QWidget::close);
            if (signal == 0)
                f.window->keepForNextTime();
            else
                ::raise(signal);
            QTRY_COMPARE(asked.count(), signal == 0 ? 0 : 1);
            QCOMPARE(f.window->isVisible(), signal == 0);
            QCOMPARE(leaving.signal(), signal);
        }
        // What is on the disk then is all that the next one finds.
        const QSettings stored(f.settings->fileName(), QSettings::IniFormat);
        QCOMPARE(stored.value(QStringLiteral("look/language")).toString(), QStringLiteral("zh"));
        QCOMPARE(stored.value(QStringLiteral("window/workspace")).toInt(), 1);
        QVERIFY(stored.contains(QStringLiteral("window/state")));
        QCOMPARE(QFileInfo(stored.value(QStringLiteral("recovery/file")).toString()), QFileInfo(file));
    }
};

QTEST_MAIN(TestSaving)
#include "tst_saving.moc"
