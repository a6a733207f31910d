// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"
#include "app/live/live.h"

#include <QCoreApplication>
#include <QLoggingCategory>

#include <malloc.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// What is wrong with a store or a handshake is said in our own words, once. QT_LOGGING_RULES brings Qt's back.
void silenceTls()
{
    QLoggingCategory::setFilterRules(QStringLiteral("qt.tlsbackend.*=false\nqt.network.ssl*=false"));
}

} // namespace

// `connscope run --real` and `connscope cluster` are this program: it has an event loop and a network stack.
int main(int argc, char** argv)
{
    using namespace connscope::app;
    // Record batches of a megabyte come and go by the thousand. Given back to the system each time, most of the time would go
    // into pages that are cleared to be overwritten.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 128 << 20);
    setenv("LC_ALL", "C.UTF-8", 1);
    std::signal(SIGPIPE, SIG_IGN);
    const std::string_view verb = argc > 1 ? argv[1] : "";
    if (verb != "run" && verb != "cluster") {
        say("this program is started by connscope: connscope run SCENARIO --real, or connscope cluster");
        return kUsage;
    }
    std::string program = "connscope " + std::string(verb);
    std::vector<char*> rest {program.data()};
    rest.insert(rest.end(), argv + 2, argv + argc);
    int count = static_cast<int>(rest.size());
    rest.push_back(nullptr);
    const QCoreApplication application(count, rest.data());
    silenceTls();
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    return withinMemory([&] { return verb == "run" ? runForReal(arguments) : serveCluster(arguments); });
}
