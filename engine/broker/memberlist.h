// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/socketserver.h"
#include "broker/world.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// \file
/// The members of a consumer group (MemberMetadata), and how they are found. A group may have ten thousand, all of which join in the
/// same seconds; what is asked at each request (who is this, are all here, do all speak one protocol) is answered without
/// a walk over them.

namespace connscope::broker {

struct Member {
    std::uint32_t uid = kNone; ///< never reused; counts up in the order in which members come
    std::string id;
    std::string instanceId; ///< group.instance.id; "" = dynamic
    std::string protocol; ///< changed by MemberList::setProtocol only
    std::vector<std::string> topics;
    std::vector<protocol::TopicPartition> assignment;
    Duration sessionTimeout {};
    Duration rebalanceTimeout {};
    Instant joinedAt {}; ///< when the JOIN_GROUP in hand came
    RequestRef join;
    RequestRef sync;
    bool awaitingJoin = false; ///< its JOIN_GROUP is being held; changed by MemberList::setAwaitingJoin only
    bool awaitingSync = false;
    bool isNew = true; ///< not yet part of a generation
    EventId lastHeard; ///< the event of its last request
    // The session timer: one is on its way for armedAt; deadline may have moved on since.
    Instant deadline = kNever;
    Instant armedAt = kNever;
    std::int64_t timerToken = 0;
};

/// Members by uid, which is the order in which they came. Addresses stay until a member is erased.
class MemberList {
public:
    using Map = std::map<std::uint32_t, Member>;

    Map::iterator begin() { return m_byUid.begin(); }
    Map::iterator end() { return m_byUid.end(); }
    Map::const_iterator begin() const { return m_byUid.begin(); }
    Map::const_iterator end() const { return m_byUid.end(); }
    bool empty() const { return m_byUid.empty(); }
    std::size_t size() const { return m_byUid.size(); }
    /// The one that has been there longest; there must be one.
    const Member& front() const { return m_byUid.begin()->second; }

    /// nullptr: no such member; pointers are good until it is erased.
    Member* find(std::string_view memberId);
    const Member* find(std::string_view memberId) const { return const_cast<MemberList*>(this)->find(memberId); }
    Member* findUid(std::uint32_t uid);
    const Member* findUid(std::uint32_t uid) const { return const_cast<MemberList*>(this)->findUid(uid); }
    /// nullptr for "".
    Member* findInstance(std::string_view instanceId);

    /// Adds it, with a uid that no other has.
    Member& add(Member member);
    /// Returns the place behind it.
    Map::iterator erase(std::uint32_t uid);
    void setId(Member& member, std::string id);
    void setProtocol(Member& member, std::string_view protocol);
    void setAwaitingJoin(Member& member, bool awaiting);

    /// How many JOIN_GROUPs are being held.
    std::size_t awaitingJoins() const { return m_awaitingJoins; }
    /// True if somebody other than \a memberId has another protocol than \a protocol.
    bool hasOtherProtocol(std::string_view protocol, std::string_view memberId) const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view> {}(text); }
    };
    using ByText = std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>>;

    Map m_byUid;
    ByText m_byId; // uid
    ByText m_byInstance; // uid
    std::map<std::string, std::size_t, std::less<>> m_protocols; // how many have it
    std::size_t m_awaitingJoins = 0;
};

/// Ids that were given out with MEMBER_ID_REQUIRED and have not been used yet (KIP-394).
class PendingMembers {
public:
    bool empty() const { return m_byUid.empty(); }
    bool contains(std::string_view id) const { return m_uids.find(id) != m_uids.end(); }
    void add(std::uint32_t uid, std::string_view id);
    bool erase(std::string_view id); ///< false: was not there
    bool erase(std::uint32_t uid); ///< false: was not there
    void clear();

private:
    std::map<std::uint32_t, std::string> m_byUid;
    std::map<std::string, std::uint32_t, std::less<>> m_uids;
};

} // namespace connscope::broker
