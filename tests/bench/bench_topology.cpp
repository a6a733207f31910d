// SPDX-License-Identifier: GPL-3.0-or-later
// A frame of the topology: 1,000 connections, 200 requests in flight, playing at 60 frames a second, 1920×1080. Beside it,
// in the same run and alternating with it, the least that any painter with a cached layer does: copy the layer, draw 200
// sprites. Offscreen, in milliseconds of CPU time.
//
//     bench_topology [FRAMES]     300 by default
#include "topology/layers.h"
#include "view/document.h"
#include "view/filter.h"

#include <QGuiApplication>
#include <QPainter>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

using namespace connscope;
using namespace connscope::topology;
using trace::Event;
using trace::EventKind;

namespace {

constexpr int kClients = 4;
constexpr int kBrokers = 250;
constexpr QSize kSize(1920, 1080);
constexpr double kMostRatio = 2; // of the medians
constexpr double kMostMs = 1000.0 / 60; // of the 95th percentile

double milliseconds()
{
    timespec t {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

/// Connections first; then 200 requests a second, each a second under way: 200 in flight. \a busy: how many connections
/// they go over. With few of them the links' looks stay as they are; with all of them links fall idle and wake all the time.
class Writer {
public:
    explicit Writer(std::uint32_t busy)
        : m_busy(busy)
    {
    }

    trace::Trace run(Duration length)
    {
        m_trace.header().vantage = trace::Vantage::Observed;
        for (int c = 0; c < kClients; ++c) {
            Event e = event(EventKind::ClientCreated);
            e.client = m_trace.newClient();
            e.text = m_trace.intern("producer-" + std::to_string(c + 1));
            m_trace.append(e);
        }
        for (int b = 0; b < kBrokers; ++b) {
            Event e = event(EventKind::BrokerUp);
            e.broker = BrokerId {b};
            e.text = m_trace.intern("kafka-" + std::to_string(b) + ":9092");
            m_trace.append(e);
        }
        for (std::uint32_t lane = 0; lane < kClients * kBrokers; ++lane) {
            m_trace.newConnection();
            add(lane, EventKind::ConnectStarted);
            add(lane, EventKind::TcpState, trace::Side::Client, trace::TcpState::Established);
            add(lane, EventKind::TcpState, trace::Side::Broker, trace::TcpState::Established);
            add(lane, EventKind::Connected);
            add(lane, EventKind::Ready);
        }
        struct Later {
            Instant at;
            EventKind kind;
            std::uint32_t lane;
            std::int32_t correlation;
        };
        std::vector<Later> later;
        for (Instant t = kStart + ms(2000); t < kStart + length; t += ms(5)) {
            const std::uint32_t lane = m_next++ * 7U % m_busy * (kClients * kBrokers / m_busy);
            const auto correlation = static_cast<std::int32_t>(m_next);
            later.push_back({t, EventKind::RequestSent, lane, correlation});
            later.push_back({t + ms(470), EventKind::RequestReceived, lane, correlation});
            later.push_back({t + ms(530), EventKind::ResponseSent, lane, correlation});
            later.push_back({t + ms(1000), EventKind::ResponseReceived, lane, correlation});
        }
        std::stable_sort(later.begin(), later.end(), [](const Later& a, const Later& b) { return a.at < b.at; });
        for (const Later& l : later) {
            m_now = l.at;
            m_correlation = l.correlation;
            add(l.lane, l.kind);
        }
        return std::move(m_trace);
    }

private:
    Event event(EventKind kind) const
    {
        Event e;
        e.at = m_now;
        e.kind = kind;
        return e;
    }

    void add(std::uint32_t lane, EventKind kind, trace::Side side = trace::Side::None,
        trace::TcpState state = trace::TcpState::None)
    {
        Event e = event(kind);
        e.connection = ConnectionId {lane};
        e.client = ClientId {lane / kBrokers};
        e.broker = BrokerId {static_cast<std::int32_t>(lane % kBrokers)};
        e.node = NodeId::broker(e.broker);
        e.side = side;
        e.state = state;
        if (kind >= EventKind::RequestQueued) {
            e.api = ApiKey::Produce;
            e.correlation = m_correlation;
        }
        m_trace.append(e);
    }

    std::uint32_t m_busy;
    trace::Trace m_trace;
    Instant m_now {};
    std::uint32_t m_next = 0;
    std::int32_t m_correlation = -1;
};

struct Figures {
    std::vector<double> values;
    double at(double share)
    {
        std::sort(values.begin(), values.end());
        return values[std::min(
            values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
    }
};

bool measure(const char* name, std::uint32_t busy, bool opened, int frames)
{
    view::Document document;
    document.replace(std::make_unique<view::Content>(view::Source {}, Writer(busy).run(std::chrono::seconds(12))));
    const view::Filter filter(document);
    const theme::Look look;
    const Metrics metrics(look);
    const Cast cast(document);
    Exchanges exchanges;
    exchanges.extend(document.trace());
    Arrangement arrangement;
    if (opened) {
        for (const PlacedNode& node : place(cast, metrics, kSize).nodes)
            arrangement.expanded.insert(node.key);
    }
    const Placement placement = place(cast, metrics, kSize, arrangement);
    const Stage stage {cast, exchanges, placement, metrics, document, filter, look};
    const qreal zoom
        = std::min({1.0, kSize.width() / placement.bounds.width(), kSize.height() / placement.bounds.height()});
    QTransform view = QTransform::fromScale(zoom, zoom);
    view.translate(-placement.bounds.left(), -placement.bounds.top());

    QImage screen(kSize, QImage::Format_RGB32);
    Layers layers;
    QImage bareLayer(kSize, QImage::Format_RGB32);
    bareLayer.fill(Qt::white);
    QImage sprite(12, 12, QImage::Format_ARGB32_Premultiplied);
    sprite.fill(Qt::darkBlue);

    Figures whole;
    Figures scenes;
    Figures bare;
    std::size_t dots = 0;
    Scene last;
    for (int f = -10; f < frames; ++f) {
        const Instant t = kStart + ms(4000) + Duration {f * 16'666'667LL};
        double begin = milliseconds();
        Scene scene = makeScene(stage, document.at(t), {1, true}, {}, {}, &last);
        const double made = milliseconds() - begin;
        {
            QPainter painter(&screen);
            layers.paint(painter, stage, scene, {}, kSize, 1, view);
        }
        const double frame = milliseconds() - begin;
        begin = milliseconds();
        {
            QPainter painter(&screen);
            painter.drawImage(QPoint(), bareLayer);
            for (int i = 0; i < 200; ++i)
                painter.drawImage(QPointF(i * 9 + 0.3, (f + i * 37) % 1000 + 0.6), sprite);
        }
        if (f < 0)
            continue;
        bare.values.push_back(milliseconds() - begin);
        whole.values.push_back(frame);
        scenes.values.push_back(made);
        dots += scene.traffic.dots.size();
        last = std::move(scene);
    }
    const double ratio = whole.at(0.5) / bare.at(0.5);
    const bool good = ratio <= kMostRatio && whole.at(0.95) <= kMostMs;
    std::printf(
        "%-34s %5zu lines %4zu dots  frame p50 %5.2f p95 %5.2f ms  (scene %5.2f)  links layer painted in %3d of %d "
        "frames  bare p50 %5.2f p95 %5.2f ms  ratio %.2f%s\n",
        name, placement.links.size(), dots / static_cast<std::size_t>(frames), whole.at(0.5), whole.at(0.95),
        scenes.at(0.5), layers.linksPainted(), frames, bare.at(0.5), bare.at(0.95), ratio, good ? "" : "  MISSED");
    return good;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication app(argc, argv);
    const int frames = std::max(10, argc > 1 ? std::atoi(argv[1]) : 300);
    bool good = measure("grouped", 1000, false, frames);
    good = measure("opened, 200 links busy", 200, true, frames) && good;
    // Here lines change in most frames; only the time for a frame is held.
    measure("opened, all fall idle and wake", 1000, true, frames);
    return good ? 0 : 1;
}
