// SPDX-License-Identifier: GPL-3.0-or-later
// No text of the topology lies on another or leaves its card, in any shipped scenario, at any of six sizes, nor on the marks of ends.
#include "topology/describe.h"
#include "topology/labels.h"
#include "topology/linefield.h"
#include "topologysupport.h"

#include <QFontMetricsF>
#include <QTest>
#include <QTranslator>

#include <algorithm>

using namespace connscope;
using namespace connscope::topology;
using connscope::test::us;

class TestTopologyLabels : public QObject {
    Q_OBJECT

private slots:
    void nothingOverlapsAndNothingIsClipped_data();
    void nothingOverlapsAndNothingIsClipped();
    void whatAClientIsStandsUnderItsNameInFull_data() { nothingOverlapsAndNothingIsClipped_data(); }
    void whatAClientIsStandsUnderItsNameInFull();
    void onlyWhatMayBeTriedAgainIsSaidTo();
    void noWordsLieOnTheLineOfAnotherLink_data() { nothingOverlapsAndNothingIsClipped_data(); }
    void noWordsLieOnTheLineOfAnotherLink();
    void namesAtLargeTypeDoNotLieAcrossTheirOwnLines();
    void whatIsNotReadIsToldAlikeOnEachLink();
    void aListOfPartitionsTakesAsManyRowsAsItNeeds();
    void coordinatorsAreMarkedAlikeInEveryLanguage();
};

void TestTopologyLabels::nothingOverlapsAndNothingIsClipped_data()
{
    QTest::addColumn<QString>("file");
    for (const std::string& name : test::shippedScenarios())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

namespace {

struct Text {
    QRectF rect;
    QString text;
};

std::vector<Text> textsOf(const Scene& scene)
{
    std::vector<Text> out;
    for (const std::vector<Label>* labels : {&scene.still, &scene.moving}) {
        for (const Label& label : *labels)
            out.push_back({label.rect, label.text});
    }
    for (const BadgePicture& badge : scene.badges)
        out.push_back({badge.rect, theme::Format::nodeId(badge.node)});
    return out;
}

/// Marks that are no text and may not lie on one either.
std::vector<Text> marksOf(const test::Theatre& theatre, const Scene& scene)
{
    std::vector<Text> out;
    const Stage stage = theatre.stage();
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
        const PlacedNode& node = stage.placement.nodes[n];
        if (node.detail == Detail::Compact && signOf(scene.nodes[n].mood))
            out.push_back({compactRows(node, stage.placement, stage.metrics, true).sign,
                QStringLiteral("sign of ") + scene.nodes[n].title});
    }
    for (std::size_t l = 0; l < scene.links.size(); ++l) {
        if (const auto cap = capOf(stage.placement.links[l], scene.links[l], stage.metrics))
            out.push_back({cap->rect(), QStringLiteral("cap of link %1").arg(l)});
    }
    return out;
}

/// What happens seldom and is told at once: shortly after kills, closes, refusals.
std::vector<Instant> sometimes(const trace::Trace& trace)
{
    std::vector<Instant> out;
    for (std::size_t i = 0; i < trace.size() && out.size() < 4; ++i) {
        switch (trace[i].kind) {
        case trace::EventKind::ClientKilled:
        case trace::EventKind::ClientClosed:
        case trace::EventKind::ConnectFailed:
        case trace::EventKind::FinReceived:
            if (out.empty() || trace[i].at - out.back() > ms(200))
                out.push_back(trace[i].at + us(300));
            break;
        default:
            break;
        }
    }
    return out;
}

} // namespace

