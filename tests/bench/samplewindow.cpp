// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a first start shows it, for bench_window: it tells when the sample's picture was painted for the first time
// and quits. With "idle" it stays a while and tells what CPU time it uses paused, and playing while hidden.
#include "windowfigures.h"

#include "app/window/mainwindow.h"
#include "frame/style.h"
#include "topology/topologywidget.h"
#include "view/playback.h"

#include <QApplication>
#include <QIcon>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <cstring>

using namespace connscope;

namespace {

class FirstPaint : public QObject {
public:
    FirstPaint(const view::Document& document, QObject* watched, std::function<void()> then)
        : m_document(document)
        , m_then(std::move(then))
    {
        watched->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && !m_document.isEmpty() && m_then)
            QMetaObject::invokeMethod(qApp, std::exchange(m_then, nullptr), Qt::QueuedConnection);
        return false;
    }

private:
    const view::Document& m_document;
    std::function<void()> m_then;
};

/// CPU time of the whole process over two seconds of its event loop.
double idleFor(int ms)
{
    const double before = bench::milliseconds(CLOCK_PROCESS_CPUTIME_ID);
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
    return bench::milliseconds(CLOCK_PROCESS_CPUTIME_ID) - before;
}

void tellIdle(app::MainWindow& window)
{
    idleFor(500); // what a start still has to do
    const double paused = idleFor(2000);
    QCoreApplication::processEvents();
    auto& playback = const_cast<view::Playback&>(window.context().playback);
    playback.setSpeed(1);
    playback.play();
    window.hide();
    idleFor(200);
    const double hidden = idleFor(2000);
    std::printf("idle %.3f %.3f\n", paused, hidden);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/connscope.svg")));
    QApplication::setStyle(new frame::Style);
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    app::MainWindow window(settings, app::MainWindow::sample());
    auto* topology = window.findChild<topology::TopologyWidget*>();
    const bool idle = argc > 1 && std::strcmp(argv[1], "idle") == 0;
    const FirstPaint first(window.context().document, topology, [&] {
        bench::tellFirstPaint();
        if (idle)
            tellIdle(window);
        QCoreApplication::quit();
    });
    window.openFirst();
    window.showOpened();
    return QApplication::exec();
}
