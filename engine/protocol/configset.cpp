// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "protocol/configkeys.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>

// What a client or broker makes of the values it was given. The order of things is Kafka's: values are parsed and checked
// one by one (ConfigDef), then the keys that follow others are filled in, then the constructor checks what must fit together.

namespace connscope::protocol {

namespace {

constexpr std::int64_t kIntMax = std::numeric_limits<std::int32_t>::max();
constexpr int kMaxInFlightIdempotent = 5; // ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION_FOR_IDEMPOTENCE

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlank = " \t\r\n\f";
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool equalIgnoringCase(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

/// Long.parseLong: an optional sign and digits.
std::optional<std::int64_t> parseWhole(std::string_view text)
{
    if (!text.empty() && text.front() == '+') {
        text.remove_prefix(1);
        if (!text.empty() && text.front() == '-')
            return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<double> parseReal(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc {} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::vector<std::string> splitList(std::string_view text)
{
    std::vector<std::string> items;
    text = trimmed(text);
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        items.emplace_back(trimmed(text.substr(0, comma)));
        text = comma == std::string_view::npos ? std::string_view {} : text.substr(comma + 1);
    }
    return items;
}

/// ClientUtils#parseAndValidateAddresses: [protocol://]host:port, IPv6 in brackets.
bool isHostAndPort(std::string_view item)
{
    if (const std::size_t scheme = item.find("://"); scheme != std::string_view::npos)
        item.remove_prefix(scheme + 3);
    const std::size_t colon = item.rfind(':');
    if (colon == std::string_view::npos || colon == 0)
        return false;
    const std::string_view host = item.substr(0, colon);
    const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (!bracketed && host.find(':') != std::string_view::npos)
        return false;
    for (const char c : host) {
        if (static_cast<unsigned char>(c) <= ' ' || c == '/' || c == ',')
            return false;
    }
    const auto port = parseWhole(item.substr(colon + 1));
    return port && *port > 0 && *port <= 65535;
}

bool isOffered(const ConfigChoice& choice, KafkaVersion version)
{
    return version >= choice.since && (choice.removedIn == KafkaVersion {} || version < choice.removedIn);
}

/// "consumer of version 2.3"
std::string describe(ConfigOwner owner, KafkaVersion version)
{
    return std::string(configOwnerName(owner)) + " of version " + version.toString();
}

std::string withArticle(std::string text) { return (text.front() == 'a' ? "an " : "a ") + text; }

Error unknownKey(ConfigOwner owner, std::string_view name)
{
    Error error;
    std::string owners;
    for (int i = 0; i < kConfigOwnerCount; ++i) {
        const auto other = static_cast<ConfigOwner>(i);
        if (other != owner && findConfigKey(other, name)) {
            owners += owners.empty() ? "" : ", ";
            owners += configOwnerName(other);
        }
    }
    const std::string shown = printable(name, 80);
    if (!owners.empty()) {
        error.message = "'" + shown + "' is a key of: " + owners + "; this is "
            + withArticle(std::string(configOwnerName(owner))) + ". Move it there or leave it out";
        return error;
    }
    std::vector<std::string_view> names;
    for (const ConfigKey& key : configKeys(owner))
        names.push_back(key.name);
    error.message
        = "unknown " + std::string(configOwnerName(owner)) + " config key '" + shown + "'" + didYouMean(name, names);
    return error;
}

/// What is wrong with \a text as a value of \a key, or nothing.
std::optional<std::string> complaint(const ConfigKey& key, KafkaVersion version, std::string_view text)
{
    const std::string shown = key.secret ? std::string("the value") : "'" + printable(text) + "'";
    switch (key.type) {
    case ConfigType::Boolean:
        if (equalIgnoringCase(text, "true") || equalIgnoringCase(text, "false"))
            return std::nullopt;
        break;
    case ConfigType::Integer:
    case ConfigType::Milliseconds: {
        const auto value = parseWhole(text);
        if (value && *value >= key.min && *value <= key.max)
            return std::nullopt;
        if (!value && key.type == ConfigType::Milliseconds) {
            if (const auto duration = parseDuration(text))
                return shown + " carries a unit; expected " + key.expected(version) + ": "
                    + std::to_string(toMs(*duration));
        }
        break;
    }
    case ConfigType::Real: {
        const auto value = parseReal(text);
        if (value && *value >= key.realMin && *value <= key.realMax)
            return std::nullopt;
        break;
    }
    case ConfigType::Choice: {
        std::vector<std::string_view> words;
        for (std::size_t i = 0; i < key.choiceCount; ++i) {
            const ConfigChoice& choice = key.choices[i];
            const bool same = key.ignoreCase ? equalIgnoringCase(text, choice.text) : text == choice.text;
            if (same && isOffered(choice, version))
                return std::nullopt;
            if (same) {
                return shown
                    + (version < choice.since ? " exists from " + choice.since.toString() + " on"
                                              : " was removed in " + choice.removedIn.toString())
                    + "; expected " + key.expected(version);
            }
            words.push_back(choice.text);
        }
        return shown + " is not known; expected " + key.expected(version) + didYouMean(text, words);
    }
    case ConfigType::List:
        if (key.name == "bootstrap.servers") {
            for (const std::string& item : splitList(text)) {
                if (!item.empty() && !isHostAndPort(item))
                    return "'" + printable(item)
                        + "' is not an address; expected host:port with a port from 1 to 65535";
            }
        }
        return std::nullopt;
    case ConfigType::Text:
        if (text.empty() && (key.name == "transactional.id" || key.name == "group.instance.id"))
            return "an empty text; expected at least one character, or leave the key out";
        return std::nullopt;
    case ConfigType::Class:
    case ConfigType::Password:
        return std::nullopt;
    }
    // A key without bounds of its own still has those of a Java long.
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    const bool tooLarge
        = key.max > kIntMax && digits.size() > 18 && digits.find_first_not_of("0123456789") == std::string_view::npos;
    return shown + " does not fit; expected " + key.expected(version)
        + (tooLarge ? ", from -9223372036854775808 to 9223372036854775807" : "");
}

} // namespace

ConfigSet::ConfigSet(ConfigOwner owner, KafkaVersion version)
    : m_owner(owner)
    , m_version(version)
{
}

Result<void> ConfigSet::set(std::string_view name, std::string_view value)
{
    const ConfigKey* key = findConfigKey(m_owner, name);
    if (!key)
        return fail(unknownKey(m_owner, name));
    if (!key->existsIn(m_version)) {
        const bool early = m_version < key->since;
        return fail("'" + std::string(name) + "' "
            + (early ? "exists from " + key->since.toString() + " on" : "was removed in " + key->removedIn.toString())
            + "; this is " + withArticle(describe(m_owner, m_version)));
    }
    const std::string_view text = trimmed(value);
    if (auto wrong = complaint(*key, m_version, text))
        return fail(std::string(name) + ": " + *wrong);
    const auto it
        = std::find_if(m_entries.begin(), m_entries.end(), [name](const Entry& e) { return e.name == name; });
    if (it == m_entries.end())
        m_entries.push_back({std::string(name), std::string(text), key});
    else
        it->text = std::string(text);
    return {};
}

const ConfigSet::Entry* ConfigSet::find(std::string_view name) const
{
    const auto it
        = std::find_if(m_entries.begin(), m_entries.end(), [name](const Entry& e) { return e.name == name; });
    return it == m_entries.end() ? nullptr : &*it;
}

bool ConfigSet::isSet(std::string_view name) const { return find(name) != nullptr; }

bool ConfigSet::hasValue(std::string_view name) const { return value(name).has_value(); }

bool ConfigSet::isIdempotent() const
{
    if (const Entry* set = find("enable.idempotence"))
        return equalIgnoringCase(set->text, "true");
    if (m_version < kV3_0) // a transactional.id turns it on there
        return isSet("transactional.id");
    // On by default, but it gives way to settings that it cannot live with.
    const Entry* retries = find("retries");
    const Entry* inFlight = find("max.in.flight.requests.per.connection");
    return acks() == -1 && !(retries && parseWhole(retries->text) == 0)
        && !(inFlight && parseWhole(inFlight->text).value_or(0) > kMaxInFlightIdempotent);
}

/// Keys that follow others as long as they are not set themselves.
std::optional<std::string> ConfigSet::derived(std::string_view name) const
{
    if (name == "reconnect.backoff.max.ms") {
        if (const Entry* set = find("reconnect.backoff.ms"))
            return set->text;
    } else if (name == "enable.idempotence") {
        return isIdempotent() ? "true" : "false";
    } else if (name == "acks" && m_version < kV3_0) {
        if (isIdempotent())
            return "all";
    } else if (name == "delivery.timeout.ms") {
        const std::int64_t linger = integer("linger.ms");
        const std::int64_t atLeast
            = linger > kIntMax ? kIntMax : std::min(kIntMax, linger + integer("request.timeout.ms"));
        const ConfigKey* key = findConfigKey(m_owner, name);
        if (atLeast > parseWhole(key->defaultIn(m_version).value_or("0")).value_or(0))
            return std::to_string(atLeast);
    } else if (name == "enable.auto.commit" && m_version >= kV2_2) {
        if (!hasValue("group.id"))
            return "false";
    }
    return std::nullopt;
}

std::optional<std::string> ConfigSet::value(std::string_view name) const
{
    if (const Entry* set = find(name))
        return set->text;
    const ConfigKey* key = findConfigKey(m_owner, name);
    assert(key && "a key of this owner");
    if (!key)
        return std::nullopt;
    if (m_owner != ConfigOwner::Broker) {
        if (auto text = derived(key->name))
            return text;
    }
    if (const auto text = key->defaultIn(m_version))
        return std::string(*text);
    return std::nullopt;
}

std::int64_t ConfigSet::integer(std::string_view name) const
{
    return parseWhole(value(name).value_or("0")).value_or(0);
}

Duration ConfigSet::duration(std::string_view name) const
{
    constexpr std::int64_t kMostMs = std::numeric_limits<std::int64_t>::max() / 1'000'000;
    const std::int64_t n = integer(name);
    if (n > kMostMs)
        return Duration::max();
    return n < -kMostMs ? Duration::min() : ms(n);
}

bool ConfigSet::flag(std::string_view name) const { return equalIgnoringCase(value(name).value_or("false"), "true"); }

double ConfigSet::real(std::string_view name) const { return parseReal(value(name).value_or("0")).value_or(0); }

std::string ConfigSet::text(std::string_view name) const { return value(name).value_or(std::string()); }

std::vector<std::string> ConfigSet::list(std::string_view name) const
{
    return splitList(value(name).value_or(std::string()));
}

std::int16_t ConfigSet::acks() const
{
    const std::string text = value("acks").value_or("1");
    return text == "0" ? std::int16_t {0} : text == "1" ? std::int16_t {1} : std::int16_t {-1};
}

Result<void> ConfigSet::validate() const
{
    const auto wrong = [](std::string message) { return Result<void>(fail(std::move(message))); };
    if (m_owner == ConfigOwner::Producer) {
        const bool asked = isSet("enable.idempotence");
        const bool transactional = isSet("transactional.id");
        const bool idempotent = isIdempotent();
        if (transactional && !idempotent)
            return wrong(
                "transactional.id needs an idempotent producer: remove enable.idempotence=false, and do not set acks "
                "other than all, retries to 0 or max.in.flight.requests.per.connection above 5");
        // Where idempotence is only a default it has given way already; before 3.0 a transactional.id counts as asking.
        if (idempotent && (asked || transactional)) {
            if (acks() != -1)
                return wrong("an idempotent producer needs acks=all, not acks=" + text("acks")
                    + ": set enable.idempotence=false or acks=all");
            if (integer("retries") == 0)
                return wrong("an idempotent producer must retry: set enable.idempotence=false or retries above 0");
            if (integer("max.in.flight.requests.per.connection") > kMaxInFlightIdempotent)
                return wrong(
                    "an idempotent producer has at most 5 requests in flight: set enable.idempotence=false or "
                    "max.in.flight.requests.per.connection to 1 to 5");
        }
        const std::int64_t least
            = std::min(kIntMax, std::min(kIntMax, integer("linger.ms")) + integer("request.timeout.ms"));
        if (isSet("delivery.timeout.ms") && integer("delivery.timeout.ms") < least)
            return wrong("delivery.timeout.ms must be at least linger.ms + request.timeout.ms, which is "
                + std::to_string(least));
    } else if (m_owner == ConfigOwner::Consumer) {
        if (m_version >= kV2_2 && !hasValue("group.id") && isSet("enable.auto.commit") && flag("enable.auto.commit"))
            return wrong("enable.auto.commit=true needs a group.id: set one, or leave enable.auto.commit out");
        const bool classic
            = m_version < KafkaVersion {3, 7} || !equalIgnoringCase(text("group.protocol"), "consumer");
        if (classic && (m_version < kV2_2 || hasValue("group.id"))) {
            if (integer("heartbeat.interval.ms") >= integer("session.timeout.ms"))
                return wrong("heartbeat.interval.ms must be below session.timeout.ms, which is "
                    + text("session.timeout.ms") + "; a third of it is usual");
        }
        if (classic && isSet("group.remote.assignor") && !text("group.remote.assignor").empty())
            return wrong("group.remote.assignor works with group.protocol=consumer only");
    } else if (m_owner == ConfigOwner::Broker) {
        if (integer("group.min.session.timeout.ms") > integer("group.max.session.timeout.ms"))
            return wrong("group.min.session.timeout.ms must not be above group.max.session.timeout.ms, which is "
                + text("group.max.session.timeout.ms"));
    }
    return {};
}

} // namespace connscope::protocol
