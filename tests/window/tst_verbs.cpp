// SPDX-License-Identifier: GPL-3.0-or-later
// What the context menu of the topology offers really happens: each verb, on each thing, in the run that follows.
#include "app/window/branch.h"
#include "scenario/actiontext.h"
#include "scenario/reader.h"
#include "scenario/writer.h"
#include "sim/simulation.h"
#include "support/playing.h"
#include "topology/cast.h"
#include "trace/causes.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>

using namespace connscope;
using namespace connscope::app;
using scenario::Action;
using trace::EventKind;

namespace {

constexpr const char* kText = R"(connscope: 1
until: 8s
cluster: {topics: {t4: {partitions: 3, replication: 2}}}
clients:
  - {name: reader, kind: consumer, config: {group.id: g}}
  - name: writer
    kind: producer
    script: [{send: {topic: t4, every: 200ms, rounds: forever}}]
  - name: teller
    kind: producer
    config: {transactional.id: tx}
    script: [begin-transaction, {send: {topic: t4}}, commit-transaction, {wait: 1h}]
)";
const Instant kAt = kStart + std::chrono::seconds(4);

struct World {
    World()
        : scenario(*scenario::readScenario(kText, "f"))
    {
        document.replace(
            std::make_unique<view::Content>(view::Source {}, *sim::run(scenario), scenario, kStart + scenario.until));
    }
    /// All that the menu of \a item has, submenus too, as the scenario would have it.
    std::vector<Action> offered(view::Item item) const
    {
        std::vector<Action> out;
        const topology::Cast cast(document);
        const std::function<void(const std::vector<topology::ActionEntry>&)> walk = [&](const auto& entries) {
            for (const topology::ActionEntry& entry : entries) {
                walk(entry.more);
                if (!entry.more.empty())
                    continue;
                auto action = scriptedAction(entry.action, document, kAt);
                if (!action)
                    throw std::runtime_error(entry.text.toStdString() + ": " + action.error().message);
                out.push_back(std::move(*action));
            }
        };
        walk(topology::actionsFor(cast, document.at(kAt), item));
        return out;
    }
    Action only(view::Item item, Action::Kind kind) const
    {
        for (Action& action : offered(item)) {
            if (action.kind == kind)
                return action;
        }
        throw std::runtime_error("the menu does not offer it");
    }
    trace::Trace runWith(std::vector<Action> actions) const
    {
        scenario::Scenario changed = scenario;
        changed.actions = std::move(actions);
        // What is saved is what was done.
        const std::string text = scenario::writeScenario(changed);
        const auto again = scenario::readScenario(text, "f");
        if (!again || scenario::writeScenario(*again) != text)
            throw std::runtime_error("it does not survive a save:\n" + text);
        return test::play(*again);
    }

    scenario::Scenario scenario;
    view::Document document;
};

World& world()
{
    static World one;
    return one;
}

ClientId clientNamed(const char* name)
{
    for (std::uint32_t c = 0; c < world().document.trace().clientCount(); ++c) {
        if (const auto script = scriptNameOf(world().document, ClientId {c}); script && *script == name)
            return ClientId {c};
    }
    return {};
}

/// The coordinator's connection of the reader, open at that time.
ConnectionId coordinatorConnection()
{
    for (const trace::ConnectionLife& life : world().document.lives()) {
        if (life.client == clientNamed("reader") && life.node.isCoordinator())
            return life.id;
    }
    return {};
}

/// What must follow from each verb.
std::set<EventKind> consequences(Action::Kind kind)
{
    using Kind = Action::Kind;
    switch (kind) {
    case Kind::StopBroker:
    case Kind::KillBroker:
        return {EventKind::BrokerDown, EventKind::FinSent};
    case Kind::RestartBroker:
        return {EventKind::BrokerDown, EventKind::FinSent, EventKind::BrokerUp};
    case Kind::PauseBroker:
        return {EventKind::BrokerPaused};
    case Kind::SlowBroker:
        return {EventKind::BrokerSlow};
    case Kind::ResetConnection:
        return {EventKind::ResetSent, EventKind::Disconnected};
    case Kind::MoveLeader:
        return {EventKind::LeaderMoved};
    case Kind::MoveCoordinator:
    case Kind::MoveTransactionCoordinator:
        return {EventKind::CoordinatorMoved};
    case Kind::RunSteps:
        return {EventKind::AppCall};
    case Kind::CloseClient:
        return {EventKind::ClientCloseCalled, EventKind::ClientClosed, EventKind::FinSent};
    case Kind::KillClient:
        return {EventKind::ClientKilled, EventKind::FinSent};
    case Kind::RecreateClient:
        return {EventKind::ClientClosed, EventKind::ClientCreated};
    case Kind::PauseClient:
        return {EventKind::ClientPaused};
    case Kind::CutLink:
        return {EventKind::LinkCut};
    case Kind::HealLink:
        return {EventKind::LinkHealed};
    default:
        return {};
    }
}

std::int64_t delivered(const trace::Trace& trace, ClientId client)
{
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (trace[i].kind == EventKind::RecordsDelivered && trace[i].client == client)
            sum += trace[i].value;
    }
    return sum;
}

} // namespace

