// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "view/document.h"

#include <QString>
#include <QStringList>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace connscope::events {

/// Search in plain words: an event is found when each word is in one of its fields, whatever its case: kind, rule (in
/// the language shown), client, node id, broker id, request name, correlation id, TCP state, text. "#1203" is an event's
/// number, "9:03" is part of its clock. What a line of the list shows is found as it stands there, with the commas between its
/// parts; a word that no field has is looked for in the details that the list writes ("31 bytes"). What a field's value means is looked up once a value, not once an event, so ten
/// million events take a fraction of a second.
class EventSearch {
public:
    EventSearch(const view::Document& document, analysis::Language language, const QString& needle);

    bool isEmpty() const { return m_words.empty(); }
    const QStringList& words() const { return m_texts; }
    bool matches(EventId event);

private:
    enum class Answer : std::uint8_t { Unknown, No, Yes };
    struct Word {
        QString text; ///< case-folded
        std::optional<std::int64_t> number; ///< of a node, a broker or a correlation
        std::optional<std::int64_t> event; ///< "#1203"
        bool isClock = false;
        std::array<bool, trace::kEventKindCount> kinds {};
        std::array<bool, trace::kRuleCount> rules {};
        std::array<bool, trace::kTcpStateCount> states {};
        std::array<bool, 128> apis {};
        std::vector<bool> clients;
        bool isInField = false; ///< some kind, rule, name or text has it; else only the list's own words can
        std::vector<Answer> texts; // by TextId, as they are met
    };
    bool matches(Word& word, EventId id, const trace::Event& event);
    bool textMatches(Word& word, TextId text) const;
    static bool isShown(const Word& word, const QString& shown);

    const view::Document& m_document;
    analysis::Language m_language;
    QStringList m_texts;
    std::vector<Word> m_words;
    std::vector<std::size_t> m_missing; // of the event at hand: words that no field of it has
};

} // namespace connscope::events
