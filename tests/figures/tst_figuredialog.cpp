// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figuredialog.h"
#include "figureworld.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUrl>

using namespace connscope;
using namespace connscope::figures;

namespace {

SeenNow seen()
{
    SeenNow out;
    out.at = kStart + std::chrono::seconds(2);
    out.visible = Span {kStart, kStart + std::chrono::seconds(5)};
    return out;
}

QCheckBox* box(QDialog& dialog, const char* text)
{
    for (QCheckBox* one : dialog.findChildren<QCheckBox*>()) {
        if (one->text().remove(QLatin1Char('&')).startsWith(QLatin1String(text)))
            return one;
    }
    return nullptr;
}

QByteArray bytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A hundred consumers: more arrows than a diagram may have.
std::unique_ptr<view::Content> busyContent()
{
    auto read = scenario::readScenario("connscope: 1\nuntil: 2s\ncluster: {brokers: 6}\nclients:\n"
                                       "  - {kind: consumer, count: 100}\n",
        "busy.yaml");
    if (!read)
        return nullptr;
    auto trace = sim::run(*read);
    return trace ? std::make_unique<view::Content>(
               view::Source {}, std::move(*trace), std::move(*read), kStart + std::chrono::seconds(2))
                 : nullptr;
}

} // namespace

class TestFigureDialog : public QObject {
    Q_OBJECT

private slots:
    void aHeightThatFollowsIsShownAndUsed()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        box(dialog, "Topology")->setChecked(false);
        box(dialog, "Timeline")->setChecked(true);
        QCOMPARE(dialog.options().size, QSizeF(1280, 800));
        QCheckBox* free = box(dialog, "As high as needed");
        QVERIFY(free);
        free->setChecked(true);
        const double height = dialog.options().size.height();
        QVERIFY2(height > 200 && height < 600, qPrintable(QString::number(height)));
        const auto shown = [&dialog] {
            for (const QDoubleSpinBox* spin : dialog.findChildren<QDoubleSpinBox*>()) {
                if (spin->accessibleName() == QLatin1String("Height"))
                    return spin->isEnabled() ? -1.0 : spin->value();
            }
            return -2.0;
        };
        QTRY_COMPARE(shown(), height);
    }

    void whatIsChosenIsWhatIsDrawn()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        QVERIFY(dialog.options().views == std::vector {FigureView::Topology});
        QVERIFY(dialog.options().at == kStart + std::chrono::seconds(2));
        QVERIFY(!dialog.options().range);
        box(dialog, "Timeline")->setChecked(true);
        box(dialog, "Transparent")->setChecked(true);
        dialog.findChild<QLineEdit*>(QStringLiteral("caption"))->setText(QStringLiteral("below"));
        for (QComboBox* combo : dialog.findChildren<QComboBox*>()) {
            if (const int i = combo->findText(QStringLiteral("what the timeline shows")); i >= 0)
                combo->setCurrentIndex(i);
        }
        const FigureOptions options = dialog.options();
        QCOMPARE(options.views.size(), std::size_t(2));
        QVERIFY(options.transparent);
        QCOMPARE(options.caption, QStringLiteral("below"));
        QVERIFY(options.range && options.range->to == kStart + std::chrono::seconds(5));
    }

    void itIsSavedAndCopiedAsText()
    {
        FigureWorld world;
        SeenNow now = seen();
        now.visible = Span {kStart, kStart + ms(4)};
        FigureDialog dialog(world.document, world.filter, world.look, now);
        for (QComboBox* combo : dialog.findChildren<QComboBox*>()) {
            if (const int i = combo->findText(QStringLiteral("what the timeline shows")); i >= 0)
                combo->setCurrentIndex(i);
        }
        box(dialog, "Topology")->setChecked(false); // a text needs no view
        const QTemporaryDir dir;
        const auto saved = [&](const char* name) {
            const QString file = dir.filePath(QLatin1String(name));
            return dialog.saveTo(file).isEmpty() ? bytes(file) : QByteArray("(not saved)");
        };
        const QByteArray diagram = saved("a.mmd");
        QVERIFY(diagram.contains("sequenceDiagram") && diagram.contains("FIND_COORDINATOR"));
        QVERIFY(!diagram.contains("HEARTBEAT")); // which comes after the range
        QVERIFY(saved("a.puml").startsWith("@startuml"));
        QVERIFY(saved("a.md").contains("| ---"));
        QVERIFY(saved("a.txt").contains("2147483645"));
        QVERIFY(saved("a.csv").startsWith("connection,"));
        QVERIFY(saved("a.events.csv").contains("\r\n") && saved("a.events.csv") != saved("a.csv"));
        QVERIFY(saved("a.json").contains("\"connections\""));
        QVERIFY(saved("a.events.json").contains("\"events\""));
        dialog.copyText(TextForm::Mermaid);
        QCOMPARE(QApplication::clipboard()->text().toUtf8(), diagram);
        // All of it is more than a diagram can hold, and that is said; nothing is written, and nothing copied.
        for (QComboBox* combo : dialog.findChildren<QComboBox*>()) {
            if (combo->findText(QStringLiteral("what the timeline shows")) >= 0)
                combo->setCurrentIndex(0);
        }
        auto busy = busyContent();
        QVERIFY(busy);
        world.document.replace(std::move(busy));
        QVERIFY(dialog.saveTo(dir.filePath(QStringLiteral("b.mmd"))).contains(QStringLiteral("shorter range")));
        QVERIFY(!QFile::exists(dir.filePath(QStringLiteral("b.mmd"))));
        dialog.copyText(TextForm::PlantUml);
        QCOMPARE(QApplication::clipboard()->text().toUtf8(), diagram);
    }

    void aSizeStaysTheSameInTheOtherUnit()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        const QSizeF before = dialog.options().size;
        QComboBox* unit = nullptr;
        for (QComboBox* combo : dialog.findChildren<QComboBox*>()) {
            if (combo->findText(QStringLiteral("mm")) >= 0)
                unit = combo;
        }
        QVERIFY(unit);
        unit->setCurrentIndex(1);
        QVERIFY(std::abs(dialog.options().size.width() - before.width()) < 0.5);
        unit->setCurrentIndex(0);
        QVERIFY(std::abs(dialog.options().size.width() - before.width()) < 1.1);
    }

    void aFigureThatCannotBeDrawnCannotBeSaved()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        box(dialog, "Topology")->setChecked(false);
        const QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("a.svg"));
        QVERIFY(!dialog.saveTo(file).isEmpty());
        QVERIFY(!QFile::exists(file));
        QTRY_VERIFY(!dialog.findChildren<QPushButton*>().constFirst()->isEnabled());
        box(dialog, "Sequence")->setChecked(true);
        QCOMPARE(dialog.saveTo(file), QString());
        QVERIFY(bytes(file).contains("FIND_COORDINATOR"));
        QVERIFY(!dialog.saveTo(dir.filePath(QStringLiteral("a.doc"))).isEmpty());
        for (const char* name : {"a.png", "a.pdf"}) {
            QCOMPARE(dialog.saveTo(dir.filePath(QLatin1String(name))), QString());
            QVERIFY(QFileInfo(dir.filePath(QLatin1String(name))).size() > 1000);
        }
    }

    void theClipboardHasThePictureOrTheSvg()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        dialog.copyPicture();
        QCOMPARE(QApplication::clipboard()->image().size(), QSize(1280, 800));
        dialog.copySvg();
        const QMimeData* data = QApplication::clipboard()->mimeData();
        QVERIFY(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
        QVERIFY(data->text().contains(QStringLiteral("2147483645")));
    }

    void whatIsDraggedOutIsBoth()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        const std::unique_ptr<QMimeData> data = dialog.mimeData();
        QVERIFY(data->hasImage());
        QCOMPARE(data->urls().size(), 1);
        QVERIFY(bytes(data->urls().constFirst().toLocalFile()).contains("<svg"));
        QVERIFY(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
    }

    void aCaptionFromTheTraceFollowsTheFigure()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        auto* caption = dialog.findChild<QLineEdit*>(QStringLiteral("caption"));
        caption->setText(QStringLiteral("my own"));
        QCheckBox* made = box(dialog, "from the trace");
        made->setChecked(true);
        QVERIFY(dialog.options().caption.contains(QStringLiteral("five connections")));
        QTRY_VERIFY(caption->text().contains(QStringLiteral("five connections")));
        QVERIFY(caption->isReadOnly());
        box(dialog, "Topology")->setChecked(false);
        box(dialog, "Sequence")->setChecked(true);
        QTRY_VERIFY(caption->text().contains(QStringLiteral("requests")));
        made->setChecked(false);
        QCOMPARE(caption->text(), QStringLiteral("my own"));
        QCOMPARE(dialog.options().caption, QStringLiteral("my own"));
    }

    void theFileHoldsTheAlternativeText()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        dialog.findChild<QLineEdit*>(QStringLiteral("alternative"))->setText(QStringLiteral("what is seen"));
        const QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("a.svg"));
        QCOMPARE(dialog.saveTo(file), QString());
        QVERIFY(bytes(file).contains(">what is seen</desc>"));
    }

    void aFigureThatMovesIsSavedAsOne()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        box(dialog, "The figure moves")->setChecked(true);
        for (QDoubleSpinBox* spin : dialog.findChildren<QDoubleSpinBox*>()) {
            if (spin->suffix() == QStringLiteral(" a second"))
                spin->setValue(5);
        }
        QTRY_VERIFY(dialog.frames() > 10);
        const QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("a.gif"));
        QCOMPARE(dialog.saveTo(file), QString());
        QVERIFY(bytes(file).startsWith("GIF89a"));
        QVERIFY(!dialog.saveTo(dir.filePath(QStringLiteral("a.pdf"))).isEmpty());
        QCOMPARE(dialog.saveTo(dir.filePath(QStringLiteral("a.svg"))), QString());
        QVERIFY(bytes(dir.filePath(QStringLiteral("a.svg"))).contains("@keyframes"));
        box(dialog, "The figure moves")->setChecked(false);
        QTRY_COMPARE(dialog.frames(), std::size_t {0});
    }

    /// As the window plays, unless somebody wants one speed: then what cannot be seen is said.
    void motionIsSlowedWhereItIsNew()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        box(dialog, "The figure moves")->setChecked(true);
        QTRY_VERIFY(dialog.frames() > 10);
        const std::size_t slowed = dialog.frames();
        QDoubleSpinBox* speed = nullptr;
        for (QDoubleSpinBox* spin : dialog.findChildren<QDoubleSpinBox*>()) {
            if (spin->suffix() == QStringLiteral(" s for one of watching"))
                speed = spin;
        }
        QVERIFY(speed && !speed->isEnabled());
        box(dialog, "Slowed where it is new")->setChecked(false);
        QVERIFY(speed->isEnabled());
        QTRY_VERIFY(dialog.frames() > 10 && dialog.frames() < slowed);
        const QList<QLabel*> labels = dialog.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.cbegin(), labels.cend(),
            [](const QLabel* label) { return label->text().contains(QLatin1String("too short to be seen")); }));
    }

    /// Its sheets turn with the playhead.
    void aSequenceOfSeveralSheetsMovesAsWell()
    {
        FigureWorld world("10-broker-closes-first.yaml");
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        box(dialog, "Topology")->setChecked(false);
        box(dialog, "Sequence")->setChecked(true);
        QCOMPARE(dialog.refusal(), QString());
        box(dialog, "The figure moves")->setChecked(true);
        QCOMPARE(dialog.refusal(), QString());
        const QTemporaryDir dir;
        QCOMPARE(dialog.saveTo(dir.filePath(QStringLiteral("a.gif"))), QString());
        QVERIFY(QFile::exists(dir.filePath(QStringLiteral("a.gif"))));
    }

    void whoWantsNoMotionSeesTheFirstFrame()
    {
        FigureWorld world;
        world.look.setReducedMotion(true);
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        box(dialog, "The figure moves")->setChecked(true);
        QTRY_VERIFY(dialog.frames() > 10);
        for (const QTimer* timer : dialog.findChildren<QTimer*>())
            QVERIFY(timer->isSingleShot() || !timer->isActive());
    }

    void aFiguresLanguageIsSpokenWhileItIsDrawn()
    {
        FigureWorld world;
        std::vector<theme::Language> spoken;
        FigureDialog dialog(world.document, world.filter, world.look, seen(), nullptr,
            [&spoken](theme::Language language) { spoken.push_back(language); });
        QVERIFY(spoken.empty());
        for (QComboBox* combo : dialog.findChildren<QComboBox*>()) {
            if (const int i = combo->findText(QStringLiteral("简体中文")); i >= 0)
                combo->setCurrentIndex(i);
        }
        box(dialog, "from the trace")->setChecked(true);
        QVERIFY(dialog.options().caption.contains(QStringLiteral("连接")));
        QVERIFY(!spoken.empty());
        QVERIFY(spoken.back() == theme::Language::English);
    }

    void whatIsWrittenIntoThePictureMayStayAway()
    {
        FigureWorld world;
        SeenNow now = seen();
        scenario::Annotation words;
        words.anchors = {"broker 2"};
        words.text.en = "the coordinator is here";
        now.annotations = {words};
        FigureDialog dialog(world.document, world.filter, world.look, now);
        QVERIFY(dialog.mimeData()->data(QStringLiteral("image/svg+xml")).contains("the coordinator is here"));
        box(dialog, "Annotations")->setChecked(false);
        QVERIFY(!dialog.mimeData()->data(QStringLiteral("image/svg+xml")).contains("the coordinator is here"));
    }

    void theWindowsLookIsLeftAlone()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        for (QDoubleSpinBox* spin : dialog.findChildren<QDoubleSpinBox*>()) {
            if (spin->suffix() == QStringLiteral(" pt"))
                spin->setValue(12);
        }
        QVERIFY(!dialog.mimeData()->formats().isEmpty());
        QCOMPARE(world.look.textScale(), 1.0);
    }
};

QTEST_MAIN(TestFigureDialog)
#include "tst_figuredialog.moc"
