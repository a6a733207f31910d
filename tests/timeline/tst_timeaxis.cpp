// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage.h"
#include "timeline/columns.h"
#include "timeline/ticks.h"

#include <QTest>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::timeline;

namespace {

constexpr std::array kKinds {AxisKind::Linear, AxisKind::ByEvent, AxisKind::Folded};

QString name(AxisKind kind)
{
    return kind == AxisKind::Linear ? QStringLiteral("linear")
        : kind == AxisKind::ByEvent ? QStringLiteral("by event")
                                    : QStringLiteral("folded");
}

/// Events at the given milliseconds, all of one kind.
trace::Trace traceOf(std::initializer_list<std::int64_t> milliseconds, trace::EventKind kind)
{
    trace::Trace trace;
    for (const std::int64_t at : milliseconds) {
        trace::Event e;
        e.at = kStart + ms(at);
        e.kind = kind;
        trace.append(e);
    }
    return trace;
}

FoldedScale scaleOf(const trace::Trace& trace, Instant end, FoldRule rule = {})
{
    FoldingIndex index;
    index.extend(trace, trace.size());
    return index.scale(trace, end, rule);
}

} // namespace

/// The three axes as mathematics: nothing here knows a pixel.
class TestTimeAxis : public QObject {
    Q_OBJECT

private slots:
    void everyShippedScenarioGoesThereAndBack_data();
    void everyShippedScenarioGoesThereAndBack();
    void eventsOfOneInstantLieApartByEvent();
    void whatIsBeforeAPlaceIsWhatABoundarySays();
    void nothingThatIsNotableIsFolded();
    void foldsAndTheRestAddUpToTheWhole();
    void routineIsFoldedAndCounted();
    void aTraceThatGrowsGetsTheSameScaleAsOneReadAtOnce();
    void switchingKeepsWhatIsInView();
    void labelsDoNotOverlapAtAnyZoom();
    void tickTextsSayWhatIsNeeded();
    void aChangeOfScaleShowsWhereThereIsNoBreak();
};

void TestTimeAxis::everyShippedScenarioGoesThereAndBack_data()
{
    QTest::addColumn<QString>("number");
    for (const char* number : {"02", "09", "10", "13", "16", "22", "24", "28"})
        QTest::newRow(number) << QString::fromLatin1(number);
}

