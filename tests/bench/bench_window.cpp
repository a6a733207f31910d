// SPDX-License-Identifier: GPL-3.0-or-later
// From the start of the process to the first paint of the sample, beside the least of a window with one plot: both run in
// turns, so that a busy machine slows both. Ratios of medians: at most 2.5 in time, 3 in resident memory. And what the
// program uses while nothing moves.
#include "windowfigures.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace connscope;

namespace {

constexpr double kMostTime = 2.5;
constexpr double kMostMemory = 3.0;
constexpr double kMostIdleMs = 4.0; // in two seconds: a timer or two of the toolkit's own

/// Runs a program to its end; what it printed.
std::string outputOf(const std::vector<const char*>& arguments)
{
    int ends[2];
    if (pipe(ends) != 0)
        std::exit(1);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::vector<char*> argv;
    for (const char* argument : arguments)
        argv.push_back(const_cast<char*>(argument));
    argv.push_back(nullptr);
    pid_t pid = 0;
    const int error = posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environ);
    close(ends[1]);
    std::string text;
    char piece[4096];
    for (ssize_t n = 0; error == 0 && (n = read(ends[0], piece, sizeof piece)) > 0;)
        text.append(piece, static_cast<std::size_t>(n));
    close(ends[0]);
    int status = 0;
    if (error != 0 || waitpid(pid, &status, 0) != pid || status != 0) {
        std::fprintf(stderr, "%s did not end well\n", argv[0]);
        std::exit(1);
    }
    posix_spawn_file_actions_destroy(&actions);
    return text;
}

struct Samples {
    std::vector<double> wall;
    std::vector<double> cpu;
    std::vector<double> memory;

    void run(const char* program)
    {
        const double start = bench::milliseconds(CLOCK_MONOTONIC);
        const std::string text = outputOf({program});
        double painted = 0;
        double used = 0;
        long resident = 0;
        if (std::sscanf(text.c_str(), "paint %lf %lf %ld", &painted, &used, &resident) != 3)
            std::exit(1);
        wall.push_back(painted - start);
        cpu.push_back(used);
        memory.push_back(static_cast<double>(resident) / 1024);
    }
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    const int turns = std::max(3, argc > 1 ? std::atoi(argv[1]) : 15);
    Samples ours;
    Samples theirs;
    for (Samples* s : {&ours, &theirs}) { // once each, so that their files are in memory
        s->run(s == &ours ? CONNSCOPE_SAMPLE : CONNSCOPE_BARE);
        *s = {};
    }
    for (int i = 0; i < turns; ++i) {
        theirs.run(CONNSCOPE_BARE);
        ours.run(CONNSCOPE_SAMPLE);
    }
    const auto line = [](const char* name, const Samples& s) {
        std::printf("%-34s %7.1f ms wall  %7.1f ms cpu  %6.1f MB peak\n", name, median(s.wall), median(s.cpu),
            median(s.memory));
    };
    line("a window with a plot", theirs);
    line("Connscope, sample painted", ours);
    const double wall = median(ours.wall) / median(theirs.wall);
    const double cpu = median(ours.cpu) / median(theirs.cpu);
    const double memory = median(ours.memory) / median(theirs.memory);
    const bool quick = wall <= kMostTime || cpu <= kMostTime; // other work stretches the longer process more
    const bool small = memory <= kMostMemory;
    std::printf("%-34s %7.2f          %7.2f         %6.2f         at most %.1f, %.1f%s\n", "ratio", wall, cpu, memory,
        kMostTime, kMostMemory, quick && small ? "" : "  MISSED");

    double paused = 0;
    double hidden = 0;
    const std::string text = outputOf({CONNSCOPE_SAMPLE, "idle"});
    const std::size_t idle = text.find("idle");
    if (idle == std::string::npos || std::sscanf(text.c_str() + idle, "idle %lf %lf", &paused, &hidden) != 2)
        return 1;
    const bool still = std::max(paused, hidden) <= kMostIdleMs;
    std::printf("CPU time in 2 s: paused %.2f ms, playing while hidden %.2f ms   at most %.0f%s\n", paused, hidden,
        kMostIdleMs, still ? "" : "  MISSED");
    return quick && small && still ? 0 : 1;
}
