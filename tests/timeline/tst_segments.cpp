// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage.h"
#include "timeline/columns.h"

#include <QTest>

#include <map>
#include <random>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::timeline;
using theme::LinkState;

/// What the strips show, held to what the world's own fold says.
class TestSegments : public QObject {
    Q_OBJECT

private slots:
    void stripsSayWhatTheWorldSays_data();
    void stripsSayWhatTheWorldSays();
    void requestsEndWithTheirAnswers();
    void aTraceThatGrowsGivesTheSameTracks();
    void preparedGrownOrReadAtOnceItIsTheSame();
    void aConnectionMovesToTheLaneOfItsNodeIdOnceThatIsLearnt();
    void unionsOverRangesAreThoseOfTheirParts();
    void columnsAgreeWithALookAtEveryEvent();
    void oneErrorAmongAMillionFillsItsColumn();
    void openConnectionsAreThoseOfTheIndex();
    void statisticsOfARangeAreThoseOfACount();
    void lanesHoldTheReconnects();
    void arrangementsGroupPinHideAndCollapse();
};

void TestSegments::stripsSayWhatTheWorldSays_data()
{
    QTest::addColumn<QString>("number");
    for (const char* number :
        {"01", "05", "08", "09", "10", "13", "14", "18", "21", "22", "23", "24", "26", "27", "28", "30"})
        QTest::newRow(number) << QString::fromLatin1(number);
}

void TestSegments::stripsSayWhatTheWorldSays()
{
    QFETCH(QString, number);
    Stage stage(runScenario(number.toStdString()));
    const view::Document& document = stage.document;
    const trace::Trace& trace = document.trace();
    QVERIFY(!trace.empty());
    const Lanes& lanes = stage.data.lanes();
    trace::WorldState world(trace);
    std::vector<ConnectionId> newest(lanes.size());
    std::size_t looked = 0;
    const auto compare = [&](const view::Position& position) {
        // What is true right after this position: boundaries are exclusive.
        const view::Position boundary {position.at, position.applied + 1};
        for (LaneId lane = 0; lane < lanes.size(); ++lane) {
            const auto segment = stage.data.segments().track(lane).segmentBefore(boundary);
            if (!newest[lane].isValid()) {
                QVERIFY(!segment);
                continue;
            }
            QVERIFY(segment);
            const Segment& s = stage.data.segments().track(lane).segments[*segment];
            const trace::ConnectionState c = world.connection(newest[lane]);
            const LinkState expected = theme::linkState(world, c);
            // Who closes may be known later than that something closes; the strip knows it at once.
            const bool closerUnknown = !c.isOpen() && c.closer == trace::Side::None;
            QVERIFY2(s.connection == newest[lane].value && (s.state == expected || closerUnknown),
                qPrintable(QStringLiteral("after event %1, lane %2: %3 instead of %4")
                               .arg(position.applied)
                               .arg(lane)
                               .arg(theme::linkStateWord(s.state), theme::linkStateWord(expected))));
            ++looked;
        }
    };
    const std::size_t stride = std::max<std::size_t>(1, trace.size() / 1500);
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const trace::Event& e = trace[i];
        if (e.at > world.now() && i % stride == 0) {
            // Time alone: half way to the next event.
            trace::WorldState later = world;
            const Instant middle = world.now() + (e.at - world.now()) / 2;
            later.advanceTo(middle);
            std::swap(world, later);
            compare({middle, i});
            std::swap(world, later);
        }
        world.apply(EventId {static_cast<std::uint32_t>(i)});
        if (e.connection.isValid() && e.kind >= trace::EventKind::ConnectStarted
            && e.kind <= trace::EventKind::RequestTimedOut) {
            const LaneId lane = lanes.of(e.connection);
            QVERIFY(lane != Lanes::kNoLane);
            if (!newest[lane].isValid() || newest[lane] < e.connection)
                newest[lane] = e.connection;
        }
        if (i % stride == 0)
            compare({e.at, i + 1});
    }
    QVERIFY(looked > 0);
}

