// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/time.h"

#include <QCommandLineParser>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The options of one verb: QCommandLineParser with messages that say what was probably meant, and typed values.

namespace connscope::app {

class Options {
public:
    /// \a description: first paragraph of the verb's help.
    explicit Options(const char* description);

    /// "until", "T", "…": an option with a value; no value name = a switch. \a shortName may be 0.
    void add(const char* name, const char* valueName, const char* description, char shortName = 0);
    /// Positional arguments, "SCENARIO" or "FILE…", for the help only.
    void addPositional(const char* name, const char* description);
    /// Text behind the options in the help.
    void setEpilogue(std::string text) { m_epilogue = std::move(text); }

    /// An exit status when there is nothing left to do: --help was printed, or the command line is wrong and that was said.
    std::optional<int> parse(const QStringList& arguments);

    bool isSet(const char* name) const { return m_parser.isSet(QLatin1String(name)); }
    /// The last value; "" if not set.
    std::string value(const char* name) const;
    std::vector<std::string> values(const char* name) const;
    std::vector<std::string> positional() const;

private:
    std::string helpText() const;

    QCommandLineParser m_parser;
    std::vector<std::string> m_names; // "--until", "-o"
    std::string m_epilogue;
};

/// What a usage mistake returns: says "message" and where the help is.
int usageError(std::string_view message);

/// 0 to 2^64 - 1.
Result<std::uint64_t> parseSeed(const std::string& text);

// Values of options, by the option's name without its dashes. Each leaves its result alone where the option is not set, and
// gives the usage mistake, if there is one, for usageError.
/// 0 to 2^64 - 1.
std::optional<std::string> readSeed(const Options& options, const char* name, std::optional<std::uint64_t>& seed);
/// The name of a profile.
std::optional<std::string> readProfile(const Options& options, const char* name, std::string& profile);
/// "9m", "540s"; more than zero, at most 366 days, as `until` in a scenario.
std::optional<std::string> readUntil(const Options& options, const char* name, std::optional<Duration>& until);
/// The place of a word among a few.
std::optional<std::string> readWord(
    const Options& options, const char* name, std::span<const std::string_view> words, std::size_t& chosen);

} // namespace connscope::app
