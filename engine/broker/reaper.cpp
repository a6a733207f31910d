// SPDX-License-Identifier: GPL-3.0-or-later
#include "broker/reaper.h"

#include <algorithm>

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
        processor.classes.push_back(std::move(own));
        m_processors.push_back(std::move(processor));
    }
    return first;
}

void Reaper::note(Link& link)
{
    link.lastActive = m_world.now;
    link.use = ++m_uses;
}

namespace {
constexpr auto later = [](const auto& a, const auto& b) { return a.use > b.use; };
} // namespace

void Reaper::place(IdleClass& c, std::uint32_t slot)
{
    Link& link = m_links[slot];
    link.placed = link.use;
    if (c.places.size() > 16 && c.places.size() / 2 > c.size) { // most are of connections that are gone
        std::erase_if(c.places, [this](const Place& p) { return m_links[p.slot].placed != p.use; });
        std::make_heap(c.places.begin(), c.places.end(), later);
    }
    c.places.push_back({link.use, slot});
    std::push_heap(c.places.begin(), c.places.end(), later);
}

std::uint32_t Reaper::oldestOf(IdleClass& c)
{
    for (;;) {
        const Place first = c.places.front();
        const Link& link = m_links[first.slot];
        const bool valid = link.placed == first.use;
        if (valid && link.use == first.use)
            return first.slot;
        std::pop_heap(c.places.begin(), c.places.end(), later);
        c.places.pop_back();
        if (valid)
            place(c, first.slot);
    }
}

Instant Reaper::expiryOf(IdleClass& c)
{
    return c.limitNs ? lastGood(m_links[oldestOf(c)].lastActive, *c.limitNs) : kNever;
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
            p.classes.push_back(std::move(c));
        }
    }
    Link& link = m_links[slot];
    link = Link {};
    link.processor = processor;
    link.idleClass = idleClass;
    note(link);
    ++p.classes[idleClass].size;
    place(p.classes[idleClass], slot);
    poll(processor);
    if (p.classes[idleClass].armedFor == kNever)
        arm(processor, idleClass);
}

void Reaper::touch(std::uint32_t slot, Instant at)
{
    Link& link = m_links[slot];
    note(link);
    link.lastActive = at;
    if (at < m_world.now) {
        IdleClass& c = m_processors[link.processor].classes[link.idleClass];
        if (expiryOf(c) < c.armedFor)
            arm(link.processor, link.idleClass);
    }
    poll(link.processor);
}

void Reaper::remove(std::uint32_t slot)
{
    Link& link = m_links[slot];
    --m_processors[link.processor].classes[link.idleClass].size;
    link.placed = 0;
    link.processor = kNone;
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
        if (m_world.now <= c.notBefore || c.size == 0)
            continue;
        c.notBefore = expiryOf(c);
        if (m_world.now > c.notBefore) {
            setDue(processor);
            return;
        }
    }
}

std::uint32_t Reaper::leastRecentlyUsed(std::uint32_t processor)
{
    std::uint32_t best = kNone;
    for (IdleClass& c : m_processors[processor].classes) {
        if (c.size == 0)
            continue;
        const std::uint32_t oldest = oldestOf(c);
        if (best == kNone || m_links[oldest].lastActive < m_links[best].lastActive)
            best = oldest;
    }
    return best;
}

void Reaper::takeExpired(std::vector<Expired>& expired)
{
    for (const std::uint32_t processor : m_due) {
        Processor& p = m_processors[processor];
        p.due = false;
        for (IdleClass& c : p.classes) {
            if (c.size == 0 || m_world.now <= expiryOf(c))
                continue;
            const std::uint32_t oldest = oldestOf(c);
            expired.push_back({oldest, m_world.now - m_links[oldest].lastActive, c.rule});
        }
    }
    m_due.clear();
}

void Reaper::arm(std::uint32_t processor, std::uint32_t idleClass)
{
    IdleClass& c = m_processors[processor].classes[idleClass];
    if (c.size == 0)
        return;
    const Instant expiry = expiryOf(c);
    if (expiry == kNever)
        return;
    const Instant at = m_world.now > expiry ? nextPoll(processor, m_world.now) : expiry + Duration {1};
    setTimer(processor, idleClass, at);
}

void Reaper::setTimer(std::uint32_t processor, std::uint32_t idleClass, Instant at)
{
    IdleClass& c = m_processors[processor].classes[idleClass];
    m_world.timers.set(at, TimerKind::Reap, processor, idleClass, ++c.token);
    c.armedFor = at;
}

void Reaper::onTimer(const Timer& timer)
{
    Processor& p = m_processors[timer.a];
    IdleClass& c = p.classes[timer.b];
    if (timer.value != c.token)
        return; // an earlier one was set since
    c.armedFor = kNever;
    if (c.size == 0)
        return; // armed again with the next connection
    const Instant expiry = expiryOf(c);
    if (m_world.now > expiry) {
        // Due now, or at the first poll after the expiry.
        const Instant tick = nextPoll(timer.a, expiry);
        if (m_world.now < tick) {
            setTimer(timer.a, timer.b, tick);
            return;
        }
        p.lastPoll = m_world.now;
        setDue(timer.a);
        // The next oldest one has to wait for the next poll, whether it is expired already or not.
        setTimer(timer.a, timer.b, m_world.now + kPollTimeout);
        return;
    }
    arm(timer.a, timer.b);
}

} // namespace connscope::broker
