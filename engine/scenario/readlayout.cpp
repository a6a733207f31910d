// SPDX-License-Identifier: GPL-3.0-or-later
// `layout:` and `bookmarks:` — what a person did to the picture. No run reads them, so a name that is gone is a warning.
#include "scenario/sections.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace connscope::scenario {

namespace {

constexpr std::array<std::string_view, 2> kLayoutKeys {"moved", "expanded"};
constexpr std::array<std::string_view, 3> kBookmarkKeys {"at", "events", "note"};
constexpr std::array<std::string_view, 6> kThings {"client", "broker", "address", "clients", "brokers", "addresses"};
constexpr std::int32_t kUnit = 10'000; // see Spot
constexpr std::int32_t kFarthest = 100; // pictures
constexpr std::int64_t kBookmarks = 10'000;

/// A number such as -0.25, rounded to ten-thousandths. By hand: no locale, the same on every machine.
std::optional<std::int32_t> tenThousandths(std::string_view text)
{
    const bool negative = !text.empty() && text.front() == '-';
    if (negative)
        text.remove_prefix(1);
    const std::size_t dot = text.find('.');
    const std::string_view whole = text.substr(0, dot);
    const std::string_view decimals = dot == std::string_view::npos ? std::string_view {} : text.substr(dot + 1);
    const auto digits = [](std::string_view s) {
        return std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    if (whole.empty() || whole.size() > 6 || decimals.size() > 30
        || (dot != std::string_view::npos && decimals.empty()) || !digits(whole) || !digits(decimals))
        return std::nullopt;
    std::int32_t value = 0;
    std::from_chars(whole.data(), whole.data() + whole.size(), value);
    if (value > kFarthest)
        return std::nullopt;
    for (std::size_t i = 0; i < 4; ++i)
        value = value * 10 + (i < decimals.size() ? decimals[i] - '0' : 0);
    if (decimals.size() > 4 && decimals[4] >= '5')
        ++value;
    if (value > kFarthest * kUnit)
        return std::nullopt;
    return negative ? -value : value;
}

class LayoutReader {
public:
    LayoutReader(Reading& reading, const Scenario& scenario)
        : m_reading(reading)
        , m_scenario(scenario)
    {
    }

    /// The name of something in the picture; nothing, and an error, where it has not the form of one.
    std::optional<std::string> thing(const YamlNode& node, bool group)
    {
        auto text = m_reading.text(node, "layout");
        if (!text)
            return std::nullopt;
        const std::string_view all = *text;
        const std::string_view word = all.substr(0, all.find(' '));
        const std::string_view name = word.size() < all.size() ? all.substr(word.size() + 1) : std::string_view {};
        const bool known = std::find(kThings.begin(), kThings.end(), word) != kThings.end();
        if (!known || (group && !word.ends_with('s'))) {
            const std::string expected = group
                ? "a group: clients …, brokers RACK or addresses"
                : "client NAME, broker ID, address HOST:PORT, or a group: clients …, brokers RACK or addresses";
            m_reading.error(
                node, "layout: expected " + expected + ", found " + describe(node) + didYouMean(word, kThings));
            return std::nullopt;
        }
        if (name.empty() && (word == "client" || word == "broker" || word == "address")) {
            m_reading.error(node, "layout: " + std::string(word) + " needs its name, such as " + example(word));
            return std::nullopt;
        }
        if (word == "client")
            checkClient(node, name);
        else if (word == "broker")
            checkBroker(node, name);
        else if (word == "brokers" && !name.empty())
            checkRack(node, name);
        return text;
    }

    std::optional<Spot> spot(const YamlNode& node)
    {
        if (node.isList() && node.items.size() == 2 && node.items[0].isScalar() && node.items[1].isScalar()) {
            const auto x = tenThousandths(node.items[0].text);
            const auto y = tenThousandths(node.items[1].text);
            if (x && y)
                return Spot {*x, *y};
        }
        m_reading.error(node,
            "layout: expected a place such as [0.25, 0.5]: shares of the picture's width from the left and of its "
            "height from the top, from -100 to 100, found "
                + describe(node));
        return std::nullopt;
    }

private:
    static std::string example(std::string_view word)
    {
        return word == "client" ? "'client consumer'" : word == "broker" ? "'broker 1'" : "'address localhost:9092'";
    }

    void checkClient(const YamlNode& node, std::string_view name)
    {
        // One that was made anew is told from the one before it: "consumer #2".
        const std::size_t hash = name.rfind(" #");
        if (entryOf(m_reading, name.substr(0, hash)) || m_reading.isFullOfWarnings())
            return;
        std::vector<std::string_view> names;
        for (const ClientEntry& client : m_scenario.clients)
            names.push_back(client.name);
        m_reading.warning(node,
            "layout: the scenario has no client '" + printable(name) + "', so its place is not used"
                + didYouMean(name, names));
    }

    void checkBroker(const YamlNode& node, std::string_view name)
    {
        std::int32_t id = 0;
        const auto [rest, failure] = std::from_chars(name.data(), name.data() + name.size(), id);
        if (failure != std::errc() || rest != name.data() + name.size() || id < 0) {
            m_reading.error(node, "layout: expected the id of a broker, such as 'broker 1', found " + describe(node));
            return;
        }
        if (!m_reading.hasBroker(BrokerId {id}) && !m_reading.isFullOfWarnings())
            m_reading.warning(
                node, "layout: the cluster has no broker " + std::to_string(id) + ", so its place is not used");
    }

    void checkRack(const YamlNode& node, std::string_view rack)
    {
        std::vector<std::string_view> racks;
        for (const broker::BrokerSpec& broker : m_scenario.cluster.brokers) {
            if (broker.rack == rack)
                return;
            if (racks.size() < 100)
                racks.push_back(broker.rack);
        }
        if (!m_reading.isFullOfWarnings())
            m_reading.warning(node,
                "layout: no broker is in a rack '" + printable(rack) + "', so its place is not used"
                    + didYouMean(rack, racks));
    }

    Reading& m_reading;
    const Scenario& m_scenario;
};

} // namespace

void readLayout(Reading& reading, const YamlNode* node, Scenario& scenario)
{
    if (!node)
        return;
    MapReader map(reading, *node, "layout", kLayoutKeys);
    LayoutReader reader(reading, scenario);
    if (const YamlNode* moved = map.find("moved")) {
        if (!moved->isMap())
            reading.error(*moved,
                "moved: expected a map of names to places, such as {broker 1: [0.9, 0.2]}, found "
                    + describe(*moved));
        for (const YamlEntry& entry : moved->entries) {
            if (reading.isFull())
                return;
            const auto name = reader.thing(entry.key, false);
            const auto spot = reader.spot(entry.value);
            if (name && spot && !scenario.layout.moved.emplace(*name, *spot).second)
                reading.error(entry.key, "moved: '" + printable(*name) + "' is given twice");
        }
    }
    if (const YamlNode* expanded = map.find("expanded")) {
        if (!expanded->isList())
            reading.error(*expanded,
                "expanded: expected a list of groups, such as [clients consumer reader], found "
                    + describe(*expanded));
        for (const YamlNode& item : expanded->items) {
            if (reading.isFull())
                return;
            if (const auto name = reader.thing(item, true))
                scenario.layout.expanded.insert(*name);
        }
    }
}

void readBookmarks(Reading& reading, const YamlNode* node, Scenario& scenario)
{
    if (!node)
        return;
    if (!node->isList() || static_cast<std::int64_t>(node->items.size()) > kBookmarks) {
        reading.error(*node,
            "bookmarks: expected a list of at most " + std::to_string(kBookmarks)
                + " bookmarks, such as [{at: 9m, note: the idle limit}], found " + describe(*node));
        return;
    }
    for (const YamlNode& item : node->items) {
        if (reading.isFull())
            return;
        if (auto bookmark = readBookmark(reading, item))
            scenario.bookmarks.push_back(std::move(*bookmark));
    }
}

std::optional<Bookmark> readBookmark(Reading& reading, const YamlNode& node)
{
    MapReader map(reading, node, "a bookmark", kBookmarkKeys);
    if (!map.isMap())
        return std::nullopt;
    Bookmark bookmark;
    Duration at {};
    if (map.duration("at", at))
        bookmark.at = kStart + at;
    else if (!map.find("at"))
        reading.error(node, "a bookmark needs at, such as {at: 9m, note: the idle limit}");
    std::uint64_t events = 0;
    if (map.integer("events", events, 0, limits::kMaxEvents))
        bookmark.events = events;
    map.text("note", bookmark.note);
    return bookmark;
}

} // namespace connscope::scenario
