// SPDX-License-Identifier: GPL-3.0-or-later
#include "tidy/houserules.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

namespace connscope::test {

namespace {

using Names = std::vector<std::string_view>;

bool contains(const Names& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool endsWith(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string_view folderOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view fileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool isIdentifier(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

std::size_t findWord(std::string_view line, std::string_view word)
{
    for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
        if (!isIdentifier(word.front()) || at == 0 || !isIdentifier(line[at - 1]))
            return at;
    }
    return std::string_view::npos;
}

struct Include {
    std::string name;
    bool quoted = false;
};

/// The file that a line of code includes; empty for other lines.
Include includeOf(std::string_view line)
{
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string_view::npos || line[at] != '#')
        return {};
    at = line.find_first_not_of(" \t", at + 1);
    if (at == std::string_view::npos || line.substr(at, 7) != "include")
        return {};
    const std::size_t open = line.find_first_of("\"<", at);
    if (open == std::string_view::npos)
        return {};
    const bool quoted = line[open] == '"';
    const std::size_t close = line.find(quoted ? '"' : '>', open + 1);
    if (close == std::string_view::npos)
        return {};
    return {std::string(line.substr(open + 1, close - open - 1)), quoted};
}

bool isQt(std::string_view include)
{
    return include.size() > 1 && include[0] == 'Q' && (include[1] == 't' || (include[1] >= 'A' && include[1] <= 'Z'));
}

/// Words of a CMake file without its comments.
std::vector<std::string> cmakeWords(const std::string& text)
{
    std::string plain;
    for (std::string line : linesOf(text)) {
        line.resize(std::min(line.size(), line.find('#')));
        for (const char c : line) {
            if (c == '(' || c == ')')
                plain += {' ', c, ' '};
            else
                plain += c;
        }
        plain += '\n';
    }
    std::vector<std::string> words;
    std::istringstream in(plain);
    for (std::string word; in >> word;)
        words.push_back(word);
    return words;
}

class Inspection {
public:
    Inspection(const HouseRules& rules, const std::vector<SourceFile>& files)
        : m_rules(rules)
    {
        for (const SourceFile& file : files)
            m_files[file.path] = &file.text;
    }

    std::vector<Violation> run()
    {
        for (const auto& [path, text] : m_files) {
            if (endsWith(path, ".h") || endsWith(path, ".cpp"))
                source(path, *text);
        }
        for (const auto& [path, text] : m_files) {
            if (fileName(path) == "CMakeLists.txt")
                buildList(path, *text);
        }
        listed();
        linked();
        cycles();
        std::sort(m_found.begin(), m_found.end(), [](const Violation& a, const Violation& b) {
            return std::tie(a.path, a.line, a.message) < std::tie(b.path, b.line, b.message);
        });
        return std::move(m_found);
    }

private:
    void report(std::string_view path, int line, std::string message)
    {
        m_found.push_back({std::string(path), line, std::move(message)});
    }

    const Room* roomOf(std::string_view path) const
    {
        for (const Room& room : m_rules.rooms) {
            if (path.size() > room.folder.size() && path.substr(0, room.folder.size()) == room.folder
                && path[room.folder.size()] == '/')
                return &room;
        }
        return nullptr;
    }

    static bool mayInclude(const Room& room, std::string_view other)
    {
        return room.name == other || contains(room.mayInclude, other);
    }

    static std::string allowedFor(const Room& room)
    {
        std::string out = std::string(room.name) + " may include ";
        if (room.mayInclude.empty())
            out += "nothing";
        for (std::size_t i = 0; i < room.mayInclude.size(); ++i)
            out += (i ? ", " : "") + std::string(room.mayInclude[i]);
        return out;
    }

    void source(const std::string& path, const std::string& text)
    {
        const Room* room = roomOf(path);
        if (!room) {
            report(path, 1, "the file is in no room of the house");
            return;
        }
        const std::vector<std::string> raw = linesOf(text);
        const std::string code = codeOnly(text);
        const std::vector<std::string> lines = linesOf(code);
        if (raw.empty() || raw[0] != m_rules.firstLine)
            report(path, 1, "the first line must be: " + std::string(m_rules.firstLine));
        const std::size_t limit = room->product ? m_rules.maxLines : m_rules.maxTestLines;
        if (raw.size() > limit)
            report(path, int(limit) + 1,
                "the file has " + std::to_string(raw.size()) + " lines; " + std::to_string(limit)
                    + " is the limit: it holds more than one idea");
        if (endsWith(path, ".h") && code.find("#pragma once") == std::string::npos)
            report(path, 1, "a header needs #pragma once");

        for (std::size_t i = 0; i < lines.size(); ++i) {
            const int line = int(i) + 1;
            if (const Include include = includeOf(lines[i]); !include.name.empty())
                checkInclude(*room, path, line, include);
            else
                checkWords(*room, path, line, lines[i]);
            for (const std::string_view word : m_rules.unfinished) {
                if (findWord(raw[i], word) != std::string::npos)
                    report(path, line, "'" + std::string(word) + "': do it, or say in words what is and why");
            }
        }
    }

    void checkWords(const Room& room, const std::string& path, int line, std::string_view code)
    {
        for (const ForbiddenWord& forbidden : m_rules.words) {
            const bool applies = forbidden.where == Where::Everywhere || (forbidden.where == Where::Pure && room.pure)
                || (forbidden.where == Where::Product && room.product)
                || (forbidden.where == Where::Tests && !room.product);
            if (applies && findWord(code, forbidden.word) != std::string_view::npos)
                report(path, line, "'" + std::string(forbidden.word) + "': " + std::string(forbidden.instead));
        }
    }

    void checkInclude(const Room& room, const std::string& path, int line, const Include& include)
    {
        if (!include.quoted) {
            if (room.pure && isQt(include.name))
                report(path, line, "<" + include.name + ">: there is no Qt below engine/real");
            for (const Library& library : m_rules.libraries) {
                if (include.name.compare(0, library.include.size(), library.include) == 0
                    && !contains(library.rooms, room.name))
                    report(path, line,
                        "<" + include.name + ">: only " + std::string(library.rooms.front()) + " knows this library");
            }
            return;
        }
        if (endsWith(include.name, ".moc"))
            return;
        const std::string target = resolve(room, path, include.name);
        if (target.empty()) {
            report(path, line, "\"" + include.name + "\" names no file of the house; write \"room/file.h\"");
            return;
        }
        m_includes[path].push_back(target);
        const Room* other = roomOf(target);
        if (!mayInclude(room, other->name))
            report(path, line, "\"" + include.name + "\": " + allowedFor(room));
        else if (other != &room)
            m_used[room.name].insert({other->name, path, line});
    }

    /// The path that a quoted name stands for, as the include folders of the targets resolve it; "" for none.
    std::string resolve(const Room& room, const std::string& path, const std::string& name) const
    {
        std::vector<std::string> candidates {"engine/" + name, "widgets/" + name};
        if (name.compare(0, 4, "app/") == 0)
            candidates.push_back(name); // its include folder is the checkout's top
        if (!room.product) {
            candidates.push_back("tests/" + name);
            candidates.push_back(std::string(folderOf(path)) + "/" + name);
        }
        for (const std::string& candidate : candidates) {
            if (m_files.count(candidate) && roomOf(candidate))
                return candidate;
        }
        return {};
    }

    /// LINKS and SOURCES of connscope_room(), and every Connscope:: and Qt6:: that a room's list names.
    void buildList(const std::string& path, const std::string& text)
    {
        const Room* room = roomOf(path);
        if (!room) {
            if (path == "engine/CMakeLists.txt")
                buildOrder(path, text);
            return;
        }
        const std::vector<std::string> words = cmakeWords(text);
        m_listed[std::string(folderOf(path))].insert(words.begin(), words.end());
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string_view word = words[i];
            if ((word == "connscope_room" || word == "connscope_widgets_room") && i + 2 < words.size()
                && words[i + 2] != room->name)
                report(path, 1, "the room is called " + std::string(room->name) + ", not " + words[i + 2]);
            if (word.substr(0, 11) == "Connscope::") {
                const std::string_view other = word.substr(11);
                if (mayInclude(*room, other))
                    m_links[room->name].insert(std::string(other));
                else
                    report(path, 1, "links " + words[i] + ": " + allowedFor(*room));
            }
            if (room->pure && word.substr(0, 5) == "Qt6::")
                report(path, 1, "links " + words[i] + ": there is no Qt below engine/real");
        }
    }

    void buildOrder(const std::string& path, const std::string& text)
    {
        std::vector<std::string> expected;
        for (const Room& room : m_rules.rooms) {
            if (folderOf(room.folder) == "engine")
                expected.emplace_back(room.name);
        }
        const std::vector<std::string> words = cmakeWords(text);
        for (std::size_t i = 0; i + 2 < words.size(); ++i) {
            if (words[i] != "foreach" || words[i + 2] != "room")
                continue;
            const auto first = words.begin() + std::ptrdiff_t(i) + 3;
            const std::vector<std::string> order(first, std::find(first, words.end(), ")"));
            if (order != expected)
                report(path, 1, "the rooms are built in another order than the house rules list them");
            return;
        }
        report(path, 1, "there is no foreach(room …) that lists the rooms");
    }

    /// Every source of a room is built, every test is run.
    void listed()
    {
        for (const auto& [path, text] : m_files) {
            const Room* room = roomOf(path);
            if (!room || !(endsWith(path, ".h") || endsWith(path, ".cpp")))
                continue;
            const std::string_view name = fileName(path);
            if (!room->product) {
                const std::string test(name.substr(0, name.rfind('.')));
                if (name.substr(0, 4) == "tst_" && endsWith(name, ".cpp")
                    && !m_listed[std::string(folderOf(path))].count(test))
                    report(path, 1, "the test is not in its folder's CMakeLists.txt, so it never runs");
            } else if (room->pure || folderOf(room->folder) == "widgets") {
                const std::string relative = path.substr(room->folder.size() + 1);
                if (!m_listed[std::string(room->folder)].count(relative))
                    report(path, 1, "the file is not in its room's CMakeLists.txt");
            }
        }
    }

    /// Whoever includes a room links it, itself or through another.
    void linked()
    {
        for (const Room& room : m_rules.rooms) {
            if (!room.pure)
                continue;
            std::set<std::string> reached;
            std::vector<std::string> open(m_links[room.name].begin(), m_links[room.name].end());
            while (!open.empty()) {
                const std::string next = open.back();
                open.pop_back();
                if (reached.insert(next).second) {
                    for (const Room& other : m_rules.rooms) {
                        if (other.name == next)
                            open.insert(open.end(), m_links[other.name].begin(), m_links[other.name].end());
                    }
                }
            }
            for (const auto& [used, path, line] : m_used[room.name]) {
                if (!reached.count(std::string(used)))
                    report(path, line,
                        "includes " + std::string(used) + ", but " + std::string(room.name) + " does not link it");
            }
        }
    }

    void cycles()
    {
        std::set<std::string> done;
        for (const auto& [path, targets] : m_includes) {
            std::vector<std::string> way;
            walk(path, way, done);
        }
    }

    void walk(const std::string& path, std::vector<std::string>& way, std::set<std::string>& done)
    {
        if (const auto seen = std::find(way.begin(), way.end(), path); seen != way.end()) {
            std::string circle;
            for (auto it = seen; it != way.end(); ++it)
                circle += *it + " -> ";
            report(path, 1, "includes go in a circle: " + circle + path);
            return;
        }
        if (done.count(path))
            return;
        way.push_back(path);
        if (const auto it = m_includes.find(path); it != m_includes.end()) {
            for (const std::string& target : it->second)
                walk(target, way, done);
        }
        way.pop_back();
        done.insert(path);
    }

    const HouseRules& m_rules;
    std::map<std::string, const std::string*> m_files;
    std::map<std::string, std::vector<std::string>> m_includes; // path -> paths, resolved
    std::map<std::string_view, std::set<std::tuple<std::string_view, std::string, int>>>
        m_used; // room -> (room, where)
    std::map<std::string_view, std::set<std::string>> m_links; // room -> rooms in its LINKS
    std::map<std::string, std::set<std::string>> m_listed; // folder -> words of its CMakeLists.txt
    std::vector<Violation> m_found;
};

} // namespace

std::vector<Violation> inspect(const HouseRules& rules, const std::vector<SourceFile>& files)
{
    return Inspection(rules, files).run();
}

} // namespace connscope::test
