// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/memberlist.h"

#include <utility>

namespace connscope::broker {

Member* MemberList::find(std::string_view memberId)
{
    const auto it = m_byId.find(memberId);
    return it == m_byId.end() ? nullptr : findUid(it->second);
}

Member* MemberList::findUid(std::uint32_t uid)
{
    const auto it = m_byUid.find(uid);
    return it == m_byUid.end() ? nullptr : &it->second;
}

Member* MemberList::findInstance(std::string_view instanceId)
{
    if (instanceId.empty())
        return nullptr;
    const auto it = m_byInstance.find(instanceId);
    return it == m_byInstance.end() ? nullptr : findUid(it->second);
}

Member& MemberList::add(Member member)
{
    const std::uint32_t uid = member.uid;
    m_byId.insert_or_assign(member.id, uid);
    if (!member.instanceId.empty())
        m_byInstance.emplace(member.instanceId, uid);
    ++m_protocols[member.protocol];
    m_awaitingJoins += member.awaitingJoin ? 1 : 0;
    return m_byUid.insert_or_assign(m_byUid.end(), uid, std::move(member))->second;
}

MemberList::Map::iterator MemberList::erase(std::uint32_t uid)
{
    const auto at = m_byUid.find(uid);
    Member& member = at->second;
    setAwaitingJoin(member, false);
    if (const auto it = m_byId.find(member.id); it != m_byId.end() && it->second == uid)
        m_byId.erase(it);
    if (const auto it = m_byInstance.find(member.instanceId); it != m_byInstance.end() && it->second == uid)
        m_byInstance.erase(it);
    if (const auto it = m_protocols.find(member.protocol); --it->second == 0)
        m_protocols.erase(it);
    return m_byUid.erase(at);
}

void MemberList::setId(Member& member, std::string id)
{
    m_byId.erase(member.id);
    member.id = std::move(id);
    m_byId.insert_or_assign(member.id, member.uid);
}

void MemberList::setProtocol(Member& member, std::string_view protocol)
{
    if (member.protocol == protocol)
        return;
    if (const auto it = m_protocols.find(member.protocol); --it->second == 0)
        m_protocols.erase(it);
    member.protocol = protocol;
    ++m_protocols[member.protocol];
}

void MemberList::setAwaitingJoin(Member& member, bool awaiting)
{
    if (member.awaitingJoin == awaiting)
        return;
    member.awaitingJoin = awaiting;
    m_awaitingJoins += awaiting ? std::size_t {1} : static_cast<std::size_t>(-1);
}

bool MemberList::hasOtherProtocol(std::string_view protocol, std::string_view memberId) const
{
    const auto it = m_protocols.find(protocol);
    std::size_t others = size() - (it == m_protocols.end() ? 0 : it->second);
    if (const Member* own = find(memberId); own != nullptr && own->protocol != protocol)
        --others;
    return others > 0;
}

void PendingMembers::add(std::uint32_t uid, std::string_view id)
{
    m_byUid.emplace(uid, id);
    m_uids.emplace(id, uid);
}

bool PendingMembers::erase(std::string_view id)
{
    const auto it = m_uids.find(id);
    if (it == m_uids.end())
        return false;
    m_byUid.erase(it->second);
    m_uids.erase(it);
    return true;
}

bool PendingMembers::erase(std::uint32_t uid)
{
    const auto it = m_byUid.find(uid);
    if (it == m_byUid.end())
        return false;
    m_uids.erase(it->second);
    m_byUid.erase(it);
    return true;
}

void PendingMembers::clear()
{
    m_byUid.clear();
    m_uids.clear();
}

} // namespace connscope::broker
