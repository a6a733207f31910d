// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage.h"
#include "theme/contrast.h"
#include "timeline/picture.h"
#include "timeline/plot.h"
#include "timeline/timelineactions.h"
#include "timeline/timelinewidget.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::timeline;

namespace {

struct Window {
    explicit Window(const char* number, std::optional<Duration> until = {}, QSize size = {1200, 360})
        : stage(runScenario(number, until))
        , widget({stage.document, stage.playback, stage.selection, stage.filter, stage.look})
    {
        widget.resize(size);
        widget.show();
        widget.drawNow();
        plot = widget.findChild<TimelinePlot*>();
    }
    /// Of a place of the axis, in the middle of a lane.
    QPoint point(double place, std::size_t row)
    {
        const Layout& l = widget.layoutNow();
        return {static_cast<int>(l.scale.toPixel(place)), static_cast<int>(l.rows[row].strip.center().y())};
    }
    void move(QPoint to, Qt::MouseButtons buttons = Qt::NoButton)
    {
        QMouseEvent event(QEvent::MouseMove, to, plot->mapToGlobal(to), Qt::NoButton, buttons, Qt::NoModifier);
        QCoreApplication::sendEvent(plot, &event);
    }

    Stage stage;
    TimelineWidget widget;
    TimelinePlot* plot = nullptr;
};

} // namespace

/// What a person does with it.
class TestTimelineWidget : public QObject {
    Q_OBJECT

private slots:
    void theKeyboardSeesWhereItIsAndHasAMenu();
    void hiddenLanesAreToldAndComeBack();
    void rolesKeepTheirDashesAtEveryScale();
    void goingBackGivesTheSamePicture();
    void draggingOnTheAxisScrubs();
    void theWheelZoomsAboutThePointer();
    void draggingALanePansAndSelectsNothing();
    void aClickOnALaneSelectsTheConnectionThatIsThere();
    void aClickOnARequestSelectsIt();
    void draggingWithShiftSelectsARange();
    void switchingTheAxisKeepsTheStretchInView();
    void focusShowsTheSelectionAndThenAll();
    void aBrokerThatIsSelectedElsewhereComesIntoView();
    void theFilterHidesLanesWhereAsked();
    void theMenuOfALanePinsAndHides();
    void hoverSaysAllThatIsTrueThere();
    void bookmarksAreKeptInOrderAndFound();
    void aBookmarksNoteIsWrittenInPlaceAndShownOverItsFlag();
    void aNoteIsWrittenBesideTheFlags();
    void bookmarksAtOneInstantAreEachSeenAndChosen();
    void whoGoesSomewhereSeesThePlayhead();
    void whatIsUnderAPointerThatRestsIsTrueNow();
    void aTraceThatGrowsIsSeenToGrow();
    void arrowsWalkTheLanes();
    void lanesAndConnectionsCanBeRead();
    void whilePausedNothingIsDrawn();
};

void TestTimelineWidget::draggingOnTheAxisScrubs()
{
    Window w("13");
    const Layout& l = w.widget.layoutNow();
    const double place = w.widget.axis().length() * 0.5;
    const QPoint at(static_cast<int>(l.scale.toPixel(place)), static_cast<int>(l.axis.center().y()));
    QTest::mousePress(w.plot, Qt::LeftButton, {}, at);
    const Instant pressed = w.stage.playback.instant();
    QVERIFY(std::abs(w.widget.axis().toAxis(pressed) - place) < 2 / l.scale.perPlace());
    w.move(at + QPoint(100, 0), Qt::LeftButton);
    QVERIFY(w.stage.playback.instant() > pressed);
    w.move(QPoint(5000, at.y()), Qt::LeftButton);
    QCOMPARE(w.stage.playback.instant(), w.stage.document.end());
    QTest::mouseRelease(w.plot, Qt::LeftButton, {}, at);
    w.move(at);
    QCOMPARE(w.stage.playback.instant(), w.stage.document.end());
}

