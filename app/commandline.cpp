// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include "app/otherprograms.h"
#include "app/output.h"
#include "app/scenariofiles.h"
#include "app/verbs.h"
#include "base/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace connscope::app {

namespace {

constexpr Verb kVerbs[] = {
    {"run", "run a scenario, simulated or for real, and print what became of its connections", runScenario},
    {"render", "draw a scenario or a trace into a picture, as the window does", renderFigure},
    {"cluster", "brokers on real ports of this machine, for any Kafka client", runCluster},
    {"compare", "what differs between two runs, aligned by cause", compareTwo},
    {"findings", "what is wrong with a run or a trace, what may be, and what to do about it", findIn},
    {"sweep", "vary one setting or two, and print what becomes of the connections", sweepScenario},
    {"avoid", "look for the single setting that avoids a connection, its end or a finding", avoidIn},
    {"check", "validate scenarios and lessons, with line and column", checkScenarios},
    {"worksheet", "questions on paper with their answers, other numbers for each copy", printWorksheets},
    {"rules", "list the rules by which connections are opened and closed", listRules},
};

std::string helpText()
{
    std::string out
        = "Shows every TCP connection of a Kafka client: why opened, what travels on it, who closed it.\n\n"
          "Usage: connscope [FILE…]            opens a window: a scenario or a trace\n"
          "       connscope COMMAND [options]\n\nCommands:\n";
    for (const Verb& verb : kVerbs) {
        std::string name = verb.name;
        name.resize(11, ' ');
        out += "  " + name + verb.summary + '\n';
    }
    out += "\nOptions:\n"
           "  --help       this text; connscope COMMAND --help says more\n"
           "  --version    the version of this program\n\n"
           "Example: connscope run 13-three-kinds --format connections\n";
    return out;
}

int unknownVerb(const std::string& word)
{
    std::vector<std::string_view> names {"--help", "--version"};
    for (const Verb& verb : kVerbs)
        names.emplace_back(verb.name);
    std::string message
        = "'" + printable(word) + "' is no " + (word.starts_with('-') ? "option" : "command") + " of connscope";
    if (const auto near = nearestWord(word, names)) {
        message += "; did you mean '" + *near + "'?";
    } else if (word.find('.') != std::string::npos || word.find('/') != std::string::npos) {
        message += ", and there is no such file";
    } else {
        message += "; see connscope --help";
    }
    say(message);
    return kUsage;
}

bool isFile(const std::string& word)
{
    std::error_code ignored;
    return std::none_of(std::begin(kVerbs), std::end(kVerbs), [&word](const Verb& verb) { return word == verb.name; })
        && std::filesystem::is_regular_file(word, ignored);
}

/// "09" and "13-three-kinds" are as good as files, as they are for `run`.
bool isShippedScenario(const std::string& word, char** argv)
{
    if (word.starts_with('-') || word.find('/') != std::string::npos)
        return false;
    int one = 1;
    const QCoreApplication application(one, argv); // beside it is the folder of scenarios
    return findScenario(word).has_value();
}

} // namespace

std::span<const Verb> verbs() { return kVerbs; }

void say(std::string_view message) { writeAll(2, std::string("connscope: ").append(message).append("\n")); }

void say(const Error& error, std::string_view kind)
{
    if (error.file.empty()) {
        say(std::string(kind) + error.message);
        return;
    }
    Error shown = error;
    shown.message.insert(0, kind);
    writeAll(2, shown.toString() + '\n');
}

int withinMemory(const std::function<int()>& program)
{
    static constexpr std::string_view kMessage
        = "connscope: there is not enough memory for this; lower the number of "
          "clients, brokers or partitions, or until\n";
    // Where the exception cannot pass (a thread, a noexcept function) std::terminate is called with it.
    std::set_terminate([] {
        try {
            if (const auto error = std::current_exception())
                std::rethrow_exception(error);
        } catch (const std::bad_alloc&) {
            writeAll(2, kMessage);
            _exit(kFailed);
        } catch (...) {
            // anything else is a defect: a core tells where
        }
        std::abort();
    });
    try {
        return program();
    } catch (const std::bad_alloc&) {
        writeAll(2, kMessage);
        return kFailed;
    }
}

int runCommandLine(int argc, char** argv)
{
    const std::string word = argc > 1 ? argv[1] : "";
    // Before anything is set for reports: the window wants the locale of its user.
    if (word.empty() || isFile(word))
        return becomeWindow(argc, argv);

    const char* locale = std::getenv("LC_ALL");
    const std::optional<std::string> ofUser = locale ? std::optional<std::string>(locale) : std::nullopt;
    // The same bytes in every locale: nothing below this line asks the locale, and Qt gets the one it wants without
    // telling the user so.
    setenv("LC_ALL", "C.UTF-8", 1);
    // A reader that went away is seen as an error of write(), see output.h.
    std::signal(SIGPIPE, SIG_IGN);

    if (word == "--help" || word == "-h" || word == "help")
        return writeAll(1, helpText()) ? kDone : kFailed;
    if (word == "--version" || word == "-v")
        return writeAll(1, "connscope " CONNSCOPE_VERSION "\n") ? kDone : kFailed;
    for (const Verb& verb : kVerbs) {
        if (word != verb.name)
            continue;
        // "connscope run" is what QCommandLineParser then shows as the program in its help.
        std::string program = std::string("connscope ") + verb.name;
        std::vector<char*> rest {program.data()};
        rest.insert(rest.end(), argv + 2, argv + argc);
        int count = static_cast<int>(rest.size());
        rest.push_back(nullptr);
        const QCoreApplication application(count, rest.data());
        return verb.run(QCoreApplication::arguments().mid(1));
    }
    if (isShippedScenario(word, argv)) {
        std::signal(SIGPIPE, SIG_DFL);
        if (ofUser)
            setenv("LC_ALL", ofUser->c_str(), 1);
        else
            unsetenv("LC_ALL");
        return becomeWindow(argc, argv);
    }
    return unknownVerb(word);
}

} // namespace connscope::app
