// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/opening.h"
#include "view/pace.h"

#include <QTest>

#include <cmath>

using namespace connscope;
using namespace connscope::view;
using connscope::test::append;
using connscope::test::exchange;
using connscope::test::opening;
using connscope::test::us;
using trace::EventKind;

namespace {

double seconds(const Pace& pace, Instant from, Instant to) { return (pace.shown(to) - pace.shown(from)) / 1e9; }

Pace paceOf(const trace::Trace& trace)
{
    Pace out;
    out.extend(trace);
    return out;
}

} // namespace

class TestPace : public QObject {
    Q_OBJECT

private slots:
    void withoutConnectionsNothingIsSlowed()
    {
        trace::Trace trace;
        append(trace, EventKind::Mark, kStart + ms(3), 0);
        const Pace pace = paceOf(trace);
        QVERIFY(pace.stretches().empty());
        QCOMPARE(pace.shown(kStart + ms(7)), 7e6);
        QCOMPARE(pace.at(7e6), kStart + ms(7));
        QCOMPARE(pace.rate(kStart), 1.0);
    }

    void aHandshakeIsSeenAndTheRestKeepsItsSpeed()
    {
        const Pace pace = paceOf(opening());
        QCOMPARE(seconds(pace, kStart, kStart + ms(100)), 0.1);
        QCOMPARE(seconds(pace, kStart + ms(100), kStart + ms(101)), 1.0);
        QCOMPARE(seconds(pace, kStart + ms(101), kStart + ms(301)), 0.2);
        QCOMPARE(pace.stretches().size(), std::size_t {1});
        QCOMPARE(pace.stretches().front(), (Slowed {kStart + ms(100), kStart + ms(101), Pace::kHandshake}));
        QVERIFY(!pace.stretch(kStart + us(99'999)));
        QVERIFY(pace.stretch(kStart + ms(100)));
        QVERIFY(!pace.stretch(kStart + ms(101)));
    }

    void whatGoesOnAtOnceSharesTheTime()
    {
        trace::Trace trace;
        for (std::uint32_t c = 0; c < 3; ++c)
            append(trace, EventKind::ConnectStarted, kStart, c);
        for (std::uint32_t c = 0; c < 3; ++c)
            append(trace, EventKind::Connected, kStart + ms(1), c);
        QCOMPARE(seconds(paceOf(trace), kStart, kStart + ms(1)), 1.0);
    }

    void eachWayOfAFirstMessageIsSeenAndARepeatedOneIsNotWaitedFor()
    {
        trace::Trace trace = opening();
        exchange(trace, kStart + ms(200), 0, 1, ApiKey::Fetch);
        exchange(trace, kStart + ms(300), 0, 2, ApiKey::Fetch);
        const Pace pace = paceOf(trace);
        const Instant first = kStart + ms(200);
        QVERIFY(std::abs(seconds(pace, first, first + us(100)) - 0.5) < 1e-9);
        QVERIFY(std::abs(seconds(pace, first + us(100), first + us(200)) - 0.15) < 1e-9);
        QVERIFY(std::abs(seconds(pace, first + us(200), first + us(300)) - 0.5) < 1e-9);
        QVERIFY(std::abs(seconds(pace, kStart + ms(300), kStart + ms(301)) - 0.001) < 1e-9);
    }

    void whatWasRefusedIsNewsWhenItIsAskedAgain()
    {
        trace::Trace trace = opening();
        append(trace, EventKind::RequestSent, kStart + ms(200), 0, 1, ApiKey::JoinGroup);
        trace::Event refusal;
        refusal.kind = EventKind::ResponseReceived;
        refusal.at = kStart + ms(201);
        refusal.client = ClientId {0};
        refusal.connection = ConnectionId {0};
        refusal.correlation = 1;
        refusal.api = ApiKey::JoinGroup;
        refusal.text = trace.intern("MEMBER_ID_REQUIRED");
        trace.append(refusal);
        exchange(trace, kStart + ms(300), 0, 2, ApiKey::JoinGroup);
        QVERIFY(paceOf(trace).stretch(kStart + ms(300)));
    }

    void aLongPollIsNotWaitedForSlowly()
    {
        trace::Trace trace = opening();
        append(trace, EventKind::RequestSent, kStart + ms(200), 0, 1, ApiKey::Fetch);
        append(trace, EventKind::RequestReceived, kStart + us(200'100), 0, 1, ApiKey::Fetch);
        append(trace, EventKind::ResponseSent, kStart + ms(700), 0, 1, ApiKey::Fetch);
        append(trace, EventKind::ResponseReceived, kStart + us(700'100), 0, 1, ApiKey::Fetch);
        const Pace pace = paceOf(trace);
        QVERIFY(std::abs(seconds(pace, kStart + us(200'100), kStart + ms(700)) - 0.4999) < 1e-9);
        QVERIFY(pace.stretch(kStart + ms(700)));
    }

    void whatWasSeenAHundredTimesIsNotSlowedFor()
    {
        trace::Trace trace;
        for (std::uint32_t c = 0; c < 1000; ++c) {
            append(trace, EventKind::ConnectStarted, kStart + ms(100 * c), c);
            append(trace, EventKind::Connected, kStart + ms(100 * c) + us(200), c);
        }
        const Pace pace = paceOf(trace);
        QVERIFY(pace.stretches().size() > 50);
        QVERIFY(pace.stretches().size() < 200);
        QVERIFY(seconds(pace, kStart, kStart + ms(100'000)) < 100 + 30);
        QCOMPARE(pace.rate(kStart + us(90'000'100)), 1.0);
    }

    void placesAreTheSameHoweverTheTraceGrew()
    {
        trace::Trace whole = opening();
        exchange(whole, kStart + ms(200), 0, 1, ApiKey::Fetch);
        trace::Trace growing;
        Pace pace;
        for (std::size_t i = 0; i < whole.size(); ++i) {
            growing.append(whole[i]);
            pace.extend(growing);
        }
        const Pace atOnce = paceOf(whole);
        for (int i = 0; i < 250'000; i += 777)
            QCOMPARE(pace.shown(kStart + us(i)), atOnce.shown(kStart + us(i)));
    }

    void aPlaceOnTheScreensClockIsOneInstant()
    {
        trace::Trace trace = opening();
        exchange(trace, kStart + ms(200), 0, 1, ApiKey::Fetch);
        const Pace pace = paceOf(trace);
        double last = -1;
        for (int i = 99'900; i < 201'000; ++i) {
            const Instant t = kStart + us(i);
            QVERIFY(pace.shown(t) > last);
            last = pace.shown(t);
            QCOMPARE(pace.at(last), t);
        }
    }
};

QTEST_APPLESS_MAIN(TestPace)
#include "tst_pace.moc"
