// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/saslclient.h"
#include "real/saslserver.h"
#include "wire/codec.h"

#include <QTest>

#include <set>

using namespace connscope;
using namespace connscope::real;

namespace {

constexpr std::int64_t kNow = 1'700'000'000;
const std::string kSecret = "sesame-open";

std::span<const std::uint8_t> payloadOf(const wire::Bytes& frame) { return std::span(frame).subspan(4); }

wire::Bytes answerTo(const SaslClient& client, wire::AnyResponse body)
{
    wire::ResponseFrame frame;
    frame.header.correlationId = client.pending().correlation;
    frame.body = std::move(body);
    return *wire::encodeFrame(frame, client.pending().version);
}

wire::Bytes versions(const SaslClient& client, std::int16_t authenticate = 2)
{
    wire::ApiVersionsResponse body;
    body.apiKeys.resize(2);
    body.apiKeys[0].apiKey = static_cast<std::int16_t>(ApiKey::SaslHandshake);
    body.apiKeys[0].maxVersion = 1;
    body.apiKeys[1].apiKey = static_cast<std::int16_t>(ApiKey::SaslAuthenticate);
    body.apiKeys[1].maxVersion = authenticate;
    return answerTo(client, body);
}

wire::Bytes refusal(const SaslClient& client, const std::string& words)
{
    wire::SaslAuthenticateResponse body;
    body.errorCode = 58;
    body.errorMessage = words;
    return answerTo(client, body);
}

SaslLogin login(const std::string& mechanism)
{
    SaslLogin login {mechanism, "alice", kSecret, {}};
    if (mechanism == "OAUTHBEARER")
        login.token = unsecuredToken("alice", kNow, kNow + 60);
    return login;
}

std::shared_ptr<SaslListener> listener()
{
    auto listener = std::make_shared<SaslListener>();
    listener->mechanisms = {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER"};
    listener->users["alice"] = kSecret;
    listener->maxReauthMs = 5000;
    return listener;
}

/// Both machines until one of them is done.
struct Talk {
    SaslClient client;
    SaslServer server;
    std::vector<SaslClient::Frame> sent;
    bool closed = false;

    Talk(SaslLogin who, std::shared_ptr<const SaslListener> where)
        : client(std::move(who), "c", protocol::kV4_0)
        , server(std::move(where))
    {
        sent.push_back(client.begin());
        auto next = client.received(payloadOf(versions(client)));
        while (next && sent.size() < 10) {
            sent.push_back(*next);
            const auto answer = server.received(payloadOf(next->bytes), kNow);
            closed = answer.closes;
            next = answer.bytes.empty() ? std::nullopt : client.received(payloadOf(answer.bytes));
        }
    }
};

} // namespace

/// The two ends of SASL as Kafka frames it, without a socket.
class TestSasl : public QObject {
    Q_OBJECT
private slots:
    void everyMechanismAuthenticates_data()
    {
        QTest::addColumn<QString>("mechanism");
        for (const char* name : {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void everyMechanismAuthenticates()
    {
        QFETCH(QString, mechanism);
        const Talk talk(login(mechanism.toStdString()), listener());
        QVERIFY2(talk.client.state() == SaslState::Complete, talk.client.failure().c_str());
        QVERIFY(talk.server.isComplete());
        QCOMPARE(talk.server.user(), std::string("alice"));
        QCOMPARE(talk.client.sessionLifetimeMs(), std::int64_t {5000}); // KIP-368
        QVERIFY(!talk.closed);
    }
    void requestsAreKafkasInOrderWithReservedIds()
    {
        const Talk talk(login("SCRAM-SHA-256"), listener());
        QCOMPARE(talk.sent.size(), std::size_t {4});
        const ApiKey apis[] {
            ApiKey::ApiVersions, ApiKey::SaslHandshake, ApiKey::SaslAuthenticate, ApiKey::SaslAuthenticate};
        const std::int16_t v[] {0, 1, 2, 2};
        for (std::size_t i = 0; i < talk.sent.size(); ++i) {
            QCOMPARE(talk.sent[i].api, apis[i]);
            QCOMPARE(talk.sent[i].version, v[i]);
            QCOMPARE(talk.sent[i].correlation, std::int32_t(2147483640 + i));
            const auto header = wire::decodeRequestHeader(payloadOf(talk.sent[i].bytes));
            QCOMPARE(header->correlationId, talk.sent[i].correlation);
            QCOMPARE(*header->clientId, std::string("c"));
        }
    }
    void anOldClientOrBrokerGetsAnOldVersion()
    {
        SaslClient old(login("PLAIN"), "c", protocol::KafkaVersion {2, 1});
        old.begin();
        old.received(payloadOf(versions(old)));
        QCOMPARE(old.pending().api, ApiKey::SaslHandshake);
        wire::SaslHandshakeResponse yes;
        QCOMPARE(old.received(payloadOf(answerTo(old, yes)))->version, std::int16_t {0});
        SaslClient young(login("PLAIN"), "c", protocol::kV4_0);
        young.begin();
        young.received(payloadOf(versions(young, 1)));
        QCOMPARE(young.received(payloadOf(answerTo(young, yes)))->version, std::int16_t {1});
    }
    void aWrongPasswordIsRefusedInTheBrokersWords_data() { everyMechanismAuthenticates_data(); }
    void aWrongPasswordIsRefusedInTheBrokersWords()
    {
        QFETCH(QString, mechanism);
        SaslLogin wrong = login(mechanism.toStdString());
        wrong.password += "x";
        wrong.token = unsecuredToken("alice", kNow - 60, kNow - 1); // expired
        const Talk talk(wrong, listener());
        QCOMPARE(talk.client.state(), SaslState::Failed);
        QVERIFY(!talk.server.isComplete());
        QVERIFY(talk.closed);
        QVERIFY2(talk.client.failure().starts_with("SASL_AUTHENTICATION_FAILED: Authentication failed"),
            talk.client.failure().c_str());
        QVERIFY(talk.client.failure().find(kSecret) == std::string::npos);
    }
    void aMechanismThatIsNotEnabledIsNamedWithThoseThatAre()
    {
        auto only = listener();
        only->mechanisms = {"SCRAM-SHA-512"};
        const Talk talk(login("PLAIN"), only);
        QCOMPARE(talk.client.failure(),
            std::string(
                "Client SASL mechanism 'PLAIN' not enabled in the server, enabled mechanisms are [SCRAM-SHA-512]"));
        QVERIFY(talk.closed);
    }
    void aBrokerThatRepeatsThePasswordIsNotQuoted()
    {
        SaslClient client(login("PLAIN"), "c", protocol::kV4_0);
        client.begin();
        client.received(payloadOf(versions(client)));
        client.received(payloadOf(answerTo(client, wire::SaslHandshakeResponse {})));
        client.received(payloadOf(refusal(client, "no user has " + kSecret + '!')));
        QCOMPARE(client.failure(), std::string("SASL_AUTHENTICATION_FAILED: no user has [hidden]!"));
    }
    void aServerThatCannotSignIsNotBelieved()
    {
        SaslClient client(login("SCRAM-SHA-256"), "c", protocol::kV4_0, "nonce");
        client.begin();
        client.received(payloadOf(versions(client)));
        client.received(payloadOf(answerTo(client, wire::SaslHandshakeResponse {})));
        wire::SaslAuthenticateResponse body;
        const std::string first = "r=nonceserver,s=QUFBQQ==,i=4096";
        body.authBytes.assign(first.begin(), first.end());
        QVERIFY(client.received(payloadOf(answerTo(client, body))));
        const std::string last = "v=QUFBQQ==";
        body.authBytes.assign(last.begin(), last.end());
        QVERIFY(!client.received(payloadOf(answerTo(client, body))));
        QCOMPARE(client.state(), SaslState::Failed);
        QVERIFY(client.failure().find("Invalid server signature") != std::string::npos);
    }
    void aBrokerWithoutSaslAuthenticateIsTooOld()
    {
        SaslClient client(login("PLAIN"), "c", protocol::kV4_0);
        client.begin();
        wire::ApiVersionsResponse none;
        QVERIFY(!client.received(payloadOf(answerTo(client, none))));
        QVERIFY(client.failure().find("KIP-152") != std::string::npos);
    }
    void bytesThatAreNoAnswerFailAndNothingCrashes()
    {
        for (std::size_t size = 0; size < 40; ++size) {
            SaslClient client(login("PLAIN"), "c", protocol::kV4_0);
            client.begin();
            const wire::Bytes junk(size, 0xa5);
            QVERIFY(!client.received(junk));
            QCOMPARE(client.state(), SaslState::Failed);
            SaslServer server(listener());
            QVERIFY(server.received(junk, kNow).closes);
            QVERIFY(!server.isComplete());
        }
    }
    void nothingPassesBeforeTheClientIsKnown()
    {
        wire::RequestFrame metadata;
        metadata.header.requestApiKey = static_cast<std::int16_t>(ApiKey::Metadata);
        metadata.header.requestApiVersion = 1;
        metadata.body = wire::MetadataRequest {};
        SaslServer server(listener());
        QVERIFY(server.received(payloadOf(*wire::encodeFrame(metadata)), kNow).closes);
        wire::RequestFrame token;
        token.header.requestApiKey = static_cast<std::int16_t>(ApiKey::SaslAuthenticate);
        token.header.requestApiVersion = 1;
        token.body = wire::SaslAuthenticateRequest {};
        SaslServer other(listener());
        const auto answer = other.received(payloadOf(*wire::encodeFrame(token)), kNow); // no handshake
        QVERIFY(answer.closes);
        QCOMPARE(answer.error, std::string("ILLEGAL_SASL_STATE"));
    }
    void everyStateHasARowAndLeadsToOne()
    {
        std::set<SaslState> rows;
        for (const SaslStateRow& row : saslStates())
            rows.insert(row.state);
        QCOMPARE(rows.size(), saslStates().size());
        QCOMPARE(rows.size(), static_cast<std::size_t>(SaslState::Failed) + 1);
        for (const SaslStateRow& row : saslStates())
            QVERIFY(rows.contains(row.next));
    }
    void aListenerSaysSaslByItsMap()
    {
        protocol::ConfigSet config(protocol::ConfigOwner::Broker, protocol::kV4_0);
        QVERIFY(*readSaslListener(config) == nullptr);
        QVERIFY(config.set("listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT"));
        QVERIFY(!readSaslListener(config)); // no users
        QVERIFY(config.set(
            "sasl.jaas.config", "org.apache.kafka.common.security.plain.PlainLoginModule required user_bob=\"b\";"));
        QVERIFY(config.set("sasl.enabled.mechanisms", "PLAIN"));
        const auto read = readSaslListener(config);
        QVERIFY(read && *read);
        QCOMPARE((*read)->users.at("bob"), std::string("b"));
        QCOMPARE((*read)->mechanisms, std::vector<std::string> {"PLAIN"});
        QVERIFY(config.set("sasl.enabled.mechanisms", "GSSAPI"));
        QVERIFY(!readSaslListener(config));
        QVERIFY(config.set("listener.security.protocol.map", "PLAINTEXT:SSL"));
        QVERIFY(*readSaslListener(config) == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestSasl)
#include "tst_sasl.moc"
