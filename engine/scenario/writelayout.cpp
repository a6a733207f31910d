// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/writesections.h"

#include <cstdlib>

namespace connscope::scenario {

namespace {

/// Ten-thousandths as a decimal number without needless zeros: "0.25".
YamlValue shareValue(std::int32_t tenThousandths)
{
    const std::int32_t size = std::abs(tenThousandths);
    std::string text = (tenThousandths < 0 ? "-" : "") + std::to_string(size / 10'000);
    if (size % 10'000 != 0) {
        const std::string decimals = std::to_string(10'000 + size % 10'000).substr(1);
        text += '.' + decimals.substr(0, decimals.find_last_not_of('0') + 1);
    }
    return YamlValue::scalar(text);
}

} // namespace

YamlValue layoutValue(const Layout& layout)
{
    YamlValue out = YamlValue::map();
    if (!layout.moved.empty()) {
        YamlValue moved = YamlValue::map();
        for (const auto& [name, spot] : layout.moved) {
            YamlValue place = YamlValue::list();
            place.add(shareValue(spot.x));
            place.add(shareValue(spot.y));
            moved.add(name, std::move(place));
        }
        out.add("moved", std::move(moved));
    }
    if (!layout.expanded.empty()) {
        YamlValue expanded = YamlValue::list();
        for (const std::string& name : layout.expanded)
            expanded.add(YamlValue::scalar(name));
        out.add("expanded", std::move(expanded));
    }
    return out;
}

YamlValue bookmarksValue(const std::vector<Bookmark>& bookmarks)
{
    YamlValue out = YamlValue::list();
    for (const Bookmark& bookmark : bookmarks) {
        YamlValue one = YamlValue::map();
        one.add("at", durationValue(bookmark.at.time_since_epoch()));
        if (bookmark.events)
            one.add("events", YamlValue::scalar(std::to_string(*bookmark.events)));
        if (!bookmark.note.empty())
            one.add("note", bookmark.note);
        out.add(std::move(one));
    }
    return out;
}

} // namespace connscope::scenario
