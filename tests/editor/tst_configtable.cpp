// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a client's settings: what is there, what is written, what is said of it.
#include "desk.h"
#include "editor/configmodel.h"
#include "editor/configtable.h"
#include "editor/keydelegate.h"
#include "protocol/configkeys.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace connscope;
using namespace connscope::editor;
using scenario::YamlPath;

namespace {

const Thing kWriter {Thing::Kind::Config, YamlPath() / "clients" / std::size_t {0} / "config"};
const Thing kReader {Thing::Kind::Config, YamlPath() / "clients" / std::size_t {1} / "config"};
const Thing kBrokers {Thing::Kind::Config, YamlPath() / "cluster" / "config"};
const Thing kBroker1 {Thing::Kind::Config, YamlPath() / "cluster" / "brokers" / std::size_t {1} / "config"};

struct Desk : test::World {
    Draft draft;
    QStringList titles;
    ConfigTable table {draft, context};
    QAbstractItemModelTester tester {&table.model(), QAbstractItemModelTester::FailureReportingMode::QtTest};
    QAbstractItemModelTester filterTester {
        table.table().model(), QAbstractItemModelTester::FailureReportingMode::QtTest};

    Desk()
    {
        test::answer(draft, titles);
        draft.setText(test::kScenario, "f.yaml");
        table.setThing(kWriter);
        table.resize(500, 500);
        table.show();
    }
    ConfigModel& model() { return table.model(); }
    QModelIndex cell(const char* key, ConfigModel::Column column)
    {
        return model().index(model().rowOf(QLatin1String(key)), column);
    }
    QString text(const char* key, ConfigModel::Column column) { return cell(key, column).data().toString(); }
    bool write(const char* key, const char* value)
    {
        return model().setData(cell(key, ConfigModel::Value), QString::fromUtf8(value));
    }
    int shownRows() { return table.table().model()->rowCount(); }
};

} // namespace

class TestConfigTable : public QObject {
    Q_OBJECT

private slots:
    void keysCanBeReadAtAnyWidth()
    {
        // As in a window: made small, shown, and then given its place.
        Desk desk;
        for (const QSize size : {QSize(320, 400), QSize(700, 500), QSize(420, 600), QSize(1200, 500)}) {
            desk.table.resize(size);
            QCoreApplication::processEvents();
            const int seen = desk.table.table().viewport()->width();
            const int key = desk.table.table().columnWidth(ConfigModel::Key);
            QVERIFY2(
                key >= std::min(seen * 40 / 100, 150), qPrintable(QStringLiteral("%1 of %2").arg(key).arg(seen)));
            QVERIFY2(key <= seen / 2, qPrintable(QStringLiteral("%1 of %2").arg(key).arg(seen)));
            // Each is whole: in as many lines as it takes, for which its row is high enough.
            const QTableView& table = desk.table.table();
            const QFontMetrics metrics(desk.context.look.mono(theme::Type::Small));
            for (int row = 0; row < desk.shownRows(); ++row) {
                const QString name = table.model()->index(row, ConfigModel::Key).data().toString();
                const QStringList lines = KeyDelegate::linesOf(name, metrics, KeyDelegate::roomIn(key, &table));
                QCOMPARE(lines.join(QString()), name);
                for (const QString& line : lines)
                    QVERIFY2(metrics.horizontalAdvance(line) < key, qPrintable(line));
                QVERIFY2(table.rowHeight(row) >= lines.size() * metrics.lineSpacing(), qPrintable(name));
                QVERIFY2(size.width() < 700 || lines.size() == 1, qPrintable(name));
                QVERIFY2(size.width() < 400 || lines.size() <= 2, qPrintable(name));
            }
            if (desk.table.table().isColumnHidden(ConfigModel::Allowed)) // all of what is left is seen at once
                QVERIFY(desk.table.table().horizontalHeader()->length() <= seen);
        }
    }
    void keysThatAreFoundAreWholeToo()
    {
        Desk desk;
        desk.table.resize(330, 600);
        desk.table.search().setText(QStringLiteral("linger"));
        desk.table.search().setText(QStringLiteral("in.flight"));
        QCOMPARE(desk.shownRows(), 1);
        const QFontMetrics metrics(desk.context.look.mono(theme::Type::Small));
        QVERIFY(desk.table.table().rowHeight(0) >= 2 * metrics.lineSpacing());
        desk.table.search().clear();
        desk.table.allKeys().setChecked(true);
        for (int row = 0; row < desk.shownRows(); ++row) {
            const QString name = desk.table.table().model()->index(row, ConfigModel::Key).data().toString();
            const auto lines = KeyDelegate::linesOf(name, metrics,
                KeyDelegate::roomIn(desk.table.table().columnWidth(ConfigModel::Key), &desk.table.table()));
            QCOMPARE(
                desk.table.table().rowHeight(row), KeyDelegate::heightOf(static_cast<int>(lines.size()), metrics));
        }
    }

