// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/sections.h"

#include <algorithm>
#include <charconv>

/// \file
/// Hosts and addresses, told where they stand: a client would find fault with them only when it reads its bootstrap.servers.

namespace connscope::scenario {

namespace {

bool isHost(std::string_view text)
{
    return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code <= ' ' || code == 127 || std::string_view(",/[]@").find(c) != std::string_view::npos;
    });
}

} // namespace

bool checkHost(Reading& reading, const YamlNode& node, std::string_view what, std::string_view host)
{
    if (!isHost(host))
        reading.error(node,
            std::string(what)
                + ": expected the name of a host or its address, such as kafka-1.example, 10.0.0.1 or ::1, found "
                + describe(node));
    return isHost(host);
}

bool readHost(Reading& reading, MapReader& map, std::string& host)
{
    const YamlNode* node = map.find("host");
    const auto text = node ? reading.text(*node, "host") : std::nullopt;
    if (!text || !checkHost(reading, *node, "host", *text))
        return false;
    host = *text;
    return true;
}

std::optional<std::vector<std::string>> readHosts(Reading& reading, const YamlNode& node, std::string_view what)
{
    auto hosts = reading.texts(node, what);
    if (!hosts)
        return std::nullopt;
    bool isGood = true;
    const auto check = [&](const YamlNode& host) {
        if (host.isScalar())
            isGood = checkHost(reading, host, what, host.text) && isGood;
    };
    if (node.isScalar())
        check(node);
    std::for_each(node.items.begin(), node.items.end(), check);
    return isGood ? std::move(hosts) : std::nullopt;
}

bool readHostPort(
    Reading& reading, const YamlNode& node, std::string_view what, std::string& host, std::uint16_t& port)
{
    const auto bad = [&] {
        reading.error(
            node, std::string(what) + ": expected host:port such as kafka-1.example:9092, found " + describe(node));
        return false;
    };
    if (!node.isScalar() || node.text.empty())
        return bad();
    std::string_view text = node.text;
    std::string_view number;
    if (text.front() == '[') { // an IPv6 address
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos || end == 1)
            return bad();
        number = text.substr(end + 1);
        text = text.substr(1, end - 1);
        if (!number.empty() && number.front() != ':')
            return bad();
    } else {
        const std::size_t colon = text.rfind(':');
        number = colon == std::string_view::npos ? std::string_view {} : text.substr(colon);
        text = text.substr(0, colon);
    }
    if (!isHost(text))
        return bad();
    if (!number.empty()) {
        number.remove_prefix(1);
        int value = 0;
        const auto [rest, failure] = std::from_chars(number.data(), number.data() + number.size(), value);
        if (failure != std::errc() || rest != number.data() + number.size() || value < 1 || value > 65535)
            return bad();
        port = static_cast<std::uint16_t>(value);
    }
    host = std::string(text);
    return true;
}

} // namespace connscope::scenario
