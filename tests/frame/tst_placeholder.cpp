// SPDX-License-Identifier: GPL-3.0-or-later
// What an empty field says is never cut off where a shorter text has room.
#include "frame/placeholder.h"

#include <QLineEdit>
#include <QTest>

using namespace connscope;

class TestPlaceholder : public QObject {
    Q_OBJECT

private slots:
    void theLongestThatHasRoomIsSaid()
    {
        const QString longest = QStringLiteral("Filter: role = coordinator");
        const QString shorter = QStringLiteral("Filter: open");
        const QString least = QStringLiteral("Filter");
        QLineEdit edit;
        auto* placeholder = new frame::Placeholder(&edit);
        placeholder->setTexts({longest, shorter, least});
        edit.show();
        const auto width = [&](const QString& text) { return edit.fontMetrics().horizontalAdvance(text); };
        constexpr int kFrame = 24; // more than any style's frame needs
        for (int size = width(longest) + kFrame; size > width(least); --size) {
            edit.resize(size, 30);
            QVERIFY2(width(edit.placeholderText()) < size || edit.placeholderText() == least,
                qPrintable(edit.placeholderText()));
        }
        edit.resize(width(longest) + kFrame, 30);
        QCOMPARE(edit.placeholderText(), longest);
        edit.resize(width(shorter) + kFrame, 30);
        QCOMPARE(edit.placeholderText(), shorter);
        edit.resize(width(least) + 2, 30);
        QCOMPARE(edit.placeholderText(), least);

        // Larger type needs more room.
        edit.resize(width(longest) + kFrame, 30);
        QFont font = edit.font();
        font.setPixelSize(edit.fontInfo().pixelSize() * 2);
        edit.setFont(font);
        QCOMPARE(edit.placeholderText(), shorter);
    }
};

QTEST_MAIN(TestPlaceholder)
#include "tst_placeholder.moc"
