// SPDX-License-Identifier: GPL-3.0-or-later
// Real sessions in the window: sockets of this machine, waits with a bound on what the trace says.
#include "app/window/beside.h"
#include "app/window/comparison.h"
#include "app/window/liveplans.h"
#include "app/window/sessiondesk.h"
#include "frame/clustermodel.h"
#include "frame/clusterpanel.h"
#include "inspector/frameview.h"
#include "inspector/hexview.h"
#include "inspector/inspectorpanel.h"
#include "inspector/spanmodel.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "trace/jsonl.h"
#include "windowstage.h"

#include <QDir>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <set>

using namespace connscope;
using namespace connscope::app;
using connscope::test::shipped;
using Fixture = connscope::test::WindowStage;
using Kind = scenario::Action::Kind;

namespace {

constexpr int kBound = 20'000; // ms

/// A client that is not ours: a socket and bytes.
class RawClient {
public:
    explicit RawClient(const QString& address)
        : m_socket(::socket(AF_INET, SOCK_STREAM, 0))
    {
        const sockaddr_in at = addressOf(address);
        m_connected = ::connect(m_socket, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0;
    }
    ~RawClient() { ::close(m_socket); }
    bool isConnected() const { return m_connected; }
    /// A request without a body, header version 1: ApiVersions 0; or with \a body.
    bool send(std::int16_t api, std::int16_t version, std::int32_t correlation, const QByteArray& body = {}) const
    {
        QByteArray frame;
        const auto put = [&frame](std::int64_t value, int bytes) {
            for (int i = bytes - 1; i >= 0; --i)
                frame.append(static_cast<char>(value >> (8 * i) & 0xff));
        };
        const QByteArray name("raw-client");
        put(8 + 2 + name.size() + body.size(), 4);
        put(api, 2);
        put(version, 2);
        put(correlation, 4);
        put(name.size(), 2);
        frame += name + body;
        return ::send(m_socket, frame.constData(), static_cast<std::size_t>(frame.size()), MSG_NOSIGNAL)
            == frame.size();
    }

    static sockaddr_in addressOf(const QString& address)
    {
        sockaddr_in at {};
        at.sin_family = AF_INET;
        at.sin_port = htons(address.section(u':', -1).toUShort());
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return at;
    }

private:
    int m_socket;
    bool m_connected = false;
};

/// Whether a server could listen there now.
bool isFree(const QString& address)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    const int on = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const sockaddr_in at = RawClient::addressOf(address);
    const bool free = ::bind(fd, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0 && ::listen(fd, 1) == 0;
    ::close(fd);
    return free;
}

qsizetype threads()
{
    return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size();
}

std::set<std::int32_t> nodesOf(const view::Document& document)
{
    std::set<std::int32_t> out;
    for (const trace::ConnectionLife& life : document.lives())
        out.insert(life.node.value);
    return out;
}

bool startCluster(Fixture& f, int brokers)
{
    f.action("session.cluster")->trigger();
    const QList<QSpinBox*> numbers = f.window->cluster().findChildren<QSpinBox*>();
    numbers[0]->setValue(brokers);
    numbers[1]->setValue(0); // any ports
    f.window->cluster().findChild<QPushButton*>()->click();
    return QTest::qWaitFor([&] { return f.window->cluster().isRunning(); }, kBound);
}

bool stops(Fixture& f)
{
    QSignalSpy over(&f.window->desk(), &SessionDesk::over);
    f.action("session.stop")->trigger();
    return over.wait(kBound);
}

} // namespace

class TestLive : public QObject {
    Q_OBJECT

private slots:
    void theFiveConnectionsAreOpenedForRealAndThePlayheadFollows()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.window->show();
        f.action("session.real")->trigger();
        QVERIFY(f.window->desk().isRunning());
        const view::Document& document = f.context().document;
        const std::set<std::int32_t> five {-1, 0, 1, 2, 2'147'483'645};
        QTRY_VERIFY_WITH_TIMEOUT(document.source().live && nodesOf(document) == five, kBound);
        QCOMPARE(document.lives().size(), std::size_t(5));
        QVERIFY(!document.source().simulated);
        QVERIFY(document.source().world == view::World::Loopback);
        QVERIFY(document.trace().header().vantage == trace::Vantage::Observed);
        view::Playback& playback = f.context().playback;
        QVERIFY(playback.follows() && playback.isPlaying() && playback.isAtEnd());

        // Paused it stays where it is while the trace grows.
        f.action("playback.play")->trigger();
        QVERIFY(!playback.follows() && !playback.isPlaying());
        const view::Position paused = playback.position();
        QSignalSpy grown(&f.context().document, &view::Document::grown);
        QTRY_VERIFY_WITH_TIMEOUT(grown.count() >= 3, kBound);
        QCOMPARE(playback.position(), paused);
        QVERIFY(document.end() > paused.at);
        // Rewound, it is a trace like any other.
        f.action("playback.start")->trigger();
        QVERIFY(playback.isAtStart());
        QCOMPARE(playback.world().openByRole()[static_cast<std::size_t>(Role::Data)], 0U);
        f.action("playback.end")->trigger();
        QVERIFY(playback.follows());
        QCOMPARE(playback.world().openByRole()[static_cast<std::size_t>(Role::Data)], 3U);
        const std::size_t before = document.trace().size();
        QTRY_VERIFY_WITH_TIMEOUT(document.trace().size() > before && playback.isAtEnd(), kBound);

        QVERIFY(stops(f));
        QVERIFY(!document.source().live && !playback.isPlaying());
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("live.jsonl"));
        QVERIFY(f.window->saveTrace(file));
        const auto read = trace::readJsonlFile(file.toStdString());
        QVERIFY(read);
        QVERIFY(trace::equal(read->trace, document.trace()));
        QVERIFY(f.opens(file));
        QVERIFY(nodesOf(document) == five);
        QVERIFY(document.source().world == view::World::Evidence);
    }

