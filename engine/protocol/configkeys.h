// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/time.h"
#include "protocol/version.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Kafka's config keys as data: who owns a key, what it may hold, since when, and its default by version. What a
/// scenario, a command line or a client.properties sets goes through ConfigSet, which answers as the client or broker
/// of that version would: defaults that depend on other keys included.
///
/// Facts: the CONFIG definitions of ProducerConfig, ConsumerConfig, AdminClientConfig and KafkaConfig (with
/// CommonClientConfigs, SslConfigs, SaslConfigs, SocketServerConfigs …) of the releases 2.1 to 4.0. "4.0" here is what
/// the recordings of 4.0.0-SNAPSHOT show; where the final 4.0.0 differs, the key's note says so.

namespace connscope::protocol {

enum class ConfigOwner : std::uint8_t { Producer, Consumer, Admin, Broker };
inline constexpr int kConfigOwnerCount = 4;
/// "producer", "consumer", "admin client", "broker".
std::string_view configOwnerName(ConfigOwner owner);

enum class ConfigType : std::uint8_t {
    Boolean,
    Integer, ///< a whole number without a unit of time
    Milliseconds, ///< a whole number of milliseconds
    Real,
    Text,
    Choice, ///< one of `choices`
    List, ///< comma-separated
    Class, ///< the name of a Java class: kept, never loaded
    Password, ///< kept, never printed
};

/// A default from a version on. No text = Java's null.
struct ConfigDefault {
    KafkaVersion since {2, 1};
    std::optional<std::string_view> text;
};
struct ConfigChoice {
    std::string_view text;
    KafkaVersion since {2, 1};
    KafkaVersion removedIn {}; ///< {} = still there
};

/// One key of one owner. Lives in a table for ever.
struct ConfigKey {
    static constexpr std::size_t kMaxDefaults = 4;
    static constexpr std::size_t kMaxChoices = 6;

    std::string_view name;
    ConfigOwner owner = ConfigOwner::Producer;
    ConfigType type = ConfigType::Text;
    bool secret = false; ///< never to be printed
    bool ignoreCase = false; ///< of a Choice
    bool aboutConnections = true; ///< false: accepted and kept, but nothing here depends on it
    KafkaVersion since {2, 1}; ///< 2.1 = in 2.1 or before
    KafkaVersion removedIn {}; ///< first version without it; {} = still there
    std::int64_t min = std::numeric_limits<std::int64_t>::min(); ///< Integer, Milliseconds
    std::int64_t max = std::numeric_limits<std::int64_t>::max();
    double realMin = -std::numeric_limits<double>::infinity(); ///< Real
    double realMax = std::numeric_limits<double>::infinity();
    std::array<ConfigChoice, kMaxChoices> choices {};
    std::array<ConfigDefault, kMaxDefaults> defaults {};
    std::uint8_t choiceCount = 0;
    std::uint8_t defaultCount = 0; ///< 0 = Kafka demands a value
    std::string_view doc; ///< one sentence
    std::string_view note; ///< how final releases or versions differ; "" mostly

    bool existsIn(KafkaVersion version) const
    {
        return version >= since && (removedIn == KafkaVersion {} || version < removedIn);
    }
    /// The default of that version; nothing where it is null or Kafka demands a value.
    std::optional<std::string_view> defaultIn(KafkaVersion version) const;
    /// What a value may be, for messages and documentation: "a whole number of milliseconds, 0 or more".
    std::string expected(KafkaVersion version) const;
};

/// The keys of an owner by name, in byte order of their names.
std::span<const ConfigKey> configKeys(ConfigOwner owner);
/// The key of that exact name, whatever the version. Broker keys may carry the prefix "listener.name.<listener>.".
const ConfigKey* findConfigKey(ConfigOwner owner, std::string_view name);

/// What is to be said where \a key is set, if Kafka decides about connections by it and nothing here does; "" for all others.
std::string unheededWarning(ConfigOwner owner, std::string_view key);

/// "[hidden]" in the place of a value that is not to be printed, whoever's key it is, as Kafka prints its Password type.
std::string_view shownValue(std::string_view name, std::string_view value);

/// The values of one client or broker: what was set, and the defaults of its version.
class ConfigSet {
public:
    explicit ConfigSet(ConfigOwner owner = ConfigOwner::Producer, KafkaVersion version = kV4_0);

    struct Entry {
        std::string name;
        std::string text; ///< as given, without surrounding blanks
        const ConfigKey* key = nullptr;
    };

    /// Sets a key to a value as it stands in a properties file. A key set twice keeps its place and takes the new value.
    /// Errors: an unknown key (with the nearest one), a key of another owner or another version, a value of the wrong
    /// form or out of range. Nothing changes then.
    Result<void> set(std::string_view name, std::string_view value);

    /// Rules that involve several keys, as the constructors of the clients check them: an idempotent producer with
    /// acks other than all, delivery.timeout.ms below linger.ms + request.timeout.ms, heartbeat.interval.ms not below
    /// session.timeout.ms, … The error names the keys and what to do.
    Result<void> validate() const;

    bool isSet(std::string_view name) const;
    /// False where the value is Java's null: group.id of a consumer from 2.2 on, broker.rack, …
    bool hasValue(std::string_view name) const;

    // The values in force: what was set, or what the version makes of it and the other keys. The name must be a key of
    // this owner (an assert); a key that this version does not have gives its oldest default; null gives 0, false or "".
    // Derived: reconnect.backoff.max.ms follows reconnect.backoff.ms when only that is set
    // (CommonClientConfigs#postProcessReconnectBackoffConfigs); enable.idempotence, acks, delivery.timeout.ms
    // (ProducerConfig#postProcessAndValidateIdempotenceConfigs, KafkaProducer#configureDeliveryTimeout);
    // enable.auto.commit without group.id (ConsumerConfig#maybeOverrideEnableAutoCommit).
    std::int64_t integer(std::string_view name) const; ///< Integer or Milliseconds
    Duration duration(std::string_view name) const; ///< Milliseconds; below 0 where Kafka allows it; saturates
    bool flag(std::string_view name) const;
    double real(std::string_view name) const;
    std::string text(std::string_view name) const; ///< any type, as text
    std::vector<std::string> list(std::string_view name) const; ///< blanks around the items dropped; "" = no items
    std::int16_t acks() const; ///< producer: 0, 1 or -1 (all)

    ConfigOwner owner() const { return m_owner; }
    KafkaVersion version() const { return m_version; }
    /// What was set, in the order in which it first was.
    std::span<const Entry> entries() const { return m_entries; }

private:
    const Entry* find(std::string_view name) const;
    std::optional<std::string> value(std::string_view name) const;
    std::optional<std::string> derived(std::string_view name) const;
    bool isIdempotent() const;

    ConfigOwner m_owner;
    KafkaVersion m_version;
    std::vector<Entry> m_entries;
};

/// The idle limit in nanoseconds as the Selector computes it from connections.max.idle.ms: a 64-bit product that wraps, so
/// that Long.MAX_VALUE means "at once" (Selector.IdleExpiryManager). Below 0 ms: nothing, no expiry.
std::optional<std::int64_t> idleLimitNs(std::int64_t connectionsMaxIdleMs);

} // namespace connscope::protocol
