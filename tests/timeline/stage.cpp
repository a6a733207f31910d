// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage.h"

#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"

#include <QDir>
#include <QPainter>
#include <QTest>

namespace connscope::test {

using namespace timeline;

std::vector<std::string> shippedScenarios()
{
    std::vector<std::string> names;
    const QDir folder(QString::fromStdString(sourcePath("resources/scenarios")));
    for (const QString& name : folder.entryList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name))
        names.push_back(name.toStdString());
    return names;
}

std::unique_ptr<view::Content> runScenario(
    std::string_view number, std::optional<Duration> until, std::vector<std::string> settings)
{
    for (const std::string& name : shippedScenarios()) {
        if (name.compare(0, number.size(), number) != 0)
            continue;
        Result<scenario::Scenario> scenario = scenario::readScenarioFile(sourcePath("resources/scenarios/" + name));
        if (!scenario) {
            QTest::qFail(scenario.error().message.c_str(), __FILE__, __LINE__);
            break;
        }
        sim::Options options;
        options.until = until;
        sim::Statistics statistics;
        Result<trace::Trace> trace = sim::run(*scenario, options, &statistics);
        if (!trace) {
            QTest::qFail(trace.error().message.c_str(), __FILE__, __LINE__);
            break;
        }
        view::Source source;
        source.title = name;
        source.settings = std::move(settings);
        return std::make_unique<view::Content>(
            std::move(source), std::move(*trace), std::move(*scenario), statistics.end);
    }
    return std::make_unique<view::Content>(view::Source {}, trace::Trace {});
}

Stage::Stage(std::unique_ptr<view::Content> content)
{
    document.replace(std::move(content));
    while (!data.extend(1'000'000)) { }
}

Frame Stage::frame(AxisKind kind, QSizeF size, double ratio)
{
    axis.emplace(data.axis(kind, {}));
    Frame frame;
    frame.data = &data;
    frame.axis = &*axis;
    frame.look = &look;
    frame.size = size;
    frame.pixelRatio = ratio;
    const double length = std::max(axis->length(), 1e-9);
    frame.range = {-0.015 * length, 1.03 * length};
    frame.rows = arrange(data.lanes(), {});
    frame.names = measureNames(frame);
    frame.playhead = playback.position();
    return frame;
}

QImage render(const Frame& frame, const Hover* hover)
{
    QImage image((frame.size * frame.pixelRatio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(frame.pixelRatio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paintTimeline(painter, frame, hover);
    return image;
}

} // namespace connscope::test
