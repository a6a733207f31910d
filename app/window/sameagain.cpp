// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sameagain.h"

#include <algorithm>
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

std::function<view::Item(view::Item)> sameAgain(const view::Document& before, const view::Content& next)
{
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
    eachPlace(before.names(), before.lives(), [&](ConnectionId id, const Place& place) {
        if (const auto found = byPlace.find(place); found != byPlace.end())
            connections[id.value] = found->second;
    });

    return [clients = std::move(clients), connections = std::move(connections),
               events = alike(before.trace(), next.trace)](view::Item item) {
        using Kind = view::Item::Kind;
        const auto connection = [&] { return item.id < connections.size() ? connections[item.id] : ConnectionId {}; };
        switch (item.kind) {
        case Kind::Client:
            return item.id < clients.size() ? view::Item::of(clients[item.id]) : view::Item();
        case Kind::Connection:
            return view::Item::of(connection());
        case Kind::Lane:
            return view::Item::lane(connection());
        case Kind::Event:
        case Kind::Request:
            return item.id < events ? item : view::Item();
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
