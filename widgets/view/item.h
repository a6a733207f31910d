// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"

#include <QMetaType>

#include <cstddef>
#include <cstdint>

namespace connscope::view {

/// A thing of the picture that can be selected, hovered and inspected: a kind and an id, good in every view.
struct Item {
    enum class Kind : std::uint8_t {
        None,
        Connection, ///< id = ConnectionId
        Client, ///< id = ClientId
        Broker, ///< id = BrokerId
        Event, ///< id = EventId
        Request, ///< id = EventId of its RequestSent (or RequestQueued where it was never sent)
        Lane, ///< id = ConnectionId of the lane's first connection
        Group, ///< id = a place in the Selection, see Selection::group
    };
    Kind kind = Kind::None;
    std::uint32_t id = 0;

    static Item none() { return {}; }
    static Item of(ConnectionId c) { return c.isValid() ? Item {Kind::Connection, c.value} : Item {}; }
    static Item of(ClientId c) { return c.isValid() ? Item {Kind::Client, c.value} : Item {}; }
    static Item of(BrokerId b)
    {
        return b.isValid() ? Item {Kind::Broker, static_cast<std::uint32_t>(b.value)} : Item {};
    }
    static Item of(EventId e) { return e.isValid() ? Item {Kind::Event, e.value} : Item {}; }
    static Item request(EventId sent) { return sent.isValid() ? Item {Kind::Request, sent.value} : Item {}; }
    static Item lane(ConnectionId first) { return first.isValid() ? Item {Kind::Lane, first.value} : Item {}; }

    static Item group(std::uint32_t place) { return {Kind::Group, place}; }

    bool isNone() const { return kind == Kind::None; }
    explicit operator bool() const { return !isNone(); }
    /// Invalid ids for items of another kind.
    ConnectionId connection() const
    {
        return kind == Kind::Connection || kind == Kind::Lane ? ConnectionId {id} : ConnectionId {};
    }
    ClientId client() const { return kind == Kind::Client ? ClientId {id} : ClientId {}; }
    BrokerId broker() const { return kind == Kind::Broker ? BrokerId {static_cast<std::int32_t>(id)} : BrokerId {}; }
    /// Of an event or of a request.
    EventId event() const { return kind == Kind::Event || kind == Kind::Request ? EventId {id} : EventId {}; }

    bool operator==(const Item&) const = default;
};

inline std::size_t qHash(const Item& item, std::size_t seed = 0) noexcept
{
    return seed ^ ((static_cast<std::size_t>(item.kind) << 32U) + item.id);
}

} // namespace connscope::view

Q_DECLARE_METATYPE(connscope::view::Item)
