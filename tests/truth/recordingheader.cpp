// SPDX-License-Identifier: GPL-3.0-or-later
// The first line of a recording. Its two forms, for the mock cluster and for the scripted broker, are described in
// tests/data/truth/README.md.
#include "truth/logtext.h"
#include "truth/recording.h"

namespace connscope::truth {

Result<void> readHeader(std::string_view line, RecordingHeader& header)
{
    if (!take(line, "# java-client "))
        return fail("expected '# java-client VERSION mode=…'");
    header.clientVersion = std::string {takeUntil(line, ' ')};
    const std::size_t secondDot = header.clientVersion.find('.', header.clientVersion.find('.') + 1);
    header.profile = "java-" + header.clientVersion.substr(0, secondDot);
    header.topic = "t4";

    const std::size_t confAt = line.find("conf=");
    if (confAt == std::string_view::npos)
        return fail("expected conf=… at the end");
    for (const std::string_view item : split(line.substr(confAt + 5), ' ')) {
        std::string_view value = item;
        const std::string key {takeUntil(value, '=')};
        if (key == "x.wait")
            header.wait = ms(number(value).value_or(0));
        else if (key == "x.sends")
            header.sends = static_cast<int>(number(value).value_or(0));
        else if (key == "x.topic")
            header.topic = std::string {value};
        else
            header.config.emplace_back(key, value);
    }
    const auto field = [&](std::string_view key) { return fieldOf(line.substr(0, confAt), key); };
    header.consumer = field("mode") == "consumer";
    for (const std::string_view address : split(field("bootstrap"), ','))
        header.bootstrap.emplace_back(address);

    header.scripted = line.find("broker-options=") != std::string_view::npos;
    if (header.scripted) {
        // brokers=ids 0..2 on localhost:9092..9094 broker-options={"idle":4}
        std::string_view brokers = line.substr(line.find("brokers=ids ") + 12);
        const int firstId = static_cast<int>(number(takeUntil(brokers, '.')).value_or(0));
        take(brokers, ".");
        const int lastId = static_cast<int>(number(takeUntil(brokers, ' ')).value_or(-1));
        take(brokers, "on ");
        const std::string host {takeUntil(brokers, ':')};
        const auto firstPort = number(takeUntil(brokers, '.'));
        for (int id = firstId; firstPort && id <= lastId; ++id)
            header.brokers.push_back({id, host, static_cast<std::uint16_t>(*firstPort + id - firstId)});
        const std::string_view options = field("broker-options");
        header.coordinator = static_cast<int>(jsonNumber(options, "coord").value_or(firstId));
        header.partitions = static_cast<int>(jsonNumber(options, "parts").value_or(3));
        header.brokerIdle = ms(1000 * jsonNumber(options, "idle").value_or(0));
        header.apiDelay = ms(1000 * jsonNumber(options, "apidelay").value_or(0));
    } else {
        int id = 1;
        for (std::string_view address : split(field("brokers"), ',')) {
            const std::string host {takeUntil(address, ':')};
            header.brokers.push_back({id++, host, static_cast<std::uint16_t>(number(address).value_or(0))});
        }
        header.coordinator = static_cast<int>(number(field("coordinator")).value_or(1));
        header.partitions = static_cast<int>(header.brokers.size());
        header.wait = ms(number(field("run_ms")).value_or(0));
    }
    if (header.brokers.empty() || header.bootstrap.empty())
        return fail("expected brokers=… and bootstrap=…");
    return {};
}

} // namespace connscope::truth
