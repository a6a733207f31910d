// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/settings.h"

#include "base/text.h"

#include <algorithm>
#include <charconv>

namespace connscope::client {

Result<Address> parseAddress(std::string_view text)
{
    const auto bad = [&](const char* why) {
        return fail("'" + printable(text) + "' is no address: " + why
            + "; expected host:port, such as localhost:9092 or [::1]:9092");
    };
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size())
        return bad("host or port is missing");
    std::string_view host = text.substr(0, colon);
    if (const std::size_t scheme = host.find("://"); scheme != std::string_view::npos)
        host.remove_prefix(scheme + 3); // "PLAINTEXT://host"
    if (host.size() >= 2 && host.front() == '[' && host.back() == ']')
        host = host.substr(1, host.size() - 2);
    else if (host.find(':') != std::string_view::npos)
        return bad("an IPv6 address needs brackets");
    if (host.empty())
        return bad("the host is empty");
    int port = 0;
    const char* first = text.data() + colon + 1;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(first, last, port);
    if (error != std::errc {} || end != last || port < 1 || port > 65535)
        return bad("the port is not a number from 1 to 65535");
    return Address {std::string(host), static_cast<std::uint16_t>(port)};
}

Settings makeSettings(const protocol::ConfigSet& config, trace::ClientKind kind)
{
    Settings s;
    for (const std::string& server : config.list("bootstrap.servers")) {
        if (auto address = parseAddress(server))
            s.bootstrapServers.push_back(std::move(*address));
    }
    // The product wraps in 64 bits as in Kafka: Long.MAX_VALUE means "at once".
    const auto limit = protocol::idleLimitNs(config.integer("connections.max.idle.ms"));
    s.connectionsMaxIdle = limit ? Duration {std::max<std::int64_t>(*limit, 0)} : Duration {-1};
    s.reconnectBackoff = config.duration("reconnect.backoff.ms");
    s.reconnectBackoffMax = config.duration("reconnect.backoff.max.ms");
    s.retryBackoff = config.duration("retry.backoff.ms");
    s.retryBackoffMax = config.duration("retry.backoff.max.ms");
    s.requestTimeout = config.duration("request.timeout.ms");
    s.setupTimeout = config.duration("socket.connection.setup.timeout.ms");
    s.setupTimeoutMax = config.duration("socket.connection.setup.timeout.max.ms");
    s.metadataMaxAge = config.duration("metadata.max.age.ms");
    s.rebootstrap = config.text("metadata.recovery.strategy") == "rebootstrap";
    s.useAllDnsIps = config.text("client.dns.lookup") != "default";
    s.canonicalBootstrap = config.text("client.dns.lookup") == "resolve_canonical_bootstrap_servers_only";
    switch (kind) {
    case trace::ClientKind::Producer:
        s.maxInFlight = static_cast<std::int32_t>(config.integer("max.in.flight.requests.per.connection"));
        s.metadataMaxIdle = config.duration("metadata.max.idle.ms");
        s.linger = config.duration("linger.ms");
        s.batchSize = static_cast<std::int32_t>(config.integer("batch.size"));
        s.maxRequestSize = static_cast<std::int32_t>(config.integer("max.request.size"));
        s.maxBlock = config.duration("max.block.ms");
        s.deliveryTimeout = config.duration("delivery.timeout.ms");
        s.retries = config.integer("retries");
        s.acks = config.acks();
        s.idempotent = config.flag("enable.idempotence");
        s.transactionalId = config.text("transactional.id");
        s.transactionTimeout = config.duration("transaction.timeout.ms");
        break;
    case trace::ClientKind::Consumer:
        s.maxInFlight = 100; // KafkaConsumer#<init>, ConsumerUtils#CONSUMER_MAX_INFLIGHT_REQUESTS_PER_CONNECTION
        s.groupId = config.text("group.id");
        s.hasGroupId = config.hasValue("group.id");
        s.groupInstanceId = config.text("group.instance.id");
        s.clientRack = config.text("client.rack");
        s.sessionTimeout = config.duration("session.timeout.ms");
        // Java's clock has milliseconds: with 0 there is a heartbeat in each of them, and no more.
        s.heartbeatInterval = std::max(config.duration("heartbeat.interval.ms"), ms(1));
        s.maxPollInterval = config.duration("max.poll.interval.ms");
        s.autoCommit = config.flag("enable.auto.commit");
        s.autoCommitInterval = config.duration("auto.commit.interval.ms");
        s.fetchMaxWait = config.duration("fetch.max.wait.ms");
        s.fetchMinBytes = static_cast<std::int32_t>(config.integer("fetch.min.bytes"));
        s.maxPollRecords = static_cast<std::int32_t>(config.integer("max.poll.records"));
        s.defaultApiTimeout = config.duration("default.api.timeout.ms");
        s.autoOffsetReset = config.text("auto.offset.reset");
        s.allowAutoCreateTopics = config.flag("allow.auto.create.topics");
        break;
    case trace::ClientKind::Admin:
    case trace::ClientKind::Other:
        s.maxInFlight = 1; // KafkaAdminClient#createInternal
        s.retries = config.integer("retries");
        s.defaultApiTimeout = config.duration("default.api.timeout.ms");
        break;
    }
    return s;
}

} // namespace connscope::client
