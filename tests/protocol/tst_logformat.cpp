// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/logformat.h"

#include <QTest>

using namespace connscope::protocol;

namespace {

constexpr KafkaVersion kAll[] {kV2_1, kV2_2, kV2_3, kV2_8, kV3_9, kV4_0};

int lineOf(LogTemplate which, KafkaVersion version)
{
    const auto message = logMessage(which, version);
    return message ? message->line : 0;
}

} // namespace

class TestLogFormat : public QObject {
    Q_OBJECT

private slots:
    void everyMessageIsPrintedBySomeRelease()
    {
        for (int i = 0; i < kLogTemplateCount; ++i) {
            bool printed = false;
            for (const KafkaVersion version : kAll) {
                const auto message = logMessage(static_cast<LogTemplate>(i), version);
                if (!message)
                    continue;
                printed = true;
                QVERIFY2(!message->text.empty() && message->line > 0, std::to_string(i).c_str());
                QVERIFY2(message->logger.rfind("org.apache.kafka.c", 0) == 0, std::to_string(i).c_str());
            }
            QVERIFY2(printed, std::to_string(i).c_str());
        }
    }

    void sourceLinesAreThoseOfTheRecordings()
    {
        const auto lines = [](LogTemplate which) {
            QList<int> out;
            for (const KafkaVersion version : kAll)
                out.append(lineOf(which, version));
            return out;
        };
        QCOMPARE(lines(LogTemplate::InitiatingConnection), (QList<int> {878, 919, 944, 986, 1076, 1078}));
        QCOMPARE(lines(LogTemplate::InitializeConnection), (QList<int> {1049, 1089, 1113, 1157, 1263, 1265}));
        QCOMPARE(lines(LogTemplate::SendingMetadataRequest), (QList<int> {1033, 1073, 1097, 1140, 1246, 1248}));
        QCOMPARE(lines(LogTemplate::SendingRequest), (QList<int> {480, 492, 496, 0, 0, 0}));
        QCOMPARE(lines(LogTemplate::CompletedReceive), (QList<int> {774, 814, 837, 0, 0, 0}));
        QCOMPARE(lines(LogTemplate::CreatedSocket), (QList<int> {519, 524, 535, 531, 551, 536}));
        QCOMPARE(lines(LogTemplate::DiscoveredGroupCoordinator), (QList<int> {654, 675, 728, 848, 937, 937}));
    }

    void textsLevelsAndLoggersChangeWithTheReleases()
    {
        QVERIFY(logMessage(LogTemplate::NodeDisconnected, kV2_8)->level == LogLevel::Debug);
        QVERIFY(logMessage(LogTemplate::NodeDisconnected, kV3_9)->level == LogLevel::Info);
        QVERIFY(logMessage(LogTemplate::UpdatedMetadata, kV2_2)->text == "Updated cluster metadata version {} to {}");
        QVERIFY(logMessage(LogTemplate::UpdatedMetadata, kV2_3)->text
            == "Updated cluster metadata updateVersion {} to {}");
        QVERIFY(!logMessage(LogTemplate::UpdatedMetadata, kV2_2)->prefixed
            && logMessage(LogTemplate::UpdatedMetadata, kV2_3)->prefixed);
        QVERIFY(logMessage(LogTemplate::RejoiningGroup, kV2_8)->logger
            == "org.apache.kafka.clients.consumer.internals.AbstractCoordinator");
        QVERIFY(logMessage(LogTemplate::RejoiningGroup, kV3_9)->logger
            == "org.apache.kafka.clients.consumer.internals.ConsumerCoordinator");
        QVERIFY(!logMessage(LogTemplate::IdleNodeDisconnected, kV2_8)
            && logMessage(LogTemplate::IdleNodeDisconnected, kV3_9));
        QVERIFY(logLevelName(LogLevel::Trace) == "TRACE");
    }

    void aReleaseInBetweenPrintsLikeTheOneBefore()
    {
        QCOMPARE(lineOf(LogTemplate::InitiatingConnection, {2, 5}), 944);
        QCOMPARE(lineOf(LogTemplate::InitiatingConnection, {9, 0}), 1078);
        QCOMPARE(lineOf(LogTemplate::InitiatingConnection, {1, 0}), 878);
    }

    void placeholdersAreFilledInOrder()
    {
        QCOMPARE(fillIn("node {} ({})", {"1", "a:1"}), std::string("node 1 (a:1)"));
        QCOMPARE(fillIn("{}{}", {"{}", "x"}), std::string("{}x")); // what is filled in is not looked at again
        QCOMPARE(fillIn("{} and {}", {"one"}), std::string("one and {}"));
        QCOMPARE(fillIn("none", {"one"}), std::string("none"));
        QCOMPARE(fillIn("{offset={}, x}", {"7"}), std::string("{offset=7, x}"));
    }
};

QTEST_GUILESS_MAIN(TestLogFormat)
#include "tst_logformat.moc"
