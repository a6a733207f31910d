// SPDX-License-Identifier: GPL-3.0-or-later
// The bare scheduler beside a raw binary heap (std::priority_queue of a plain struct): the same actors, the same delays,
// the same order. Each actor reschedules itself after a delay drawn uniformly from 1 to 2^20 ns, or, in the second
// table, after a mixture of what a Kafka client's world has: segments of 100 us, service times, timers of minutes.
// The two run alternately; the ratio is the median over pairs of the CPU times.
#include "session/scheduler.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <queue>
#include <vector>

using connscope::Duration;
using connscope::fromNs;
using connscope::kNever;
using connscope::toNs;

namespace {

struct Chance {
    std::uint64_t state;
    std::uint64_t next()
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return state;
    }
};

enum class Delays { Uniform, Kafka };

std::int64_t delay(Chance& chance, Delays delays)
{
    const std::uint64_t draw = chance.next();
    if (delays == Delays::Uniform)
        return static_cast<std::int64_t>(1 + (draw & 0xfffff));
    switch (draw & 7) {
    case 0:
        return 600'000'000'000; // the next request
    case 1:
        return 20'000; // a turn
    case 2:
        return static_cast<std::int64_t>(100'000 + ((draw >> 8) & 0xffff)); // the broker's work
    default:
        return static_cast<std::int64_t>(100'000 + ((draw >> 8) & 0x7fff)); // a segment
    }
}

struct Item {
    std::int64_t at;
    std::uint64_t sequence;
    std::uint32_t actor;
    std::uint32_t kind;
};
struct Later {
    bool operator()(const Item& a, const Item& b) const
    {
        return a.at != b.at ? a.at > b.at : a.sequence > b.sequence;
    }
};

double cpuSeconds()
{
    timespec t {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

std::uint64_t runHeap(std::uint32_t actors, std::uint64_t events, Delays delays)
{
    Chance chance {88172645463325252ULL};
    std::priority_queue<Item, std::vector<Item>, Later> queue;
    std::uint64_t sequence = 0;
    for (std::uint32_t i = 0; i < actors; ++i)
        queue.push({delay(chance, delays), sequence++, i, 0});
    std::uint64_t check = 0;
    for (std::uint64_t n = 0; n < events; ++n) {
        const Item item = queue.top();
        queue.pop();
        check = check * 31 + item.actor;
        queue.push({item.at + delay(chance, delays), sequence++, item.actor, 0});
    }
    return check;
}

std::uint64_t runOurs(std::uint32_t actors, std::uint64_t events, Delays delays)
{
    Chance chance {88172645463325252ULL};
    connscope::session::Scheduler scheduler;
    for (std::uint32_t i = 0; i < actors; ++i)
        scheduler.schedule(fromNs(delay(chance, delays)), 0, i);
    std::uint64_t check = 0;
    connscope::session::Scheduler::Entry entry;
    for (std::uint64_t n = 0; n < events && scheduler.next(kNever, entry); ++n) {
        check = check * 31 + entry.a;
        scheduler.schedule(entry.at + Duration {delay(chance, delays)}, 0, entry.a);
    }
    return check;
}

} // namespace

int main()
{
    constexpr std::uint64_t kEvents = 1'000'000;
    constexpr int kPairs = 7;
    bool good = true;
    for (const Delays delays : {Delays::Uniform, Delays::Kafka}) {
        std::printf(
            "%s\n", delays == Delays::Uniform ? "delays of 1 to 2^20 ns" : "delays of a Kafka client's world");
        for (const std::uint32_t actors : {1'000U, 10'000U, 100'000U}) {
            std::vector<double> ratios;
            double heapBest = 1e9;
            double oursBest = 1e9;
            for (int pair = 0; pair <= kPairs; ++pair) {
                const double start = cpuSeconds();
                const std::uint64_t heapCheck = runHeap(actors, kEvents, delays);
                const double between = cpuSeconds();
                const std::uint64_t oursCheck = runOurs(actors, kEvents, delays);
                const double end = cpuSeconds();
                if (heapCheck != oursCheck) {
                    std::printf("the two orders differ\n");
                    return EXIT_FAILURE;
                }
                if (pair == 0)
                    continue; // warm-up
                ratios.push_back((between - start) / (end - between));
                heapBest = std::min(heapBest, between - start);
                oursBest = std::min(oursBest, end - between);
            }
            std::sort(ratios.begin(), ratios.end());
            const double ratio = ratios[ratios.size() / 2];
            std::printf(
                "  %6u actors: heap %5.1f M events/s, scheduler %5.1f M events/s, %.2f times the heap's rate\n",
                actors, static_cast<double>(kEvents) / heapBest * 1e-6,
                static_cast<double>(kEvents) / oursBest * 1e-6, ratio);
            good = good && ratio >= 0.5;
        }
    }
    std::printf("at least 0.50 times the heap's rate: %s\n", good ? "yes" : "NO");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
