// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a trace file of a million events: what the reader alone, what `load` with all that is computed of a trace, and
// what the window takes; and the longest time for which the window's thread does not come round while it does. Then the
// window plays it at 60 frames a second while a pointer moves over the topology: from an input to the paint that shows it.
//
//     bench_open [EVENTS]     1,000,000 by default
#include "app/window/loader.h"
#include "app/window/mainwindow.h"
#include "frame/style.h"
#include "topology/topologywidget.h"
#include "trace/jsonl.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QApplication>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace connscope;

namespace {

constexpr double kLeastMbPerSecond = 100; // of wall time or, on a busy machine, of processor time
constexpr double kMostAwayMs = 100; // a tenth of a second is when people begin to wait
constexpr double kMostInputMs = 50;

using Clock = std::chrono::steady_clock;

double msSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double cpuMs()
{
    timespec t {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

double quantile(std::vector<double> values, double q)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

/// Twenty producers that send to fifty brokers, each request with the four events of its way.
trace::Trace requests(std::size_t events)
{
    using trace::Event;
    using trace::EventKind;
    constexpr std::uint32_t kClients = 20;
    constexpr std::uint32_t kBrokers = 50;
    trace::Trace trace;
    trace.header().title = "producers";
    Event e;
    for (std::uint32_t b = 0; b < kBrokers; ++b) {
        e = {};
        e.kind = EventKind::BrokerUp;
        e.broker = BrokerId {static_cast<std::int32_t>(b)};
        e.text = trace.intern("kafka-" + std::to_string(b) + ":9092");
        trace.append(e);
    }
    for (std::uint32_t c = 0; c < kClients; ++c) {
        e = {};
        e.kind = EventKind::ClientCreated;
        e.client = trace.newClient();
        e.text = trace.intern("producer-" + std::to_string(c + 1));
        trace.append(e);
        for (std::uint32_t b = 0; b < kBrokers; ++b) {
            e.connection = trace.newConnection();
            e.broker = BrokerId {static_cast<std::int32_t>(b)};
            e.node = NodeId::broker(e.broker);
            e.rule = trace::RuleId::LeaderToFetch;
            e.text = trace.intern("kafka-" + std::to_string(b) + "/10.0.0." + std::to_string(b + 1) + ":9092");
            e.kind = EventKind::ConnectStarted;
            trace.append(e);
            e.text = TextId {0};
            e.rule = trace::RuleId::None;
            for (const trace::Side side : {trace::Side::Client, trace::Side::Broker}) {
                Event tcp = e;
                tcp.kind = EventKind::TcpState;
                tcp.side = side;
                tcp.state = trace::TcpState::Established;
                trace.append(tcp);
            }
            for (const EventKind kind : {EventKind::Connected, EventKind::Ready}) {
                e.kind = kind;
                trace.append(e);
            }
        }
    }
    std::int64_t now = 1'000'000'000;
    std::int32_t correlation = 0;
    while (trace.size() < events) {
        const std::uint32_t lane = static_cast<std::uint32_t>(correlation) * 7 % (kClients * kBrokers);
        e = {};
        e.connection = ConnectionId {lane};
        e.client = ClientId {lane / kBrokers};
        e.broker = BrokerId {static_cast<std::int32_t>(lane % kBrokers)};
        e.node = NodeId::broker(e.broker);
        e.api = ApiKey::Produce;
        e.correlation = correlation++;
        e.size = 312;
        for (const EventKind kind : {EventKind::RequestSent, EventKind::RequestReceived, EventKind::ResponseSent,
                 EventKind::ResponseReceived}) {
            e.at = fromNs(now += 40'000);
            e.kind = kind;
            const EventId id = trace.append(e);
            e.cause = id;
        }
        now += 90'000;
    }
    return trace;
}

/// How long the window's thread was away, at most: a timer that should come every few milliseconds.
class Heartbeat {
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { beat(); });
        m_timer.start(2);
    }
    void beat()
    {
        const double away = msSince(m_last);
        m_last = Clock::now();
        m_longest = std::max(m_longest, away);
    }
    double longest() const { return m_longest; }

private:
    QTimer m_timer;
    Clock::time_point m_last = Clock::now();
    double m_longest = 0;
};

/// Moves a pointer over a widget now and then; the time from the input to the end of the paint that follows.
class Inputs : public QObject {
public:
    explicit Inputs(QWidget& widget)
        : m_widget(widget)
    {
        widget.installEventFilter(this);
    }
    void move(int step)
    {
        m_sent = Clock::now();
        m_waits = true;
        const QPointF at(20 + step * 37 % (m_widget.width() - 40), 20 + step * 53 % (m_widget.height() - 40));
        QCoreApplication::postEvent(&m_widget,
            new QMouseEvent(QEvent::MouseMove, at, m_widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton, {}));
    }
    const std::vector<double>& times() const { return m_times; }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::MouseMove)
            m_handled = true;
        if (event->type() == QEvent::Paint && std::exchange(m_handled, false) && std::exchange(m_waits, false)) {
            QMetaObject::invokeMethod(
                this, [this] { m_times.push_back(msSince(m_sent)); }, Qt::QueuedConnection);
        }
        return false;
    }

private:
    QWidget& m_widget;
    Clock::time_point m_sent;
    bool m_waits = false;
    bool m_handled = false;
    std::vector<double> m_times;
};

