// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/profile.h"
#include "client/settings.h"

#include <QtTest>

using namespace connscope;
using namespace connscope::client;

class TestProfile : public QObject {
    Q_OBJECT
private slots:
    void everyNamedProfileIsThere()
    {
        std::vector<std::string> names;
        for (const Profile& profile : profiles())
            names.push_back(profile.name);
        QCOMPARE(names,
            (std::vector<std::string> {
                "course", "java-2.1", "java-2.2", "java-2.3", "java-2.8", "java-3.9", "java-4.0"}));
        QCOMPARE(findProfile("java-4.x")->name, std::string("java-4.0"));
    }
    void aWrongNameNamesTheNearest()
    {
        const auto result = findProfile("java-2.4");
        QVERIFY(!result);
        QVERIFY(result.error().message.find("did you mean 'java-2.") != std::string::npos);
        Profile profile = *findProfile("java-2.3");
        QVERIFY(!applyWhatIf(profile, "reuse-by-adress"));
        QVERIFY(
            applyWhatIf(profile, "reuse-by-adress").error().message.find("reuse-by-address") != std::string::npos);
        QVERIFY(applyWhatIf(profile, "reuse-by-address"));
        QVERIFY(profile.reuseByAddress);
    }
    void theTableOfVersionSwitches_data()
    {
        // Facts page section 12, "Version switches that matter".
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("least");
        QTest::addColumn<bool>("setupTimeout");
        QTest::addColumn<bool>("closesSessions");
        const auto row = [](const char* name, FirstMetadata first, LeastLoaded least, bool timeout, bool sessions) {
            QTest::newRow(name) << QString(name) << static_cast<int>(first) << static_cast<int>(least) << timeout
                                << sessions;
        };
        row("java-2.1", FirstMetadata::WhenAsked, LeastLoaded::FewestInFlight, false, false);
        row("java-2.2", FirstMetadata::AfterRetryBackoff, LeastLoaded::FewestInFlight, false, false);
        row("java-2.3", FirstMetadata::AfterRetryBackoff, LeastLoaded::PreferReady, false, false);
        row("java-2.8", FirstMetadata::AtOnce, LeastLoaded::PreferReadyOldest, true, false);
        row("java-3.9", FirstMetadata::AtOnce, LeastLoaded::PreferReadyOldest, true, true);
        row("java-4.0", FirstMetadata::AtOnce, LeastLoaded::PreferReadyOldest, true, true);
    }
    void theTableOfVersionSwitches()
    {
        QFETCH(QString, name);
        QFETCH(int, first);
        QFETCH(int, least);
        QFETCH(bool, setupTimeout);
        QFETCH(bool, closesSessions);
        const Profile profile = *findProfile(name.toStdString());
        QCOMPARE(static_cast<int>(profile.firstMetadata), first);
        QCOMPARE(static_cast<int>(profile.leastLoaded), least);
        QCOMPARE(profile.setupTimeout, setupTimeout);
        QCOMPARE(profile.closesFetchSessions, closesSessions);
    }
    void addresses()
    {
        QCOMPARE(parseAddress("localhost:9092")->port, 9092);
        QCOMPARE(parseAddress("[::1]:9093")->host, std::string("::1"));
        QCOMPARE(parseAddress("PLAINTEXT://broker:1")->host, std::string("broker"));
        for (const char* bad :
            {"localhost", ":9092", "localhost:", "localhost:0", "localhost:65536", "::1:9092", "a:9x"})
            QVERIFY2(!parseAddress(bad), bad);
    }
};

QTEST_GUILESS_MAIN(TestProfile)
#include "tst_profile.moc"
