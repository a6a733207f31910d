// SPDX-License-Identifier: GPL-3.0-or-later
// Whole simulations beside a bare binary-heap event loop that handles the same number of events and knows no Kafka. The two
// run alternately in one process; a figure is the median over pairs. The trace is kept whole.
//
// How many events wait at once belongs to the work and not to who does it: the simulation's queue says how many it held on
// average (printed as "pending"), and the bare loop's heap holds as many, be they more or fewer than a thousand. What the
// cluster keeps in a queue of its own, such as long polls, is not counted. Where two runs are compared with each other, both are
// held against the same loop, which has a thousand.
//
// Goals: a day of one producer and a thousand brokers takes at most 6 times the bare loop, no matter how busy it is (the
// busy day's ratio is at most a tenth worse); hundreds of consumers run at no less than a sixth of the bare loop's rate;
// ten times the events take at most 11 times the time and memory.
#include "scenario/reader.h"
#include "sim/simulation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iterator>
#include <queue>
#include <string>
#include <vector>

using namespace connscope;

namespace {

double cpuSeconds()
{
    timespec t {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
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

// So many actors that reschedule themselves after 1 to 2^20 ns.
double bareLoop(std::uint64_t events, double pending)
{
    const double start = cpuSeconds();
    std::uint64_t state = 88172645463325252ULL;
    const auto delay = [&state] {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return static_cast<std::int64_t>(1 + (state & 0xfffff));
    };
    std::priority_queue<Item, std::vector<Item>, Later> queue;
    std::uint64_t sequence = 0;
    const auto actors = static_cast<std::uint32_t>(std::max(1.0, std::round(pending)));
    for (std::uint32_t i = 0; i < actors; ++i)
        queue.push({delay(), sequence++, i, 0});
    std::uint64_t check = 0;
    for (std::uint64_t n = 0; n < events; ++n) {
        const Item item = queue.top();
        queue.pop();
        check = check * 31 + item.actor;
        queue.push({item.at + delay(), sequence++, item.actor, 0});
    }
    if (check == 42)
        std::puts(""); // the loop may not be optimised away
    return cpuSeconds() - start;
}

std::string producerDay(int everyMs, std::int64_t hours)
{
    const std::int64_t rounds = hours * 3'600'000 / everyMs;
    return "connscope: 1\ntitle: a day of a producer\nuntil: " + std::to_string(hours)
        + "h\nprofile: java-3.9\ncluster:\n  brokers: 1000\n  topics:\n    t: {partitions: 1000}\nclients:\n  - "
          "name: p\n    kind: producer\n"
          "    config: {enable.idempotence: false, acks: 1}\n    script:\n      - send: {topic: t, round-robin: "
          "true, every: "
        + std::to_string(everyMs) + "ms, rounds: " + std::to_string(rounds) + "}\n";
}

// The same number of sends, but to all brokers at once.
std::string producerBursts(int everyMs, std::int64_t hours)
{
    const std::int64_t rounds = hours * 3'600'000 / everyMs;
    return "connscope: 1\ntitle: bursts of a producer\nuntil: " + std::to_string(hours)
        + "h\nprofile: java-3.9\ncluster:\n  brokers: 1000\n  topics:\n    t: {partitions: 1000}\nclients:\n  - "
          "name: p\n    kind: producer\n"
          "    config: {enable.idempotence: false, acks: 1}\n    script:\n      - send: {topic: t, every: "
        + std::to_string(everyMs) + "ms, rounds: " + std::to_string(rounds) + "}\n";
}

std::string manyConsumers(int consumers, int brokers, const std::string& until)
{
    return "connscope: 1\ntitle: many consumers\nuntil: " + until + "\nprofile: java-3.9\ncluster:\n  brokers: "
        + std::to_string(brokers) + "\n  topics:\n    t: {partitions: " + std::to_string(consumers)
        + "}\nclients:\n  - name: c\n    kind: consumer\n    count: " + std::to_string(consumers)
        + "\n    stagger: 1ms\n    config: {group.id: g}\n    script:\n      - subscribe: t\n      - poll: {timeout: "
          "200ms}\n";
}

struct Run {
    double seconds = 0;
    double ratio = 0; ///< to the bare loop with as many events, and as many pending
    double toThousand = 0; ///< to the bare loop with as many events, a thousand pending
    double bareRate = 0; ///< million events a second
    std::uint64_t queueEvents = 0;
    double pending = 0; ///< entries in the queue, on average
    std::uint64_t traceEvents = 0;
    std::size_t bytes = 0;
};

Run measure(const scenario::Scenario& scenario, int pairs)
{
    std::vector<Run> runs;
    for (int pair = 0; pair <= pairs; ++pair) {
        Run run;
        sim::Statistics statistics;
        const double start = cpuSeconds();
        auto trace = sim::run(scenario, {}, &statistics);
        run.seconds = cpuSeconds() - start;
        if (!trace || statistics.stoppedEarly) {
            std::printf("the run failed: %s\n", trace ? "a limit" : trace.error().toString().c_str());
            std::exit(EXIT_FAILURE);
        }
        run.queueEvents = statistics.schedulerEvents;
        run.pending = statistics.meanPending();
        run.traceEvents = trace->size();
        run.bytes = trace->bytes();
        const double bare = bareLoop(run.queueEvents, run.pending);
        run.toThousand = run.seconds / bareLoop(run.queueEvents, 1000);
        run.ratio = run.seconds / bare;
        run.bareRate = static_cast<double>(run.queueEvents) / bare * 1e-6;
        if (pair > 0 || pairs == 0)
            runs.push_back(run);
    }
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.ratio < b.ratio; });
    return runs[runs.size() / 2];
}

scenario::Scenario read(const std::string& text)
{
    auto scenario = scenario::readScenario(text, "bench.yaml");
    if (!scenario) {
        std::printf("%s\n", scenario.error().toString().c_str());
        std::exit(EXIT_FAILURE);
    }
    return std::move(*scenario);
}

void print(const char* name, const Run& run)
{
    std::printf("%-44s %6.2f M queue events, %5.0f pending  %6.2f M trace events %6.2f s  %5.2f M/s  bare %5.2f M/s  "
                "%5.2f times the bare loop (with 1000 pending %5.2f)  %4.1f bytes an event\n",
        name, static_cast<double>(run.queueEvents) * 1e-6, run.pending, static_cast<double>(run.traceEvents) * 1e-6,
        run.seconds, static_cast<double>(run.queueEvents) / run.seconds * 1e-6, run.bareRate, run.ratio,
        run.toThousand, static_cast<double>(run.bytes) / static_cast<double>(run.traceEvents));
}

bool goal(const char* text, double value, double limit)
{
    const bool met = value <= limit;
    std::printf("  %-70s %6.2f (at most %.2f) %s\n", text, value, limit, met ? "yes" : "NO");
    return met;
}

} // namespace

