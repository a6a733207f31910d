// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/document.h"
#include "view/dots.h"
#include "view/place.h"

#include <QTest>

using namespace connscope;
using namespace connscope::view;

class TestPlace : public QObject {
    Q_OBJECT

private slots:
    void places_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ms");
        QTest::addColumn<int>("applied");
        QTest::newRow("a time") << QStringLiteral("9m") << qint64(540'000) << 3;
        QTest::newRow("a step on") << QStringLiteral("+30s") << qint64(90'000) << 1;
        QTest::newRow("a step back") << QStringLiteral("-30s") << qint64(30'000) << 1;
        QTest::newRow("a step beyond") << QStringLiteral("+9h") << qint64(600'000) << 4;
        QTest::newRow("a step before") << QStringLiteral("-9h") << qint64(0) << 0;
        QTest::newRow("a time beyond") << QStringLiteral("11m") << qint64(600'000) << 4;
        QTest::newRow("a clock beyond") << QStringLiteral("1:00:00") << qint64(600'000) << 4;
        QTest::newRow("an event") << QStringLiteral("#1") << qint64(540'000) << 2;
        QTest::newRow("a clock") << QStringLiteral("9:03.181") << qint64(543'181) << 3;
        QTest::newRow("a long clock") << QStringLiteral("00:09:00") << qint64(540'000) << 3;
        QTest::newRow("with blanks") << QStringLiteral("  1500ms ") << qint64(1500) << 1;
        QTest::newRow("start") << QStringLiteral("start") << qint64(0) << 0;
        QTest::newRow("end") << QStringLiteral("end") << qint64(600'000) << 4;
    }
    void aLengthIsSaidInTheLanguage()
    {
        Document document;
        document.replace(test::content(test::dots({1000, 90'000})));
        const auto english = parsePlace("9h", document, {});
        QVERIFY(english && english->note.find("ends at 1m30s") != std::string::npos);
        const auto chinese = parsePlace("9h", document, {}, analysis::Language::Chinese);
        QVERIFY(chinese && chinese->note.find("1 分 30 秒") != std::string::npos);
        QVERIFY(chinese->note.find("30s") == std::string::npos);
    }
    void anEventIsNamed()
    {
        Document document;
        document.replace(test::content(test::dots({1000, 2000, 3000})));
        QCOMPARE(parsePlace("#1", document, {})->event, EventId {1});
        QVERIFY(!parsePlace("2s", document, {})->event.isValid());
    }
    void places()
    {
        QFETCH(QString, text);
        QFETCH(qint64, ms);
        QFETCH(int, applied);
        Document document;
        document.replace(test::content(test::dots({1000, 540'000, 540'000, 600'000})));
        const Position now = document.positionAt(kStart + std::chrono::minutes(1));
        const auto place = parsePlace(text.toStdString(), document, now);
        QVERIFY2(place, place ? "" : place.error().message.c_str());
        QCOMPARE(place->position.at, kStart + connscope::ms(ms));
        QCOMPARE(place->position.applied, static_cast<std::size_t>(applied));
        const QByteArray row = QTest::currentDataTag();
        const char* said = row.endsWith("beyond") ? "ends at 10m" : row.endsWith("before") ? "start" : "";
        QVERIFY2(
            place->note.empty() == (*said == 0) && place->note.find(said) != std::string::npos, place->note.c_str());
    }

    /// As the tool bar shows it beside the clock.
    void aTimeOnTheWallIsFoundWithinTheTrace()
    {
        Document document;
        auto content = test::content(test::dots({1000, 540'000, 540'000, 600'000}));
        content->trace.header().epochMs = 1'767'434'370'250; // 2026-01-03 09:59:30.250
        document.replace(std::move(content));
        const auto at = [&](const char* text) {
            const auto place = parsePlace(text, document, {});
            return place ? std::pair(place->position.at - kStart, place->note)
                         : std::pair(Duration(-1), std::string());
        };
        QCOMPARE(at("10:00:57").first, Duration(ms(86'750)));
        QCOMPARE(at("10:00:57,500").first, Duration(ms(87'250)));
        QCOMPARE(at("10:00:57.5").first, Duration(ms(87'250)));
        QCOMPARE(at("09:59:30").first, Duration(ms(0))); // the second that the wall shows at the start
        QVERIFY(at("10:00:57").second.empty());
        // What the trace has since its start is that.
        QCOMPARE(at("0:01:00").first, Duration(ms(60'000)));
        // Outside of it: the end, and what there is.
        const auto [end, note] = at("11:00:00");
        QCOMPARE(end, Duration(ms(600'000)));
        QVERIFY2(note.find("09:59:30 to 10:09:30") != std::string::npos, note.c_str());
    }

    void aTimeOnTheWallMayBeOfTheNextDay()
    {
        Document document;
        auto content = test::content(test::dots({1000, 600'000}));
        content->trace.header().epochMs = 1'767'484'770'000; // 23:59:30
        document.replace(std::move(content));
        const auto place = parsePlace("23:59:40", document, {});
        QVERIFY(place && place->position.at == kStart + ms(10'000));
    }

    void mistakes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("nothing") << QString() << QStringLiteral("Where to?");
        QTest::newRow("a number") << QStringLiteral("9") << QStringLiteral("Where to?");
        QTest::newRow("no such event") << QStringLiteral("#4") << QStringLiteral("The trace has 4 events");
        QTest::newRow("no event") << QStringLiteral("#x") << QStringLiteral("An event is written as #1203");
        QTest::newRow("no step") << QStringLiteral("+x") << QStringLiteral("duration");
        QTest::newRow("no clock") << QStringLiteral("9:71") << QStringLiteral("9:03.181");
        QTest::newRow("a clock of four") << QStringLiteral("1:1:1:1") << QStringLiteral("9:03.181");
    }
    void mistakes()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        Document document;
        document.replace(test::content(test::dots({1000, 540'000, 540'000, 600'000})));
        const auto place = parsePlace(text.toStdString(), document, {});
        QVERIFY(!place);
        QVERIFY2(QString::fromStdString(place.error().message).contains(message), place.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestPlace)
#include "tst_place.moc"
