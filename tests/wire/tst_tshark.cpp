// SPDX-License-Identifier: GPL-3.0-or-later
// A foreign judge: Wireshark's Kafka dissector reads every message that we write, as far as it knows the version. Without
// tshark (Debian's package of that name) there is nothing to ask, and the test says so.
#include "wire/capture.h"
#include "wire/codec.h"
#include "wire/consumerprotocol.h"
#include "wire/filler.h"
#include "wire/records.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <map>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::wire;

namespace {

/// Sensible values in every field: what the dissector looks into (records, the consumers' protocol) is well-formed.
class Sample final : public Visitor {
public:
    Sample(std::int16_t version, bool flexible, Compression codec)
        : Visitor(version, flexible)
        , m_codec(codec)
    {
    }

    void number(const Field& field, NumberRef ref) override
    {
        const std::string_view name = field.name;
        if (name == "apiKey" || name == "minVersion" || name == "maxVersion") // tshark judges them
            ref.set(name == "apiKey" ? 3 : name == "minVersion" ? 0 : 1);
        else
            ref.set(ref.type() == NumberRef::Type::Bool ? 1 : ++m_count % 100);
    }
    void uuid(const Field&, Uuid& value) override { value.bytes.fill(static_cast<std::uint8_t>(++m_count)); }
    void string(const Field& field, StringRef ref) override
    {
        const std::string_view name = field.name;
        ref.ensure() = name == "protocolType" ? "consumer" : "s" + std::to_string(++m_count);
    }
    void bytes(const Field& field, BytesRef ref) override
    {
        const std::string_view name = field.name;
        if (name == "records") {
            std::vector<Record> records(2);
            records[0].key = Bytes {'k'};
            records[0].value = Bytes {'v'};
            records[1].headers.push_back({"h", Bytes {1}});
            BatchOptions options;
            options.compression = m_codec;
            ref.ensure() = *buildBatch(records, options);
        } else if (name == "metadata" || name == "protocolMetadata" || name == "memberMetadata") {
            ConsumerProtocolSubscription subscription;
            subscription.topics = {"t1", "t2"};
            ref.ensure() = *encodeSubscription(subscription, 0);
        } else if (name == "assignment" || name == "memberAssignment") {
            ConsumerProtocolAssignment assignment;
            assignment.assignedPartitions = {{"t1", {0, 1}}};
            ref.ensure() = *encodeAssignment(assignment, 0);
        } else {
            ref.ensure() = Bytes {'b', static_cast<std::uint8_t>('0' + ++m_count % 10)};
        }
    }
    void array(const Field&, ArrayRef ref) override
    {
        ref.clear(2);
        for (std::size_t i = 0; i < 2; ++i) {
            ref.append();
            ref.visit(i, *this);
        }
    }
    void structure(const Field&, StructRef ref) override { ref.describe(*this); }
    void tagged(TaggedFields&) override { }

private:
    Compression m_codec;
    int m_count = 0;
};

/// What tshark says of a packet.
struct Verdict {
    QString api; ///< api keys of the messages in it
    QString correlation;
    bool malformed = false;
    QStringList complaints; ///< of severity warning and above
    int keys = 0; ///< of records
};

/// A packet that was written.
struct Expected {
    std::string name; ///< "MetadataRequest"
    int version = 0;
    int api = 0;
    int correlation = 0;
    int requestNumber = 0;
};

/// Where tshark 4.0 itself is wrong: in these versions our bytes are those of Kafka's own classes (tst_vectors).
struct Excuse {
    const char* name;
    int from;
    int to;
    const char* reason;
};
constexpr const char* kShortBytes = "tshark takes the length of bytes for 2 bytes; it has 4";
constexpr Excuse kExcuses[] {
    {"JoinGroupRequest", 0, 5, kShortBytes},
    {"JoinGroupResponse", 0, 5, kShortBytes},
    {"SyncGroupRequest", 0, 3, kShortBytes},
    {"SyncGroupResponse", 0, 3, kShortBytes},
    {"DescribeGroupsResponse", 0, 4, kShortBytes},
    {"SaslAuthenticateRequest", 0, 1, kShortBytes},
    {"SaslAuthenticateResponse", 0, 1, kShortBytes},
    {"DeleteTopicsResponse", 1, 2, "tshark expects no throttle time before version 3"},
};
bool excuse(const Expected& message)
{
    for (const Excuse& e : kExcuses) {
        if (message.name == e.name && message.version >= e.from && message.version <= e.to)
            return true;
    }
    return false;
}

bool notKnown(const Verdict& verdict)
{
    for (const QString& text : verdict.complaints) {
        if (text.startsWith(QStringLiteral("Unsupported ")) || text.startsWith(QStringLiteral("Unknown ")))
            return true;
    }
    return false;
}

/// What is wrong with a message that tshark should have understood; counts those that it did.
QString complaint(const Expected& message, const Verdict& verdict, int& judged)
{
    const QString name
        = QString::fromStdString(message.name) + QStringLiteral(" v") + QString::number(message.version);
    if (verdict.malformed || !verdict.complaints.isEmpty())
        return name + QStringLiteral(": ") + verdict.complaints.join(QStringLiteral(", ")) + QStringLiteral("\n");
    if (verdict.api != QString::number(message.api) || verdict.correlation != QString::number(message.correlation))
        return name + QStringLiteral(": read as api ") + verdict.api + QStringLiteral(", correlation id ")
            + verdict.correlation + QStringLiteral("\n");
    ++judged;
    return {};
}

/// A request and its answer, on a connection of their own.
void exchange(Capture& capture, std::map<int, Expected>& expected, const MessageInfo& info, std::int16_t version,
    int correlation, Compression codec)
{
    Sample sample(version, info.isFlexible(version), codec);
    RequestFrame request {{0, version, correlation, "c1", {}}, *makeRequest(info.api)};
    refer(request.body).body.describe(sample);
    if (auto* produce = std::get_if<ProduceRequest>(&request.body))
        produce->acks = 1; // with 0 no answer would be expected
    if (auto* create = std::get_if<CreateTopicsRequest>(&request.body)) {
        for (auto& topic : create->topics)
            topic.assignments.clear(); // tshark 4.0 takes their number of replicas for a replica
    }
    ResponseFrame response {{correlation, {}}, *makeResponse(info.api)};
    refer(response.body).body.describe(sample);
    capture.connect();
    const int number = capture.fromClient(*encodeFrame(request));
    const int api = static_cast<int>(info.api);
    expected[number] = {std::string(info.name), version, api, correlation, number};
    const MessageInfo& answer = *findMessage(info.api, Direction::Response);
    expected[capture.fromBroker(*encodeFrame(response, version))]
        = {std::string(answer.name), version, api, correlation, number};
}

} // namespace

