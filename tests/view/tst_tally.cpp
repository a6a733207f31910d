// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sampletrace.h"
#include "view/document.h"
#include "view/dots.h"
#include "view/tally.h"

#include <QTest>

#include <vector>

using namespace connscope;
using namespace connscope::view;

class TestTally : public QObject {
    Q_OBJECT

private slots:
    /// Against a plain count from the start, at every position.
    void runningCountsAreTheSameAsCountingAnew()
    {
        Document document;
        document.replace(test::content(test::sampleTrace()));
        const trace::Trace& trace = document.trace();
        std::vector<bool> used(trace.connectionCount());
        std::uint64_t reused = 0;
        std::uint32_t opened = 0;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const trace::Event& e = trace[i];
            if (e.kind == trace::EventKind::ConnectStarted)
                ++opened;
            if (e.kind == trace::EventKind::RequestSent && e.api != ApiKey::ApiVersions) {
                reused += used[e.connection.value] ? 1U : 0U;
                used[e.connection.value] = true;
            }
            const trace::WorldState world = document.at(document.after(EventId {static_cast<std::uint32_t>(i)}));
            const Counters counters = document.tally().at(world);
            QCOMPARE(counters.reused, reused);
            QCOMPARE(counters.opened, opened);
            std::uint32_t closed = 0;
            for (const std::uint32_t n : counters.closedBy)
                closed += n;
            QCOMPARE(counters.open + closed, counters.opened);
        }
        QVERIFY(reused > 0);
    }

    void theSampleClosesOneConnectionFromTheClientsSide()
    {
        Document document;
        document.replace(test::content(test::sampleTrace()));
        const Counters counters = document.tally().at(document.at(document.end()));
        QCOMPARE(counters.closedBy[static_cast<std::size_t>(trace::Side::Client)], 1u);
        QCOMPARE(counters.closedBy[static_cast<std::size_t>(trace::Side::Broker)], 0u);
    }

    void anEmptyTraceCountsNothing()
    {
        const Document document;
        QCOMPARE(document.tally().at(document.at(kStart)), Counters {});
    }
};

QTEST_GUILESS_MAIN(TestTally)
#include "tst_tally.moc"
