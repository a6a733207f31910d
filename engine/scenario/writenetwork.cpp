// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/writesections.h"

#include <cmath>

namespace connscope::scenario {

namespace {

/// \a share exactly, as it was written with up to eleven decimals.
std::string shareText(double share)
{
    constexpr std::int64_t kScale = 100'000'000'000;
    const auto scaled = std::llround(share * static_cast<double>(kScale));
    if (scaled >= kScale)
        return "1";
    std::string digits = std::to_string(kScale + scaled % kScale).substr(1);
    while (digits.size() > 1 && digits.back() == '0')
        digits.pop_back();
    // The reader takes nine decimals; a share with more was written in per cent.
    if (digits.size() <= 9)
        return "0." + digits;
    std::string whole = digits.substr(0, 2);
    whole.erase(0, std::min(whole.find_first_not_of('0'), std::size_t {1}));
    return whole + '.' + digits.substr(2) + '%';
}

void addLink(YamlValue& map, const LinkSpec& link, const LinkSpec& defaults)
{
    if (link.latency != defaults.latency)
        map.add("latency", durationValue(link.latency));
    if (link.jitter != defaults.jitter)
        map.add("jitter", durationValue(link.jitter));
    if (link.bitsPerSecond != defaults.bitsPerSecond)
        map.add("bandwidth",
            link.bitsPerSecond == 0 ? std::string("unlimited") : std::to_string(link.bitsPerSecond) + "bit/s");
    if (link.loss != defaults.loss)
        map.add("loss", shareText(link.loss));
    if (link.retransmissionTimeout != defaults.retransmissionTimeout)
        map.add("retransmission", durationValue(link.retransmissionTimeout));
}

} // namespace

YamlValue networkValue(const NetworkSpec& network)
{
    const NetworkSpec defaults;
    YamlValue map = YamlValue::map();
    addLink(map, network.link, defaults.link);
    if (!network.links.empty()) {
        YamlValue links = YamlValue::list();
        for (const LinkRule& rule : network.links) {
            YamlValue link = YamlValue::map();
            link.add("client", rule.client);
            if (rule.broker)
                link.add("broker", numberValue(rule.broker->value));
            addLink(link, rule.link, network.link);
            links.add(std::move(link));
        }
        map.add("links", std::move(links));
    }
    if (!network.dns.empty()) {
        YamlValue dns = YamlValue::map();
        for (const auto& [host, addresses] : network.dns) {
            YamlValue list = YamlValue::list();
            for (const std::string& address : addresses)
                list.add(YamlValue::scalar(address));
            dns.add(host, std::move(list));
        }
        map.add("dns", std::move(dns));
    }
    if (!network.unresolvable.empty()) {
        YamlValue names = YamlValue::list();
        for (const std::string& name : network.unresolvable)
            names.add(YamlValue::scalar(name));
        map.add("unresolvable", std::move(names));
    }
    if (network.middlebox.idle != Duration::zero() || network.middlebox.resets) {
        YamlValue box = YamlValue::map();
        box.add("idle", durationValue(network.middlebox.idle));
        box.add("answers", network.middlebox.resets ? "reset" : "silence");
        map.add("middlebox", std::move(box));
    }
    const KernelSpec& k = network.kernel;
    const KernelSpec& d = defaults.kernel;
    YamlValue kernel = YamlValue::map();
    const auto add = [&](std::string_view key, Duration value, Duration usual) {
        if (value != usual)
            kernel.add(key, durationValue(value));
    };
    add("syn-retry", k.synRetry, d.synRetry);
    if (k.synRetries != d.synRetries)
        kernel.add("syn-retries", numberValue(k.synRetries));
    add("retransmission-give-up", k.retransmissionGiveUp, d.retransmissionGiveUp);
    add("time-wait", k.timeWait, d.timeWait);
    add("fin-wait-2", k.finWait2, d.finWait2);
    add("keepalive-time", k.keepaliveTime, d.keepaliveTime);
    add("keepalive-interval", k.keepaliveInterval, d.keepaliveInterval);
    if (k.keepaliveProbes != d.keepaliveProbes)
        kernel.add("keepalive-probes", numberValue(k.keepaliveProbes));
    if (!kernel.isEmpty())
        map.add("kernel", std::move(kernel));
    if (network.turn != defaults.turn)
        map.add("turn", durationValue(network.turn));
    return map;
}

} // namespace connscope::scenario
