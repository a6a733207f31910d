// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage.h"

#include <QFontMetricsF>
#include <QTest>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::timeline;

namespace {

std::vector<Label> allLabels(const Frame& frame, const Layout& layout)
{
    std::vector<Label> all = nameLabels(frame, layout);
    for (const auto& more : {axisLabels(frame, layout), contentLabels(frame, layout), overlayLabels(frame, layout)})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

/// What is wrong with the labels; "" = nothing.
QString problem(const Frame& frame)
{
    const Layout layout = makeLayout(frame);
    const std::vector<Label> labels = allLabels(frame, layout);
    const std::vector<Label> ticks = axisLabels(frame, layout);
    for (std::size_t i = 1; i < ticks.size(); ++i) {
        if (ticks[i].part == Label::Part::Tick && ticks[i - 1].part == Label::Part::Tick
            && ticks[i].text == ticks[i - 1].text)
            return QStringLiteral("'%1' stands twice at the axis").arg(ticks[i].text);
    }
    const QRectF widget({}, frame.size);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const Label& a = labels[i];
        const QFontMetricsF metrics(a.font);
        const double needed = metrics.horizontalAdvance(a.text);
        const QSizeF size = a.vertical ? a.rect.size().transposed() : a.rect.size();
        if (size.width() + 0.6 < needed || size.height() + 0.6 < metrics.height())
            return QStringLiteral("'%1' has no room").arg(a.text);
        if (!widget.contains(a.rect.adjusted(0.5, 0.5, -0.5, -0.5)))
            return QStringLiteral("'%1' is cut by the widget").arg(a.text);
        const bool ofRow = a.part == Label::Part::LaneNode || a.part == Label::Part::LaneName
            || a.part == Label::Part::Group || a.part == Label::Part::GroupCount;
        if (ofRow && a.rect.right() > layout.names.right() + 0.5)
            return QStringLiteral("'%1' runs into the lanes").arg(a.text);
        for (std::size_t k = i + 1; k < labels.size(); ++k) {
            if (a.rect.adjusted(0.3, 0.3, -0.3, -0.3).intersects(labels[k].rect.adjusted(0.3, 0.3, -0.3, -0.3)))
                return QStringLiteral("'%1' lies on '%2'").arg(a.text, labels[k].text);
        }
    }
    return {};
}

} // namespace

/// Where things stand, as numbers.
class TestLayout : public QObject {
    Q_OBJECT

private slots:
    void labelsOfShippedScenariosNeitherOverlapNorGetCut_data();
    void labelsOfShippedScenariosNeitherOverlapNorGetCut();
    void nodeIdsAreNeverCutShort();
    void aHallReadsTheNameOfEveryLane_data() { labelsOfShippedScenariosNeitherOverlapNorGetCut_data(); }
    void aHallReadsTheNameOfEveryLane();
    void aLaneThatIsCutIsNamedWithItsNodeIdOrNotAtAll();
    void rowsFillTheRoomAndDoNotOverlap();
    void theRowUnderAPointIsTheOneThatIsThere();
    void aFoldSaysHowLongItIs();
    void everyFoldSaysHowLongItIsInANarrowWindowToo_data();
    void everyFoldSaysHowLongItIsInANarrowWindowToo();
    void anEndSaysWhoAndWhy();
    void sameFrameSamePixels();
    void everyClosedConnectionShowsItsCloser();
};

