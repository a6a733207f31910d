// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/application.h"

#include "app/scenariofiles.h"
#include "app/window/leaving.h"
#include "app/window/mainwindow.h"
#include "frame/style.h"

#include <QApplication>
#include <QIcon>
#include <QLoggingCategory>
#include <QSettings>

#include <memory>
#include <vector>

namespace connscope::app {

namespace {

/// What a word of the command line means: a file, or the name of a shipped scenario.
QString pathOf(const QString& word)
{
    const auto found = findScenario(word.toStdString());
    return found ? QString::fromStdString(*found) : word;
}

} // namespace

int runWindow(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("connscope"));
    QApplication::setOrganizationName(QStringLiteral("connscope"));
    QApplication::setApplicationVersion(QStringLiteral(CONNSCOPE_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("connscope"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/connscope.svg")));
    // What TLS has to complain about is said in our own words, where it belongs.
    QLoggingCategory::setFilterRules(QStringLiteral("qt.tlsbackend.*=false\nqt.network.ssl*=false"));
    QApplication::setStyle(new frame::Style);

    QSettings settings;
    std::vector<std::unique_ptr<MainWindow>> windows;
    const auto open = [&](const QString& file) {
        const QString path = file.isEmpty() ? MainWindow::sample() : pathOf(file);
        auto& window = windows.emplace_back(std::make_unique<MainWindow>(settings, path));
        if (file.isEmpty())
            window->openFirst();
        else
            window->open(path);
        window->showOpened();
    };
    // Whoever ends the session, or the program from outside, loses no more than whoever closes the window.
    QObject::connect(&application, &QGuiApplication::commitDataRequest, &application, [&] {
        for (const auto& window : windows)
            window->keepForNextTime();
    });
    const Leaving leaving;
    QObject::connect(&leaving, &Leaving::asked, &application, [&] {
        for (const auto& window : windows) {
            if (window->isVisible())
                window->close();
        }
        QCoreApplication::quit();
    });
    const QStringList files = QApplication::arguments().mid(1);
    for (const QString& file : files)
        open(file);
    if (files.isEmpty())
        open({});
    const int status = QApplication::exec();
    return leaving.signal() != 0 ? 128 + leaving.signal() : status;
}

} // namespace connscope::app
