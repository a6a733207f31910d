// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settingsbox.h"
#include "scenario/reader.h"
#include "theme/look.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using namespace connscope::app;

namespace {

const char* const kText = "connscope: 1\n"
                          "cluster: {brokers: 2}\n"
                          "clients:\n"
                          "  - {name: reader, kind: consumer, config: {group.id: g}}\n"
                          "  - {name: writer, kind: producer}\n";

scenario::Scenario two()
{
    auto read = scenario::tryScenario(kText, "two.yaml");
    if (!read.scenario)
        qFatal("%s", read.errors.front().toString().c_str());
    return std::move(*read.scenario);
}

QStringList offered(const QString& line, const std::string& profile = {})
{
    return settingCompletion(line, line.size(), two(), profile).words;
}

} // namespace

class TestSettingsBox : public QObject {
    Q_OBJECT

private slots:
    void namesComeFirst()
    {
        QCOMPARE(offered({}),
            (QStringList {QStringLiteral("*."), QStringLiteral("reader."), QStringLiteral("writer."),
                QStringLiteral("broker."), QStringLiteral("broker.0."), QStringLiteral("broker.1.")}));
        QCOMPARE(offered(QStringLiteral("w")), QStringList {QStringLiteral("writer.")});
        QVERIFY(offered(QStringLiteral("nobody.")).isEmpty());
    }

    void keysComeWithTheirDefaults()
    {
        const QStringList reader = offered(QStringLiteral("reader."));
        QVERIFY2(reader.contains(QStringLiteral("connections.max.idle.ms=540000")), qPrintable(reader.join(u' ')));
        QVERIFY(reader.contains(QStringLiteral("session.timeout.ms=45000")));
        QVERIFY(!offered(QStringLiteral("writer.")).contains(QStringLiteral("session.timeout.ms=45000")));
        // Of the version that runs: KIP-735 made ten seconds 45.
        QVERIFY(offered(QStringLiteral("reader."), "java-2.8").contains(QStringLiteral("session.timeout.ms=10000")));
        QVERIFY(offered(QStringLiteral("broker.1.")).contains(QStringLiteral("connections.max.idle.ms=600000")));
        QVERIFY(offered(QStringLiteral("*.")).contains(QStringLiteral("session.timeout.ms=45000")));
        // A word in the middle finds it, behind those that begin so.
        QVERIFY(offered(QStringLiteral("writer.idle")).contains(QStringLiteral("connections.max.idle.ms=540000")));
        QCOMPARE(settingCompletion(QStringLiteral("broker.1.con"), 12, two(), {}).from, qsizetype {9});
        for (const QString& word : reader)
            QVERIFY2(!word.contains(QLatin1String("password")), qPrintable(word));
    }

    void valuesOfAKeyThatHasFew()
    {
        QVERIFY(offered(QStringLiteral("reader.auto.offset.reset=")).contains(QStringLiteral("earliest")));
        QVERIFY(offered(QStringLiteral("writer.enable.idempotence=f")) == QStringList {QStringLiteral("false")});
    }

    void aMistakeIsSaidInTheBoxWhichStaysOpen_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("said");
        QTest::newRow("a key") << QStringLiteral("reader.session.timeout.ms=30000\nwriter.lingr.ms=5")
                               << QStringLiteral("Line 2:");
        QTest::newRow("a name") << QStringLiteral("raeder.session.timeout.ms=30000") << QStringLiteral("reader");
        QTest::newRow("two that do not go together")
            << QStringLiteral("reader.heartbeat.interval.ms=60000") << QStringLiteral("session.timeout.ms");
    }
    void aMistakeIsSaidInTheBoxWhichStaysOpen()
    {
        QFETCH(QString, lines);
        QFETCH(QString, said);
        const theme::Look look;
        SettingsBox box(look, two(), {}, {}, nullptr);
        QSignalSpy accepted(&box, &SettingsBox::accepted);
        box.show();
        auto* edit = box.findChild<QPlainTextEdit*>();
        edit->setPlainText(lines);
        box.run();
        QVERIFY(accepted.isEmpty());
        QVERIFY(box.isVisible());
        QVERIFY2(box.problem().contains(said), qPrintable(box.problem()));
        QCOMPARE(edit->toPlainText(), lines);
        edit->setPlainText(QStringLiteral("reader.session.timeout.ms=30000"));
        QVERIFY(box.problem().isEmpty());
        box.run();
        QCOMPARE(accepted.size(), 1);
        QVERIFY(!box.isVisible());
    }

    void whatIsTypedIsCompleted()
    {
        const theme::Look look;
        SettingsBox box(look, two(), {}, {}, nullptr);
        box.show();
        auto* edit = box.findChild<QPlainTextEdit*>();
        auto* completer = edit->findChild<QCompleter*>();
        QTest::keyClicks(edit, QStringLiteral("rea"));
        QVERIFY(completer->popup()->isVisible());
        QTest::keyClick(completer->popup(), Qt::Key_Tab); // it has the keyboard while it is open
        QCOMPARE(edit->toPlainText(), QStringLiteral("reader."));
        QTest::keyClicks(edit, QStringLiteral("connections.max"));
        QTest::keyClick(completer->popup(), Qt::Key_Tab);
        QCOMPARE(edit->toPlainText(), QStringLiteral("reader.connections.max.idle.ms=540000"));
        QTest::keyClicks(edit, QStringLiteral("30000")); // over the default
        QCOMPARE(edit->toPlainText(), QStringLiteral("reader.connections.max.idle.ms=30000"));
        completer->popup()->hide();
        QSignalSpy accepted(&box, &SettingsBox::accepted);
        QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(accepted.size(), 1);
    }
};

QTEST_MAIN(TestSettingsBox)
#include "tst_settingsbox.moc"
