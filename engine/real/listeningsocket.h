// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "real/endpoint.h"
#include "real/fd.h"
#include "real/reactor.h"

#include <memory>

/// \file
/// A broker's listening socket.

namespace connscope::real {

class ListeningSocket;

class AcceptListener {
public:
    virtual ~AcceptListener() = default;
    /// A new connection to \a broker, non-blocking.
    virtual void socketAccepted(BrokerId broker, Fd fd, const Endpoint& peer) = 0;
};

class ListeningSocket final : public Watched {
public:
    /// Listens on \a at; port 0: the system chooses one. \a backlog: connections that may wait to be accepted. \a bound: a socket
    /// that has the address already (takePort).
    static Result<std::unique_ptr<ListeningSocket>> open(
        BrokerId broker, const Endpoint& at, int backlog, Reactor& reactor, AcceptListener& listener, Fd bound = {});
    /// A socket with an address and nobody who listens: nobody else gets its port, and who connects is refused.
    static Result<Fd> takePort(const Endpoint& at);
    ~ListeningSocket() override;

    BrokerId broker() const { return m_broker; }
    /// With the port that the system chose.
    const Endpoint& at() const { return m_at; }
    void ready(std::uint32_t events) override;
    /// Nobody calls accept(2): the kernel shakes hands for as many as its backlog holds.
    void setPaused(bool paused);
    /// Takes up accepting again that had stopped for want of descriptors.
    void retry();
    /// SYNs vanish in the kernel before it looks at them (a socket filter that lets nothing through); or no longer.
    Result<void> setSilent(bool silent);

private:
    ListeningSocket(BrokerId broker, Fd fd, Reactor& reactor, AcceptListener& listener);

    BrokerId m_broker;
    Fd m_fd;
    Endpoint m_at;
    Reactor& m_reactor;
    AcceptListener& m_listener;
    bool m_paused = false;
    bool m_starved = false; // no descriptor was left for one more connection
};

/// Lets nothing that arrives for this socket through, or everything again: what a cut cable looks like from here. The
/// kernel's own filter for sockets (SO_ATTACH_FILTER) does it, so that retransmissions and timeouts are the real ones.
Result<void> setDeaf(int fd, bool deaf);

} // namespace connscope::real
