// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/configkeys.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace connscope;
using namespace connscope::protocol;

Q_DECLARE_METATYPE(connscope::protocol::ConfigOwner)

namespace {

constexpr auto kProducer = ConfigOwner::Producer;
constexpr auto kConsumer = ConfigOwner::Consumer;
constexpr auto kAdmin = ConfigOwner::Admin;
constexpr auto kBroker = ConfigOwner::Broker;
constexpr ConfigOwner kOwners[] {kProducer, kConsumer, kAdmin, kBroker};
constexpr KafkaVersion kVersions[] {kV2_1, kV2_2, kV2_3, kV2_8, kV3_9, kV4_0};

/// The default as text; "null" for null; "-" where the version does not have the key.
std::string defaultOf(ConfigOwner owner, std::string_view name, KafkaVersion version)
{
    const ConfigKey* key = findConfigKey(owner, name);
    if (!key || !key->existsIn(version))
        return "-";
    const auto text = key->defaultIn(version);
    return text ? std::string(*text) : "null";
}

/// "" or the error.
std::string setting(ConfigOwner owner, KafkaVersion version, std::string_view name, std::string_view value)
{
    ConfigSet set(owner, version);
    const auto result = set.set(name, value);
    return result ? "" : result.error().message;
}

ConfigSet with(
    ConfigOwner owner, KafkaVersion version, std::initializer_list<std::pair<const char*, const char*>> values)
{
    ConfigSet set(owner, version);
    for (const auto& [name, value] : values) {
        if (const auto result = set.set(name, value); !result)
            qFatal("%s", result.error().message.c_str());
    }
    return set;
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

class TestConfigKeys : public QObject {
    Q_OBJECT

private slots:
    // -- the table --

    void everyKeyIsWellFormed()
    {
        for (const ConfigOwner owner : kOwners) {
            const auto keys = configKeys(owner);
            for (std::size_t i = 0; i < keys.size(); ++i) {
                const ConfigKey& key = keys[i];
                const std::string label = std::string(configOwnerName(owner)) + " " + std::string(key.name);
                QVERIFY2(key.owner == owner && !key.doc.empty() && key.doc.back() == '.', label.c_str());
                QVERIFY2(i == 0 || keys[i - 1].name < key.name, label.c_str());
                QVERIFY2(key.removedIn == KafkaVersion {} || key.since < key.removedIn, label.c_str());
                QVERIFY2(
                    key.min <= key.max && (key.type == ConfigType::Choice) == (key.choiceCount > 0), label.c_str());
                QVERIFY2(findConfigKey(owner, key.name) == &key, label.c_str());
                for (std::size_t d = 1; d < key.defaultCount; ++d)
                    QVERIFY2(key.defaults[d - 1].since < key.defaults[d].since, label.c_str());
            }
        }
        QVERIFY(configKeys(kProducer).size() > 90);
        QVERIFY(configKeys(kConsumer).size() > 90);
        QVERIFY(configKeys(kAdmin).size() > 70);
        QVERIFY(configKeys(kBroker).size() > 300);
    }

    void everyDefaultMayBeSet()
    {
        for (const ConfigOwner owner : kOwners) {
            for (const ConfigKey& key : configKeys(owner)) {
                for (const KafkaVersion version : kVersions) {
                    const auto text = key.defaultIn(version);
                    if (!key.existsIn(version) || !text)
                        continue;
                    const std::string error = setting(owner, version, key.name, *text);
                    QVERIFY2(error.empty(), error.c_str());
                }
            }
        }
    }

    void defaultsFollowTheReleases_data()
    {
        QTest::addColumn<ConfigOwner>("owner");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArrayList>("defaults"); // 2.1, 2.2, 2.3, 2.8, 3.9, 4.0
        const auto row = [](ConfigOwner owner, const char* key, QByteArrayList defaults) {
            while (defaults.size() < 6)
                defaults.append(defaults.last());
            QTest::addRow("%s %s", configOwnerName(owner).data(), key) << owner << QByteArray(key) << defaults;
        };
        row(kProducer, "connections.max.idle.ms", {"540000"});
        row(kConsumer, "connections.max.idle.ms", {"540000"});
        row(kAdmin, "connections.max.idle.ms", {"300000"});
        row(kBroker, "connections.max.idle.ms", {"600000"});
        row(kProducer, "reconnect.backoff.ms", {"50"});
        row(kProducer, "reconnect.backoff.max.ms", {"1000"});
        row(kConsumer, "retry.backoff.ms", {"100"});
        row(kConsumer, "retry.backoff.max.ms", {"-", "-", "-", "-", "1000"});
        row(kProducer, "request.timeout.ms", {"30000"});
        row(kAdmin, "request.timeout.ms", {"120000", "120000", "120000", "30000"});
        row(kConsumer, "socket.connection.setup.timeout.max.ms", {"-", "-", "-", "30000"});
        row(kProducer, "metadata.max.age.ms", {"300000"});
        row(kProducer, "metadata.max.idle.ms", {"-", "-", "-", "300000"});
        row(kConsumer, "metadata.recovery.strategy", {"-", "-", "-", "-", "none"});
        row(kConsumer, "client.dns.lookup", {"default", "default", "default", "use_all_dns_ips"});
        row(kProducer, "max.in.flight.requests.per.connection", {"5"});
        row(kProducer, "acks", {"1", "1", "1", "1", "all"});
        row(kProducer, "enable.idempotence", {"false", "false", "false", "false", "true"});
        row(kProducer, "linger.ms", {"0"});
        row(kProducer, "max.block.ms", {"60000"});
        row(kProducer, "delivery.timeout.ms", {"120000"});
        row(kConsumer, "session.timeout.ms", {"10000", "10000", "10000", "10000", "45000"});
        row(kConsumer, "heartbeat.interval.ms", {"3000"});
        row(kConsumer, "max.poll.interval.ms", {"300000"});
        row(kConsumer, "auto.commit.interval.ms", {"5000"});
        row(kConsumer, "fetch.max.wait.ms", {"500"});
        row(kConsumer, "default.api.timeout.ms", {"60000"});
        row(kConsumer, "group.id", {"", "null"});
        row(kConsumer, "allow.auto.create.topics", {"-", "-", "true"});
        row(kConsumer, "client.rack", {"-", "-", ""});
        row(kConsumer, "group.protocol", {"-", "-", "-", "-", "classic"});
        row(kConsumer, "enable.metrics.push", {"-", "-", "-", "-", "true"});
        row(kConsumer, "send.buffer.bytes", {"131072"});
        row(kProducer, "receive.buffer.bytes", {"32768"});
        row(kConsumer, "receive.buffer.bytes", {"65536"});
        row(kBroker, "max.connections.per.ip", {"2147483647"});
        row(kBroker, "max.connections", {"-", "-", "2147483647"});
        row(kBroker, "max.connection.creation.rate", {"-", "-", "-", "2147483647"});
        row(kBroker, "num.network.threads", {"3"});
        row(kBroker, "auto.create.topics.enable", {"true"});
        row(kBroker, "num.partitions", {"1"});
        row(kBroker, "offsets.topic.num.partitions", {"50"});
        row(kBroker, "transaction.state.log.num.partitions", {"50"});
        row(kBroker, "group.min.session.timeout.ms", {"6000"});
        row(kBroker, "group.max.session.timeout.ms", {"300000", "300000", "1800000"});
        row(kBroker, "group.initial.rebalance.delay.ms", {"3000"});
        row(kBroker, "connection.failed.authentication.delay.ms", {"100"});
        row(kBroker, "connections.max.reauth.ms", {"-", "0"});
        row(kBroker, "replica.selector.class", {"-", "-", "-", "null"});
        row(kBroker, "broker.rack", {"null"});
        row(kBroker, "port", {"9092", "9092", "9092", "9092", "-"});
    }
    void defaultsFollowTheReleases()
    {
        QFETCH(ConfigOwner, owner);
        QFETCH(QByteArray, key);
        QFETCH(QByteArrayList, defaults);
        for (qsizetype i = 0; i < 6; ++i)
            QCOMPARE(defaultOf(owner, key.toStdString(), kVersions[i]), defaults[i].toStdString());
    }

    void whereTheFinal4_0DiffersTheKeySaysSo()
    {
        QVERIFY(contains(std::string(findConfigKey(kProducer, "linger.ms")->note), "5"));
        QVERIFY(contains(std::string(findConfigKey(kConsumer, "metadata.recovery.strategy")->note), "rebootstrap"));
    }

    void secretsAreFlagged()
    {
        for (const char* name :
            {"ssl.key.password", "ssl.keystore.password", "ssl.truststore.password", "sasl.jaas.config"})
            QVERIFY2(findConfigKey(kConsumer, name)->secret, name);
        QVERIFY(!findConfigKey(kConsumer, "ssl.keystore.location")->secret);
    }

    void aListenersPrefixIsUnderstoodOfBrokersOnly()
    {
        QVERIFY(findConfigKey(kBroker, "listener.name.external.max.connections"));
        QVERIFY(findConfigKey(kBroker, "listener.name.external.plain.sasl.jaas.config"));
        QVERIFY(!findConfigKey(kBroker, "listener.name.external"));
        QVERIFY(!findConfigKey(kBroker, "listener.name..max.connections"));
        QVERIFY(!findConfigKey(kBroker, "listener.name.external.nonsense"));
        QVERIFY(!findConfigKey(kProducer, "listener.name.external.acks"));
    }

    // -- setting --

    void badValuesSayWhatWasExpected_data()
    {
        QTest::addColumn<ConfigOwner>("owner");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](ConfigOwner owner, const char* name, const char* value, const char* says) {
            QTest::addRow("%s=%s", name, value) << owner << QByteArray(name) << QByteArray(value) << QByteArray(says);
        };
        row(kProducer, "linger.ms", "soon",
            "linger.ms: 'soon' does not fit; expected a whole number of milliseconds, 0 or more");
        row(kProducer, "connections.max.idle.ms", "9223372036854775808",
            "expected a whole number of milliseconds, from -9223372036854775808 to 9223372036854775807");
        row(kProducer, "linger.ms", "-1", "expected a whole number of milliseconds, 0 or more");
        row(kProducer, "connections.max.idle.ms", "9m",
            "'9m' carries a unit; expected a whole number of milliseconds: 540000");
        row(kProducer, "acks", "2", "'2' is not known; expected one of all, -1, 0, 1");
        row(kProducer, "max.in.flight.requests.per.connection", "0", "a whole number, 1 to 2147483647");
        row(kProducer, "request.timeout.ms", "2147483648", "0 to 2147483647");
        row(kProducer, "enable.idempotence", "yes", "expected true or false");
        row(kProducer, "transactional.id", "", "at least one character");
        row(kConsumer, "auto.offset.reset", "erliest", "did you mean 'earliest'?");
        row(kConsumer, "bootstrap.servers", "localhost:9092,localhost",
            "'localhost' is not an address; expected host:port");
        row(kConsumer, "bootstrap.servers", "localhost:70000", "'localhost:70000' is not an address");
        row(kConsumer, "bootstrap.servers", "::1:9092", "is not an address");
        row(kConsumer, "client.dns.lookup", "default", "'default' was removed in 3.0");
        row(kConsumer, "sasl.login.refresh.window.factor", "1.5", "a number from 0.5 to 1");
        row(kBroker, "num.network.threads", "0", "1 to 2147483647");
        row(kBroker, "num.network.threads", "99999999999999999999", "1 to 2147483647");
    }
    void badValuesSayWhatWasExpected()
    {
        QFETCH(ConfigOwner, owner);
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, says);
        const std::string error = setting(owner, kV3_9, name.toStdString(), value.toStdString());
        QVERIFY2(contains(error, says.toStdString()), error.c_str());
    }

