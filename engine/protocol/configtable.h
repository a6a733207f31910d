// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/configkeys.h"

#include <initializer_list>

/// \file
/// How the tables of config keys are written down: a row per key and group of owners that agree about it. Only the
/// configkeys_*.cpp files include this.

namespace connscope::protocol {

/// A key as its table has it; `key.owner` is filled in for each of `owners`.
struct ConfigRow {
    unsigned owners = 0; ///< bits by ConfigOwner
    ConfigKey key;

    /// First version that has the key, for keys younger than 2.1. The first default counts from there, too.
    constexpr ConfigRow from(int major, int minor) const
    {
        ConfigRow row = *this;
        row.key.since = {major, minor};
        row.key.defaults[0].since = {major, minor};
        return row;
    }
    /// First version without the key.
    constexpr ConfigRow until(int major, int minor) const
    {
        ConfigRow row = *this;
        row.key.removedIn = {major, minor};
        return row;
    }
    /// Another default from that version on.
    constexpr ConfigRow then(int major, int minor, std::optional<std::string_view> value) const
    {
        ConfigRow row = *this;
        row.key.defaults[row.key.defaultCount] = {{major, minor}, value}; // out of range does not compile
        ++row.key.defaultCount;
        return row;
    }
    /// Kafka has no default and demands a value.
    constexpr ConfigRow demanded() const
    {
        ConfigRow row = *this;
        row.key.defaultCount = 0;
        return row;
    }
    constexpr ConfigRow between(double low, double high) const
    {
        ConfigRow row = *this;
        row.key.realMin = low;
        row.key.realMax = high;
        return row;
    }
    constexpr ConfigRow ignoringCase() const
    {
        ConfigRow row = *this;
        row.key.ignoreCase = true;
        return row;
    }
    constexpr ConfigRow noted(std::string_view note) const
    {
        ConfigRow row = *this;
        row.key.note = note;
        return row;
    }
    /// Nothing here depends on it.
    constexpr ConfigRow elsewhere() const
    {
        ConfigRow row = *this;
        row.key.aboutConnections = false;
        return row;
    }
};

std::span<const ConfigRow> clientConfigRows();
std::span<const ConfigRow> securityConfigRows();
std::span<const ConfigRow> brokerConfigRows();
std::span<const ConfigRow> brokerInnerConfigRows();

namespace configtable {

inline constexpr unsigned kProducer = 1;
inline constexpr unsigned kConsumer = 2;
inline constexpr unsigned kAdmin = 4;
inline constexpr unsigned kBroker = 8;
inline constexpr unsigned kClients = kProducer | kConsumer | kAdmin;
inline constexpr unsigned kEveryone = kClients | kBroker;

inline constexpr std::nullopt_t kNull = std::nullopt;
inline constexpr std::int64_t kIntMin = std::numeric_limits<std::int32_t>::min();
inline constexpr std::int64_t kIntMax = std::numeric_limits<std::int32_t>::max();
inline constexpr std::int64_t kLongMin = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kLongMax = std::numeric_limits<std::int64_t>::max();

using Default = std::optional<std::string_view>;

constexpr ConfigRow row(unsigned owners, ConfigType type, std::string_view name, Default value, std::string_view doc)
{
    ConfigRow r;
    r.owners = owners;
    r.key.name = name;
    r.key.type = type;
    r.key.secret = type == ConfigType::Password;
    r.key.defaults[0] = {{2, 1}, value};
    r.key.defaultCount = 1;
    r.key.doc = doc;
    return r;
}
constexpr ConfigRow flag(unsigned owners, std::string_view name, Default value, std::string_view doc)
{
    return row(owners, ConfigType::Boolean, name, value, doc);
}
constexpr ConfigRow integer(
    unsigned owners, std::string_view name, std::int64_t min, std::int64_t max, Default value, std::string_view doc)
{
    ConfigRow r = row(owners, ConfigType::Integer, name, value, doc);
    r.key.min = min;
    r.key.max = max;
    return r;
}
constexpr ConfigRow milliseconds(
    unsigned owners, std::string_view name, std::int64_t min, std::int64_t max, Default value, std::string_view doc)
{
    ConfigRow r = integer(owners, name, min, max, value, doc);
    r.key.type = ConfigType::Milliseconds;
    return r;
}
constexpr ConfigRow real(unsigned owners, std::string_view name, Default value, std::string_view doc)
{
    return row(owners, ConfigType::Real, name, value, doc);
}
constexpr ConfigRow text(unsigned owners, std::string_view name, Default value, std::string_view doc)
{
    return row(owners, ConfigType::Text, name, value, doc);
}
constexpr ConfigRow choice(unsigned owners, std::string_view name, std::initializer_list<ConfigChoice> choices,
    Default value, std::string_view doc)
{
    ConfigRow r = row(owners, ConfigType::Choice, name, value, doc);
    for (const ConfigChoice& c : choices) {
        r.key.choices[r.key.choiceCount] = c; // out of range does not compile
        ++r.key.choiceCount;
    }
    return r;
}
constexpr ConfigRow list(unsigned owners, std::string_view name, Default value, std::string_view doc)
{
    return row(owners, ConfigType::List, name, value, doc);
}
constexpr ConfigRow javaClass(unsigned owners, std::string_view name, Default value, std::string_view doc)
{
    return row(owners, ConfigType::Class, name, value, doc);
}
constexpr ConfigRow password(unsigned owners, std::string_view name, Default value, std::string_view doc)
{
    return row(owners, ConfigType::Password, name, value, doc);
}

} // namespace configtable

} // namespace connscope::protocol