    /// As it is drawn: the pixels of the last word of the longest key are there, in its row.
    void aLongKeyIsDrawnToItsEnd()
    {
        Desk desk;
        desk.table.resize(330, 600);
        QCoreApplication::processEvents();
        QTableView& table = desk.table.table();
        desk.table.goTo(QStringLiteral("max.in.flight.requests.per.connection"));
        const QModelIndex index = table.currentIndex().siblingAtColumn(ConfigModel::Key);
        const QRect cell = table.visualRect(index);
        table.setCurrentIndex({});
        const QImage image = table.viewport()->grab(cell).toImage();
        const auto inkIn = [&](int from, int to) { // rows of pixels that are not of one colour
            int rows = 0;
            for (int y = from; y < to; ++y) {
                for (int x = 1; x < image.width(); ++x) {
                    if (image.pixel(x, y) != image.pixel(0, y)) {
                        ++rows;
                        break;
                    }
                }
            }
            return rows;
        };
        const qreal scale = image.devicePixelRatio();
        const QFontMetrics metrics(desk.context.look.mono(theme::Type::Small));
        QVERIFY(image.height() >= 2 * metrics.lineSpacing() * scale);
        QVERIFY(inkIn(0, image.height() / 2) > 4);
        QVERIFY(inkIn(image.height() / 2, image.height()) > 4);
    }
    void everyKeyOfTheClientsVersionIsARowWithItsDefaultAndWords()
    {
        Desk d;
        int expected = 0;
        for (const protocol::ConfigKey& key : protocol::configKeys(protocol::ConfigOwner::Producer))
            expected += key.existsIn(protocol::kV3_9) ? 1 : 0;
        QCOMPARE(d.model().rowCount(), expected);
        QCOMPARE(d.text("linger.ms", ConfigModel::Value), QStringLiteral("5"));
        QCOMPARE(d.text("linger.ms", ConfigModel::Default), QStringLiteral("0"));
        QCOMPARE(d.text("linger.ms", ConfigModel::SetIn), QStringLiteral("line 13"));
        QVERIFY(d.text("linger.ms", ConfigModel::Allowed).contains(QLatin1String("milliseconds")));
        QVERIFY(!d.text("linger.ms", ConfigModel::Documentation).isEmpty());
        QCOMPARE(d.text("connections.max.idle.ms", ConfigModel::Default), QStringLiteral("540000"));
        d.table.setThing(kReader); // another kind, other keys
        QVERIFY(d.model().rowOf(QStringLiteral("group.id")) >= 0);
        QCOMPARE(d.model().rowOf(QStringLiteral("linger.ms")), -1);
    }

    void theVersionOfTheProfileDecidesWhatThereIs()
    {
        Desk d;
        d.draft.setText(
            test::replaced(test::kScenario, "kind: producer", "kind: producer\n    profile: java-2.1"), "f.yaml");
        QCOMPARE(d.text("linger.ms", ConfigModel::Value), QStringLiteral("5"));
        QCOMPARE(d.model().target().version, protocol::kV2_1);
        QCOMPARE(d.text("acks", ConfigModel::Default), QStringLiteral("1")); // "all" since 3.0
    }

