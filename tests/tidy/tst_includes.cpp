// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the house as one table, held against every source file and every build list of the checkout. The second
// half of the file breaks each rule once on purpose: a check that cannot fail is no check.
#include "support/paths.h"
#include "tidy/houserules.h"

#include <QTest>

#include <algorithm>
#include <cstdio>
#include <filesystem>

using namespace connscope::test;

namespace {

constexpr std::string_view kTime = "engine code is told the time; only engine/real reads a clock";
constexpr std::string_view kChance = "all chance comes from the Rng that is handed in (base/rng.h)";
constexpr std::string_view kValues = "the engine speaks in values and trace events, not to a stream";
constexpr std::string_view kSame = "equal input gives equal output in every locale, zone and environment";
constexpr std::string_view kSleep = "a test advances the virtual clock or waits for a signal with a bound";
constexpr std::string_view kSpdx = "// SPDX-License-Identifier: GPL-3.0-or-later";

// clang-format off
const HouseRules kHouse {
    .rooms = {
        //  name         folder              may include                                                                     pure
        {"base",       "engine/base",      {},                                                                             true},
        {"trace",      "engine/trace",     {"base"},                                                                       true},
        {"protocol",   "engine/protocol",  {"base"},                                                                       true},
        {"wire",       "engine/wire",      {"base", "protocol"},                                                           true},
        {"client",     "engine/client",    {"base", "trace", "protocol"},                                                  true},
        {"broker",     "engine/broker",    {"base", "trace", "protocol"},                                                  true},
        {"scenario",   "engine/scenario",  {"base", "trace", "protocol", "client", "broker"},                              true},
        {"session",    "engine/session",   {"base", "trace", "protocol", "client", "broker", "scenario"},                  true},
        {"sim",        "engine/sim",       {"base", "trace", "protocol", "client", "broker", "scenario", "session"},       true},
        {"analysis",   "engine/analysis",  {"base", "trace", "protocol"},                                                  true},
        {"compare",    "engine/compare",   {"base", "trace", "protocol", "analysis"},                                       true},
        {"findings",   "engine/findings",  {"base", "trace", "protocol", "analysis"},                                       true},
        {"sweep",      "engine/sweep",     {"base", "trace", "protocol", "client", "broker", "scenario", "session", "sim", "analysis", "compare", "findings"}, true},
        {"evidence",   "engine/evidence",  {"base", "trace", "protocol"},                                                  true},
        {"lesson",     "engine/lesson",    {"base", "trace", "protocol", "client", "broker", "scenario", "session", "sim", "analysis"},       true},
        {"real",       "engine/real",      {"base", "trace", "protocol", "wire", "client", "broker", "scenario", "session", "sim", "analysis", "evidence"}, false},
        {"theme",      "widgets/theme",    {"base", "trace"},                                                              false},
        {"view",       "widgets/view",     {"base", "trace", "protocol", "scenario", "analysis"},                          false},
        {"annotation", "widgets/annotation", {"base", "trace", "protocol", "scenario", "analysis", "theme", "view"},       false},
        {"topology",   "widgets/topology", {"base", "trace", "protocol", "scenario", "analysis", "theme", "view", "annotation"},         false},
        {"timeline",   "widgets/timeline", {"base", "trace", "protocol", "scenario", "analysis", "theme", "view", "annotation"},         false},
        {"events",     "widgets/events",   {"base", "trace", "protocol", "scenario", "analysis", "theme", "view"},         false},
        {"inspector",  "widgets/inspector", {"base", "trace", "protocol", "wire", "scenario", "analysis", "theme", "view"}, false},
        {"sequence",   "widgets/sequence", {"base", "trace", "protocol", "scenario", "analysis", "theme", "view"},         false},
        {"vector",     "widgets/vector",   {},                                                                             false},
        {"figures",    "widgets/figures",  {"base", "trace", "protocol", "scenario", "analysis", "theme", "view", "annotation", "topology", "timeline", "sequence", "vector"}, false},
        {"classroom",  "widgets/classroom", {"base", "trace", "protocol", "scenario", "analysis", "lesson", "theme", "view", "vector"},           false},
        {"frame",      "widgets/frame",    {"base", "trace", "protocol", "scenario", "analysis", "theme", "view"},         false},
        {"editor",     "widgets/editor",   {"base", "trace", "protocol", "client", "scenario", "analysis", "theme", "view", "frame"}, false},
        {"whatif",     "widgets/whatif",   {"base", "trace", "protocol", "client", "scenario", "session", "sim", "analysis", "findings", "sweep", "theme", "view", "vector"}, false},
        {"app",        "app",              {"base", "trace", "protocol", "wire", "client", "broker", "scenario", "session", "sim", "analysis", "compare", "findings", "sweep", "evidence", "lesson", "real",
                                            "theme", "view", "annotation", "topology", "timeline", "events", "inspector", "sequence", "vector", "figures", "classroom", "frame", "editor", "whatif"},      false},
        {"tests",      "tests",            {"base", "trace", "protocol", "wire", "client", "broker", "scenario", "session", "sim", "analysis", "compare", "findings", "sweep", "evidence", "lesson", "real",
                                            "theme", "view", "annotation", "topology", "timeline", "events", "inspector", "sequence", "vector", "figures", "classroom", "frame", "editor", "whatif", "app"}, false, false},
    },
    .words = {
        {"::now(",                Where::Pure, kTime},
        {"gettimeofday",          Where::Pure, kTime},
        {"clock_gettime",         Where::Pure, kTime},
        {"time(nullptr)",         Where::Pure, kTime},
        {"time(NULL)",            Where::Pure, kTime},
        {"time(0)",               Where::Pure, kTime},
        {"std::time(",            Where::Pure, kTime},
        {"system_clock",          Where::Pure, kTime},
        {"steady_clock",          Where::Pure, kTime},
        {"high_resolution_clock", Where::Pure, kTime},
        {"QElapsedTimer",         Where::Pure, kTime},
        {"QDateTime",             Where::Pure, kTime},
        {"sleep_for",             Where::Pure, kTime},
        {"sleep_until",           Where::Pure, kTime},
        {"random_device",         Where::Pure, kChance},
        {"mt19937",               Where::Pure, kChance},
        {"minstd_rand",           Where::Pure, kChance},
        {"default_random_engine", Where::Pure, kChance},
        {"std::uniform_",         Where::Pure, kChance},
        {"std::normal_",          Where::Pure, kChance},
        {"std::exponential_",     Where::Pure, kChance},
        {"std::bernoulli_",       Where::Pure, kChance},
        {"std::poisson_",         Where::Pure, kChance},
        {"std::discrete_",        Where::Pure, kChance},
        {"std::shuffle",          Where::Pure, kChance},
        {"std::sample",           Where::Pure, kChance},
        {"rand(",                 Where::Pure, kChance},
        {"srand(",                Where::Pure, kChance},
        {"std::cout",             Where::Pure, kValues},
        {"std::cerr",             Where::Pure, kValues},
        {"std::clog",             Where::Pure, kValues},
        {"setlocale",             Where::Pure, kSame},
        {"std::locale",           Where::Pure, kSame},
        {"localtime",             Where::Pure, kSame},
        {"getenv",                Where::Pure, kSame},
        {"instance()",            Where::Product, "collaborators arrive in the constructor"},
        {"qWait(",                Where::Tests, kSleep},
        {"qSleep(",               Where::Tests, kSleep},
        {"usleep(",               Where::Tests, kSleep},
        {"msleep(",               Where::Tests, kSleep},
        {"sleep_for",             Where::Tests, kSleep},
    },
    .libraries = {
        {"yaml-cpp/", {"scenario", "tests"}},
        {"zlib.h", {"wire", "figures", "tests"}},
        {"gif_lib.h", {"figures", "tests"}},
        {"webp/", {"figures", "tests"}},
        {"snappy", {"wire", "tests"}},
        {"lz4", {"wire", "tests"}},
        {"zstd", {"wire", "tests"}},
    },
    .unfinished = {"TO" "DO", "FIX" "ME"},
    .firstLine = kSpdx,
    .maxLines = 600,
    .maxTestLines = 800,
};
// clang-format on

std::string toText(const std::vector<Violation>& violations)
{
    std::string out;
    for (const Violation& v : violations)
        out += v.path + ":" + std::to_string(v.line) + ": " + v.message + "\n";
    return out;
}

std::vector<SourceFile> checkout()
{
    namespace fs = std::filesystem;
    const fs::path root = sourcePath("");
    std::vector<SourceFile> files;
    for (const char* folder : {"engine", "app", "widgets", "tests"}) {
        if (!fs::is_directory(root / folder))
            continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
            const fs::path& path = entry.path();
            if (path.extension() == ".h" || path.extension() == ".cpp" || path.filename() == "CMakeLists.txt")
                files.push_back({fs::relative(path, root).generic_string(), readFile(path.string())});
        }
    }
    return files;
}

