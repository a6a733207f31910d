// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage.h"

#include <QDir>
#include <QTest>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::timeline;

/// Writes pictures to look at where CONNSCOPE_PICTURES names a folder.
class TestPictures : public QObject {
    Q_OBJECT

private slots:
    void writesPicturesWhereAsked();
};

void TestPictures::writesPicturesWhereAsked()
{
    const QString folder = qEnvironmentVariable("CONNSCOPE_PICTURES");
    if (folder.isEmpty())
        QSKIP("CONNSCOPE_PICTURES is not set");
    QVERIFY(QDir().mkpath(folder));
    const QStringList wanted
        = qEnvironmentVariable("CONNSCOPE_SCENARIOS", QStringLiteral("13,14,09,10,24,16")).split(u',');
    for (const QString& entry : wanted) {
        const QString number = entry.section(u'@', 0, 0);
        std::optional<Duration> until;
        if (entry.contains(u'@'))
            until = *parseDuration(entry.section(u'@', 1).toStdString());
        Stage stage(runScenario(number.toStdString(), until));
        stage.playback.setInstant(fromNs(toNs(stage.document.end()) / 100 * 98));
        if (!stage.document.lives().empty())
            stage.selection.setCurrent(view::Item::of(ConnectionId {1}));
        const struct {
            QSize size;
            double ratio;
        } sizes[] = {{{1600, 400}, 1}, {{1280, 300}, 1}, {{1920, 500}, 1}, {{1280, 300}, 2}};
        const int first = qEnvironmentVariableIntValue("CONNSCOPE_SIZES");
        int n = 0;
        for (const auto& s : sizes) {
            if (first > 0 && n++ >= first)
                break;
            for (const bool dark : {false, true}) {
                if (dark && qEnvironmentVariableIsSet("CONNSCOPE_LIGHT"))
                    continue;
                stage.look.setMode(dark ? theme::Look::Mode::Dark : theme::Look::Mode::Light);
                int k = 0;
                for (const char* name : {"linear", "events", "folded"}) {
                    Frame frame = stage.frame(static_cast<AxisKind>(k++), s.size, s.ratio);
                    frame.selected = stage.selection.current();
                    const QImage image = render(frame);
                    QVERIFY(image.save(QStringLiteral("%1/%2-%3-%4x%5@%6-%7.png")
                                           .arg(folder, entry)
                                           .arg(QString::fromLatin1(name))
                                           .arg(s.size.width())
                                           .arg(s.size.height())
                                           .arg(s.ratio)
                                           .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"))));
                }
            }
        }
    }
}

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
