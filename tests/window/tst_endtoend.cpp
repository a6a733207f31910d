// SPDX-License-Identifier: GPL-3.0-or-later
// One visit from start to finish on an X server of its own (Xvfb), by keyboard alone: open, play, pause, select the
// coordinator's connection, read its inspector, export. Skipped where there is no Xvfb.
#include "inspector/inspectorpanel.h"
#include "inspector/sheetview.h"
#include "topology/topologywidget.h"
#include "windowstage.h"

#include <QAccessible>
#include <QApplication>
#include <QLineEdit>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>
#include <QTimer>

#include <cstdio>

using namespace connscope;
using test::WindowStage;

namespace {

/// Keys go where the keyboard is.
void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QWidget* to = QApplication::activeModalWidget() ? QApplication::activeModalWidget()->focusWidget()
                                                    : QApplication::focusWidget();
    if (!to)
        to = QApplication::activeWindow();
    QTest::keyClick(to, key, modifiers);
}

void type(const QString& text)
{
    for (const QChar c : text) {
        QWidget* to = QApplication::activeModalWidget() ? QApplication::activeModalWidget()->focusWidget()
                                                        : QApplication::focusWidget();
        QTest::keyClick(to, c.toLatin1());
    }
}

/// Once a dialog is up: types a path into it and accepts it. Writes what came of it to \a answered.
void answerDialog(const QString& path, bool& answered)
{
    auto* poll = new QTimer(qApp);
    QObject::connect(poll, &QTimer::timeout, qApp, [poll, path, &answered] {
        QWidget* dialog = QApplication::activeModalWidget();
        if (!dialog)
            return;
        if (!dialog->isActiveWindow()) {
            dialog->activateWindow(); // there is no window manager that would
            return;
        }
        auto* name = qobject_cast<QLineEdit*>(dialog->focusWidget());
        if (!name) {
            press(Qt::Key_Tab);
            return;
        }
        poll->deleteLater();
        poll->stop();
        name->selectAll();
        type(path);
        answered = name->text() == path;
        press(Qt::Key_Return);
    });
    poll->start(10);
}

/// There is no window manager that would do it.
bool activates(QWidget& window)
{
    window.activateWindow();
    return QTest::qWaitForWindowActive(&window);
}

/// A command by a part of its name, as a person types it into the palette.
void command(const QString& name)
{
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    type(name);
    press(Qt::Key_Return);
}

} // namespace

class TestEndToEnd : public QObject {
    Q_OBJECT

private slots:
    void aVisitByKeyboard();
};

void TestEndToEnd::aVisitByKeyboard()
{
    if (QGuiApplication::platformName() != QLatin1String("xcb"))
        QSKIP("there is no Xvfb here (Debian's package xvfb)");
    QCOMPARE(QGuiApplication::primaryScreen()->size(), QSize(1280, 800));
    WindowStage stage;
    app::MainWindow& window = *stage.window;
    window.setLanguage(theme::Language::English);
    window.resize(1280, 800);
    QSignalSpy settled(&window, &app::MainWindow::settled);
    window.openFirst();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QVERIFY(activates(window));
    QTRY_COMPARE(settled.count(), 1);

    // Open.
    bool answered = false;
    answerDialog(test::shipped("13-three-kinds"), answered);
    press(Qt::Key_O, Qt::ControlModifier);
    QTRY_VERIFY(answered);
    QTRY_COMPARE(settled.count(), 2);
    QVERIFY2(window.windowTitle().contains(QLatin1String("Three kinds")), qPrintable(window.windowTitle()));

    QVERIFY(activates(window));

    // Play, pause.
    const view::Playback& playback = stage.context().playback;
    QVERIFY(playback.isAtStart());
    press(Qt::Key_Space);
    QVERIFY(playback.isPlaying());
    QTRY_VERIFY(playback.instant() > kStart);
    press(Qt::Key_Space);
    QVERIFY(!playback.isPlaying());
    press(Qt::Key_End);
    QVERIFY(playback.isAtEnd());

    // Select the coordinator's connection: to the topology by Tab, to the link by arrows.
    auto* topology = window.findChild<topology::TopologyWidget*>();
    for (int i = 0; i < 60 && QApplication::focusWidget() != topology; ++i)
        press(Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), topology);
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(topology);
    QVERIFY(spoken);
    const auto isOnCoordinator = [spoken] {
        QAccessibleInterface* at = spoken->focusChild();
        return at && at->text(QAccessible::Name).contains(QLatin1String("2147483645"));
    };
    press(Qt::Key_Tab); // to its first card
    press(Qt::Key_Right); // from the client's card to its links, and along these
    for (const Qt::Key way : {Qt::Key_Up, Qt::Key_Down}) {
        for (int i = 0; i < 5 && !isOnCoordinator(); ++i)
            press(way);
    }
    QVERIFY(isOnCoordinator());
    press(Qt::Key_Return);
    QVERIFY(stage.context().selection.current().connection().isValid());

    // Read its inspector.
    auto* inspector = window.findChild<inspector::InspectorPanel*>();
    QVERIFY(inspector->isVisible());
    QTRY_VERIFY(inspector->sheetView().copyText().contains(QString::fromUtf8("2147483647 − 2")));
    QVERIFY(inspector->sheetView().copyText().contains(QLatin1String("HEARTBEAT")));

    // Export.
    QTemporaryDir out;
    const QString file = out.filePath(QStringLiteral("picture.png"));
    answered = false;
    answerDialog(file, answered);
    command(QStringLiteral("export picture"));
    QTRY_VERIFY(answered);
    QTRY_VERIFY(QFile::exists(file));
    QTRY_VERIFY(!QImage(file).isNull());
    QVERIFY(QImage(file).width() > 600);
}

int main(int argc, char** argv)
{
    QProcess server;
    const QString xvfb = QStandardPaths::findExecutable(QStringLiteral("Xvfb"));
    if (!xvfb.isEmpty()) {
        // It chooses a free display and says which, once it is ready.
        server.start(xvfb,
            {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"),
                QStringLiteral("1280x800x24"), QStringLiteral("-nolisten"), QStringLiteral("tcp")});
        if (server.waitForReadyRead(30'000)) {
            qputenv("DISPLAY", ':' + server.readLine().trimmed());
            qputenv("QT_QPA_PLATFORM", "xcb");
        } else {
            std::fprintf(stderr, "Xvfb does not start: %s\n", server.readAllStandardError().constData());
        }
    }
    int status = 0;
    {
        QApplication application(argc, argv);
        TestEndToEnd test;
        status = QTest::qExec(&test, argc, argv);
    }
    server.terminate();
    server.waitForFinished(10'000);
    return status;
}

#include "tst_endtoend.moc"
