// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/addressbook.h"
#include "sim/network.h"
#include "sim/ports.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace connscope;
using session::AddressBook;
using session::Fault;
using session::Target;
using sim::Network;
using trace::Side;
using Names = std::vector<std::string>;

namespace {

broker::BrokerSpec brokerAt(int id, std::string host, std::uint16_t port = 9092)
{
    broker::BrokerSpec spec;
    spec.id = BrokerId {id};
    spec.host = std::move(host);
    spec.port = port;
    return spec;
}

scenario::Scenario world(std::vector<broker::BrokerSpec> brokers)
{
    scenario::Scenario scenario;
    scenario.cluster.brokers = std::move(brokers);
    scenario.clients.emplace_back();
    scenario.clients.emplace_back();
    return scenario;
}

scenario::NetworkSpec exact(Duration latency)
{
    scenario::NetworkSpec spec;
    spec.link.latency = latency;
    spec.link.jitter = Duration::zero();
    return spec;
}

} // namespace

class TestNetwork : public QObject {
    Q_OBJECT

private slots:
    // -- names and addresses --

    void eachBrokerHostHasAnAddressOfItsOwn()
    {
        AddressBook book(world({brokerAt(0, "kafka-a"), brokerAt(1, "kafka-b"), brokerAt(2, "kafka-a", 9093)}));
        QCOMPARE(book.resolve("kafka-a"), Names {"10.0.0.1"});
        QCOMPARE(book.resolve("kafka-b"), Names {"10.0.0.2"});
        QCOMPARE(book.resolve("localhost"), Names {"127.0.0.1"});
        QCOMPARE(book.resolve("192.0.2.7"), Names {"192.0.2.7"});
        QCOMPARE(book.resolve("kafka-c"), Names {});
        QCOMPARE(book.clientAddress(0), std::string("10.0.1.1"));
        QCOMPARE(book.clientAddress(1), std::string("10.0.1.2"));
        QCOMPARE(book.find("10.0.1.1", "10.0.0.1", 9093).broker, BrokerId {2});
    }

    void theDnsTableComesFirst()
    {
        auto scenario = world({brokerAt(0, "kafka-a"), brokerAt(1, "kafka-b")});
        scenario.network.dns["kafka-a"] = {"10.0.0.1", "10.0.0.9"};
        scenario.network.dns["alias"] = {"192.0.2.1", "10.0.0.9"};
        scenario.network.unresolvable = {"kafka-b"};
        AddressBook book(scenario);
        QCOMPARE(book.resolve("kafka-a"), (Names {"10.0.0.1", "10.0.0.9"}));
        QCOMPARE(book.resolve("alias"), (Names {"192.0.2.1", "10.0.0.9"}));
        QCOMPARE(book.resolve("kafka-b"), Names {});
        QCOMPARE(book.find("10.0.1.1", "10.0.0.9", 9092).broker,
            BrokerId {0}); // it listens on all of its host's addresses
        QCOMPARE(book.find("10.0.1.1", "10.0.0.2", 9092).broker,
            BrokerId {1}); // not 10.0.0.1: the table has given that away
    }

    void anAddressHasTheNameOfItsBroker()
    {
        auto scenario = world({brokerAt(0, "kafka-a"), brokerAt(1, "localhost")});
        scenario.network.dns["alias"] = {"10.0.0.1", "192.0.2.1"};
        scenario.network.dns["kafka-a"] = {"10.0.0.1"};
        AddressBook book(scenario);
        QCOMPARE(book.canonicalName("10.0.0.1"), std::string("kafka-a"));
        QCOMPARE(book.canonicalName("127.0.0.1"), std::string("localhost"));
        QCOMPARE(book.canonicalName("192.0.2.1"), std::string("192.0.2.1"));
    }

    void everythingOnLocalhostIncludesTheClients()
    {
        AddressBook book(world({brokerAt(0, "localhost", 9092), brokerAt(1, "localhost", 9093)}));
        QCOMPARE(book.clientAddress(0), std::string("127.0.0.1"));
        QCOMPARE(book.find("127.0.0.1", "127.0.0.1", 9093).target, Target::Listener);
        QCOMPARE(book.find("127.0.0.1", "127.0.0.1", 9094).target, Target::ClosedPort);
    }

    void localhostOfAnotherMachineIsNotTheBrokers()
    {
        AddressBook book(world({brokerAt(0, "kafka-a")}));
        QCOMPARE(book.find("10.0.1.1", "127.0.0.1", 9092).target, Target::ClosedPort);
    }

