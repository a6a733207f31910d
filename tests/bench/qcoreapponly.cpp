// SPDX-License-Identifier: GPL-3.0-or-later
// What bench_startup compares with: a program that only constructs a QCoreApplication.
#include <QCoreApplication>

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    return 0;
}
