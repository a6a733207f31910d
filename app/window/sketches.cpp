// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sketches.h"

#include "scenario/reader.h"
#include "sim/simulation.h"

#include <QMetaObject>

namespace connscope::app {

std::optional<frame::Sketch> sketchOfFile(const std::string& file, const std::atomic<bool>& cancel)
{
    const auto scenario = scenario::readScenarioFile(file);
    if (!scenario)
        return std::nullopt;
    sim::Options options;
    options.cancel = &cancel;
    const auto trace = sim::run(*scenario, options);
    if (!trace || cancel)
        return std::nullopt;
    // Who wrote it may have marked what to look at.
    return frame::sketchOf(
        *trace, scenario->bookmarks.empty() ? std::nullopt : std::optional<Instant>(scenario->bookmarks.front().at));
}

Sketches::Sketches(QObject* parent)
    : QObject(parent)
{
}

Sketches::~Sketches()
{
    m_cancel = true;
    if (m_thread.joinable())
        m_thread.join();
}

void Sketches::start(std::vector<std::pair<QString, std::string>> files)
{
    if (isStarted())
        return;
    m_thread = std::thread([this, files = std::move(files)] {
        for (const auto& [name, file] : files) {
            if (m_cancel)
                return;
            if (const auto sketch = sketchOfFile(file, m_cancel)) {
                QMetaObject::invokeMethod(
                    this, [this, name = name, sketch = *sketch] { emit made(name, sketch); }, Qt::QueuedConnection);
            }
        }
        QMetaObject::invokeMethod(
            this, [this] { emit finished(); }, Qt::QueuedConnection);
    });
}

} // namespace connscope::app
