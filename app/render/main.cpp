// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/interrupt.h"
#include "app/render/render.h"
#include "app/render/worksheet.h"
#include "vector/pdffile.h"

#include <QGuiApplication>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

/// Qt remarks on surroundings that do not matter to a picture; what does is said.
void sayOfQt(QtMsgType, const QMessageLogContext&, const QString& message)
{
    if (!message.startsWith(QLatin1String("QStandardPaths: ")))
        connscope::app::say(message.toStdString());
}

} // namespace

// `connscope render` is this program, and `connscope worksheet` is, with that word in front: they need fonts and painters, and
// neither a window nor a display.
int main(int argc, char** argv)
{
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    setenv("LC_ALL", "C.UTF-8", 1); // the same bytes in every locale; the language is an option
    for (const char* name : {"QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI", "QT_STYLE_OVERRIDE"})
        unsetenv(name);
    const bool isWorksheet = argc > 1 && std::strcmp(argv[1], "--worksheet") == 0;
    std::string program = isWorksheet ? "connscope worksheet" : "connscope render";
    std::vector<char*> arguments {program.data()};
    arguments.insert(arguments.end(), argv + (isWorksheet ? 2 : 1), argv + argc);
    int count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    qInstallMessageHandler(sayOfQt);
    const QGuiApplication application(count, arguments.data());
    connscope::app::endAtInterrupt(isWorksheet
            ? "connscope: interrupted: files that were not complete were not written\n"
            : "connscope: interrupted: pictures that were not complete were not written\n");
    if (connscope::vector::isSourceDateEpochWrong()) {
        connscope::app::say("SOURCE_DATE_EPOCH is no number of seconds since 1970; set it to one, or not at all");
        return connscope::app::kFailed;
    }
    return connscope::app::withinMemory([isWorksheet] {
        const QStringList given = QCoreApplication::arguments().mid(1);
        return isWorksheet ? connscope::app::writeWorksheets(given) : connscope::app::render(given);
    });
}
