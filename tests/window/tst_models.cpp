// SPDX-License-Identifier: GPL-3.0-or-later
// Every item model behind a list, a table or a completion of the window keeps the promises of a model, whatever happens.
#include "frame/commandpalette.h"
#include "frame/gallery.h"
#include "frame/rulesdialog.h"
#include "frame/shortcutsdialog.h"
#include "trace/rules.h"
#include "windowstage.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QSet>
#include <QTableView>
#include <QTest>

using namespace connscope;
using namespace connscope::app;
using Fixture = connscope::test::WindowStage;

namespace {

/// The models of a window and of all that is in it.
QSet<QAbstractItemModel*> modelsOf(QObject* window)
{
    QSet<QAbstractItemModel*> out;
    for (auto* model : window->findChildren<QAbstractItemModel*>())
        out << model;
    for (auto* view : window->findChildren<QAbstractItemView*>()) {
        if (view->model())
            out << view->model();
    }
    for (auto* completer : window->findChildren<QCompleter*>())
        out << completer->model();
    out.remove(nullptr);
    // Qt's own models of what a completer offers and of a QTreeWidget do not keep the promises; they are not ours.
    for (auto it = out.begin(); it != out.end();)
        it = (*it)->inherits("QCompletionModel") || (*it)->inherits("QTreeModel") ? out.erase(it) : std::next(it);
    return out;
}

} // namespace

class TestModels : public QObject {
    Q_OBJECT

private slots:
    void everyModelOfTheWindowIsAProperOne()
    {
        Fixture f;
        f.window->show();
        QVERIFY(f.opens(test::shipped("13-three-kinds")));
        f.action("window.explore")->trigger();
        f.window->docks().makeAll();
        f.action("file.examples")->trigger(); // its cards are made when they are asked for
        std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
        QStringList names;
        for (QAbstractItemModel* model : modelsOf(f.window.get())) {
            names << QLatin1String(model->metaObject()->className());
            testers.push_back(std::make_unique<QAbstractItemModelTester>(
                model, QAbstractItemModelTester::FailureReportingMode::QtTest));
        }
        for (const char* wanted : {"EventModel", "GalleryModel", "QStandardItemModel", "QStringListModel"}) {
            QVERIFY2(!names.filter(QLatin1String(wanted)).isEmpty(), // profiles and completions among them
                qPrintable(QLatin1String(wanted) + u" of " + names.join(u' ')));
        }
        for (auto* field : f.window->gallery().findChildren<QLineEdit*>()) {
            for (const char* text : {"z", "zo", "no such thing", ""})
                field->setText(QLatin1String(text));
        }
        for (const char* query : {"r", "role = ", "role = coordinator", "nonsense (", ""})
            f.context().filter.setText(QLatin1String(query));
        for (auto* completer : f.window->findChildren<QCompleter*>()) {
            for (const char* prefix : {"", "r", "zzz"})
                completer->setCompletionPrefix(QLatin1String(prefix));
        }
        f.context().playback.goToEnd();
        f.action("view.chinese")->trigger();
        f.action("view.english")->trigger();
        QVERIFY(f.opens(test::shipped("01-producer-start")));
        QVERIFY(f.opens(test::shipped("22-rolling-restart")));
    }

    void soAreThoseOfTheWindowsItOpens()
    {
        Fixture f;
        frame::ShortcutsDialog keys(f.window->actions().all(), f.window.get());
        frame::RulesDialog rules(theme::Language::English, f.window.get());
        frame::CommandPalette palette(f.window->actions().all(), f.window.get());
        int count = 0;
        for (QWidget* dialog : std::initializer_list<QWidget*> {&keys, &rules, &palette}) {
            std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
            for (QAbstractItemModel* model : modelsOf(dialog)) {
                testers.push_back(std::make_unique<QAbstractItemModelTester>(
                    model, QAbstractItemModelTester::FailureReportingMode::QtTest));
                ++count;
            }
            auto* field = dialog->findChild<QLineEdit*>();
            for (const char* text : {"e", "ex", "no such thing", ""})
                field->setText(QLatin1String(text));
        }
        QVERIFY(count >= 4); // two tables behind filters
    }

    void noRuleIsCutShort()
    {
        frame::RulesDialog rules(theme::Language::English, nullptr);
        rules.show();
        const QTableView& table = *rules.table();
        const auto isWhole = [&table] {
            for (int row = 0; row < table.model()->rowCount(); ++row) {
                const QString text = table.model()->index(row, 1).data().toString();
                const QRect room(0, 0, table.columnWidth(1) - 8, 10'000);
                if (table.fontMetrics().boundingRect(room, Qt::TextWordWrap, text).height() > table.rowHeight(row))
                    return false;
            }
            return true;
        };
        QTRY_VERIFY(isWhole());
        rules.resize(760, 500);
        QTRY_VERIFY(isWhole());
    }

    void theRulesAreThoseThatTheCommandLineLists()
    {
        const frame::RulesDialog rules(theme::Language::English, nullptr);
        QCOMPARE(rules.shown()->rowCount(), trace::kRuleCount - 1);
        rules.field()->setText(QStringLiteral("connections.max.idle.ms"));
        QVERIFY(rules.shown()->rowCount() > 0);
        QVERIFY(rules.shown()->rowCount() < trace::kRuleCount / 2);
    }
};

QTEST_MAIN(TestModels)
#include "tst_models.moc"
