// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs in one picture: what both have once and plain, what one has marked in topology, timeline and event list; and the
// way there and back loses nothing.
#include "app/window/beside.h"
#include "app/window/comparedialog.h"
#include "app/window/comparison.h"
#include "app/window/docks.h"
#include "app/window/lessondesk.h"
#include "app/window/runcomparer.h"
#include "app/window/runstrip.h"
#include "app/window/sourcebar.h"
#include "events/eventlist.h"
#include "events/eventmodel.h"
#include "frame/countersline.h"
#include "theme/runmark.h"
#include "timeline/describe.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "trace/jsonl.h"
#include "view/filter.h"
#include "view/selection.h"
#include "window/windowstage.h"

#include <QDockWidget>
#include <QFile>
#include <QListWidget>
#include <QTest>

#include <algorithm>

using namespace connscope;
using app::RunComparer;
using compare::Run;
using test::shipped;
using test::WindowStage;
using trace::Origin;
using trace::Twofold;

namespace {

constexpr int kBound = 60'000; // ms

app::LoadRequest again(WindowStage& stage) { return stage.window->findChild<app::SourceBar*>()->request(); }

app::LoadRequest otherwise(WindowStage& stage, const std::string& setting)
{
    app::LoadRequest out = again(stage);
    out.settings.push_back(setting);
    return out;
}

bool isSuperposed(WindowStage& stage)
{
    return QTest::qWaitFor([&] { return stage.context().document.twofold() != nullptr; }, kBound);
}

/// The window's run with \a second over it.
bool superposes(WindowStage& stage, app::LoadRequest second)
{
    RunComparer& comparer = stage.window->comparer();
    comparer.setSuperposed(true);
    comparer.start(std::move(second));
    return isSuperposed(stage);
}

int letters(const std::vector<topology::Label>& labels, Origin run)
{
    return static_cast<int>(std::count_if(labels.begin(), labels.end(), [run](const topology::Label& label) {
        return label.shape == topology::Label::Shape::Run && label.run == run;
    }));
}

int lanes(const timeline::TimelineWidget& timeline, Origin run)
{
    const auto& all = timeline.data().lanes().all();
    return static_cast<int>(
        std::count_if(all.begin(), all.end(), [run](const timeline::Lane& lane) { return lane.run == run; }));
}

/// When the second run's broker has closed what the first's still has open; kNever = never.
Instant firstAlone(const view::Document& document, trace::EventKind kind, Origin run)
{
    const Twofold& twofold = *document.twofold();
    for (std::uint32_t i = 0; i < document.trace().size(); ++i) {
        if (document.trace()[EventId {i}].kind == kind && twofold.origin(EventId {i}) == run)
            return document.trace()[EventId {i}].at;
    }
    return kNever;
}

events::EventModel& listOf(WindowStage& stage)
{
    stage.window->docks().makeAll(); // a list is made when it is first seen
    auto* model = stage.window->findChild<events::EventList*>()->findChild<events::EventModel*>();
    model->scan(stage.context().document.trace().size());
    return *model;
}

const QString kShort = QStringLiteral("cluster.connections.max.idle.ms=300000");

} // namespace