    void whereNobodyIsNobodyAnswers()
    {
        AddressBook book(world({brokerAt(0, "kafka-a")}));
        QCOMPARE(book.find("10.0.1.1", "10.0.0.1", 9092).target, Target::Listener);
        QCOMPARE(book.find("10.0.1.1", "10.0.0.1", 9999).target, Target::ClosedPort);
        QCOMPARE(book.find("10.0.1.1", "10.0.1.2", 9092).target, Target::ClosedPort); // a client's machine
        QCOMPARE(book.find("10.0.1.1", "10.9.9.9", 9092).target, Target::Unreachable);
        QCOMPARE(book.find("10.0.1.1", "192.0.2.1", 9092).target, Target::Silent);
    }

    void aThousandHostsHaveAThousandAddresses()
    {
        std::vector<broker::BrokerSpec> brokers;
        for (int i = 0; i < 1'000; ++i)
            brokers.push_back(brokerAt(i, "kafka-" + std::to_string(i)));
        auto scenario = world(brokers);
        scenario.clients.resize(600);
        AddressBook book(scenario);
        std::set<std::string> addresses;
        for (int i = 0; i < 1'000; ++i)
            addresses.insert(book.resolve("kafka-" + std::to_string(i)).front());
        for (std::size_t i = 0; i < 600; ++i)
            addresses.insert(book.clientAddress(i));
        QCOMPARE(addresses.size(), std::size_t {1'600});
        QVERIFY(std::all_of(addresses.begin(), addresses.end(),
            [](const std::string& address) { return session::isAddress(address); }));
    }

    void addressesAreToldFromNames()
    {
        for (const char* address : {"10.0.0.1", "255.255.255.255", "::1", "fe80::1"})
            QVERIFY2(session::isAddress(address), address);
        for (const char* name : {"", "kafka", "10.0.0", "10.0.0.256", "10.0.0.1.2", "10..0.1", "1.2.3.", "a.b.c.d"})
            QVERIFY2(!session::isAddress(name), name);
    }

    // -- ways --

    void laterLinkRulesWin()
    {
        scenario::NetworkSpec spec = exact(ms(1));
        scenario::LinkSpec far;
        far.latency = ms(40);
        far.jitter = Duration::zero();
        scenario::LinkSpec farther = far;
        farther.latency = ms(90);
        spec.links = {{"*", BrokerId {1}, far}, {"b", BrokerId {1}, farther}, {"c[2]", std::nullopt, far}};
        Network network(spec, Rng(1));
        const auto a = network.addClient("a", "a");
        const auto b = network.addClient("b", "b");
        const auto c1 = network.addClient("c", "c[1]");
        const auto c2 = network.addClient("c", "c[2]");
        const auto travel = [&](std::uint32_t client, int broker) {
            return toMs(network.arrival(network.link(client, BrokerId {broker}), Side::Client, 100, kStart)
                            .time_since_epoch());
        };
        QCOMPARE(travel(a, 0), qint64 {1});
        QCOMPARE(travel(a, 1), qint64 {40});
        QCOMPARE(travel(b, 1), qint64 {90});
        QCOMPARE(travel(c1, 0), qint64 {1});
        QCOMPARE(travel(c2, 0), qint64 {40});
    }

    void aNarrowLineSendsOneMessageAfterTheOther()
    {
        scenario::NetworkSpec spec = exact(ms(1));
        spec.link.bitsPerSecond = 8'000; // 1000 bytes take a second
        Network network(spec, Rng(1));
        const auto link = network.link(network.addClient("a", "a"), BrokerId {0});
        QCOMPARE(toMs(network.arrival(link, Side::Client, 1'000, kStart).time_since_epoch()), qint64 {1'001});
        QCOMPARE(toMs(network.arrival(link, Side::Client, 500, kStart).time_since_epoch()), qint64 {1'501});
        QCOMPARE(
            toMs(network.arrival(link, Side::Broker, 500, kStart).time_since_epoch()), qint64 {501}); // its own line
        QCOMPARE(
            toMs(network.arrival(link, Side::Client, 0, kStart).time_since_epoch()), qint64 {1}); // no data, no wait
        QCOMPARE(toMs(network.arrival(link, Side::Client, 4'000'000'000U, kStart).time_since_epoch()),
            qint64 {4'000'001'501});
    }

    void jitterIsFromNothingToItsLimit()
    {
        scenario::NetworkSpec spec = exact(ms(1));
        spec.link.jitter = ms(1);
        Network network(spec, Rng(5));
        const auto link = network.link(network.addClient("a", "a"), BrokerId {0});
        Instant least = kNever;
        Instant most = kStart;
        for (int i = 0; i < 10'000; ++i) {
            const Instant at = network.arrival(link, Side::Client, 10, kStart);
            least = std::min(least, at);
            most = std::max(most, at);
        }
        QVERIFY(least >= kStart + ms(1) && least < kStart + Duration {1'010'000});
        QVERIFY(most <= kStart + ms(2) && most > kStart + Duration {1'990'000});
    }

    void lossDelaysByRetransmissionTimeouts()
    {
        scenario::NetworkSpec spec = exact(ms(1));
        spec.link.loss = 0.25;
        Network network(spec, Rng(5));
        const auto link = network.link(network.addClient("a", "a"), BrokerId {0});
        int late = 0;
        for (int i = 0; i < 10'000; ++i) {
            const qint64 travel = toMs(network.arrival(link, Side::Client, 10, kStart).time_since_epoch());
            QVERIFY2(travel == 1 || (travel - 1) % 200 == 0, qPrintable(QString::number(travel)));
            late += travel > 1 ? 1 : 0;
        }
        QVERIFY2(late > 2'300 && late < 2'700, qPrintable(QString::number(late)));
    }

    void certainLossStillEnds()
    {
        scenario::NetworkSpec spec = exact(ms(1));
        spec.link.loss = 1.0;
        Network network(spec, Rng(5));
        const auto link = network.link(network.addClient("a", "a"), BrokerId {0});
        QCOMPARE(toMs(network.arrival(link, Side::Client, 10, kStart).time_since_epoch()), qint64 {200 * 1023 + 1});
    }

    void aLostSynWaitsForItsOwnTimeoutWhichDoublesToo()
    {
        scenario::NetworkSpec spec = exact(ms(1));
        spec.link.loss = 1.0;
        Network network(spec, Rng(5));
        const auto link = network.link(network.addClient("a", "a"), BrokerId {0});
        const Instant at = network.arrival(link, Side::Client, 0, kStart, ms(1000));
        QCOMPARE(toMs(at.time_since_epoch()), qint64 {1000 * 1023 + 1});
    }

    // -- faults --

    void faultsCoverWaysThatAreUsedLater()
    {
        const scenario::NetworkSpec spec = exact(ms(1));
        Network network(spec, Rng(1));
        const auto a = network.addClient("a", "a");
        const auto b = network.addClient("b", "b");
        const auto early = network.link(a, BrokerId {0});
        network.add({Fault::Kind::Cut, "a", BrokerId {}});
        QVERIFY(network.isCut(early));
        QVERIFY(network.isCut(network.link(a, BrokerId {1})));
        QVERIFY(!network.isCut(network.link(b, BrokerId {1})));
        QVERIFY(!network.dropsSyn(early) && !network.refuses(early));
    }

    void aWayIsWellWhenEveryFaultOnItIsGone()
    {
        const scenario::NetworkSpec spec = exact(ms(1));
        Network network(spec, Rng(1));
        const auto link = network.link(network.addClient("a", "a"), BrokerId {0});
        network.add({Fault::Kind::Cut, "*", BrokerId {0}});
        network.add({Fault::Kind::Cut, "a", BrokerId {}});
        network.add({Fault::Kind::Refuse, "*", BrokerId {0}});
        QCOMPARE(network.remove({Fault::Kind::Cut, "*", BrokerId {0}}), std::size_t {1});
        QVERIFY(network.isCut(link));
        QCOMPARE(network.remove({Fault::Kind::Cut, "*", BrokerId {}}), std::size_t {1});
        QVERIFY(!network.isCut(link));
        QVERIFY(network.refuses(link));
        QCOMPARE(network.remove({Fault::Kind::Cut, "*", BrokerId {}}), std::size_t {0});
    }

    // -- ports --

    void portsCountUpFromAStartThatTheSeedDecides()
    {
        const auto first = [](std::uint64_t seed) {
            sim::Ports ports {Rng(seed)};
            return *ports.take(ports.machine("10.0.1.1"), ports.endpoint("10.0.0.1", 9092));
        };
        QCOMPARE(first(1), first(1));
        QVERIFY(first(1) != first(2));

        sim::Ports ports {Rng(1)};
        const auto machine = ports.machine("10.0.1.1");
        const auto a = ports.endpoint("10.0.0.1", 9092);
        const auto b = ports.endpoint("10.0.0.1", 9093);
        QVERIFY(a != b);
        const std::uint16_t one = *ports.take(machine, a);
        const std::uint16_t two = *ports.take(machine, b);
        QCOMPARE(two, one == sim::Ports::kLast ? sim::Ports::kFirst : std::uint16_t(one + 1));
        QCOMPARE(ports.address(machine), std::string("10.0.1.1"));
        QCOMPARE(ports.machine("10.0.1.1"), machine);
    }
};

QTEST_GUILESS_MAIN(TestNetwork)
#include "tst_network.moc"
