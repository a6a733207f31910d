// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/eventmodel.h"
#include "events/stage.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using namespace connscope::events;
using connscope::test::Stage;

class TestEventModel : public QObject {
    Q_OBJECT

private slots:
    void itIsAProperModelWhateverHappensToIt()
    {
        Stage stage;
        EventModel model(stage.context);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        stage.play("13-three-kinds");
        stage.filter.setText(QStringLiteral("role = coordinator"));
        while (model.isScanning())
            model.scan(7);
        stage.filter.setText(QStringLiteral("kind = \"no such kind\"")); // wrong: the last one stays
        stage.filter.clear();
        stage.document.grow([&](trace::Trace& trace) {
            trace::Event e = trace[trace.size() - 1];
            e.kind = trace::EventKind::Mark;
            trace.append(e);
        });
        QCOMPARE(model.rowCount(), static_cast<int>(stage.trace().size()));
        stage.show({});
        QCOMPARE(model.rowCount(), 0);
    }
    void everyEventIsARowWithRawValues()
    {
        Stage stage;
        stage.play("13-three-kinds");
        EventModel model(stage.context);
        QCOMPARE(model.rowCount(), static_cast<int>(stage.trace().size()));
        const EventId opening = stage.find(trace::EventKind::ConnectStarted);
        const int row = model.rowOf(opening);
        QCOMPARE(row, static_cast<int>(opening.value));
        const auto value = [&](EventModel::Column column, int role) { return model.index(row, column).data(role); };
        QCOMPARE(value(EventModel::Node, EventModel::ValueRole).toInt(), -1);
        QCOMPARE(value(EventModel::Event, EventModel::ValueRole).toInt(),
            static_cast<int>(trace::EventKind::ConnectStarted));
        QCOMPARE(value(EventModel::At, EventModel::ValueRole).toLongLong(), toNs(stage.trace()[opening].at));
        QCOMPARE(value(EventModel::At, EventModel::EventRole).toUInt(), opening.value);
        QCOMPARE(value(EventModel::At, EventModel::ConnectionRoleRole).toInt(), static_cast<int>(Role::Bootstrap));
        QCOMPARE(value(EventModel::Client, Qt::DisplayRole).toString(), QStringLiteral("consumer-1"));
        QCOMPARE(
            value(EventModel::Rule, Qt::DisplayRole).toString(), QStringLiteral("find coordinator needs a node"));
        QVERIFY(value(EventModel::Event, Qt::DisplayRole).toString().startsWith(QLatin1String("connect started")));
    }
    void cellsSpeakTheLanguageOfTheInterface()
    {
        Stage stage;
        stage.play("13-three-kinds");
        EventModel model(stage.context);
        stage.look.setLanguage(theme::Language::Chinese);
        const EventId opening = stage.find(trace::EventKind::ConnectStarted);
        QVERIFY(model.cell(opening, EventModel::Event).startsWith(QStringLiteral("开始连接")));
        QCOMPARE(model.cell(opening, EventModel::Rule), QStringLiteral("查找协调者需要节点"));
    }
    void aFilterIsScannedAPieceAtATimeAndKeepsOneBitARow()
    {
        Stage stage;
        stage.show(test::longTrace(100'000));
        EventModel model(stage.context);
        stage.filter.setText(QStringLiteral("node = 1"));
        QVERIFY(model.isScanning());
        QCOMPARE(model.rowCount(), 0);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.scan(10'000);
        QVERIFY(model.rowCount() > 3000 && model.rowCount() < 3500);
        QCOMPARE(inserted.count(), 1);
        QVERIFY(model.scanned() > 0.09 && model.scanned() < 0.11);
        while (model.isScanning())
            model.scan(10'000);
        for (int row = 0; row < model.rowCount(); row += 997) {
            const EventId event = model.event(row);
            QCOMPARE(stage.trace()[event].node.value, 1);
            QCOMPARE(model.rowOf(event), row);
            const EventId next = model.event(row + 1);
            if (next.isValid())
                QCOMPARE(model.rowAtOrBefore(EventId {next.value - 1}), row);
        }
    }
    void theRowBeforeAnEventIsFoundWhereTheFilterHidesIt()
    {
        Stage stage;
        stage.show(test::longTrace(1000));
        EventModel model(stage.context);
        stage.filter.setText(QStringLiteral("node = 2"));
        while (model.isScanning())
            model.scan(1000);
        const EventId first = model.event(0);
        QCOMPARE(model.rowAtOrBefore(EventId {first.value - 1}), -1);
        QCOMPARE(model.rowOf(EventId {first.value + 5}), -1);
        QCOMPARE(model.rowAtOrBefore(EventId {}), -1);
    }
    void rowsAreCopiedAsTextAndAsCsv()
    {
        Stage stage;
        trace::Trace trace;
        trace::Event e;
        e.kind = trace::EventKind::Mark;
        e.at = fromNs(1'500'000'000);
        e.rule = trace::RuleId::ScenarioAction;
        e.text = trace.intern("say \"hello\", twice");
        trace.append(e);
        stage.show(std::move(trace));
        EventModel model(stage.context);
        QCOMPARE(
            model.rowText(0), QStringLiteral("00:00:01.500000\t\t\tmark  say \"hello\", twice\tscenario action"));
        QCOMPARE(
            model.rowCsv(0), QStringLiteral("00:00:01.500000,,,\"mark  say \"\"hello\"\", twice\",scenario action"));
        QCOMPARE(model.rowText(1), QString());
    }
};

QTEST_MAIN(TestEventModel)
#include "tst_eventmodel.moc"