void wait(int ms)
{
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const QApplication application(argc, argv);
    QApplication::setStyle(new frame::Style);
    const std::size_t events = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 1'000'000;
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("trace.jsonl")).toStdString();
    {
        std::ofstream out(file, std::ios::binary);
        const auto written = trace::writeJsonl(requests(events), [&out](std::string_view block) {
            out.write(block.data(), static_cast<std::streamsize>(block.size()));
            return out.good();
        });
        if (!written)
            return 1;
    }
    const double megabytes = static_cast<double>(std::filesystem::file_size(file)) / 1e6;
    std::printf("%zu events, %.0f MB\n", events, megabytes);
    bool good = true;
    const auto line = [&](const char* what, double wall, double used) {
        const double rate = megabytes / wall * 1e3;
        const double usedRate = megabytes / used * 1e3;
        const bool met = std::max(rate, usedRate) >= kLeastMbPerSecond;
        good = good && met;
        std::printf("%-34s %7.0f ms wall %5.0f MB/s   %7.0f ms cpu %5.0f MB/s   at least %.0f%s\n", what, wall, rate,
            used, usedRate, kLeastMbPerSecond, met ? "" : "  MISSED");
    };

    auto start = Clock::now();
    double cpu = cpuMs();
    if (!trace::readJsonlFile(file))
        return 1;
    line("the reader alone", msSince(start), cpuMs() - cpu);

    app::LoadRequest request;
    request.file = file;
    start = Clock::now();
    cpu = cpuMs();
    {
        const std::atomic<bool> cancel {false};
        if (!app::load(request, cancel, [](app::LoadPhase, double) {}).content)
            return 1;
    }
    line("with all that is computed of it", msSince(start), cpuMs() - cpu);

    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    app::MainWindow window(settings);
    window.resize(1920, 1080);
    window.show();
    wait(300);
    auto* topology = window.findChild<topology::TopologyWidget*>();
    double longest = 0;
    int told = 0;
    {
        Heartbeat heart;
        QEventLoop loop;
        QObject::connect(&window, &app::MainWindow::settled, &loop, &QEventLoop::quit, Qt::QueuedConnection);
        QObject::connect(&window.loader(), &app::Loader::progressed, [&] { ++told; });
        start = Clock::now();
        cpu = cpuMs();
        window.open(QString::fromStdString(file));
        loop.exec();
        QCoreApplication::processEvents();
        line("in the window, until it shows", msSince(start), cpuMs() - cpu);
        wait(1500); // what the views still have to do
        heart.beat();
        longest = heart.longest();
    }
    const bool usable = longest <= kMostAwayMs && told > 2;
    std::printf("progress told %d times; the window's thread was away for %.0f ms at most   at most %.0f%s\n", told,
        longest, kMostAwayMs, usable ? "" : "  MISSED");

    auto& playback = const_cast<view::Playback&>(window.context().playback);
    playback.setSpeed(0.1);
    playback.play();
    Inputs inputs(*topology);
    for (int i = 0; i < 60; ++i) {
        inputs.move(i);
        wait(31);
    }
    playback.pause();
    const double p95 = quantile(inputs.times(), 0.95);
    const bool quick = !inputs.times().empty() && p95 <= kMostInputMs;
    std::printf("playing, from an input to its paint: median %.1f ms, p95 %.1f ms of %zu   at most %.0f%s\n",
        quantile(inputs.times(), 0.5), p95, inputs.times().size(), kMostInputMs, quick ? "" : "  MISSED");
    return good && usable && quick ? 0 : 1;
}
