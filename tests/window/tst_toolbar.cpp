// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bar, in every size of type and window: nothing lies on anything else or is cut, and what is most important is
// there.
#include "app/window/sourcebar.h"
#include "frame/playbackbar.h"
#include "frame/scrubber.h"
#include "frame/style.h"
#include "theme/look.h"
#include "view/document.h"
#include "view/playback.h"
#include "windowstage.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolButton>

using namespace connscope;
using test::shipped;
using test::WindowStage;

namespace {

void settle()
{
    for (int i = 0; i < 20; ++i)
        QCoreApplication::processEvents();
}

frame::PlaybackBar& barOf(const WindowStage& stage) { return *stage.window->findChild<frame::PlaybackBar*>(); }

QToolButton& playOf(const WindowStage& stage)
{
    return *barOf(stage).findChild<QToolButton*>(QStringLiteral("primary"));
}

/// What runs until a query.
QLineEdit& untilOf(const WindowStage& stage)
{
    for (QLineEdit* edit : barOf(stage).findChildren<QLineEdit*>()) {
        if (edit != barOf(stage).clock())
            return *edit;
    }
    return *barOf(stage).clock();
}

/// How much of its width a widget needs; 0 = any.
int needed(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return label->fontMetrics().horizontalAdvance(QTextDocumentFragment::fromHtml(label->text()).toPlainText());
    if (widget.objectName() == QLatin1String("clock")) // 4: an edit has 2 px at both ends, with its padding and frame
        return widget.fontMetrics().horizontalAdvance(static_cast<const QLineEdit&>(widget).text()) + 22 + 4;
    if (qobject_cast<const QToolButton*>(&widget) || qobject_cast<const QComboBox*>(&widget))
        return widget.sizeHint().width();
    return 0;
}

QString nameOf(const QWidget& widget)
{
    return QStringLiteral("%1 %2").arg(
        QLatin1String(widget.metaObject()->className()), widget.accessibleName() + widget.objectName());
}

/// What is wrong with the tool bar; "" = nothing.
QString problem(const WindowStage& stage)
{
    const QWidget& window = *stage.window;
    QList<std::pair<QRect, const QWidget*>> seen;
    for (const QWidget* part : {static_cast<const QWidget*>(&barOf(stage)),
             static_cast<const QWidget*>(window.findChild<app::SourceBar*>())}) {
        for (const QWidget* widget : part->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (!widget->isVisible() || widget->isWindow())
                continue;
            const QRect place(widget->mapTo(&window, QPoint()), widget->size());
            if (!window.rect().contains(place) || !part->rect().contains(widget->geometry()))
                return nameOf(*widget) + QStringLiteral(" leaves the bar");
            if (place.width() < needed(*widget))
                return QStringLiteral("%1 is cut: %2 of %3")
                    .arg(nameOf(*widget))
                    .arg(place.width())
                    .arg(needed(*widget));
            for (const auto& [other, whose] : seen) {
                if (other.intersects(place))
                    return QStringLiteral("%1 lies on %2").arg(nameOf(*widget), nameOf(*whose));
            }
            seen.append({place, widget});
        }
    }
    const QToolButton& play = playOf(stage);
    if (!play.isVisible() || play.width() != play.height())
        return QStringLiteral("play is no disc: %1 × %2").arg(play.width()).arg(play.height());
    if (!barOf(stage).clock()->isVisible())
        return QStringLiteral("there is no clock");
    return {};
}

} // namespace

