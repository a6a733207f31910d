// SPDX-License-Identifier: GPL-3.0-or-later
// The axis of a stretch of a trace, as a figure of a range has it: numbers alone.
#include "stage.h"
#include "timeline/columns.h"
#include "timeline/ticks.h"

#include <QTest>

#include <vector>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::timeline;

namespace {

constexpr std::array kKinds {AxisKind::Linear, AxisKind::ByEvent, AxisKind::Folded};

/// A stretch on 1000 pixels.
struct Stretched {
    Stretched(const Stage& stage, AxisKind kind, Duration from, Duration to)
        : axis(stage.data.axis(kind, {}, kStart + from, kStart + to))
        , scale {axis.ofStretch(kStart + from, kStart + to), 100, 1100}
    {
    }
    double x(Duration t) const { return scale.toPixel(axis.toAxis(kStart + t)); }
    std::vector<Tick> ticks(const theme::Format& format) const
    {
        return makeTicks(
            axis, scale, format, [](const QString& text) { return 7.0 * static_cast<double>(text.size()); });
    }

    TimeAxis axis;
    Scale scale;
};

} // namespace

class TestStretch : public QObject {
    Q_OBJECT

private slots:
    /// A handshake of 12 ms out of ten seconds: what happens late in it has as much room as what happens first.
    void instantsOfARangeLieApartAndInOrder()
    {
        Stage stage(runScenario("13"));
        const Stretched s(stage, AxisKind::Folded, ms(0), ms(12));
        const double first = s.x(std::chrono::microseconds(3900));
        const double second = s.x(ms(5));
        const double last = s.x(ms(12));
        QVERIFY2(first > 400 && second > first + 50 && last > second + 50,
            qPrintable(QStringLiteral("%1 %2 %3").arg(first).arg(second).arg(last)));
        QVERIFY(std::abs(s.x(ms(0)) - 100) < 0.01);
        QVERIFY(std::abs(last - 1100) < 0.01);
        // The first FETCH is sent after 4.18 ms: it can be told from what surrounds it.
        double before = 0;
        for (const double t : {3.83, 3.9, 4.1, 4.19, 4.5, 5.0, 8.0, 11.9}) {
            const double x = s.x(Duration {std::llround(t * 1e6)});
            QVERIFY2(x > before + 3, qPrintable(QStringLiteral("%1 ms at %2").arg(t).arg(x)));
            before = x;
        }
    }

    void nothingOutsideHasATickOrAnEventInView()
    {
        for (const char* number : {"13", "09", "21"}) {
            Stage stage(runScenario(number));
            const trace::Trace& trace = stage.document.trace();
            for (const auto& [from, to] : {std::pair<Duration, Duration> {ms(0), ms(12)},
                     {std::chrono::microseconds(3500), ms(6)}, {ms(0), ms(450)}, {ms(1000), ms(60'000)}}) {
                for (const AxisKind kind : kKinds) {
                    const Stretched s(stage, kind, from, to);
                    const QString where = QString::fromLatin1(number)
                        + QStringLiteral(" kind %1 to %2 ms").arg(static_cast<int>(kind)).arg(to.count() / 1'000'000);
                    const Cuts cuts = makeCuts(stage.data, s.axis, s.scale.range, 1000);
                    // As many events as happen from its beginning to its end, both included.
                    QCOMPARE(cuts.event.front(), static_cast<std::uint32_t>(trace.lowerBound(kStart + from)));
                    QVERIFY2(cuts.event.back() == trace.upperBound(kStart + to), qPrintable(where));
                    for (const Tick& tick : s.ticks(stage.look.format())) {
                        const Instant at = s.axis.toInstant(tick.place);
                        QVERIFY2(at >= kStart + from && at <= kStart + to, qPrintable(where + tick.label));
                        QVERIFY2(tick.x >= 99.5 && tick.x <= 1100.5, qPrintable(where + tick.label));
                    }
                    if (kind != AxisKind::Folded)
                        continue;
                    for (const Fold& fold : s.axis.folds())
                        QVERIFY2(fold.from > kStart + from && fold.to < kStart + to, qPrintable(where));
                }
            }
        }
    }

    /// The axis says where it begins and where it ends, and says it exactly.
    void itsEndsAreLabelled()
    {
        Stage stage(runScenario("13"));
        for (const auto& [from, to, first, last] :
            {std::tuple<Duration, Duration, const char*, const char*> {ms(0), ms(12), "0 s", "12 ms"},
                {ms(0), ms(450), "0 s", "450 ms"}, {std::chrono::microseconds(3500), ms(6), "3.5 ms", "6 ms"},
                {ms(2000), ms(9000), "2 s", "9 s"}}) {
            const Stretched s(stage, AxisKind::Folded, from, to);
            QStringList labels;
            for (const Tick& tick : s.ticks(stage.look.format())) {
                if (!tick.label.isEmpty())
                    labels += QString(tick.label).replace(QChar(0xa0), u' ');
            }
            QVERIFY2(!labels.isEmpty() && labels.first() == QString::fromUtf8(first)
                    && labels.last() == QString::fromUtf8(last),
                qPrintable(labels.join(u'|')));
        }
    }

    /// A long silence within is still folded, and its end is not at the end of the axis, which was asked for.
    void aSilenceOfTheRangeIsFoldedToItsOwnLength()
    {
        Stage stage(runScenario("09"));
        const Stretched s(stage, AxisKind::Folded, ms(0), ms(60'000));
        QCOMPARE(s.axis.folds().size(), std::size_t {1});
        const Fold& fold = s.axis.folds().front();
        QVERIFY(fold.length() > std::chrono::seconds(50) && fold.length() < std::chrono::seconds(60));
        QVERIFY(s.scale.toPixel(s.axis.placesOf(fold).second) < 1050);
        QVERIFY(s.x(ms(30'000)) < s.x(ms(45'000)));
        QVERIFY(s.x(ms(45'000)) < s.x(ms(60'000)));
    }

    /// A storm of requests in a short range has the room of what is notable, and costs no knot for each.
    void aCrowdedRangeHasNoKnotForEveryRequest()
    {
        trace::Trace trace;
        for (int i = 0; i < 50'000; ++i) {
            trace::Event e;
            e.at = kStart + Duration {i * 1000};
            e.kind = i % 10'000 == 0 ? trace::EventKind::ConnectStarted : trace::EventKind::RequestSent;
            trace.append(e);
        }
        FoldingIndex index;
        index.extend(trace, trace.size());
        const FoldedScale scale = index.scale(trace, kStart + ms(5), kStart + ms(45), {});
        QVERIFY2(scale.knots.size() < 10, qPrintable(QString::number(scale.knots.size())));
        // In a fortieth of it every one of them.
        const FoldedScale narrow = index.scale(trace, kStart + ms(5), kStart + ms(5) + Duration {100'000}, {});
        QVERIFY2(narrow.knots.size() > 100, qPrintable(QString::number(narrow.knots.size())));
    }
};

QTEST_MAIN(TestStretch)
#include "tst_stretch.moc"