    void goodValuesOfEveryForm()
    {
        QCOMPARE(setting(kProducer, kV3_9, "connections.max.idle.ms", " -1 "), std::string());
        QCOMPARE(setting(kProducer, kV3_9, "connections.max.idle.ms", "9223372036854775807"), std::string());
        QCOMPARE(setting(kProducer, kV3_9, "enable.idempotence", "TRUE"), std::string());
        QCOMPARE(setting(kProducer, kV3_9, "security.protocol", "ssl"), std::string());
        QCOMPARE(setting(kConsumer, kV3_9, "group.protocol", "CONSUMER"), std::string());
        QCOMPARE(
            setting(kConsumer, kV3_9, "bootstrap.servers", "a:9092, [::1]:9093,PLAINTEXT://b.c:1"), std::string());
        QCOMPARE(setting(kConsumer, kV2_1, "client.dns.lookup", "default"), std::string());
        QCOMPARE(setting(kBroker, kV3_9, "listener.name.external.max.connections", "10"), std::string());
    }

    void anUnknownKeyNamesTheNearest()
    {
        const std::string error = setting(kProducer, kV3_9, "conections.max.idle.ms", "1");
        QVERIFY2(contains(error,
                     "unknown producer config key 'conections.max.idle.ms'; did you mean 'connections.max.idle.ms'?"),
            error.c_str());
        QVERIFY(contains(setting(kProducer, kV3_9, "", "1"), "unknown producer config key ''"));
        QVERIFY(!setting(kProducer, kV3_9, std::string(1'000'000, 'x'), "1").empty());
    }

