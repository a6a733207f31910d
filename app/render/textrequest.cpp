// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/textrequest.h"

#include "app/options.h"
#include "app/reportoptions.h"
#include "base/text.h"

#include <QStringList>

#include <algorithm>

namespace connscope::app {

namespace {

constexpr std::string_view kOfText[] = {"format", "json", "width", "ascii"};
/// How the trace comes to be, beside what a report takes.
constexpr std::string_view kOfRun[] = {"seed", "profile", "set"};

bool isOfText(const std::string& name)
{
    return std::find(std::begin(kOfText), std::end(kOfText), name) != std::end(kOfText);
}

/// "--from: it is no time" as the setting and what is wrong with it.
SettingMistake mistakeOf(const std::string& message)
{
    const std::size_t end = message.find_first_of(": ", 2);
    if (!message.starts_with("--") || end == std::string::npos)
        return {"format", message};
    const std::string name = message.substr(2, end - 2);
    return {name, message.substr(end + (message[end] == ':' ? 2 : 1))};
}

} // namespace

bool isText(std::span<const GivenSetting> settings)
{
    return std::any_of(settings.begin(), settings.end(), [](const GivenSetting& given) {
        return given.name == "format" || (!given.isDefault && isOfText(given.name));
    });
}

tl::expected<TextRequest, SettingMistake> readTextRequest(std::span<const GivenSetting> settings, bool toFile)
{
    const auto last = [&settings](std::string_view name) {
        const GivenSetting* found = nullptr;
        for (const GivenSetting& given : settings)
            found = given.name == name ? &given : found;
        return found;
    };
    const GivenSetting* wanted = last("format");
    const GivenSetting* json = last("json");
    TextRequest request;
    request.json = json && json->value == "true";
    const auto format = findFormat(wanted ? wanted->value : "summary", request.json);
    if (!format)
        return tl::unexpected(mistakeOf(format.error().message));
    request.format = *format;

    const std::vector<const char*> known = reportOptionNames();
    QStringList arguments;
    for (const GivenSetting& given : settings) {
        const bool isReport = std::find(known.begin(), known.end(), given.name) != known.end();
        if (isReport && (!given.isDefault || takes(**format, given.name))) {
            if (given.name == "ascii") {
                if (given.value == "true")
                    arguments << QStringLiteral("--ascii");
            } else {
                arguments << QStringLiteral("--") + QString::fromStdString(given.name) + u'='
                        + QString::fromStdString(given.value);
            }
            continue;
        }
        const bool isOfRun = std::find(std::begin(kOfRun), std::end(kOfRun), given.name) != std::end(kOfRun);
        if (isReport || isOfRun || isOfText(given.name) || given.isDefault || given.value == "false")
            continue;
        return tl::unexpected(SettingMistake {given.name, "is of a picture; --format makes a text"});
    }
    Options options("");
    addReportOptions(options);
    if (options.parse(arguments))
        return tl::unexpected(SettingMistake {"format", "a setting is no report's"});
    if (auto mistake = readReportOptions(options, **format, toFile, request.report))
        return tl::unexpected(mistakeOf(*mistake));
    return request;
}

Result<QByteArray> writeText(const TextRequest& text, const view::Document& document)
{
    TextRequest request = text;
    request.report.end = document.end();
    QByteArray bytes;
    const auto write = request.json ? request.format->json : request.format->text;
    const auto wrote = write({document.scenario(), document.trace(), request.report, document.source().notes},
        [&bytes](std::string_view piece) {
            bytes.append(piece.data(), static_cast<qsizetype>(piece.size()));
            return true;
        });
    if (!wrote)
        return tl::unexpected(wrote.error());
    return bytes;
}

} // namespace connscope::app
