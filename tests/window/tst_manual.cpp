// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/copycommand.h"
#include "app/window/manual.h"
#include "windowstage.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

using namespace connscope;
using namespace connscope::app;
using Fixture = connscope::test::WindowStage;

class TestManual : public QObject {
    Q_OBJECT

private slots:
    void itIsThePageOfTheLanguageOfTheInterface()
    {
        Fixture f;
        f.action("help.manual")->trigger();
        auto* manual = f.window->findChild<ManualWindow*>();
        QVERIFY(manual && manual->isVisible());
        QVERIFY(manual->page()->toPlainText().contains(QLatin1String("The topology's language")));
        QVERIFY(!manual->page()->toPlainText().contains(QLatin1String("| --- |"))); // rendered
        f.action("view.chinese")->trigger();
        QVERIFY(manual->page()->toPlainText().contains(QString::fromUtf8("拓扑的语言")));
        f.action("view.english")->trigger();
        f.action("help.manual")->trigger();
        QCOMPARE(f.window->findChildren<ManualWindow*>().size(), qsizetype {1});
    }

    void bothPagesHaveTheSameParts()
    {
        Fixture f;
        ManualWindow manual(f.context().look);
        const auto headings = [&manual] {
            int count = 0;
            for (QTextBlock b = manual.page()->document()->begin(); b.isValid(); b = b.next())
                count += b.blockFormat().headingLevel() > 0;
            return count;
        };
        const int english = headings();
        QVERIFY(english > 5);
        f.action("view.chinese")->trigger();
        QCOMPARE(headings(), english);
        f.action("view.english")->trigger();
    }

    void whatIsTypedIsFoundCountedAndGoneThrough()
    {
        Fixture f;
        ManualWindow manual(f.context().look);
        manual.field()->setText(QStringLiteral("playhead"));
        const int count = manual.found();
        QVERIFY(count > 3);
        QCOMPARE(manual.page()->textCursor().selectedText().toLower(), QStringLiteral("playhead"));
        const int first = manual.page()->textCursor().position();
        QTest::keyClick(manual.field(), Qt::Key_Return);
        QVERIFY(manual.page()->textCursor().position() > first);
        for (int i = 0; i < count - 1; ++i)
            QTest::keyClick(manual.field(), Qt::Key_Return);
        QCOMPARE(manual.page()->textCursor().position(), first); // round
        manual.field()->setText(QStringLiteral("no such word"));
        QCOMPARE(manual.found(), 0);
    }

    void itsLinksLeadSomewhere()
    {
        Fixture f;
        ManualWindow manual(f.context().look);
        int links = 0;
        for (const char* page : {"window.md", "window.zh.md"}) {
            manual.page()->setSource(QUrl(QStringLiteral("qrc:/manual/") + QLatin1String(page)));
            for (QTextBlock b = manual.page()->document()->begin(); b.isValid(); b = b.next()) {
                for (auto it = b.begin(); !it.atEnd(); ++it) {
                    const QTextCharFormat format = it.fragment().charFormat();
                    const QString to = format.isImageFormat() ? format.toImageFormat().name()
                                                              : format.anchorHref().section(u'#', 0, 0);
                    if (to.isEmpty())
                        continue;
                    ++links;
                    QVERIFY2(QFile::exists(QStringLiteral(":/manual/") + to.section(u'/', -1)), qPrintable(to));
                }
            }
        }
        QVERIFY(links >= 6);
    }

    void theCommandRunsTheSame()
    {
        LoadRequest request;
        request.file = "my scenario.yaml";
        request.seed = 7;
        request.profile = "java-2.3";
        request.settings = {"*.acks=all", "broker.2.x=it's"};
        QCOMPARE(commandLine(request),
            QStringLiteral("connscope run 'my scenario.yaml' --seed 7 --profile java-2.3 --set '*.acks=all' "
                           "--set 'broker.2.x=it'\\''s'"));
        Fixture f;
        QVERIFY(f.opens(test::shipped("13-three-kinds")));
        f.action("tools.copy-command")->trigger();
        QCOMPARE(
            QGuiApplication::clipboard()->text(), QStringLiteral("connscope run ") + test::shipped("13-three-kinds"));
    }
};

QTEST_MAIN(TestManual)
#include "tst_manual.moc"
