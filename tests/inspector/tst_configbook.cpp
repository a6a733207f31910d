// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/configbook.h"

#include <QTest>

using namespace connscope;
using namespace connscope::inspector;

namespace {

struct Book {
    trace::Trace trace;
    ClientId client = trace.newClient();

    Book()
    {
        trace::Event e;
        e.kind = trace::EventKind::ClientCreated;
        e.client = client;
        e.value = static_cast<std::int64_t>(trace::ClientKind::Consumer);
        trace.append(e);
        say("profile = java-2.3");
        say("bootstrap.servers = localhost:9092");
        say("connections.max.idle.ms = 540000");
    }
    void say(std::string_view text, BrokerId broker = {})
    {
        trace::Event e;
        e.kind = trace::EventKind::ConfigChanged;
        e.rule = trace::RuleId::ConfigValue;
        if (broker.isValid())
            e.broker = broker;
        else
            e.client = client;
        e.text = trace.intern(text);
        trace.append(e);
    }
};

const ConfigRow* find(const std::vector<ConfigRow>& rows, std::string_view key)
{
    for (const ConfigRow& row : rows) {
        if (row.key == key)
            return &row;
    }
    return nullptr;
}

} // namespace

class TestConfigBook : public QObject {
    Q_OBJECT

private slots:
    void everyKeyOfTheReleaseIsThereAndWhatWasChangedComesFirst()
    {
        Book b;
        const ConfigBook book(b.trace);
        QCOMPARE(book.profile(b.client), std::string_view("java-2.3"));
        QCOMPARE(book.version(b.client), (protocol::KafkaVersion {2, 3}));
        const auto rows = book.rows(b.client, b.trace.size());
        QVERIFY(rows.size() > 40);
        QCOMPARE(rows.front().key, std::string_view("bootstrap.servers"));
        QVERIFY(rows.front().isChanged && !rows[1].isChanged);
        const ConfigRow* idle = find(rows, "connections.max.idle.ms");
        QVERIFY(idle);
        QCOMPARE(idle->value, std::string("540000"));
        QVERIFY2(!idle->isChanged, "a value that was said and is the default is no change");
        QVERIFY(idle->said.isValid());
    }
    void aValueHoldsFromTheEventThatSaysIt()
    {
        Book b;
        const std::size_t before = b.trace.size();
        b.say("connections.max.idle.ms = 60000");
        const ConfigBook book(b.trace);
        QCOMPARE(find(book.rows(b.client, before), "connections.max.idle.ms")->value, std::string("540000"));
        const auto now = book.rows(b.client, b.trace.size());
        QCOMPARE(find(now, "connections.max.idle.ms")->value, std::string("60000"));
        QCOMPARE(find(now, "connections.max.idle.ms")->defaultValue, std::string("540000"));
        QVERIFY(find(now, "connections.max.idle.ms")->isChanged);
    }
    void aRulesKeysAreLookedUpAtTheRightEnd()
    {
        Book b;
        b.say("connections.max.idle.ms = 30000", BrokerId {2});
        const ConfigBook book(b.trace);
        const auto value = [&](std::string_view key, BrokerId broker) {
            const auto row = book.value(key, b.client, broker, b.trace.size());
            return row ? row->value : std::string("nothing");
        };
        QCOMPARE(value("connections.max.idle.ms", BrokerId {2}), std::string("540000"));
        QCOMPARE(value("connections.max.idle.ms (broker)", BrokerId {2}), std::string("30000"));
        QCOMPARE(value("connections.max.idle.ms (broker)", BrokerId {1}), std::string("600000")); // its default
        QCOMPARE(value("group.initial.rebalance.delay.ms", BrokerId {2}), std::string("3000")); // a broker's key
        QCOMPARE(value("close timeout", BrokerId {2}), std::string("nothing"));
        QCOMPARE(value("", BrokerId {2}), std::string("nothing"));
    }
    void passwordsAreNeverShown()
    {
        Book b;
        b.say("ssl.key.password = secret");
        const ConfigBook book(b.trace);
        const ConfigRow* row = nullptr;
        const auto rows = book.rows(b.client, b.trace.size());
        row = find(rows, "ssl.key.password");
        QVERIFY(row);
        QVERIFY(row->value.find("secret") == std::string::npos && !row->value.empty());
    }
    /// A Java producer's defaults are nothing that is known of somebody else's client.
    void ofSomebodyElsesClientOnlyWhatItSaidIsThere()
    {
        Book b;
        trace::Event e;
        e.kind = trace::EventKind::ClientCreated;
        e.client = b.trace.newClient();
        e.value = static_cast<std::int64_t>(trace::ClientKind::Other);
        e.vantage = trace::Vantage::Inferred;
        b.trace.append(e);
        const ClientId outside = e.client;
        {
            const ConfigBook silent(b.trace);
            QVERIFY(silent.rows(outside, b.trace.size()).empty());
            QVERIFY(!silent.knowsSettings(outside) && silent.knowsSettings(b.client));
            QCOMPARE(silent.profile(outside), std::string_view());
        }
        const auto says = [&](std::string_view text) {
            e.kind = trace::EventKind::ConfigChanged;
            e.rule = trace::RuleId::ObservedPeer;
            e.vantage = trace::Vantage::Observed;
            e.text = b.trace.intern(text);
            return b.trace.append(e);
        };
        says("client.software = librdkafka 2.0.1");
        const EventId last = says("client.software = librdkafka 2.0.2");
        const ConfigBook book(b.trace);
        const auto rows = book.rows(outside, b.trace.size());
        QCOMPARE(rows.size(), std::size_t {1});
        QCOMPARE(rows[0].key, std::string_view("client.software"));
        QCOMPARE(rows[0].value, std::string("librdkafka 2.0.2"));
        QCOMPARE(rows[0].said, last);
        QVERIFY(!book.value("connections.max.idle.ms", outside, BrokerId {0}, b.trace.size()));
        QCOMPARE(book.value("connections.max.idle.ms (broker)", outside, BrokerId {0}, b.trace.size())->value,
            std::string("600000"));
        QVERIFY(book.rows(b.client, b.trace.size()).size() > 40); // ours are as they were
    }
    void aBookGrowsWithItsTrace()
    {
        Book b;
        ConfigBook book(b.trace);
        b.say("group.id = late");
        QVERIFY(find(book.rows(b.client, b.trace.size()), "group.id")->value.empty());
        book.extend();
        QCOMPARE(find(book.rows(b.client, b.trace.size()), "group.id")->value, std::string("late"));
    }
};

QTEST_GUILESS_MAIN(TestConfigBook)
#include "tst_configbook.moc"
