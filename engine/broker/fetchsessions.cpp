// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/fetchsessions.h"

#include <limits>

namespace connscope::broker {

using protocol::ErrorCode;

void FetchSessions::clear(std::uint32_t slots)
{
    m_slots = slots;
    m_notBefore = Instant::min();
    m_sessions.clear();
    m_free.clear();
    m_byId.clear();
}

void FetchSessions::close(std::int32_t sessionId)
{
    const std::uint32_t index = m_byId.find(static_cast<std::uint32_t>(sessionId));
    if (index == FlatMap::kNothing)
        return;
    m_sessions[index].id = kNoSession;
    m_sessions[index].contents.reset();
    m_free.push_back(index);
    m_byId.erase(static_cast<std::uint32_t>(sessionId));
}

bool FetchSessions::evict(Instant now)
{
    if (now < m_notBefore)
        return false;
    // Kafka keeps them in order of use. Looking for the oldest one when it is wanted costs each fetch less; and who finds
    // it too young need not look again before it is old enough.
    const Session* oldest = nullptr;
    for (const Session& session : m_sessions) {
        if (session.id != kNoSession && (oldest == nullptr || session.use < oldest->use))
            oldest = &session;
    }
    if (oldest == nullptr)
        return false;
    if (now - oldest->lastUsed < kEvictionTime) {
        m_notBefore = saturatingAdd(oldest->lastUsed, kEvictionTime);
        return false;
    }
    close(oldest->id);
    return true;
}

std::int32_t FetchSessions::open(Instant now, Rng& rng)
{
    if (m_byId.size() >= m_slots && !evict(now))
        return kNoSession;
    std::int32_t id = kNoSession;
    while (id == kNoSession || m_byId.find(static_cast<std::uint32_t>(id)) != FlatMap::kNothing)
        id = static_cast<std::int32_t>(1 + rng.below(std::numeric_limits<std::int32_t>::max()));
    std::uint32_t index = 0;
    if (m_free.empty()) {
        index = static_cast<std::uint32_t>(m_sessions.size());
        m_sessions.emplace_back();
    } else {
        index = m_free.back();
        m_free.pop_back();
    }
    m_sessions[index].id = id;
    m_sessions[index].epoch = 1;
    m_sessions[index].lastUsed = now;
    m_sessions[index].use = ++m_uses;
    m_byId.set(static_cast<std::uint32_t>(id), index);
    return id;
}

SessionPartitions* FetchSessions::contentsOf(std::int32_t sessionId)
{
    const std::uint32_t index = m_byId.find(static_cast<std::uint32_t>(sessionId));
    return index == FlatMap::kNothing ? nullptr : m_sessions[index].contents.get();
}

SessionPartitions& FetchSessions::fill(std::int32_t sessionId, bool byTopicId)
{
    auto& contents = m_sessions[m_byId.find(static_cast<std::uint32_t>(sessionId))].contents;
    contents = std::make_unique<SessionPartitions>(byTopicId);
    return *contents;
}

FetchSessions::Outcome FetchSessions::use(
    std::int32_t sessionId, std::int32_t epoch, bool empty, Instant now, Rng& rng)
{
    Outcome outcome;
    if (epoch == kInitialEpoch || epoch == kFinalEpoch) {
        close(sessionId);
        if (epoch == kInitialEpoch && !empty)
            outcome.sessionId = open(now, rng);
        return outcome;
    }
    const std::uint32_t index = m_byId.find(static_cast<std::uint32_t>(sessionId));
    if (index == FlatMap::kNothing) {
        outcome.error = ErrorCode::FetchSessionIdNotFound;
        return outcome;
    }
    Session& session = m_sessions[index];
    if (session.epoch != epoch) {
        outcome.error = ErrorCode::InvalidFetchSessionEpoch;
        return outcome;
    }
    session.epoch = epoch == std::numeric_limits<std::int32_t>::max() ? 1 : epoch + 1;
    session.lastUsed = now;
    session.use = ++m_uses;
    outcome.sessionId = sessionId;
    outcome.incremental = true;
    return outcome;
}

} // namespace connscope::broker
