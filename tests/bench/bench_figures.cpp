// SPDX-License-Identifier: GPL-3.0-or-later
// What a figure costs. One PNG, SVG or PDF as a whole process, beside a program that paints a label without a display, in
// turns: at most four times as long. A timeline of a million events as SVG: under 20 MB. Twenty seconds of animation at 25
// frames a second: made faster than they play.
#include "figures/animation.h"
#include "figures/files.h"
#include "scenario/reader.h"
#include "sim/simulation.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace connscope;
using namespace connscope::figures;

namespace {

constexpr int kTurns = 15;
constexpr double kLimit = 4;
constexpr double kMostMegabytes = 20;

double runMs(const QString& program, const QStringList& arguments)
{
    QElapsedTimer timer;
    timer.start();
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(120'000) || process.exitCode() != 0) {
        std::fprintf(stderr, "%s did not end well\n", qPrintable(program));
        std::exit(1);
    }
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

bool processes()
{
    const QTemporaryDir dir;
    const QString bare = QStringLiteral(CONNSCOPE_BARE);
    const QString program = QStringLiteral(CONNSCOPE_RENDER);
    bool good = true;
    for (const char* form : {"png", "svg", "pdf"}) {
        const QStringList arguments {QStringLiteral(CONNSCOPE_SCENARIO), QStringLiteral("--view"),
            QStringLiteral("topology,timeline"), QStringLiteral("-o"),
            dir.filePath(QStringLiteral("a.") + QLatin1String(form))};
        runMs(bare, {}); // both once, so that their files are in memory
        runMs(program, arguments);
        std::vector<double> theirs;
        std::vector<double> ours;
        for (int i = 0; i < kTurns; ++i) {
            theirs.push_back(runMs(bare, {}));
            ours.push_back(runMs(program, arguments));
        }
        const double ratio = median(ours) / median(theirs);
        std::printf("one figure as %s, a whole process   %7.1f ms, a label %6.1f ms, ratio %.2f, limit %.0f\n", form,
            median(ours), median(theirs), ratio, kLimit);
        good = good && ratio <= kLimit;
    }
    return good;
}

/// A thousand connections of one client, each with five hundred requests and their answers.
trace::Trace millionEvents()
{
    trace::Trace trace;
    trace::Event e;
    e.kind = trace::EventKind::ClientCreated;
    e.client = trace.newClient();
    e.text = trace.intern("producer-1");
    trace.append(e);
    constexpr int kConnections = 1000;
    std::vector<ConnectionId> connections;
    for (int i = 0; i < kConnections; ++i) {
        trace::Event open = e;
        open.kind = trace::EventKind::ConnectStarted;
        open.connection = trace.newConnection();
        open.node = NodeId {i};
        open.broker = BrokerId {i};
        open.at = kStart + ms(i);
        open.text = trace.intern("broker-" + std::to_string(i) + "/10.0.0.1:9092");
        trace.append(open);
        open.kind = trace::EventKind::Ready;
        open.text = TextId {0};
        trace.append(open);
        connections.push_back(open.connection);
    }
    std::int64_t at = 2'000'000'000;
    for (int round = 0; round < 500; ++round) {
        for (int i = 0; i < kConnections; ++i) {
            trace::Event request;
            request.client = e.client;
            request.connection = connections[static_cast<std::size_t>(i * 377 % kConnections)];
            request.node = NodeId {i * 377 % kConnections};
            request.api = ApiKey::Produce;
            request.correlation = round;
            request.kind = trace::EventKind::RequestSent;
            request.at = fromNs(at += 1'000'000 + (round * 7919 + i * 104729) % 900'000);
            trace.append(request);
            request.kind = trace::EventKind::ResponseReceived;
            trace.append(request);
        }
    }
    return trace;
}

bool largeTimeline()
{
    view::Document document;
    document.replace(std::make_unique<view::Content>(view::Source {}, millionEvents()));
    const view::Filter filter(document);
    theme::Look look;
    FigureOptions options;
    options.views = {FigureView::Timeline};
    options.size = {1840, 16'000};
    options.at = document.end();
    options.axis = timeline::AxisKind::Linear;
    const Figure figure(document, filter, look, options);
    QElapsedTimer timer;
    timer.start();
    const QByteArray file = svgFile(figure, look, {});
    const double megabytes = static_cast<double>(file.size()) / 1e6;
    std::printf("timeline of %zu events as SVG        %7.2f s, %.1f MB, limit %.0f MB\n", document.trace().size(),
        static_cast<double>(timer.elapsed()) / 1e3, megabytes, kMostMegabytes);
    return megabytes <= kMostMegabytes;
}

bool animation()
{
    auto scenario = scenario::readScenarioFile(CONNSCOPE_SCENARIO);
    auto trace = sim::run(*scenario);
    view::Document document;
    document.replace(std::make_unique<view::Content>(view::Source {}, std::move(*trace), std::move(*scenario)));
    const view::Filter filter(document);
    theme::Look look;
    FigureOptions options;
    options.size = {960, 540};
    options.clock = true;
    AnimationOptions moving;
    moving.from = kStart;
    moving.to = kStart + std::chrono::seconds(10);
    moving.speed = 0.5;
    moving.idle.reset();
    options.tempo = {moving.speed, true};
    const std::vector<FrameTime> frames = framesOf(document.trace(), moving);
    bool good = true;
    for (const char* form : {"APNG", "GIF", "SVG"}) {
        Figure figure(document, filter, look, options);
        QElapsedTimer timer;
        timer.start();
        const QByteArray file = *form == 'A' ? apngFile(figure, frames, moving, {})
            : *form == 'G'                   ? gifFile(figure, frames, moving)
                                             : animatedSvgFile(figure, look, frames, moving, {});
        const double seconds = static_cast<double>(timer.elapsed()) / 1e3;
        const double plays = static_cast<double>(frames.size()) / moving.framesPerSecond;
        std::printf("%.0f s at 25 frames a second as %-5s %7.2f s, %.2f MB, limit: shorter than it plays\n", plays,
            form, seconds, static_cast<double>(file.size()) / 1e6);
        good = good && seconds < plays;
    }
    return good;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const bool one = processes();
    const bool two = largeTimeline();
    const bool three = animation();
    return one && two && three ? 0 : 1;
}
