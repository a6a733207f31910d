// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sampletrace.h"
#include "frame/context.h"
#include "frame/countersline.h"
#include "frame/counterstrip.h"
#include "frame/filteredit.h"

#include <QLayout>
#include <QTest>

using namespace connscope;
using namespace connscope::frame;

namespace {

QString said(const view::Counters& counters, const theme::Look& look)
{
    QStringList out;
    for (const CounterText& text : counterTexts(counters, look))
        out << text.number + u' ' + text.words;
    return out.join(QStringLiteral(" | "));
}

} // namespace

class TestCountersLine : public QObject {
    Q_OBJECT

private slots:
    void theLineInWords()
    {
        view::Counters c;
        c.open = 5;
        c.openByRole = {0, 1, 3, 1, 0};
        c.opened = 6;
        c.reused = 3214;
        c.closedBy = {0, 1, 0, 0};
        QCOMPARE(said(c, theme::Look()),
            QStringLiteral("5 open now | 1 bootstrap | 1 coordinator | 3 data | 6 opened | 3,214 requests on reused "
                           "connections | "
                           "1 closed by client | 0 by broker | 0 by network | 0 CLOSE-WAIT"));
    }

    void rolesThatNobodyHasStayAwayButForTheThreeKinds()
    {
        QVERIFY(!said({}, theme::Look()).contains(QLatin1String("transaction")));
        view::Counters c;
        c.openByRole[static_cast<std::size_t>(Role::Transaction)] = 2;
        QVERIFY(said(c, theme::Look()).contains(QLatin1String("2 transaction")));
    }

    /// The filter has the room that is left, and the words give way to it.
    void whatTheEndNeedsIsKeptFreeFromTheStart()
    {
        test::World world;
        CounterStrip strip(world.context);
        world.show(test::sampleTrace());
        const int atStart = strip.counters().minimumSizeHint().width();
        world.playback.goToEnd();
        QCOMPARE(strip.counters().minimumSizeHint().width(), atStart); // no panel beside it is pushed
    }

    void theFilterTakesTheFreeRoom()
    {
        test::World world;
        CounterStrip strip(world.context);
        world.show(test::sampleTrace());
        world.playback.goToEnd();
        for (const int width : {650, 720, 920, 1280, 1600, 1900}) {
            strip.resize(width, 40);
            strip.show();
            strip.layout()->activate();
            const int counters = strip.counters().width();
            const int filter = strip.filter().width();
            QVERIFY2(strip.counters().isShort() || counters >= strip.counters().widthInWords(),
                qPrintable(QString::number(width)));
            QVERIFY2(counters + filter >= width - 24, qPrintable(QString::number(width)));
            // Nothing is short that could be said, and nothing else stays empty.
            QCOMPARE(strip.counters().isShort(),
                width - 12 - strip.counters().widthInWords() < strip.filter().sizeHint().width());
            if (strip.counters().isShort())
                QVERIFY(counters <= strip.counters().sizeHint().width() + 2);
        }
    }

    /// Large type in a small window: the line gives way before the panels beside it are squeezed.
    void figuresGiveWayBeforeAPanelDoes()
    {
        test::World world;
        world.look.setTextScale(1.4);
        CountersLine line(world.context);
        world.show(test::sampleTrace());
        line.setShort(true);
        QVERIFY2(line.minimumSizeHint().width() < line.sizeHint().width() * 0.93,
            qPrintable(QStringLiteral("%1 of %2").arg(line.minimumSizeHint().width()).arg(line.sizeHint().width())));
    }

    void itSaysWhatIsTrueAtThePlayhead()
    {
        test::World world;
        CountersLine line(world.context);
        world.show(test::sampleTrace());
        QCOMPARE(line.counters().opened, 0u);
        world.playback.goToEnd();
        QCOMPARE(line.counters(), world.document.tally().at(world.playback.world()));
        QVERIFY(line.counters().opened > 0);
        QVERIFY2(line.accessibleName().contains(QLatin1String("open now")), qPrintable(line.accessibleName()));
        QVERIFY2(line.toolTip().contains(QLatin1String("neither end has sent a FIN")), qPrintable(line.toolTip()));
    }
};

QTEST_MAIN(TestCountersLine)
#include "tst_countersline.moc"
