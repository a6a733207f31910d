// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/leaving.h"

#include <QSocketNotifier>

#include <array>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace connscope::app {

namespace {

constexpr std::array kSignals {SIGTERM, SIGINT, SIGHUP};

// What a signal handler may touch.
std::atomic<int> writeEnd {-1};
std::atomic<int> first {0};

void onSignal(int number)
{
    int none = 0;
    if (!first.compare_exchange_strong(none, number))
        ::_exit(128 + number); // it was asked before and is still here
    const char byte = 0;
    [[maybe_unused]] const auto written = ::write(writeEnd, &byte, 1);
}

} // namespace

Leaving::Leaving(QObject* parent)
    : QObject(parent)
{
    int ends[2];
    if (::pipe(ends) != 0)
        return; // the signals then do what they always do
    for (const int end : ends)
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    first = 0;
    writeEnd = ends[1];
    m_notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &Leaving::take);
    struct sigaction action { };
    action.sa_handler = onSignal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (const int signal : kSignals) {
        struct sigaction before { };
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signal, &action, nullptr);
    }
}

Leaving::~Leaving()
{
    if (!m_notifier)
        return;
    struct sigaction own { };
    for (const int signal : kSignals) {
        if (sigaction(signal, nullptr, &own) == 0 && own.sa_handler == onSignal)
            ::signal(signal, SIG_DFL);
    }
    ::close(writeEnd.exchange(-1));
    ::close(static_cast<int>(m_notifier->socket()));
}

int Leaving::signal() const { return first; }

void Leaving::take()
{
    char byte = 0;
    [[maybe_unused]] const auto got = ::read(static_cast<int>(m_notifier->socket()), &byte, 1);
    emit asked();
}

} // namespace connscope::app