void TestSegments::requestsEndWithTheirAnswers()
{
    Stage stage(runScenario("20"));
    const trace::Trace& trace = stage.document.trace();
    std::size_t requests = 0;
    for (LaneId lane = 0; lane < stage.data.lanes().size(); ++lane) {
        for (const RequestSpan& request : stage.data.segments().track(lane).requests) {
            ++requests;
            QCOMPARE(trace[request.sent].kind, trace::EventKind::RequestSent);
            if (request.done == RequestSpan::kOpen || request.done == request.sent)
                continue;
            const trace::Event& done = trace[request.done];
            QVERIFY(done.at >= trace[request.sent].at);
            if (done.kind == trace::EventKind::ResponseReceived) {
                QCOMPARE(done.correlation, trace[request.sent].correlation);
                QCOMPARE(done.value, (done.at - trace[request.sent].at).count());
            }
        }
    }
    std::size_t sent = 0;
    for (std::size_t i = 0; i < trace.size(); ++i)
        sent += trace[i].kind == trace::EventKind::RequestSent ? 1U : 0U;
    QCOMPARE(requests, sent);
    QVERIFY(requests > 10);
}

void TestSegments::aTraceThatGrowsGivesTheSameTracks()
{
    Stage stage(runScenario("22"));
    const trace::Trace& trace = stage.document.trace();
    Segments piecewise;
    for (std::size_t size = 0; size < trace.size(); size += 211)
        piecewise.extend(trace, stage.data.lanes(), stage.document.lives(), size);
    piecewise.extend(trace, stage.data.lanes(), stage.document.lives(), trace.size());
    piecewise.settle(trace, stage.document.end());
    for (LaneId lane = 0; lane < stage.data.lanes().size(); ++lane) {
        const LaneTrack& a = stage.data.segments().track(lane);
        const LaneTrack& b = piecewise.track(lane);
        QCOMPARE(a.segments.size(), b.segments.size());
        for (std::size_t i = 0; i < a.segments.size(); ++i)
            QVERIFY(
                a.segments[i].position() == b.segments[i].position() && a.segments[i].state == b.segments[i].state);
        QCOMPARE(a.requests.size(), b.requests.size());
        QCOMPARE(a.ends.size(), b.ends.size());
        QCOMPARE(a.troubles, b.troubles);
    }
}

void TestSegments::preparedGrownOrReadAtOnceItIsTheSame()
{
    const Stage whole(runScenario("13"));
    const trace::Trace& all = whole.document.trace();

    std::unique_ptr<view::Content> content = runScenario("13");
    prepare(*content);
    view::Document prepared;
    prepared.replace(std::move(content));
    TimelineData made(prepared);
    made.restart();
    QVERIFY2(made.isComplete(), "nothing is left for the window's thread");
    TimelineData second(prepared);
    second.restart();
    QVERIFY2(!second.isComplete(), "there is one to take");

    view::Document growing;
    TimelineData grown(growing);
    QObject::connect(&growing, &view::Document::grown, &growing, [&](std::size_t firstNew) {
        grown.grow(firstNew);
        while (!grown.extend(7)) { }
    });
    for (std::size_t from = 0; from < all.size();) {
        growing.grow([&](trace::Trace& trace) {
            for (const std::size_t to = std::min(from + 13, all.size()); from < to; ++from) {
                trace::Event e = all[from];
                e.text = trace.intern(all.text(e.text));
                trace.coverClient(e.client);
                trace.coverConnection(e.connection);
                trace.append(e);
            }
        });
    }
    for (const TimelineData* data : {&made, &grown}) {
        QCOMPARE(data->lanes().size(), whole.data.lanes().size());
        QCOMPARE(data->open().most(), whole.data.open().most());
        QCOMPARE(data->open().steps().size(), whole.data.open().steps().size());
        for (LaneId lane = 0; lane < data->lanes().size(); ++lane) {
            const LaneTrack& a = data->segments().track(lane);
            const LaneTrack& b = whole.data.segments().track(lane);
            QCOMPARE(data->lanes()[lane].connections, whole.data.lanes()[lane].connections);
            QVERIFY(data->lanes()[lane].role == whole.data.lanes()[lane].role);
            QCOMPARE(a.requests.size(), b.requests.size());
            QCOMPARE(a.ends.size(), b.ends.size());
            QCOMPARE(a.troubles, b.troubles);
            const std::uint32_t group = groupOf(data->lanes()[lane], GroupBy::Client);
            QCOMPARE(data->openOf(group, GroupBy::Client).steps().size(),
                whole.data.openOf(group, GroupBy::Client).steps().size());
        }
    }
}