    void aBrokerIsKilledFromThePanelAndThePictureShowsItDown()
    {
        Fixture f;
        f.window->show();
        QVERIFY(startCluster(f, 3));
        frame::ClusterPanel& panel = f.window->cluster();
        QCOMPARE(panel.model().rowCount(), 3);
        QVERIFY(panel.bootstrapLine().startsWith(QLatin1String("bootstrap.servers=127.0.0.1:")));
        QVERIFY(panel.kcatLine().startsWith(QLatin1String("kcat -b 127.0.0.1:")));
        QVERIFY(panel.kcatLine().endsWith(QLatin1String(" -L")));
        panel.table().setCurrentIndex(panel.model().index(1, 0));
        QVERIFY(panel.button(Kind::KillBroker)->isEnabled() && !panel.button(Kind::StartBroker)->isEnabled());
        const BrokerId killed = panel.model().brokers()[1].broker;
        panel.button(Kind::KillBroker)->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().brokers()[1].power == trace::BrokerState::Power::Down, kBound);
        QVERIFY(f.context().playback.world().broker(killed)->power == trace::BrokerState::Power::Down);
        QVERIFY(f.window->topology().description().contains(QLatin1String("down")));
        QVERIFY(panel.button(Kind::StartBroker)->isEnabled() && !panel.button(Kind::KillBroker)->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(isFree(panel.model().brokers()[1].address), kBound);
        panel.button(Kind::StartBroker)->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel.model().brokers()[1].power == trace::BrokerState::Power::Up, kBound);
        QVERIFY(!isFree(panel.model().brokers()[1].address));
        QVERIFY(stops(f));
        QVERIFY(!panel.isRunning());
    }

    void somebodyElsesClientAppearsAndItsConnectionFindsItsLane()
    {
        Fixture f;
        f.window->show();
        QVERIFY(startCluster(f, 2));
        const QString address = f.window->cluster().model().brokers()[0].address;
        const view::Document& document = f.context().document;
        RawClient client(address);
        QVERIFY(client.isConnected());
        QVERIFY(client.send(18, 0, 1)); // ApiVersions
        QTRY_COMPARE_WITH_TIMEOUT(document.lives().size(), std::size_t(1), kBound);
        QVERIFY(document.trace().text(document.lives()[0].clientName) == "raw-client");
        QVERIFY(!document.lives()[0].node.isValid());
        QVERIFY(document.trace()[document.lives()[0].openEvent].vantage == trace::Vantage::Inferred);
        QTRY_COMPARE_WITH_TIMEOUT(f.window->cluster().model().brokers()[0].connections, 1, kBound);
        QVERIFY(client.send(3, 0, 2, QByteArray(4, '\0'))); // Metadata for no topic
        QTRY_VERIFY_WITH_TIMEOUT(document.lives()[0].node.isValid(), kBound);
        const std::vector<timeline::Row>& rows = f.window->timeline().frame().rows;
        QTRY_COMPARE_WITH_TIMEOUT(rows.size(), std::size_t(1), kBound); // it moved; its old lane is gone
        QVERIFY(stops(f));
    }

    void nothingIsLeftAfterStopAndAfterClosing()
    {
        const qsizetype before = threads();
        QString address;
        {
            Fixture f;
            f.window->show();
            QVERIFY(startCluster(f, 2));
            address = f.window->cluster().model().brokers()[0].address;
            QVERIFY(threads() > before && !isFree(address));
            QVERIFY(stops(f));
            QVERIFY(isFree(address));
            QTRY_COMPARE_WITH_TIMEOUT(threads(), before, kBound);
            QVERIFY(startCluster(f, 2));
            address = f.window->cluster().model().brokers()[0].address;
            f.window->close();
            QVERIFY(isFree(address));
            QTRY_COMPARE_WITH_TIMEOUT(threads(), before, kBound);
        }
        {
            Fixture f; // and where nobody closes it
            QVERIFY(startCluster(f, 1));
            address = f.window->cluster().model().brokers()[0].address;
        }
        QVERIFY(isFree(address));
        QTRY_COMPARE_WITH_TIMEOUT(threads(), before, kBound);
    }

    void aClientOfOursMeetsAnotherCluster()
    {
        Fixture cluster;
        QVERIFY(startCluster(cluster, 2));
        const QString address = cluster.window->cluster().model().brokers()[0].address;
        OutsideRequest request;
        request.bootstrapServers = address.toStdString();
        request.topic = "orders";
        request.isProducer = true;
        request.mayWrite = true;
        Fixture f;
        f.window->desk().connectTo(*outsidePlan(request));
        const view::Document& document = f.context().document;
        QTRY_VERIFY_WITH_TIMEOUT(document.source().live, kBound);
        QVERIFY(document.source().world == view::World::Outside);
        QVERIFY(!f.window->cluster().isRunning());
        const auto delivers = [&document] {
            for (std::size_t i = 0; i < document.trace().size(); ++i) {
                if (document.trace()[i].kind == trace::EventKind::RecordsDelivered)
                    return true;
            }
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(delivers(), kBound);
        QVERIFY(f.window->windowTitle().contains(address));
        // And at the other end it is somebody else's client.
        const view::Document& seen = cluster.context().document;
        QTRY_VERIFY_WITH_TIMEOUT(seen.lives().size() >= 2, kBound);
        QVERIFY(seen.trace().text(seen.lives()[0].clientName) == "connscope-producer");
        QVERIFY(stops(f));
        QVERIFY(stops(cluster));
    }

    void aScenarioThatNamesAnotherClusterIsPlayedThere()
    {
        Fixture cluster;
        QVERIFY(startCluster(cluster, 2));
        const QString address = cluster.window->cluster().model().brokers()[0].address;
        QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("there.yaml"));
        {
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write("connscope: 1\nuntil: 1500ms\nprofile: java-3.9\ncluster: {brokers: 2}\nclients:\n  - {name: "
                      "c, kind: consumer, "
                      "config: {group.id: g, bootstrap.servers: \""
                + address.toUtf8() + "\"}, script: [{subscribe: [t]}, poll]}\n");
        }
        Fixture f;
        QVERIFY(f.opens(file));
        const view::Document& document = f.context().document;
        QSignalSpy over(&f.window->desk(), &SessionDesk::over);
        f.action("session.real")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(document.source().live, kBound);
        QVERIFY(document.source().world == view::World::Outside); // and not a loopback cluster of ours
        QVERIFY(!f.window->cluster().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(over.size() == 1, kBound);
        QVERIFY(document.source().world == view::World::Outside);
        // What is simulated beside it is what was played there, with the names of what was met.
        const scenario::Scenario played = playedScenario(document);
        const auto& config = played.clients.front().config;
        const auto valueOf = [&config](std::string_view key) {
            const auto it
                = std::find_if(config.begin(), config.end(), [&](const auto& one) { return one.first == key; });
            return it == config.end() ? std::string() : it->second;
        };
        QCOMPARE(valueOf("group.id"), std::string("connscope-g"));
        QCOMPARE(valueOf("bootstrap.servers"), address.toStdString());
        const auto& brokers = played.cluster.brokers;
        QVERIFY(std::any_of(brokers.begin(), brokers.end(), [&](const broker::BrokerSpec& broker) {
            return QStringLiteral("%1:%2").arg(QString::fromStdString(broker.host)).arg(broker.port) == address;
        }));
        QVERIFY(stops(cluster));
    }

    void theBarAsksBeforeARunningSessionIsReplaced()
    {
        Fixture f;
        QVERIFY(startCluster(f, 1));
        f.window->open(shipped("13-three-kinds"));
        QVERIFY(f.window->messages().isAsking());
        f.window->messages().answer(1);
        QVERIFY(f.window->desk().isRunning());
        f.window->open(shipped("13-three-kinds"));
        QSignalSpy settled(f.window.get(), &MainWindow::settled);
        f.window->messages().answer(0);
        QVERIFY(settled.wait(60'000));
        QVERIFY(!f.window->desk().isRunning());
        QVERIFY(f.context().document.source().simulated);
    }

    void aSessionThatCannotStartSaysWhy()
    {
        Fixture f;
        QVERIFY(startCluster(f, 1));
        const QString address = f.window->cluster().model().brokers()[0].address;
        Fixture second;
        second.action("session.cluster")->trigger();
        const QList<QSpinBox*> numbers = second.window->cluster().findChildren<QSpinBox*>();
        numbers[0]->setValue(1);
        numbers[1]->setValue(address.section(u':', -1).toInt()); // where the first one listens
        second.window->cluster().findChild<QPushButton*>()->click();
        QTRY_VERIFY_WITH_TIMEOUT(second.window->messages().isShowing(), kBound);
        QVERIFY(second.window->messages().kind() == frame::MessageBar::Kind::Error);
        QVERIFY(!second.window->desk().isRunning());
        QVERIFY(stops(f));
    }

    void theInspectorHasTheBytesThatWentOverTheSocket()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.action("session.real")->trigger();
        const view::Document& document = f.context().document;
        QTRY_VERIFY_WITH_TIMEOUT(document.source().live && document.lives().size() == 5, kBound);
        QSignalSpy over(&f.window->desk(), &SessionDesk::over);
        f.action("session.stop")->trigger();
        QVERIFY(over.wait(kBound));
        // Its bytes are there after the end as well.
        const trace::Trace& trace = document.trace();
        inspector::FrameView& view = f.window->inspector().frameView();
        int seen = 0;
        for (std::uint32_t i = 0; i < trace.size() && seen < 12; ++i) {
            if (trace[i].kind != trace::EventKind::RequestSent)
                continue;
            const_cast<view::Selection&>(f.context().selection).setCurrent(view::Item::request(EventId {i}));
            const wire::Bytes& bytes = view.hex().bytes();
            QCOMPARE(bytes.size(), std::size_t {trace[i].size}); // as many as the trace says were sent
            QVERIFY(!view.model().error());
            QCOMPARE(static_cast<int>(bytes[5]), static_cast<int>(trace[i].api)); // behind the length
            ++seen;
        }
        QCOMPARE(seen, 12);
        QVERIFY(f.opens(shipped("14-five-partitions-four-brokers"))); // another picture: these bytes are nobody's
        QVERIFY(!view.isVisibleTo(&f.window->inspector()));
    }

    void theSimulationIsShownBesideWithOnePlayhead()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.action("session.beside")->trigger();
        const view::Document& document = f.context().document;
        Beside& beside = f.window->beside();
        QTRY_VERIFY_WITH_TIMEOUT(document.source().live && document.lives().size() == 5, kBound);
        QTRY_VERIFY_WITH_TIMEOUT(beside.isShown(), kBound);
        QTRY_VERIFY_WITH_TIMEOUT(document.end() > kStart + std::chrono::seconds(1), kBound);
        const view::Context& other = beside.context();
        QVERIFY(other.document.source().simulated && !document.source().simulated);
        QCOMPARE(nodesOf(other.document), nodesOf(document)); // the same nodes, really and simulated
        QSignalSpy over(&f.window->desk(), &SessionDesk::over);
        f.action("session.stop")->trigger();
        QVERIFY(over.wait(kBound));
        auto& playback = const_cast<view::Playback&>(f.context().playback);
        playback.setInstant(kStart + ms(500));
        QCOMPARE(other.playback.instant(), kStart + ms(500));
        other.playback.setInstant(kStart + ms(800)); // somebody scrubs there
        QCOMPARE(playback.instant(), kStart + ms(800));
        other.playback.goToEnd(); // nine minutes of which only the first second happened
        QCOMPARE(playback.instant(), document.end());
        QVERIFY(f.opens(shipped("14-five-partitions-four-brokers")));
        QVERIFY(!beside.isShown());
    }

    /// One that agreed only with late timers tells another story when it is punctual.
    void theSimulationBesideIsAsLateAsTheOneThatWasFound()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        Beside& beside = f.window->beside();
        for (const auto& [lateness, words] : {std::pair {ms(1), true}, std::pair {Duration::zero(), false}}) {
            f.window->comparison().show(
                BothWays::Verdict::Agree, QStringLiteral("-"), QStringLiteral("-"), 3, lateness.count());
            QSignalSpy shown(&beside, &Beside::shown);
            f.window->comparison().findChild<QPushButton*>()->click();
            QVERIFY(shown.wait(kBound));
            QVERIFY2(beside.head().contains(QLatin1String("seed 3")), qPrintable(beside.head()));
            const QString late
                = QStringLiteral("timers up to %1 late").arg(f.context().look.format().duration(ms(1)));
            QCOMPARE(beside.head().contains(late), words);
        }
    }

    void whatHappenedIsComparedWithTheSimulation()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        f.action("session.both")->trigger();
        const view::Document& document = f.context().document;
        QTRY_VERIFY_WITH_TIMEOUT(document.source().live && document.lives().size() == 5, kBound);
        QTRY_VERIFY_WITH_TIMEOUT(document.end() > kStart + std::chrono::seconds(2), kBound);
        QSignalSpy over(&f.window->desk(), &SessionDesk::over);
        f.action("session.stop")->trigger();
        QVERIFY(over.wait(kBound));
        QTRY_VERIFY_WITH_TIMEOUT(
            f.window->comparison().text().contains(QLatin1String("consumer-1: 5 connections")), 60'000);
        QVERIFY2(f.window->comparison().head().startsWith(QLatin1String("They agree")),
            qPrintable(f.window->comparison().text()));
        f.window->setLanguage(theme::Language::Chinese); // both were made
        QVERIFY(f.window->comparison().text().contains(QStringLiteral("两者一致")));
        QVERIFY(!f.window->comparison().text().contains(QLatin1String("the simulation")));
        f.window->setLanguage(theme::Language::English);
        f.action("session.simulated")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(f.context().document.source().simulated, 60'000);
    }
};

QTEST_MAIN(TestLive)
#include "tst_live.moc"
