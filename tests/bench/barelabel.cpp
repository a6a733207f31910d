// SPDX-License-Identifier: GPL-3.0-or-later
// What bench_figures compares with: the least of a program that draws a word without a display.
#include <QApplication>
#include <QLabel>
#include <QPixmap>

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QLabel label(QStringLiteral("Connscope"));
    label.resize(1280, 800);
    return label.grab().isNull() ? 1 : 0;
}