SourceFile header(std::string path, const std::string& body)
{
    return {std::move(path), std::string(kSpdx) + "\n#pragma once\n" + body};
}

/// A room that breaks no rule: one header, listed, linked to everything it may include.
std::vector<SourceFile> cleanRoom(const Room& room)
{
    const std::string folder(room.folder);
    std::string links;
    for (const std::string_view other : room.mayInclude)
        links += " Connscope::" + std::string(other);
    return {header(folder + "/x.h", "int x();\n"),
        {folder + "/CMakeLists.txt",
            "connscope_room(" + std::string(room.name) + "\n    SOURCES x.h y.h\n    LINKS" + links + ")\n"}};
}

std::vector<SourceFile> cleanHouse()
{
    std::vector<SourceFile> files;
    std::string order;
    for (const Room& room : kHouse.rooms) {
        for (SourceFile& file : cleanRoom(room))
            files.push_back(std::move(file));
        if (room.folder.substr(0, 7) == "engine/")
            order += " " + std::string(room.name);
    }
    files.push_back({"engine/CMakeLists.txt", "foreach(room" + order + ")\nendforeach()\n"});
    return files;
}

/// What the checker says of a clean house with one more file (or one file replaced).
std::string verdict(const SourceFile& file)
{
    std::vector<SourceFile> files = cleanHouse();
    const auto same
        = std::find_if(files.begin(), files.end(), [&](const SourceFile& f) { return f.path == file.path; });
    if (same != files.end())
        *same = file;
    else
        files.push_back(file);
    return toText(inspect(kHouse, files));
}

