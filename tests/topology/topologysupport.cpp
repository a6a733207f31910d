// SPDX-License-Identifier: GPL-3.0-or-later
#include "topologysupport.h"

#include "scenario/reader.h"
#include "sim/simulation.h"
#include "support/paths.h"

#include <QDir>
#include <QPainter>

#include <stdexcept>

namespace connscope::test {

std::vector<std::string> shippedScenarios()
{
    const QDir folder(QString::fromStdString(sourcePath("resources/scenarios")));
    std::vector<std::string> out;
    for (const QString& name : folder.entryList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name))
        out.push_back(name.toStdString());
    return out;
}

std::string scenarioNamed(const std::string& number)
{
    for (const std::string& name : shippedScenarios()) {
        if (name.starts_with(number))
            return name;
    }
    throw std::runtime_error("no scenario " + number);
}

namespace {

std::unique_ptr<view::Content> run(
    scenario::Scenario scenario, std::optional<Duration> until = {}, const std::string& profile = {})
{
    if (until)
        scenario.until = std::min(scenario.until, *until);
    sim::Options options;
    options.profile = profile;
    auto trace = sim::run(scenario, options);
    if (!trace)
        throw std::runtime_error(trace.error().message);
    const Instant end = kStart + scenario.until;
    view::Source source;
    source.title = QString::fromStdString(scenario.title.en).toStdString();
    return std::make_unique<view::Content>(std::move(source), std::move(*trace), std::move(scenario), end);
}

} // namespace

std::unique_ptr<view::Content> runScenario(
    const std::string& fileName, std::optional<Duration> until, const std::string& profile)
{
    auto read = scenario::readScenarioFile(sourcePath("resources/scenarios/" + fileName));
    if (!read)
        throw std::runtime_error(read.error().message);
    return run(std::move(*read), until, profile);
}

std::unique_ptr<view::Content> runScenarioText(const std::string& yaml)
{
    auto read = scenario::readScenario(yaml, "test.yaml");
    if (!read)
        throw std::runtime_error(read.error().message);
    return run(std::move(*read));
}

Theatre::Theatre(std::unique_ptr<view::Content> content)
{
    document.replace(std::move(content));
    cast = topology::Cast(document);
    exchanges.extend(document.trace());
    resize({1280, 800});
}

void Theatre::resize(QSizeF size)
{
    metrics = std::make_unique<topology::Metrics>(look);
    enlargement = topology::enlargement(cast, *metrics, size);
    placement
        = std::make_unique<topology::Placement>(topology::place(cast, *metrics, size / enlargement, arrangement));
    widget = size;
}

QImage Theatre::image(
    Instant t, const topology::Tempo& tempo, qreal scale, const topology::Highlight& highlight) const
{
    const QSizeF size = widget;
    QImage image((size * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(look.theme().card);
    QPainter painter(&image);
    const QRectF bounds = placement->bounds;
    const qreal zoom = std::min({enlargement, size.width() / bounds.width(), size.height() / bounds.height()});
    painter.save();
    painter.scale(zoom, zoom);
    painter.translate(-bounds.topLeft());
    topology::paintScene(painter, stage(), scene(t, tempo), highlight);
    painter.restore();
    painter.scale(enlargement, enlargement);
    topology::paintLegend(painter, stage(), QRectF(QPointF(), size / enlargement).adjusted(16, 0, -16, -8));
    return image;
}

} // namespace connscope::test