    void aKeyOfAnotherOwnerOrVersionSaysWhose()
    {
        QVERIFY(contains(
            setting(kProducer, kV3_9, "session.timeout.ms", "1"), "is a key of: consumer; this is a producer"));
        QVERIFY(contains(setting(kConsumer, kV3_9, "linger.ms", "1"), "is a key of: producer; this is a consumer"));
        QVERIFY(contains(setting(kAdmin, kV3_9, "listeners", "x"), "is a key of: broker; this is an admin client"));
        QVERIFY(contains(
            setting(kConsumer, kV2_1, "client.rack", "a"), "exists from 2.3 on; this is a consumer of version 2.1"));
        QVERIFY(
            contains(setting(kBroker, kV3_9, "port", "9092"), "was removed in 3.0; this is a broker of version 3.9"));
    }

    void aSecretIsNeverRepeated()
    {
        ConfigSet set(kConsumer, kV3_9);
        QVERIFY(set.set("ssl.key.password", "hunter2"));
        QVERIFY(set.entries()[0].key->secret);
    }

    void whatWasSetStaysInOrderAndLastWins()
    {
        ConfigSet set(kProducer, kV3_9);
        QVERIFY(set.set("linger.ms", "1"));
        QVERIFY(set.set("acks", "all"));
        QVERIFY(set.set("linger.ms", "2"));
        QVERIFY(!set.set("linger.ms", "x"));
        QCOMPARE(set.entries().size(), std::size_t {2});
        QVERIFY(set.entries()[0].name == "linger.ms" && set.entries()[1].name == "acks");
        QCOMPARE(set.integer("linger.ms"), std::int64_t {2});
        QVERIFY(set.isSet("acks") && !set.isSet("batch.size"));
    }

