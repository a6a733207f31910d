// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/frames.h"

#include <QTest>

using namespace connscope;
using namespace connscope::figures;
using std::chrono::seconds;

namespace {

trace::Trace traceOf(std::initializer_list<Duration> instants)
{
    trace::Trace trace;
    for (const Duration t : instants) {
        trace::Event e;
        e.at = kStart + t;
        trace.append(e);
    }
    return trace;
}

AnimationOptions options(Duration to)
{
    AnimationOptions o;
    o.from = kStart;
    o.to = kStart + to;
    o.framesPerSecond = 10;
    return o;
}

} // namespace

class TestAnimationFrames : public QObject {
    Q_OBJECT

private slots:
    void timeIsToldEvenlyWhereSomethingHappens()
    {
        const trace::Trace trace = traceOf({ms(0), ms(500), ms(1000)});
        const std::vector<FrameTime> frames = framesOf(trace, options(seconds(1)));
        QCOMPARE(frames.size(), std::size_t(11));
        for (std::size_t i = 0; i < frames.size(); ++i) {
            QVERIFY(frames[i].at == kStart + ms(100 * static_cast<std::int64_t>(i)));
            QCOMPARE(frames[i].folded.count(), 0);
        }
    }

    void aSilenceTakesNoLongerThanItMayAndIsMarked()
    {
        const trace::Trace trace = traceOf({ms(0), seconds(540), seconds(541)});
        const std::vector<FrameTime> frames = framesOf(trace, options(seconds(541)));
        QCOMPARE(frames.size(), std::size_t(21)); // a second for nine minutes, a second for a second
        QVERIFY(frames[5].folded == seconds(540));
        QVERIFY(frames[5].at == kStart + seconds(270));
        QCOMPARE(frames[15].folded.count(), 0);
        QVERIFY(frames.back().at == kStart + seconds(541));
    }

    void withoutFoldingItTakesAsLongAsItTook()
    {
        const trace::Trace trace = traceOf({ms(0), seconds(30)});
        AnimationOptions o = options(seconds(30));
        o.idle.reset();
        QCOMPARE(framesOf(trace, o).size(), std::size_t(301));
        o.speed = 10;
        QCOMPARE(framesOf(trace, o).size(), std::size_t(31));
    }

    void framesNeverGoBackAndEndAtTheEnd()
    {
        const trace::Trace trace = traceOf({ms(3), ms(4), seconds(20), seconds(20), seconds(21)});
        AnimationOptions o = options(seconds(60));
        o.from = kStart + ms(2);
        o.framesPerSecond = 23;
        const std::vector<FrameTime> frames = framesOf(trace, o);
        QVERIFY(frames.front().at == o.from);
        for (std::size_t i = 1; i < frames.size(); ++i)
            QVERIFY(frames[i].at >= frames[i - 1].at);
        QVERIFY(frames.back().at == o.to);
        QCOMPARE(frames.size(), countFrames(trace, o));
    }

    /// A handshake of a tenth of a millisecond takes its second, and the silence after it is folded all the same.
    void whatIsNewIsSlowedAndSaidSo()
    {
        trace::Trace trace = traceOf({ms(0)});
        trace::Event e;
        e.connection = ConnectionId {0};
        e.kind = trace::EventKind::ConnectStarted;
        e.at = kStart + ms(1000);
        trace.append(e);
        e.kind = trace::EventKind::Connected;
        e.at += Duration {100'000};
        trace.append(e);
        view::Pace pace;
        pace.extend(trace);
        AnimationOptions o = options(seconds(60));
        o.pace = &pace;
        o.idle = ms(500);
        const std::vector<FrameTime> frames = framesOf(trace, o);
        QCOMPARE(frames.size(), std::size_t(21)); // half a second, a second, half a second
        QVERIFY(frames[2].folded > Duration {});
        for (std::size_t i = 5; i < 15; ++i) {
            QCOMPARE(frames[i].folded.count(), 0);
            QCOMPARE(frames[i].rate, 0.0001);
            QVERIFY(frames[i].at == kStart + ms(1000) + Duration {10'000 * static_cast<std::int64_t>(i - 5)});
        }
        QVERIFY(frames[17].folded > Duration {});
        QCOMPARE(frames.back().rate, 1.0);

        o.longest = seconds(1);
        QCOMPARE(secondsOf(trace, o), 2.0);
        QCOMPARE(fasterBy(trace, o), 2.0);
        const std::vector<FrameTime> faster = framesOf(trace, o);
        QCOMPARE(faster.size(), std::size_t(11));
        QCOMPARE(faster[5].rate, 0.0002);
    }

    void tooManyAreCountedAndNotMade()
    {
        const trace::Trace trace = traceOf({ms(0)});
        AnimationOptions o = options(std::chrono::hours(24 * 365));
        o.idle.reset();
        QVERIFY(countFrames(trace, o) > 100'000'000);
        QCOMPARE(framesOf(trace, o).size(), kMostFrames);
    }
};

QTEST_GUILESS_MAIN(TestAnimationFrames)
#include "tst_animationframes.moc"
