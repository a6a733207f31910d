// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/clientnames.h"

namespace connscope::session {

namespace {

constexpr protocol::KafkaVersion kGroupInName {2, 4};
constexpr protocol::KafkaVersion kNullGroupInName {2, 6};

} // namespace

int ClientNames::next(std::string_view machine, trace::ClientKind kind)
{
    return ++m_counts[{std::string(machine), kind}];
}

std::string ClientNames::name(std::string_view machine, trace::ClientKind kind, const protocol::ConfigSet& config)
{
    if (config.isSet("client.id") && !config.text("client.id").empty())
        return config.text("client.id");
    switch (kind) {
    case trace::ClientKind::Producer:
    case trace::ClientKind::Other:
        if (config.version() >= kGroupInName && config.hasValue("transactional.id"))
            return "producer-" + config.text("transactional.id");
        return "producer-" + std::to_string(next(machine, kind));
    case trace::ClientKind::Consumer: {
        if (config.version() < kGroupInName)
            return "consumer-" + std::to_string(next(machine, kind));
        if (!config.hasValue("group.id")) {
            const char* prefix = config.version() >= kNullGroupInName ? "consumer-null-" : "consumer-";
            return prefix + std::to_string(next(machine, kind));
        }
        const std::string prefix = "consumer-" + config.text("group.id") + '-';
        if (config.hasValue("group.instance.id"))
            return prefix + config.text("group.instance.id");
        return prefix + std::to_string(next(machine, kind));
    }
    case trace::ClientKind::Admin:
        return "adminclient-" + std::to_string(next(machine, kind));
    }
    return {};
}

} // namespace connscope::session
