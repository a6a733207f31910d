// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figuredialog.h"
#include "figureworld.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

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

} // namespace

class TestFigureDialog : public QObject {
    Q_OBJECT

private slots:
    void whatIsChosenIsWhatIsDrawn()
    {
        FigureWorld world;
        FigureDialog dialog(world.document, world.filter, world.look, seen());
        QVERIFY(dialog.options().views == std::vector {FigureView::Topology});
        QVERIFY(dialog.options().at == kStart + std::chrono::seconds(2));
        QVERIFY(!dialog.options().range);
        box(dialog, "Timeline")->setChecked(true);
        box(dialog, "Transparent")->setChecked(true);
        dialog.findChildren<QLineEdit*>().constLast()->setText(QStringLiteral("below"));
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
        const FigureDialog dialog(world.document, world.filter, world.look, seen());
        const std::unique_ptr<QMimeData> data = dialog.mimeData();
        QVERIFY(data->hasImage());
        QVERIFY(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
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