// bench_engine [PAIRS [CASE]]: so many pairs of runs; only the cases whose name contains CASE, without the goals.
int main(int argc, char** argv)
{
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 5;
    const std::string only = argc > 2 ? argv[2] : "";
    struct Case {
        const char* name;
        std::function<scenario::Scenario()> make;
        int pairs;
    };
    const int fewer = std::min(pairs, 3);
    const Case cases[] = {
        {"24 h, 1000 brokers, each every 10 min", [] { return read(producerDay(600, 24)); }, pairs},
        {"24 h, 1000 brokers, each every minute", [] { return read(producerDay(60, 24)); }, pairs},
        {"24 h, 1000 brokers, all at once every 10 min", [] { return read(producerBursts(600'000, 24)); }, pairs},
        {"24 h, 1000 brokers, all at once every minute", [] { return read(producerBursts(60'000, 24)); }, pairs},
        {"2 h of each every minute", [] { return read(producerDay(60, 2)); }, pairs},
        {"20 h of each every minute", [] { return read(producerDay(60, 20)); }, pairs},
        {"29-two-hundred-consumers, 1 h", [] { return scenario::readScenarioFile(CONNSCOPE_SCENARIO_29).value(); },
            fewer},
        {"1000 consumers, 100 brokers, 10 min", [] { return read(manyConsumers(1000, 100, "10m")); }, fewer},
    };
    std::vector<Run> runs;
    for (const Case& c : cases) {
        if (std::string(c.name).find(only) == std::string::npos)
            continue;
        runs.push_back(measure(c.make(), c.pairs));
        print(c.name, runs.back());
    }
    if (runs.size() < std::size(cases))
        return EXIT_SUCCESS;
    const Run& quiet = runs[0];
    const Run& busy = runs[1];
    const Run& burst = runs[2];
    const Run& busyBurst = runs[3];
    const Run& tenth = runs[4];
    const Run& whole = runs[5];
    const Run& group = runs[6];
    const Run& thousand = runs[7];

    bool good = goal("quiet day: times the bare loop", quiet.ratio, 6);
    good = goal("busy day's ratio to the quiet day's", busy.toThousand / quiet.toThousand, 1.1) && good;
    good = goal("the same in bursts: times the bare loop", burst.ratio, 6) && good;
    good = goal("busy bursts' ratio to the quiet ones'", busyBurst.toThousand / burst.toThousand, 1.1) && good;
    good = goal("200 consumers: bare rate to ours", group.ratio, 6) && good;
    good = goal("1000 consumers: bare rate to ours", thousand.ratio, 6) && good;
    const double events = static_cast<double>(whole.traceEvents) / static_cast<double>(tenth.traceEvents);
    good = goal("ten times the events: time", whole.seconds / tenth.seconds / events * 10, 11) && good;
    good = goal("ten times the events: memory",
               static_cast<double>(whole.bytes) / static_cast<double>(tenth.bytes) / events * 10, 11)
        && good;
    good = goal("bytes an event in memory", static_cast<double>(busy.bytes) / static_cast<double>(busy.traceEvents),
               64)
        && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
