// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/render.h"

#include "app/commandline.h"
#include "app/options.h"
#include "app/output.h"
#include "app/render/drawing.h"
#include "app/render/figurelist.h"
#include "app/render/textrequest.h"
#include "base/text.h"

namespace connscope::app {

namespace {

std::vector<GivenSetting> given(const Options& options)
{
    std::vector<GivenSetting> out;
    for (const FigureSetting& setting : figureSettings()) {
        if (!options.isSet(setting.name))
            continue;
        if (!setting.value) {
            out.push_back({setting.name, "true"});
            continue;
        }
        for (const std::string& value : options.values(setting.name))
            out.push_back({setting.name, value});
    }
    return out;
}

/// A text, as `connscope run` writes it.
int writeOut(const QString& file, const QByteArray& bytes)
{
    Output output(file.toStdString());
    if (const auto opened = output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    output.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (const auto written = output.commit(); !written) {
        say(written.error());
        return kFailed;
    }
    return kDone;
}

int renderOne(const Options& options)
{
    const std::vector<std::string> positional = options.positional();
    if (positional.size() != 1) {
        return usageError(positional.empty()
                ? "which scenario or trace? Name a file, or a scenario that comes with the program"
                : "one file at a time: '" + printable(positional[1]) + "' is one too many");
    }
    const std::vector<GivenSetting> settings = given(options);
    if (options.value("output").empty() && (!isText(settings) || options.isSet("output"))) {
        return usageError(
            "where to? Name the picture: -o FILE.png, FILE.svg or FILE.pdf; a text (--format) may go to "
            "standard output");
    }
    const auto request = readFigureRequest(positional.front(), options.value("output"), settings);
    if (!request) {
        const std::string& name = request.error().name;
        return usageError((name == "output" ? "-o: " : "--" + name + ": ") + request.error().message);
    }
    Drawing drawing;
    const auto drawn = drawing.draw(*request);
    if (!drawn) {
        for (const Error& error : drawn.error())
            say(error);
        return kFailed;
    }
    for (const Error& warning : drawn->warnings)
        say(warning, "warning: ");
    if (request->text)
        return writeOut(request->file, drawn->bytes);
    std::vector<std::pair<QString, QByteArray>> files {{request->file, drawn->bytes}};
    if (!request->describe.isEmpty())
        files.emplace_back(request->describe, drawn->description);
    if (const std::string mistake = writeTogether(files); !mistake.empty()) {
        say(mistake);
        return kFailed;
    }
    return kDone;
}

} // namespace

int render(const QStringList& arguments)
{
    Options options("Draws a scenario or a trace as the window does, into a file for a document.\n"
                    "Equal input gives the same bytes, in every locale and without a display.");
    options.addPositional(
        "FILE", "a scenario, the name of one that comes with the program (13-three-kinds, or 13), or a trace");
    for (const FigureSetting& setting : figureSettings())
        options.add(setting.name, setting.value, setting.help);
    options.add("output", "FILE", "FILE.png, .svg, .pdf, .webp, .gif, .apng or .mp4: whole or left alone", 'o');
    options.add("all", "LIST", "every figure of a list (docs/figures.md); those that are the same are left alone");
    options.add("check", nullptr, "with --all: write nothing; name the figures that differ from the files on disk");
    options.setEpilogue("Exit status: 0 done, 1 the input is wrong or a figure differs, 2 usage.\n");
    if (const auto status = options.parse(arguments))
        return *status;
    if (options.isSet("all")) {
        if (!options.positional().empty() || options.isSet("output") || !given(options).empty())
            return usageError("--all: the list says what is drawn; no other option but --check goes with it");
        return renderAll(options.value("all"), options.isSet("check"));
    }
    if (options.isSet("check"))
        return usageError("--check goes with --all LIST");
    return renderOne(options);
}

} // namespace connscope::app
