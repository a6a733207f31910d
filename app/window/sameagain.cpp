// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sameagain.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace connscope::app {

namespace {

/// Client, node id, and how many of that client to that node id came before.
using Place = std::tuple<std::string, NodeId, std::size_t>;

/// Calls \a take with each connection and its place.
template <typename Take>
void eachPlace(const analysis::Names& names, const std::vector<trace::ConnectionLife>& lives, Take take)
{
    std::map<std::pair<std::string, NodeId>, std::size_t> counts;
    for (const trace::ConnectionLife& life : lives) {
        const std::string& client = names.client(life.client);
        take(life.id, Place(client, life.node, counts[{client, life.node}]++));
    }
}

/// How many events at the beginning are the same.
std::size_t alike(const trace::Trace& a, const trace::Trace& b)
{
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t i = 0;
    while (i < most && a[i] == b[i] && a.text(a[i].text) == b.text(b[i].text))
        ++i;
    return i;
}

} // namespace

std::function<view::Item(view::Item)> sameAgain(
    const view::Document& before, const trace::Trace& own, const view::Content& next)
{
    const trace::Twofold* twofold = before.twofold();
    std::vector<ClientId> clients(before.trace().clientCount());
    std::map<std::string, ClientId> byName;
    for (std::uint32_t c = 0; c < next.trace.clientCount(); ++c)
        byName.emplace(next.names.client(ClientId {c}), ClientId {c});
    for (std::uint32_t c = 0; c < clients.size(); ++c) {
        if (const auto found = byName.find(before.names().client(ClientId {c})); found != byName.end())
            clients[c] = found->second;
    }

    std::vector<ConnectionId> connections(before.trace().connectionCount());
    std::map<Place, ConnectionId> byPlace;
    eachPlace(
        next.names, next.lives.all(), [&](ConnectionId id, Place place) { byPlace.emplace(std::move(place), id); });
    // Of two runs the first is the one that is run again: the second's are neither counted nor found but by their halves.
    std::vector<trace::ConnectionLife> lives;
    std::copy_if(before.lives().begin(), before.lives().end(), std::back_inserter(lives),
        [twofold](const trace::ConnectionLife& life) {
            return !twofold || twofold->origin(life.id) != trace::Origin::Second;
        });
    eachPlace(before.names(), lives, [&](ConnectionId id, const Place& place) {
        if (const auto found = byPlace.find(place); found != byPlace.end())
            connections[id.value] = found->second;
    });
    std::vector<EventId> events(before.trace().size());
    const std::size_t same = alike(own, next.trace);
    for (std::uint32_t i = 0; i < events.size(); ++i) {
        const EventId id = twofold ? twofold->eventIn[0][i] : EventId {i};
        events[i] = id.isValid() && id.value < same ? id : EventId {};
    }
    if (twofold) {
        for (std::uint32_t c = 0; c < connections.size(); ++c) {
            if (const ConnectionId shown = twofold->shown(ConnectionId {c}); shown.value != c)
                connections[c] = connections[shown.value];
        }
    }

    return [clients = std::move(clients), connections = std::move(connections), events = std::move(events)](
               view::Item item) {
        using Kind = view::Item::Kind;
        const auto connection = [&] { return item.id < connections.size() ? connections[item.id] : ConnectionId {}; };
        const auto event = [&] { return item.id < events.size() ? events[item.id] : EventId {}; };
        switch (item.kind) {
        case Kind::Client:
            return item.id < clients.size() ? view::Item::of(clients[item.id]) : view::Item();
        case Kind::Connection:
            return view::Item::of(connection());
        case Kind::Lane:
            return view::Item::lane(connection());
        case Kind::Event:
            return view::Item::of(event());
        case Kind::Request:
            return view::Item::request(event());
        case Kind::Broker:
            return item;
        case Kind::Group:
        case Kind::None:
            break;
        }
        return view::Item();
    };
}

} // namespace connscope::app
