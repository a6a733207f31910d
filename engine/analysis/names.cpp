// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/names.h"

#include "analysis/columns.h"
#include "analysis/phrases.h"
#include "base/text.h"
#include "trace/entryname.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace connscope::analysis {

namespace {

constexpr std::size_t kNameLimit = 200; // bytes of a client.id that are shown

/// "host/address:port" taken apart; `address` is empty where the text has none.
struct Remote {
    std::string_view host;
    std::string_view address;
    std::string_view port; // with its colon
};

Remote takeApart(std::string_view text)
{
    Remote remote {text, {}, {}};
    const std::size_t colon = text.rfind(':');
    if (colon != std::string_view::npos) {
        remote.port = text.substr(colon);
        remote.host = text.substr(0, colon);
    }
    const std::size_t slash = remote.host.find('/');
    if (slash != std::string_view::npos) {
        remote.address = remote.host.substr(slash + 1);
        remote.host = remote.host.substr(0, slash);
        if (remote.host.empty())
            remote.host = std::exchange(remote.address, {});
    }
    return remote;
}

std::string ordinal(std::int64_t n, Language language)
{
    if (language == Language::Chinese)
        return std::to_string(n);
    static constexpr std::array<std::string_view, 11> kWords {
        "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"};
    if (n > 0 && n < static_cast<std::int64_t>(kWords.size()))
        return std::string(kWords[static_cast<std::size_t>(n)]);
    const std::int64_t last = n % 10;
    const bool teen = n % 100 >= 11 && n % 100 <= 13;
    return std::to_string(n) + (teen ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

/// Who shares a client.id.
struct Sharing {
    std::size_t instances = 0;
    std::set<std::string_view> entries;
    int named = 0; ///< by number, so far

    /// The scenario's names tell them apart.
    bool isTold() const { return entries.size() == instances && !entries.contains(std::string_view {}); }
};

} // namespace

std::string nodeText(NodeId node) { return node.isValid() ? std::to_string(node.value) : std::string("-"); }

std::string nodeMeaning(NodeId node, Role role, Language language)
{
    if (node.isBootstrap())
        return say(language, Phrase::BootstrapAddress, ordinal(-std::int64_t {node.value}, language));
    const std::string broker = std::to_string(node.brokerId().value);
    if (node.isCoordinator())
        return say(language, Phrase::CoordinatorNode, broker);
    if (!node.isBroker())
        return {};
    return say(language, role == Role::Transaction ? Phrase::BrokerTransaction : Phrase::BrokerNumber, broker);
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many)
{
    std::string out = std::to_string(count) + ' ';
    if (count == 1 || many.empty())
        out += one;
    else
        out += many;
    if (count != 1 && many.empty())
        out += 's';
    return out;
}

std::string joinAnd(const std::vector<std::string>& words, Language language)
{
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0)
            out += pattern(i + 1 == words.size() ? Phrase::And : Phrase::Comma, language);
        out += words[i];
    }
    return out;
}

Names::Names(const trace::Trace& trace)
    : m_trace(&trace)
{
    extend();
}

void Names::extend()
{
    const trace::Trace& trace = *m_trace;
    bool newClients = trace.clientCount() != m_ids.size();
    m_ids.resize(trace.clientCount());
    m_entries.resize(trace.clientCount());
    m_opened.resize(trace.connectionCount());
    for (; m_size < trace.size(); ++m_size) {
        const trace::Event& e = trace[m_size];
        if (e.kind == trace::EventKind::ClientCreated && e.client.value < m_ids.size()) {
            m_ids[e.client.value] = e.text;
            m_entries[e.client.value] = trace::entryName(trace, e);
            newClients = true;
        } else if (e.kind == trace::EventKind::ConnectStarted && e.connection.value < m_opened.size()) {
            if (!m_opened[e.connection.value].isValid())
                m_opened[e.connection.value] = EventId {static_cast<std::uint32_t>(m_size)};
            const Remote remote = takeApart(trace.text(e.text));
            Addresses& known = m_hosts.try_emplace(remote.host, Addresses {remote.address}).first->second;
            known.several = known.several || known.first != remote.address;
        }
    }
    if (newClients)
        nameClients();
}

