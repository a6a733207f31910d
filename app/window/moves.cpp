// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/moves.h"

#include <set>

namespace connscope::app {

QString Moves::title(const Places& before, const Places& after)
{
    std::set<std::string> names;
    const auto look = [&names](const Places& in, const Places& other) {
        for (const auto& [name, spot] : in) {
            const auto found = other.find(name);
            if (found == other.end() || !(found->second == spot))
                names.insert(name);
        }
    };
    look(before, after);
    look(after, before);
    return names.size() == 1 ? tr("move %1").arg(QString::fromStdString(*names.begin())) : tr("move cards");
}

} // namespace connscope::app