void TestSegments::aConnectionMovesToTheLaneOfItsNodeIdOnceThatIsLearnt()
{
    using trace::EventKind;
    view::Document growing;
    TimelineData grown(growing);
    bool moved = false;
    QObject::connect(&growing, &view::Document::grown, &growing, [&](std::size_t firstNew) {
        moved = grown.grow(firstNew);
        while (!grown.extend(7)) { }
    });
    int at = 0;
    const auto write
        = [&](std::uint32_t connection, EventKind kind, NodeId node = {}, std::int32_t correlation = -1) {
              growing.grow([&](trace::Trace& trace) {
                  trace::Event e;
                  e.at = kStart + std::chrono::milliseconds(++at);
                  e.kind = kind;
                  e.connection = ConnectionId {connection};
                  e.client = ClientId {0};
                  e.node = node;
                  e.broker = BrokerId {1};
                  e.correlation = correlation;
                  e.api = kind == EventKind::Ready ? ApiKey::None : ApiKey::Metadata;
                  trace.coverClient(e.client);
                  trace.coverConnection(e.connection);
                  trace.append(e);
              });
          };
    for (const std::uint32_t c : {0U, 1U}) { // two of somebody else's client, of which nothing is known
        write(c, EventKind::ConnectStarted);
        write(c, EventKind::Connected);
        write(c, EventKind::RequestSent, {}, 1);
    }
    QCOMPARE(grown.lanes().size(), std::size_t(1));
    const LaneId unknown = grown.lanes().of(ConnectionId {0});
    write(0, EventKind::NodeInferred, NodeId {1});
    QVERIFY(moved);
    write(0, EventKind::ResponseReceived, NodeId {1}, 1);
    QVERIFY(!moved);
    const LaneId known = grown.lanes().of(ConnectionId {0});
    QVERIFY(known != unknown && grown.lanes()[known].node == NodeId {1});
    QCOMPARE(grown.lanes()[unknown].connections, std::vector<ConnectionId> {ConnectionId {1}});
    write(1, EventKind::NodeInferred, NodeId {1});
    write(0, EventKind::RequestSent, NodeId {1}, 2);
    QVERIFY(grown.lanes()[unknown].connections.empty());
    QCOMPARE(grown.lanes()[known].connections, (std::vector<ConnectionId> {ConnectionId {0}, ConnectionId {1}}));
    QCOMPARE(arrange(grown.lanes(), {}).size(), std::size_t(1)); // the lane that all have left is not shown

    // As if it had been known from the beginning.
    TimelineData whole(growing);
    whole.restart();
    while (!whole.extend(1000)) { }
    const LaneTrack& a = grown.segments().track(known);
    const LaneTrack& b = whole.segments().track(whole.lanes().of(ConnectionId {0}));
    QCOMPARE(a.segments.size(), b.segments.size());
    for (std::size_t i = 0; i < a.segments.size(); ++i)
        QVERIFY(a.segments[i].position() == b.segments[i].position() && a.segments[i].state == b.segments[i].state);
    QCOMPARE(a.requests.size(), std::size_t(3));
    QCOMPARE(a.requests.size(), b.requests.size());
    QVERIFY(grown.segments().track(unknown).segments.empty());
}

void TestSegments::unionsOverRangesAreThoseOfTheirParts()
{
    std::mt19937 random(7); // its draws are the same everywhere
    MaskPyramid pyramid;
    std::vector<KindMask> plain;
    for (int i = 0; i < 5000; ++i) {
        const KindMask mask = KindMask {1} << (random() % 13);
        plain.push_back(mask);
        pyramid.append(mask);
        if (i % 7 != 0)
            continue;
        const std::size_t a = random() % plain.size();
        const std::size_t b = a + random() % (plain.size() - a + 1);
        KindMask expected = 0;
        for (std::size_t k = a; k < b; ++k)
            expected |= plain[k];
        QCOMPARE(pyramid.over(a, b), expected);
    }
}