    // -- values in force --

    void valuesComeInTheirTypes()
    {
        const ConfigSet set = with(kConsumer, kV3_9,
            {{"bootstrap.servers", " a:1 ,b:2,"}, {"metadata.max.age.ms", "9223372036854775807"},
                {"connections.max.idle.ms", "-1"}});
        QVERIFY(set.list("bootstrap.servers") == (std::vector<std::string> {"a:1", "b:2"}));
        QVERIFY(set.duration("metadata.max.age.ms") == Duration::max());
        QVERIFY(set.duration("connections.max.idle.ms") == ms(-1));
        QVERIFY(set.duration("session.timeout.ms") == ms(45000));
        QVERIFY(set.flag("allow.auto.create.topics"));
        QCOMPARE(set.real("sasl.login.refresh.window.factor"), 0.8);
        QVERIFY(!set.hasValue("group.id") && set.text("group.id").empty());
        QVERIFY(ConfigSet(kConsumer, kV2_1).hasValue("group.id"));
        QVERIFY(ConfigSet(kConsumer, kV3_9).list("partition.assignment.strategy").size() == 2);
    }

    void theLongestBackoffFollowsTheFirst()
    {
        QCOMPARE(with(kProducer, kV2_1, {{"reconnect.backoff.ms", "500"}}).integer("reconnect.backoff.max.ms"),
            std::int64_t {500});
        QCOMPARE(with(kProducer, kV2_1, {{"reconnect.backoff.ms", "500"}, {"reconnect.backoff.max.ms", "700"}})
                     .integer("reconnect.backoff.max.ms"),
            std::int64_t {700});
        QCOMPARE(ConfigSet(kProducer, kV2_1).integer("reconnect.backoff.max.ms"), std::int64_t {1000});
    }

    void idempotenceGivesWayOnlyWhereItIsADefault()
    {
        QVERIFY(ConfigSet(kProducer, kV3_9).flag("enable.idempotence"));
        QCOMPARE(int(ConfigSet(kProducer, kV3_9).acks()), -1);
        QVERIFY(!with(kProducer, kV3_9, {{"acks", "1"}}).flag("enable.idempotence"));
        QVERIFY(!with(kProducer, kV3_9, {{"retries", "0"}}).flag("enable.idempotence"));
        QVERIFY(!with(kProducer, kV3_9, {{"max.in.flight.requests.per.connection", "6"}}).flag("enable.idempotence"));
        QVERIFY(with(kProducer, kV3_9, {{"acks", "-1"}, {"max.in.flight.requests.per.connection", "5"}})
                    .flag("enable.idempotence"));
        QVERIFY(with(kProducer, kV3_9, {{"acks", "1"}}).validate());
        QVERIFY(!ConfigSet(kProducer, kV2_8).flag("enable.idempotence"));
    }

