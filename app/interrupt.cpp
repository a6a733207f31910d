// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interrupt.h"

#include <csignal>

namespace connscope::app {

namespace {

// What a signal handler may touch. Constant initialisation, nothing runs before main().
std::atomic<bool> interrupted {false};
std::atomic<int> lastSignal {0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void onSignal(int number)
{
    lastSignal = number;
    interrupted = true;
}

void handle(void (*handler)(int))
{
    struct sigaction action { };
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = 0; // no SA_RESTART: a write that blocks must come back
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

} // namespace

Interrupt::Interrupt()
{
    clear();
    handle(onSignal);
}

Interrupt::~Interrupt() { handle(SIG_DFL); }

const std::atomic<bool>& Interrupt::flag() const { return interrupted; }

int Interrupt::signal() const { return lastSignal; }

void Interrupt::clear()
{
    interrupted = false;
    lastSignal = 0;
}

} // namespace connscope::app