void TestTopologyLabels::nothingOverlapsAndNothingIsClipped()
{
    QFETCH(QString, file);
    test::Theatre theatre(test::runScenario(file.toStdString(), std::chrono::minutes(12)));
    const Instant end = theatre.document.end();
    for (const QSizeF size : {QSizeF(697, 242), QSizeF(915, 340), QSizeF(640, 480), QSizeF(1024, 700),
             QSizeF(1280, 800), QSizeF(1920, 1080)}) {
        theatre.resize(size);
        std::vector<Instant> instants = sometimes(theatre.document.trace());
        for (const int percent : {0, 1, 30, 62, 100})
            instants.push_back(kStart + Duration {(end - kStart).count() / 100 * percent});
        for (const Instant t : instants) {
            for (const bool playing : {false, true}) {
                const bool slow = t - kStart < (end - kStart) / 50;
                const Scene scene = theatre.scene(t, {slow ? 0.05 : 1.0, playing});
                const std::vector<Text> texts = textsOf(scene);
                for (std::size_t a = 0; a < texts.size(); ++a) {
                    const QString where = QStringLiteral("%1 x %2, %3 s: '%4' at %5,%6 %7x%8")
                                              .arg(size.width())
                                              .arg(size.height())
                                              .arg(static_cast<double>(toNs(t)) * 1e-9)
                                              .arg(texts[a].text)
                                              .arg(texts[a].rect.x())
                                              .arg(texts[a].rect.y())
                                              .arg(texts[a].rect.width())
                                              .arg(texts[a].rect.height());
                    QVERIFY2(theatre.placement->bounds.contains(texts[a].rect), qPrintable(where));
                    for (const Text& mark : marksOf(theatre, scene)) {
                        const QRectF common = texts[a].rect.intersected(mark.rect);
                        QVERIFY2(common.width() < 1 || common.height() < 1,
                            qPrintable(where + QStringLiteral(" on %1").arg(mark.text)));
                    }
                    for (std::size_t b = a + 1; b < texts.size(); ++b) {
                        const QRectF common = texts[a].rect.intersected(texts[b].rect);
                        QVERIFY2(common.width() < 1 || common.height() < 1,
                            qPrintable(where + QStringLiteral(" on '%1'").arg(texts[b].text)));
                    }
                }
                for (const std::vector<Label>* labels : {&scene.still, &scene.moving}) {
                    for (const Label& label : *labels) {
                        const QFont font = label.mono ? theatre.look.mono(label.type) : theatre.look.text(label.type);
                        QVERIFY2(QFontMetricsF(font).horizontalAdvance(label.text) <= label.rect.width() + 1.5,
                            qPrintable(QStringLiteral("'%1' is clipped").arg(label.text)));
                    }
                }
            }
        }
    }
}

/// A bootstrap address that real brokers have replaced is never tried again, whatever its backoff; a broker's id may be.
/// One place for it: right under the name, never beside a port, where it would read as a word about that connection.
void TestTopologyLabels::whatAClientIsStandsUnderItsNameInFull()
{
    QFETCH(QString, file);
    test::Theatre theatre(test::runScenario(file.toStdString(), std::chrono::minutes(12)));
    const Instant end = theatre.document.end();
    // The topology's place in a window of 1024x700, 1280x800 and 1920x1080, for a class and with all panels.
    for (const QSizeF size : {QSizeF(697, 242), QSizeF(915, 340), QSizeF(1014, 372), QSizeF(1270, 470),
             QSizeF(1555, 560), QSizeF(1910, 760)}) {
        theatre.resize(size);
        for (const Instant t : {kStart, kStart + ms(400), kStart + (end - kStart) / 2, end}) {
            const Scene scene = theatre.scene(t);
            for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
                const PlacedNode& node = theatre.placement->nodes[n];
                if (node.kind != NodeKind::Client)
                    continue;
                const QString where = QStringLiteral("%1 x %2, %3 s: '%4' of %5")
                                          .arg(size.width())
                                          .arg(size.height())
                                          .arg(static_cast<double>(toNs(t)) * 1e-9)
                                          .arg(scene.nodes[n].line, scene.nodes[n].title);
                const Label* title = nullptr;
                const Label* line = nullptr;
                for (std::size_t i = 0; i < scene.nodeLabels; ++i) {
                    const Label& label = scene.still[i];
                    if (!node.rect.contains(label.rect.center()))
                        continue;
                    if (label.text == scene.nodes[n].title)
                        title = &label;
                    else if (label.text == scene.nodes[n].line
                        || (node.detail == Detail::Compact
                            && scene.nodes[n].line.startsWith(label.text + QStringLiteral(" · "))))
                        line = &label;
                    else // no part of it either
                        QVERIFY2(label.shape != Label::Shape::Plain || !label.text.endsWith(u'…'),
                            qPrintable(where + QStringLiteral(": '%1'").arg(label.text)));
                }
                // Where ports lie as close as lines of text there are no badges, and a low card has its name alone.
                if (node.detail == Detail::Compact && !line)
                    continue;
                QVERIFY2(title && line, qPrintable(where));
                QCOMPARE(line->rect.left(), title->rect.left());
                QVERIFY2(line->rect.top() >= title->rect.bottom() - 1
                        && line->rect.top() <= title->rect.bottom() + theatre.metrics->small / 2,
                    qPrintable(where));
            }
        }
    }
}