std::string includeOf(const Room& room)
{
    // Rooms of engine and widgets are included by name, app by folder; tests' own headers by their sub-folder.
    return "#include \"" + std::string(room.name == "tests" ? std::string_view("x.h") : room.name)
        + (room.name == "tests" ? "\"\n" : "/x.h\"\n");
}

} // namespace

class TestIncludes : public QObject {
    Q_OBJECT

private slots:
    void theHouseKeepsItsRules()
    {
        const std::vector<SourceFile> files = checkout();
        QVERIFY2(files.size() > 20, "the checkout was not found");
        const std::vector<Violation> found = inspect(kHouse, files);
        std::fputs(toText(found).c_str(), stderr); // whole: a message of Qt Test is cut at a thousand bytes
        QVERIFY2(
            found.empty(), (std::to_string(found.size()) + " places break a rule of the house, see above").c_str());
    }

    void dependenciesPointDownOnly()
    {
        std::vector<std::string_view> above;
        for (const Room& room : kHouse.rooms) {
            for (const std::string_view other : room.mayInclude)
                QVERIFY2(std::count(above.begin(), above.end(), other) == 1, std::string(room.name).c_str());
            above.push_back(room.name);
        }
    }

    // ---- the checker itself ----

    void aCleanHouseIsClean() { QCOMPARE(toText(inspect(kHouse, cleanHouse())), std::string()); }

