// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/eventlist.h"
#include "events/eventmodel.h"
#include "events/eventsearch.h"
#include "events/rowset.h"
#include "events/rowsview.h"
#include "events/searchbar.h"
#include "events/stage.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QScrollBar>
#include <QTest>

using namespace connscope;
using namespace connscope::events;
using connscope::test::Stage;
using trace::EventKind;

namespace {

struct ListStage : Stage {
    explicit ListStage(std::string_view scenario = {})
    {
        if (!scenario.empty())
            play(scenario);
        playback.setPosition({}); // before the events of the first instant
        list.resize(900, 400);
        list.show();
    }
    EventList list {context};
};

} // namespace

class TestEventList : public QObject {
    Q_OBJECT

private slots:
    void whereTheColumnsDoNotFitARowHasTwoLines()
    {
        ListStage s("13-three-kinds");
        QCOMPARE(s.list.rows().rowLines(), 1);
        const int one = s.list.rows().rowHeight();
        s.list.resize(345, 400);
        QCOMPARE(s.list.rows().rowLines(), 2);
        QVERIFY(s.list.rows().rowHeight() > one * 3 / 2);
        QCOMPARE(s.list.rows().horizontalScrollBar()->maximum(), 0);
        // All rows can be reached, and the keyboard goes on row by row.
        const int rows = s.list.rows().rows();
        QVERIFY(s.list.rows().verticalScrollBar()->maximum() + s.list.rows().visibleRows() >= rows);
        QTest::keyClick(&s.list.rows(), Qt::Key_End);
        QCOMPARE(s.list.rows().currentRow(), rows - 1);
        s.list.resize(900, 400);
        QCOMPARE(s.list.rows().rowHeight(), one);
    }
    void searchFindsWordsInAnyField()
    {
        Stage stage;
        stage.play("13-three-kinds");
        const auto count = [&](const char* needle) {
            EventSearch search(stage.document, analysis::Language::English, QString::fromUtf8(needle));
            int n = 0;
            for (std::size_t i = 0; i < stage.trace().size(); ++i)
                n += search.matches(EventId {static_cast<std::uint32_t>(i)}) ? 1 : 0;
            return n;
        };
        QCOMPARE(count("connect started"), 5);
        QCOMPARE(count("CONNECT STARTED 2147483645"), 1);
        QCOMPARE(count("connect started −1"), 1); // with a real minus sign too
        QCOMPARE(count("FIND_COORDINATOR request sent"), 1);
        QCOMPARE(count("#26"), 1);
        QVERIFY(count("SYN-SENT") == 5);
        QCOMPARE(count("no such thing"), 0);
        QCOMPARE(count("  "), 0);
        QVERIFY(count("t4-2") > 0);
        EventSearch chinese(stage.document, analysis::Language::Chinese, QStringLiteral("开始连接"));
        QVERIFY(chinese.matches(stage.find(EventKind::ConnectStarted)));
    }
    void theSearchTellsHowManyAndGoesToNextAndLast()
    {
        ListStage s("13-three-kinds");
        s.list.searchBar().setText(QStringLiteral("connect started"));
        s.list.finishSearch();
        QCOMPARE(s.list.searchBar().foundText(), QStringLiteral("5 found"));
        s.list.stepMatch(1);
        QCOMPARE(s.list.searchBar().foundText(), QStringLiteral("1 of 5"));
        QCOMPARE(s.selection.current().event(), s.find(EventKind::ConnectStarted));
        QCOMPARE(s.playback.event(), s.find(EventKind::ConnectStarted));
        s.list.stepMatch(1);
        QCOMPARE(s.list.searchBar().foundText(), QStringLiteral("2 of 5"));
        s.list.stepMatch(-1);
        QCOMPARE(s.list.searchBar().foundText(), QStringLiteral("1 of 5"));
        s.list.searchBar().setText(QStringLiteral("nowhere"));
        s.list.finishSearch();
        QCOMPARE(s.list.searchBar().foundText(), QStringLiteral("nothing found"));
    }
    /// Who reads a line and types what it says finds it.
    void whatALineShowsIsFoundAsItStandsThere()
    {
        for (const theme::Language language : {theme::Language::English, theme::Language::Chinese}) {
            ListStage s("13-three-kinds");
            s.look.setLanguage(language);
            EventModel model(s.context);
            const auto spoken
                = language == theme::Language::English ? analysis::Language::English : analysis::Language::Chinese;
            QVERIFY(model.rowCount() > 100);
            for (int row = 0; row < model.rowCount(); row += 7) {
                const QString shown = model.index(row, EventModel::Event).data().toString();
                EventSearch search(s.document, spoken, shown);
                QVERIFY2(search.matches(model.event(row)), qPrintable(shown));
            }
        }
        Stage stage;
        stage.play("13-three-kinds");
        EventId join = stage.find(EventKind::RequestSent);
        while (stage.trace()[join].api != ApiKey::JoinGroup)
            join = stage.find(EventKind::RequestSent, join.value + 1);
        const QString needle = QStringLiteral("JOIN_GROUP %1, test").arg(stage.trace()[join].correlation);
        EventSearch search(stage.document, analysis::Language::English, needle);
        QVERIFY2(search.matches(join), qPrintable(needle));
        EventSearch other(stage.document, analysis::Language::English, QStringLiteral("JOIN_GROUP 99999, test"));
        QVERIFY(!other.matches(join));
    }
    /// A key that does nothing and says nothing is taken for broken.
    void aSearchGoesRoundAndSaysSo()
    {
        ListStage s("13-three-kinds");
        SearchBar& bar = s.list.searchBar();
        bar.setText(QStringLiteral("connect started"));
        s.list.finishSearch();
        const EventId first = s.find(EventKind::ConnectStarted);
        for (int i = 0; i < 5; ++i)
            s.list.stepMatch(1);
        QCOMPARE(bar.foundText(), QStringLiteral("5 of 5"));
        const EventId last = s.selection.current().event();
        s.list.stepMatch(1);
        QCOMPARE(bar.foundText(), QStringLiteral("1 of 5 · on from the start"));
        QCOMPARE(s.selection.current().event(), first);
        s.list.stepMatch(-1);
        QCOMPARE(bar.foundText(), QStringLiteral("5 of 5 · on from the end"));
        QCOMPARE(s.selection.current().event(), last);
        s.list.stepMatch(-1);
        QCOMPARE(bar.foundText(), QStringLiteral("4 of 5"));
        bar.setText(QStringLiteral("#26"));
        s.list.finishSearch();
        s.list.stepMatch(1);
        s.list.stepMatch(1);
        QCOMPARE(bar.foundText(), QStringLiteral("1 of 1 · no other"));
        bar.setText(QStringLiteral("connect started"));
        s.filter.setText(QStringLiteral("kind = \"fin sent\""));
        s.list.finishSearch();
        s.list.stepMatch(1);
        QCOMPARE(bar.foundText(), QStringLiteral("5 found · the filter leaves them out"));
    }
    void aClickSelectsTheEventAndTakesThePlayheadThere()
    {
        ListStage s("13-three-kinds");
        RowsView& rows = s.list.rows();
        const QPoint at = rows.rowRect(5).center();
        QTest::mouseClick(rows.viewport(), Qt::LeftButton, {}, QPoint(50, at.y()));
        QCOMPARE(s.selection.current(), view::Item::of(EventId {5}));
        QCOMPARE(s.playback.event(), EventId {5});
        QCOMPARE(rows.currentRow(), 5);
        QTest::keyClick(&rows, Qt::Key_Down);
        QCOMPARE(s.playback.event(), EventId {6});
        QTest::keyClick(&rows, Qt::Key_End);
        QCOMPARE(s.playback.event().value, static_cast<std::uint32_t>(s.trace().size() - 1));
    }
    void thePlayheadIsFollowedAndKeptInSight()
    {
        ListStage s("13-three-kinds");
        RowsView& rows = s.list.rows();
        s.playback.goTo(EventId {200});
        QCOMPARE(rows.playheadRow(), 200);
        QVERIFY(rows.topRow() <= 200 && 200 < rows.topRow() + rows.visibleRows());
        s.playback.setPosition({});
        QCOMPARE(rows.playheadRow(), -1);
        QCOMPARE(rows.topRow(), 0);
        s.selection.setCurrent(view::Item::of(EventId {100}));
        QCOMPARE(rows.currentRow(), 100);
        s.selection.setCurrent({});
        QCOMPARE(rows.currentRow(), -1);
    }
    void nothingIsFollowedWhileNobodyLooks()
    {
        ListStage s("13-three-kinds");
        s.list.hide();
        s.playback.goTo(EventId {200});
        QCOMPARE(s.list.rows().playheadRow(), -1);
        s.list.show();
        QCOMPARE(s.list.rows().playheadRow(), 200);
    }
    void rowsOfTheSelectedStretchAreCopied()
    {
        ListStage s("13-three-kinds");
        RowsView& rows = s.list.rows();
        QTest::mouseClick(rows.viewport(), Qt::LeftButton, {}, QPoint(50, rows.rowRect(2).center().y()));
        QTest::keyClick(&rows, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(&rows, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(rows.copyText().count(u'\n'), 2);
        QVERIFY(rows.copyText().startsWith(s.list.model().rowText(2)));
        QTest::keySequence(&rows, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), rows.copyText());
        s.list.copyCsv();
        const QString csv = QGuiApplication::clipboard()->text();
        QVERIFY(csv.startsWith(QLatin1String("Instant,Client,Node,Event,Rule\r\n")));
        QCOMPARE(csv.count(QLatin1String("\r\n")), 4);
    }
    void aFilterLeavesRowsOutAndTheSearchDoesNotGoToThem()
    {
        ListStage s("13-three-kinds");
        s.filter.setText(QStringLiteral("role = coordinator"));
        while (s.list.model().isScanning())
            s.list.model().scan(1000);
        QVERIFY(s.list.rows().rows() > 0);
        QVERIFY(s.list.rows().rows() < static_cast<int>(s.trace().size()));
        s.list.searchBar().setText(QStringLiteral("connect started"));
        s.list.finishSearch();
        s.list.stepMatch(1);
        QVERIFY(s.trace()[s.selection.current().event()].node.isCoordinator());
    }
    void rowsInSightAreReadAloud()
    {
        ListStage s("13-three-kinds");
        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&s.list.rows());
        QVERIFY(list);
        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(list->text(QAccessible::Name), QStringLiteral("Events"));
        QCOMPARE(list->childCount(), s.list.rows().visibleRows());
        QAccessibleInterface* first = list->child(0);
        QVERIFY(first->text(QAccessible::Name).contains(QLatin1String("start of the scenario")));
        QCOMPARE(first->role(), QAccessible::ListItem);
        QCOMPARE(list->indexOfChild(first), 0);
        s.playback.goTo(EventId {200});
        QVERIFY(!list->child(0)->text(QAccessible::Name).contains(QLatin1String("start of the scenario")));
    }
    void theBeginningIsSaidInChineseToo()
    {
        ListStage s("13-three-kinds");
        s.look.setLanguage(theme::Language::Chinese);
        const QString first
            = QAccessible::queryAccessibleInterface(&s.list.rows())->child(0)->text(QAccessible::Name);
        QVERIFY2(!first.contains(QLatin1String("scenario")), qPrintable(first));
        QVERIFY2(first.contains(QStringLiteral("场景开始")), qPrintable(first));
    }
    void anEmptyTraceIsNoTrouble()
    {
        ListStage s;
        QTest::keyClick(&s.list.rows(), Qt::Key_Down);
        s.list.searchBar().setText(QStringLiteral("x"));
        s.list.finishSearch();
        s.list.stepMatch(1);
        s.list.copyCsv();
        QVERIFY(s.selection.current().isNone());
        QVERIFY(!s.list.grab().isNull());
    }
    void theScrollBarCountsRows()
    {
        ListStage s;
        s.show(test::longTrace(1'000'000));
        RowsView& rows = s.list.rows();
        QCOMPARE(rows.verticalScrollBar()->maximum(), 1'000'000 - rows.visibleRows());
        rows.verticalScrollBar()->setValue(500'000);
        QCOMPARE(rows.rowAt(1), 500'000);
    }
};

QTEST_MAIN(TestEventList)
#include "tst_eventlist.moc"
