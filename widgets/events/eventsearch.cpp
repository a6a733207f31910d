// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/eventsearch.h"

#include "analysis/sentences.h"
#include "events/words.h"
#include "theme/format.h"

#include <algorithm>

namespace connscope::events {

namespace {

/// As the list writes its parts, and as somebody types them who reads it: the commas between them are of no account.
QStringList wordsOf(QString needle)
{
    for (const QChar comma : {QChar(u'\uff0c'), QChar(u'\u3001')}) // of Chinese, which has no blank behind it
        needle.replace(comma, QStringLiteral(", "));
    QStringList words = needle.simplified().split(u' ', Qt::SkipEmptyParts);
    for (QString& word : words) {
        while (word.endsWith(u','))
            word.chop(1);
    }
    words.removeAll(QString());
    return words;
}

template <typename Flags>
bool hasAny(const Flags& flags)
{
    return std::find(flags.begin(), flags.end(), true) != flags.end();
}

} // namespace

EventSearch::EventSearch(const view::Document& document, analysis::Language language, const QString& needle)
    : m_document(document)
    , m_language(language)
    , m_texts(wordsOf(needle))
{
    const trace::Trace& trace = document.trace();
    for (const QString& text : std::as_const(m_texts)) {
        Word word;
        word.text = text.toCaseFolded();
        QString digits = word.text;
        digits.replace(QChar(0x2212), u'-');
        bool isNumber = false;
        if (const qlonglong n = digits.toLongLong(&isNumber); isNumber)
            word.number = n;
        if (const qlonglong n = digits.mid(1).toLongLong(&isNumber); isNumber && digits.startsWith(u'#'))
            word.event = n;
        word.isClock = word.text.contains(u':') && word.text.at(0).isDigit();

        const auto isIn = [&](const QString& field) { return field.contains(word.text, Qt::CaseInsensitive); };
        for (std::size_t i = 0; i < word.kinds.size(); ++i)
            word.kinds[i] = isIn(toText(analysis::kindWord(static_cast<trace::EventKind>(i), language)));
        for (std::size_t i = 1; i < word.rules.size(); ++i)
            word.rules[i] = isIn(toText(analysis::ruleName(static_cast<trace::RuleId>(i), language)));
        for (std::size_t i = 1; i < word.states.size(); ++i)
            word.states[i] = isIn(toText(trace::tcpStateName(static_cast<trace::TcpState>(i))));
        for (const ApiKey api : allApiKeys())
            word.apis[static_cast<std::size_t>(api)] = isIn(toText(apiName(api)));
        for (std::uint32_t c = 0; c < trace.clientCount(); ++c)
            word.clients.push_back(isIn(QString::fromStdString(document.names().client(ClientId {c}, language))));
        word.texts.resize(trace.texts().size());
        word.isInField = hasAny(word.kinds) || hasAny(word.rules) || hasAny(word.states) || hasAny(word.apis)
            || hasAny(word.clients) || word.event || word.isClock;
        for (std::uint32_t t = 1; t < word.texts.size() && !word.isInField; ++t)
            word.isInField = textMatches(word, TextId {t});
        m_words.push_back(std::move(word));
    }
}

bool EventSearch::textMatches(Word& word, TextId text) const
{
    if (text.value >= word.texts.size())
        word.texts.resize(m_document.trace().texts().size());
    Answer& known = word.texts[text.value];
    if (known == Answer::Unknown)
        known = toText(m_document.trace().text(text)).contains(word.text, Qt::CaseInsensitive) ? Answer::Yes
                                                                                               : Answer::No;
    return known == Answer::Yes;
}

bool EventSearch::matches(Word& word, EventId id, const trace::Event& e)
{
    if (word.event)
        return *word.event == static_cast<std::int64_t>(id.value);
    if (word.kinds[static_cast<std::size_t>(e.kind)] || word.states[static_cast<std::size_t>(e.state)])
        return true;
    const auto rule = static_cast<std::size_t>(e.rule);
    if (rule < word.rules.size() && word.rules[rule])
        return true;
    const auto api = static_cast<std::size_t>(e.api);
    if (e.api != ApiKey::None && api < word.apis.size() && word.apis[api])
        return true;
    if (e.client.value < word.clients.size() && word.clients[e.client.value])
        return true;
    if (word.number) {
        const NodeId node = e.node.isValid() ? e.node : m_document.names().node(e.connection);
        if ((node.isValid() && node.value == *word.number) || (e.correlation >= 0 && e.correlation == *word.number)
            || (e.broker.isValid() && e.broker.value == *word.number) || (e.size > 0 && e.size == *word.number))
            return true;
    }
    if (word.isClock && theme::Format().clock(e.at, 9).contains(word.text))
        return true;
    return e.text.value != 0 && textMatches(word, e.text);
}

bool EventSearch::matches(EventId id)
{
    const trace::Event& e = m_document.trace()[id];
    m_missing.clear();
    for (std::size_t w = 0; w < m_words.size(); ++w) {
        if (!matches(m_words[w], id, e))
            m_missing.push_back(w);
    }
    if (m_missing.empty())
        return !m_words.empty();
    // What no field has may be among the words that the list writes. To write them takes longer than all of the above, so only
    // where something else of the search is there, or the words are in no field of any event.
    const bool isFar = m_missing.size() == m_words.size();
    for (const std::size_t w : m_missing) {
        if (m_words[w].event || (isFar && (m_words[w].isInField || m_words[w].number)))
            return false;
    }
    const QString shown = QString::fromStdString(analysis::details(m_document.trace(), e, m_language));
    return std::all_of(m_missing.begin(), m_missing.end(), [&](std::size_t w) { return isShown(m_words[w], shown); });
}

/// A number is meant whole: 3 is not found in 13.
bool EventSearch::isShown(const Word& word, const QString& shown)
{
    const auto isDigit = [&shown](qsizetype at) { return at >= 0 && at < shown.size() && shown[at].isDigit(); };
    for (qsizetype at = shown.indexOf(word.text, 0, Qt::CaseInsensitive); at >= 0;
         at = shown.indexOf(word.text, at + 1, Qt::CaseInsensitive)) {
        if (!word.number || (!isDigit(at - 1) && !isDigit(at + word.text.size())))
            return true;
    }
    return false;
}

} // namespace connscope::events
