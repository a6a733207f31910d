// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/otherprograms.h"

#include "app/commandline.h"
#include "app/verbs.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace connscope::app {

namespace {

bool hasDisplay()
{
    constexpr std::array kNames {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"};
    return std::any_of(kNames.begin(), kNames.end(), [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    });
}

/// Returns only where it cannot: nothing of this process is left otherwise.
int become(const char* name, std::vector<char*> arguments)
{
    std::error_code problem;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", problem);
    const std::string program = (self.parent_path() / name).string();
    arguments.push_back(nullptr);
    execv(program.c_str(), arguments.data());
    say("this program cannot be started: " + program + ": " + std::strerror(errno)
        + "; it is built and installed beside connscope");
    return kFailed;
}

} // namespace

int becomeWindow(int argc, char** argv)
{
    if (!hasDisplay()) {
        say("there is no display for a window (neither DISPLAY nor WAYLAND_DISPLAY is set). Without one: connscope "
            "run "
            "13-three-kinds, and what connscope --help lists");
        return kFailed;
    }
    return become("connscope-window", std::vector<char*>(argv, argv + argc));
}

namespace {

int becomeWith(const char* name, const char* verb, const QStringList& arguments)
{
    std::vector<QByteArray> words {QByteArray(name)};
    if (verb != nullptr)
        words.emplace_back(verb);
    for (const QString& argument : arguments)
        words.push_back(argument.toLocal8Bit());
    std::vector<char*> pointers;
    for (QByteArray& word : words)
        pointers.push_back(word.data());
    return become(name, std::move(pointers));
}

} // namespace

int renderFigure(const QStringList& arguments) { return becomeWith("connscope-render", nullptr, arguments); }
int printWorksheets(const QStringList& arguments) { return becomeWith("connscope-render", "--worksheet", arguments); }

int becomeLive(const char* verb, const QStringList& arguments)
{
    return becomeWith("connscope-live", verb, arguments);
}

int runCluster(const QStringList& arguments) { return becomeLive("cluster", arguments); }

} // namespace connscope::app
