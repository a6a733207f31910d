// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/time.h"
#include "real/clock.h"
#include "real/fd.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

class QSocketNotifier;

/// \file
/// Many sockets behind one entry of Qt's event loop. Qt's own dispatcher looks at every socket it knows whenever one of
/// them speaks; with five thousand connections that is nearly all it does. Here an epoll set knows them, and Qt watches
/// the set: a turn costs what happened, whatever the number of sockets that were silent.
///
/// A timerfd in the same set is the alarm clock: with the resolution of the kernel's timers, not that of milliseconds.

namespace connscope::real {

/// Owns a socket and hears when something can be done with it.
class Watched {
public:
    virtual ~Watched() = default;
    /// \a events as epoll reports them (EPOLLIN, EPOLLOUT, EPOLLRDHUP, EPOLLHUP, EPOLLERR).
    virtual void ready(std::uint32_t events) = 0;
};

class Reactor : public QObject {
public:
    explicit Reactor(const Clock& clock, QObject* parent = nullptr);
    ~Reactor() override;

    /// The error is the system's: no descriptors left.
    Result<void> open();
    /// Called after each batch of sockets that were ready, and when the alarm goes off.
    void setTurn(std::function<void()> turn) { m_turn = std::move(turn); }

    /// \a events: EPOLLIN, EPOLLOUT; level-triggered. \a watched must be removed before it goes.
    void add(int fd, std::uint32_t events, Watched* watched);
    void modify(int fd, std::uint32_t events, Watched* watched);
    /// May be called while a batch is being dealt with: what it still holds for \a watched is dropped.
    void remove(int fd, Watched* watched);

    /// Sockets are being told what can be done with them; a turn follows.
    bool isLooking() const { return m_looking; }
    /// The next turn happens at \a at at the latest; an alarm that is set already for an earlier instant stays.
    void setAlarm(Instant at);

private:
    void look();

    const Clock& m_clock;
    std::function<void()> m_turn;
    Fd m_epoll;
    Fd m_timer;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::vector<Watched*> m_batch; // being dealt with
    Instant m_alarm = kNever;
    bool m_looking = false;
};

} // namespace connscope::real