void TestTimelineWidget::theWheelZoomsAboutThePointer()
{
    Window w("13");
    for (const AxisKind kind : {AxisKind::Linear, AxisKind::ByEvent, AxisKind::Folded}) {
        w.widget.setAxisKind(kind);
        w.widget.fit();
        const QPoint at = w.point(w.widget.axis().length() * 0.3, 0);
        const double before = w.widget.layoutNow().scale.toPlace(at.x());
        const double wide = w.widget.range().length();
        for (int i = 0; i < 3; ++i) {
            QWheelEvent wheel(
                at, w.plot->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(w.plot, &wheel);
        }
        QVERIFY(w.widget.range().length() < wide * 0.6);
        QVERIFY(std::abs(w.widget.layoutNow().scale.toPlace(at.x()) - before) < 1e-6 * wide);
    }
}

void TestTimelineWidget::draggingALanePansAndSelectsNothing()
{
    Window w("13");
    w.widget.zoom(4, 700);
    const AxisRange before = w.widget.range();
    const QPoint at = w.point((before.from + before.to) / 2, 1);
    QTest::mousePress(w.plot, Qt::LeftButton, {}, at);
    w.move(at + QPoint(60, 0), Qt::LeftButton);
    w.move(at + QPoint(100, 0), Qt::LeftButton);
    QTest::mouseRelease(w.plot, Qt::LeftButton, {}, at + QPoint(100, 0));
    const double moved = (before.from - w.widget.range().from) * w.widget.layoutNow().scale.perPlace();
    QVERIFY2(std::abs(moved - 100) < 1.5, qPrintable(QString::number(moved)));
    QVERIFY(!w.stage.selection.current());
}

void TestTimelineWidget::aClickOnALaneSelectsTheConnectionThatIsThere()
{
    Window w("10"); // lanes with reconnects
    w.widget.setAxisKind(AxisKind::Linear);
    const TimelineData& data = w.widget.data();
    const auto& rows = w.widget.frame().rows;
    bool found = false;
    for (std::size_t i = 0; i < rows.size() && !found; ++i) {
        if (rows[i].kind != Row::Kind::Lane || data.lanes()[rows[i].lane].connections.size() < 2)
            continue;
        const ConnectionId second = data.lanes()[rows[i].lane].connections[1];
        const trace::ConnectionLife& life = *w.stage.document.life(second);
        const Instant middle = life.opened + (life.closed.value_or(w.stage.document.end()) - life.opened) / 2;
        w.widget.bringIntoView(rows[i].lane);
        w.widget.drawNow();
        QTest::mouseClick(w.plot, Qt::LeftButton, {}, w.point(w.widget.axis().toAxis(middle), i));
        QCOMPARE(w.stage.selection.current(), view::Item::of(second));
        found = true;
    }
    QVERIFY(found);
}

void TestTimelineWidget::aClickOnARequestSelectsIt()
{
    Window w("13");
    w.widget.setAxisKind(AxisKind::ByEvent);
    const LaneId lane = w.widget.frame().rows[0].lane;
    const RequestSpan request = w.widget.data().segments().track(lane).requests[1];
    w.widget.setRange({request.sent - 10.0, request.sent + 10.0});
    QTest::mouseClick(w.plot, Qt::LeftButton, {}, w.point(w.widget.axis().ofEvent(EventId {request.sent}), 0));
    QCOMPARE(w.stage.selection.current(), view::Item::request(EventId {request.sent}));
}

void TestTimelineWidget::draggingWithShiftSelectsARange()
{
    Window w("13");
    const double length = w.widget.axis().length();
    const QPoint from = w.point(length * 0.6, 1);
    const QPoint to = w.point(length * 0.2, 1);
    QTest::mousePress(w.plot, Qt::LeftButton, Qt::ShiftModifier, from);
    w.move(to, Qt::LeftButton);
    QTest::mouseRelease(w.plot, Qt::LeftButton, {}, to);
    QVERIFY(w.stage.selection.range());
    QVERIFY(w.stage.selection.range()->from < w.stage.selection.range()->to);
    const std::vector<Label> labels = overlayLabels(w.widget.frame(), w.widget.layoutNow());
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const Label& l) {
        return l.part == Label::Part::Statistics && l.text.startsWith(u"Δt")
            && l.text.contains(QStringLiteral("requests"));
    }));
    w.widget.actions().clearRange->trigger();
    QVERIFY(!w.stage.selection.range());
}

