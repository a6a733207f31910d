// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/memberlist.h"

#include <algorithm>
#include <utility>

namespace connscope::broker {

void MemberList::copy(const MemberList& other)
{
    m_byUid = other.m_byUid;
    const auto point = [this](ByText& texts, const ByText& others) {
        texts.clear();
        for (const auto& [text, member] : others)
            texts.emplace(text, &m_byUid.find(member->uid)->second);
    };
    point(m_byId, other.m_byId);
    point(m_byInstance, other.m_byInstance);
    m_protocols = other.m_protocols;
    m_awaitingJoins = other.m_awaitingJoins;
}

Member* MemberList::find(std::string_view memberId)
{
    const auto it = m_byId.find(memberId);
    return it == m_byId.end() ? nullptr : it->second;
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
    return it == m_byInstance.end() ? nullptr : it->second;
}

Member& MemberList::add(Member member)
{
    count(member, true);
    m_awaitingJoins += member.awaitingJoin ? 1 : 0;
    const std::uint32_t uid = member.uid;
    Member& added = m_byUid.insert_or_assign(m_byUid.end(), uid, std::move(member))->second;
    m_byId.insert_or_assign(added.id, &added);
    if (!added.instanceId.empty())
        m_byInstance.emplace(added.instanceId, &added);
    return added;
}

MemberList::Map::iterator MemberList::erase(std::uint32_t uid)
{
    const auto at = m_byUid.find(uid);
    Member& member = at->second;
    setAwaitingJoin(member, false);
    if (const auto it = m_byId.find(member.id); it != m_byId.end() && it->second == &member)
        m_byId.erase(it);
    if (const auto it = m_byInstance.find(member.instanceId); it != m_byInstance.end() && it->second == &member)
        m_byInstance.erase(it);
    count(member, false);
    return m_byUid.erase(at);
}

void MemberList::setId(Member& member, std::string id)
{
    m_byId.erase(member.id);
    member.id = std::move(id);
    m_byId.insert_or_assign(member.id, &member);
}

void MemberList::count(const Member& member, bool speaks)
{
    const auto add = [&](std::string_view name) {
        const auto it = m_protocols.find(name);
        if (it == m_protocols.end())
            m_protocols.emplace(name, 1);
        else if (speaks)
            ++it->second;
        else if (--it->second == 0)
            m_protocols.erase(it);
    };
    if (!member.detail)
        return add(member.protocol);
    std::vector<std::string_view> names; // a name that is said twice is one
    for (const protocol::GroupProtocol& p : member.detail->protocols)
        names.push_back(p.name);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::for_each(names.begin(), names.end(), add);
}

void MemberList::setProtocols(
    Member& member, std::string_view protocol, const std::shared_ptr<const protocol::JoinGroupDetail>& detail)
{
    if (!detail && !member.detail && member.protocol == protocol)
        return;
    count(member, false);
    member.detail = detail;
    member.protocol
        = detail && !detail->protocols.empty() ? std::string_view(detail->protocols.front().name) : protocol;
    count(member, true);
}

void MemberList::setAwaitingJoin(Member& member, bool awaiting)
{
    if (member.awaitingJoin == awaiting)
        return;
    member.awaitingJoin = awaiting;
    m_awaitingJoins += awaiting ? std::size_t {1} : static_cast<std::size_t>(-1);
}

namespace {

bool speaks(const Member& member, std::string_view protocol)
{
    if (!member.detail)
        return member.protocol == protocol;
    return std::any_of(member.detail->protocols.begin(), member.detail->protocols.end(),
        [protocol](const protocol::GroupProtocol& p) { return p.name == protocol; });
}

} // namespace

protocol::Bytes Member::metadataFor(std::string_view protocolName) const
{
    if (detail) {
        for (const protocol::GroupProtocol& p : detail->protocols) {
            if (p.name == protocolName)
                return p.metadata;
        }
    }
    return {};
}

bool MemberList::hasOtherProtocol(std::string_view protocol, std::string_view memberId) const
{
    const auto it = m_protocols.find(protocol);
    std::size_t others = size() - (it == m_protocols.end() ? 0 : it->second);
    if (const Member* own = find(memberId); own != nullptr && !speaks(*own, protocol))
        --others;
    return others > 0;
}

std::string MemberList::selectProtocol() const
{
    const auto isCandidate = [this](std::string_view name) {
        const auto it = m_protocols.find(name);
        return it != m_protocols.end() && it->second == size();
    };
    std::vector<std::pair<std::string_view, std::size_t>> votes; // in the order of the first vote for each
    const auto vote = [&](std::string_view name) {
        const auto it = std::find_if(votes.begin(), votes.end(), [&](const auto& v) { return v.first == name; });
        if (it == votes.end())
            votes.emplace_back(name, 1);
        else
            ++it->second;
    };
    for (const auto& [uid, member] : m_byUid) {
        if (!member.detail) {
            if (isCandidate(member.protocol))
                vote(member.protocol);
            continue;
        }
        const auto& own = member.detail->protocols;
        const auto first = std::find_if(
            own.begin(), own.end(), [&](const protocol::GroupProtocol& p) { return isCandidate(p.name); });
        if (first != own.end())
            vote(first->name);
    }
    const auto most = std::max_element(
        votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == votes.end() ? std::string {} : std::string(most->first);
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
