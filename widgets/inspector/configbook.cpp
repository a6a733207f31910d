// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/configbook.h"

#include "analysis/logclients.h"

#include <algorithm>
#include <map>

namespace connscope::inspector {

namespace {

constexpr std::string_view kEquals = " = ";
constexpr std::string_view kOfBroker = " (broker)";
constexpr std::string_view kHidden = "••••"; // a password

std::string shown(const protocol::ConfigKey* key, std::string_view value)
{
    const bool secret = key && (key->secret || key->type == protocol::ConfigType::Password);
    return std::string(secret && !value.empty() ? kHidden : value);
}

} // namespace

ConfigBook::ConfigBook(const trace::Trace& trace, const trace::Landmarks* landmarks)
    : m_trace(trace)
    , m_landmarks(landmarks ? landmarks : &m_own)
{
    extend();
}

void ConfigBook::extend()
{
    if (m_landmarks == &m_own)
        m_own.extend(m_trace);
    m_kinds.resize(m_trace.clientCount(), trace::ClientKind::Other);
    m_outside.resize(m_trace.clientCount(), false);
    for (const std::vector<EventId>& all = m_landmarks->all(); m_seen < all.size(); ++m_seen) {
        const trace::Event& e = m_trace[all[m_seen]];
        if (e.kind == trace::EventKind::ClientCreated && e.client.value < m_kinds.size()) {
            m_kinds[e.client.value] = static_cast<trace::ClientKind>(e.value);
            m_outside[e.client.value] = e.vantage == trace::Vantage::Inferred;
        } else if (e.kind == trace::EventKind::ConfigChanged) {
            const std::string_view text = m_trace.text(e.text);
            const std::size_t at = text.find(kEquals);
            if (at != std::string_view::npos)
                m_said.push_back(
                    {all[m_seen], e.client, e.broker, text.substr(0, at), text.substr(at + kEquals.size())});
        }
    }
}

const ConfigBook::Said* ConfigBook::last(
    ClientId client, BrokerId broker, std::string_view key, std::size_t applied) const
{
    const Said* found = nullptr;
    for (const Said& said : m_said) {
        if (said.event.value >= applied)
            break;
        if (said.key == key
            && (client.isValid() ? said.client == client : said.broker == broker && !said.client.isValid()))
            found = &said;
    }
    return found;
}

std::string_view ConfigBook::profile(ClientId client) const
{
    const Said* said = last(client, {}, "profile", m_trace.size());
    return said                 ? said->value
        : knowsSettings(client) ? std::string_view(m_trace.header().profile)
                                : std::string_view();
}

protocol::KafkaVersion ConfigBook::version(ClientId client) const
{
    return analysis::versionOfProfile(profile(client), protocol::kV2_3);
}

protocol::ConfigOwner ConfigBook::owner(ClientId client) const
{
    const trace::ClientKind kind = client.value < m_kinds.size() ? m_kinds[client.value] : trace::ClientKind::Other;
    return kind == trace::ClientKind::Consumer ? protocol::ConfigOwner::Consumer
        : kind == trace::ClientKind::Admin     ? protocol::ConfigOwner::Admin
                                               : protocol::ConfigOwner::Producer;
}

protocol::ConfigSet ConfigBook::clientSet(ClientId client, std::size_t applied) const
{
    protocol::ConfigSet set(owner(client), version(client));
    for (const Said& said : m_said) {
        if (said.event.value >= applied)
            break;
        // A key that this owner does not have is the trace's own business ("profile") or evidence of another release.
        if (said.client == client)
            static_cast<void>(set.set(said.key, said.value));
    }
    return set;
}

std::vector<ConfigRow> ConfigBook::saidOf(ClientId client, std::size_t applied) const
{
    std::vector<ConfigRow> rows;
    for (const Said& said : m_said) {
        if (said.event.value >= applied)
            break;
        if (said.client != client)
            continue;
        ConfigRow row {
            said.key, shown(protocol::findConfigKey(owner(client), said.key), said.value), {}, true, said.event};
        const auto known
            = std::find_if(rows.begin(), rows.end(), [&](const ConfigRow& one) { return one.key == said.key; });
        if (known == rows.end())
            rows.push_back(std::move(row));
        else
            *known = std::move(row);
    }
    return rows;
}

std::vector<ConfigRow> ConfigBook::rows(ClientId client, std::size_t applied) const
{
    if (!knowsSettings(client))
        return saidOf(client, applied);
    const protocol::ConfigSet set = clientSet(client, applied);
    const protocol::ConfigSet defaults(set.owner(), set.version());
    std::vector<ConfigRow> rows;
    for (const protocol::ConfigKey& key : protocol::configKeys(set.owner())) {
        if (!key.existsIn(set.version()))
            continue;
        const auto text = [&](const protocol::ConfigSet& of) {
            return of.hasValue(key.name) ? shown(&key, of.text(key.name)) : std::string();
        };
        ConfigRow row {key.name, text(set), text(defaults), false, {}};
        row.isChanged = set.isSet(key.name) && row.value != row.defaultValue;
        if (const Said* said = last(client, {}, key.name, applied))
            row.said = said->event;
        rows.push_back(std::move(row));
    }
    std::stable_partition(rows.begin(), rows.end(), [](const ConfigRow& row) { return row.isChanged; });
    return rows;
}

std::vector<ConfigRow> ConfigBook::rows(BrokerId broker, std::size_t applied) const
{
    std::map<std::string_view, ConfigRow> byKey;
    for (const Said& said : m_said) {
        if (said.event.value >= applied)
            break;
        if (said.client.isValid() || said.broker != broker)
            continue;
        const protocol::ConfigKey* key = protocol::findConfigKey(protocol::ConfigOwner::Broker, said.key);
        const protocol::ConfigSet defaults(protocol::ConfigOwner::Broker);
        ConfigRow row {said.key, shown(key, said.value), {}, true, said.event};
        if (key && defaults.hasValue(key->name))
            row.defaultValue = defaults.text(key->name);
        row.isChanged = row.value != row.defaultValue;
        byKey[said.key] = std::move(row);
    }
    std::vector<ConfigRow> rows;
    for (auto& [key, row] : byKey)
        rows.push_back(std::move(row));
    return rows;
}

std::optional<ConfigRow> ConfigBook::value(
    std::string_view ruleKey, ClientId client, BrokerId broker, std::size_t applied) const
{
    const bool ofBroker = ruleKey.ends_with(kOfBroker);
    if (ofBroker)
        ruleKey.remove_suffix(kOfBroker.size());
    const auto fromBroker = [&]() -> std::optional<ConfigRow> {
        const protocol::ConfigKey* key = protocol::findConfigKey(protocol::ConfigOwner::Broker, ruleKey);
        if (!key || !broker.isValid())
            return std::nullopt;
        for (ConfigRow& row : rows(broker, applied)) {
            if (row.key == ruleKey)
                return std::move(row);
        }
        const protocol::ConfigSet defaults(protocol::ConfigOwner::Broker);
        const std::string text = defaults.hasValue(key->name) ? defaults.text(key->name) : std::string();
        return ConfigRow {key->name, text, text, false, {}};
    };
    if (ofBroker || !client.isValid())
        return fromBroker();
    const protocol::ConfigSet set = clientSet(client, applied);
    const protocol::ConfigKey* key = protocol::findConfigKey(set.owner(), ruleKey);
    if (!key)
        return fromBroker();
    if (!knowsSettings(client)) {
        for (ConfigRow& row : saidOf(client, applied)) {
            if (row.key == ruleKey)
                return std::move(row);
        }
        return std::nullopt;
    }
    const protocol::ConfigSet defaults(set.owner(), set.version());
    ConfigRow row {key->name, set.hasValue(key->name) ? shown(key, set.text(key->name)) : std::string(),
        defaults.hasValue(key->name) ? shown(key, defaults.text(key->name)) : std::string(), false, {}};
    row.isChanged = set.isSet(key->name) && row.value != row.defaultValue;
    if (const Said* said = last(client, {}, key->name, applied))
        row.said = said->event;
    return row;
}

} // namespace connscope::inspector