void TestTimelineWidget::switchingTheAxisKeepsTheStretchInView()
{
    Window w("15");
    w.widget.setAxisKind(AxisKind::Linear);
    w.widget.setRange({530, 545});
    QSignalSpy spy(&w.widget, &TimelineWidget::axisKindChanged);
    w.widget.setAxisKind(AxisKind::Folded);
    w.widget.setAxisKind(AxisKind::ByEvent);
    w.widget.setAxisKind(AxisKind::Linear);
    QCOMPARE(spy.count(), 3);
    QVERIFY(std::abs(w.widget.range().from - 530) < 1e-3);
    QVERIFY(std::abs(w.widget.range().to - 545) < 1e-3);
}

void TestTimelineWidget::aBrokerThatIsSelectedElsewhereComesIntoView()
{
    Window w("07", std::chrono::seconds(5)); // more lanes than have room
    const auto inSight = [&w](BrokerId broker) {
        w.widget.drawNow();
        const Layout& l = w.widget.layoutNow();
        const auto& rows = w.widget.frame().rows;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].kind == Row::Kind::Lane && w.widget.data().lanes()[rows[i].lane].broker == broker
                && l.rows[i].top >= l.lanes.top() && l.rows[i].top + l.rows[i].height <= l.lanes.bottom() + 1)
                return true;
        }
        return false;
    };
    BrokerId hidden;
    for (const Lane& lane : w.widget.data().lanes().all()) {
        if (lane.broker.isValid() && !inSight(lane.broker))
            hidden = lane.broker;
    }
    QVERIFY(hidden.isValid());
    w.stage.selection.setCurrent(view::Item::of(hidden));
    QVERIFY(inSight(hidden));
}

void TestTimelineWidget::focusShowsTheSelectionAndThenAll()
{
    Window w("09");
    w.widget.setAxisKind(AxisKind::Linear);
    const AxisRange all = w.widget.range();
    const trace::ConnectionLife& first = w.stage.document.lives().front();
    w.stage.selection.setCurrent(view::Item::of(first.id));
    w.widget.focusSelection();
    QVERIFY(w.widget.range().from < w.widget.axis().toAxis(first.opened));
    QVERIFY(w.widget.range().to > w.widget.axis().toAxis(*first.closed));
    QVERIFY(w.widget.range().length() < all.length());
    w.widget.focusSelection();
    QCOMPARE(w.widget.range(), all);
}

void TestTimelineWidget::theFilterHidesLanesWhereAsked()
{
    Window w("13");
    QCOMPARE(w.widget.frame().rows.size(), std::size_t {5});
    w.stage.filter.setText(QStringLiteral("role = coordinator"));
    w.widget.drawNow();
    QCOMPARE(w.widget.frame().rows.size(), std::size_t {5}); // faded
    QVERIFY(w.widget.frame().matches);
    w.widget.setHidesFiltered(true);
    w.widget.drawNow();
    QCOMPARE(w.widget.frame().rows.size(), std::size_t {1});
    w.stage.filter.clear();
    w.widget.drawNow();
    QCOMPARE(w.widget.frame().rows.size(), std::size_t {5});
}

void TestTimelineWidget::theMenuOfALanePinsAndHides()
{
    Window w("13");
    const auto choose = [&](std::size_t row, const QString& word) {
        std::unique_ptr<QMenu> menu(w.widget.createMenu(w.point(w.widget.axis().length() / 2, row)));
        // A person finds it: no menu is a list to be searched.
        if (menu->actions().size() > 12)
            return false;
        QList<QAction*> all = menu->actions();
        for (const QAction* action : menu->actions()) {
            if (action->menu())
                all << action->menu()->actions();
        }
        for (QAction* action : std::as_const(all)) {
            if (action->text().remove(u'&').startsWith(word)) {
                action->trigger();
                w.widget.drawNow();
                return true;
            }
        }
        return false;
    };
    const LaneId third = w.widget.frame().rows[2].lane;
    QVERIFY(choose(2, QStringLiteral("Pin")));
    QCOMPARE(w.widget.frame().rows[0].lane, third);
    QVERIFY(choose(0, QStringLiteral("Hide this")));
    QCOMPARE(w.widget.frame().rows.size(), std::size_t {4});
    QVERIFY(w.widget.actions().showHidden->isEnabled());
    w.widget.actions().showHidden->trigger();
    w.widget.drawNow();
    QCOMPARE(w.widget.frame().rows.size(), std::size_t {5});
    w.widget.actions().groupByRole->trigger();
    w.widget.drawNow();
    QCOMPARE(std::count_if(w.widget.frame().rows.begin(), w.widget.frame().rows.end(),
                 [](const Row& r) { return r.kind == Row::Kind::Group; }),
        3);
}