void Names::setHalves(const std::vector<ClientId>& halves, const std::vector<trace::Origin>& origins)
{
    m_sameAs.assign(halves.size(), {});
    for (std::size_t c = 0; c < halves.size(); ++c) {
        if (origins[c] == trace::Origin::Second)
            m_sameAs[c] = halves[c];
    }
    nameClients();
}

void Names::nameClients()
{
    const trace::Trace& trace = *m_trace;
    m_clients.assign(m_ids.size(), {});
    m_nameless.assign(m_ids.size(), false);
    m_clientWidth = 0;
    std::map<TextId, Sharing> sharings;
    const auto isHalf = [this](std::size_t c) { return c < m_sameAs.size() && m_sameAs[c].isValid(); };
    for (std::size_t c = 0; c < m_ids.size(); ++c) {
        if (isHalf(c))
            continue;
        Sharing& sharing = sharings[m_ids[c]];
        ++sharing.instances;
        sharing.entries.insert(m_entries[c]);
    }
    for (std::size_t c = 0; c < m_ids.size(); ++c) {
        if (isHalf(c)) { // whose half it is was named before
            m_clients[c] = m_clients[m_sameAs[c].value];
            m_nameless[c] = m_nameless[m_sameAs[c].value];
            continue;
        }
        const std::string_view text = trace.text(m_ids[c]);
        std::string& name = m_clients[c];
        Sharing& sharing = sharings[m_ids[c]];
        if (text.empty()) {
            name = say(Language::English, Phrase::ClientNumber, std::to_string(c + 1));
            m_nameless[c] = true;
        } else {
            name = printable(text, kNameLimit);
            if (sharing.instances > 1 && sharing.isTold())
                name += " (" + printable(m_entries[c], kNameLimit) + ')';
            else if (sharing.instances > 1)
                name += " #" + std::to_string(++sharing.named);
        }
        m_clientWidth = std::max(m_clientWidth, displayWidth(name));
    }
}

const std::string& Names::client(ClientId id) const
{
    return id.value < m_clients.size() ? m_clients[id.value] : m_none;
}

std::string Names::client(ClientId id, Language language) const
{
    if (id.value < m_nameless.size() && m_nameless[id.value])
        return say(language, Phrase::ClientNumber,
            std::to_string(
                (id.value < m_sameAs.size() && m_sameAs[id.value].isValid() ? m_sameAs[id.value] : id).value + 1));
    return client(id);
}

std::string Names::remote(ConnectionId id) const
{
    const EventId event = opened(id);
    if (!event.isValid())
        return {};
    const Remote remote = takeApart(m_trace->text((*m_trace)[event].text));
    std::string out(remote.host);
    if (const auto known = m_hosts.find(remote.host);
        known != m_hosts.end() && known->second.several && !remote.address.empty())
        (out += '/') += remote.address;
    out += remote.port;
    return printable(out, kNameLimit);
}

NodeId Names::node(ConnectionId id) const
{
    const EventId event = opened(id);
    return event.isValid() ? (*m_trace)[event].node : NodeId {};
}

EventId Names::opened(ConnectionId id) const { return id.value < m_opened.size() ? m_opened[id.value] : EventId {}; }

std::string Names::place(const trace::Event& event, Language language) const
{
    const NodeId node = event.node.isValid() ? event.node : this->node(event.connection);
    if (!node.isValid())
        return event.broker.isValid() ? say(language, Phrase::BrokerNumber, std::to_string(event.broker.value))
                                      : std::string();
    const std::string remote = this->remote(event.connection);
    return say(language, remote.empty() ? Phrase::NodePlace : Phrase::NodePlaceRemote,
        [&](std::string_view slot) { return slot == "node" ? nodeText(node) : remote; });
}

} // namespace connscope::analysis
