// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/javahash.h"

#include <QtTest>

using namespace connscope::client;

class TestJavaHash : public QObject {
    Q_OBJECT
private slots:
    void stringsHashAsInJava()
    {
        QCOMPARE(javaHash(""), 0);
        QCOMPARE(javaHash("t4"), 116 * 31 + 52);
        QCOMPARE(javaHash("localhost"), -1204607085);
        QCOMPARE(javaHash("polygenelubricants"),
            std::numeric_limits<std::int32_t>::min()); // the known worst case of abs()
    }
    void partitionsOfT4ComeAsTheRecordedLogsShow()
    {
        // "Setting newly assigned partitions: t4-1, t4-0, t4-2" in every recording with three partitions.
        std::vector<std::int32_t> hashes;
        for (int p = 0; p < 3; ++p)
            hashes.push_back(javaTopicPartitionHash("t4", p));
        QCOMPARE(javaHashMapOrder(hashes), (std::vector<std::size_t> {1, 0, 2}));
    }
    void computeIfAbsentPutsNewKeysFirstInTheirBucket()
    {
        // localhost:9092 to 9094 with ids 0 to 2 share a bucket: grouped in the order 1, 0, 2 they come out as 2, 0, 1,
        // which is the order in which the course's consumer opens its connections.
        std::vector<std::int32_t> hashes;
        for (const int id : {1, 0, 2})
            hashes.push_back(javaNodeHash("localhost", id, 9092 + id, ""));
        QCOMPARE(javaHashMapOrder(hashes, JavaInsert::ComputeIfAbsent), (std::vector<std::size_t> {2, 1, 0}));
        QCOMPARE(javaHashMapOrder(hashes, JavaInsert::Put), (std::vector<std::size_t> {0, 1, 2}));
    }
    void theTableGrowsAtThreeQuarters()
    {
        // Keys 0 and 16 share a bucket of 16 but not of 32: with 13 entries the table has 32 buckets.
        std::vector<std::int32_t> few {16, 0};
        QCOMPARE(javaHashMapOrder(few), (std::vector<std::size_t> {0, 1}));
        std::vector<std::int32_t> many {16, 0};
        for (int i = 1; i <= 11; ++i)
            many.push_back(i);
        const auto order = javaHashMapOrder(many);
        QCOMPARE(order.front(), std::size_t {1});
        QCOMPARE(order.back(), std::size_t {0});
    }
};

QTEST_GUILESS_MAIN(TestJavaHash)
#include "tst_javahash.moc"