void TestTimelineWidget::hoverSaysAllThatIsTrueThere()
{
    Window w("13");
    w.widget.setAxisKind(AxisKind::Linear);
    w.move(w.point(7.4, 0));
    QVERIFY(w.plot->hover);
    const QString text = w.plot->hover->text;
    for (const char* word :
        {"−1", "bootstrap", "idle", "ESTABLISHED ⇄ ESTABLISHED", "client closes in", "broker closes in"})
        QVERIFY2(text.contains(QString::fromUtf8(word)), qPrintable(text));
    QCOMPARE(w.stage.selection.hovered(), view::Item::of(ConnectionId {0}));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(w.plot, &leave);
    QVERIFY(!w.stage.selection.hovered());
    QVERIFY(!w.plot->hover);
}

void TestTimelineWidget::bookmarksAreKeptInOrderAndFound()
{
    Window w("13");
    Bookmarks& marks = w.widget.bookmarks();
    QSignalSpy spy(&marks, &Bookmarks::changed);
    const view::Position a = w.stage.document.positionAt(fromNs(3'000'000'000));
    const view::Position b = w.stage.document.positionAt(fromNs(1'000'000'000));
    marks.set(a, QStringLiteral("first fetch"));
    marks.set(b, QStringLiteral("earlier"));
    marks.set(b, QStringLiteral("earlier"));
    QCOMPARE(spy.count(), 2);
    QCOMPARE(marks.all()[0].position, b);
    w.widget.goToBookmark(1);
    QCOMPARE(w.stage.playback.position(), b);
    w.widget.goToBookmark(1);
    QCOMPARE(w.stage.playback.position(), a);
    w.widget.goToBookmark(1);
    QCOMPARE(w.stage.playback.position(), a);
    w.widget.goToBookmark(-1);
    QCOMPARE(w.stage.playback.position(), b);
    marks.remove(b);
    QCOMPARE(marks.all().size(), std::size_t {1});
}

void TestTimelineWidget::aBookmarksNoteIsWrittenInPlaceAndShownOverItsFlag()
{
    Window w("13");
    Bookmarks& marks = w.widget.bookmarks();
    const view::Position here = w.stage.document.positionAt(fromNs(3'000'000'000));
    w.stage.playback.setPosition(here);
    const auto field = [&w] { return w.widget.findChild<QLineEdit*>(QStringLiteral("bookmark-note")); };
    w.widget.addBookmark();
    QVERIFY(field());
    field()->setText(QStringLiteral("  the first fetch "));
    QTest::keyClick(field(), Qt::Key_Return);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!field());
    QCOMPARE(marks.at(here)->note, QStringLiteral("the first fetch"));

    w.widget.addBookmark(); // there is one already: its note is changed
    QCOMPARE(field()->text(), QStringLiteral("the first fetch"));
    field()->setText(QStringLiteral("no"));
    QTest::keyClick(field(), Qt::Key_Escape);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!field());
    QCOMPARE(marks.all().size(), std::size_t {1});
    QCOMPARE(marks.at(here)->note, QStringLiteral("the first fetch"));

    w.widget.drawNow();
    const QPointF flag = bookmarkFlags(w.widget.frame(), w.widget.layoutNow())[0].cloth.center();
    QCOMPARE(w.widget.bookmarkAt(flag), &marks.all()[0]);
    // The playhead stands at the same place: the flag is seen all the same.
    const Frame& frame = w.widget.frame();
    const QImage seen = test::render(frame);
    const QColor there = seen.pixelColor((QPointF(-2, -2) + flag).toPoint());
    QVERIFY2(theme::colourDistance(there, w.stage.look.theme().positive) < 5, qPrintable(there.name()));
    w.widget.setHover(flag);
    QCOMPARE(w.plot->hover->text, QStringLiteral("the first fetch"));
    QMenu menu;
    w.widget.fillBookmarks(menu);
    QCOMPARE(menu.actions().size(), 1);
    QVERIFY(menu.actions()[0]->text().contains(QLatin1String("the first fetch")));
    w.stage.playback.goToStart();
    menu.actions()[0]->trigger();
    QCOMPARE(w.stage.playback.position(), here);
}

void TestTimelineWidget::aNoteIsWrittenBesideTheFlags()
{
    for (const QSize size : {QSize(1200, 360), QSize(697, 242)}) {
        Window w("13", {}, size);
        for (const double share : {0.0, 0.02, 0.2, 0.22, 0.5, 1.0}) {
            w.widget.bookmarks().set(
                w.widget.axis().toPosition(w.widget.axis().length() * share), QStringLiteral("a note"));
        }
        for (const Bookmark& bookmark : w.widget.bookmarks().all()) {
            w.widget.editBookmark(bookmark.position);
            auto* field = w.widget.findChild<QLineEdit*>(QStringLiteral("bookmark-note"));
            QVERIFY(field && w.widget.rect().contains(field->geometry()));
            for (const BookmarkFlag& flag : bookmarkFlags(w.widget.frame(), w.widget.layoutNow()))
                QVERIFY(!QRectF(field->geometry()).intersects(flag.cloth));
            for (const QAbstractButton* chip : w.widget.findChildren<QAbstractButton*>())
                QVERIFY(!field->geometry().intersects(chip->geometry()));
            QTest::keyClick(field, Qt::Key_Escape);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
    }
}

/// Several events may share an instant, and each of them be marked.
void TestTimelineWidget::bookmarksAtOneInstantAreEachSeenAndChosen()
{
    Window w("13");
    w.widget.setAxisKind(AxisKind::Linear);
    const trace::Trace& trace = w.stage.document.trace();
    std::size_t first = 1;
    while (first + 1 < trace.size()
        && trace[EventId {static_cast<std::uint32_t>(first)}].at
            != trace[EventId {static_cast<std::uint32_t>(first - 1)}].at)
        ++first;
    const Instant at = trace[EventId {static_cast<std::uint32_t>(first)}].at;
    Bookmarks& marks = w.widget.bookmarks();
    marks.set({at, first}, QStringLiteral("one"));
    marks.set({at, first + 1}, QStringLiteral("other"));
    const std::vector<BookmarkFlag> flags = bookmarkFlags(w.widget.frame(), w.widget.layoutNow());
    QCOMPARE(flags.size(), std::size_t {2});
    QVERIFY(std::abs(flags[0].x - flags[1].x) < 1);
    for (std::size_t i = 0; i < 2; ++i) {
        const QPointF seen(flags[i].cloth.right() - 2, flags[i].cloth.center().y());
        QCOMPARE(w.widget.bookmarkAt(seen), &marks.all()[i]);
        w.stage.playback.goToEnd();
        QTest::mouseClick(w.plot, Qt::LeftButton, {}, seen.toPoint());
        QCOMPARE(w.stage.playback.position(), marks.all()[i].position);
    }
    QMenu menu;
    w.widget.fillBookmarks(menu);
    QVERIFY(menu.actions()[0]->text().contains(QStringLiteral("#%1").arg(first - 1)));
    QVERIFY(menu.actions()[1]->text().contains(QStringLiteral("#%1").arg(first)));
}

void TestTimelineWidget::whoGoesSomewhereSeesThePlayhead()
{
    Window w("13");
    for (const AxisKind kind : {AxisKind::Linear, AxisKind::ByEvent, AxisKind::Folded}) {
        w.widget.setAxisKind(kind);
        w.stage.playback.goToStart();
        w.widget.setRange({-0.001 * w.widget.axis().length(), 0.01 * w.widget.axis().length()});
        const double wide = w.widget.range().length();
        w.stage.playback.setInstant(fromNs(3'000'000'000)); // Go To
        const double place = w.widget.axis().toAxis(w.stage.playback.position());
        QVERIFY(w.widget.range().from <= place && place <= w.widget.range().to);
        QVERIFY(std::abs(w.widget.range().length() - wide) < 1e-9 * wide);
        // What is in view already stays where it is.
        const AxisRange before = w.widget.range();
        w.stage.playback.setPosition(w.widget.axis().toPosition(before.from + 0.2 * before.length()));
        QCOMPARE(w.widget.range(), before);
    }
}

void TestTimelineWidget::whatIsUnderAPointerThatRestsIsTrueNow()
{
    Window w("13");
    w.widget.setAxisKind(AxisKind::Linear);
    // Beside a name stands what is true at the playhead.
    const QPointF name(60, w.widget.layoutNow().rows[2].strip.center().y());
    w.widget.setHover(name);
    const QString before = w.plot->hover->text;
    QVERIFY2(before.contains(QStringLiteral("not opened yet")), qPrintable(before));
    w.stage.playback.play();
    w.stage.playback.setInstant(w.stage.document.end());
    w.widget.drawNow();
    QVERIFY2(w.plot->hover->text.contains(QStringLiteral("ESTABLISHED")), qPrintable(w.plot->hover->text));
    w.stage.playback.pause();
    // The picture goes away under the pointer, by keys or because it follows what plays.
    w.widget.setHover(QPointF(w.point(2.0, 0)));
    const QString instant = w.plot->hover->instant;
    const view::Item under = w.stage.selection.hovered();
    w.widget.pan(200);
    w.widget.drawNow();
    QVERIFY(w.plot->hover->instant != instant);
    // Somebody pointed elsewhere since: that stays.
    const view::Item other = view::Item::of(ConnectionId {4});
    QVERIFY(other != under);
    w.stage.selection.setHovered(other);
    w.widget.pan(-20);
    w.widget.drawNow();
    QCOMPARE(w.stage.selection.hovered(), other);
}

void TestTimelineWidget::aTraceThatGrowsIsSeenToGrow()
{
    Window w("13");
    const double length = w.widget.axis().length();
    const std::size_t lanes = w.widget.frame().rows.size();
    w.stage.document.grow([](trace::Trace& trace) {
        trace::Event e;
        e.at = kStart + ms(20'000);
        e.kind = trace::EventKind::ConnectStarted;
        e.client = ClientId {0};
        e.node = NodeId {7};
        e.connection = trace.newConnection();
        e.text = trace.intern("localhost/127.0.0.1:9099");
        trace.append(e);
    });
    w.widget.drawNow();
    QVERIFY(w.widget.axis().length() > length);
    QCOMPARE(w.widget.frame().rows.size(), lanes + 1);
    QVERIFY(w.widget.range().to > w.widget.axis().length()); // all of it is still in view
}

void TestTimelineWidget::arrowsWalkTheLanes()
{
    Window w("13");
    w.stage.playback.goToEnd();
    w.widget.setFocus();
    for (std::uint32_t i = 0; i < 7; ++i) {
        QTest::keyClick(&w.widget, Qt::Key_Down);
        QCOMPARE(w.stage.selection.current(), view::Item::of(ConnectionId {std::min(i, 4U)}));
    }
    QTest::keyClick(&w.widget, Qt::Key_Up);
    QCOMPARE(w.stage.selection.current(), view::Item::of(ConnectionId {3}));
    // A screen reader is told where that is.
    w.widget.activateWindow();
    w.widget.setFocus();
    QTRY_VERIFY(w.widget.hasFocus());
    w.widget.drawNow();
    QAccessibleInterface* timeline = QAccessible::queryAccessibleInterface(&w.widget);
    QVERIFY(timeline && timeline->focusChild());
    QVERIFY(timeline->focusChild() != timeline);
    QVERIFY(timeline->focusChild()->state().focused);
}

void TestTimelineWidget::lanesAndConnectionsCanBeRead()
{
    Window w("13");
    w.stage.playback.goToEnd();
    w.widget.drawNow();
    QAccessibleInterface* timeline = QAccessible::queryAccessibleInterface(&w.widget);
    QVERIFY(timeline);
    int lanes = 0;
    for (int i = 0; i < timeline->childCount(); ++i) {
        QAccessibleInterface* child = timeline->child(i);
        QVERIFY(child);
        if (!child->text(QAccessible::Name).contains(QStringLiteral("2147483645")))
            continue;
        ++lanes;
        QVERIFY(child->text(QAccessible::Name).contains(QStringLiteral("coordinator")));
        QVERIFY(child->text(QAccessible::Description).contains(QStringLiteral("ESTABLISHED")));
        QVERIFY(!child->rect().isEmpty());
        QCOMPARE(child->childCount(), 1);
        QVERIFY(child->child(0)->text(QAccessible::Name).contains(QStringLiteral("still open")));
        QCOMPARE(child->child(0)->parent(), child);
        QCOMPARE(timeline->indexOfChild(child), i);
    }
    QCOMPARE(lanes, 1);
}

void TestTimelineWidget::whilePausedNothingIsDrawn()
{
    Window w("13");
    QTRY_VERIFY(!w.widget.findChild<QTimer*>()->isActive());
    QSignalSpy replots(w.plot, &QCustomPlot::afterReplot);
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    QCOMPARE(replots.count(), 0);
}

void TestTimelineWidget::theKeyboardSeesWhereItIsAndHasAMenu()
{
    Window w("13");
    const QImage before = w.plot->grab().toImage();
    QFocusEvent in(QEvent::FocusIn, Qt::TabFocusReason);
    QCoreApplication::sendEvent(&w.widget, &in);
    w.widget.drawNow();
    const QImage focused = w.plot->grab().toImage();
    // All around, and nowhere else.
    const auto differs = [&](const QRect& part) { return before.copy(part) != focused.copy(part); };
    const QRect whole = before.rect();
    for (const QRect& edge : {QRect(0, 0, whole.width(), 5), QRect(0, whole.bottom() - 4, whole.width(), 5),
             QRect(0, 0, 5, whole.height()), QRect(whole.right() - 4, 0, 5, whole.height())})
        QVERIFY(differs(edge));
    QVERIFY(!differs(whole.adjusted(6, 6, -6, -6)));

    // The menu is that of the selected lane, at the playhead.
    const LaneId lane = w.widget.frame().rows.back().lane;
    w.stage.playback.goToEnd();
    w.stage.selection.setCurrent(view::Item::of(w.widget.data().lanes()[lane].first()));
    QContextMenuEvent asks(QContextMenuEvent::Keyboard, {}, {});
    QCoreApplication::sendEvent(&w.widget, &asks);
    auto* menu = w.widget.findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(menu && menu->isVisible());
    const QAction* hide = nullptr;
    for (const QAction* action : menu->actions()) {
        if (action->menu() && action->text() == QStringLiteral("This &lane"))
            hide = action->menu()->actions()[1];
    }
    QVERIFY(hide);
    const_cast<QAction*>(hide)->trigger();
    QVERIFY(w.widget.arrangement().hidden == std::set<LaneId> {lane});
    menu->close();

    QFocusEvent out(QEvent::FocusOut, Qt::TabFocusReason);
    w.widget.showHiddenLanes();
    w.stage.selection.clear();
    w.stage.playback.goToStart();
    QCoreApplication::sendEvent(&w.widget, &out);
    w.widget.drawNow();
    QCOMPARE(w.plot->grab().toImage(), before);
}

/// Nobody looks for what they do not know to be there.
void TestTimelineWidget::hiddenLanesAreToldAndComeBack()
{
    Window w("13");
    const auto told = [&w] {
        w.widget.drawNow();
        for (const auto* button : w.widget.findChildren<QAbstractButton*>()) {
            if (!button->isHidden() && button->text().contains(QStringLiteral("hidden")))
                return button->text();
        }
        return QString();
    };
    QCOMPARE(told(), QString());
    QVERIFY(!w.widget.actions().showHidden->isEnabled());
    const std::vector<Row> rows = w.widget.frame().rows;
    Arrangement a = w.widget.arrangement();
    a.hidden.insert(rows[0].lane);
    w.widget.setArrangement(a);
    QCOMPARE(told(), QStringLiteral("1 lane hidden"));
    a.hidden.insert(rows[1].lane);
    w.widget.setArrangement(a);
    QCOMPARE(told(), QStringLiteral("2 lanes hidden"));
    QVERIFY(w.widget.actions().showHidden->isEnabled());
    for (auto* button : w.widget.findChildren<QAbstractButton*>()) {
        if (button->text() == told())
            button->click();
    }
    QCOMPARE(told(), QString());
    QCOMPARE(w.widget.frame().rows, rows);
    // What the filter takes away is hidden as well.
    w.stage.filter.setText(QStringLiteral("role = coordinator"));
    QCOMPARE(told(), QString());
    w.widget.setHidesFiltered(true);
    QCOMPARE(told(), QStringLiteral("%1 lanes hidden").arg(rows.size() - 1));
    w.widget.actions().showHidden->trigger();
    QCOMPARE(told(), QString());
    QVERIFY(!w.widget.hidesFiltered());
}

/// A device pixel and a half are no reason to tell roles by colour alone.
void TestTimelineWidget::rolesKeepTheirDashesAtEveryScale()
{
    Stage stage(runScenario("13"));
    stage.look.setHighContrast(true);
    const QColor card = stage.look.theme().card;
    // The strip of open connections at the end of the trace, from below: how many of its bands have dashes.
    const auto dashed = [&](double height, double ratio) {
        const Frame frame = stage.frame(AxisKind::Linear, {1200, height}, ratio);
        const QImage image = render(frame);
        const QRectF strip = makeLayout(frame).strips.front().rect;
        const double end = makeLayout(frame).scale.toPixel(frame.axis->length());
        const auto pixel = [&](double x, int y) { return image.pixelColor(static_cast<int>(x * ratio), y); };
        int rows = 0;
        for (int y = static_cast<int>(strip.top() * ratio); y < static_cast<int>(strip.bottom() * ratio) - 3; ++y) {
            int gaps = 0;
            int inked = 0;
            for (double x = end - 80; x < end - 20; x += 1 / ratio)
                ++(pixel(x, y) == card ? gaps : inked);
            rows += gaps > 5 && inked > 5 ? 1 : 0; // neither above the stack nor within a band
        }
        return rows;
    };
    for (double height = 200; height <= 520; height += 20) {
        const int whole = dashed(height, 1);
        for (const double ratio : {1.25, 1.5, 2.0}) {
            if (whole > 0)
                QVERIFY2(dashed(height, ratio) >= whole,
                    qPrintable(QStringLiteral("%1 px high at %2").arg(height).arg(ratio)));
        }
    }
}

void TestTimelineWidget::goingBackGivesTheSamePicture()
{
    Window w("10");
    const auto picture = [&] {
        w.widget.drawNow();
        return w.widget.grab().toImage();
    };
    w.stage.playback.setInstant(fromNs(60'000'000'000));
    const QImage first = picture();
    const AxisRange range = w.widget.range();
    w.stage.playback.setInstant(fromNs(200'000'000'000));
    w.widget.zoom(5, 600);
    QVERIFY(picture() != first);
    w.widget.fit();
    w.stage.playback.setInstant(fromNs(60'000'000'000));
    const QImage again = picture();
    QCOMPARE(again.size(), first.size());
    QCOMPARE(w.widget.range(), range);
    int different = 0;
    QRect where;
    for (int y = 0; y < first.height(); ++y) {
        for (int x = 0; x < first.width(); ++x) {
            if (first.pixel(x, y) == again.pixel(x, y))
                continue;
            ++different;
            where |= QRect(x, y, 1, 1);
        }
    }
    QVERIFY2(different == 0,
        qPrintable(QStringLiteral("%1 pixels differ, within %2,%3 to %4,%5")
                       .arg(different)
                       .arg(where.left())
                       .arg(where.top())
                       .arg(where.right())
                       .arg(where.bottom())));
}

QTEST_MAIN(TestTimelineWidget)
#include "tst_timelinewidget.moc"