void TestTimeAxis::everyShippedScenarioGoesThereAndBack()
{
    QFETCH(QString, number);
    Stage stage(
        runScenario(number.toStdString(), number == u"16" ? std::optional<Duration>(ms(600'000)) : std::nullopt));
    const trace::Trace& trace = stage.document.trace();
    QVERIFY(!trace.empty());
    for (const AxisKind kind : kKinds) {
        const TimeAxis axis = stage.data.axis(kind, {});
        double last = -1;
        view::Position lastPosition;
        const std::size_t stride = std::max<std::size_t>(1, trace.size() / 4000);
        for (std::size_t i = 0; i < trace.size(); i += stride) {
            const EventId id {static_cast<std::uint32_t>(i)};
            const view::Position after = stage.document.after(id);
            const double place = axis.toAxis(after);
            QVERIFY2(place >= last,
                qPrintable(QStringLiteral("%1: event %2 at %3 after %4")
                               .arg(name(kind))
                               .arg(i)
                               .arg(place, 0, 'g', 17)
                               .arg(last, 0, 'g', 17)));
            if (kind == AxisKind::ByEvent || after.at > lastPosition.at)
                QVERIFY2(
                    place > last, qPrintable(QStringLiteral("%1: event %2 does not move on").arg(name(kind)).arg(i)));
            last = place;
            lastPosition = after;
            const view::Position back = axis.toPosition(place);
            QVERIFY2(std::abs((back.at - after.at).count()) <= 1,
                qPrintable(QStringLiteral("%1: event %2 comes back %3 ns off")
                               .arg(name(kind))
                               .arg(i)
                               .arg((back.at - after.at).count())));
            if (kind == AxisKind::ByEvent)
                QCOMPARE(back.applied, after.applied);
            QVERIFY(std::abs(axis.ofEvent(id) - place) < 1e-6 * std::max(1.0, place));
        }
        QVERIFY(axis.toAxis(stage.document.endPosition()) <= axis.length() + 1e-9);
        QVERIFY(axis.toPosition(axis.length()).at == stage.document.end());
        QVERIFY(axis.toPosition(-5).at == kStart);
    }
}

void TestTimeAxis::eventsOfOneInstantLieApartByEvent()
{
    const trace::Trace trace = traceOf({0, 0, 0, 1000}, trace::EventKind::Mark);
    const TimeAxis axis = TimeAxis::byEvent(trace, trace.end());
    QCOMPARE(axis.ofEvent(EventId {0}), 1.0);
    QCOMPARE(axis.ofEvent(EventId {2}), 3.0);
    QCOMPARE(axis.toPosition(2.0), (view::Position {kStart, 2}));
    QCOMPARE(axis.toPosition(3.5), (view::Position {kStart + ms(500), 3}));
    QCOMPARE(axis.toAxis(view::Position {kStart + ms(250), 3}), 3.25);
}

void TestTimeAxis::whatIsBeforeAPlaceIsWhatABoundarySays()
{
    Stage stage(runScenario("13"));
    const trace::Trace& trace = stage.document.trace();
    for (const AxisKind kind : kKinds) {
        const TimeAxis axis = stage.data.axis(kind, {});
        for (int step = -3; step < 997; ++step) {
            const double place = axis.length() * step / 990.0 + 1e-7;
            const view::Position boundary = axis.boundary(place);
            std::size_t before = 0;
            for (std::size_t i = 0; i < trace.size(); ++i)
                before += axis.ofEvent(EventId {static_cast<std::uint32_t>(i)}) < place ? 1U : 0U;
            QCOMPARE(stage.data.clock().before(trace, boundary), before);
        }
        // All columns of a picture at once, beyond both ends as well.
        for (const std::size_t columns : {1U, 31U, 33U, 700U, 4000U}) {
            const Cuts cuts = makeCuts(stage.data, axis, {-0.02 * axis.length(), 1.03 * axis.length()}, columns);
            QCOMPARE(cuts.event.size(), columns + 1);
            for (std::size_t i = 0; i <= columns; ++i)
                QCOMPARE(std::size_t {cuts.event[i]}, stage.data.clock().before(trace, cuts.at[i]));
        }
    }
}

void TestTimeAxis::nothingThatIsNotableIsFolded()
{
    for (const char* number : {"09", "10", "13", "15", "22", "24", "28"}) {
        Stage stage(runScenario(number));
        const trace::Trace& trace = stage.document.trace();
        const TimeAxis axis = stage.data.axis(AxisKind::Folded, {});
        for (const Fold& fold : axis.folds()) {
            QVERIFY(fold.from < fold.to);
            for (std::size_t i = 0; i < trace.size(); ++i) {
                const bool inside = trace[i].at > fold.from && trace[i].at < fold.to;
                QCOMPARE(inside, i >= fold.firstEvent && i < fold.endEvent);
                QVERIFY2(!inside || !isNotable(trace[i]),
                    qPrintable(QStringLiteral("%1: event %2 (%3) is folded away")
                                   .arg(QString::fromLatin1(number))
                                   .arg(i)
                                   .arg(QString::fromUtf8(trace::kindName(trace[i].kind).data()))));
            }
        }
        QVERIFY(axis.folds().size() <= FoldingIndex::kManyBreaks);
    }
}

void TestTimeAxis::foldsAndTheRestAddUpToTheWhole()
{
    Stage stage(runScenario("09"));
    const TimeAxis axis = stage.data.axis(AxisKind::Folded, {});
    QVERIFY(!axis.folds().empty());
    Duration folded {};
    Duration open {};
    Instant at {};
    double place = 0;
    double foldedRoom = 0;
    for (const Fold& fold : axis.folds()) {
        open += fold.from - at;
        folded += fold.length();
        at = fold.to;
        const auto [from, to] = axis.placesOf(fold);
        QVERIFY(from > place);
        QVERIFY(to > from);
        foldedRoom += to - from;
        place = to;
    }
    open += stage.document.end() - at;
    QCOMPARE((open + folded).count(), toNs(stage.document.end()));
    // Eleven of its twelve minutes are silence, and take less than a third of the room.
    QVERIFY(folded > std::chrono::minutes(10));
    QVERIFY(foldedRoom < axis.length() / 3);
}

void TestTimeAxis::routineIsFoldedAndCounted()
{
    trace::Trace trace;
    const auto add = [&](std::int64_t at, trace::EventKind kind) {
        trace::Event e;
        e.at = kStart + ms(at);
        e.kind = kind;
        trace.append(e);
    };
    add(0, trace::EventKind::ConnectStarted);
    for (int second = 1; second < 100; ++second)
        add(second * 1000, trace::EventKind::RequestSent);
    add(100'000, trace::EventKind::FinSent);
    const FoldedScale scale = scaleOf(trace, trace.end());
    QCOMPARE(scale.folds.size(), std::size_t {1});
    QCOMPARE(scale.folds.front().from, kStart + ms(2000));
    QCOMPARE(scale.folds.front().to, kStart + ms(98'000));
    QCOMPARE(scale.folds.front().events(), std::size_t {95}); // those from 3 s to 97 s
    // A rule that is longer than the gap folds nothing.
    QVERIFY(scaleOf(trace, trace.end(), {ms(200'000)}).folds.empty());
    // Labels are exact: a fold is a whole number of seconds, whatever surrounds it.
    Stage stage(runScenario("10"));
    const TimeAxis axis = stage.data.axis(AxisKind::Folded, {});
    for (const Fold& fold : axis.folds())
        QCOMPARE(fold.length().count() % 1'000'000'000, 0);
}

void TestTimeAxis::aTraceThatGrowsGetsTheSameScaleAsOneReadAtOnce()
{
    Stage stage(runScenario("22"));
    const trace::Trace& trace = stage.document.trace();
    FoldingIndex atOnce;
    atOnce.extend(trace, trace.size());
    FoldingIndex piecewise;
    for (std::size_t size = 0; size < trace.size(); size += 97)
        piecewise.extend(trace, size);
    piecewise.extend(trace, trace.size());
    const FoldedScale a = atOnce.scale(trace, stage.document.end(), {});
    const FoldedScale b = piecewise.scale(trace, stage.document.end(), {});
    QCOMPARE(a.folds, b.folds);
    QCOMPARE(a.knots.size(), b.knots.size());
    for (std::size_t i = 0; i < a.knots.size(); ++i)
        QVERIFY(a.knots[i].at == b.knots[i].at && a.knots[i].u == b.knots[i].u);
}

void TestTimeAxis::switchingKeepsWhatIsInView()
{
    Stage stage(runScenario("15"));
    for (const AxisKind from : kKinds) {
        for (const AxisKind to : kKinds) {
            const TimeAxis a = stage.data.axis(from, {});
            const TimeAxis b = stage.data.axis(to, {});
            const AxisRange range {a.toAxis(fromNs(500'000'000)), a.toAxis(fromNs(541'000'000'000))};
            const AxisRange there = carriedOver(range, a, b);
            const AxisRange back = carriedOver(there, b, a);
            QVERIFY(there.length() > 0);
            QCOMPARE(b.toInstant(there.from), a.toInstant(range.from));
            QCOMPARE(b.toInstant(there.to), a.toInstant(range.to));
            QVERIFY2(std::abs(back.from - range.from) < 1e-6 * a.length()
                    && std::abs(back.to - range.to) < 1e-6 * a.length(),
                qPrintable(name(from) + QStringLiteral(" to ") + name(to) + QStringLiteral(" and back")));
        }
    }
}

void TestTimeAxis::labelsDoNotOverlapAtAnyZoom()
{
    const auto width = [](const QString& text) { return 7.0 * static_cast<double>(text.size()); };
    for (const char* number : {"09", "13", "22"}) {
        Stage stage(runScenario(number));
        for (const AxisKind kind : kKinds) {
            const TimeAxis axis = stage.data.axis(kind, {});
            for (double zoom = 1; zoom < 1e6; zoom *= 3.7) {
                for (const double middle : {0.0, 0.31, 0.77, 1.0}) {
                    const double half = axis.length() / zoom / 2;
                    const Scale scale {{axis.length() * middle - half, axis.length() * middle + half}, 100, 1300};
                    double last = -1e9;
                    int labelled = 0;
                    for (const Tick& tick : makeTicks(axis, scale, stage.look.format(), width)) {
                        if (tick.label.isEmpty())
                            continue;
                        ++labelled;
                        QVERIFY2(tick.labelLeft >= last + 6, qPrintable(name(kind) + u' ' + tick.label));
                        QVERIFY(tick.labelLeft >= scale.left - 0.51
                            && tick.labelLeft + tick.labelWidth <= scale.right + 0.51);
                        last = tick.labelLeft + tick.labelWidth;
                    }
                    const bool torn = std::any_of(axis.folds().begin(), axis.folds().end(), [&](const Fold& fold) {
                        return axis.placesOf(fold).first < scale.range.to
                            && axis.placesOf(fold).second > scale.range.from;
                    });
                    if (middle > 0 && middle < 1 && zoom < 1e4 && !torn)
                        QVERIFY2(labelled >= (kind == AxisKind::ByEvent ? 0 : 1),
                            qPrintable(QStringLiteral("%1 %2 at %3: no label")
                                           .arg(QString::fromLatin1(number), name(kind))
                                           .arg(zoom)));
                }
            }
        }
    }
}

void TestTimeAxis::tickTextsSayWhatIsNeeded()
{
    const theme::Format format;
    const QString nbsp(QChar(0x00A0));
    QCOMPARE(tickText(kStart, 1e9, format), u"0" + nbsp + u"s");
    QCOMPARE(tickText(fromNs(1'084'000), 1e5, format), u"1.1" + nbsp + u"ms");
    QCOMPARE(tickText(fromNs(4'317'000'000), 1e6, format), u"4.317" + nbsp + u"s");
    QCOMPARE(tickText(fromNs(5'000'000'000), 1e9, format), u"5" + nbsp + u"s");
    QCOMPARE(tickText(fromNs(500'000'000), 1e8, format, true), u"0.5" + nbsp + u"s");
    QCOMPARE(tickText(fromNs(1'000'000'000), 1e6, format), u"1" + nbsp + u"s");
    QCOMPARE(tickText(fromNs(543'181'000'000), 1e9, format), QStringLiteral("9:03"));
    QCOMPARE(tickText(fromNs(543'181'000'000), 1e6, format), QStringLiteral("9:03.181"));
}

/// Between two marks, breaks or ends of the view a pixel is about the same time.
void TestTimeAxis::aChangeOfScaleShowsWhereThereIsNoBreak()
{
    test::Stage stage(test::runScenario("13"));
    const Frame frame = stage.frame(AxisKind::Folded, {1200, 360});
    const Scale scale = makeLayout(frame).scale;
    const std::vector<double> marks = scaleChanges(*frame.axis, scale);
    QVERIFY(!marks.empty());
    QVERIFY(std::is_sorted(marks.begin(), marks.end()));
    const auto apart = [&](double x) {
        const auto isNear = [x](double other) { return std::abs(other - x) < 16; };
        return std::any_of(marks.begin(), marks.end(), isNear)
            || std::any_of(frame.axis->folds().begin(), frame.axis->folds().end(), [&](const Fold& fold) {
                   const auto [from, to] = frame.axis->placesOf(fold);
                   return isNear(scale.toPixel(from)) || isNear(scale.toPixel(to));
               });
    };
    double before = 0;
    const auto knots = frame.axis->knots();
    for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
        const double from = scale.toPixel(knots[i].u);
        const double width = scale.toPixel(knots[i + 1].u) - from;
        if (width < 8)
            continue; // no place to read a scale at
        const double here = static_cast<double>((knots[i + 1].at - knots[i].at).count()) / width;
        if (before > 0 && std::max(here / before, before / here) >= 10 && from >= scale.left + 8
            && from <= scale.right - 8)
            QVERIFY2(apart(from), qPrintable(QString::number(from)));
        before = here;
    }
    // A plain axis has one scale.
    QVERIFY(scaleChanges(*stage.frame(AxisKind::Linear, {1200, 360}).axis, scale).empty());
}

QTEST_MAIN(TestTimeAxis)
#include "tst_timeaxis.moc"
