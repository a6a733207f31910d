// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <cstring>
#include <ctime>

/// \file
/// What the programs that bench_window starts print of themselves, and how it reads it.

namespace connscope::bench {

inline double milliseconds(clockid_t clock)
{
    timespec t {};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

/// A line of /proc/self/status in kB: "VmHWM" is the most that was resident, "VmRSS" what is.
inline long memory(const char* key)
{
    long value = 0;
    if (std::FILE* file = std::fopen("/proc/self/status", "r")) {
        char line[256];
        while (std::fgets(line, sizeof line, file)) {
            if (std::strncmp(line, key, std::strlen(key)) == 0)
                std::sscanf(line + std::strlen(key), ": %ld", &value);
        }
        std::fclose(file);
    }
    return value;
}

/// "paint WALL CPU RSS": the clock's milliseconds now, CPU milliseconds so far, peak resident kB.
inline void tellFirstPaint()
{
    std::printf("paint %.3f %.3f %ld\n", milliseconds(CLOCK_MONOTONIC), milliseconds(CLOCK_PROCESS_CPUTIME_ID),
        memory("VmHWM"));
    std::fflush(stdout);
}

} // namespace connscope::bench
