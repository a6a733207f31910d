// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidcheck.h>

#include <QTest>

#include <sstream>
#include <string>

/// \file
/// Properties (rapidcheck) inside Qt Test. A failing property fails the test function with the smallest counterexample
/// and with the seed that finds it again:
///
///     void roundTrip()
///     {
///         RC_QVERIFY("a duration survives writing and reading", [](std::int64_t ns) { … RC_ASSERT(…); });
///     }
///
/// To repeat a run: RC_PARAMS="seed=… max_success=1000" tests/bin/tst_x roundTrip

namespace connscope::test {

/// Checks \a testable with the parameters of RC_PARAMS (100 cases by default). Returns "" when it holds, otherwise what
/// was found, the counterexample and the seed.
template <typename Testable>
std::string counterexample(const std::string& description, Testable&& testable)
{
    rc::detail::TestMetadata metadata;
    metadata.id = description;
    metadata.description = description;
    const rc::detail::TestParams params = rc::detail::configuration().testParams;
    const rc::detail::TestResult result
        = rc::detail::checkTestable(std::forward<Testable>(testable), metadata, params);
    if (result.template is<rc::detail::SuccessResult>())
        return {};
    std::ostringstream out;
    out << description << "\n";
    rc::detail::printResultMessage(result, out);
    out << "\nRepeat with RC_PARAMS=\"seed=" << params.seed << "\"";
    return out.str();
}

} // namespace connscope::test

/// Fails the current test function, as QVERIFY does, when the property does not hold.
#define RC_QVERIFY(description, ...)                                                                                 \
    do {                                                                                                             \
        const std::string rcFound = connscope::test::counterexample(description, __VA_ARGS__);                       \
        QVERIFY2(rcFound.empty(), rcFound.c_str());                                                                  \
    } while (false)