void TestTopologyLabels::onlyWhatMayBeTriedAgainIsSaidTo()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("09")));
    theatre.resize({1280, 800});
    std::size_t replaced = 0;
    std::size_t others = 0;
    const trace::Trace& trace = theatre.document.trace();
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (trace[i].kind != trace::EventKind::BackoffStarted || !trace[i].connection.isValid())
            continue;
        const Scene scene = theatre.scene(trace[i].at + us(100));
        const std::uint32_t link = theatre.placement->linkOfSlot[theatre.cast.slotOf(trace[i].connection)];
        const bool isBootstrap = theatre.document.life(trace[i].connection)->node.isBootstrap();
        QCOMPARE(scene.links[link].backoff.has_value(), !isBootstrap);
        const auto says = [](const Label& label) { return label.text.contains(QStringLiteral("try again")); };
        QVERIFY(!isBootstrap || std::none_of(scene.moving.begin(), scene.moving.end(), says));
        QCOMPARE(linkWords(theatre.stage(), scene, link).contains(QStringLiteral("try again")), !isBootstrap);
        (isBootstrap ? replaced : others) += 1;
    }
    QVERIFY(replaced > 0 && others > 0);
}

/// A line behind words seems to be what they tell of. What stays finds a place where no other line passes; names of messages
/// are where their messages are, and have one only where there is any.
void TestTopologyLabels::noWordsLieOnTheLineOfAnotherLink()
{
    QFETCH(QString, file);
    test::Theatre theatre(test::runScenario(file.toStdString(), std::chrono::minutes(12)));
    const Instant end = theatre.document.end();
    int names = 0;
    int onLines = 0;
    for (const QSizeF size : {QSizeF(697, 242), QSizeF(915, 340), QSizeF(960, 540), QSizeF(1024, 700),
             QSizeF(1280, 764), QSizeF(1280, 800), QSizeF(1920, 1080)}) {
        theatre.resize(size);
        std::vector<Instant> instants = sometimes(theatre.document.trace());
        for (const int percent : {0, 1, 30, 62, 100})
            instants.push_back(kStart + Duration {(end - kStart).count() / 100 * percent});
        for (const Instant t : instants) {
            const Scene scene = theatre.scene(t, {1.0, true});
            const LineField lines(scene, *theatre.placement, 10'000);
            const auto isOnLine = [&lines](const Label& label) {
                return lines.crossed(label.rect.adjusted(1, 1, -1, -1), label.link) > 0;
            };
            for (std::size_t i = scene.nodeLabels; i < scene.still.size(); ++i) {
                const Label& label = scene.still[i];
                QVERIFY2(!isOnLine(label),
                    qPrintable(QStringLiteral("%1 x %2, %3 s: '%4' lies on another link's line")
                                   .arg(size.width())
                                   .arg(size.height())
                                   .arg(static_cast<double>(toNs(t)) * 1e-9)
                                   .arg(label.text)));
            }
            for (const Label& label : scene.moving) {
                names += label.shape == Label::Shape::Halo ? 1 : 0;
                onLines += label.shape == Label::Shape::Halo && isOnLine(label) ? 1 : 0;
            }
        }
    }
    QVERIFY2(onLines <= 6 + names / 4, qPrintable(QStringLiteral("%1 of %2 names").arg(onLines).arg(names)));
}

void TestTopologyLabels::namesAtLargeTypeDoNotLieAcrossTheirOwnLines()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("13")));
    // The topology of a window of 1280 × 800 in larger type, and of one of 1024 × 700.
    for (const auto& [size, scale] : {std::pair(QSizeF(913, 312), 1.3), std::pair(QSizeF(658, 278), 1.0)}) {
        theatre.look.setTextScale(scale);
        theatre.metrics = std::make_unique<Metrics>(theatre.look);
        theatre.resize(size);
        const Scene scene = theatre.scene(kStart + us(3500));
        const LineField lines(scene, *theatre.placement, 100);
        int names = 0;
        for (const Label& label : scene.moving) {
            if (label.shape != Label::Shape::Halo)
                continue;
            ++names;
            const Curve& line = theatre.placement->links[label.link].curve;
            const auto [high, low] = std::minmax({line.y(label.rect.left()), line.y(label.rect.right())});
            const bool misses = low < label.rect.top() || high > label.rect.bottom();
            QVERIFY2(misses || low - high < theatre.metrics->small / 4,
                qPrintable(QStringLiteral("%1 at %2 in %3 to %4, line from %5 to %6")
                               .arg(label.text)
                               .arg(size.width())
                               .arg(label.rect.top())
                               .arg(label.rect.bottom())
                               .arg(high)
                               .arg(low)));
            QVERIFY2(lines.crossed(label.rect.adjusted(1, 1, -1, -1), label.link) == 0, qPrintable(label.text));
        }
        QCOMPARE(names, 6); // two requests to each of three brokers
    }
}

