// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation/anchors.h"
#include "support/playing.h"

#include <QTest>

using namespace connscope;
using namespace connscope::annotation;

namespace {

/// A shipped scenario, run.
struct World {
    explicit World(const char* name)
    {
        auto read = test::shippedScenario(name);
        auto trace = test::play(read);
        document.replace(std::make_unique<view::Content>(view::Source {}, std::move(trace), std::move(read)));
    }
    view::Document document;
};

} // namespace

class TestAnchors : public QObject {
    Q_OBJECT

private slots:
    void whatIsInThePictureIsFoundAgainByItsAnchor()
    {
        const World world("10-broker-closes-first.yaml");
        const Anchors anchors(world.document);
        std::set<std::string> seen;
        for (const trace::ConnectionLife& life : world.document.lives()) {
            const std::string text = anchors.of(view::Item::of(life.id));
            QVERIFY2(text.starts_with("connection "), text.c_str());
            QVERIFY2(seen.insert(text).second, text.c_str()); // each has one of its own
            const auto anchor = anchors.find(text);
            QVERIFY(anchor);
            QCOMPARE(anchor->connections.size(), std::size_t {1});
            QVERIFY(anchor->connections.front() == life.id);
            const auto client = anchors.find(anchors.of(view::Item::of(life.client)));
            QVERIFY(client && client->client == life.client);
        }
        QVERIFY(!seen.empty());
        QCOMPARE(anchors.of(view::Item::of(BrokerId {1})), std::string("broker 1"));
        QCOMPARE(anchors.of({}), std::string());
    }

    void aLaneIsAllOfItsConnections()
    {
        const World world("10-broker-closes-first.yaml");
        const Anchors anchors(world.document);
        std::map<std::pair<ClientId, NodeId>, std::size_t> count;
        for (const trace::ConnectionLife& life : world.document.lives())
            ++count[{life.client, life.node}];
        bool reconnected = false;
        for (const trace::ConnectionLife& life : world.document.lives()) {
            const std::string text = anchors.of(view::Item::lane(life.id));
            QVERIFY(text.find('#') == std::string::npos);
            const auto anchor = anchors.find(text);
            QVERIFY(anchor);
            QCOMPARE(anchor->connections.size(), (count[{life.client, life.node}]));
            reconnected = reconnected || anchor->connections.size() > 1;
        }
        QVERIFY(reconnected); // or the scenario does not show it
    }

    void whatIsNotThereIsSaidWithItsLine()
    {
        const World world("13-three-kinds.yaml");
        scenario::Annotation here;
        here.anchors = {"connection consumer-1 -1", "broker 2", "client consumer-1"};
        scenario::Annotation gone;
        gone.anchors = {"connection consumer-1 -1 #2"};
        gone.line = 42;
        QVERIFY(unfounded({here}, world.document, true).empty());
        const auto errors = unfounded({here, gone}, world.document, true);
        QCOMPARE(errors.size(), std::size_t {1});
        QCOMPARE(errors.front().line, 42);
        QVERIFY(errors.front().file.ends_with("13-three-kinds.yaml"));
        QVERIFY2(errors.front().message.find("connection consumer-1 -1 #2") != std::string::npos,
            errors.front().message.c_str());
        // What the reader of the scenario has said is not said again; of a file of its own nothing was said yet.
        scenario::Annotation nobody;
        nobody.anchors = {"client nobody"};
        QVERIFY(unfounded({nobody}, world.document, true).empty());
        QCOMPARE(unfounded({nobody}, world.document, false).size(), std::size_t {1});
        // A broker and an address that nobody meets are likewise nowhere to be seen.
        for (const char* text : {"broker 99", "address nowhere:9092"}) {
            scenario::Annotation strange;
            strange.anchors = {text};
            strange.line = 3;
            for (const bool ofScenario : {true, false}) {
                const auto told = unfounded({strange}, world.document, ofScenario);
                QVERIFY2(told.size() == 1 && told.front().line == 3
                        && told.front().message.find(text) != std::string::npos,
                    text);
            }
        }
        scenario::Annotation address;
        address.anchors = {"address localhost:9092", "broker 0"};
        QVERIFY(unfounded({address}, world.document, true).empty());
        // An instant that never comes is as likely a slip.
        scenario::Annotation late = here;
        late.from = world.document.end();
        QVERIFY(unfounded({late}, world.document, true).empty());
        late.from = world.document.end() + Duration {1};
        late.line = 7;
        const auto lateErrors = unfounded({late}, world.document, true);
        QCOMPARE(lateErrors.size(), std::size_t {1});
        QCOMPARE(lateErrors.front().line, 7);
        QVERIFY2(lateErrors.front().message.find("this run ends at") != std::string::npos,
            lateErrors.front().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestAnchors)
#include "tst_anchors.moc"
