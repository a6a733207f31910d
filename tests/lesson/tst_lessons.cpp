// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lessontext.h"
#include <QTest>
class tst_Lessons : public QObject { Q_OBJECT private slots: void none() {} };
QTEST_APPLESS_MAIN(tst_Lessons)
#include "tst_lessons.moc"
