// SPDX-License-Identifier: GPL-3.0-or-later
// What consumers say to each other inside JOIN_GROUP and SYNC_GROUP: old and new members must understand each other.
#include "base/rng.h"
#include "support/rcqt.h"
#include "wire/codec.h"
#include "wire/consumerprotocol.h"
#include "wire/filler.h"
#include "wire/vectors.h"

#include <QTest>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::wire;

class TestConsumerProtocol : public QObject {
    Q_OBJECT

private slots:
    void theVersionStandsInFront()
    {
        ConsumerProtocolSubscription subscription;
        subscription.topics = {"t4"};
        QCOMPARE(toHex(*encodeSubscription(subscription, 0)),
            std::string("0000"
                        "00000001"
                        "0002"
                        "7434"
                        "ffffffff"));
        QCOMPARE(toHex(*encodeSubscription(subscription, 1)),
            std::string("0001"
                        "00000001"
                        "0002"
                        "7434"
                        "ffffffff"
                        "00000000"));
        ConsumerProtocolAssignment assignment;
        assignment.assignedPartitions = {{"t4", {0, 2}}};
        QCOMPARE(toHex(*encodeAssignment(assignment, 0)),
            std::string("0000"
                        "00000001"
                        "0002"
                        "7434"
                        "00000002"
                        "00000000"
                        "00000002"
                        "ffffffff"));
    }

    void whatIsWrittenIsReadBackEqual()
    {
        RC_QVERIFY("decode(encode(m)) == m", [](std::uint64_t seed) {
            Rng rng(seed);
            for (std::int16_t version = 0; version <= 3; ++version) {
                std::int16_t said = -1;
                Filler filler(version, false, rng);
                ConsumerProtocolSubscription subscription;
                subscription.describe(filler);
                RC_ASSERT(*decodeSubscription(*encodeSubscription(subscription, version), &said) == subscription);
                RC_ASSERT(said == version);
                ConsumerProtocolAssignment assignment;
                assignment.describe(filler);
                RC_ASSERT(*decodeAssignment(*encodeAssignment(assignment, version), &said) == assignment);
                RC_ASSERT(said == version);
            }
        });
    }

    void aMemberOfTheFutureIsReadAsFarAsItIsKnown()
    {
        ConsumerProtocolSubscription subscription;
        subscription.topics = {"t4"};
        subscription.generationId = 5;
        subscription.rackId = "a";
        Bytes bytes = *encodeSubscription(subscription, 3);
        bytes[1] = 9; // version 9 adds something behind
        bytes.insert(bytes.end(), {1, 2, 3});
        std::int16_t version = 0;
        const Result<ConsumerProtocolSubscription> back = decodeSubscription(bytes, &version);
        QVERIFY(back);
        QVERIFY(*back == subscription);
        QCOMPARE(version, std::int16_t {9});
    }

    void whatIsNoneIsAnError()
    {
        QCOMPARE(QString::fromStdString(decodeSubscription({}).error().message),
            QStringLiteral("ConsumerProtocolSubscription: 0 bytes; at least the 2 of its version were expected"));
        QVERIFY(!decodeAssignment(fromHex("ffff00000000ffffffff")));
        QCOMPARE(QString::fromStdString(decodeAssignment(fromHex("000077359400")).error().message),
            QStringLiteral("at byte 2, assignedPartitions: array of 2000000000 elements, but 0 bytes are left"));
        ConsumerProtocolSubscription subscription;
        subscription.topics = {"t4"};
        subscription.ownedPartitions = {{"t4", {1}}};
        const Bytes whole = *encodeSubscription(subscription, 3);
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY(!decodeSubscription(std::span(whole).first(size)));
        QVERIFY(!encodeSubscription(subscription, 4));
        QVERIFY(!encodeAssignment({}, -1));
    }
};

QTEST_GUILESS_MAIN(TestConsumerProtocol)
#include "tst_consumerprotocol.moc"
