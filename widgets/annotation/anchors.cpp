// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation/anchors.h"

#include "base/text.h"
#include "trace/entryname.h"

#include <algorithm>

namespace connscope::annotation {

using scenario::AnchorName;

ClientNames::ClientNames(const view::Document& document)
{
    const trace::Trace& trace = document.trace();
    std::map<std::string_view, int> seen;
    m_names.resize(trace.clientCount());
    for (std::uint32_t c = 0; c < trace.clientCount(); ++c) {
        const trace::ClientState& state = document.index().end().client(ClientId {c});
        if (!state.exists())
            continue;
        // As the second of two runs has it, it is nobody else.
        if (const trace::Twofold* twofold = document.twofold(); twofold && !twofold->isShown(ClientId {c})) {
            m_names[c] = m_names[twofold->shown(ClientId {c}).value];
            continue;
        }
        const std::string_view entry = trace::entryName(trace, trace[state.created]);
        Name& name = m_names[c];
        name.fromFile = !entry.empty();
        name.text = entry.empty() ? document.names().client(ClientId {c}) : std::string(entry);
        if (const int number = name.fromFile ? ++seen[entry] : 1; number > 1)
            name.text += " #" + std::to_string(number);
        m_clients.emplace(name.text, ClientId {c});
    }
}

std::string ClientNames::nameOf(ClientId client) const
{
    return client.isValid() && client.value < m_names.size() ? m_names[client.value].text : std::string();
}

std::string ClientNames::fileNameOf(ClientId client) const
{
    return client.isValid() && client.value < m_names.size() && m_names[client.value].fromFile
        ? m_names[client.value].text
        : std::string();
}

ClientId ClientNames::find(const std::string& name) const
{
    const auto found = m_clients.find(name);
    return found == m_clients.end() ? ClientId {} : found->second;
}

std::vector<ConnectionId> Anchors::connectionsOf(ClientId client, NodeId node) const
{
    std::vector<ConnectionId> out;
    for (const trace::ConnectionLife& life : m_document.lives()) {
        if (life.client == client && life.node == node)
            out.push_back(life.id);
    }
    return out;
}

std::optional<Anchor> Anchors::find(const std::string& text) const
{
    const auto name = scenario::parseAnchor(text);
    if (!name)
        return std::nullopt;
    Anchor out;
    out.kind = name->kind;
    out.broker = name->broker;
    out.address = name->kind == AnchorName::Kind::Address ? name->name : std::string();
    out.node = name->node;
    out.number = name->number;
    if (name->kind == AnchorName::Kind::Broker || name->kind == AnchorName::Kind::Address)
        return out; // whether it is there only the picture knows: addresses turn out to be brokers
    out.client = m_names.find(name->name);
    if (!out.client.isValid())
        return std::nullopt;
    if (name->kind == AnchorName::Kind::Client)
        return out;
    out.connections = connectionsOf(out.client, out.node);
    if (name->number > 0) {
        const auto place = static_cast<std::size_t>(name->number) - 1;
        if (place >= out.connections.size())
            return std::nullopt;
        out.connections = {out.connections[place]};
    }
    if (out.connections.empty())
        return std::nullopt;
    return out;
}

std::string Anchors::of(view::Item item) const
{
    AnchorName out;
    if (const ClientId client = item.client(); client.isValid()) {
        out.name = m_names.nameOf(client);
        return out.name.empty() ? std::string() : out.toString();
    }
    if (const BrokerId broker = item.broker(); broker.isValid()) {
        out.kind = AnchorName::Kind::Broker;
        out.broker = broker;
        return out.toString();
    }
    ConnectionId connection = item.connection();
    if (const EventId event = item.event(); event.isValid() && event.value < m_document.trace().size())
        connection = m_document.trace()[event].connection;
    const trace::ConnectionLife* life = connection.isValid() ? m_document.life(connection) : nullptr;
    if (!life || !life->node.isValid())
        return {};
    out.kind = AnchorName::Kind::Connection;
    out.name = m_names.nameOf(life->client);
    out.node = life->node;
    if (out.name.empty())
        return {};
    if (item.kind != view::Item::Kind::Lane) {
        const auto all = connectionsOf(life->client, life->node);
        const auto place = std::find(all.begin(), all.end(), connection) - all.begin();
        out.number = all.size() > 1 ? static_cast<int>(place) + 1 : 0;
    }
    return out.toString();
}

namespace {

/// Whether the reader of the scenario has said already that there is no such client.
bool isKnownToBeGone(const scenario::Scenario* scenario, const std::string& anchor)
{
    const auto name = scenario::parseAnchor(anchor);
    if (!scenario || !name)
        return false;
    const std::string entry = name->name.substr(0, name->name.find_first_of("[#"));
    return std::none_of(scenario->clients.begin(), scenario->clients.end(),
        [&entry](const scenario::ClientEntry& client) { return entry == client.name || entry == client.name + ' '; });
}

/// Whether a broker or an address is there at any time; of the other kinds their anchor says so.
bool isEverThere(const Anchor& anchor, const view::Document& document)
{
    const auto& lives = document.lives();
    switch (anchor.kind) {
    case AnchorName::Kind::Broker:
        return document.index().end().broker(anchor.broker) != nullptr
            || std::any_of(lives.begin(), lives.end(),
                [&](const trace::ConnectionLife& life) { return life.broker == anchor.broker; });
    case AnchorName::Kind::Address:
        return std::any_of(lives.begin(), lives.end(), [&](const trace::ConnectionLife& life) {
            // "kafka/10.0.0.2:9092" is kafka:9092 as well.
            const std::string remote(document.trace().text(life.remote));
            const std::size_t slash = remote.find('/');
            const std::size_t colon = remote.rfind(':');
            const std::string plain = slash == std::string::npos || colon < slash
                ? remote
                : remote.substr(0, slash) + remote.substr(colon);
            return anchor.address == remote || anchor.address == plain
                || anchor.address == document.names().remote(life.id);
        });
    default:
        return true;
    }
}

} // namespace

std::vector<Error> unfounded(
    const std::vector<scenario::Annotation>& annotations, const view::Document& document, bool ofScenario)
{
    std::vector<Error> out;
    if (annotations.empty())
        return out;
    const Anchors anchors(document);
    const scenario::Scenario* scenario = ofScenario ? document.scenario() : nullptr;
    for (const scenario::Annotation& annotation : annotations) {
        for (const std::string& text : annotation.anchors) {
            const auto anchor = anchors.find(text);
            if (anchor ? isEverThere(*anchor, document) : isKnownToBeGone(scenario, text))
                continue;
            Error error;
            if (scenario)
                error.file = scenario->file;
            error.line = annotation.line;
            error.message = "annotation: there is no " + printable(text, 200) + " in this run, so it is not seen";
            out.push_back(std::move(error));
        }
        if (annotation.from && *annotation.from > document.end()) {
            Error error;
            if (scenario)
                error.file = scenario->file;
            error.line = annotation.line;
            error.message = "annotation: this run ends at " + formatDuration(document.end() - kStart) + ", before "
                + formatDuration(*annotation.from - kStart) + ", so it is not seen";
            out.push_back(std::move(error));
        }
    }
    return out;
}

} // namespace connscope::annotation
