// SPDX-License-Identifier: GPL-3.0-or-later
// What bench_window compares with: the least of a window with a plot. It prints what samplewindow prints.
#include "windowfigures.h"

#include <QApplication>
#include <QEvent>
#include <QMainWindow>

#include <qcustomplot.h>

namespace {

class FirstPaint : public QObject {
public:
    explicit FirstPaint(QObject* watched) { watched->installEventFilter(this); }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) // what is behind it in the queue comes after it
            QMetaObject::invokeMethod(
                qApp,
                [] {
                    connscope::bench::tellFirstPaint();
                    QCoreApplication::quit();
                },
                Qt::QueuedConnection);
        return false;
    }
};

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QMainWindow window;
    auto* plot = new QCustomPlot(&window);
    window.setCentralWidget(plot);
    const FirstPaint first(plot);
    window.resize(1280, 800);
    window.show();
    return QApplication::exec();
}
