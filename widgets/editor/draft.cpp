// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/draft.h"

#include "scenario/reader.h"
#include "scenario/writer.h"

#include <algorithm>
#include <utility>

namespace connscope::editor {

using scenario::YamlDocument;
using scenario::YamlNode;
using scenario::YamlPath;
using scenario::YamlValue;

Change::Change(const Draft& draft)
{
    if (draft.document()) {
        m_document = *draft.document();
        return;
    }
    m_document = *YamlDocument::parse({}, {});
    m_error.emplace();
    m_error->message = "the text is no YAML; put that right first";
}

void Change::take(Result<scenario::EditedYaml> edited)
{
    if (!edited) {
        m_error = std::move(edited.error());
        return;
    }
    auto document = YamlDocument::parse(std::move(edited->text), m_document->fileName());
    if (!document) {
        m_error = std::move(document.error());
        return;
    }
    m_document = std::move(*document);
    m_commentsLost = m_commentsLost || edited->commentsLost;
}

Change& Change::set(const YamlPath& path, const YamlValue& value, std::span<const std::string_view> order)
{
    if (!m_error)
        take(scenario::setValue(*m_document, path, value, order));
    return *this;
}

Change& Change::remove(const YamlPath& path, const YamlPath& keep)
{
    if (!m_error)
        take(scenario::removeValue(*m_document, path, keep));
    return *this;
}

Change& Change::rename(const YamlPath& path, std::string_view key)
{
    if (!m_error)
        take(scenario::renameKey(*m_document, path, key));
    return *this;
}

Change& Change::insert(const YamlPath& list, std::size_t index, const YamlValue& value)
{
    if (!m_error)
        take(scenario::insertItem(*m_document, list, index, value));
    return *this;
}

Change& Change::move(const YamlPath& list, std::size_t from, std::size_t to)
{
    if (!m_error)
        take(scenario::moveItem(*m_document, list, from, to));
    return *this;
}

const YamlNode* Change::at(const YamlPath& path) const { return scenario::nodeAt(m_document->root(), path); }

Draft::Draft(QObject* parent)
    : QObject(parent)
{
}

bool Draft::take(std::string text, const std::string& file)
{
    if (m_hasText && text == m_text && file == m_file)
        return false;
    if (file == m_file)
        judge(); // what was last right is of the text before
    else
        m_judged.scenario.reset();
    m_text = std::move(text);
    m_file = file;
    m_hasText = true;
    m_judged.isDue = true;
    return true;
}

void Draft::setText(std::string text, const std::string& file)
{
    if (!take(std::move(text), file))
        return;
    judge();
    emit changed();
}

void Draft::setRightText(std::string text, const std::string& file)
{
    if (!take(std::move(text), file))
        return;
    m_judged.isRight = true;
    emit changed();
}

const Draft::Judged& Draft::judge() const
{
    if (!std::exchange(m_judged.isDue, false))
        return m_judged;
    m_judged.document.reset();
    m_judged.messages.clear();
    auto document = YamlDocument::parse(m_text, m_file);
    if (document)
        m_judged.document = std::move(*document);
    scenario::ReadResult read = scenario::tryScenario(m_text, m_file);
    m_judged.isRight = read.scenario.has_value();
    if (read.scenario) {
        m_judged.scenario = std::move(*read.scenario);
        m_judged.longForm.reset();
    }
    const auto add = [this](std::vector<Error>& errors, bool isWarning) {
        for (Error& error : errors) {
            YamlPath path = m_judged.document && error.line > 0
                ? scenario::pathAt(m_judged.document->root(), error.offset)
                : YamlPath();
            m_judged.messages.push_back({std::move(path), std::move(error), isWarning});
        }
    };
    add(read.errors, false);
    add(read.warnings, true);
    return m_judged;
}

void Draft::clear()
{
    if (!m_hasText)
        return;
    m_text.clear();
    m_file.clear();
    m_hasText = false;
    m_judged = {};
    emit changed();
}

void Draft::setOverrides(std::vector<std::string> settings)
{
    if (settings == m_overrides)
        return;
    m_overrides = std::move(settings);
    emit changed();
}

const Message* Draft::messageAt(const YamlPath& path) const
{
    const std::vector<Message>& all = messages();
    const auto found
        = std::find_if(all.begin(), all.end(), [&path](const Message& message) { return message.path.isIn(path); });
    return found == all.end() ? nullptr : &*found;
}

const Message* Draft::messageOn(const YamlPath& path) const
{
    const std::vector<Message>& all = messages();
    const auto found
        = std::find_if(all.begin(), all.end(), [&path](const Message& message) { return message.path == path; });
    return found == all.end() ? nullptr : &*found;
}

const YamlNode* Draft::at(const YamlPath& path) const
{
    const YamlDocument* own = document();
    return own ? scenario::nodeAt(own->root(), path) : nullptr;
}

const YamlNode* Draft::meant(const YamlPath& path) const
{
    if (const YamlNode* own = at(path))
        return own;
    // Brokers, topics and scripts may be left out or given in a word; what the word stands for is in the long form.
    for (YamlPath part = path; !part.isRoot(); part = part.parent()) {
        const bool isList = part.key() == "script" || (part.key() == "brokers" && part.size() == 2);
        if (!isList && !(part.key() == "topics" && part.size() == 2))
            continue;
        const YamlNode* own = at(part);
        if (own && (isList ? own->isList() : own->isMap()))
            return nullptr;
        const YamlDocument* whole = longForm();
        return whole ? scenario::nodeAt(whole->root(), path) : nullptr;
    }
    return nullptr;
}

QString Draft::lineOf(const YamlNode* node)
{
    if (!node || node->isNull())
        return {};
    if (node->isScalar())
        return toText(node->text);
    const QString line = toText(scenario::valueOf(*node).oneLine());
    return line.mid(1, line.size() - 2);
}

QString Draft::textAt(const YamlPath& path) const { return lineOf(at(path)); }

const YamlDocument* Draft::longForm() const
{
    if (!judge().longForm && m_judged.scenario) {
        if (auto document = YamlDocument::parse(scenario::writeScenario(*m_judged.scenario), {}))
            m_judged.longForm = std::move(*document);
    }
    return m_judged.longForm ? &*m_judged.longForm : nullptr;
}

bool Draft::commit(const Change& change, Title title, const QString& mergeKey)
{
    if (change.error()) {
        emit refused(QString::fromStdString(change.error()->message));
        return false;
    }
    if (change.text() != m_text)
        emit edited({change.text(), std::move(title), mergeKey, change.commentsLost()});
    return true;
}

} // namespace connscope::editor
