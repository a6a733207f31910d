// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/jobs.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace connscope::sweep {

void runJobs(std::size_t count, unsigned threads, const std::atomic<bool>* cancel,
    const std::function<void(std::size_t)>& job, const Progress& progress)
{
    std::atomic<std::size_t> next {0};
    std::atomic<bool> failed {false};
    std::mutex mutex; // of what follows
    std::size_t done = 0;
    std::exception_ptr error;
    const auto work = [&] {
        while (!failed && !(cancel && *cancel)) {
            const std::size_t i = next++;
            if (i >= count)
                return;
            try {
                job(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!error)
                    error = std::current_exception();
                failed = true;
                return;
            }
            if (progress) {
                const std::lock_guard lock(mutex);
                progress(++done, count);
            }
        }
    };
    const std::size_t wanted = threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    {
        std::vector<std::jthread> pool;
        for (std::size_t i = 1; i < std::min(wanted, count); ++i)
            pool.emplace_back(work);
        work(); // this thread is one of them
    }
    if (error)
        std::rethrow_exception(error);
}

} // namespace connscope::sweep
