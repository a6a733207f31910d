// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/savetext.h"

#include "scenario/reader.h"
#include "scenario/writer.h"
#include "scenario/writesections.h"
#include "scenario/yamldocument.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace connscope::scenario {

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string blockOf(const YamlValue& value, int indent = 0)
{
    std::string out;
    value.write(out, indent);
    return out;
}

std::string blockOf(std::string_view key, YamlValue value)
{
    return blockOf(YamlValue::map().add(key, std::move(value)));
}

YamlValue listOf(const std::vector<Action>& actions, std::size_t from)
{
    YamlValue list = YamlValue::list();
    for (std::size_t i = from; i < actions.size(); ++i)
        list.add(actionValue(actions[i]));
    return list;
}

/// What was set in \a after and was not, or was otherwise, in \a before; nothing where something is gone.
std::optional<Pairs> added(const Pairs& before, const Pairs& after)
{
    const auto in = [](const Pairs& pairs, const std::string& key) {
        return std::find_if(pairs.begin(), pairs.end(), [&key](const auto& pair) { return pair.first == key; });
    };
    Pairs out;
    for (const auto& pair : before) {
        if (in(after, pair.first) == after.end())
            return std::nullopt;
    }
    for (const auto& pair : after) {
        const auto old = in(before, pair.first);
        if (old == before.end() || old->second != pair.second)
            out.push_back(pair);
    }
    return out;
}

Pairs pairsOf(const protocol::ConfigSet& config)
{
    Pairs out;
    for (const protocol::ConfigSet::Entry& entry : config.entries())
        out.emplace_back(entry.name, entry.text);
    return out;
}

/// Changes to a text, found in its tree and made all at once.
class Editor {
public:
    Editor(const YamlDocument& document, const Scenario& was, const Scenario& meant)
        : m_text(document.text())
        , m_root(document.root())
        , m_was(was)
        , m_meant(meant)
    {
    }

    /// Nothing where something has no place in this text.
    std::optional<std::string> run()
    {
        for (const YamlEntry& entry : m_root.entries) {
            if (lineStart(entry.key.offset) != entry.key.offset)
                return std::nullopt; // {…} around everything, or more than one document
        }
        if (m_was.seed != m_meant.seed)
            setTop("seed", YamlValue::scalar(std::to_string(m_meant.seed)));
        if (m_was.profileName != m_meant.profileName)
            setTop("profile", YamlValue::scalar(m_meant.profileName));
        clients();
        brokers();
        actions();
        if (!(m_was.layout == m_meant.layout))
            setSection("layout", layoutValue(m_meant.layout), m_meant.layout.isEmpty());
        if (m_was.bookmarks != m_meant.bookmarks)
            setSection("bookmarks", bookmarksValue(m_meant.bookmarks), m_meant.bookmarks.empty());
        if (m_was.annotations != m_meant.annotations)
            setSection("annotations", annotationsValue(m_meant.annotations), m_meant.annotations.empty());
        if (!m_appended.empty())
            insertLines(m_text.size(), (m_text.ends_with("\n\n") ? "" : "\n") + m_appended);
        return m_possible ? std::optional(apply()) : std::nullopt;
    }

private:
    struct Edit {
        std::size_t from = 0;
        std::size_t length = 0;
        std::string text;
    };

    void edit(std::size_t from, std::size_t to, std::string text)
    {
        m_edits.push_back({from, to - from, std::move(text)});
    }

    std::string apply()
    {
        std::stable_sort(
            m_edits.begin(), m_edits.end(), [](const Edit& a, const Edit& b) { return a.from < b.from; });
        const bool windows = m_text.find("\r\n") != std::string::npos;
        std::string out;
        std::size_t at = 0;
        for (const Edit& e : m_edits) {
            if (e.from < at)
                return m_text; // two at one place: what comes out is not what was meant, and is found to be so
            out.append(m_text, at, e.from - at);
            for (const char c : e.text)
                (windows && c == '\n') ? out += "\r\n" : out += c;
            at = e.from + e.length;
        }
        out.append(m_text, at);
        return out;
    }

