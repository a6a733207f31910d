// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/paths.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace connscope::test {

std::string sourcePath(std::string_view relative) { return std::string(CONNSCOPE_SOURCE_DIR "/").append(relative); }

std::string programPath() { return CONNSCOPE_BINARY_DIR "/bin/connscope"; }

std::string readFile(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

} // namespace connscope::test
