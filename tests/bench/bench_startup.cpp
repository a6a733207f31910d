// SPDX-License-Identifier: GPL-3.0-or-later
// Scenario 13 as a whole process, beside a program that only constructs a QCoreApplication. Both are started in turns, so
// that a busy machine slows both; medians and their ratios are printed. The limit is 3. Other work on the machine
// stretches the longer process more than the shorter one, so it takes both ratios, of time and of processor time, to fail.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr int kTurns = 31;
constexpr double kLimit = 3.0;

struct Sample {
    double wallMs = 0;
    double cpuMs = 0;
};

/// Runs a program with its output thrown away.
Sample run(const std::vector<const char*>& arguments)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char*> argv;
    for (const char* argument : arguments)
        argv.push_back(const_cast<char*>(argument));
    argv.push_back(nullptr);

    const auto start = std::chrono::steady_clock::now();
    pid_t pid = 0;
    const int error = posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environ);
    int status = 0;
    rusage usage {};
    if (error != 0 || wait4(pid, &status, 0, &usage) != pid || status != 0) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error != 0 ? std::strerror(error) : "did not end well");
        std::exit(1);
    }
    const auto end = std::chrono::steady_clock::now();
    posix_spawn_file_actions_destroy(&actions);
    const auto ms
        = [](const timeval& t) { return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_usec) / 1e3; };
    return {std::chrono::duration<double, std::milli>(end - start).count(), ms(usage.ru_utime) + ms(usage.ru_stime)};
}

double median(const std::vector<Sample>& samples, double Sample::*value)
{
    std::vector<double> values;
    for (const Sample& sample : samples)
        values.push_back(sample.*value);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

} // namespace

int main()
{
    const std::vector<const char*> program {CONNSCOPE_PROGRAM, "run", CONNSCOPE_SCENARIO};
    const std::vector<const char*> bare {CONNSCOPE_BARE};
    run(program); // both once, so that their files are in memory
    run(bare);
    std::vector<Sample> ours;
    std::vector<Sample> theirs;
    for (int i = 0; i < kTurns; ++i) {
        theirs.push_back(run(bare));
        ours.push_back(run(program));
    }
    const auto line = [](const char* name, const std::vector<Sample>& samples) {
        std::printf("%-32s %7.2f ms wall  %7.2f ms cpu\n", name, median(samples, &Sample::wallMs),
            median(samples, &Sample::cpuMs));
    };
    line("QCoreApplication only", theirs);
    line("connscope run 13-three-kinds", ours);
    const double wall = median(ours, &Sample::wallMs) / median(theirs, &Sample::wallMs);
    const double cpu = median(ours, &Sample::cpuMs) / median(theirs, &Sample::cpuMs);
    std::printf(
        "%-32s %7.2f          %7.2f        limit %.0f, medians of %d turns\n", "ratio", wall, cpu, kLimit, kTurns);
    return wall <= kLimit || cpu <= kLimit ? 0 : 1;
}
