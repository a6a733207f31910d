// SPDX-License-Identifier: GPL-3.0-or-later
// Files that come back, and files that are dropped.
#include "frame/messagebar.h"
#include "windowstage.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QMenu>
#include <QMimeData>
#include <QTest>
#include <QUrl>

using namespace connscope;
using namespace connscope::app;
using connscope::test::shipped;
using Fixture = connscope::test::WindowStage;

namespace {

QString copyOf(const char* name, const QString& path)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile::copy(shipped(name), path);
    return path;
}

QMenu* recentMenu(Fixture& f)
{
    for (QMenu* menu : f.window->findChildren<QMenu*>()) {
        if (menu->title().remove(u'&') == QLatin1String("Open Recent"))
            return menu;
    }
    return nullptr;
}

QStringList textsOf(QMenu& menu)
{
    emit menu.aboutToShow();
    QStringList out;
    for (const QAction* action : menu.actions()) {
        if (!action->isSeparator())
            out << action->text();
    }
    return out;
}

void drop(Fixture& f, const QStringList& files)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files)
        urls << QUrl::fromLocalFile(file);
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(f.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(f.window.get(), &event);
}

} // namespace

class TestOpeningFiles : public QObject {
    Q_OBJECT

private slots:
    void filesOfTheSameNameAreToldApartByTheirFolders()
    {
        const QTemporaryDir dir;
        const QString one = copyOf("13-three-kinds", dir.filePath(QStringLiteral("one/same.yaml")));
        const QString two = copyOf("14-five-partitions-four-brokers", dir.filePath(QStringLiteral("two/same.yaml")));
        const QString other = copyOf("13-three-kinds", dir.filePath(QStringLiteral("R&D.yaml")));
        Fixture f;
        f.window->show();
        for (const QString& file : {one, two, other})
            QVERIFY(f.opens(file));
        QMenu* menu = recentMenu(f);
        QVERIFY(menu);
        const QStringList texts = textsOf(*menu);
        QCOMPARE(texts.value(0), QStringLiteral("R&&D.yaml")); // and no mnemonic
        QVERIFY2(texts.value(1).startsWith(QStringLiteral("same.yaml — "))
                && texts.value(1).contains(QLatin1String("two")),
            qPrintable(texts.join(u'|')));
        QVERIFY2(texts.value(2).contains(QLatin1String("one")), qPrintable(texts.join(u'|')));
        QSignalSpy settled(f.window.get(), &MainWindow::settled);
        menu->actions()[2]->trigger();
        QVERIFY(settled.count() > 0 || settled.wait(60'000));
        QCOMPARE(f.context().document.source().fileName, one);
    }

    void theListCanBeCleared()
    {
        const QTemporaryDir dir;
        Fixture f;
        f.window->show();
        QVERIFY(f.opens(copyOf("13-three-kinds", dir.filePath(QStringLiteral("a.yaml")))));
        QMenu* menu = recentMenu(f);
        QVERIFY(textsOf(*menu).contains(QStringLiteral("a.yaml")));
        menu->actions().back()->trigger();
        QCOMPARE(textsOf(*menu), QStringList {QStringLiteral("Nothing yet")});
    }

    void ofSeveralDroppedFilesTheFirstIsOpenedAndThatIsSaid()
    {
        Fixture f;
        f.window->show();
        QVERIFY(f.opens(shipped("13-three-kinds")));
        QSignalSpy settled(f.window.get(), &MainWindow::settled);
        drop(f, {shipped("14-five-partitions-four-brokers"), shipped("13-three-kinds")});
        QVERIFY(settled.count() > 0 || settled.wait(60'000));
        QVERIFY(f.context().document.source().fileName.contains(QLatin1String("14-five")));
        QVERIFY2(f.window->messages().text().contains(QLatin1String("2 files were dropped")),
            qPrintable(f.window->messages().text()));
        // In the language of the interface, also when that changes.
        f.action("view.chinese")->trigger();
        QTRY_VERIFY2(f.window->messages().text().contains(QStringLiteral("2 个文件")),
            qPrintable(f.window->messages().text()));
        // One alone is not worth a word.
        settled.clear();
        f.window->messages().dismiss();
        drop(f, {shipped("13-three-kinds")});
        QVERIFY(settled.count() > 0 || settled.wait(60'000));
        QVERIFY(!f.window->messages().isShowing() || !f.window->messages().text().contains(QStringLiteral("个文件")));
    }
};

QTEST_MAIN(TestOpeningFiles)
#include "tst_openingfiles.moc"
