// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/causes.h"

#include "trace/tracebuilder.h"

#include <QTest>

using namespace connscope;
using namespace connscope::trace;

namespace {

/// start (root) <- 1 <- 2, and the kinds and rules that a row wants at 2.
Trace chain(EventKind kind, RuleId rule, RuleId root, Vantage vantage = Vantage::Simulated)
{
    test::TraceBuilder b;
    Event e;
    e.rule = root;
    b.add(e);
    e.kind = EventKind::NodeChosen;
    e.rule = RuleId::LeastLoadedNode;
    e.cause = EventId {0};
    b.add(e);
    e.kind = kind;
    e.rule = rule;
    e.cause = EventId {1};
    e.vantage = vantage;
    e.connection = ConnectionId {0};
    b.add(e);
    return std::move(b.trace);
}

} // namespace

class TestCauses : public QObject {
    Q_OBJECT

private slots:
    void aChainGoesBackToItsRoot()
    {
        const Trace trace = chain(EventKind::ConnectStarted, RuleId::MetadataNeedsNode, RuleId::ScenarioAction);
        QCOMPARE(causeChain(trace, EventId {2}), (std::vector {EventId {2}, EventId {1}, EventId {0}}));
        QCOMPARE(causeChain(trace, EventId {0}), (std::vector {EventId {0}}));
        QVERIFY(causeChain(trace, EventId {3}).empty());
        QVERIFY(causeChain(trace, EventId {}).empty());
    }

    void aCauseThatPointsForwardsEndsTheChain()
    {
        Trace trace;
        Event e;
        e.cause = EventId {1};
        trace.append(e);
        e.cause = EventId {0};
        trace.append(e);
        QCOMPARE(causeChain(trace, EventId {1}), (std::vector {EventId {1}, EventId {0}}));
    }

    void everyKindOfRootIsGood()
    {
        for (const RuleId root :
            {RuleId::ScenarioAction, RuleId::ApplicationCall, RuleId::StartOfWorld, RuleId::ConfigValue}) {
            QVERIFY(isRootRule(root));
            QVERIFY(verifyCauses(chain(EventKind::FinSent, RuleId::ClientIdleExpiry, root)).empty());
        }
        QVERIFY(!isRootRule(RuleId::None));
        QVERIFY(!isRootRule(RuleId::ClientIdleExpiry));
    }

    void whatIsMissingIsNamed_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("rule");
        QTest::addColumn<int>("root");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, EventKind kind, RuleId rule, RuleId root, const char* message) {
            QTest::newRow(name) << static_cast<int>(kind) << static_cast<int>(rule) << static_cast<int>(root)
                                << QByteArray(message);
        };
        row("an opening without a rule", EventKind::ConnectStarted, RuleId::None, RuleId::StartOfWorld,
            "event 2 (connect started): no rule");
        row("a FIN without a rule", EventKind::FinSent, RuleId::None, RuleId::StartOfWorld,
            "event 2 (fin sent): no rule");
        row("a chain that ends in the middle", EventKind::Disconnected, RuleId::PeerClosed, RuleId::ResponseArrived,
            "event 2 (disconnected): its causes end at event 0 (mark) with rule 'response arrived', which nobody did "
            "and no config value says");
        row("other events need no rule", EventKind::RequestSent, RuleId::None, RuleId::ResponseArrived, "");
    }
    void whatIsMissingIsNamed()
    {
        QFETCH(int, kind);
        QFETCH(int, rule);
        QFETCH(int, root);
        QFETCH(QByteArray, message);
        const Trace trace = chain(static_cast<EventKind>(kind), static_cast<RuleId>(rule), static_cast<RuleId>(root));
        const std::vector<CauseProblem> problems = verifyCauses(trace);
        QCOMPARE(problems.size(), message.isEmpty() ? std::size_t {0} : std::size_t {1});
        if (!message.isEmpty())
            QCOMPARE(QByteArray::fromStdString(problems[0].message), message);
    }

    void everyOpeningAndEveryEndIsLookedAt()
    {
        for (const EventKind kind : {EventKind::ConnectStarted, EventKind::ConnectFailed, EventKind::Disconnected,
                 EventKind::IdleExpired, EventKind::FinSent, EventKind::ResetSent, EventKind::Closed})
            QCOMPARE(verifyCauses(chain(kind, RuleId::None, RuleId::StartOfWorld)).size(), std::size_t {1});
    }

    void evidenceMayNotKnow()
    {
        QVERIFY(verifyCauses(chain(EventKind::FinSent, RuleId::None, RuleId::None, Vantage::Observed)).empty());
    }

    void theSampleIsExplained()
    {
        const std::vector<CauseProblem> problems = verifyCauses(test::sampleTrace());
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems[0].message.c_str());
    }

    void onlySoManyProblemsAreListed()
    {
        test::TraceBuilder b;
        for (int i = 0; i < 100; ++i) {
            Event e;
            e.kind = EventKind::FinSent;
            b.add(e);
        }
        QCOMPARE(verifyCauses(b.trace, 7).size(), std::size_t {7});
    }
};

QTEST_GUILESS_MAIN(TestCauses)
#include "tst_causes.moc"
