// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sentences.h"
#include "analysis/why.h"
#include "events/stage.h"
#include "inspector/inspectorpanel.h"
#include "inspector/pagewriter.h"
#include "inspector/sheetview.h"
#include "trace/causes.h"

#include <QTest>

using namespace connscope;
using namespace connscope::inspector;
using connscope::test::Stage;
using trace::EventKind;

namespace {

struct Text { }; // what follows is the scenario's own text

struct PageStage : Stage {
    explicit PageStage(std::string_view scenario, std::optional<Duration> until = {}) { play(scenario, until); }
    PageStage(Text, std::string_view yaml) { playText(yaml); }
    Sheet page(const view::Item& item, Instant t)
    {
        const trace::WorldState world = document.at(t);
        const ConfigBook configs(trace());
        return PageWriter(document, world, configs, look).page(item);
    }
    Sheet page(const view::Item& item) { return page(item, document.end()); }
    QString text(const view::Item& item, Instant t) { return page(item, t).plain(); }
    QString text(const view::Item& item) { return page(item).plain(); }
};

std::vector<Block> steps(const Sheet& sheet)
{
    std::vector<Block> out;
    for (const Block& block : sheet.blocks) {
        if (block.kind == BlockKind::Step)
            out.push_back(block);
    }
    return out;
}

} // namespace

