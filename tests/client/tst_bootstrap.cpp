// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/bootstrap.h"
#include "client/harness.h"

#include <QtTest>

using namespace connscope;
using namespace connscope::client;
using trace::ClientKind;
using trace::EventKind;
using trace::RuleId;

namespace {

/// Names by a table, and back.
class Names final : public Resolver {
public:
    std::vector<std::string> resolve(std::string_view host) override
    {
        const auto found = m_addresses.find(std::string(host));
        return found == m_addresses.end() ? std::vector<std::string> {} : found->second;
    }
    std::string canonicalName(std::string_view address) override
    {
        const auto found = m_names.find(std::string(address));
        return found == m_names.end() ? std::string(address) : found->second;
    }
    std::map<std::string, std::vector<std::string>> m_addresses {
        {"kafka", {"10.0.0.1", "10.0.0.2", "10.0.0.3"}}, {"a", {"10.0.0.1"}}, {"10.0.0.2", {"10.0.0.2"}}};
    std::map<std::string, std::string> m_names {{"10.0.0.1", "a"}, {"10.0.0.3", "gone"}};
};

QString lines(const std::vector<std::string>& texts)
{
    QString out;
    for (const std::string& text : texts)
        out += QString::fromStdString(text) + '\n';
    return out;
}

} // namespace

class TestBootstrap : public QObject {
    Q_OBJECT
private slots:
    void anAddressThatDoesNotResolveTakesNoNodeId()
    {
        Names names;
        Settings settings;
        settings.bootstrapServers = {{"nobody", 9092}, {"kafka", 9093}};
        const Bootstrap bootstrap = resolveBootstrap(settings, names);
        QCOMPARE(addressList(bootstrap.addresses), std::string("kafka:9093"));
        QCOMPARE(lines(bootstrap.warnings),
            QString(
                "Couldn't resolve server nobody:9092 from bootstrap.servers as DNS resolution failed for nobody\n"));
    }
    void withCanonicalNamesEachAddressIsANode()
    {
        Names names;
        Settings settings;
        settings.bootstrapServers = {{"kafka", 9092}};
        settings.canonicalBootstrap = true;
        const Bootstrap bootstrap = resolveBootstrap(settings, names);
        QCOMPARE(addressList(bootstrap.addresses), std::string("a:9092,10.0.0.2:9092"));
        QCOMPARE(lines(bootstrap.warnings),
            QString("Couldn't resolve server kafka:9092 from bootstrap.servers as DNS resolution of the canonical "
                    "hostname "
                    "gone failed for kafka\n"));
    }
    void aClientIsConnectedToWhatIsLeft()
    {
        for (const char* profile : {"java-2.1", "java-3.9"}) {
            Harness h(ClientKind::Producer, profile, {{"bootstrap.servers", "nobody:9092,localhost:9093"}},
                {sendStep("t4", {0})}, 1, {}, {{"nobody", {}}});
            h.runFor(ms(500));
            const auto started = h.events(EventKind::ConnectStarted);
            QVERIFY(!started.empty());
            QCOMPARE(started.front()->node, NodeId::bootstrap(0));
            QCOMPARE(h.trace.text(started.front()->text), std::string_view("localhost/127.0.0.1:9093"));
            QCOMPARE(h.events(EventKind::Mark).size(), std::size_t {1});
            QVERIFY(h.trace.text(h.events(EventKind::ConfigChanged).back()->text)
                == "bootstrap.servers = localhost:9093");
        }
    }
    void withNoAddressTheConstructorThrows()
    {
        Harness h(ClientKind::Consumer, "java-3.9", {{"bootstrap.servers", "nobody:9092"}, {"group.id", "g"}}, {}, 1,
            {}, {{"nobody", {}}});
        QVERIFY(h.brain == nullptr);
        QVERIFY(h.events(EventKind::ClientCreated).empty());
        QCOMPARE(h.events(EventKind::Mark).size(), std::size_t {2}); // the warning of the address comes before it
        QVERIFY(h.trace.text(h.events(EventKind::Mark).back()->text)
                    .ends_with("is not constructed: No resolvable bootstrap urls given in bootstrap.servers"));
    }
};

QTEST_GUILESS_MAIN(TestBootstrap)
#include "tst_bootstrap.moc"
