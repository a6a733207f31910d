// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/apikey.h"

#include <QTest>

#include <set>

using namespace connscope;

class TestApiKey : public QObject {
    Q_OBJECT

private slots:
    void everyKeyHasItsOwnNameAndComesBackFromIt()
    {
        std::set<std::string_view> names;
        int before = -1;
        for (const ApiKey api : allApiKeys()) {
            QVERIFY2(int(api) > before, "keys ascend, each once");
            before = int(api);
            const std::string_view name = apiName(api);
            QVERIFY(!name.empty());
            QVERIFY(name != "UNKNOWN");
            QVERIFY2(names.insert(name).second, std::string(name).c_str());
            QVERIFY(apiFromName(name) == api);
        }
        QVERIFY(names.size() >= 29);
    }

    void numbersAreKafkasOwn_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("number");
        QTest::newRow("produce") << QByteArray("PRODUCE") << 0;
        QTest::newRow("fetch") << QByteArray("FETCH") << 1;
        QTest::newRow("metadata") << QByteArray("METADATA") << 3;
        QTest::newRow("find coordinator") << QByteArray("FIND_COORDINATOR") << 10;
        QTest::newRow("api versions") << QByteArray("API_VERSIONS") << 18;
        QTest::newRow("offset for leader epoch") << QByteArray("OFFSET_FOR_LEADER_EPOCH") << 23;
        QTest::newRow("consumer group heartbeat") << QByteArray("CONSUMER_GROUP_HEARTBEAT") << 68;
    }
    void numbersAreKafkasOwn()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, number);
        const auto api = apiFromName(name.toStdString());
        QVERIFY(api.has_value());
        QCOMPARE(int(*api), number);
    }

    void aKeyWithoutANameSaysSo()
    {
        QVERIFY(apiName(ApiKey::None).empty());
        QVERIFY(apiName(static_cast<ApiKey>(7)) == "UNKNOWN"); // ControlledShutdown: never between client and broker
        QVERIFY(apiName(static_cast<ApiKey>(32767)) == "UNKNOWN");
        QVERIFY(!apiFromName("metadata")); // the spelling is exact
        QVERIFY(!apiFromName(""));
        QVERIFY(!apiFromName("UNKNOWN"));
    }
};

QTEST_GUILESS_MAIN(TestApiKey)
#include "tst_apikey.moc"