class TestPageWriter : public QObject {
    Q_OBJECT

private slots:
    void aConnectionTellsWhoItIsAndWhatBothEndsThink()
    {
        PageStage s("13-three-kinds");
        const QString text = s.text(view::Item::of(s.connection(Role::Coordinator)));
        QVERIFY(text.contains(QStringLiteral("2147483645, coordinator\n")));
        QVERIFY(text.contains(QStringLiteral("group coordinator on broker 2 = 2147483647 − 2\n")));
        QVERIFY(text.contains(QStringLiteral("client sees: READY")));
        QVERIFY(text.contains(QStringLiteral("TCP: ESTABLISHED ⇄ ESTABLISHED")));
        QVERIFY(text.contains(QStringLiteral("→ localhost:9094")));
        QVERIFY(text.contains(QStringLiteral("HEARTBEAT: ")));
        QVERIFY(!text.contains(QStringLiteral("Its end")));
    }
    /// Nobody knows its settings: no Java client's defaults, but its own name for itself.
    void somebodyElsesClientTellsWhatIsKnownOfIt()
    {
        trace::Trace trace;
        trace::Event e;
        e.kind = EventKind::ClientCreated;
        e.client = trace.newClient();
        e.text = trace.intern("rdkafka");
        e.value = static_cast<std::int64_t>(trace::ClientKind::Other);
        e.rule = trace::RuleId::ObservedPeer;
        e.vantage = trace::Vantage::Inferred;
        const EventId created = trace.append(e);
        e.kind = EventKind::ConfigChanged;
        e.cause = created;
        e.text = trace.intern("client.software = librdkafka 2.0.2");
        e.value = 0;
        e.vantage = trace::Vantage::Observed;
        trace.append(e);
        Stage stage;
        stage.show(std::move(trace));
        const trace::WorldState world = stage.document.at(stage.document.end());
        const ConfigBook configs(stage.trace());
        const QString text
            = PageWriter(stage.document, world, configs, stage.look).page(view::Item::of(ClientId {0})).plain();
        QVERIFY2(text.contains(QStringLiteral("software: librdkafka 2.0.2")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("known as: inferred")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("knows: ")), qPrintable(text)); // what it has learnt is not seen
        QVERIFY2(text.contains(QStringLiteral("Its settings are not known")), qPrintable(text));
        QVERIFY2(
            !text.contains(QStringLiteral("acks")) && !text.contains(QStringLiteral("Defaults")), qPrintable(text));
    }
    void aGroupTellsWhatItHolds()
    {
        PageStage s("13-three-kinds");
        view::Group group;
        group.kind = view::Group::Kind::Brokers;
        group.brokers = {BrokerId {0}, BrokerId {1}, BrokerId {2}};
        for (const trace::ConnectionLife& life : s.document.lives())
            group.connections.push_back(life.id);
        const trace::WorldState world = s.document.at(s.document.end());
        const ConfigBook configs(s.trace());
        const QString text
            = PageWriter(s.document, world, configs, s.look).page(view::Item::group(0), &group).plain();
        QVERIFY2(text.contains(QStringLiteral("3 brokers")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("up: 3")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("opened so far: %1").arg(group.connections.size())), qPrintable(text));
    }
    void beforeItIsOpenedAConnectionTellsNothingButThat()
    {
        PageStage s("13-three-kinds");
        const QString text = s.text(view::Item::of(s.connection(Role::Coordinator)), kStart);
        QVERIFY(text.contains(QStringLiteral("Not opened yet")));
        QVERIFY(!text.contains(QStringLiteral("ESTABLISHED")) && !text.contains(QStringLiteral("Why")));
    }
    void timersRunDownAtBothEnds()
    {
        PageStage s("13-three-kinds");
        const ConnectionId id = s.connection(Role::Bootstrap);
        const Sheet sheet = s.page(view::Item::of(id));
        std::vector<theme::Countdown> timers;
        for (const Block& block : sheet.blocks) {
            if (block.countdown)
                timers.push_back(*block.countdown);
        }
        QCOMPARE(timers.size(), std::size_t {2});
        QCOMPARE(timers[0].who, trace::Side::Client);
        QCOMPARE(timers[0].whole, Duration {std::chrono::minutes(9)});
        QCOMPARE(timers[1].whole, Duration {std::chrono::minutes(10)});
        QVERIFY(timers[0].left < timers[0].whole && timers[0].left > std::chrono::minutes(8));
    }
    void aClosedConnectionTellsWhoClosedItByWhichRuleAndWhichValueDecided()
    {
        PageStage s("10-broker-closes-first");
        ConnectionId closed;
        for (const trace::ConnectionLife& life : s.document.lives()) {
            if (life.closeRule == trace::RuleId::BrokerIdleExpiry)
                closed = life.id;
        }
        QVERIFY(closed.isValid());
        const QString text = s.text(view::Item::of(closed));
        QVERIFY2(text.contains(QStringLiteral("ended by: broker")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("rule: broker idle expiry")));
        QVERIFY(text.contains(QStringLiteral("decided by: connections.max.idle.ms (broker) = 60000")));
        QVERIFY(text.contains(QStringLiteral("Why did it end?")));
    }
    /// What a setting is at the playhead did not decide what happened before it was changed.
    void whyReadsTheSettingsThatHeldWhenItHappened()
    {
        PageStage s(Text {}, R"(connscope: 1
profile: java-2.8
until: 3m
cluster: {config: {connections.max.idle.ms: 60000}}
clients:
  - name: producer
    kind: producer
    config: {metadata.max.age.ms: 3600000}
    script: [{send: {topic: t4}}]
actions:
  - {at: 90s, do: set-broker-config, broker: 0, config: {connections.max.idle.ms: 20000}}
  - {at: 90s, do: set-broker-config, broker: 1, config: {connections.max.idle.ms: 20000}}
  - {at: 90s, do: set-broker-config, broker: 2, config: {connections.max.idle.ms: 20000}}
  - {at: 91s, do: restart-broker, broker: 0}
  - {at: 91s, do: restart-broker, broker: 1}
  - {at: 91s, do: restart-broker, broker: 2}
)");
        const trace::ConnectionLife* closed = nullptr;
        for (const trace::ConnectionLife& life : s.document.lives()) {
            if (!closed && life.closeRule == trace::RuleId::BrokerIdleExpiry)
                closed = &life;
        }
        QVERIFY(closed);
        QVERIFY(s.text(view::Item::of(closed->broker)).contains(QStringLiteral("connections.max.idle.ms: 20000")));
        const auto held = QStringLiteral("connections.max.idle.ms (broker) = 60000");
        const QString page = s.text(view::Item::of(closed->id));
        QVERIFY2(page.contains(QStringLiteral("decided by: ") + held), qPrintable(page));
        QVERIFY(!page.contains(QStringLiteral("20000")));
        const QString why = s.text(view::Item::of(closed->closeEvent));
        QVERIFY2(why.contains(held) && !why.contains(QStringLiteral("20000")), qPrintable(why));
    }
    void whyGoesFromWhatAPersonDidToWhatWasAskedAbout()
    {
        PageStage s("13-three-kinds");
        const trace::ConnectionLife& life = *s.document.life(s.connection(Role::Coordinator));
        const std::vector<Block> chain = steps(s.page(view::Item::of(life.id)));
        const std::vector<analysis::WhyStep> steps = analysis::why(s.trace(), life.openEvent);
        QCOMPARE(chain.size(), steps.size());
        for (std::size_t i = 0; i < chain.size(); ++i) {
            const EventId event = steps[steps.size() - 1 - i].event;
            QCOMPARE(chain[i].item, view::Item::of(event));
            QCOMPARE(chain[i].text, QString::fromStdString(analysis::sentence(s.document.names(), s.trace()[event])));
        }
        QVERIFY(trace::isRootRule(s.trace()[chain.front().item.event()].rule));
        QVERIFY(chain.back().isLast);
        QVERIFY(chain.back().more.contains(QStringLiteral("group.id = test")));
        QVERIFY(chain.back().more.contains(QStringLiteral("AbstractCoordinator")));
        QVERIFY(chain.back().note.contains(QStringLiteral("coordinator discovered")));
    }
    void everyEventOfATraceHasAPageWithAWhy()
    {
        PageStage s("21-coordinator-fails");
        for (std::uint32_t i = 0; i < s.trace().size(); i += 11) {
            const Sheet sheet = s.page(view::Item::of(EventId {i}));
            QVERIFY(!steps(sheet).empty());
            QVERIFY(sheet.plain().contains(QStringLiteral("#%1").arg(i)));
        }
    }
    void aRequestIsFollowedFromSendingToItsAnswer()
    {
        PageStage s("13-three-kinds");
        EventId find;
        for (EventId e = s.find(EventKind::RequestSent); e.isValid();
             e = s.find(EventKind::RequestSent, e.value + 1)) {
            if (s.trace()[e].api == ApiKey::FindCoordinator)
                find = e;
        }
        const QString text = s.text(view::Item::request(find));
        for (const char* part : {"FIND_COORDINATOR 0, bootstrap", "about: group:test", "queued: ", "sent: +",
                 "read by broker: +", "answered: +", "answer read: +", "Why was it sent?"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), part);
        const QString early = s.text(view::Item::request(find), s.trace()[find].at);
        QVERIFY(early.contains(QStringLiteral("It has been under way for")));
        QVERIFY(!early.contains(QStringLiteral("answer read")));
    }
    /// No codec runs in a simulation: its sizes are near the truth, and say so beside the bytes that are exact.
    void sizesOfASimulationSayThatTheyAreEstimated()
    {
        PageStage s("13-three-kinds");
        EventId sent;
        for (std::size_t i = 0; i < s.trace().size() && !sent.isValid(); ++i) {
            if (s.trace()[i].kind == EventKind::RequestSent && s.trace()[i].api == ApiKey::Fetch)
                sent = EventId {static_cast<std::uint32_t>(i)};
        }
        const auto estimated = [](const Sheet& sheet) {
            return std::count_if(sheet.blocks.begin(), sheet.blocks.end(),
                [](const Block& block) { return block.note == QLatin1String("estimated"); });
        };
        QCOMPARE(estimated(s.page(view::Item::request(sent))), 2); // request and response
        QCOMPARE(estimated(s.page(view::Item::of(s.connection(Role::Coordinator)))), 2); // both ways
    }
    void aClientShowsItsGroupItsConnectionsAndItsConfig()
    {
        PageStage s("13-three-kinds");
        const QString text = s.text(view::Item::of(ClientId {0}));
        for (const char* part : {"consumer-1", "kind: consumer", "state: running", "Group test",
                 "coordinator: broker 2", "membership: generation 1", "Connections now: 5", "group.id: test",
                 "Defaults", "metadata.max.age.ms: 300000"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), part);
        const QString early = s.text(view::Item::of(ClientId {0}), kStart);
        QVERIFY(early.contains(QStringLiteral("knows: only bootstrap.servers")));
    }
    void aBrokerShowsWhatItLeadsAndWhoIsConnected()
    {
        PageStage s("13-three-kinds");
        const QString text = s.text(view::Item::of(BrokerId {2}));
        for (const char* part : {"broker 2", "state: up", "advertises: localhost:9094", "leads: t4-2",
                 "coordinates: group test", "Connections now: 2"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), part);
    }
    /// What is beneath the number of the open ones is open; what a kernel still knows stands apart.
    void theNumberOfConnectionsIsThatOfTheLinesBeneathIt()
    {
        PageStage s("21-coordinator-fails");
        const Instant after
            = kStart + ms(10'005); // two of the client's have just been closed by the broker that stops
        const trace::WorldState world = s.document.at(after);
        qsizetype open = 0;
        qsizetype closed = 0;
        world.forEachConnection(
            [&](ConnectionId, const trace::ConnectionState& c) { ++(c.isOpen() ? open : closed); });
        QVERIFY(open > 0 && closed > 0);
        const Sheet sheet = s.page(view::Item::of(ClientId {0}), after);
        QHash<QString, qsizetype> lines;
        QString section;
        for (const Block& block : sheet.blocks) {
            if (block.kind == BlockKind::Section)
                section = block.text;
            else if (block.kind == BlockKind::Line)
                ++lines[section];
        }
        QCOMPARE(lines.value(QStringLiteral("Connections now: %1").arg(open)), open);
        QCOMPARE(lines.value(QStringLiteral("No longer open: %1").arg(closed)), closed);
        QVERIFY(!s.text(view::Item::of(ClientId {0}), kStart + ms(5000)).contains(QStringLiteral("No longer open")));
        QVERIFY(sheet.plain().contains(QStringLiteral("TIME-WAIT at the broker")));
    }
    void thePictureIsDescribed()
    {
        PageStage s("13-three-kinds");
        const ConfigBook configs(s.trace());
        const trace::WorldState world = s.document.at(s.document.end());
        const QString text = PageWriter(s.document, world, configs, s.look).description().plain();
        for (const char* part : {"5 open connections: 1 bootstrap, 3 data, 1 coordinator", "−1 idle for",
                 "What closes next", "consumer-1 closes it in 8", "brokers up: 0, 1, 2", "On its way"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
        const trace::WorldState start = s.document.at(view::Position {});
        QVERIFY(PageWriter(s.document, start, configs, s.look)
                    .description()
                    .plain()
                    .contains(QStringLiteral("Nothing has happened yet.")));
    }
    /// Both ends are ESTABLISHED and know of nothing.
    void aConnectionThatAMiddleboxHasForgottenSaysSoAndWhatIsLost()
    {
        PageStage s("24-nat-forgets", std::chrono::seconds(480));
        const EventId forgotten = s.find(EventKind::FlowForgotten);
        EventId lost = s.find(EventKind::PacketDropped);
        const ConnectionId id = s.trace()[lost].connection;
        const Instant sent = s.trace()[lost].at;
        const QString before = s.text(view::Item::of(id), s.trace()[forgotten].at - ms(1));
        QVERIFY2(!before.contains(QStringLiteral("middlebox")), qPrintable(before));
        const QString page = s.text(view::Item::of(id), sent + ms(5000));
        for (const char* part : {"middlebox: has forgotten it: what is sent on it is lost",
                 "without traffic; neither end is told", "lost: PRODUCE"})
            QVERIFY2(page.contains(QString::fromUtf8(part)), qPrintable(page));
        const ConfigBook configs(s.trace());
        const trace::WorldState world = s.document.at(sent + ms(5000));
        const QString words = PageWriter(s.document, world, configs, s.look).description().plain();
        for (const char* part :
            {"ready; a middlebox has forgotten it", "lost: a middlebox has forgotten the connection"})
            QVERIFY2(words.contains(QString::fromUtf8(part)), qPrintable(words));
        const QString request = s.text(view::Item::request(world.inFlight(id).front().sent), sent + ms(5000));
        QVERIFY2(request.contains(QStringLiteral("lost on its way: +")), qPrintable(request));
        QVERIFY(!request.contains(QStringLiteral("under way")));
    }
    /// All that the picture shows: where each request is, what brokers are marked with, which addresses are only addresses.
    void theDescriptionLeavesNothingOutThatIsSeen()
    {
        PageStage s("13-three-kinds");
        const ConfigBook configs(s.trace());
        const auto words = [&](Instant t) {
            const trace::WorldState world = s.document.at(t);
            return PageWriter(s.document, world, configs, s.look).description().plain();
        };
        const auto part = [](const QString& text, const char* section) {
            const qsizetype from = text.indexOf(QLatin1String(section));
            const qsizetype to = text.indexOf(QStringLiteral("\n\n"), from);
            return from < 0 ? QString() : text.mid(from, to < 0 ? -1 : to - from);
        };
        const EventId queued = s.find(EventKind::RequestQueued);
        QVERIFY(queued.isValid());
        const QString first = words(s.trace()[queued].at);
        const QString name = QString::fromStdString(analysis::requestText(s.trace()[queued]));
        QVERIFY2(part(first, "Waits for its connection").contains(name), qPrintable(first));
        QVERIFY2(first.contains(QStringLiteral("address: localhost:9092")), qPrintable(first));
        QVERIFY2(first.contains(QStringLiteral("not known yet")), qPrintable(first));
        const QString last = words(s.document.end());
        QVERIFY2(!last.contains(QStringLiteral("Waits for its connection")), qPrintable(last));
        QVERIFY(!last.contains(QStringLiteral("not known yet")));
        QVERIFY2(last.contains(QStringLiteral("broker 2: leads t4-2; coordinates group test")), qPrintable(last));
        // A FETCH that the broker holds back waits there.
        EventId fetch;
        for (EventId e = s.find(EventKind::RequestReceived); e.isValid() && !fetch.isValid();
             e = s.find(EventKind::RequestReceived, e.value + 1)) {
            const EventId answered = s.find(EventKind::ResponseSent, e.value);
            if (s.trace()[e].api == ApiKey::Fetch && answered.isValid()
                && s.trace()[answered].at - s.trace()[e].at > ms(100))
                fetch = e;
        }
        QVERIFY(fetch.isValid());
        const QString held = words(s.trace()[fetch].at + ms(50));
        const QString text = QStringLiteral("FETCH %1").arg(s.trace()[fetch].correlation);
        QVERIFY2(part(held, "Waits in the broker").contains(text), qPrintable(held));
        QVERIFY2(!part(held, "On its way").contains(text), qPrintable(held));
    }
    void whatIsNotThereHasAPageToo()
    {
        PageStage s("13-three-kinds");
        for (const view::Item& item : {view::Item {}, view::Item::of(ConnectionId {999}),
                 view::Item::of(ClientId {999}), view::Item::of(BrokerId {999}), view::Item::of(EventId {99'999'999}),
                 view::Item::request(EventId {99'999'999}), view::Item::request(EventId {0}),
                 view::Item::lane(ConnectionId {999})})
            QVERIFY(!s.page(item).blocks.empty());
        Stage empty;
        const ConfigBook configs(empty.trace());
        const trace::WorldState world = empty.document.at(kStart);
        QVERIFY(!PageWriter(empty.document, world, configs, empty.look).description().blocks.empty());
    }
    void thePanelFollowsSelectionAndPlayhead()
    {
        PageStage s("13-three-kinds");
        InspectorPanel panel(s.context);
        panel.resize(380, 600);
        panel.show();
        s.playback.goToEnd();
        s.selection.setCurrent(view::Item::of(s.connection(Role::Coordinator)));
        QTRY_VERIFY(panel.sheetView().sheet().plain().contains(QStringLiteral("2147483645")));
        s.playback.goToStart();
        QTRY_VERIFY(panel.sheetView().sheet().plain().contains(QStringLiteral("Not opened yet")));
        // The world is there at the start, and a client's settings with it.
        s.selection.setCurrent(view::Item::of(ClientId {0}));
        QTRY_VERIFY(panel.sheetView().sheet().plain().contains(QStringLiteral("running")));
        QVERIFY(panel.sheetView().sheet().plain().contains(QStringLiteral("bootstrap.servers")));
        s.selection.setCurrent(view::Item::of(BrokerId {1}));
        QTRY_VERIFY(panel.sheetView().sheet().plain().contains(QStringLiteral("broker 1")));
        s.selection.goBack();
        s.selection.goBack();
        QTRY_VERIFY(panel.sheetView().sheet().plain().contains(QStringLiteral("2147483645")));
    }
    void aStepOfTheChainLeadsToItsEvent()
    {
        PageStage s("13-three-kinds");
        InspectorPanel panel(s.context);
        panel.resize(380, 2000);
        panel.show();
        s.playback.goToEnd();
        const ConnectionId id = s.connection(Role::Coordinator);
        s.selection.setCurrent(view::Item::of(id));
        panel.refreshNow();
        const auto& blocks = panel.sheetView().sheet().blocks;
        int step = -1;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            if (blocks[i].kind == BlockKind::Step && blocks[i].isLast)
                step = static_cast<int>(i);
        }
        QVERIFY(step >= 0);
        panel.sheetView().setFocusedBlock(step);
        QTest::keyClick(&panel.sheetView(), Qt::Key_Return);
        QCOMPARE(s.playback.event(), s.document.life(id)->openEvent);
        QCOMPARE(s.selection.current().event(), s.document.life(id)->openEvent);
    }
    void nothingIsWrittenWhileNobodyLooks()
    {
        PageStage s("13-three-kinds");
        InspectorPanel panel(s.context);
        s.selection.setCurrent(view::Item::of(BrokerId {1}));
        s.playback.goToEnd();
        QCoreApplication::processEvents();
        QVERIFY(panel.sheetView().sheet().blocks.empty());
    }
};

QTEST_MAIN(TestPageWriter)
#include "tst_pagewriter.moc"
