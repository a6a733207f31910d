// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/savedactions.h"

#include <algorithm>
#include <tuple>

namespace connscope::app {

namespace {

auto key(const scenario::Action& a)
{
    return std::tie(a.kind, a.at, a.whenText, a.after, a.every, a.times, a.broker, a.client, a.node, a.topic,
        a.partition, a.partitions, a.replication, a.records, a.group, a.duration, a.config, a.text);
}

} // namespace

bool isSame(const scenario::Action& a, const scenario::Action& b)
{
    // Steps of the window are all alike: a record to one partition.
    return key(a) == key(b) && a.steps.size() == b.steps.size();
}

bool areSame(const std::vector<scenario::Action>& a, const std::vector<scenario::Action>& b)
{
    return a.size() == b.size() && commonStart(a, b) == a.size();
}

bool leaveOut(std::vector<scenario::Action>& ofFile, const std::vector<scenario::Action>& saved)
{
    if (saved.size() > ofFile.size())
        return false;
    const auto from = ofFile.end() - static_cast<std::ptrdiff_t>(saved.size());
    if (!std::equal(from, ofFile.end(), saved.begin(), isSame))
        return false;
    ofFile.erase(from, ofFile.end());
    return true;
}

std::size_t commonStart(const std::vector<scenario::Action>& added, const std::vector<scenario::Action>& saved)
{
    const auto end = std::mismatch(added.begin(), added.end(), saved.begin(), saved.end(), isSame).first;
    return static_cast<std::size_t>(end - added.begin());
}

} // namespace connscope::app