    void everyPairOfRoomsIsDecided()
    {
        for (const Room& from : kHouse.rooms) {
            for (const Room& to : kHouse.rooms) {
                if (&from == &to)
                    continue;
                const bool allowed = std::count(from.mayInclude.begin(), from.mayInclude.end(), to.name) > 0;
                const std::string found = verdict(header(std::string(from.folder) + "/y.h", includeOf(to)));
                const std::string where = std::string(from.folder) + "/y.h:3: ";
                if (allowed)
                    QCOMPARE(found, std::string());
                else
                    QVERIFY2(found.substr(0, where.size()) == where,
                        (std::string(from.name) + "->" + std::string(to.name) + " " + found).c_str());
            }
        }
    }

    void everyForbiddenWordIsCaughtInCodeAndNotInComments()
    {
        for (const ForbiddenWord& forbidden : kHouse.words) {
            const std::string word(forbidden.word);
            for (const Room& room : kHouse.rooms) {
                const bool applies = forbidden.where == Where::Pure ? room.pure
                    : forbidden.where == Where::Product             ? room.product
                                                                    : !room.product;
                const std::string path = std::string(room.folder) + "/y.h";
                const std::string found = verdict(header(path, "\nauto x = " + word + ";\n"));
                if (applies)
                    QVERIFY2(found.find(path + ":4: '" + word + "'") != std::string::npos,
                        (path + " " + word + "\n" + found).c_str());
                QCOMPARE(verdict(header(path, "// auto x = " + word + "\n/* " + word + "\n" + word + " */\n")),
                    std::string());
                QCOMPARE(verdict(header(path, "auto x = \"" + word + "\";\nauto y = R\"a(\"" + word + ")a\";\n")),
                    std::string());
            }
        }
        QCOMPARE(verdict(header("engine/sim/y.h", "int operand(int); int x = operand(3);\n")), std::string());
    }

    void everyOtherRuleCanBeBroken_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected"); // how the only complaint starts
        const QByteArray spdx = QByteArray(kSpdx.data(), qsizetype(kSpdx.size())) + "\n";
        const QByteArray top = spdx + "#pragma once\n";