void TestLayout::labelsOfShippedScenariosNeitherOverlapNorGetCut_data()
{
    QTest::addColumn<QString>("file");
    for (const std::string& name : shippedScenarios())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestLayout::labelsOfShippedScenariosNeitherOverlapNorGetCut()
{
    QFETCH(QString, file);
    // The long ones are long because they repeat themselves.
    const bool large = file.startsWith(u"29") || file.startsWith(u"16") || file.startsWith(u"25");
    Stage stage(runScenario(file.toStdString(),
        large ? std::optional<Duration>(ms(large && file.startsWith(u"29") ? 20'000 : 620'000)) : std::nullopt));
    QVERIFY(stage.data.lanes().size() > 0);
    stage.playback.goToEnd();
    for (const theme::Language language : {theme::Language::English, theme::Language::Chinese}) {
        stage.look.setLanguage(language);
        for (const QSize size : {QSize(1024, 240), QSize(1280, 300), QSize(1600, 400), QSize(1920, 500)}) {
            for (const AxisKind kind : {AxisKind::Linear, AxisKind::ByEvent, AxisKind::Folded}) {
                Frame frame = stage.frame(kind, size);
                frame.selectedRange = view::Range {kStart, stage.document.end()};
                const auto check = [&](const QString& where) {
                    const QString wrong = problem(frame);
                    QVERIFY2(wrong.isEmpty(),
                        qPrintable(QStringLiteral("%1 in %2×%3, axis %4%5")
                                       .arg(wrong)
                                       .arg(size.width())
                                       .arg(size.height())
                                       .arg(static_cast<int>(kind))
                                       .arg(where)));
                };
                check({});
                frame.perBroker = true;
                frame.scroll = 137;
                check(QStringLiteral(", strips of brokers, scrolled"));
                frame.range = {stage.axis->length() * 0.4, stage.axis->length() * 0.45};
                check(QStringLiteral(", closer"));
            }
        }
    }
}

void TestLayout::nodeIdsAreNeverCutShort()
{
    Stage stage(runScenario("13"));
    for (const int width : {480, 1024, 1920}) {
        const Frame frame = stage.frame(AxisKind::Folded, QSizeF(width, 420));
        const std::vector<Label> labels = nameLabels(frame, makeLayout(frame));
        for (const QString& id : {QStringLiteral("−1"), QStringLiteral("2147483645"), QStringLiteral("0"),
                 QStringLiteral("1"), QStringLiteral("2")}) {
            QVERIFY2(std::any_of(labels.begin(), labels.end(),
                         [&](const Label& l) { return l.part == Label::Part::LaneNode && l.text == id; }),
                qPrintable(QStringLiteral("%1 at width %2").arg(id).arg(width)));
        }
    }
}

/// The type of Present, in its windows: a wide picture has room for a long name.
void TestLayout::aHallReadsTheNameOfEveryLane()
{
    QFETCH(QString, file);
    Stage stage(runScenario(file.toStdString(), std::chrono::minutes(2)));
    for (const auto& [size, scale] : {std::pair(QSizeF(1890, 380), 1.74), std::pair(QSizeF(1250, 300), 1.3)}) {
        stage.look.setTextScale(scale);
        const Frame frame = stage.frame(AxisKind::Folded, size);
        for (const Label& label : nameLabels(frame, makeLayout(frame))) {
            if (label.part == Label::Part::LaneName)
                QVERIFY2(!label.text.endsWith(u'…'), qPrintable(label.text));
        }
    }
}

void TestLayout::aLaneThatIsCutIsNamedWithItsNodeIdOrNotAtAll()
{
    Stage stage(runScenario("10"));
    bool cut = false;
    for (int height = 200; height < 330; height += 3) {
        for (const double scroll : {0.0, 7.0, 15.0}) {
            Frame frame = stage.frame(AxisKind::Folded, QSizeF(520, height));
            frame.scroll = scroll;
            const Layout layout = makeLayout(frame);
            std::vector<bool> hasId(frame.rows.size(), false);
            const std::vector<Label> labels = nameLabels(frame, layout);
            for (const Label& label : labels) {
                if (label.part == Label::Part::LaneNode)
                    hasId[label.row] = true;
            }
            for (const Label& label : labels) {
                if (label.part == Label::Part::LaneName || label.part == Label::Part::Run)
                    QVERIFY2(hasId[label.row], qPrintable(QStringLiteral("%1: %2").arg(height).arg(label.text)));
            }
            for (std::size_t i = 0; i < frame.rows.size(); ++i) {
                const double bottom = layout.rows[i].top + layout.rows[i].height;
                cut |= frame.rows[i].kind == Row::Kind::Lane && !hasId[i]
                    && layout.rows[i].top < layout.lanes.bottom() && bottom > layout.lanes.bottom();
            }
        }
    }
    QVERIFY(cut); // there were such lanes
}

void TestLayout::rowsFillTheRoomAndDoNotOverlap()
{
    Stage stage(runScenario("10"));
    for (const int height : {220, 300, 500, 900}) {
        const Frame frame = stage.frame(AxisKind::Linear, QSizeF(1280, height));
        const Layout layout = makeLayout(frame);
        QVERIFY(layout.header.bottom() <= layout.open.top());
        QVERIFY(layout.open.bottom() <= layout.lanes.top());
        QVERIFY(layout.lanes.bottom() <= layout.axis.top() + 0.5);
        QVERIFY(layout.axis.bottom() <= height + 0.5);
        QVERIFY(layout.names.right() < layout.lanes.left());
        double bottom = layout.lanes.top();
        for (const RowPlace& row : layout.rows) {
            QCOMPARE(row.top, bottom);
            QVERIFY(row.strip.top() >= row.top && row.strip.bottom() <= row.top + row.height);
            bottom = row.top + row.height;
        }
        QCOMPARE(layout.rowsHeight, bottom - layout.lanes.top());
    }
}

void TestLayout::theRowUnderAPointIsTheOneThatIsThere()
{
    Stage stage(runScenario("10"));
    Frame frame = stage.frame(AxisKind::Linear, QSizeF(1280, 300));
    frame.scroll = 55;
    const Layout layout = makeLayout(frame);
    for (double y = 0; y < 300; y += 3) {
        const int row = layout.rowAt(y);
        if (y < layout.lanes.top() || y >= layout.lanes.bottom()) {
            QCOMPARE(row, -1);
        } else if (row >= 0) {
            const RowPlace& place = layout.rows[static_cast<std::size_t>(row)];
            QVERIFY(y >= place.top && y < place.top + place.height);
        }
    }
}

void TestLayout::aFoldSaysHowLongItIs()
{
    Stage stage(runScenario("13", ms(550'000)));
    const Frame frame = stage.frame(AxisKind::Folded, QSizeF(1600, 400));
    const std::vector<Label> labels = contentLabels(frame, makeLayout(frame));
    QCOMPARE(frame.axis->folds().size() >= 1, true);
    const QString length = stage.look.format().duration(frame.axis->folds().front().length());
    QVERIFY(length.startsWith(u"8"));
    QVERIFY(std::any_of(labels.begin(), labels.end(),
        [&](const Label& l) { return l.part == Label::Part::Fold && l.text.contains(length); }));
}

void TestLayout::everyFoldSaysHowLongItIsInANarrowWindowToo_data()
{
    labelsOfShippedScenariosNeitherOverlapNorGetCut_data();
}

void TestLayout::everyFoldSaysHowLongItIsInANarrowWindowToo()
{
    QFETCH(QString, file);
    const bool large = file.startsWith(u"29");
    Stage stage(runScenario(file.toStdString(), large ? std::optional<Duration>(ms(60'000)) : std::nullopt));
    for (const theme::Language language : {theme::Language::English, theme::Language::Chinese}) {
        stage.look.setLanguage(language);
        for (const QSize size : {QSize(560, 180), QSize(740, 230), QSize(1280, 300)}) { // of windows from 800 to 1920
            const Frame frame = stage.frame(AxisKind::Folded, size);
            std::vector<Label> labels = contentLabels(frame, makeLayout(frame));
            for (const Fold& fold : frame.axis->folds()) {
                const QString whole = stage.look.format().duration(fold.length());
                const QString least = stage.look.format().shortDuration(fold.length());
                const auto found = std::find_if(labels.begin(), labels.end(), [&](const Label& l) {
                    return l.part == Label::Part::Fold && (l.text.startsWith(whole) || l.text == least);
                });
                QVERIFY2(found != labels.end(),
                    qPrintable(QStringLiteral("a break of %1 has no label at %2").arg(whole).arg(size.width())));
                labels.erase(found); // each has its own
                QVERIFY(foldWords(fold, stage.look.format()).contains(whole));
            }
            const QString wrong = problem(frame);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }
}

void TestLayout::anEndSaysWhoAndWhy()
{
    Stage stage(runScenario("15"));
    const Frame frame = stage.frame(AxisKind::Folded, QSizeF(1600, 400));
    const std::vector<Label> labels = contentLabels(frame, makeLayout(frame));
    QVERIFY(std::any_of(labels.begin(), labels.end(),
        [](const Label& l) { return l.part == Label::Part::End && l.text == QStringLiteral("client, idle"); }));
    QCOMPARE(endWords(trace::Side::Broker, trace::RuleId::BrokerIdleExpiry), QStringLiteral("broker, idle"));
    QCOMPARE(endWords(trace::Side::Network, trace::RuleId::ConnectionRefused), QStringLiteral("network, refused"));
}

void TestLayout::sameFrameSamePixels()
{
    Stage stage(runScenario("10"));
    Stage other(runScenario("10"));
    for (const AxisKind kind : {AxisKind::Linear, AxisKind::ByEvent, AxisKind::Folded}) {
        for (const double ratio : {1.0, 2.0}) {
            const Frame frame = stage.frame(kind, QSizeF(900, 300), ratio);
            const QImage first = render(frame);
            Frame elsewhere = frame;
            elsewhere.range = {0, frame.axis->length() / 7};
            elsewhere.playhead = stage.document.endPosition();
            QVERIFY(render(elsewhere) != first);
            QVERIFY(render(frame) == first); // there and back
            QVERIFY(render(other.frame(kind, QSizeF(900, 300), ratio)) == first); // another run
        }
    }
}

void TestLayout::everyClosedConnectionShowsItsCloser()
{
    Stage stage(runScenario("10"));
    const Frame frame = stage.frame(AxisKind::Linear, QSizeF(1600, 600));
    const Layout layout = makeLayout(frame);
    const QImage image = render(frame);
    for (std::size_t row = 0; row < frame.rows.size(); ++row) {
        if (frame.rows[row].kind != Row::Kind::Lane || layout.rows[row].strip.bottom() > layout.lanes.bottom())
            continue;
        for (const End& end : stage.data.segments().track(frame.rows[row].lane).ends) {
            const double x = layout.scale.toPixel(frame.axis->ofEvent(EventId {end.event}));
            const QColor mark = stage.look.theme().closer(stage.data.closerOf(ConnectionId {end.connection})).mark;
            bool found = false;
            const QRect around
                = QRectF(x - 1, layout.rows[row].strip.top() - 2, 12, layout.rows[row].strip.height() + 4)
                      .toAlignedRect()
                & image.rect();
            for (int py = around.top(); py <= around.bottom(); ++py) {
                for (int px = around.left(); px <= around.right(); ++px)
                    found = found || image.pixelColor(px, py) == mark;
            }
            QVERIFY2(found, qPrintable(QStringLiteral("event %1 has no cap").arg(end.event)));
        }
    }
}

QTEST_MAIN(TestLayout)
#include "tst_layout.moc"
