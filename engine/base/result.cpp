// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"

namespace connscope {

std::string Error::toString() const
{
    std::string out;
    if (!file.empty()) {
        out += file;
        out += ':';
    }
    if (line > 0) {
        out += std::to_string(line);
        out += ':';
        if (column > 0) {
            out += std::to_string(column);
            out += ':';
        }
    }
    if (!out.empty())
        out += ' ';
    out += message;
    return out;
}

} // namespace connscope
