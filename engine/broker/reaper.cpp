// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/reaper.h"

namespace connscope::broker {

namespace {

/// The last instant at which a connection used at \a lastActive is not expired yet. A limit may be below zero, where
/// Kafka's product of milliseconds and a million wrapped.
Instant lastGood(Instant lastActive, std::int64_t limitNs)
{
    return limitNs >= 0 ? saturatingAdd(lastActive, Duration {limitNs}) : lastActive - Duration {1};
}

} // namespace

std::uint32_t Reaper::startProcessors(BrokerIndex broker, std::uint32_t count)
{
    const auto first = static_cast<std::uint32_t>(m_processors.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        Processor processor;
        processor.broker = broker;
        processor.lastPoll = m_world.now
            - Duration {static_cast<std::int64_t>(m_rng.below(static_cast<std::uint64_t>(kPollTimeout.count())))};
        IdleClass own;
        own.limitNs = m_world.brokers[broker].config.idleNs;
        processor.classes.push_back(own);
        m_processors.push_back(std::move(processor));
    }
    return first;
}

Instant Reaper::expiryOf(const IdleClass& c) const
{
    return c.limitNs ? lastGood(m_links[c.oldest].lastActive, *c.limitNs) : kNever;
}

Instant Reaper::nextPoll(std::uint32_t processor, Instant t) const
{
    const Instant last = m_processors[processor].lastPoll;
    if (t < last)
        return last + kPollTimeout;
    return saturatingAdd(last, kPollTimeout * ((t - last) / kPollTimeout + 1));
}

void Reaper::add(std::uint32_t slot, std::uint32_t processor, std::optional<Duration> limit)
{
    if (slot >= m_links.size())
        m_links.resize(slot + 1);
    Processor& p = m_processors[processor];
    std::uint32_t idleClass = 0;
    if (limit) {
        const std::optional<std::int64_t> ns = limit->count() < 0 ? std::nullopt : std::optional(limit->count());
        idleClass = 1;
        while (idleClass < p.classes.size() && p.classes[idleClass].limitNs != ns)
            ++idleClass;
        if (idleClass == p.classes.size()) {
            IdleClass c;
            c.limitNs = ns;
            c.rule = trace::RuleId::CourseBrokerIdleExpiry;
            p.classes.push_back(c);
        }
    }
    m_links[slot] = Link {m_world.now, kNone, kNone, processor, idleClass};
    append(slot);
    poll(processor);
    if (!p.classes[idleClass].armed)
        arm(processor, idleClass);
}

void Reaper::append(std::uint32_t slot)
{
    Link& link = m_links[slot];
    IdleClass& c = m_processors[link.processor].classes[link.idleClass];
    link.older = c.newest;
    link.newer = kNone;
    if (c.newest != kNone)
        m_links[c.newest].newer = slot;
    else
        c.oldest = slot;
    c.newest = slot;
}

void Reaper::unlink(std::uint32_t slot)
{
    const Link& link = m_links[slot];
    IdleClass& c = m_processors[link.processor].classes[link.idleClass];
    (link.older != kNone ? m_links[link.older].newer : c.oldest) = link.newer;
    (link.newer != kNone ? m_links[link.newer].older : c.newest) = link.older;
}

void Reaper::touch(std::uint32_t slot)
{
    Link& link = m_links[slot];
    link.lastActive = m_world.now;
    if (link.newer != kNone) {
        unlink(slot);
        append(slot);
    }
    poll(link.processor);
}

void Reaper::remove(std::uint32_t slot)
{
    unlink(slot);
    m_links[slot].processor = kNone;
}

void Reaper::setDue(std::uint32_t processor)
{
    if (!m_processors[processor].due) {
        m_processors[processor].due = true;
        m_due.push_back(processor);
    }
}

void Reaper::poll(std::uint32_t processor)
{
    Processor& p = m_processors[processor];
    p.lastPoll = m_world.now;
    for (IdleClass& c : p.classes) {
        if (c.oldest == kNone || m_world.now <= c.notBefore)
            continue;
        c.notBefore = expiryOf(c);
        if (m_world.now > c.notBefore) {
            setDue(processor);
            return;
        }
    }
}

std::uint32_t Reaper::leastRecentlyUsed(std::uint32_t processor) const
{
    std::uint32_t best = kNone;
    for (const IdleClass& c : m_processors[processor].classes) {
        if (c.oldest != kNone && (best == kNone || m_links[c.oldest].lastActive < m_links[best].lastActive))
            best = c.oldest;
    }
    return best;
}

void Reaper::takeExpired(std::vector<Expired>& expired)
{
    for (const std::uint32_t processor : m_due) {
        Processor& p = m_processors[processor];
        p.due = false;
        for (const IdleClass& c : p.classes) {
            if (c.oldest != kNone && m_world.now > expiryOf(c))
                expired.push_back({c.oldest, m_world.now - m_links[c.oldest].lastActive, c.rule});
        }
    }
    m_due.clear();
}

void Reaper::arm(std::uint32_t processor, std::uint32_t idleClass)
{
    IdleClass& c = m_processors[processor].classes[idleClass];
    if (c.oldest == kNone)
        return;
    const Instant expiry = expiryOf(c);
    if (expiry == kNever)
        return;
    const Instant at = m_world.now > expiry ? nextPoll(processor, m_world.now) : expiry + Duration {1};
    m_world.timers.set(at, TimerKind::Reap, processor, idleClass);
    c.armed = true;
}

void Reaper::onTimer(const Timer& timer)
{
    Processor& p = m_processors[timer.a];
    IdleClass& c = p.classes[timer.b];
    c.armed = false;
    if (c.oldest == kNone)
        return; // armed again with the next connection
    const Instant expiry = expiryOf(c);
    if (m_world.now > expiry) {
        // Due now, or at the first poll after the expiry.
        const Instant tick = nextPoll(timer.a, expiry);
        if (m_world.now < tick) {
            m_world.timers.set(tick, TimerKind::Reap, timer.a, timer.b);
            c.armed = true;
            return;
        }
        p.lastPoll = m_world.now;
        setDue(timer.a);
        // The next oldest one has to wait for the next poll, whether it is expired already or not.
        m_world.timers.set(m_world.now + kPollTimeout, TimerKind::Reap, timer.a, timer.b);
        c.armed = true;
        return;
    }
    arm(timer.a, timer.b);
}

} // namespace connscope::broker