    std::size_t lineStart(std::size_t offset) const
    {
        const std::size_t before = offset == 0 ? std::string::npos : m_text.rfind('\n', offset - 1);
        return before == std::string::npos ? 0 : before + 1;
    }
    /// Behind the line break of a line; the end of the text where it has none.
    std::size_t lineEnd(std::size_t offset) const
    {
        const std::size_t end = m_text.find('\n', offset);
        return end == std::string::npos ? m_text.size() : end + 1;
    }
    const YamlEntry* find(const YamlNode& map, std::string_view key) const
    {
        for (const YamlEntry& entry : map.entries) {
            if (entry.key.isScalar() && entry.key.text == key)
                return &entry;
        }
        return nullptr;
    }
    /// Where the lines of a top entry end: before the next one and the comments and blank lines that stand above it.
    std::size_t sectionEnd(const YamlEntry& section) const
    {
        std::size_t end = m_text.size();
        for (const YamlEntry& entry : m_root.entries) {
            if (entry.key.offset > section.key.offset)
                end = std::min(end, lineStart(entry.key.offset));
        }
        while (end > section.key.offset) {
            const std::size_t line = lineStart(end - 1);
            if (line <= section.key.offset)
                break;
            const std::string_view last = std::string_view(m_text).substr(line, end - line);
            if (last.front() != '#' && last.find_first_not_of(" \t\r\n") != std::string_view::npos)
                break;
            end = line;
        }
        return end;
    }
    /// Lines at a place; the line before is ended where it is not.
    void insertLines(std::size_t at, std::string lines)
    {
        if (at == m_text.size() && at > 0 && m_text.back() != '\n')
            lines.insert(0, "\n");
        edit(at, at, std::move(lines));
    }

    void setSection(std::string_view key, const YamlValue& value, bool empty)
    {
        if (const YamlEntry* section = find(m_root, key))
            edit(section->key.offset, sectionEnd(*section), empty ? std::string() : blockOf(key, value));
        else if (!empty)
            m_appended += blockOf(key, value);
    }

    void setTop(std::string_view key, YamlValue value)
    {
        if (const YamlEntry* entry = find(m_root, key)) {
            if (!replaceScalar(entry->value, blockOf(value)))
                edit(entry->key.offset, sectionEnd(*entry), blockOf(key, std::move(value)));
        } else if (!m_root.entries.empty()) {
            insertLines(lineEnd(m_root.entries.front().key.offset), blockOf(key, std::move(value)));
        }
    }

    /// True where the scalar stands in the text as it is, so that its end is known.
    bool isAsWritten(const YamlNode& scalar) const
    {
        return scalar.isScalar() && scalar.plain && !scalar.text.empty()
            && m_text.compare(scalar.offset, scalar.text.size(), scalar.text) == 0;
    }
    bool replaceScalar(const YamlNode& scalar, std::string line)
    {
        if (!isAsWritten(scalar))
            return false;
        if (!line.empty() && line.back() == '\n')
            line.pop_back();
        edit(scalar.offset, scalar.offset + scalar.text.size(), std::move(line));
        return true;
    }

    bool isFlow(const YamlNode& map) const { return map.offset < m_text.size() && m_text[map.offset] == '{'; }

    /// `key: value` into a map behind an entry whose end is known.
    void insertInto(const YamlNode& map, const std::string& key, const std::string& value)
    {
        for (auto entry = map.entries.rbegin(); entry != map.entries.rend(); ++entry) {
            if (!isAsWritten(entry->value))
                continue;
            const std::size_t end = entry->value.offset + entry->value.text.size();
            if (isFlow(map)) {
                edit(end, end, ", " + key + ": " + value);
            } else {
                const std::size_t indent = entry->key.offset - lineStart(entry->key.offset);
                insertLines(lineEnd(end), std::string(indent, ' ') + key + ": " + value + '\n');
            }
            return;
        }
        m_possible = false;
    }

    /// Settings of a client or of the cluster, under `config`.
    void setConfig(const YamlNode& owner, const Pairs& pairs)
    {
        if (pairs.empty())
            return;
        const YamlEntry* config = find(owner, "config");
        if (config && config->value.isMap()) {
            for (const auto& [key, value] : pairs) {
                const YamlEntry* old = find(config->value, key);
                if (old && !replaceScalar(old->value, yamlScalar(value)))
                    m_possible = false;
                else if (!old)
                    insertInto(config->value, yamlScalar(key), yamlScalar(value));
            }
            return;
        }
        YamlValue map = configValue(pairs);
        std::string line = blockOf(YamlValue::list().add(std::move(map)));
        if (config || line.find('\n') + 1 != line.size())
            m_possible = false; // empty, or of several lines
        else
            insertInto(owner, "config", line.substr(2, line.size() - 3)); // "- {…}"
    }

