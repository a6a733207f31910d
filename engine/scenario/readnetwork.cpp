// SPDX-License-Identifier: GPL-3.0-or-later
// `network:` — links, names, the middlebox between, and the kernels at both ends.
#include "scenario/sections.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace connscope::scenario {

namespace {

constexpr std::array<std::string_view, 11> kNetworkKeys {"latency", "jitter", "bandwidth", "loss", "retransmission",
    "links", "dns", "unresolvable", "middlebox", "kernel", "turn"};
constexpr std::array<std::string_view, 7> kLinkKeys {
    "client", "broker", "latency", "jitter", "bandwidth", "loss", "retransmission"};
constexpr std::array<std::string_view, 2> kMiddleboxKeys {"idle", "answers"};
constexpr std::array<std::string_view, 8> kKernelKeys {"syn-retry", "syn-retries", "retransmission-give-up",
    "time-wait", "fin-wait-2", "keepalive-time", "keepalive-interval", "keepalive-probes"};
constexpr std::array<std::string_view, 2> kAnswers {"silence", "reset"};

/// "100Mbit/s"; SI prefixes, as links are sold.
std::optional<std::int64_t> bandwidth(Reading& reading, const YamlNode& node)
{
    struct Unit {
        std::string_view name;
        std::int64_t factor;
    };
    static constexpr std::array<Unit, 4> kUnits {
        {{"kbit/s", 1'000}, {"Mbit/s", 1'000'000}, {"Gbit/s", 1'000'000'000}, {"bit/s", 1}}};
    if (node.isScalar() && node.text == "unlimited")
        return 0;
    if (node.isScalar()) {
        std::int64_t number = 0;
        const char* end = node.text.data() + node.text.size();
        const auto [rest, failure] = std::from_chars(node.text.data(), end, number);
        std::string_view unit(rest, static_cast<std::size_t>(end - rest));
        while (!unit.empty() && unit.front() == ' ')
            unit.remove_prefix(1);
        for (const Unit& u : kUnits) {
            std::int64_t bits = 0;
            if (failure == std::errc() && unit == u.name && number > 0
                && !__builtin_mul_overflow(number, u.factor, &bits) && bits >= 1'000 && bits <= 1'000'000'000'000)
                return bits;
        }
    }
    reading.error(
        node, "bandwidth: expected 1kbit/s to 1000Gbit/s such as 100Mbit/s, or unlimited, found " + describe(node));
    return std::nullopt;
}

void readLink(Reading& reading, MapReader& map, LinkSpec& link)
{
    map.duration("latency", link.latency, {}, limits::kNetworkDelay);
    map.duration("jitter", link.jitter, {}, limits::kNetworkDelay);
    map.duration("retransmission", link.retransmissionTimeout, ms(1), limits::kNetworkDelay);
    if (const YamlNode* node = map.find("bandwidth"))
        link.bitsPerSecond = bandwidth(reading, *node).value_or(link.bitsPerSecond);
    if (const YamlNode* node = map.find("loss"))
        link.loss = reading.share(*node, "loss").value_or(link.loss);
}

void readDns(Reading& reading, const YamlNode& node, NetworkSpec& network)
{
    if (!node.isMap()) {
        reading.error(node,
            "dns: expected a map of host names to addresses, such as {kafka.example: [10.0.0.1, 10.0.0.2]}, found "
                + describe(node));
        return;
    }
    for (const YamlEntry& entry : node.entries) {
        const auto host = reading.text(entry.key, "dns");
        auto addresses = readHosts(reading, entry.value, "dns");
        if (!host || !addresses || !checkHost(reading, entry.key, "dns", *host))
            continue;
        if (addresses->empty() || addresses->size() > 1'000) {
            reading.error(
                entry.value, "dns: expected 1 to 1000 addresses; a name without one belongs under unresolvable");
            continue;
        }
        if (!network.dns.emplace(*host, std::move(*addresses)).second)
            reading.error(entry.key, "dns: '" + printable(*host) + "' is given twice");
    }
}

void readKernel(Reading& reading, const YamlNode& node, KernelSpec& kernel)
{
    MapReader map(reading, node, "kernel", kKernelKeys);
    map.duration("syn-retry", kernel.synRetry, ms(1), limits::kNetworkDelay);
    map.integer("syn-retries", kernel.synRetries, 0, 30);
    map.duration("retransmission-give-up", kernel.retransmissionGiveUp, ms(1));
    map.duration("time-wait", kernel.timeWait);
    map.duration("fin-wait-2", kernel.finWait2);
    map.duration("keepalive-time", kernel.keepaliveTime, ms(1));
    map.duration("keepalive-interval", kernel.keepaliveInterval, ms(1));
    map.integer("keepalive-probes", kernel.keepaliveProbes, 1, 127);
}

} // namespace

void readNetwork(Reading& reading, const YamlNode* node, Scenario& scenario)
{
    if (!node)
        return;
    NetworkSpec& network = scenario.network;
    MapReader map(reading, *node, "network", kNetworkKeys);
    readLink(reading, map, network.link);
    if (const YamlNode* dns = map.find("dns"))
        readDns(reading, *dns, network);
    if (const YamlNode* names = map.find("unresolvable")) {
        if (auto texts = readHosts(reading, *names, "unresolvable"))
            network.unresolvable = std::move(*texts);
    }
    for (const std::string& name : network.unresolvable) {
        if (network.dns.count(name))
            reading.error(*map.find("unresolvable"),
                "'" + printable(name) + "' has an address under dns; it cannot be unresolvable as well");
    }
    if (const YamlNode* box = map.find("middlebox")) {
        MapReader boxMap(reading, *box, "middlebox", kMiddleboxKeys);
        boxMap.duration("idle", network.middlebox.idle);
        if (const YamlNode* answers = boxMap.find("answers")) {
            if (const auto i = reading.word(*answers, "answers", kAnswers))
                network.middlebox.resets = *i == 1;
        }
    }
    if (const YamlNode* kernel = map.find("kernel"))
        readKernel(reading, *kernel, network.kernel);
    map.duration("turn", network.turn, std::chrono::microseconds(1), std::chrono::seconds(1));
}

void readLinks(Reading& reading, const YamlNode* network, Scenario& scenario)
{
    const YamlNode* links = nullptr;
    if (network) {
        for (const YamlEntry& entry : network->entries) {
            if (entry.key.isScalar() && entry.key.text == "links" && !entry.value.isNull())
                links = &entry.value;
        }
    }
    if (!links)
        return;
    if (!links->isList() || links->items.size() > 10'000) {
        reading.error(*links, "links: expected a list of at most 10000 links, found " + describe(*links));
        return;
    }
    for (const YamlNode& item : links->items) {
        if (reading.isFull())
            break;
        MapReader map(reading, item, "a link", kLinkKeys);
        LinkRule rule;
        rule.client = "*";
        rule.link = scenario.network.link;
        if (const YamlNode* client = map.find("client"))
            rule.client = readClientName(reading, *client, "client", scenario).value_or("*");
        if (const YamlNode* broker = map.find("broker"))
            rule.broker = readBroker(reading, *broker, "broker", scenario.cluster);
        readLink(reading, map, rule.link);
        scenario.network.links.push_back(std::move(rule));
    }
}

} // namespace connscope::scenario
