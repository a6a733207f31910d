// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowprogram.h"

#include "app/commandline.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace connscope::app {

namespace {

bool hasDisplay()
{
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        const char* value = std::getenv(name);
        if (value && *value)
            return true;
    }
    return false;
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
    std::error_code problem;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", problem);
    const std::string program = (self.parent_path() / "connscope-window").string();
    std::vector<char*> arguments(argv, argv + argc);
    arguments.push_back(nullptr);
    execv(program.c_str(), arguments.data());
    say("the window's program cannot be started: " + program + ": " + std::strerror(errno));
    return kFailed;
}

} // namespace connscope::app