    void idempotenceAskedForDemandsWhatItNeeds()
    {
        for (const KafkaVersion version : kVersions) {
            QVERIFY(!with(kProducer, version, {{"enable.idempotence", "true"}, {"acks", "1"}}).validate());
            QVERIFY(!with(kProducer, version, {{"enable.idempotence", "true"}, {"retries", "0"}}).validate());
            QVERIFY(!with(
                kProducer, version, {{"enable.idempotence", "true"}, {"max.in.flight.requests.per.connection", "6"}})
                         .validate());
            QVERIFY(
                !with(kProducer, version, {{"enable.idempotence", "false"}, {"transactional.id", "tx"}}).validate());
            QVERIFY(!with(kProducer, version, {{"transactional.id", "tx"}, {"acks", "1"}}).validate());
            const ConfigSet good = with(kProducer, version, {{"transactional.id", "tx"}});
            QVERIFY(good.validate() && good.flag("enable.idempotence"));
            QCOMPARE(int(good.acks()), -1);
        }
    }

    void deliveryCoversLingerAndRequest()
    {
        QCOMPARE(ConfigSet(kProducer, kV2_3).integer("delivery.timeout.ms"), std::int64_t {120000});
        QCOMPARE(
            with(kProducer, kV2_3, {{"linger.ms", "100000"}}).integer("delivery.timeout.ms"), std::int64_t {130000});
        QVERIFY(!with(kProducer, kV2_3, {{"delivery.timeout.ms", "29999"}}).validate());
        QVERIFY(with(kProducer, kV2_3, {{"delivery.timeout.ms", "30000"}}).validate());
        QVERIFY(with(kProducer, kV3_9, {{"linger.ms", "9223372036854775807"}}).validate());
    }

    void withoutAGroupNothingIsCommitted()
    {
        QVERIFY(!ConfigSet(kConsumer, kV2_2).flag("enable.auto.commit"));
        QVERIFY(with(kConsumer, kV2_2, {{"group.id", "test"}}).flag("enable.auto.commit"));
        QVERIFY(ConfigSet(kConsumer, kV2_1).flag("enable.auto.commit"));
        QVERIFY(!with(kConsumer, kV2_2, {{"enable.auto.commit", "true"}}).validate());
    }

    void aHeartbeatMustFitIntoItsSession()
    {
        QVERIFY(!with(kConsumer, kV2_3, {{"group.id", "g"}, {"heartbeat.interval.ms", "10000"}}).validate());
        QVERIFY(with(kConsumer, kV2_3, {{"group.id", "g"}, {"heartbeat.interval.ms", "9999"}}).validate());
        QVERIFY(with(kConsumer, kV3_9, {{"group.id", "g"}, {"heartbeat.interval.ms", "10000"}}).validate());
        QVERIFY(!with(kBroker, kV3_9, {{"group.min.session.timeout.ms", "2000000"}}).validate());
    }

    // Whoever sets a key that nothing here asks for is told so: those that are told of are asked for nowhere.
    void whatIsCalledUnheededIsAskedForNowhere()
    {
        QByteArray code;
        for (const char* room : {"client", "broker", "sim", "session", "scenario"}) {
            QDirIterator files(
                QStringLiteral(CONNSCOPE_SOURCE) + "/engine/" + room, {QStringLiteral("*.cpp")}, QDir::Files);
            while (files.hasNext()) {
                QFile file(files.next());
                if (files.fileName() == QLatin1String("configs.cpp"))
                    continue; // what DESCRIBE_CONFIGS tells of topics
                QVERIFY(file.open(QIODevice::ReadOnly));
                code += file.readAll();
            }
        }
        QVERIFY(code.contains("\"linger.ms\""));
        int told = 0;
        for (const ConfigOwner owner : kOwners) {
            for (const ConfigKey& key : configKeys(owner)) {
                if (unheededWarning(owner, key.name).empty())
                    continue;
                ++told;
                const std::string quoted = '"' + std::string(key.name) + '"';
                QVERIFY2(!code.contains(quoted.c_str()), quoted.c_str());
            }
        }
        QCOMPARE(told, 23 + 9); // each entry is a key of Kafka's; one is of all three kinds of client
        QVERIFY(unheededWarning(kProducer, "linger.ms").empty());
        QVERIFY(unheededWarning(kBroker, "advertised.listeners").find("advertised: HOST:PORT") != std::string::npos);
    }

    void theIdleLimitWrapsAsJavaMultiplies()
    {
        QVERIFY(!idleLimitNs(-1));
        QCOMPARE(*idleLimitNs(540000), std::int64_t {540'000'000'000});
        QCOMPARE(*idleLimitNs(0), std::int64_t {0});
        QCOMPARE(*idleLimitNs(std::numeric_limits<std::int64_t>::max()), std::int64_t {-1'000'000});
    }
};

QTEST_GUILESS_MAIN(TestConfigKeys)
#include "tst_configkeys.moc"
