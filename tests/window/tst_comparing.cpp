// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs beside each other in the window: marked where they differ, one playhead, said in sentences.
#include "app/window/beside.h"
#include "app/window/comparedialog.h"
#include "app/window/comparison.h"
#include "app/window/runcomparer.h"
#include "app/window/sourcebar.h"
#include "window/windowstage.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>

using namespace connscope;
using app::RunComparer;
using compare::Run;
using test::shipped;
using test::WindowStage;
using view::Mark;

namespace {

constexpr int kBound = 60'000; // ms

app::LoadRequest otherwise(WindowStage& stage, const std::string& setting)
{
    app::LoadRequest out = stage.window->findChild<app::SourceBar*>()->request();
    out.settings.push_back(setting);
    return out;
}

bool compares(WindowStage& stage, app::LoadRequest second)
{
    RunComparer& comparer = stage.window->comparer();
    comparer.start(std::move(second));
    return QTest::qWaitFor([&] { return comparer.pair() != nullptr; }, kBound);
}

int marked(const view::Context& context, Mark mark)
{
    int count = 0;
    for (const trace::ConnectionLife& life : context.document.lives())
        count += context.marks->of(life.id) == mark ? 1 : 0;
    return count;
}

} // namespace

class TestComparing : public QObject {
    Q_OBJECT

private slots:
    void aRunBesideItselfHasNoMark()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        QVERIFY(compares(f, f.window->findChild<app::SourceBar*>()->request()));
        QVERIFY(f.window->comparer().pair()->comparison().isSame());
        QCOMPARE(marked(f.context(), Mark::Alone) + marked(f.context(), Mark::Differs), 0);
        for (std::uint32_t i = 0; i < f.context().document.trace().size(); ++i)
            QCOMPARE(f.context().marks->of(EventId {i}), Mark::None);
        f.window->beside().context().playback.setInstant(kStart + ms(3));
        QCOMPARE(f.context().playback.instant(), kStart + ms(3));
    }

    void whatDiffersIsMarkedOnBothSidesAndSaid()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        QVERIFY(compares(f, otherwise(f, "cluster.connections.max.idle.ms=300000")));
        const view::Context& second = f.window->beside().context();
        QVERIFY(marked(f.context(), Mark::Differs) > 0); // another end closes them now
        QVERIFY(marked(second, Mark::Differs) > 0);
        const QString said = f.window->comparison().text();
        QVERIFY2(said.contains(QStringLiteral("connections.max.idle.ms of brokers")), qPrintable(said));
        f.window->setLanguage(theme::Language::Chinese);
        QVERIFY(f.window->comparison().text() != said);
        QCOMPARE(f.window->comparison().text().count(u'\n'), said.count(u'\n'));
        f.window->setLanguage(theme::Language::English);
    }

    void thePlayheadsMeetByCause()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        QVERIFY(compares(f, otherwise(f, "producer.connections.max.idle.ms=60000")));
        const auto pair = f.window->comparer().pair();
        const compare::Alignment& alignment = pair->comparison().alignment();
        const view::Context& second = f.window->beside().context();
        std::size_t seen = 0;
        for (std::uint32_t i = 0; i < f.context().document.trace().size(); ++i) {
            const trace::Event& e = f.context().document.trace()[std::size_t {i}];
            const EventId other = alignment.counterpart(Run::First, EventId {i});
            if (e.kind != trace::EventKind::IdleExpired || !other.isValid())
                continue;
            f.context().playback.setInstant(e.at);
            QCOMPARE(second.playback.instant(), second.document.trace()[other].at);
            ++seen;
        }
        QVERIFY(seen > 0);
        const Instant byCause = second.playback.instant();
        f.window->beside().setByCause(false);
        QCOMPARE(second.playback.instant(), f.context().playback.instant());
        QVERIFY(byCause != second.playback.instant());
    }

    /// Many things happen at one instant: what has not happened here has not happened beside either.
    void thePlayheadsMeetBetweenEventsOfOneInstant()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("10-broker-closes-first")));
        QVERIFY(compares(f, otherwise(f, "cluster.connections.max.idle.ms=40000")));
        const compare::Alignment& alignment = f.window->comparer().pair()->comparison().alignment();
        const view::Context& first = f.context();
        const view::Context& second = f.window->beside().context();
        QVERIFY(first.playback.isAtStart());
        QVERIFY(second.playback.isAtStart());
        std::size_t between = 0;
        for (std::uint32_t i = 0; i < 60; ++i) {
            first.playback.goTo(EventId {i});
            if (first.playback.position().applied == first.document.trace().upperBound(first.playback.instant()))
                continue;
            for (std::uint32_t n = 0; n < second.document.trace().size(); ++n) {
                const EventId here = alignment.counterpart(Run::Second, EventId {n});
                if (here.isValid() && second.document.trace()[EventId {n}].at == second.playback.instant())
                    QCOMPARE(n < second.playback.position().applied, here.value <= i);
            }
            ++between;
        }
        QVERIFY(between > 5);
        // And from the one beside to the window's.
        second.playback.setPosition({kStart, 1});
        QCOMPARE(first.playback.position(), (view::Position {kStart, 1}));
        second.playback.goToStart();
        QVERIFY(first.playback.isAtStart());
        // Of another scenario, in which it all begins a second later.
        QVERIFY(f.opens(shipped("13-three-kinds")));
        app::LoadRequest later;
        later.file = shipped("14-five-partitions-four-brokers").toStdString();
        QVERIFY(compares(f, later));
        first.playback.goToEnd();
        first.playback.goToStart();
        QVERIFY(f.window->beside().context().playback.isAtStart());
    }

    void aSentenceSelectsWhatItSpeaksOf()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        QVERIFY(compares(f, otherwise(f, "cluster.connections.max.idle.ms=300000")));
        const auto pair = f.window->comparer().pair();
        const auto& sentences = pair->sentences(analysis::Language::English);
        auto* list = f.window->comparison().findChild<QListWidget*>();
        QCOMPARE(list->count(), static_cast<int>(sentences.size()));
        int chosen = 0;
        for (int row = 0; row < list->count(); ++row) {
            const ConnectionId c = pair->connectionOf(sentences[static_cast<std::size_t>(row)], Run::First);
            if (!c.isValid())
                continue;
            list->setCurrentRow(row);
            QCOMPARE(f.context().selection.current(), view::Item::of(c));
            ++chosen;
        }
        QVERIFY(chosen > 0);
    }

    /// The list of names that a typed one brings up does not take the first Enter, nor the first click.
    void aTypedNameIsComparedAtOnce_data()
    {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("Enter") << true;
        QTest::newRow("a click") << false;
    }
    void aTypedNameIsComparedAtOnce()
    {
        QFETCH(bool, byKey);
        WindowStage f;
        f.window->show();
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.action("tools.compare")->trigger();
        auto* dialog = f.window->findChild<app::CompareDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QLineEdit* name = nullptr;
        for (QLineEdit* edit : dialog->findChildren<QLineEdit*>())
            name = edit->completer() ? edit : name;
        QVERIFY(name);
        name->setFocus();
        QTest::keyClicks(name, QStringLiteral("14-five-partitions"));
        QWidget* names = name->completer()->popup();
        QTRY_VERIFY_WITH_TIMEOUT(names->isVisible(), kBound);
        QSignalSpy wanted(dialog, &app::CompareDialog::wanted);
        QPushButton* compare = nullptr;
        for (QPushButton* button : dialog->findChildren<QPushButton*>())
            compare = button->isDefault() ? button : compare;
        QVERIFY(compare && compare->isEnabled());
        if (byKey)
            QTest::keyClick(names, Qt::Key_Return);
        else // where the window system gives it to: the list, which is a popup
            QTest::mouseClick(
                names, Qt::LeftButton, {}, names->mapFromGlobal(compare->mapToGlobal(compare->rect().center())));
        QCOMPARE(wanted.count(), 1);
        QVERIFY(!dialog->isVisible() && !names->isVisible());
    }

    void aRunThatIsMadeAgainIsComparedAgain()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        QVERIFY(compares(f, f.window->findChild<app::SourceBar*>()->request()));
        QVERIFY(f.window->comparer().pair()->comparison().isSame());
        QSignalSpy settled(f.window.get(), &app::MainWindow::settled);
        emit f.window->findChild<app::SourceBar*>()->wanted(otherwise(f, "consumer-1.connections.max.idle.ms=1000"));
        QVERIFY(settled.wait(kBound));
        QTRY_VERIFY_WITH_TIMEOUT(f.window->comparer().pair() != nullptr, kBound);
        QVERIFY(!f.window->comparer().pair()->comparison().isSame());
    }

    void stoppingTakesTheMarksAway()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        QVERIFY(!f.action("tools.stop-comparing")->isEnabled());
        QVERIFY(compares(f, otherwise(f, "cluster.connections.max.idle.ms=300000")));
        QVERIFY(!f.context().marks->isEmpty());
        f.action("tools.stop-comparing")->trigger();
        QVERIFY(f.context().marks->isEmpty());
        QVERIFY(!f.window->beside().isShown());
        QVERIFY(!f.action("tools.stop-comparing")->isEnabled());
    }

    void comparingLeavesThePlayheadWhereItIs()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        const Instant at = kStart + std::chrono::seconds(3);
        f.context().playback.setInstant(at);
        QVERIFY(compares(f, otherwise(f, "*.connections.max.idle.ms=300000")));
        QCOMPARE(f.context().playback.instant(), at);
        QVERIFY(f.window->beside().context().playback.instant() > kStart);
    }

    void anotherScenarioHasFieldsOfItsOwn()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.action("tools.compare")->trigger();
        auto* dialog = f.window->findChild<app::CompareDialog*>();
        auto* settings = dialog->findChild<QPlainTextEdit*>();
        settings->setPlainText(QStringLiteral("consumer-1.fetch.max.wait.ms=100"));
        dialog->setFile(QStringLiteral("15-first-kind-abandoned")); // by its name
        QVERIFY(settings->toPlainText().isEmpty());
        settings->setPlainText(QStringLiteral("*.connections.max.idle.ms=1000"));
        const app::LoadRequest second = dialog->request();
        QCOMPARE(QFileInfo(QString::fromStdString(second.file)).fileName(),
            QStringLiteral("15-first-kind-abandoned.yaml"));
        QCOMPARE(second.settings, std::vector<std::string> {"*.connections.max.idle.ms=1000"});
        // What was said of this scenario is still there.
        dialog->findChildren<QRadioButton*>().first()->setChecked(true);
        QCOMPARE(dialog->request().settings, std::vector<std::string> {"consumer-1.fetch.max.wait.ms=100"});
        // A trace is as it is.
        const QTemporaryDir dir;
        const QString trace = dir.filePath(QStringLiteral("t.jsonl"));
        QVERIFY(f.window->saveTrace(trace));
        dialog->setFile(trace);
        QVERIFY(!settings->isEnabled());
        QVERIFY(dialog->request().settings.empty());
        QCOMPARE(dialog->request().file, trace.toStdString());
    }

    void theDialogAsksForTheSecondRun()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.action("tools.compare")->trigger();
        auto* dialog = f.window->findChild<app::CompareDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QPlainTextEdit*>()->setPlainText(
            QStringLiteral("  consumer-1.fetch.max.wait.ms=100 \n\n*.connections.max.idle.ms=1000"));
        const app::LoadRequest request = dialog->request();
        QCOMPARE(request.settings,
            (std::vector<std::string> {"consumer-1.fetch.max.wait.ms=100", "*.connections.max.idle.ms=1000"}));
        QCOMPARE(request.file, shipped("13-three-kinds").toStdString());
        dialog->setFile(shipped("14-five-partitions-four-brokers"));
        QCOMPARE(dialog->request().file, shipped("14-five-partitions-four-brokers").toStdString());
        QVERIFY(dialog->request().settings.empty());
    }

    void aSecondRunThatCannotBeIsSaid()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->comparer().start(otherwise(f, "nobody.acks=1"));
        QTRY_VERIFY_WITH_TIMEOUT(!f.window->comparer().isActive(), kBound);
        QVERIFY(f.window->messages().text().contains(QStringLiteral("nobody")));
    }
};

QTEST_MAIN(TestComparing)
#include "tst_comparing.moc"