    void whatIsWrittenStandsInTheFileAndTheRestOfItStays()
    {
        Desk d;
        QVERIFY(d.write("linger.ms", "50"));
        QCOMPARE(d.draft.text(), test::replaced(test::kScenario, "linger.ms: 5 #", "linger.ms: 50 #"));
        QCOMPARE(d.titles.last(), QStringLiteral("set linger.ms of writer to 50"));
        QVERIFY(d.write("connections.max.idle.ms", "9m")); // with a unit
        QVERIFY(d.text("connections.max.idle.ms", ConfigModel::Value).startsWith(QLatin1String("540000")));
        QVERIFY(d.draft.text().find("      connections.max.idle.ms: 540000\n    script:") != std::string::npos);
        QVERIFY(d.model().reset(d.model().rowOf(QStringLiteral("connections.max.idle.ms"))));
        QCOMPARE(d.titles.last(), QStringLiteral("set connections.max.idle.ms of writer back to its default"));
        QVERIFY(d.model().reset(d.model().rowOf(QStringLiteral("linger.ms"))));
        QVERIFY(d.draft.text().find("linger.ms") == std::string::npos);
        QVERIFY(d.draft.isRight());
    }

    void whatIsWrongIsSaidBesideTheCellWithTheNearestRightWord()
    {
        Desk d;
        QVERIFY(d.write("compression.type", "gzipp"));
        QVERIFY(!d.draft.isRight());
        const QString problem
            = d.cell("compression.type", ConfigModel::Value).data(ConfigModel::ProblemRole).toString();
        QVERIFY2(problem.contains(QLatin1String("gzip")), qPrintable(problem));
        QCOMPARE(d.text("compression.type", ConfigModel::Default), problem);
        QCOMPARE(d.text("compression.type", ConfigModel::Value), QStringLiteral("gzipp")); // what was typed stays
        d.table.goTo(QStringLiteral("compression.type"));
        QVERIFY(d.table.details().contains(problem.toHtmlEscaped()));
        QVERIFY(d.write("compression.type", "gzip"));
        QVERIFY(d.draft.isRight());
        QCOMPARE(d.text("compression.type", ConfigModel::Default), QStringLiteral("none"));
    }

