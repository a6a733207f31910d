// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

int main(int argc, char** argv)
{
    return connscope::app::withinMemory([&] { return connscope::app::runCommandLine(argc, argv); });
}