void TestSegments::columnsAgreeWithALookAtEveryEvent()
{
    for (const char* number : {"09", "13", "22"}) {
        Stage stage(runScenario(number));
        for (const AxisKind kind : {AxisKind::Linear, AxisKind::ByEvent, AxisKind::Folded}) {
            const TimeAxis axis = stage.data.axis(kind, {});
            for (const AxisRange& range :
                {AxisRange {-0.1, axis.length() * 1.1}, AxisRange {axis.length() * 0.2, axis.length() * 0.3}}) {
                const Cuts cuts = makeCuts(stage.data, axis, range, 400);
                // Where several cuts have one position, what lies there belongs to the last of their columns.
                const auto begins
                    = [&](const Segment& segment, std::uint32_t x) { return segment.position() < cuts.at[x + 1]; };
                const auto hides = [&](const Segment& segment, std::uint32_t x) {
                    return begins(segment, x) && segment.position() <= cuts.at[x];
                };
                for (LaneId lane = 0; lane < stage.data.lanes().size(); ++lane) {
                    const LaneTrack& track = stage.data.segments().track(lane);
                    std::vector<Run> runs;
                    makeRuns(track, cuts, runs);
                    for (std::size_t i = 1; i < runs.size(); ++i)
                        QCOMPARE(runs[i].from, runs[i - 1].to);
                    std::size_t run = 0;
                    for (std::uint32_t x = 0; x < 400; ++x) {
                        KindMask mask = 0;
                        for (std::size_t i = 0; i < track.segments.size(); ++i) {
                            const bool over = i + 1 < track.segments.size() && hides(track.segments[i + 1], x);
                            if (begins(track.segments[i], x) && !over)
                                mask |= KindMask {1} << static_cast<unsigned>(track.segments[i].state);
                        }
                        while (run < runs.size() && runs[run].to <= x)
                            ++run;
                        const bool has = run < runs.size() && runs[run].from <= x;
                        QCOMPARE(has, mask != 0);
                        if (has)
                            QCOMPARE(runs[run].state, dominant(mask));
                    }
                    std::vector<Count> counts;
                    countRequests(track, cuts, counts);
                    std::map<std::uint32_t, std::uint32_t> expected;
                    for (const RequestSpan& request : track.requests) {
                        for (std::uint32_t x = 0; x < 400; ++x) {
                            if (request.sent >= cuts.event[x] && request.sent < cuts.event[x + 1])
                                ++expected[x];
                        }
                    }
                    QCOMPARE(counts.size(), expected.size());
                    for (const Count& count : counts)
                        QCOMPARE(count.n, expected[count.column]);
                }
            }
        }
    }
}

void TestSegments::oneErrorAmongAMillionFillsItsColumn()
{
    trace::Trace trace;
    const ConnectionId connection = trace.newConnection();
    const ClientId client = trace.newClient();
    const auto add = [&](std::int64_t us, trace::EventKind kind, trace::Side side = trace::Side::None) {
        trace::Event e;
        e.at = fromNs(us * 1000);
        e.kind = kind;
        e.side = side;
        e.connection = connection;
        e.client = client;
        e.node = NodeId {1};
        e.correlation = static_cast<std::int32_t>(us);
        trace.append(e);
    };
    add(0, trace::EventKind::ConnectStarted);
    add(1, trace::EventKind::Connected);
    add(2, trace::EventKind::Ready);
    constexpr std::int64_t kRequests = 300'000;
    for (std::int64_t i = 0; i < kRequests; ++i) {
        add(10 + 3 * i, trace::EventKind::RequestSent);
        trace::Event e = trace[trace.size() - 1];
        e.kind = i == kRequests / 3 ? trace::EventKind::RequestTimedOut : trace::EventKind::ResponseReceived;
        trace.append(e);
    }
    auto content = std::make_unique<view::Content>(view::Source {}, std::move(trace));
    Stage stage(std::move(content));
    const Cuts cuts = makeCuts(stage.data, stage.data.axis(AxisKind::Linear, {}), {0, 3}, 600);
    std::vector<Count> troubles;
    countTroubles(stage.data.segments().track(0), cuts, troubles);
    QCOMPARE(troubles.size(), std::size_t {1});
    QCOMPARE(troubles.front().n, 1U);
    QCOMPARE(troubles.front().column, static_cast<std::uint32_t>((10 + 3 * (kRequests / 3)) / 1e6 / 3 * 600));
    // And a reset that lasts less than a column is what the column shows.
    QCOMPARE(dominant((KindMask {1} << static_cast<unsigned>(LinkState::Ready))
                 | (KindMask {1} << static_cast<unsigned>(LinkState::Reset))),
        LinkState::Reset);
}