    void anEditorTellsTheDraftWithEveryKey()
    {
        Desk d;
        d.table.goTo(QStringLiteral("linger.ms"));
        QTest::keyClick(&d.table.table(), Qt::Key_Return);
        auto* line = d.table.table().findChild<QLineEdit*>(QStringLiteral("cell"));
        QVERIFY(line);
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("7x"));
        QCOMPARE(d.text("linger.ms", ConfigModel::Value), QStringLiteral("7x"));
        QVERIFY(!d.draft.isRight());
        QTest::keyClick(line, Qt::Key_Backspace);
        QVERIFY(d.draft.isRight());
        QCOMPARE(line->text(), QStringLiteral("7")); // nothing was put under the cursor meanwhile
        QCOMPARE(d.titles,
            QStringList({QStringLiteral("set linger.ms of writer to 7"),
                QStringLiteral("set linger.ms of writer to 7x"), QStringLiteral("set linger.ms of writer to 7")}));
    }

    void aChoiceIsMadeOfTheWordsOfTheVersion()
    {
        Desk d;
        ConfigDelegate delegate;
        QStyleOptionViewItem option;
        const QModelIndex cell = d.cell("acks", ConfigModel::Value);
        auto* box = qobject_cast<QComboBox*>(delegate.createEditor(&d.table, option, cell));
        QVERIFY(box);
        delegate.setEditorData(box, cell);
        QCOMPARE(box->currentData().toString(), QString());
        box->setCurrentIndex(box->findData(QStringLiteral("0")));
        QVERIFY(box->currentIndex() > 0);
        delegate.setModelData(box, &d.model(), cell);
        QVERIFY(d.draft.text().find("acks: 0") != std::string::npos);
        QVERIFY(qobject_cast<QComboBox*>(
            delegate.createEditor(&d.table, option, d.cell("enable.idempotence", ConfigModel::Value))));
    }

    void aSearchLooksInKeysAndWordsAndOnlyChangedLeavesWhatIsSet()
    {
        Desk d;
        const int usual = d.shownRows();
        QVERIFY(usual < d.model().rowCount()); // what no connection depends on is not in the way
        d.table.allKeys().setChecked(true);
        QCOMPARE(d.shownRows(), d.model().rowCount());
        d.table.search().setText(QStringLiteral("linger"));
        QVERIFY(d.shownRows() >= 1 && d.shownRows() < usual);
        d.table.search().setText(QStringLiteral("no such thing"));
        QCOMPARE(d.shownRows(), 0);
        d.table.search().clear();
        d.table.onlyChanged().setChecked(true);
        QCOMPARE(d.shownRows(), 1);
    }

    void linesOfAPropertiesFileArePastedAtOnce()
    {
        Desk d;
        QSignalSpy told(&d.table, &ConfigTable::told);
        d.table.paste(QStringLiteral("# of ours\nlinger.ms=20\nacks = 1\ngroup.id=g\nsasl.jaas.config=secret word\n"
                                     "ssl.keystore.password=hush\nclient.id=${file:/x:y}\n"));
        QCOMPARE(d.titles, QStringList {QStringLiteral("paste 2 settings into writer")}); // one step
        QVERIFY(d.draft.isRight());
        QVERIFY(d.draft.text().find("linger.ms: 20 # quick") != std::string::npos);
        QVERIFY(d.draft.text().find("acks: 1") != std::string::npos);
        QVERIFY(d.draft.text().find("secret word") == std::string::npos);
        QVERIFY(d.draft.text().find("hush") == std::string::npos);
        const QString said = told.last().first().toString();
        QVERIFY2(said.contains(QLatin1String("group.id")) && said.contains(QLatin1String("sasl.jaas.config"))
                && said.contains(QLatin1String("client.id")),
            qPrintable(said));
        d.table.paste(QStringLiteral("linger.ms=1\nbroken\n"));
        QVERIFY(told.last().last().toBool());
        QCOMPARE(d.titles.size(), 1); // nothing of it was taken
    }

    void aSecretIsNeitherShownNorTaken()
    {
        Desk d;
        d.draft.setText(test::replaced(test::kScenario, "linger.ms: 5 # quick", "sasl.jaas.config: hush"), "f.yaml");
        QCOMPARE(d.text("sasl.jaas.config", ConfigModel::Value), QStringLiteral("[hidden]"));
        QVERIFY(!(d.cell("sasl.jaas.config", ConfigModel::Value).flags() & Qt::ItemIsEditable));
        QVERIFY(!d.write("sasl.jaas.config", "other"));
    }

    void aBrokersOwnSettingStandsOverThatOfEveryBroker()
    {
        Desk d;
        d.table.setThing(kBrokers);
        QVERIFY(d.write("connections.max.idle.ms", "60000"));
        d.table.setThing(kBroker1);
        QCOMPARE(d.text("connections.max.idle.ms", ConfigModel::SetIn), QStringLiteral("every broker"));
        QVERIFY(d.write("connections.max.idle.ms", "5000")); // `brokers: 3` is written out for it
        QVERIFY2(d.draft.isRight(), d.draft.text().c_str());
        const auto& brokers = d.draft.scenario()->cluster.brokers;
        QCOMPARE(brokers.size(), std::size_t {3});
        QCOMPARE(brokers[0].config.integer("connections.max.idle.ms"), std::int64_t {60000});
        QCOMPARE(brokers[1].config.integer("connections.max.idle.ms"), std::int64_t {5000});
        QVERIFY(d.draft.text().find("# quick") != std::string::npos);
    }

    void aSettingOfTheToolBarIsSaidToBeOne()
    {
        Desk d;
        d.draft.setOverrides({"writer.linger.ms=9", "*.acks=0", "broker.num.io.threads=2"});
        QCOMPARE(d.text("linger.ms", ConfigModel::Value), QStringLiteral("9"));
        QCOMPARE(d.text("linger.ms", ConfigModel::SetIn), QStringLiteral("tool bar"));
        QCOMPARE(d.text("acks", ConfigModel::Value), QStringLiteral("0"));
    }
};

QTEST_MAIN(TestConfigTable)
#include "tst_configtable.moc"