class TestSuperposing : public QObject {
    Q_OBJECT

private slots:
    void aRunOverItselfMarksNothing()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        const std::size_t events = f.context().document.trace().size();
        const std::size_t links = f.window->topology().scene().links.size();
        QVERIFY(superposes(f, again(f)));
        const view::Document& document = f.context().document;
        QVERIFY(document.twofold()->isSame());
        QCOMPARE(document.trace().size(), events);
        for (const double share : {0.1, 0.5, 1.0}) {
            f.context().playback.setInstant(
                kStart + std::chrono::duration_cast<Duration>((document.end() - kStart) * share));
            const topology::Scene& scene = f.window->topology().scene();
            QCOMPARE(scene.links.size(), links);
            QCOMPARE(letters(scene.still, Origin::First) + letters(scene.still, Origin::Second), 0);
            for (const topology::LinkPicture& link : scene.links)
                QCOMPARE(link.mark, view::Mark::None);
        }
        QCOMPARE(lanes(f.window->timeline(), Origin::First) + lanes(f.window->timeline(), Origin::Second), 0);
        events::EventModel& list = listOf(f);
        QCOMPARE(list.rows(), static_cast<int>(events));
        for (int row = 0; row < list.rows(); ++row)
            QCOMPARE(list.cell(list.event(row), events::EventModel::Run), QString());
    }

    void theTopologyShowsOnceWhatBothHaveAndTwiceWhatDiffersNow()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        QVERIFY(superposes(f, otherwise(f, kShort.toStdString())));
        const view::Document& document = f.context().document;
        topology::TopologyWidget& topology = f.window->topology();
        // One card for a client that both have.
        std::size_t clients = 0;
        for (const topology::PlacedNode& node : topology.placement().nodes)
            clients += node.isClientSide() ? node.members.size() : 0;
        std::size_t shown = 0;
        for (std::uint32_t c = 0; c < document.trace().clientCount(); ++c)
            shown += document.twofold()->isShown(ClientId {c}) ? 1U : 0U;
        QCOMPARE(clients, shown);
        // Just opened, both tell the same but for the broker's countdown; half closed in the second alone, there are two.
        const Instant closed = firstAlone(document, trace::EventKind::FinSent, Origin::Second);
        QVERIFY(closed != kNever);
        f.context().playback.setInstant(closed + ms(10));
        const topology::Scene& scene = topology.scene();
        QVERIFY(letters(scene.still, Origin::First) > 0);
        QVERIFY(letters(scene.still, Origin::Second) > 0);
        std::size_t pairs = 0;
        for (std::size_t i = 0; i < scene.links.size(); ++i) {
            const topology::LinkPicture& link = scene.links[i];
            if (link.drawnBy != topology::LinkPicture::kNone)
                QVERIFY(!link.isVisible());
            if (link.run == Origin::Second && link.isVisible()) {
                QVERIFY(link.connection.isValid());
                QCOMPARE(document.twofold()->origin(link.connection), Origin::Second);
                ++pairs;
            }
        }
        QVERIFY(pairs > 0);
        QVERIFY(topology.description().contains(QStringLiteral("run B")));
    }

    /// One line stands for both as long as it looks the same; what travels on it is not the same.
    void whatOneRunAloneSendsSaysSoOnTheLineOfBoth_data()
    {
        QTest::addColumn<int>("own");
        QTest::newRow("the first") << 0;
        QTest::newRow("the second") << 1;
    }
    void whatOneRunAloneSendsSaysSoOnTheLineOfBoth()
    {
        QFETCH(int, own);
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        const std::string setting = "consumer-1.heartbeat.interval.ms=";
        if (own == 0) { // the first run's heartbeats are more
            QSignalSpy settled(f.window.get(), &app::MainWindow::settled);
            emit f.window->findChild<app::SourceBar*>()->wanted(otherwise(f, setting + "1000"));
            QVERIFY(settled.wait(kBound));
        }
        app::LoadRequest second = again(f);
        second.settings = {setting + (own == 0 ? "3000" : "1000")};
        QVERIFY(superposes(f, second));
        const view::Document& document = f.context().document;
        const Twofold& twofold = *document.twofold();
        topology::TopologyWidget& topology = f.window->topology();
        std::size_t alone = 0;
        std::size_t shared = 0;
        for (std::uint32_t i = 0; i < document.trace().size(); ++i) {
            const trace::Event& e = document.trace()[EventId {i}];
            if (e.kind != trace::EventKind::RequestSent || e.api != ApiKey::Heartbeat)
                continue;
            f.context().playback.goTo(EventId {i});
            const topology::Scene& scene = topology.scene();
            const auto dot = std::find_if(scene.traffic.dots.begin(), scene.traffic.dots.end(),
                [i](const topology::Dot& d) { return d.request == EventId {i}; });
            const bool isAlone = twofold.isAlone(EventId {i});
            if (!isAlone && twofold.origin(EventId {i}) == Origin::Second)
                continue; // its other half is there
            QVERIFY(dot != scene.traffic.dots.end());
            QVERIFY(scene.links[dot->link].isVisible());
            if (scene.links[dot->link].run != Origin::Both)
                continue;
            const Origin whose = isAlone ? twofold.origin(EventId {i}) : Origin::Both;
            QCOMPARE(dot->run, whose);
            QCOMPARE(letters(scene.moving, Origin::First), whose == Origin::First ? 1 : 0);
            QCOMPARE(letters(scene.moving, Origin::Second), whose == Origin::Second ? 1 : 0);
            (isAlone ? alone : shared) += 1;
        }
        QVERIFY(alone > 2);
        QVERIFY(shared > 0);
    }

    /// What differs stands out alike: in the topology also while both look the same, as the timeline has it.
    void aLineOfBothKeepsTheDiamondOfWhatDiffers()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("10-broker-closes-first")));
        QVERIFY(superposes(f, otherwise(f, "cluster.connections.max.idle.ms=40000")));
        const Twofold& twofold = *f.context().document.twofold();
        f.context().playback.setInstant(kStart + std::chrono::seconds(2));
        std::size_t seen = 0;
        for (const topology::LinkPicture& link : f.window->topology().scene().links) {
            if (!link.isVisible())
                continue;
            QCOMPARE(link.mark == view::Mark::Differs, twofold.isOtherwise(link.connection));
            seen += link.mark == view::Mark::Differs && link.run == Origin::Both ? 1U : 0U;
        }
        QVERIFY(seen > 0);
    }

    void whereTheShorterRunEndsIsSeen()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        app::LoadRequest other;
        other.file = shipped("14-five-partitions-four-brokers").toStdString();
        QVERIFY(superposes(f, other));
        const view::Context& c = f.context();
        const Twofold& twofold = *c.document.twofold();
        QCOMPARE(c.document.end(), twofold.end[0]); // ten seconds, the other has eight
        QVERIFY(twofold.end[1] < twofold.end[0]);
        const timeline::TimelineData& data = f.window->timeline().data();
        const auto wordsOf = [&](Origin run) {
            QStringList out;
            for (timeline::LaneId lane = 0; lane < data.lanes().size(); ++lane) {
                if (data.lanes()[lane].run == run)
                    out << timeline::describeAt(data, lane, c.playback.position(), c.look.format());
            }
            return out;
        };
        for (const bool over : {false, true}) {
            c.playback.setInstant(over ? c.document.end() : twofold.end[1]);
            const topology::Scene& scene = f.window->topology().scene();
            std::array<std::size_t, 2> visible {};
            for (const topology::LinkPicture& link : scene.links) {
                if (!link.isVisible() || link.run == Origin::Both)
                    continue;
                ++visible[link.run == Origin::First ? 0 : 1];
                QCOMPARE(link.isOver, over && link.run == Origin::Second);
                QCOMPARE(link.open > 0, !link.isOver);
            }
            QVERIFY(visible[0] > 0 && visible[1] > 0);
            for (const topology::Dot& dot : scene.traffic.dots)
                QVERIFY(!scene.links[dot.link].isOver);
            QCOMPARE(f.window->topology().description().contains(QStringLiteral("until the run was over")), over);
            const view::Counters second = c.document.countersOf(1, c.playback.world());
            QCOMPARE(second.open == 0, over);
            QVERIFY(second.opened > 0);
            const auto texts = frame::counterTexts(c.document.countersOf(0, c.playback.world()), second, c.look);
            QCOMPARE(texts.front().number.contains(QStringLiteral("| –")), over);
            for (const QString& words : wordsOf(Origin::Second))
                QCOMPARE(words.contains(QStringLiteral("the run is over")), over);
            for (const QString& words : wordsOf(Origin::First))
                QVERIFY(!words.contains(QStringLiteral("the run is over")));
        }
    }

    void aBrokersOtherLimitCountsDownByItself()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        QVERIFY(superposes(f, otherwise(f, kShort.toStdString())));
        const view::Document& document = f.context().document;
        const Instant closed = firstAlone(document, trace::EventKind::FinSent, Origin::Second);
        f.context().playback.setInstant(closed - std::chrono::seconds(20));
        const trace::WorldState world = f.context().playback.world();
        std::size_t seen = 0;
        for (const trace::ConnectionLife& life : document.lives()) {
            const ConnectionId half = document.twofold()->half(life.id);
            if (document.twofold()->origin(life.id) != Origin::First || !half.isValid()
                || !world.connection(life.id).isOpen() || !world.connection(half).isOpen())
                continue;
            const auto first = document.idleExpiry(world, life.id, trace::Side::Broker);
            const auto second = document.idleExpiry(world, half, trace::Side::Broker);
            if (!first || !second)
                continue;
            QVERIFY(*second < *first);
            ++seen;
        }
        QVERIFY(seen > 0);
    }

    void theTimelineHasALaneForEachRunWhereTheyDiffer()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        QVERIFY(superposes(f, otherwise(f, kShort.toStdString())));
        timeline::TimelineWidget& timeline = f.window->timeline();
        QVERIFY(lanes(timeline, Origin::First) > 0);
        QVERIFY(lanes(timeline, Origin::Second) > 0);
        // The second's stands right below the first's for the same.
        const auto& rows = timeline.frame().rows;
        std::size_t pairs = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].kind != timeline::Row::Kind::Lane)
                continue;
            const timeline::Lane& lane = timeline.data().lanes()[rows[i].lane];
            if (lane.half == timeline::Lanes::kNoLane)
                continue;
            QVERIFY(i > 0);
            QCOMPARE(rows[i - 1].lane, lane.half);
            const timeline::Lane& first = timeline.data().lanes()[lane.half];
            QCOMPARE(first.run, Origin::First);
            QCOMPARE(lane.run, Origin::Second);
            QCOMPARE(lane.client, first.client);
            QCOMPARE(lane.node, first.node);
            ++pairs;
        }
        QVERIFY(pairs > 0);
        // Each run's own count of open connections.
        const timeline::TimelineData& data = timeline.data();
        const view::Document& document = f.context().document;
        const trace::WorldState end = document.index().end();
        for (const std::size_t run : {0U, 1U}) {
            std::uint32_t open = 0;
            for (const std::uint32_t n :
                data.openOf(run == 0 ? Origin::First : Origin::Second).at(document.endPosition()))
                open += n;
            QCOMPARE(open, document.countersOf(run, end).open);
        }
    }

    void theEventListTellsWhatOneRunAloneHas()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        QVERIFY(superposes(f, otherwise(f, kShort.toStdString())));
        const Twofold& twofold = *f.context().document.twofold();
        const auto pair = f.window->comparer().pair();
        events::EventModel& list = listOf(f);
        int alone[2] {};
        for (int row = 0; row < list.rows(); ++row) {
            const EventId id = list.event(row);
            QVERIFY(twofold.isShown(id));
            const QString run = list.cell(id, events::EventModel::Run);
            QCOMPARE(run, twofold.isAlone(id) ? theme::runLetter(twofold.origin(id)) : QString());
            alone[0] += run == QLatin1String("A") ? 1 : 0;
            alone[1] += run == QLatin1String("B") ? 1 : 0;
        }
        const compare::Alignment& alignment = pair->comparison().alignment();
        for (const Run run : {Run::First, Run::Second}) {
            const trace::Trace& own = pair->comparison().trace(run);
            int expected = 0;
            for (std::uint32_t i = 0; i < own.size(); ++i)
                expected += alignment.counterpart(run, EventId {i}).isValid() ? 0 : 1;
            QCOMPARE(alone[run == Run::First ? 0 : 1], expected);
        }
        QVERIFY(alone[1] > 0);
        QVERIFY(list.rowText(0).split(u'\t').size() > 0);
    }

    void countersStandTwiceWhereTheyDiffer()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        const view::Counters own = f.context().document.countersOf(0, f.context().document.index().end());
        QVERIFY(superposes(f, otherwise(f, kShort.toStdString())));
        const view::Document& document = f.context().document;
        const trace::WorldState end = document.index().end();
        QCOMPARE(document.countersOf(0, end), own); // the first's are as they were
        const view::Document& second = f.window->beside().context().document;
        const view::Counters other = second.countersOf(0, second.index().end());
        QCOMPARE(document.countersOf(1, end), other);
        const auto texts = frame::counterTexts(own, other, f.window->context().look);
        QVERIFY(std::any_of(texts.begin(), texts.end(),
            [](const frame::CounterText& text) { return text.number.contains(QStringLiteral(" | ")); }));
        for (const frame::CounterText& text : frame::counterTexts(own, own, f.window->context().look))
            QVERIFY(!text.number.contains(u'|'));
    }

    void playheadSelectionAndFilterStayToAndFro()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        const view::Context& c = f.context();
        // Between two events of one instant, with an event selected and a filter on.
        EventId between;
        for (std::uint32_t i = 0; i + 1 < c.document.trace().size(); ++i) {
            if (c.document.trace()[EventId {i}].at == c.document.trace()[EventId {i + 1}].at
                && c.document.trace()[EventId {i}].connection.isValid())
                between = EventId {i};
        }
        QVERIFY(between.isValid());
        const Instant at = c.document.trace()[between].at;
        c.filter.setText(QStringLiteral("role = data"));
        c.playback.goTo(between);
        c.selection.setCurrent(view::Item::of(between));
        c.selection.setRange(view::Range {kStart + ms(1), kStart + std::chrono::seconds(3)});
        const trace::EventKind kind = c.document.trace()[between].kind;
        QVERIFY(superposes(f, otherwise(f, kShort.toStdString())));
        QCOMPARE(c.playback.instant(), at);
        const EventId there = c.selection.current().event();
        QVERIFY(there.isValid());
        QCOMPARE(c.document.twofold()->eventIn[0][there.value], between);
        QCOMPARE(c.document.trace()[there].kind, kind);
        QCOMPARE(c.playback.event(), there);
        QCOMPARE(c.filter.text(), QStringLiteral("role = data"));
        QVERIFY(c.selection.range().has_value());
        f.action("tools.superpose")->trigger(); // and back
        QVERIFY(!c.document.twofold());
        QCOMPARE(c.playback.instant(), at);
        QCOMPARE(c.playback.event(), between);
        QCOMPARE(c.selection.current(), view::Item::of(between));
        QCOMPARE(c.filter.text(), QStringLiteral("role = data"));
        QVERIFY(f.window->comparer().isActive()); // beside each other again
        QVERIFY(f.window->beside().isShown());
    }

    void aConnectionOfTheSecondRunIsLeftForItsCounterpart()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        QVERIFY(superposes(f, otherwise(f, kShort.toStdString())));
        const view::Context& c = f.context();
        const Twofold& twofold = *c.document.twofold();
        ConnectionId second;
        for (std::uint32_t i = 0; i < c.document.trace().connectionCount(); ++i) {
            if (twofold.origin(ConnectionId {i}) == Origin::Second && twofold.half(ConnectionId {i}).isValid())
                second = ConnectionId {i};
        }
        QVERIFY(second.isValid());
        const ConnectionId own = twofold.connectionIn[0][second.value];
        c.selection.setCurrent(view::Item::of(second));
        f.window->comparer().setSuperposed(false);
        QCOMPARE(c.selection.current(), view::Item::of(own));
    }

    void aChangeIsRunAgainAndSuperposedAgain()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        QVERIFY(superposes(f, again(f)));
        QVERIFY(f.context().document.twofold()->isSame());
        QSignalSpy settled(f.window.get(), &app::MainWindow::settled);
        emit f.window->findChild<app::SourceBar*>()->wanted(otherwise(f, "consumer-1.connections.max.idle.ms=1000"));
        QVERIFY(settled.wait(kBound));
        QVERIFY(isSuperposed(f));
        QVERIFY(!f.context().document.twofold()->isSame());
        QVERIFY(f.action("tools.superpose")->isChecked());
        QCOMPARE(f.context().document.source().settings.size(), std::size_t {1});
    }

    void whatIsDoneIsDoneToTheWindowsOwnRun()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        QVERIFY(superposes(f, otherwise(f, kShort.toStdString())));
        const view::Document& document = f.context().document;
        f.context().playback.setInstant(kStart + std::chrono::seconds(3));
        topology::TopologyAction action;
        action.kind = scenario::Action::Kind::KillClient;
        for (std::uint32_t c = 0; c < document.trace().clientCount(); ++c) {
            if (document.twofold()->origin(ClientId {c}) == Origin::Second)
                action.client = ClientId {c};
        }
        QVERIFY(action.client.isValid());
        emit f.window->topology().actionRequested(action);
        QVERIFY(f.window->messages().text().contains(QStringLiteral("run B")));
        QVERIFY(!f.window->loader().isRunning());
        // The first's half is the window's own: the run goes on otherwise, and the second lies over it again.
        action.client = document.twofold()->half(action.client);
        QVERIFY(action.client.isValid());
        QSignalSpy settled(f.window.get(), &app::MainWindow::settled);
        emit f.window->topology().actionRequested(action);
        QVERIFY(settled.wait(kBound));
        QVERIFY(isSuperposed(f));
        QCOMPARE(document.source().added.size(), std::size_t {1});
        const trace::WorldState end = document.index().end();
        QVERIFY(end.client(ClientId {0}).killed);
        QVERIFY(!end.client(document.twofold()->half(ClientId {0})).killed);
        f.action("edit.undo")->trigger();
        QVERIFY(QTest::qWaitFor([&] { return document.source().added.empty(); }, kBound));
        QVERIFY(isSuperposed(f));
    }

    /// The document is replaced three times: by the own run with the action, by both, by both without it. The pointer rests on
    /// what the run before had, and the timeline is scrolled to what was chosen.
    void whatIsDoneIsDoneUnderAPointerThatRests()
    {
        WindowStage f;
        f.window->resize(1280, 800);
        f.window->show();
        QVERIFY(f.opens(shipped("13-three-kinds")));
        QVERIFY(superposes(f, otherwise(f, "cluster.group.initial.rebalance.delay.ms=50")));
        const view::Context& c = f.context();
        c.filter.setText(QStringLiteral("role = coordinator"));
        c.playback.goToEnd();
        topology::TopologyWidget& topology = f.window->topology();
        for (const bool plays : {false, true}) {
            const topology::BadgePicture& last = topology.scene().badges.back();
            const ConnectionId pointed = topology.scene().links[last.link].connection;
            const NodeId node = c.document.life(pointed)->node;
            const QPoint at = topology.viewport().toWidget().map(last.rect.center()).toPoint();
            QTest::mouseMove(&topology, at + QPoint(0, 90));
            QTest::mouseMove(&topology, at);
            QCOMPARE(c.selection.hovered().connection(), pointed);
            c.selection.setCurrent(view::Item::of(pointed));
            if (plays) {
                c.playback.setInstant(kStart + std::chrono::seconds(5));
                c.playback.play();
            }
            topology::TopologyAction action;
            action.kind = scenario::Action::Kind::StopBroker;
            action.broker = BrokerId {0};
            QSignalSpy settled(f.window.get(), &app::MainWindow::settled);
            emit topology.actionRequested(action);
            QVERIFY(settled.wait(kBound));
            QVERIFY(isSuperposed(f));
            QVERIFY(!topology.grab().isNull() && !f.window->timeline().grab().isNull());
            QVERIFY(c.document.life(c.selection.current().connection()));
            QCOMPARE(c.document.life(c.selection.current().connection())->node, node);
            f.action("edit.undo")->trigger();
            QVERIFY(QTest::qWaitFor([&] { return c.document.source().added.empty(); }, kBound));
            QVERIFY(isSuperposed(f));
            QCOMPARE(c.filter.text(), QStringLiteral("role = coordinator"));
        }
    }

    void aLessonEndsWhatWasCompared_data()
    {
        QTest::addColumn<bool>("over");
        QTest::newRow("superposed") << true;
        QTest::newRow("beside") << false;
    }
    void aLessonEndsWhatWasCompared()
    {
        QFETCH(bool, over);
        WindowStage f;
        f.window->show();
        QVERIFY(f.opens(shipped("13-three-kinds")));
        const view::Context& c = f.context();
        f.window->comparer().setSuperposed(over);
        f.window->comparer().start(otherwise(f, "consumer-1.connections.max.idle.ms=1000"));
        QVERIFY(
            QTest::qWaitFor([&] { return f.window->comparer().pair() && (!over || c.document.twofold()); }, kBound));
        QVERIFY(!c.marks->isEmpty());
        QVERIFY(f.opens(QString::fromStdString(test::sourcePath("resources/lessons/07-who-closes.yaml"))));
        QCoreApplication::processEvents();
        classroom::LessonSession& session = f.window->lessons().session();
        QVERIFY(session.isOn());
        // Nothing of the comparison is left.
        QVERIFY(!c.document.twofold() && !f.window->comparer().isActive() && !f.window->comparer().pair());
        QVERIFY(c.marks->isEmpty());
        QVERIFY(!f.window->beside().isShown());
        QVERIFY(f.window->findChild<app::RunStrip*>()->isHidden());
        for (const char* empty : {"beside", "comparison"})
            QVERIFY2(f.window->docks().dock(QLatin1String(empty))->isHidden(), empty);
        for (const topology::LinkPicture& link : f.window->topology().scene().links)
            QCOMPARE(link.mark, view::Mark::None);
        QCOMPARE(lanes(f.window->timeline(), Origin::First) + lanes(f.window->timeline(), Origin::Second), 0);
        // And it comes to its answer as any other does.
        QCOMPARE(session.phase(), classroom::LessonSession::Phase::Asking);
        session.reveal();
        QCOMPARE(session.phase(), classroom::LessonSession::Phase::Playing);
        QVERIFY(
            QTest::qWaitFor([&] { return session.phase() == classroom::LessonSession::Phase::Revealed; }, kBound));
        QCOMPARE(c.playback.instant(), session.question()->reveal.at);
        QVERIFY(c.document.end() >= session.question()->reveal.at);
    }

    void anotherScenarioLeavesTheViewAndSaysSo()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        QVERIFY(superposes(f, otherwise(f, "consumer-1.connections.max.idle.ms=1000")));
        QVERIFY(f.opensAnyway(shipped("01-producer-start")));
        QVERIFY(!f.window->comparer().wantsSuperposed());
        QVERIFY(!f.context().document.twofold());
        QVERIFY(!f.action("tools.superpose")->isChecked());
        QVERIFY(!f.window->messages().text().isEmpty());
    }

    void theActionAsksForTheSecondRunWhereThereIsNone()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.action("tools.superpose")->trigger();
        auto* dialog = f.window->findChild<app::CompareDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->reject();
        QVERIFY(!f.action("tools.superpose")->isChecked());
        f.action("tools.superpose")->trigger();
        app::LoadRequest second = dialog->request();
        second.profile = "course";
        dialog->accept();
        emit dialog->wanted(second);
        QVERIFY(isSuperposed(f));
        QVERIFY(f.action("tools.superpose")->isChecked());
        const Twofold& twofold = *f.context().document.twofold();
        QCOMPARE(QString::fromStdString(twofold.names[0][1]), QStringLiteral("course"));
        QVERIFY(twofold.names[0][0] != twofold.names[0][1]);
    }

    void thePanelThatWasReadBeforeIsReadAgain()
    {
        WindowStage f;
        f.window->resize(1600, 1000);
        f.window->show();
        QVERIFY(f.opens(shipped("13-three-kinds")));
        const auto isInFront = [&](const char* id) {
            QCoreApplication::processEvents();
            return !f.window->docks().dock(QLatin1String(id))->visibleRegion().isEmpty();
        };
        f.window->docks().raise(QStringLiteral("events"));
        QVERIFY(isInFront("events"));
        RunComparer& comparer = f.window->comparer();
        f.action("tools.compare")->trigger(); // as a person does: the panel of the sentences comes first
        auto* dialog = f.window->findChild<app::CompareDialog*>();
        dialog->reject();
        emit dialog->wanted(otherwise(f, "consumer-1.connections.max.idle.ms=1000"));
        QVERIFY(QTest::qWaitFor([&] { return comparer.pair() != nullptr; }, kBound));
        QVERIFY(isInFront("beside") && !isInFront("events"));
        comparer.setSuperposed(true);
        QVERIFY(isSuperposed(f));
        QVERIFY(isInFront("events"));
        comparer.setSuperposed(false);
        QVERIFY(isInFront("beside"));
        // Whoever reads something else meanwhile goes on with that.
        f.window->docks().raise(QStringLiteral("inspector"));
        QVERIFY(isInFront("inspector"));
        comparer.setSuperposed(true);
        QVERIFY(isSuperposed(f));
        QVERIFY(isInFront("inspector"));
    }

    void theLegendNamesBothRunsInBothLanguages()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("09-nine-minutes-of-silence")));
        auto* strip = f.window->findChild<app::RunStrip*>();
        QVERIFY(strip->isHidden());
        QVERIFY(superposes(f, otherwise(f, kShort.toStdString())));
        QVERIFY(!strip->isHidden());
        QVERIFY(strip->accessibleName().contains(kShort));
        f.window->setLanguage(theme::Language::Chinese);
        QVERIFY(strip->accessibleName().contains(kShort));
        QVERIFY(strip->accessibleName().contains(QStringLiteral("原样")));
        f.window->setLanguage(theme::Language::English);
        f.action("tools.stop-comparing")->trigger();
        QVERIFY(strip->isHidden());
        QVERIFY(!f.context().document.twofold());
    }

    void aTraceThatIsSavedIsTheWindowsOwnRun()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        const QTemporaryDir dir;
        const QString alone = dir.filePath(QStringLiteral("alone.jsonl"));
        const QString both = dir.filePath(QStringLiteral("both.jsonl"));
        QVERIFY(f.window->saveTrace(alone));
        QVERIFY(superposes(f, otherwise(f, "consumer-1.connections.max.idle.ms=1000")));
        QVERIFY(f.window->saveTrace(both));
        const auto read = [](const QString& name) {
            QFile file(name);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(!read(alone).isEmpty());
        QCOMPARE(read(both), read(alone));
        // A trace from a file goes over a simulation as well.
        f.action("tools.stop-comparing")->trigger();
        app::LoadRequest file;
        file.file = alone.toStdString();
        QVERIFY(superposes(f, file));
        QVERIFY(f.context().document.twofold()->isSame());
    }

    void aSentenceSelectsWhatTheSecondRunAloneHas()
    {
        WindowStage f;
        QVERIFY(f.opens(shipped("15-first-kind-abandoned")));
        app::LoadRequest course = again(f);
        course.profile = "course";
        QVERIFY(superposes(f, course));
        const Twofold& twofold = *f.context().document.twofold();
        const auto pair = f.window->comparer().pair();
        const auto& sentences = pair->sentences(analysis::Language::English);
        auto* list = f.window->comparison().findChild<QListWidget*>();
        QCOMPARE(list->count(), static_cast<int>(sentences.size()));
        int chosen = 0;
        for (int row = 0; row < list->count(); ++row) {
            const compare::Sentence& sentence = sentences[static_cast<std::size_t>(row)];
            const ConnectionId first = pair->connectionOf(sentence, Run::First);
            const ConnectionId second = pair->connectionOf(sentence, Run::Second);
            if (!first.isValid() && !second.isValid())
                continue;
            f.context().selection.setCurrent({});
            list->setCurrentRow(-1);
            list->setCurrentRow(row);
            const ConnectionId selected = f.context().selection.current().connection();
            QVERIFY(selected.isValid());
            QCOMPARE(twofold.connectionIn[first.isValid() ? 0 : 1][selected.value], first.isValid() ? first : second);
            ++chosen;
        }
        QVERIFY(chosen > 0);
    }
};

QTEST_MAIN(TestSuperposing)
#include "tst_superposing.moc"
