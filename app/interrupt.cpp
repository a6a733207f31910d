// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interrupt.h"

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <unistd.h>
#include <utility>

namespace connscope::app {

namespace {

// What a signal handler may touch. Constant initialisation, nothing runs before main().
std::atomic<bool> interrupted {false};
std::atomic<bool> held {false};
std::atomic<int> firstSignal {0};
std::atomic<std::int64_t> firstAt {0}; // milliseconds of the monotonic clock
/// timeout(1) signals its child and then the whole group: that is one signal, not somebody who lost patience.
constexpr std::int64_t kSameSignalMs = 200;
std::atomic<const char*> words {nullptr};
std::atomic<std::size_t> wordsLength {0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free
    && std::atomic<std::int64_t>::is_always_lock_free && std::atomic<const char*>::is_always_lock_free
    && std::atomic<std::size_t>::is_always_lock_free);

std::int64_t milliseconds()
{
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now); // may be called by a signal handler
    return std::int64_t {now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

void onSignal(int number)
{
    int none = 0;
    if (firstSignal.compare_exchange_strong(none, number)) {
        firstAt = milliseconds();
        interrupted = true;
        return;
    }
    if (held || (interrupted && number == firstSignal && milliseconds() - firstAt < kSameSignalMs))
        return;
    // A file that is being written has no name yet (QSaveFile), so nothing is left behind.
    if (const char* text = words) {
        [[maybe_unused]] const auto written = ::write(2, text, wordsLength);
    }
    ::_exit(128 + number);
}

void handle(void (*handler)(int))
{
    struct sigaction action { };
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    // One after the other, so that the first is the first: a second one must not overtake it inside its handler.
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaddset(&action.sa_mask, SIGHUP);
    action.sa_flags = 0; // no SA_RESTART: a write that blocks must come back
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    // A terminal that was closed ends a run as Ctrl-C does; whoever is to outlive it (nohup) has it ignored already.
    struct sigaction hangUp { };
    if (sigaction(SIGHUP, nullptr, &hangUp) == 0 && hangUp.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, nullptr);
}

} // namespace

Interrupt::Interrupt(std::string lastWords)
    : m_lastWords(std::move(lastWords.append("\n")))
{
    interrupted = false;
    held = false;
    firstSignal = 0;
    wordsLength = m_lastWords.size();
    words = m_lastWords.data();
    handle(onSignal);
}

Interrupt::~Interrupt()
{
    // After a first signal the program is about to end with its status, and what was to be written is in its place: one
    // that comes between here and the end must not turn that into a death by signal.
    handle(firstSignal == 0 ? SIG_DFL : SIG_IGN);
    words = nullptr;
}

void endAtInterrupt(const char* said)
{
    wordsLength = std::strlen(said);
    words = said;
    interrupted = false;
    firstSignal = SIGINT; // as if the first had come: the handler ends the program
    handle(onSignal);
}

const std::atomic<bool>& Interrupt::flag() const { return interrupted; }

int Interrupt::signal() const { return firstSignal; }

void Interrupt::hold() { held = true; }

} // namespace connscope::app
