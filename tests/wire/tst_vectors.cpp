// SPDX-License-Identifier: GPL-3.0-or-later
// What Kafka's own classes say: the fields of every version of every message, and their bytes with values in each of them.
#include "wire/codec.h"
#include "wire/consumerprotocol.h"
#include "wire/filler.h"
#include "wire/vectors.h"

#include <QTest>

#include <set>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::wire;

namespace {

/// Writes down the fields as the files have them: "name:type=default#tag".
class Shape final : public Visitor {
public:
    using Visitor::Visitor;

    void number(const Field& field, NumberRef ref) override
    {
        constexpr const char* names[] = {"bool", "int8", "int16", "uint16", "int32", "int64"};
        std::string type = names[static_cast<int>(ref.type())];
        if (*field.name) {
            const bool isBool = ref.type() == NumberRef::Type::Bool;
            type += "=" + (isBool ? std::string(ref.get() ? "true" : "false") : std::to_string(ref.get()));
            if (ref.get() != field.spec.fallback)
                type += "(its description says " + std::to_string(field.spec.fallback) + ")";
        }
        add(field, type);
    }
    void uuid(const Field& field, Uuid&) override { add(field, "uuid"); }
    void string(const Field& field, StringRef ref) override { add(field, "string" + null(field, !ref.get(), true)); }
    void bytes(const Field& field, BytesRef ref) override
    {
        // Kafka has a type of its own for records, which has no default.
        const bool records = std::string_view(field.name) == "records";
        add(field, "bytes" + null(field, !ref.get(), !records));
    }
    void array(const Field& field, ArrayRef ref) override
    {
        Shape element(version(), flexible());
        ref.visitFresh(element);
        add(field, "[" + element.text + "]" + null(field, ref.isNull(), true));
    }
    void structure(const Field& field, StructRef ref) override
    {
        if (!*field.name) {
            ref.describe(*this);
            return;
        }
        Shape inner(version(), flexible());
        ref.describe(inner);
        add(field, "{" + inner.text + "}");
    }
    void tagged(TaggedFields&) override { text += text.empty() ? "tags" : " tags"; }

    std::string text;

private:
    std::string null(const Field& field, bool isNull, bool withDefault) const
    {
        std::string out = field.spec.mayBeNull(version()) ? "?" : "";
        if (isNull != field.spec.nullFallback)
            out += "(its description has another default)";
        return out + (withDefault && isNull && field.spec.mayBeNull(version()) ? "=null" : "");
    }
    void add(const Field& field, const std::string& type)
    {
        text += text.empty() ? "" : " ";
        text += *field.name ? std::string(field.name) + ":" + type : type;
        if (field.spec.tag >= 0)
            text += "#" + std::to_string(field.spec.tag);
    }
};

/// One message of each type, by name.
class Messages {
public:
    /// Calls use(MessageRef) with a fresh message of that name. False: there is none.
    template <typename Use>
    static bool with(const std::string& name, Use&& use)
    {
        for (const MessageInfo* info : allRequests()) {
            AnyRequest request = *makeRequest(info->api);
            AnyResponse response = *makeResponse(info->api);
            for (const MessageRef& ref : {refer(request), refer(response)}) {
                if (ref.info->name == name) {
                    use(ref);
                    return true;
                }
            }
        }
        return one<RequestHeader>(name, use) || one<ResponseHeader>(name, use)
            || one<ConsumerProtocolSubscription>(name, use) || one<ConsumerProtocolAssignment>(name, use);
    }

private:
    template <typename M, typename Use>
    static bool one(const std::string& name, Use& use)
    {
        if (M::kInfo.name != name)
            return false;
        M message;
        use(MessageRef(message));
        return true;
    }
};

void files()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("Kafka 3.9.1") << "kafka-3.9.1.txt";
    QTest::newRow("Kafka 4.1.1") << "kafka-4.1.1.txt";
}

} // namespace

class TestVectors : public QObject {
    Q_OBJECT

private slots:
    void fieldsAreKafkas_data() { files(); }
    void fieldsAreKafkas()
    {
        QFETCH(QString, file);
        int compared = 0;
        for (const auto& line : dataLines(file.toStdString(), 4)) {
            if (line[0] != "fields")
                continue;
            const auto version = static_cast<std::int16_t>(std::stoi(line[2]));
            std::string ours = "no such message or version";
            Messages::with(line[1], [&](const MessageRef& message) {
                if (!message.info->knows(version))
                    return;
                Shape shape(version, message.info->isFlexible(version));
                message.body.describe(shape);
                ours = shape.text;
            });
            QVERIFY2(
                ours == line[3], (line[1] + " " + line[2] + "\nours:    " + ours + "\nKafka's: " + line[3]).c_str());
            ++compared;
        }
        QVERIFY(compared >= 10);
    }

    void bytesAreReadAndWrittenAsKafkaWritesThem_data() { files(); }
    void bytesAreReadAndWrittenAsKafkaWritesThem()
    {
        QFETCH(QString, file);
        int compared = 0;
        for (const auto& line : dataLines(file.toStdString(), 5)) {
            if (line[0] != "bytes")
                continue;
            const auto version = static_cast<std::int16_t>(std::stoi(line[2]));
            const Bytes bytes = fromHex(line[4]);
            std::string wrong = "no such message";
            Messages::with(line[1], [&](const MessageRef& message) {
                const Result<void> read = decode(message, version, bytes);
                const Result<Bytes> written = read ? encode(message, version) : Result<Bytes>(fail(read.error()));
                if (!written)
                    wrong = written.error().message;
                else if (*written != bytes)
                    wrong = "\nours:    " + toHex(*written) + "\nKafka's: " + line[4];
                else if (*encodedSize(message, version) != bytes.size())
                    wrong = "another size";
                else
                    wrong.clear();
            });
            QVERIFY2(wrong.empty(), (line[1] + " " + line[2] + " " + line[3] + ": " + wrong).c_str());
            ++compared;
        }
        QVERIFY(compared >= 20);
    }

    void noMessageAndNoVersionIsLeftOut()
    {
        std::set<std::string> seen;
        for (const char* file : {"kafka-3.9.1.txt", "kafka-4.1.1.txt"}) {
            for (const auto& line : dataLines(file, 5)) {
                if (line[0] == "bytes")
                    seen.insert(line[1] + " v" + line[2] + " " + line[3]);
            }
        }
        std::string missing;
        forEveryMessage([&](const MessageRef& message, std::int16_t version) {
            const std::string name = label(*message.info, version);
            for (const char* variant : {" full", " bare", " tags"}) {
                const bool expected = *(variant + 1) != 't' || message.info->isFlexible(version);
                if ((seen.count(name + variant) == 1) != expected)
                    missing += name + variant + "\n";
            }
        });
        QVERIFY2(missing.empty(), missing.c_str());
    }
};

QTEST_GUILESS_MAIN(TestVectors)
#include "tst_vectors.moc"
