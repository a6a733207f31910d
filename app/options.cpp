// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options.h"

#include "app/commandline.h"
#include "app/output.h"
#include "base/overlong.h"
#include "base/text.h"
#include "client/profile.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>

namespace connscope::app {

namespace {

/// "--seed: ", before what is wrong with it.
std::string dashed(const char* name) { return "--" + std::string(name) + ": "; }

/// Qt's words for an option without its value, "Missing value after '--seed'.", in ours.
std::string mistakeOf(const QString& said)
{
    const qsizetype from = said.indexOf(QLatin1Char('\''));
    const qsizetype to = said.lastIndexOf(QLatin1Char('\''));
    if (!said.startsWith(QLatin1String("Missing value")) || to <= from)
        return said.toStdString();
    const std::string option = said.mid(from + 1, to - from - 1).toStdString();
    return option + ": its value is missing; --help says what it takes";
}

} // namespace

Options::Options(const char* description)
{
    m_parser.setApplicationDescription(QString::fromUtf8(description));
    add("help", nullptr, "this text", 'h');
}

void Options::add(const char* name, const char* valueName, const char* description, char shortName)
{
    QStringList names;
    if (shortName) {
        names << QString(QLatin1Char(shortName));
        m_names.push_back(std::string("-") + shortName);
    }
    names << QLatin1String(name);
    m_names.push_back(std::string("--") + name);
    QCommandLineOption option(names, QString::fromUtf8(description));
    if (valueName)
        option.setValueName(QLatin1String(valueName));
    m_parser.addOption(option);
}

void Options::addPositional(const char* name, const char* description)
{
    m_parser.addPositionalArgument(QString::fromUtf8(name), QString::fromUtf8(description));
}

std::optional<int> Options::parse(const QStringList& arguments)
{
    if (!m_parser.parse(QStringList(QCoreApplication::arguments().constFirst()) + arguments)) {
        const QStringList unknown = m_parser.unknownOptionNames();
        if (unknown.isEmpty())
            return usageError(mistakeOf(m_parser.errorText()));
        const std::string name = unknown.constFirst().toStdString();
        const std::string spelled = (name.size() == 1 ? "-" : "--") + name;
        const std::vector<std::string_view> names(m_names.begin(), m_names.end());
        return usageError("there is no option '" + printable(spelled) + "'" + didYouMean(spelled, names));
    }
    if (isSet("help"))
        return writeAll(1, helpText()) ? kDone : kFailed;
    return std::nullopt;
}

std::string Options::helpText() const
{
    std::string text = m_parser.helpText().toStdString();
    if (!m_epilogue.empty())
        text += '\n' + m_epilogue;
    return text;
}

std::string Options::value(const char* name) const { return m_parser.value(QLatin1String(name)).toStdString(); }

std::vector<std::string> Options::values(const char* name) const
{
    std::vector<std::string> out;
    const QStringList values = m_parser.values(QLatin1String(name));
    out.reserve(static_cast<std::size_t>(values.size()));
    for (const QString& value : values)
        out.push_back(value.toStdString());
    return out;
}

std::vector<std::string> Options::positional() const
{
    std::vector<std::string> out;
    const QStringList arguments = m_parser.positionalArguments();
    out.reserve(static_cast<std::size_t>(arguments.size()));
    for (const QString& argument : arguments)
        out.push_back(argument.toStdString());
    return out;
}

int usageError(std::string_view message)
{
    say(message);
    say("see '" + QCoreApplication::arguments().constFirst().toStdString() + " --help'");
    return kUsage;
}

Result<std::uint64_t> parseSeed(const std::string& text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc {} || end != text.data() + text.size())
        return fail("'" + printable(text) + "' is no seed; expected a whole number from 0 to 18446744073709551615");
    return number;
}

std::optional<std::string> readSeed(const Options& options, const char* name, std::optional<std::uint64_t>& seed)
{
    if (!options.isSet(name))
        return std::nullopt;
    const auto number = parseSeed(options.value(name));
    if (!number)
        return dashed(name) + number.error().message;
    seed = *number;
    return std::nullopt;
}

std::optional<std::string> readProfile(const Options& options, const char* name, std::string& profile)
{
    if (!options.isSet(name))
        return std::nullopt;
    const auto found = client::findProfile(options.value(name));
    if (!found)
        return dashed(name) + found.error().message;
    profile = found->name;
    return std::nullopt;
}

std::optional<std::string> readUntil(const Options& options, const char* name, std::optional<Duration>& until)
{
    if (!options.isSet(name))
        return std::nullopt;
    constexpr Duration kMost = std::chrono::hours(24 * 366);
    const std::string text = options.value(name);
    const auto time = parseDuration(text);
    const bool overlong = isOverlong(text);
    if (!time && !overlong) {
        const bool isNumber = !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
        return dashed(name) + time.error().message
            + (isNumber
                    ? "; a unit is missing: " + printable(text) + "s are seconds, " + printable(text) + "m minutes"
                    : "");
    }
    if (overlong || *time <= Duration::zero() || *time > kMost)
        return dashed(name) + "'" + printable(text)
            + "' is out of range; expected more than 0s and at most 8784h (366 days)";
    until = *time;
    return std::nullopt;
}

std::optional<std::string> readWord(
    const Options& options, const char* name, std::span<const std::string_view> words, std::size_t& chosen)
{
    if (!options.isSet(name))
        return std::nullopt;
    const std::string value = options.value(name);
    const auto found = std::find(words.begin(), words.end(), value);
    if (found == words.end())
        return dashed(name) + "there is no '" + printable(value) + "'" + didYouMean(value, words) + "; expected "
            + joinOr(words);
    chosen = static_cast<std::size_t>(found - words.begin());
    return std::nullopt;
}

} // namespace connscope::app
