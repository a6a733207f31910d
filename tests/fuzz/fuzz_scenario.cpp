// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a scenario file. What is read must be written and read back the same, and can be saved when it was changed.
#include "scenario/overrides.h"
#include "scenario/reader.h"
#include "scenario/savetext.h"
#include "scenario/writer.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace connscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    const scenario::ReadResult result = scenario::tryScenario(text, "fuzz.yaml");
    if (result.scenario.has_value() == !result.errors.empty())
        std::abort(); // either a scenario or the reasons why not
    for (const Error& error : result.errors) {
        if (error.message.empty() || error.offset > size)
            std::abort();
    }
    if (!result.scenario)
        return 0;

    const std::string written = scenario::writeScenario(*result.scenario);
    if (written.size() > (std::size_t {1} << 20))
        return 0; // a few words can stand for more than a file may have
    const scenario::ReadResult again = scenario::tryScenario(written, "fuzz.yaml");
    if (!again.scenario || scenario::writeScenario(*again.scenario) != written) {
        std::fprintf(stderr, "written:\n%s\n%s\n", written.c_str(),
            again.errors.empty() ? "not the same" : again.errors.front().toString().c_str());
        std::abort();
    }
    scenario::Scenario changed = *result.scenario;
    const std::size_t line = text.find('\n');
    static_cast<void>(scenario::applySetting(changed, text.substr(0, line)));

    // Whatever the text looks like, it is saved: with its own words or anew.
    scenario::Scenario moved = *result.scenario;
    moved.seed ^= 1;
    moved.layout.moved["broker 0"] = {1, -1};
    moved.bookmarks.push_back({kStart, {}, "here"});
    scenario::Action action;
    action.at = kStart;
    action.text = "saved";
    moved.actions.push_back(action);
    const auto saved = scenario::saveText(text, "fuzz.yaml", moved);
    if (!saved && scenario::tryScenario(scenario::writeScenario(moved), "fuzz.yaml").scenario) {
        std::fprintf(stderr, "not saved: %s\n", saved.error().toString().c_str());
        std::abort();
    }
    return 0;
}