class TestVerbs : public QObject {
    Q_OBJECT

private slots:
    void everythingThatIsWantedIsOffered_data()
    {
        QTest::addColumn<view::Item>("item");
        QTest::addColumn<std::vector<Action::Kind>>("wanted");
        using Kind = Action::Kind;
        QTest::newRow("broker") << view::Item::of(BrokerId {1})
                                << std::vector<Kind> {Kind::KillBroker, Kind::RestartBroker, Kind::PauseBroker,
                                       Kind::StopBroker, Kind::ResetConnection, Kind::MoveLeader,
                                       Kind::AppendRecords};
        QTest::newRow("producer") << view::Item::of(clientNamed("writer"))
                                  << std::vector<Kind> {Kind::KillClient, Kind::RecreateClient, Kind::PauseClient,
                                         Kind::ResetConnection, Kind::RunSteps, Kind::CloseClient};
        QTest::newRow("consumer") << view::Item::of(clientNamed("reader"))
                                  << std::vector<Kind> {Kind::KillClient, Kind::RecreateClient, Kind::PauseClient,
                                         Kind::ResetConnection, Kind::CloseClient};
        QTest::newRow("link") << view::Item::of(coordinatorConnection())
                              << std::vector<Kind> {Kind::ResetConnection, Kind::CutLink, Kind::HealLink};
    }
    void everythingThatIsWantedIsOffered()
    {
        QFETCH(view::Item, item);
        QFETCH(std::vector<Action::Kind>, wanted);
        const std::vector<Action> offered = world().offered(item);
        for (const Action::Kind kind : wanted)
            QVERIFY2(std::any_of(offered.begin(), offered.end(), [kind](const Action& a) { return a.kind == kind; }),
                QByteArray::number(static_cast<int>(kind)));
    }

    void everyCoordinatorCanBeMoved()
    {
        std::set<Action::Kind> kinds;
        for (int broker = 0; broker < 3; ++broker) {
            for (const Action& action : world().offered(view::Item::of(BrokerId {broker})))
                kinds.insert(action.kind);
        }
        QVERIFY(kinds.contains(Action::Kind::MoveCoordinator));
        QVERIFY(kinds.contains(Action::Kind::MoveTransactionCoordinator));
    }

    void whatIsOfferedHappens_data()
    {
        QTest::addColumn<Action>("action");
        const auto rows = [](const char* what, view::Item item) {
            for (const Action& action : world().offered(item))
                QTest::newRow(qPrintable(
                    QLatin1String(what) + QLatin1String(": ") + QString::fromStdString(scenario::actionText(action))))
                    << action;
        };
        rows("broker 0", view::Item::of(BrokerId {0}));
        rows("broker 1", view::Item::of(BrokerId {1}));
        rows("reader", view::Item::of(clientNamed("reader")));
        rows("writer", view::Item::of(clientNamed("writer")));
        rows("teller", view::Item::of(clientNamed("teller")));
        rows("link", view::Item::of(coordinatorConnection()));
    }
    void whatIsOfferedHappens()
    {
        QFETCH(Action, action);
        const trace::Trace trace = world().runWith({action});
        std::set<EventKind> seen;
        bool done = false;
        EventId cause;
        for (std::uint32_t i = 0; i < trace.size(); ++i) {
            const trace::Event& e = trace[EventId {i}];
            if (e.kind == EventKind::Action && e.at == kAt && trace.text(e.text) == scenario::actionText(action)) {
                QVERIFY(!done); // once
                done = true;
                cause = EventId {i};
            }
            if (!done)
                continue;
            const std::vector<EventId> chain = trace::causeChain(trace, EventId {i});
            if (std::find(chain.begin(), chain.end(), cause) != chain.end())
                seen.insert(e.kind);
        }
        QVERIFY(done);
        for (const EventKind kind : consequences(action.kind))
            QVERIFY2(seen.contains(kind), std::string(trace::kindName(kind)).c_str());
        if (action.kind == Action::Kind::AppendRecords)
            QCOMPARE(delivered(trace, clientNamed("reader")),
                delivered(world().document.trace(), clientNamed("reader")) + 1);
    }

    void aRefusedConnectionIsRefused()
    {
        const Action refuse = world().only(view::Item::of(BrokerId {1}), Action::Kind::RefuseConnections);
        Action reset = world().only(view::Item::of(BrokerId {1}), Action::Kind::ResetConnection);
        reset.at = *reset.at + ms(100);
        const trace::Trace trace = world().runWith({refuse, reset});
        bool refused = false;
        for (std::uint32_t i = 0; i < trace.size(); ++i) {
            const trace::Event& e = trace[EventId {i}];
            refused = refused
                || (e.kind == EventKind::ConnectFailed && e.at > kAt && e.rule == trace::RuleId::ConnectionRefused);
        }
        QVERIFY(refused);
    }

    void whatWasPausedKilledOrStoppedIsOfferedItsWayBack()
    {
        const auto back = [](view::Item item, Action::Kind first, Action::Kind second) {
            World after;
            const Action action = after.only(item, first);
            after.scenario.actions = {action};
            after.document.replace(std::make_unique<view::Content>(
                view::Source {}, *sim::run(after.scenario), after.scenario, kStart + after.scenario.until));
            const topology::Cast cast(after.document);
            for (const auto& entry :
                topology::actionsFor(cast, after.document.at(kAt + std::chrono::seconds(2)), item)) {
                if (entry.action.kind == second)
                    return true;
            }
            return false;
        };
        using Kind = Action::Kind;
        const view::Item broker = view::Item::of(BrokerId {1});
        const view::Item writer = view::Item::of(clientNamed("writer"));
        QVERIFY(back(broker, Kind::KillBroker, Kind::StartBroker));
        QVERIFY(back(broker, Kind::StopBroker, Kind::StartBroker));
        QVERIFY(back(broker, Kind::RestartBroker, Kind::KillBroker));
        QVERIFY(back(broker, Kind::PauseBroker, Kind::ResumeBroker));
        QVERIFY(back(writer, Kind::PauseClient, Kind::ResumeClient));
        QVERIFY(back(writer, Kind::KillClient, Kind::RecreateClient));
    }
};

QTEST_GUILESS_MAIN(TestVerbs)
#include "tst_verbs.moc"
