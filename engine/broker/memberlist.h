// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/socketserver.h"
#include "broker/world.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// \file
/// The members of a consumer group (MemberMetadata), and how they are found. A group may have ten thousand, all of which join in the
/// same seconds; what is asked at each request (who is this, are all here, do all speak one protocol) is answered without
/// a walk over them.

namespace connscope::broker {

/// Where a member from outside joined from.
struct MemberOrigin {
    std::string clientId;
    std::string host; ///< "/127.0.0.1"
};

struct Member {
    std::uint32_t uid = kNone; ///< never reused; counts up in the order in which members come
    std::string id;
    std::string instanceId; ///< group.instance.id; "" = dynamic
    std::string protocol; ///< its favourite; changed by MemberList::setProtocols only
    std::shared_ptr<const protocol::JoinGroupDetail>
        detail; ///< all protocols of a member from outside; changed by MemberList::setProtocols only
    std::shared_ptr<const MemberOrigin> origin; ///< of a member from outside
    protocol::Bytes assignmentBytes; ///< instead of `assignment`
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

    /// What it told about itself for a protocol; null if nothing.
    protocol::Bytes metadataFor(std::string_view protocolName) const;
    /// The group's protocol type as it said it; null for our own clients.
    protocol::Bytes protocolType() const
    {
        return detail ? protocol::Bytes(detail, &detail->protocolType) : protocol::Bytes {};
    }
};

/// Members by uid, which is the order in which they came. Addresses stay until a member is erased.
class MemberList {
public:
    using Map = std::map<std::uint32_t, Member>;

    MemberList() = default;
    MemberList(MemberList&&) = default;
    MemberList& operator=(MemberList&&) = default;
    MemberList(const MemberList& other) { copy(other); }
    MemberList& operator=(const MemberList& other)
    {
        if (this != &other)
            copy(other);
        return *this;
    }
    ~MemberList() = default;

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
    /// \a detail counts if there is one: then \a protocol means nothing.
    void setProtocols(Member& member, std::string_view protocol,
        const std::shared_ptr<const protocol::JoinGroupDetail>& detail = nullptr);
    void setAwaitingJoin(Member& member, bool awaiting);

    /// How many JOIN_GROUPs are being held.
    std::size_t awaitingJoins() const { return m_awaitingJoins; }
    /// True if somebody other than \a memberId does not speak \a protocol.
    bool hasOtherProtocol(std::string_view protocol, std::string_view memberId) const;
    /// The protocol for all (GroupMetadata#selectProtocol): each member votes for the first of its own that everybody
    /// speaks; of two with as many votes that of the earlier voter. "" if there is none, or nobody.
    std::string selectProtocol() const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view> {}(text); }
    };
    using ByText = std::unordered_map<std::string, Member*, Hash, std::equal_to<>>;
    void copy(const MemberList& other);

    Map m_byUid; // its nodes never move: the others point into it
    ByText m_byId;
    ByText m_byInstance;
    void count(const Member& member, bool speaks);

    std::map<std::string, std::size_t, std::less<>> m_protocols; // how many speak it
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