    void clients()
    {
        const YamlEntry* section = find(m_root, "clients");
        const auto& was = m_was.clients;
        const auto& meant = m_meant.clients;
        if (!section || section->value.items.size() != was.size() || was.size() != meant.size())
            return; // what comes out is compared
        for (std::size_t i = 0; i < was.size(); ++i) {
            const YamlNode& node = section->value.items[i];
            if (was[i].profileName != meant[i].profileName) {
                const YamlEntry* profile = find(node, "profile");
                if (!profile || !replaceScalar(profile->value, yamlScalar(meant[i].profileName)))
                    m_possible = false;
            }
            if (const auto more = added(was[i].config, meant[i].config))
                setConfig(node, *more);
        }
    }

    void brokers()
    {
        const auto& was = m_was.cluster.brokers;
        const auto& meant = m_meant.cluster.brokers;
        if (was.size() != meant.size() || was.empty())
            return;
        std::optional<Pairs> common;
        for (std::size_t i = 0; i < was.size(); ++i) {
            const auto more = added(pairsOf(was[i].config), pairsOf(meant[i].config));
            if (!more || (common && *more != *common))
                return; // of one broker: written anew
            common = *more;
        }
        if (common->empty())
            return;
        if (const YamlEntry* cluster = find(m_root, "cluster"); cluster && cluster->value.isMap())
            setConfig(cluster->value, *common);
        else if (!cluster && !m_root.entries.empty())
            insertLines(lineEnd(m_root.entries.front().key.offset),
                blockOf("cluster", YamlValue(YamlValue::map().add("config", configValue(*common)))));
    }

    void actions()
    {
        const auto& was = m_was.actions;
        const auto& meant = m_meant.actions;
        if (meant.size() <= was.size())
            return;
        const YamlEntry* section = find(m_root, "actions");
        if (!section || section->value.items.empty()) {
            const std::string block = blockOf("actions", listOf(meant, was.size()));
            if (section)
                edit(section->key.offset, sectionEnd(*section), block);
            else if (const YamlEntry* clients = find(m_root, "clients"))
                insertLines(sectionEnd(*clients), "\n" + block);
            return;
        }
        const std::size_t first = section->value.items.front().offset;
        const std::size_t line = lineStart(first);
        const std::size_t dash = m_text.find_first_not_of(' ', line);
        if (m_text[dash] != '-') {
            m_possible = false; // [{…}, {…}]
            return;
        }
        std::string items = blockOf(listOf(meant, was.size()), static_cast<int>(dash - line));
        insertLines(sectionEnd(*section), std::move(items));
    }

    const std::string& m_text;
    const YamlNode& m_root;
    const Scenario& m_was;
    const Scenario& m_meant;
    std::vector<Edit> m_edits;
    std::string m_appended; // sections that the file does not have yet
    bool m_possible = true;
};

} // namespace

Result<SavedText> saveText(const std::string& text, const std::string& fileName, const Scenario& meant)
{
    // The writer is the measure of equality: what is equal is written alike.
    const std::string wanted = writeScenario(meant);
    const ReadResult was = tryScenario(text, fileName);
    const auto document = YamlDocument::parse(text, fileName);
    if (was.scenario && document) {
        if (auto edited = Editor(*document, *was.scenario, meant).run()) {
            const ReadResult again = tryScenario(*edited, fileName);
            if (again.scenario && writeScenario(*again.scenario) == wanted)
                return SavedText {std::move(*edited), false};
        }
    }
    const ReadResult again = tryScenario(wanted, fileName);
    if (!again.scenario)
        return fail(again.errors.front());
    if (writeScenario(*again.scenario) != wanted)
        return fail("this scenario cannot be written so that it reads back as it is");
    return SavedText {wanted, true};
}

} // namespace connscope::scenario