        QTest::newRow("Qt in the engine")
            << QByteArray("engine/trace/y.h") << top + "#include <QString>\n"
            << QByteArray("engine/trace/y.h:3: <QString>: there is no Qt below engine/real");
        QTest::newRow("a Qt module in the engine")
            << QByteArray("engine/evidence/y.h") << top + "#include <QtCore/qstring.h>\n"
            << QByteArray("engine/evidence/y.h:3: <QtCore/qstring.h>: there is no Qt");
        QTest::newRow("YAML outside scenario")
            << QByteArray("engine/trace/y.h") << top + "#  include <yaml-cpp/yaml.h>\n"
            << QByteArray("engine/trace/y.h:3: <yaml-cpp/yaml.h>: only scenario");
        QTest::newRow("an include without its room")
            << QByteArray("engine/trace/y.h") << top + "#include \"x.h\"\n"
            << QByteArray("engine/trace/y.h:3: \"x.h\" names no file of the house");
        QTest::newRow("an include through the back door")
            << QByteArray("widgets/view/y.h") << top + "#include \"engine/sim/x.h\"\n"
            << QByteArray("widgets/view/y.h:3: \"engine/sim/x.h\" names no file of the house");
        QTest::newRow("an include of nothing") << QByteArray("app/y.h") << top + "#include \"trace/nothing.h\"\n"
                                               << QByteArray("app/y.h:3: \"trace/nothing.h\" names no file");
        QTest::newRow("no licence line") << QByteArray("app/y.h") << QByteArray("#pragma once\n")
                                         << QByteArray("app/y.h:1: the first line must be");
        QTest::newRow("another licence line")
            << QByteArray("app/y.cpp") << QByteArray("// SPDX-License-Identifier: MIT\n")
            << QByteArray("app/y.cpp:1: the first line must be");
        QTest::newRow("an empty file") << QByteArray("app/y.cpp") << QByteArray()
                                       << QByteArray("app/y.cpp:1: the first line must be");
        QTest::newRow("no guard") << QByteArray("app/y.h") << spdx + "// #pragma once\n"
                                  << QByteArray("app/y.h:1: a header needs #pragma once");
        QTest::newRow("too long") << QByteArray("app/y.cpp") << spdx + QByteArray(600, '\n')
                                  << QByteArray("app/y.cpp:601: the file has 601 lines; 600 is the limit");
        QTest::newRow("too long for a test")
            << QByteArray("tests/y.cpp") << spdx + QByteArray(800, '\n')
            << QByteArray("tests/y.cpp:801: the file has 801 lines; 800 is the limit");
        QTest::newRow("unfinished") << QByteArray("app/y.cpp") << spdx + "// TO" + "DO: later\n"
                                    << QByteArray("app/y.cpp:2: 'TO") + "DO'";
        QTest::newRow("a view's source that is not built")
            << QByteArray("widgets/topology/z.cpp") << spdx
            << QByteArray("widgets/topology/z.cpp:1: the file is not in its room's");
        QTest::newRow("a view that links another")
            << QByteArray("widgets/topology/CMakeLists.txt")
            << QByteArray("connscope_widgets_room(topology SOURCES x.h LINKS Connscope::timeline)\n")
            << QByteArray("widgets/topology/CMakeLists.txt:1: links Connscope::timeline: topology may include");
        QTest::newRow("a view under another's name")
            << QByteArray("widgets/topology/CMakeLists.txt")
            << QByteArray("connscope_widgets_room(timeline SOURCES x.h)\n")
            << QByteArray("widgets/topology/CMakeLists.txt:1: the room is called topology");
        QTest::newRow("a file of no room")
            << QByteArray("engine/y.h") << top << QByteArray("engine/y.h:1: the file is in no room");
        QTest::newRow("a source that is not built") << QByteArray(
            "engine/client/z.cpp") << spdx << QByteArray("engine/client/z.cpp:1: the file is not in its room's");
        QTest::newRow("a test that never runs")
            << QByteArray("tests/client/tst_z.cpp") << spdx
            << QByteArray("tests/client/tst_z.cpp:1: the test is not in its folder's");
        QTest::newRow("a link upwards")
            << QByteArray("engine/client/CMakeLists.txt")
            << QByteArray("connscope_room(client SOURCES x.h LINKS Connscope::broker)\n")
            << QByteArray("engine/client/CMakeLists.txt:1: links Connscope::broker: client may include");
        QTest::newRow("a link to Qt") << QByteArray("engine/client/CMakeLists.txt")
                                      << QByteArray("connscope_room(client SOURCES x.h LINKS Qt6::Core)\n")
                                      << QByteArray(
                                             "engine/client/CMakeLists.txt:1: links Qt6::Core: there is no Qt");
        QTest::newRow("a room under another's name")
            << QByteArray("engine/client/CMakeLists.txt") << QByteArray("connscope_room(broker SOURCES x.h)\n")
            << QByteArray("engine/client/CMakeLists.txt:1: the room is called client");
        QTest::newRow("another build order")
            << QByteArray("engine/CMakeLists.txt") << QByteArray("foreach(room trace base)\n")
            << QByteArray("engine/CMakeLists.txt:1: the rooms are built in another order");
        QTest::newRow("no build order") << QByteArray("engine/CMakeLists.txt") << QByteArray("# foreach(room base)\n")
                                        << QByteArray("engine/CMakeLists.txt:1: there is no foreach(room");
        QTest::newRow("a header that includes itself")
            << QByteArray("engine/sim/y.h") << top + "#include \"sim/y.h\"\n"
            << QByteArray("engine/sim/y.h:1: includes go in a circle: engine/sim/y.h -> engine/sim/y.h");
    }
    void everyOtherRuleCanBeBroken()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        const std::string found = verdict({path.toStdString(), text.toStdString()});
        QVERIFY2(found.compare(0, std::size_t(expected.size()), expected.toStdString()) == 0, found.c_str());
        QCOMPARE(std::count(found.begin(), found.end(), '\n'), std::ptrdiff_t {1});
    }

    void aCircleThroughTwoFilesIsFound()
    {
        std::vector<SourceFile> files = cleanHouse();
        files.push_back(header("engine/sim/y.h", "#include \"sim/x.h\"\n"));
        for (SourceFile& file : files) {
            if (file.path == "engine/sim/x.h")
                file = header("engine/sim/x.h", "#include \"sim/y.h\"\n");
        }
        const std::string found = toText(inspect(kHouse, files));
        QCOMPARE(found,
            std::string(
                "engine/sim/x.h:1: includes go in a circle: engine/sim/x.h -> engine/sim/y.h -> engine/sim/x.h\n"));
    }

    void anIncludeNeedsItsLinkDirectlyOrThroughAnother()
    {
        std::vector<SourceFile> files = cleanHouse();
        files.push_back(header("engine/client/y.h", "#include \"base/x.h\"\n"));
        const auto list = std::find_if(
            files.begin(), files.end(), [](const SourceFile& f) { return f.path == "engine/client/CMakeLists.txt"; });
        list->text = "connscope_room(client SOURCES x.h y.h LINKS Connscope::trace)"; // trace links base
        QCOMPARE(toText(inspect(kHouse, files)), std::string());
        list->text = "connscope_room(client SOURCES x.h y.h LINKS)";
        QCOMPARE(toText(inspect(kHouse, files)),
            std::string("engine/client/y.h:3: includes base, but client does not link it\n"));
    }

    void codeIsToldFromCommentsAndLiterals_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("line comment") << QByteArray("a // b\nc") << QByteArray("a     \nc");
        QTest::newRow("block comment") << QByteArray("a /* b\nb */ c") << QByteArray("a     \n     c");
        QTest::newRow("comment signs in a string") << QByteArray("\"//\" a") << QByteArray("     a");
        QTest::newRow("an escaped quote") << QByteArray("\"\\\"//\" a") << QByteArray("       a");
        QTest::newRow("a quote as a character") << QByteArray("'\"' a") << QByteArray("    a");
        QTest::newRow("digit separators") << QByteArray("1'000 + 0x1'f a") << QByteArray("1'000 + 0x1'f a");
        QTest::newRow("a prefixed character") << QByteArray("L'x' a") << QByteArray("L    a");
        QTest::newRow("a raw string") << QByteArray("R\"x(\" // )\" )x\" a") << QByteArray("R               a");
        QTest::newRow("an include in a raw string")
            << QByteArray("R\"(\n#include \"x\"\n)\" a") << QByteArray("R  \n            \n   a");
        QTest::newRow("an include keeps its name")
            << QByteArray(" # include \"a/b.h\" // c") << QByteArray(" # include \"a/b.h\"     ");
        QTest::newRow("an include in a comment")
            << QByteArray("//\n/*\n#include \"x\"\n*/") << QByteArray("  \n  \n            \n  ");
        QTest::newRow("never closed") << QByteArray("a /* b") << QByteArray("a     ");
    }
    void codeIsToldFromCommentsAndLiterals()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, code);
        QCOMPARE(QByteArray::fromStdString(codeOnly(text.toStdString())), code);
    }
};

QTEST_GUILESS_MAIN(TestIncludes)
#include "tst_includes.moc"
