// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/reactor.h"

#include "real/systemerror.h"

#include <QSocketNotifier>

#include <sys/epoll.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace connscope::real {

Reactor::Reactor(const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
{
}

Reactor::~Reactor() = default;

Result<void> Reactor::open()
{
    m_epoll = Fd(::epoll_create1(EPOLL_CLOEXEC));
    m_timer = Fd(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
    if (!m_epoll.isOpen() || !m_timer.isOpen())
        return fail(systemError("no descriptor for watching sockets", errno));
    epoll_event event {};
    event.events = EPOLLIN;
    event.data.ptr = nullptr; // the alarm
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, m_timer.get(), &event);
    m_notifier = std::make_unique<QSocketNotifier>(m_epoll.get(), QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] { look(); });
    return {};
}

void Reactor::add(int fd, std::uint32_t events, Watched* watched)
{
    epoll_event event {};
    event.events = events;
    event.data.ptr = watched;
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, fd, &event);
}

void Reactor::modify(int fd, std::uint32_t events, Watched* watched)
{
    epoll_event event {};
    event.events = events;
    event.data.ptr = watched;
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_MOD, fd, &event);
}

void Reactor::remove(int fd, Watched* watched)
{
    epoll_event event {};
    ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, fd, &event);
    std::replace(m_batch.begin(), m_batch.end(), watched, static_cast<Watched*>(nullptr));
}

void Reactor::setAlarm(Instant at)
{
    // An alarm that goes off too early costs a turn in which nothing is due, once; moving it at each turn costs a system call.
    if (at >= m_alarm)
        return;
    m_alarm = at;
    itimerspec spec {};
    const std::int64_t wait = std::max<std::int64_t>((at - m_clock.now()).count(), 1);
    spec.it_value.tv_sec = wait / 1'000'000'000;
    spec.it_value.tv_nsec = wait % 1'000'000'000;
    ::timerfd_settime(m_timer.get(), 0, &spec, nullptr);
}

void Reactor::look()
{
    std::array<epoll_event, 512> events;
    const int count = ::epoll_wait(m_epoll.get(), events.data(), static_cast<int>(events.size()), 0);
    if (count <= 0)
        return;
    m_batch.clear();
    for (int i = 0; i < count; ++i) {
        m_batch.push_back(static_cast<Watched*>(events[static_cast<std::size_t>(i)].data.ptr));
        if (m_batch.back() == nullptr) {
            std::uint64_t times = 0;
            [[maybe_unused]] const auto read = ::read(m_timer.get(), &times, sizeof times);
            m_alarm = kNever;
        }
    }
    m_looking = true;
    for (std::size_t i = 0; i < m_batch.size(); ++i) {
        if (m_batch[i] != nullptr)
            m_batch[i]->ready(events[i].events);
    }
    m_looking = false;
    m_batch.clear();
    if (m_turn)
        m_turn();
}

} // namespace connscope::real
