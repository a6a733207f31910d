// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures to look at:
//
//     render_topology FOLDER NUMBER INSTANT [dark] [playing=SPEED] [size=WxH] [scale=S] [select=CONNECTION] [expand=KEY]
//
// writes FOLDER/NUMBER-INSTANT….png of the shipped scenario that begins with NUMBER.
#include "topologysupport.h"

#include <QGuiApplication>

#include <cstdio>
#include <stdexcept>

using namespace connscope;

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication app(argc, argv);
    if (argc < 4) {
        std::fprintf(stderr, "render_topology FOLDER NUMBER INSTANT [dark] [playing=SPEED] [size=WxH] [scale=S]\n");
        return 2;
    }
    try {
        const QStringList arguments = QCoreApplication::arguments();
        const auto at = parseDuration(argv[3]);
        if (!at)
            throw std::runtime_error(at.error().message);
        test::Theatre theatre(test::runScenario(test::scenarioNamed(argv[2]), *at + ms(60'000)));
        QSizeF size(1280, 800);
        qreal scale = 1;
        topology::Tempo tempo;
        topology::Highlight highlight;
        QString name = arguments[2] + QStringLiteral("-") + arguments[3];
        for (const QString& word : arguments.mid(4)) {
            const QString value = word.section(QLatin1Char('='), 1);
            name += QStringLiteral("-")
                + QString(word).remove(QLatin1Char('=')).replace(QLatin1Char(' '), QLatin1Char('_'));
            if (word == QStringLiteral("dark"))
                theatre.look.setMode(theme::Look::Mode::Dark);
            else if (word == QStringLiteral("zh"))
                theatre.look.setLanguage(theme::Language::Chinese);
            else if (word.startsWith(QStringLiteral("playing=")))
                tempo = {value.toDouble(), true};
            else if (word.startsWith(QStringLiteral("size=")))
                size = {
                    value.section(QLatin1Char('x'), 0, 0).toDouble(), value.section(QLatin1Char('x'), 1).toDouble()};
            else if (word.startsWith(QStringLiteral("scale=")))
                scale = value.toDouble();
            else if (word.startsWith(QStringLiteral("select=")))
                highlight.selected = view::Item::of(ConnectionId {value.toUInt()});
            else if (word.startsWith(QStringLiteral("expand=")))
                theatre.arrangement.expanded.insert(value.toStdString());
        }
        theatre.resize(size);
        const QImage image = theatre.image(kStart + *at, tempo, scale, highlight);
        const QString path = arguments[1] + QStringLiteral("/") + name + QStringLiteral(".png");
        if (!image.save(path))
            throw std::runtime_error("cannot write " + path.toStdString());
        std::printf("%s\n", path.toUtf8().constData());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
