// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures to look at:
//
//     render_timeline FOLDER NUMBER[@UNTIL]…
//
// writes the three axes of shipped scenarios at several sizes, light and dark.
#include "stage.h"

#include <QApplication>
#include <QDir>

#include <cstdio>

using namespace connscope;
using namespace connscope::test;
using namespace connscope::timeline;

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    if (argc < 3) {
        std::fprintf(stderr, "render_timeline FOLDER NUMBER[@UNTIL]...\n");
        return 2;
    }
    const QString folder = QApplication::arguments()[1];
    if (!QDir().mkpath(folder)) {
        std::fprintf(stderr, "%s cannot be made\n", argv[1]);
        return 1;
    }
    const QStringList wanted = QApplication::arguments().mid(2);
    for (const QString& entry : wanted) {
        const QString number = entry.section(u'@', 0, 0);
        std::optional<Duration> until;
        if (entry.contains(u'@')) {
            const auto parsed = parseDuration(entry.section(u'@', 1).toStdString());
            if (!parsed) {
                std::fprintf(stderr, "%s: %s\n", qPrintable(entry), parsed.error().toString().c_str());
                return 2;
            }
            until = *parsed;
        }
        Stage stage(runScenario(number.toStdString(), until));
        stage.playback.setInstant(fromNs(toNs(stage.document.end()) / 100 * 98));
        if (!stage.document.lives().empty())
            stage.selection.setCurrent(view::Item::of(ConnectionId {1}));
        const struct {
            QSize size;
            double ratio;
        } sizes[] = {{{1600, 400}, 1}, {{1280, 300}, 1}, {{1920, 500}, 1}, {{1280, 300}, 2}};
        for (const auto& s : sizes) {
            for (const bool dark : {false, true}) {
                stage.look.setMode(dark ? theme::Look::Mode::Dark : theme::Look::Mode::Light);
                int k = 0;
                for (const char* name : {"linear", "events", "folded"}) {
                    Frame frame = stage.frame(static_cast<AxisKind>(k++), s.size, s.ratio);
                    frame.selected = stage.selection.current();
                    const QImage image = render(frame);
                    if (!image.save(QStringLiteral("%1/%2-%3-%4x%5@%6-%7.png")
                                        .arg(folder, entry)
                                        .arg(QString::fromLatin1(name))
                                        .arg(s.size.width())
                                        .arg(s.size.height())
                                        .arg(s.ratio)
                                        .arg(dark ? QStringLiteral("dark") : QStringLiteral("light"))))
                        return 1;
                }
            }
        }
    }
    return 0;
}
