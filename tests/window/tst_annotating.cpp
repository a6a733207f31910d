// SPDX-License-Identifier: GPL-3.0-or-later
// What is written into the picture in the window, from the menu to the file, and the picture on its way out.
#include "annotation/annotations.h"
#include "figures/figuregrip.h"
#include "scenario/reader.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "windowstage.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QTest>

using namespace connscope;
using namespace connscope::app;
using connscope::test::WindowStage;
using scenario::Annotation;

namespace {

QByteArray content(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A scenario that may be written to.
QString copyOf(const char* scenario, const QTemporaryDir& dir)
{
    const QString to = dir.filePath(QLatin1String(scenario) + QStringLiteral(".yaml"));
    return QFile::copy(test::shipped(scenario), to) && QFile::setPermissions(to, QFile::ReadOwner | QFile::WriteOwner)
        ? to
        : QString();
}

void write(QWidget& view, const char* words)
{
    auto* field = view.findChild<QLineEdit*>(QStringLiteral("annotation-text"));
    QVERIFY(field);
    field->setText(QString::fromUtf8(words));
    QTest::keyClick(field, Qt::Key_Return);
}

bool acts(WindowStage& stage)
{
    QSignalSpy settled(stage.window.get(), &MainWindow::settled);
    topology::TopologyAction wanted;
    wanted.kind = scenario::Action::Kind::StopBroker;
    wanted.broker = BrokerId {1};
    emit stage.window->topology().actionRequested(wanted);
    return settled.count() > 0 || settled.wait(60'000);
}

bool triggers(WindowStage& stage, const char* id)
{
    QSignalSpy settled(stage.window.get(), &MainWindow::settled);
    stage.action(id)->trigger();
    return settled.count() > 0 || settled.wait(60'000);
}

Annotation ofATrace()
{
    Annotation words;
    words.anchors = {"client consumer-1"};
    words.text = {"of a trace", "记录"};
    return words;
}

QAction* entry(const QList<QAction*>& actions, const char* text)
{
    for (QAction* action : actions) {
        if (action->text().remove(QLatin1Char('&')) == QLatin1String(text))
            return action;
    }
    return nullptr;
}

} // namespace

class TestAnnotating : public QObject {
    Q_OBJECT

private slots:
    void wordsOnWhatIsSelectedAreKeptInTheFile()
    {
        const QTemporaryDir dir;
        const QString file = copyOf("13-three-kinds", dir);
        WindowStage stage;
        QVERIFY(stage.opens(file));
        stage.window->resize(1280, 800);
        stage.window->show();
        stage.context().playback.goToEnd();
        const auto& lives = stage.context().document.lives();
        stage.context().selection.setCurrent(view::Item::of(lives[1].id));
        stage.action("edit.annotate")->trigger();
        write(stage.window->topology(), "to the coordinator alone");
        QCOMPARE(stage.window->topology().marks().size(), std::size_t {1});
        QVERIFY(stage.window->isWindowModified());
        QVERIFY(stage.window->saveScenario(file));
        QVERIFY(!stage.window->isWindowModified());
        const QByteArray saved = content(file);
        QVERIFY2(saved.contains("anchor: connection consumer-1 2147483645"), saved.right(300).constData());
        QVERIFY(saved.startsWith(content(test::shipped("13-three-kinds")).trimmed()));
        QVERIFY(stage.opens(file));
        QCOMPARE(stage.window->topology().marks().front().text, QStringLiteral("to the coordinator alone"));
        QVERIFY(stage.window->topology().description().contains(QStringLiteral("to the coordinator alone")));
    }

    /// Also of one that has no words yet.
    void theWordsAreAskedForWhereTheyCome()
    {
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        stage.window->resize(1280, 800);
        stage.window->show();
        stage.context().playback.goToEnd();
        stage.context().selection.setCurrent(view::Item::of(stage.context().document.lives()[1].id));
        stage.action("edit.annotate")->trigger();
        const topology::TopologyWidget& topology = stage.window->topology();
        const auto* field = topology.findChild<QLineEdit*>(QStringLiteral("annotation-text"));
        QVERIFY(field);
        const QPoint where = field->pos();
        write(stage.window->topology(), "Text");
        const QPointF came = topology.viewport().toWidget().mapRect(topology.marks().front().label).topLeft();
        QVERIFY2((came - where).manhattanLength() < 12,
            qPrintable(QStringLiteral("%1,%2 for %3,%4").arg(where.x()).arg(where.y()).arg(came.x()).arg(came.y())));
    }

    void withNothingSelectedItIsSaidWhatToDo()
    {
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        stage.action("edit.annotate")->trigger();
        QVERIFY(stage.window->annotations().all().empty());
        QVERIFY(stage.window->messages().text().contains(QStringLiteral("Select")));
    }

    void undoGoesBackThroughBothInTheirOrder()
    {
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        stage.context().playback.setInstant(kStart + std::chrono::seconds(2));
        Annotation words;
        words.anchors = {"broker 2"};
        words.text.en = "before";
        auto& all = stage.window->annotations();
        all.add(words);
        QVERIFY(acts(stage));
        QCOMPARE(all.all().size(), std::size_t {1}); // running again keeps it
        words.text.en = "after";
        all.add(words);

        const auto done = [&stage] { return stage.context().document.source().added.size(); };
        stage.action("edit.undo")->trigger();
        QCOMPARE(all.all().size(), std::size_t {1});
        QCOMPARE(done(), std::size_t {1});
        QVERIFY(triggers(stage, "edit.undo"));
        QCOMPARE(all.all().size(), std::size_t {1});
        QCOMPARE(done(), std::size_t {0});
        stage.action("edit.undo")->trigger();
        QVERIFY(all.all().empty());
        QVERIFY(!stage.action("edit.undo")->isEnabled());

        stage.action("edit.redo")->trigger();
        QCOMPARE(all.all().size(), std::size_t {1});
        QCOMPARE(done(), std::size_t {0});
        QVERIFY(triggers(stage, "edit.redo"));
        QCOMPARE(done(), std::size_t {1});
        stage.action("edit.redo")->trigger();
        QCOMPARE(all.all().size(), std::size_t {2});
        QVERIFY(!stage.action("edit.redo")->isEnabled());
    }

    void aTimelinesMenuAnnotatesThePlaceThatWasPointedAt()
    {
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        stage.window->resize(1280, 800);
        stage.window->show();
        timeline::TimelineWidget& timeline = stage.window->timeline();
        timeline.drawNow();
        const timeline::Layout& layout = timeline.layoutNow();
        const QPointF at(layout.lanes.center().x(), layout.rows.front().strip.center().y());
        const std::unique_ptr<QMenu> menu(timeline.createMenu(at));
        QAction* annotate = entry(menu->actions(), "Annotate");
        QVERIFY(annotate && annotate->menu());
        entry(annotate->menu()->actions(), "Arrow")->trigger();
        write(timeline, "here");
        const auto& all = stage.window->annotations().all();
        QCOMPARE(all.size(), std::size_t {1});
        QVERIFY(all.front().view == Annotation::View::Timeline);
        QVERIFY(all.front().kind == Annotation::Kind::Arrow);
        QVERIFY(all.front().from);
        const auto marks = timeline.marks();
        QCOMPARE(marks.size(), std::size_t {1});
        QVERIFY(std::abs(marks.front().lines.front().p2().x() - at.x()) < 6);
    }

    void wordsAreDraggedAndNotTheCardUnderThem()
    {
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        stage.window->resize(1280, 800);
        stage.window->show();
        Annotation words;
        words.anchors = {"broker 2"};
        words.text.en = "here";
        words.offset = scenario::Offset {0, 0}; // over the card
        stage.window->annotations().add(words);
        topology::TopologyWidget& topology = stage.window->topology();
        const auto where = [&topology] {
            return topology.viewport().toWidget().map(topology.marks().front().label.center()).toPoint();
        };
        const QPoint from = where();
        QTest::mousePress(&topology, Qt::LeftButton, {}, from);
        QTest::mouseMove(&topology, from - QPoint(100, 40));
        QTest::mouseRelease(&topology, Qt::LeftButton, {}, from - QPoint(100, 40));
        QVERIFY((where() - (from - QPoint(100, 40))).manhattanLength() <= 3);
        QVERIFY(topology.arrangement().isEmpty());
        QTest::keyClick(&topology, Qt::Key_Delete);
        QVERIFY(stage.window->annotations().all().empty());
        stage.action("edit.undo")->trigger();
        QCOMPARE(stage.window->annotations().all().size(), std::size_t {1});
    }

    void whatWasNotSavedIsThereAgain()
    {
        const QTemporaryDir dir;
        const QString file = copyOf("13-three-kinds", dir);
        WindowStage stage;
        QVERIFY(stage.opens(file));
        Annotation words;
        words.anchors = {"broker 2"};
        words.text.en = "not saved";
        stage.window->annotations().add(words);
        stage.again();
        QSignalSpy settled(stage.window.get(), &MainWindow::settled);
        stage.window->openFirst();
        QVERIFY(settled.wait(60'000));
        QCOMPARE(stage.window->annotations().all().size(), std::size_t {1});
        QVERIFY(stage.window->isWindowModified());
    }

    void aTraceHasThemInItsFile()
    {
        const QTemporaryDir dir;
        const QString trace = dir.filePath(QStringLiteral("t.jsonl"));
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        // Those of the scenario go along.
        Annotation words = ofATrace();
        words.text.en = "of its scenario";
        stage.window->annotations().add(words);
        QVERIFY(stage.window->saveTrace(trace));
        stage.again();
        QVERIFY(stage.opens(trace));
        QCOMPARE(stage.window->annotations().all().size(), std::size_t {1});
        QCOMPARE(stage.window->annotations().all().front().text.en, std::string("of its scenario"));
        stage.window->annotations().setAll({});
        QVERIFY(stage.window->isWindowModified());
        stage.action("file.save")->trigger();
        const QByteArray before = content(trace);
        QVERIFY2(!before.contains("of its scenario"), qPrintable(stage.window->messages().text()));
        QVERIFY(!stage.action("file.save")->isEnabled());
        stage.window->annotations().add(ofATrace());
        stage.window->timeline().addBookmark();
        QVERIFY(stage.window->isWindowModified());
        QVERIFY(stage.action("file.save")->isEnabled());
        stage.action("file.save")->trigger();
        QVERIFY2(!stage.window->isWindowModified(), qUtf8Printable(stage.window->messages().text()));
        // Only the header has changed.
        const QByteArray after = content(trace);
        QCOMPARE(after.mid(after.indexOf('\n')), before.mid(before.indexOf('\n')));
        QVERIFY(after.left(after.indexOf('\n')).contains("\"annotations\":[{"));

        const QString moved = dir.filePath(QStringLiteral("moved.jsonl"));
        QVERIFY(QFile::rename(trace, moved));
        stage.again();
        QVERIFY(stage.opens(moved));
        QCOMPARE(stage.window->annotations().all().size(), std::size_t {1});
        QVERIFY(stage.window->annotations().all().front() == ofATrace());
        QCOMPARE(stage.window->timeline().bookmarks().all().size(), std::size_t {1});
        QVERIFY(!stage.window->isWindowModified());
    }

    void whatWasNotSavedOfATraceIsThereAgain()
    {
        const QTemporaryDir dir;
        const QString trace = dir.filePath(QStringLiteral("t.jsonl"));
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        QVERIFY(stage.window->saveTrace(trace));
        const QByteArray before = content(trace);
        QVERIFY(stage.opens(trace));
        stage.window->annotations().add(ofATrace());
        stage.window->timeline().addBookmark();
        stage.again();
        QVERIFY(stage.opens(trace));
        QCOMPARE(stage.window->annotations().all().size(), std::size_t {1});
        QVERIFY(stage.window->annotations().all().front() == ofATrace());
        QVERIFY(stage.window->isWindowModified());
        QVERIFY(stage.window->messages().text().contains(QStringLiteral("As Written")));
        QCOMPARE(content(trace), before);
        QVERIFY(triggers(stage, "scenario.as-written"));
        QVERIFY(stage.window->annotations().all().empty());
        QVERIFY(stage.window->timeline().bookmarks().all().empty());
        QVERIFY(!stage.window->isWindowModified());
    }

    void aTraceIsSavedUnderANameAndGoesOnUnderIt()
    {
        const QTemporaryDir dir;
        const QString first = dir.filePath(QStringLiteral("first.jsonl"));
        const QString second = dir.filePath(QStringLiteral("second.jsonl"));
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        QVERIFY(stage.window->saveTrace(first));
        const QByteArray before = content(first);
        QVERIFY(stage.opens(first));
        stage.window->annotations().add(ofATrace());
        QVERIFY(stage.window->saveTrace(second));
        QVERIFY(!stage.window->isWindowModified());
        QCOMPARE(stage.context().document.source().fileName, second);
        QCOMPARE(content(first), before);
        QVERIFY(stage.opens(first)); // nothing of the other is left here
        QVERIFY(stage.window->annotations().all().empty());
        QVERIFY(stage.opens(second));
        QCOMPARE(stage.window->annotations().all().size(), std::size_t {1});
    }

    void aTraceThatSomebodyElseWroteToIsNotSavedOver()
    {
        const QTemporaryDir dir;
        const QString trace = dir.filePath(QStringLiteral("t.jsonl"));
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        QVERIFY(stage.window->saveTrace(trace));
        QVERIFY(stage.opens(trace));
        stage.window->annotations().add(ofATrace());
        QFile file(trace);
        QVERIFY(file.open(QIODevice::Append) && file.write("\n") == 1);
        file.close();
        const QByteArray before = content(trace);
        stage.action("file.save")->trigger();
        QVERIFY(stage.window->isWindowModified());
        QVERIFY(stage.window->messages().text().contains(QStringLiteral("somebody else")));
        QCOMPARE(content(trace), before);
    }

    void anotherFileIsNotOpenedBeforeItIsAskedWhatOfATracesNotes()
    {
        const QTemporaryDir dir;
        const QString trace = dir.filePath(QStringLiteral("t.jsonl"));
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        QVERIFY(stage.window->saveTrace(trace));
        QVERIFY(stage.opens(trace));
        stage.window->annotations().add(ofATrace());
        stage.window->open(test::shipped("13-three-kinds"));
        QVERIFY(stage.window->messages().text().contains(QStringLiteral("not saved")));
        QCOMPARE(stage.context().document.source().fileName, trace);
        QSignalSpy settled(stage.window.get(), &MainWindow::settled);
        emit stage.window->messages().answered(0);
        QVERIFY(settled.count() > 0 || settled.wait(60'000));
        QVERIFY(content(trace).contains("of a trace"));
    }

    void theClipboardTakesTheViewThatIsInHand()
    {
        WindowStage stage;
        QVERIFY(stage.opens(test::shipped("13-three-kinds")));
        stage.window->resize(1280, 800);
        stage.window->show();
        stage.action("edit.copy-svg")->trigger();
        const QByteArray topology = QApplication::clipboard()->mimeData()->data(QStringLiteral("image/svg+xml"));
        QVERIFY(topology.contains("<svg"));
        QAction* own = entry(stage.window->timeline().QWidget::actions(), "Copy as SVG");
        QVERIFY(own);
        own->trigger();
        const QByteArray timeline = QApplication::clipboard()->mimeData()->data(QStringLiteral("image/svg+xml"));
        QVERIFY(timeline.contains("<svg"));
        QVERIFY(timeline != topology);
        stage.action("edit.copy-picture")->trigger();
        QVERIFY(QApplication::clipboard()->mimeData()->hasImage());
    }
};

QTEST_MAIN(TestAnnotating)
#include "tst_annotating.moc"
