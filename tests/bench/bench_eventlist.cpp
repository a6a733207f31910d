// SPDX-License-Identifier: GPL-3.0-or-later
// The event list on ten million events beside ten thousand: what a frame of scrolling costs must not depend on the number
// of rows, and a search must be a matter of a moment. Ratios within one run.
#include "events/eventlist.h"
#include "events/eventmodel.h"
#include "events/rowset.h"
#include "events/rowsview.h"
#include "events/searchbar.h"
#include "theme/look.h"
#include "view/filter.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

using namespace connscope;

namespace {

constexpr std::size_t kSmall = 10'000;
constexpr std::size_t kLarge = 10'000'000;
constexpr int kFrames = 100;
constexpr double kMostRatio = 1.5; // of the medians; noise alone makes up to 1.3

using Clock = std::chrono::steady_clock;

double ms(Clock::time_point since) { return std::chrono::duration<double, std::milli>(Clock::now() - since).count(); }

/// A consumer that fetches from three brokers, event after event.
trace::Trace fetches(std::size_t events)
{
    using trace::EventKind;
    trace::Trace trace;
    trace::Event e;
    e.kind = EventKind::ClientCreated;
    e.client = trace.newClient();
    e.text = trace.intern("consumer-1");
    trace.append(e);
    for (int broker = 0; broker < 3; ++broker) {
        e.kind = EventKind::ConnectStarted;
        e.rule = trace::RuleId::LeaderToFetch;
        e.connection = trace.newConnection();
        e.node = NodeId {broker};
        e.text = trace.intern("localhost:909" + std::to_string(broker + 2));
        trace.append(e);
    }
    const TextId text = trace.intern("t4-0");
    for (std::size_t i = trace.size(); i < events; ++i) {
        const auto broker = static_cast<std::int32_t>(i / 2 % 3);
        e.at = fromNs(static_cast<std::int64_t>(i) * 50'000);
        e.kind = i % 2 == 0 ? EventKind::RequestSent : EventKind::ResponseReceived;
        e.rule = i % 2 == 0 ? trace::RuleId::FetchWhenIdle : trace::RuleId::ResponseArrived;
        e.cause = EventId {static_cast<std::uint32_t>(i - 1)};
        e.connection = ConnectionId {static_cast<std::uint32_t>(broker)};
        e.node = NodeId {broker};
        e.api = ApiKey::Fetch;
        e.correlation = static_cast<std::int32_t>(i / 2);
        e.text = i % 2 == 0 ? text : TextId {0};
        trace.append(e);
    }
    return trace;
}

struct Scene {
    view::Document document;
    view::Playback playback {document};
    view::Selection selection;
    view::Filter filter {document};
    theme::Look look;
    view::Context context {document, playback, selection, filter, look};
    events::EventList list {context};
    QImage canvas {1000, 800, QImage::Format_RGB32};

    explicit Scene(std::size_t events)
    {
        document.replace(std::make_unique<view::Content>(view::Source {}, fetches(events)));
        list.resize(canvas.size());
        list.setAttribute(Qt::WA_DontShowOnScreen);
        list.show();
        filter.setText({});
    }
    /// One frame of scrolling to a share of the list.
    double frame(double share)
    {
        const auto start = Clock::now();
        QScrollBar* bar = list.rows().verticalScrollBar();
        bar->setValue(static_cast<int>(share * bar->maximum()));
        list.rows().viewport()->render(&canvas);
        return ms(start);
    }
    /// The longest turn of the event loop while a search goes on.
    double turn(const QString& needle)
    {
        list.searchBar().setText(needle);
        double longest = 0;
        for (int i = 0; i < 40; ++i) {
            const auto start = Clock::now();
            QCoreApplication::processEvents();
            longest = std::max(longest, ms(start));
        }
        list.searchBar().setText({});
        return longest;
    }
    double search(const QString& needle)
    {
        const auto start = Clock::now();
        list.searchBar().setText(needle);
        list.finishSearch();
        return ms(start);
    }
};

double quantile(std::vector<double> values, double q)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

struct Frames {
    std::vector<double> small;
    std::vector<double> large;
};

Frames scroll(Scene& small, Scene& large)
{
    Frames frames;
    for (int i = 0; i < kFrames; ++i) {
        const double share = (i * 37 % kFrames) / static_cast<double>(kFrames);
        frames.small.push_back(small.frame(share));
        frames.large.push_back(large.frame(share));
    }
    return frames;
}

bool report(const char* what, const Frames& frames)
{
    const double ratio = quantile(frames.large, 0.5) / quantile(frames.small, 0.5);
    const bool good = ratio <= kMostRatio;
    std::printf(
        "%-28s 10 k rows: median %5.2f ms, p95 %5.2f ms   10 M rows: median %5.2f ms, p95 %5.2f ms   ratio %4.2f "
        "(at most %.1f)%s\n",
        what, quantile(frames.small, 0.5), quantile(frames.small, 0.95), quantile(frames.large, 0.5),
        quantile(frames.large, 0.95), ratio, kMostRatio, good ? "" : "  TOO SLOW");
    return good;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    std::setvbuf(stdout, nullptr, _IOLBF, 0); // a line is seen when it is known
    const QApplication app(argc, argv);
    Scene small(kSmall);
    Scene large(kLarge);
    static_cast<void>(scroll(small, large)); // fonts and caches
    bool good = report("scrolling", scroll(small, large));

    for (const char* needle : {"FETCH 4999999", "response received 2", "nowhere"}) {
        const double time = large.search(QString::fromUtf8(needle));
        const QString found = large.list.searchBar().foundText();
        const double turn = large.turn(QString::fromUtf8(needle));
        std::printf("search for %-24s %7.0f ms for 10 M events, %s; in slices of at most %.0f ms\n",
            (std::string("\"") + needle + '"').c_str(), time, found.toUtf8().constData(), turn);
    }
    large.search({});

    const auto start = Clock::now();
    for (Scene* scene : {&small, &large}) {
        scene->filter.setText(QStringLiteral("node = 1"));
        while (scene->list.model().isScanning())
            scene->list.model().scan(1 << 16);
    }
    std::printf("filter \"node = 1\": %.0f ms, %d rows\n", ms(start), large.list.model().rows());
    good = report("scrolling filtered", scroll(small, large)) && good;

    const auto jump = Clock::now();
    for (std::uint32_t i = 0; i < 1000; ++i)
        large.playback.goTo(EventId {static_cast<std::uint32_t>((i * 7919ULL) % kLarge)});
    std::printf("playhead to another event: %.3f ms\n", ms(jump) / 1000);
    return good ? 0 : 1;
}
