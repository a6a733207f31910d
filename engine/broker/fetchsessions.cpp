// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/fetchsessions.h"

#include <limits>

namespace connscope::broker {

using protocol::ErrorCode;

void FetchSessions::clear(std::uint32_t slots)
{
    m_slots = slots;
    m_sessions.clear();
    m_sessions.resize(1);
    m_free.clear();
    m_byId.clear();
}

void FetchSessions::unlink(std::uint32_t index)
{
    const Session& session = m_sessions[index];
    m_sessions[session.older].newer = session.newer;
    m_sessions[session.newer].older = session.older;
}

void FetchSessions::append(std::uint32_t index)
{
    Session& session = m_sessions[index];
    session.older = m_sessions[0].older;
    session.newer = 0;
    m_sessions[session.older].newer = index;
    m_sessions[0].older = index;
}

void FetchSessions::close(std::int32_t sessionId)
{
    const std::uint32_t index = m_byId.find(static_cast<std::uint32_t>(sessionId));
    if (index == FlatMap::kNothing)
        return;
    unlink(index);
    m_sessions[index].contents.reset();
    m_free.push_back(index);
    m_byId.erase(static_cast<std::uint32_t>(sessionId));
}

std::int32_t FetchSessions::open(Instant now, Rng& rng)
{
    if (m_byId.size() >= m_slots) {
        const std::uint32_t oldest = m_sessions[0].newer;
        if (oldest == 0 || now - m_sessions[oldest].lastUsed < kEvictionTime)
            return kNoSession;
        close(m_sessions[oldest].id);
    }
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
    append(index);
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
    outcome.sessionId = sessionId;
    outcome.incremental = true;
    if (m_sessions[0].older != index) {
        unlink(index);
        append(index);
    }
    return outcome;
}

} // namespace connscope::broker
