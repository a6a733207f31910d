// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/spokentime.h"

#include "analysis/phrases.h"
#include "analysis/sentences.h"

namespace connscope::analysis {

namespace {

/// "1.500" as "1.5", "3.000" as "3".
std::string withoutZeros(std::string number)
{
    if (number.find('.') == std::string::npos)
        return number;
    number.erase(number.find_last_not_of('0') + 1);
    if (number.ends_with('.'))
        number.pop_back();
    return number;
}

} // namespace

std::string spokenTime(Duration d, Language language)
{
    using namespace std::chrono;
    if (d >= milliseconds(1) && d < seconds(1))
        return say(language, Phrase::Milliseconds, withoutZeros(formatSeconds(d * 1000, 3)));
    if (d < seconds(120))
        return d > Duration::zero() && d < seconds(1)
            ? lengthOfTime(d, language)
            : say(language, Phrase::Seconds, withoutZeros(formatSeconds(d)));
    const auto h = duration_cast<hours>(d);
    const auto m = duration_cast<minutes>(d - h);
    const auto s = duration_cast<seconds>(d - h - m);
    std::string out;
    const auto add = [&](Phrase phrase, std::int64_t n) {
        if (n == 0)
            return;
        if (!out.empty())
            out += ' ';
        out += say(language, phrase, std::to_string(n));
    };
    add(Phrase::Hours, h.count());
    add(Phrase::Minutes, m.count());
    add(Phrase::Seconds, s.count());
    return out;
}

} // namespace connscope::analysis
