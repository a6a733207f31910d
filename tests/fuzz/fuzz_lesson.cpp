// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a lesson file. Either a lesson or the reasons why not; nothing is run.
#include "lesson/reader.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace connscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    static_cast<void>(lesson::isLesson(text));
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const lesson::ReadResult result = lesson::tryLesson(text, "fuzz.yaml", seed);
        if (result.lesson.has_value() == !result.errors.empty())
            std::abort();
        for (const Error& error : result.errors) {
            if (error.message.empty())
                std::abort();
        }
    }
    return 0;
}
