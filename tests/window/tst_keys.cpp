// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of the pictures, wherever the keyboard is, and what is said where a key finds nothing to do.
#include "frame/filteredit.h"
#include "frame/messagebar.h"
#include "timeline/timelineactions.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "windowstage.h"

#include <QLineEdit>
#include <QTest>

using namespace connscope;
using namespace connscope::app;
using connscope::test::shipped;
using Fixture = connscope::test::WindowStage;

namespace {

/// A window that is there, with the keyboard in its topology.
struct Seen : Fixture {
    Seen()
    {
        window->resize(1280, 800);
        window->show();
        opened = opens(shipped("13-three-kinds"));
        QApplication::setActiveWindow(window.get());
        window->topology().setFocus();
    }
    bool opened = false;
    timeline::AxisRange range() const { return window->timeline().range(); }
    double length() const { return range().to - range().from; }
};

} // namespace

class TestKeys : public QObject {
    Q_OBJECT

private slots:
    void theTimelineIsMovedWhereverTheKeyboardIs()
    {
        Seen s;
        QVERIFY(s.opened && s.window->topology().hasFocus());
        const double whole = s.length();
        QTest::keyClick(s.window.get(), Qt::Key_W);
        const double closer = s.length();
        QVERIFY(closer < whole);
        const double from = s.range().from;
        QTest::keyClick(s.window.get(), Qt::Key_D);
        QVERIFY(s.range().from > from);
        QTest::keyClick(s.window.get(), Qt::Key_A);
        QVERIFY(qAbs(s.range().from - from) < whole * 1e-6);
        QTest::keyClick(s.window.get(), Qt::Key_S);
        QVERIFY(s.length() > closer);
    }

    void lettersThatAreWrittenAreNoKeys()
    {
        Seen s;
        auto* field = s.window->findChild<frame::FilterEdit*>();
        QVERIFY(field);
        auto* edit = qobject_cast<QLineEdit*>(field);
        if (!edit)
            edit = field->findChild<QLineEdit*>();
        QVERIFY(edit);
        edit->setFocus();
        const double whole = s.length();
        const double zoom = s.window->topology().viewport().zoom();
        QTest::keyClicks(edit, QStringLiteral("wasdf+-"));
        QCOMPARE(edit->text(), QStringLiteral("wasdf+-"));
        QCOMPARE(s.length(), whole);
        QCOMPARE(s.window->topology().viewport().zoom(), zoom);
    }

    void plusMinusAndFAreOfWhatHasTheKeyboard()
    {
        Seen s;
        const auto zoom = [&s] { return s.window->topology().viewport().zoom(); };
        const double fitted = zoom();
        const double whole = s.length();
        QTest::keyClick(s.window.get(), Qt::Key_Plus);
        QVERIFY(zoom() > fitted);
        QCOMPARE(s.length(), whole);
        QTest::keyClick(s.window.get(), Qt::Key_Minus);
        QTest::keyClick(s.window.get(), Qt::Key_F);
        QVERIFY(s.window->topology().viewport().isFitted());
        s.window->timeline().setFocus();
        QTest::keyClick(s.window.get(), Qt::Key_Plus);
        QVERIFY(s.length() < whole);
        QCOMPARE(zoom(), fitted);
        QTest::keyClick(s.window.get(), Qt::Key_F);
        QTest::keyClick(s.window.get(), Qt::Key_F);
        QCOMPARE(s.length(), whole);
    }

    void whatFindsNothingSaysSoUntilSomethingElseIsLookedAt()
    {
        Seen s;
        const frame::MessageBar& bar = s.window->messages();
        s.context().playback.setPosition({}); // before the first event
        s.action("playback.cause")->trigger();
        QVERIFY2(bar.isShowing() && bar.text().contains(QLatin1String("No event has happened yet")),
            qPrintable(bar.text()));
        s.context().playback.goTo(EventId {40});
        QVERIFY(!bar.isShowing());
        s.action("playback.connection-forward")->trigger();
        QVERIFY(bar.isShowing() && bar.text().startsWith(QLatin1String("Select a connection first")));
        s.context().selection.setCurrent(view::Item::of(ConnectionId {0}));
        QVERIFY(!bar.isShowing());
        s.context().playback.goToEnd();
        s.action("playback.connection-forward")->trigger();
        QVERIFY2(bar.isShowing() && bar.text().contains(QLatin1String("after this moment")), qPrintable(bar.text()));
        s.context().selection.setCurrent(view::Item::of(EventId {0}));
        s.action("playback.cause")->trigger();
        QVERIFY2(bar.text().contains(QLatin1String("#0 has no cause")), qPrintable(bar.text()));
        const auto last = EventId {static_cast<std::uint32_t>(s.context().document.trace().size() - 1)};
        s.context().selection.setCurrent(view::Item::of(last));
        s.action("playback.consequence")->trigger();
        QVERIFY2(bar.text().contains(QLatin1String("Nothing follows from event")), qPrintable(bar.text()));
    }

    void aMessageThatIsNoHintStays()
    {
        Seen s;
        s.window->messages().show(frame::MessageBar::Kind::Error, QStringLiteral("broken"));
        s.context().playback.goTo(EventId {40});
        QVERIFY(s.window->messages().isShowing());
        QCOMPARE(s.window->messages().text(), QStringLiteral("broken"));
    }

    void steppingOnAConnectionTakesTheSelectedEventAlong()
    {
        Seen s;
        const trace::Trace& trace = s.context().document.trace();
        EventId event;
        for (std::size_t i = 0; i < trace.size() && !event.isValid(); ++i) {
            if (trace[i].kind == trace::EventKind::RequestSent)
                event = EventId {static_cast<std::uint32_t>(i)};
        }
        s.context().playback.goTo(event);
        s.context().selection.setCurrent(view::Item::of(event));
        s.action("playback.connection-forward")->trigger();
        const EventId next = s.context().selection.current().event();
        QVERIFY(next.isValid() && event < next);
        QVERIFY(trace[next].connection == trace[event].connection);
        QVERIFY(s.context().playback.event() == next);
    }
};

QTEST_MAIN(TestKeys)
#include "tst_keys.moc"