void TestSegments::openConnectionsAreThoseOfTheIndex()
{
    Stage stage(runScenario("10"));
    for (std::int64_t second = 0; second <= 390; second += 3) {
        const view::Position p = stage.document.positionAt(fromNs(second * 1'000'000'000));
        QVERIFY(stage.data.open().at(p) == stage.document.at(p).openByRole());
    }
    // The highest of a stretch is the highest of its steps.
    const OpenSeries& series = stage.data.open();
    std::size_t hint = 0;
    for (int i = 0; i < 130; ++i) {
        const view::Position from {fromNs(std::int64_t {i} * 3'000'000'000), 0};
        const view::Position to {fromNs(std::int64_t {i + 1} * 3'000'000'000), 0};
        std::uint32_t most = 0;
        bool any = false;
        for (std::size_t k = 0; k < series.steps().size(); ++k) {
            const bool begun = series.steps()[k].position() < to;
            const bool over = k + 1 < series.steps().size() && series.steps()[k + 1].position() < from;
            if (begun && !over) {
                any = true;
                most = std::max(most, series.steps()[k].total);
            }
        }
        const OpenSeries::Step* step = series.highest(from, to, hint);
        QCOMPARE(step != nullptr, any);
        if (step)
            QCOMPARE(step->total, most);
    }
}

void TestSegments::statisticsOfARangeAreThoseOfACount()
{
    Stage stage(runScenario("22"));
    const trace::Trace& trace = stage.document.trace();
    QVERIFY(trace.size() > RunningTotals::kEvery);
    for (const auto& [from, to] :
        {std::pair<std::size_t, std::size_t> {0, trace.size()}, {17, 5000}, {4096, 4097}, {4500, 4500}}) {
        RangeStatistics expected;
        for (std::size_t i = from; i < to; ++i) {
            const trace::Event& e = trace[i];
            ++expected.events;
            expected.requests += e.kind == trace::EventKind::RequestSent ? 1U : 0U;
            expected.sentBytes += e.kind == trace::EventKind::RequestSent ? e.size : 0U;
            expected.receivedBytes += e.kind == trace::EventKind::ResponseReceived ? e.size : 0U;
        }
        for (const trace::ConnectionLife& life : stage.document.lives()) {
            expected.opened += life.openEvent.value >= from && life.openEvent.value < to ? 1U : 0U;
            expected.closed += life.closed && life.closeEvent.value >= from && life.closeEvent.value < to ? 1U : 0U;
        }
        QVERIFY(stage.data.totals().between(trace, from, to) == expected);
    }
}

void TestSegments::lanesHoldTheReconnects()
{
    Stage stage(runScenario("10"));
    const Lanes& lanes = stage.data.lanes();
    std::size_t connections = 0;
    std::size_t most = 0;
    for (const Lane& lane : lanes.all()) {
        connections += lane.connections.size();
        most = std::max(most, lane.connections.size());
        for (const ConnectionId id : lane.connections) {
            const trace::ConnectionLife* life = stage.document.life(id);
            QVERIFY(life);
            QVERIFY(life->client == lane.client && life->node == lane.node && life->remote == lane.remote);
        }
    }
    QCOMPARE(connections, stage.document.lives().size());
    QVERIFY(most >= 2); // closed by the broker and opened again, on the same lane
    QVERIFY(lanes.size() < stage.document.lives().size());
}

void TestSegments::arrangementsGroupPinHideAndCollapse()
{
    Stage stage(runScenario("10")); // two clients
    const Lanes& lanes = stage.data.lanes();
    Arrangement a;
    const std::vector<Row> byClient = arrange(lanes, a);
    const auto heads = [](const std::vector<Row>& rows) {
        return std::count_if(rows.begin(), rows.end(), [](const Row& r) { return r.kind == Row::Kind::Group; });
    };
    QCOMPARE(heads(byClient), 2);
    QCOMPARE(byClient.size(), lanes.size() + 2);
    a.groupBy = GroupBy::Broker;
    QVERIFY(heads(arrange(lanes, a)) >= 3);
    a.groupBy = GroupBy::Role;
    QCOMPARE(heads(arrange(lanes, a)), 2); // bootstrap and data

    a = {};
    a.hidden.insert(0);
    QCOMPARE(arrange(lanes, a).size(), byClient.size() - 1);
    a.pinned.insert(3);
    const std::vector<Row> pinned = arrange(lanes, a);
    QCOMPARE(pinned.front().lane, LaneId {3});
    QVERIFY(pinned.front().pinned);
    QCOMPARE(std::count_if(pinned.begin(), pinned.end(), [](const Row& r) { return r.lane == 3; }), 1);
    const std::uint32_t group = groupOf(lanes[1], GroupBy::Client);
    a.collapsed.insert(group);
    for (const Row& row : arrange(lanes, a))
        QVERIFY(
            row.kind == Row::Kind::Group ? row.collapsed == (row.group == group) : row.pinned || row.group != group);

    a = {};
    a.sortBy = SortBy::Connections;
    std::size_t last = SIZE_MAX;
    for (const Row& row : arrange(lanes, a)) {
        if (row.kind == Row::Kind::Group) {
            last = SIZE_MAX;
            continue;
        }
        QVERIFY(lanes[row.lane].connections.size() <= last);
        last = lanes[row.lane].connections.size();
    }
    // A single client needs no head.
    Stage single(runScenario("13"));
    QCOMPARE(heads(arrange(single.data.lanes(), {})), 0);
}

QTEST_MAIN(TestSegments)
#include "tst_segments.moc"