void TestTopologyLabels::whatIsNotReadIsToldAlikeOnEachLink()
{
    test::Theatre theatre(test::runScenario(test::scenarioNamed("10"), std::chrono::minutes(2)));
    // With badges, and in a small window in the type of a hall, without.
    for (const auto& [size, scale] : {std::pair(QSizeF(913, 343), 1.0), std::pair(QSizeF(1008, 338), 1.3)}) {
        theatre.look.setTextScale(scale);
        theatre.metrics = std::make_unique<Metrics>(theatre.look);
        theatre.resize(size);
        const Scene scene = theatre.scene(kStart + ms(61'500));
        int told = 0;
        for (const Label& label : scene.moving) {
            if (!label.text.contains(QStringLiteral("not read yet")))
                continue;
            ++told;
            QCOMPARE(label.rect.center().y(), theatre.placement->links[label.link].curve.from.y());
        }
        QCOMPARE(told, 3);
    }
}

void TestTopologyLabels::aListOfPartitionsTakesAsManyRowsAsItNeeds()
{
    // Beside its ids the card has no row for all of "t4-1, t4-0, t4-4, t4-3, t4-2".
    test::Theatre theatre(test::runScenario(test::scenarioNamed("14"), ms(10'000)));
    int broken = 0;
    for (const QSizeF size : {QSizeF(697, 242), QSizeF(724, 275), QSizeF(658, 243)}) {
        theatre.resize(size);
        const PlacedNode& card = theatre.placement->nodes.front();
        QCOMPARE(static_cast<int>(card.detail), static_cast<int>(Detail::Snug));
        const Scene scene = theatre.scene(kStart + ms(9000));
        QStringList rows;
        for (std::size_t i = 0; i < scene.nodeLabels; ++i) {
            if (scene.still[i].text.contains(QStringLiteral("t4-")) && card.rect.contains(scene.still[i].rect))
                rows << scene.still[i].text;
        }
        broken += rows.size() > 1 ? 1 : 0;
        const QString all = rows.join(QStringLiteral(", "));
        QCOMPARE(all, scene.nodes.front().chips.front().text);
    }
    QVERIFY(broken > 0);
}

namespace {

/// A language in which a coordinator is said shortly.
class Brief : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override
    {
        return qstrcmp(source, "coordinator %1") == 0 ? QStringLiteral("协 %1") : QString();
    }
};

} // namespace

/// In words or by its letter: who shows a picture to others in another language shows the same picture.
void TestTopologyLabels::coordinatorsAreMarkedAlikeInEveryLanguage()
{
    const auto letters = [](const test::Theatre& theatre) {
        std::vector<bool> out;
        for (const Label& label : theatre.scene(kStart + ms(8000)).still) {
            if (label.shape == Label::Shape::CoordinatorChip)
                out.push_back(label.text.size() == 1);
        }
        return out;
    };
    std::size_t inWords = 0;
    std::size_t byLetter = 0;
    for (const char* number : {"13", "21"}) {
        test::Theatre theatre(test::runScenario(test::scenarioNamed(number), std::chrono::seconds(9)));
        for (int width = 480; width <= 1400; width += 20) {
            theatre.resize(QSizeF(width, width * 0.4));
            const std::vector<bool> before = letters(theatre);
            Brief brief;
            QCoreApplication::installTranslator(&brief);
            const std::vector<bool> after = letters(theatre);
            QCoreApplication::removeTranslator(&brief);
            QVERIFY2(before == after, qPrintable(QStringLiteral("%1 px wide").arg(width)));
            for (const bool letter : before)
                ++(letter ? byLetter : inWords);
        }
    }
    QVERIFY(inWords > 0 && byLetter > 0);
}

QTEST_MAIN(TestTopologyLabels)
#include "tst_topologylabels.moc"