class TestTshark : public QObject {
    Q_OBJECT

private:
    QString m_tshark;
    QTemporaryDir m_folder;

    std::map<int, Verdict> dissect(const Capture& capture)
    {
        QFile file(m_folder.filePath(QStringLiteral("kafka.pcap")));
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write(reinterpret_cast<const char*>(capture.bytes().data()), qint64(capture.bytes().size()));
        file.close();
        QProcess tshark;
        tshark.start(m_tshark,
            {QStringLiteral("-n"), QStringLiteral("-r"), file.fileName(), QStringLiteral("-d"),
                QStringLiteral("tcp.port==9092,kafka"), QStringLiteral("-T"), QStringLiteral("fields"),
                QStringLiteral("-E"), QStringLiteral("separator=|"), QStringLiteral("-E"),
                QStringLiteral("aggregator=;"), QStringLiteral("-e"), QStringLiteral("frame.number"),
                QStringLiteral("-e"), QStringLiteral("kafka.api_key"), QStringLiteral("-e"),
                QStringLiteral("kafka.correlation_id"), QStringLiteral("-e"), QStringLiteral("_ws.malformed"),
                QStringLiteral("-e"), QStringLiteral("_ws.expert.severity"), QStringLiteral("-e"),
                QStringLiteral("_ws.expert.message"), QStringLiteral("-e"), QStringLiteral("kafka.message_key")});
        if (!tshark.waitForFinished(120'000))
            return {};
        std::map<int, Verdict> verdicts;
        for (const QByteArray& line : tshark.readAllStandardOutput().split('\n')) {
            const QList<QByteArray> parts = line.split('|');
            if (parts.size() < 7)
                continue;
            Verdict& verdict = verdicts[parts[0].toInt()];
            verdict.api = QString::fromUtf8(parts[1]);
            verdict.correlation = QString::fromUtf8(parts[2]);
            verdict.malformed = !parts[3].isEmpty();
            verdict.keys = parts[6].isEmpty() ? 0 : int(parts[6].count(';')) + 1;
            const QList<QByteArray> severities = parts[4].split(';');
            const QList<QByteArray> messages = parts[5].split(';');
            for (qsizetype i = 0; i < severities.size() && i < messages.size(); ++i) {
                if (severities[i].toInt() >= 0x00600000)
                    verdict.complaints << QString::fromUtf8(messages[i]);
            }
        }
        return verdicts;
    }

private slots:
    void initTestCase()
    {
        m_tshark = QStandardPaths::findExecutable(QStringLiteral("tshark"));
        if (m_tshark.isEmpty())
            QSKIP("tshark is not installed (Debian's package tshark): no foreign dissector can be asked");
    }

    void everyMessageIsDissectedWithoutComplaint()
    {
        Capture capture;
        std::map<int, Expected> expected;
        int correlation = 0;
        for (const MessageInfo* info : allRequests()) {
            for (std::int16_t version = info->minVersion; version <= info->maxVersion; ++version)
                exchange(capture, expected, *info, version, ++correlation, Compression::None);
        }
        const std::map<int, Verdict> verdicts = dissect(capture);
        int judged = 0;
        QStringList unknown;
        QStringList excused;
        QString wrong;
        for (const auto& [number, message] : expected) {
            const auto found = verdicts.find(number);
            QVERIFY2(found != verdicts.end(), message.name.c_str());
            const Verdict& verdict = found->second;
            if (notKnown(verdict) || notKnown(verdicts.at(message.requestNumber)))
                unknown << QString::fromStdString(message.name);
            else if (excuse(message) && (verdict.malformed || !verdict.complaints.isEmpty()))
                excused << QString::fromStdString(message.name);
            else
                wrong += complaint(message, verdict, judged);
        }
        for (const Excuse& e : kExcuses)
            std::fprintf(stderr, "not judged: %s %d to %d: %s\n", e.name, e.from, e.to, e.reason);
        std::fprintf(stderr, "%d messages judged, %d excused, %d of versions that this tshark does not know\n",
            judged, int(excused.size()), int(unknown.size()));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        QVERIFY2(judged >= 190, std::to_string(judged).c_str());
    }

    void recordsOfEveryCodecAreDissected_data()
    {
        QTest::addColumn<int>("codec");
        for (int codec = 0; codec <= 4; ++codec)
            QTest::newRow(std::string(compressionName(static_cast<Compression>(codec))).c_str()) << codec;
    }
    void recordsOfEveryCodecAreDissected()
    {
        QFETCH(int, codec);
        Capture capture;
        std::map<int, Expected> expected;
        for (const auto& [api, version] : {std::pair {ApiKey::Produce, 8}, std::pair {ApiKey::Fetch, 11}})
            exchange(capture, expected, *findMessage(api, Direction::Request), static_cast<std::int16_t>(version),
                version, static_cast<Compression>(codec));
        const std::map<int, Verdict> verdicts = dissect(capture);
        QString wrong;
        int judged = 0;
        for (const auto& [number, message] : expected)
            wrong += complaint(message, verdicts.at(number), judged);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        QCOMPARE(judged, 4);
        // Two topics of two partitions of two records: the keys are there, so it did decompress.
        QCOMPARE(verdicts.begin()->second.keys, 0); // a SYN has none
        QCOMPARE(verdicts.at(expected.begin()->first).keys, 8);
    }
};

QTEST_GUILESS_MAIN(TestTshark)
#include "tst_tshark.moc"
