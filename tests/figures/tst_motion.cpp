// SPDX-License-Identifier: GPL-3.0-or-later
// In no frame of a figure that moves is an effect seen before its cause has arrived.
#include "figures/motion.h"
#include "topology/topologysupport.h"

#include <QTest>

#include <map>

using namespace connscope;
using namespace connscope::figures;
using topology::Dot;

namespace {

struct Film {
    Film(const char* scenario, std::optional<double> speed, Duration to)
        : theatre(test::runScenario(test::scenarioNamed(scenario)))
    {
        options.range = {kStart, kStart + to};
        animation.speed = speed.value_or(1);
        setInMotion(options, animation, theatre.document, !speed);
        frames = framesOf(theatre.document.trace(), animation);
    }
    std::vector<Dot> dots(const FrameTime& frame) const
    {
        return theatre.scene(frame.at, options.tempo).traffic.dots;
    }

    test::Theatre theatre;
    FigureOptions options;
    AnimationOptions animation;
    std::vector<FrameTime> frames;
};

} // namespace

class TestMotion : public QObject {
    Q_OBJECT

private slots:
    void nothingIsSeenBeforeItsCause_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        QTest::addColumn<double>("speed"); // 0 = slowed for what is new
        for (const char* scenario : {"13", "20", "21"}) {
            for (const double speed : {0.0, 0.0002, 0.002, 1.0})
                QTest::addRow("%s at %g", scenario, speed) << QByteArray(scenario) << speed;
        }
    }
    void nothingIsSeenBeforeItsCause()
    {
        QFETCH(QByteArray, scenario);
        QFETCH(double, speed);
        const Film film(scenario.constData(), speed > 0 ? std::optional(speed) : std::nullopt,
            ms(speed > 0.5 || speed == 0 ? 4000 : 8));
        const trace::Trace& trace = film.theatre.document.trace();
        std::size_t seen = 0;
        for (const FrameTime& frame : film.frames) {
            // What is still drawn on its way, by where it is due.
            for (const Dot& dot : film.dots(frame)) {
                const topology::Exchange& x = film.theatre.exchanges[dot.exchange];
                const auto isOver = [&](EventId e) { return e.isValid() && trace[e].at < frame.at; };
                QVERIFY(!dot.echo);
                QVERIFY2(!isOver(x.ended), "an exchange is drawn that is over");
                if (dot.phase == Dot::Phase::Request)
                    QVERIFY2(!isOver(x.received), "a request is on its way that has arrived");
                if (dot.phase == Dot::Phase::Response)
                    QVERIFY2(!isOver(x.ended), "a response is on its way that has been read");
                ++seen;
            }
        }
        if (scenario == "13" && speed < 0.01)
            QVERIFY(seen > 20);
    }

    /// A message of a tenth of a millisecond is in several frames, there and back.
    void slowedEveryFirstMessageIsSeenOnItsWay()
    {
        const Film film("13", std::nullopt, ms(12));
        std::map<std::uint32_t, int> requests;
        std::map<std::uint32_t, int> responses;
        for (const FrameTime& frame : film.frames) {
            for (const Dot& dot : film.dots(frame)) {
                requests[dot.exchange] += dot.phase == Dot::Phase::Request ? 1 : 0;
                responses[dot.exchange] += dot.phase == Dot::Phase::Response ? 1 : 0;
            }
        }
        int travelled = 0;
        for (const auto& [exchange, frames] : requests)
            travelled += frames >= 5 && responses[exchange] >= 5 ? 1 : 0;
        QVERIFY2(travelled >= 8, qPrintable(QString::number(travelled)));
        QVERIFY(film.frames.size() < 25 * 30);
    }

    void aSpeedThatShowsNoMessageNamesOneThatDoes()
    {
        const Film fast("13", 1, ms(4000));
        const QStringList said = motionWarnings(fast.options, fast.animation, fast.theatre.document, theme::Format());
        QCOMPARE(said.size(), 1);
        QVERIFY2(said.front().contains(QLatin1String("choose 0.0003 or less")), qPrintable(said.front()));
        const Film slow("13", 0.0002, ms(12));
        QCOMPARE(motionWarnings(slow.options, slow.animation, slow.theatre.document, theme::Format()), QStringList());
        const Film slowed("13", std::nullopt, ms(4000));
        QCOMPARE(motionWarnings(slowed.options, slowed.animation, slowed.theatre.document, theme::Format()),
            QStringList());
    }

    void aFigureWithoutATopologyHasNoMessagesToMiss()
    {
        Film fast("13", 1, ms(4000));
        fast.options.views = {FigureView::Timeline};
        QCOMPARE(motionWarnings(fast.options, fast.animation, fast.theatre.document, theme::Format()), QStringList());
    }

    void whatWouldTakeMoreThanAMinuteGoesFasterAndThatIsSaid()
    {
        const Film film("09", std::nullopt, std::chrono::seconds(600));
        QVERIFY(film.frames.size() <= 60 * 25 + 1);
        Film endless("09", std::nullopt, std::chrono::seconds(600));
        endless.animation.idle.reset();
        QVERIFY(fasterBy(endless.theatre.document.trace(), endless.animation) > 1);
        QCOMPARE(framesOf(endless.theatre.document.trace(), endless.animation).size(), std::size_t(60 * 25 + 1));
        const QStringList said
            = motionWarnings(endless.options, endless.animation, endless.theatre.document, theme::Format());
        QCOMPARE(said.size(), 1);
        QVERIFY2(said.front().contains(QLatin1String("times as fast")), qPrintable(said.front()));
    }
};

QTEST_MAIN(TestMotion)
#include "tst_motion.moc"