class TestToolBar : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setStyle(new frame::Style); }

    void nothingOverlapsOrIsCut_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("language");
        for (const QSize size : {QSize(800, 600), QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080)}) {
            for (const char* language : {"english", "chinese"})
                QTest::addRow("%d %s", size.width(), language) << size << QString::fromLatin1(language);
        }
    }
    void nothingOverlapsOrIsCut()
    {
        QFETCH(QSize, size);
        QFETCH(QString, language);
        WindowStage stage;
        stage.action(qPrintable(QStringLiteral("view.") + language))->trigger();
        stage.window->resize(size);
        stage.window->show();
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        view::Playback& playback = stage.context().playback;
        for (int step = 0; step < 5; ++step) { // 1.46 at last
            for (const Instant at : {kStart, kStart + std::chrono::microseconds(3500), kStart + ms(8999),
                     stage.context().document.end()}) {
                playback.setInstant(at);
                settle();
                const QString wrong = problem(stage);
                QVERIFY2(wrong.isEmpty(),
                    qPrintable(QStringLiteral("%1 at scale %2, %3")
                                   .arg(wrong)
                                   .arg(stage.context().look.textScale())
                                   .arg(barOf(stage).clock()->text())));
            }
            if (size.width() >= 1024) {
                // One still can go back a step, and at the usual size sees how fast it goes and where one is.
                QVERIFY(barOf(stage).findChild<QToolButton*>(QStringLiteral("chip"))->isVisible() || step > 0);
                QVERIFY(barOf(stage).findChild<frame::Scrubber*>()->isVisible() || step > 0);
            }
            stage.action("view.larger")->trigger();
            settle();
        }
        for (int step = 0; step < 5; ++step)
            stage.action("view.smaller")->trigger();
        settle();
        QCOMPARE(problem(stage), QString());
    }

    /// As a session that was left with it begins.
    void aLargerTypeThatWasStoredFitsToo()
    {
        WindowStage stage;
        for (int step = 0; step < 4; ++step)
            stage.action("view.larger")->trigger();
        stage.again();
        QVERIFY(stage.context().look.textScale() > 1.4);
        stage.window->resize(1024, 700);
        stage.window->show();
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        stage.context().playback.setInstant(kStart + std::chrono::microseconds(3500));
        settle();
        QCOMPARE(problem(stage), QString());
    }

    void theLineOfRunUntilFits_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("larger");
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080)}) {
            for (const int larger : {0, 1, 4})
                QTest::addRow("%d, %d larger", size.width(), larger) << size << larger;
        }
    }
    void theLineOfRunUntilFits()
    {
        QFETCH(QSize, size);
        QFETCH(int, larger);
        WindowStage stage;
        stage.window->resize(size);
        stage.window->show();
        QVERIFY(stage.opens(shipped("21-coordinator-fails")));
        for (int step = 0; step < larger; ++step)
            stage.action("view.larger")->trigger();
        for (const Instant at : {kStart + ms(10'005), stage.context().document.end()}) { // slowed, and not
            stage.context().playback.setInstant(at);
            stage.action("tools.until")->trigger();
            settle();
            QVERIFY(untilOf(stage).isVisible());
            QVERIFY(untilOf(stage).width() >= 180);
            QCOMPARE(problem(stage), QString());
            QTest::keyClick(&untilOf(stage), Qt::Key_Escape);
            settle();
            QVERIFY(!untilOf(stage).isVisible());
            QVERIFY(barOf(stage).findChild<frame::Scrubber*>()->isVisible() || larger > 1);
            QCOMPARE(problem(stage), QString());
        }
    }

    void whatGaveWayComesBackWithTheRoom()
    {
        WindowStage stage;
        stage.window->resize(1920, 800);
        stage.window->show();
        QVERIFY(stage.opens(shipped("13-three-kinds")));
        const auto seen = [&] {
            QList<QWidget*> out;
            for (const QWidget* part : {static_cast<QWidget*>(&barOf(stage)),
                     static_cast<QWidget*>(stage.window->findChild<app::SourceBar*>())}) {
                for (QWidget* widget : part->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
                    if (widget->isVisible())
                        out << widget;
                }
            }
            return out;
        };
        settle();
        const QList<QWidget*> all = seen();
        QCOMPARE(all.size(), 15); // all but "run until"
        stage.window->resize(800, 600);
        settle();
        QVERIFY(seen().size() < all.size());
        stage.window->resize(1920, 800);
        settle();
        QCOMPARE(seen(), all);
    }
};

QTEST_MAIN(TestToolBar)
#include "tst_toolbar.moc"
