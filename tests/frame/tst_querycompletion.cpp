// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sampletrace.h"
#include "frame/completion.h"
#include "frame/context.h"
#include "frame/filteredit.h"
#include "trace/query.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using namespace connscope::frame;

class TestQueryCompletion : public QObject {
    Q_OBJECT

private slots:
    void wordsThatMayComeNext_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("has");
        QTest::addColumn<QString>("hasNot");
        QTest::newRow("a field at the start") << QString() << QStringLiteral("role") << QStringLiteral("and");
        QTest::newRow("the rest of a field")
            << QStringLiteral("ro") << QStringLiteral("role") << QStringLiteral("idle");
        QTest::newRow("a value") << QStringLiteral("role = ") << QStringLiteral("coordinator")
                                 << QStringLiteral("role");
        QTest::newRow("the rest of a value")
            << QStringLiteral("role = co") << QStringLiteral("coordinator") << QStringLiteral("data");
        QTest::newRow("without blanks") << QStringLiteral("role=co") << QStringLiteral("coordinator")
                                        << QStringLiteral("data");
        QTest::newRow("behind a comparison")
            << QStringLiteral("role = data ") << QStringLiteral("and") << QStringLiteral("role");
        QTest::newRow("behind and") << QStringLiteral("role = data and ") << QStringLiteral("idle")
                                    << QStringLiteral("or");
        QTest::newRow("behind not") << QStringLiteral("not ") << QStringLiteral("open") << QStringLiteral("not");
        QTest::newRow("in a list") << QStringLiteral("role in (data, ") << QStringLiteral("bootstrap")
                                   << QStringLiteral("idle");
        QTest::newRow("in a group") << QStringLiteral("(") << QStringLiteral("role") << QStringLiteral("data");
        QTest::newRow("a value of two words")
            << QStringLiteral("kind = ") << QStringLiteral("\"connect started\"") << QStringLiteral("role");
    }
    void wordsThatMayComeNext()
    {
        QFETCH(QString, text);
        QFETCH(QString, has);
        QFETCH(QString, hasNot);
        const Completion completion = completionAt(text, text.size());
        QVERIFY2(completion.words.contains(has), qPrintable(completion.words.join(u' ')));
        QVERIFY2(!completion.words.contains(hasNot), qPrintable(completion.words.join(u' ')));
    }

    /// The query is wrong until a value is there: which ones there are is told unasked.
    void valuesAreOfferedAsSoonAsOneHasToFollow()
    {
        test::World world;
        FilterEdit edit(world.context);
        edit.show();
        const auto* completer = edit.findChild<QCompleter*>();
        for (const std::string_view field : trace::queryFields()) {
            const bool isEnumerated = !trace::queryValues(std::string(field)).empty();
            edit.clear();
            QTest::keyClicks(&edit, QString::fromUtf8(field.data(), static_cast<qsizetype>(field.size())));
            completer->popup()->hide();
            QTest::keyClicks(&edit, QStringLiteral(" = "));
            QCOMPARE(completer->popup()->isVisible(), isEnumerated);
            completer->popup()->hide();
        }
        edit.clear();
        QTest::keyClicks(&edit, QStringLiteral("role = data "));
        QVERIFY(!completer->popup()->isVisible()); // it may end here
    }

    /// Taking any word that is offered for a value gives a query that is right.
    void whatIsOfferedIsRight()
    {
        for (const std::string_view field : trace::queryFields()) {
            const QString start
                = QString::fromUtf8(field.data(), static_cast<qsizetype>(field.size())) + QStringLiteral(" = ");
            const Completion completion = completionAt(start, start.size());
            for (const QString& word : completion.words) {
                const QString query = start.left(completion.from) + word;
                QVERIFY2(trace::Query::parse(query.toStdString()), qPrintable(query));
            }
        }
    }

    void theFilterOfAllViewsIsWhatIsTyped()
    {
        test::World world;
        FilterEdit edit(world.context);
        QTest::keyClicks(&edit, QStringLiteral("open"));
        QCOMPARE(world.filter.text(), QStringLiteral("open"));
        QVERIFY(edit.toolTip().contains(QLatin1String("the connection is open")));
        edit.setText(QStringLiteral("opne"));
        QVERIFY(edit.problem().contains(QLatin1String("Column 1")));
        world.filter.clear();
        QCOMPARE(edit.text(), QString());
        QCOMPARE(edit.problem(), QString());
    }

    /// Return means what was typed; a word of the list is taken by whoever went to it, or by Tab.
    void returnTakesNoWordThatNobodyChose()
    {
        test::World world;
        FilterEdit edit(world.context);
        edit.show();
        QVERIFY(QTest::qWaitForWindowExposed(&edit));
        edit.setFocus();
        const auto popup = [&edit] { return edit.findChild<QCompleter*>()->popup(); };
        QSignalSpy entered(&edit, &QLineEdit::returnPressed);
        QTest::keyClicks(&edit, QStringLiteral("closed"));
        QVERIFY(popup()->isVisible());
        QTest::keyClick(popup(), Qt::Key_Return);
        QVERIFY(!popup()->isVisible());
        QCOMPARE(edit.text(), QStringLiteral("closed"));
        QCOMPARE(entered.count(), 1);
        edit.clear();
        QTest::keyClicks(&edit, QStringLiteral("ro"));
        QTest::keyClick(popup(), Qt::Key_Tab);
        QCOMPARE(edit.text(), QStringLiteral("role "));
        QTest::keyClicks(&edit, QStringLiteral("= co"));
        QVERIFY(popup()->isVisible());
        QTest::keyClick(popup(), Qt::Key_Down);
        QTest::keyClick(popup(), Qt::Key_Return);
        QCOMPARE(edit.text(), QStringLiteral("role = coordinator "));
        QCOMPARE(entered.count(), 1);
    }

    void itSaysHowManyConnectionsAreLeft()
    {
        test::World world;
        FilterEdit edit(world.context);
        world.show(test::sampleTrace());
        QCOMPARE(edit.count(), QString());
        const auto all = world.document.lives().size();
        edit.setText(QStringLiteral("role = coordinator"));
        QCOMPARE(edit.count(), QStringLiteral("1 of %1").arg(all));
        QVERIFY2(edit.toolTip().contains(edit.count()), qPrintable(edit.toolTip()));
        QVERIFY(edit.textMargins().right() > 0); // the text does not run under it
        edit.setText(QStringLiteral("broker = 77"));
        QCOMPARE(edit.count(), QStringLiteral("no match"));
        edit.setText(QStringLiteral("broker ="));
        QCOMPARE(edit.count(), QString());
        edit.clear();
        QCOMPARE(edit.count(), QString());
        QCOMPARE(edit.textMargins().right(), 0);
    }
};

QTEST_MAIN(TestQueryCompletion)
#include "tst_querycompletion.moc"
