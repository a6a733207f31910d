// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/mainwindow.h"
#include "frame/messagebar.h"
#include "support/paths.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <memory>
#include <string>

namespace connscope::test {

/// Path of a shipped scenario.
inline QString shipped(const char* name)
{
    return QString::fromStdString(sourcePath(std::string("resources/scenarios/") + name + ".yaml"));
}

/// A window with settings of its own.
class WindowStage {
public:
    WindowStage()
        : m_settings(m_dir.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
        , window(std::make_unique<app::MainWindow>(m_settings))
    {
    }
    /// False when neither a picture nor an error came within a minute.
    bool opens(const QString& file)
    {
        QSignalSpy settled(window.get(), &app::MainWindow::settled);
        window->open(file);
        return settled.wait(60'000);
    }
    /// Likewise, and what is not saved is discarded.
    bool opensAnyway(const QString& file)
    {
        QSignalSpy settled(window.get(), &app::MainWindow::settled);
        window->open(file);
        window->messages().answer(1);
        return settled.wait(60'000);
    }
    /// Closes it and starts the next session with the same settings.
    void again()
    {
        window->close();
        window.reset();
        window = std::make_unique<app::MainWindow>(m_settings);
    }
    const view::Context& context() const { return window->context(); }
    QAction* action(const char* id) { return window->actions()[id]; }

private:
    QTemporaryDir m_dir;
    QSettings m_settings;

public:
    std::unique_ptr<app::MainWindow> window;
};

} // namespace connscope::test
