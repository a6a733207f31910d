// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/captionwords.h"

#include "analysis/names.h"

namespace connscope::analysis {

namespace {

constexpr std::size_t kMostNodes = 10; // named one by one
constexpr std::size_t kMostRanges = 4;

} // namespace

Slots with(Filled values)
{
    return [values = std::move(values)](std::string_view slot) {
        for (const auto& [name, value] : values) {
            if (name == slot)
                return value;
        }
        return std::string();
    };
}

std::string numberWord(Language language, std::uint64_t n)
{
    std::string_view words = pattern(Phrase::NumberWords, language);
    for (std::uint64_t i = 0;; ++i) {
        const std::size_t bar = words.find('|');
        if (i == n)
            return std::string(words.substr(0, bar));
        if (bar == std::string_view::npos)
            return std::to_string(n);
        words.remove_prefix(bar + 1);
    }
}

std::string numbered(Language language, Phrase phrase, std::uint64_t n)
{
    return say(language, phrase, n, with({{"n", numberWord(language, n)}}));
}

std::string asSentence(Language language, std::string text, bool beginsWithName)
{
    if (!beginsWithName && !text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return say(language, Phrase::Sentence, text);
}

std::string joined(const std::vector<std::string>& sentences, Language language)
{
    std::string out;
    for (const std::string& sentence : sentences) {
        if (!out.empty() && language == Language::English)
            out += ' ';
        out += sentence;
    }
    return out;
}

std::string list(Language language, const std::vector<std::string>& parts)
{
    if (language == Language::English)
        return joinAnd(parts);
    std::string out;
    for (const std::string& part : parts) {
        if (!out.empty())
            out += pattern(Phrase::Comma, language);
        out += part;
    }
    return out;
}

namespace {

std::string idList(const std::vector<std::string>& ids, Language language)
{
    std::string out;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (i > 0)
            out += pattern(i + 1 == ids.size() ? Phrase::LastId : Phrase::NextId, language);
        out += ids[i];
    }
    return out;
}

} // namespace

std::string Ids::text(Language language) const
{
    std::vector<std::string> parts;
    if (m_order.size() <= kMostNodes) {
        for (const std::int64_t id : m_order)
            parts.push_back(std::to_string(id));
        return idList(parts, language);
    }
    const auto range = [language](Phrase phrase, std::int64_t from, std::int64_t to) {
        return say(language, phrase, with({{"from", std::to_string(from)}, {"to", std::to_string(to)}}));
    };
    // A range says that all of it is there.
    for (auto id = m_seen.begin(); id != m_seen.end() && parts.size() <= kMostRanges;) {
        const std::int64_t first = *id;
        std::int64_t last = first;
        while (++id != m_seen.end() && *id == last + 1 && (*id < 0) == (first < 0))
            last = *id;
        if (first == last)
            parts.push_back(std::to_string(first));
        else // -1, -2, …: counted away from zero
            parts.push_back(range(Phrase::NodeRange, first < 0 ? last : first, first < 0 ? first : last));
    }
    if (parts.size() > kMostRanges)
        return range(Phrase::NodesBetween, *m_seen.begin(), *m_seen.rbegin());
    return idList(parts, language);
}

std::string Ids::named(Language language) const
{
    return say(language, Phrase::NodesNamed, size(), with({{"nodes", text(language)}}));
}

void Ends::add(NodeId node, Role role)
{
    ++count[static_cast<std::size_t>(role)];
    if (!node.isValid())
        return;
    if (node.isBootstrap())
        bootstrap.add(node.value);
    else if (node.isCoordinator())
        coordinators.add(node.value);
    else
        brokers.add(node.value);
}

std::string Ends::text(Language language) const
{
    std::vector<std::string> parts;
    const auto part = [&](Phrase phrase, std::uint64_t n, const Ids& ids) {
        if (n > 0)
            parts.push_back(say(
                language, phrase, ids.size(), with({{"n", numberWord(language, n)}, {"nodes", ids.text(language)}})));
    };
    part(Phrase::ToBootstrap, of(Role::Bootstrap), bootstrap);
    part(Phrase::ToCoordinator, of(Role::Coordinator), coordinators);
    part(Phrase::ToBroker, of(Role::Data) + of(Role::Transaction), brokers);
    if (const std::uint64_t n = of(Role::Unknown); n > 0)
        parts.push_back(say(language, Phrase::ToUnknown, n, with({{"n", numberWord(language, n)}})));
    return list(language, parts);
}

std::string closerText(trace::Side side, Language language)
{
    switch (side) {
    case trace::Side::Client:
        return say(language, Phrase::ClientWithArticle);
    case trace::Side::Broker:
        return say(language, Phrase::TheBroker);
    case trace::Side::Network:
        return say(language, Phrase::TheNetwork);
    case trace::Side::None:
        break;
    }
    return say(language, Phrase::OneEnd);
}

} // namespace connscope::analysis
