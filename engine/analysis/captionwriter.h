// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/caption.h"
#include "analysis/captionendings.h"
#include "analysis/captionwords.h"
#include "analysis/phrases.h"
#include "trace/life.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// \file
/// Who writes captions (caption.cpp) and alternative texts (captionalternative.cpp): sentences are rows of the catalogue (phrases.cpp);
/// here is decided which of them are said. Of this room alone.

namespace connscope::analysis {

inline constexpr Duration kSilence = std::chrono::seconds(1); // shorter ones are not worth a word

/// Requests of a range, by connection and by API.
struct Sent {
    std::uint64_t total = 0;
    std::map<ApiKey, std::uint64_t> byApi;
    std::map<ConnectionId, std::map<ApiKey, std::uint64_t>> byConnection;
    std::vector<ClientId> clients;
    std::set<ConnectionId> all; ///< on which anything travels, be it the segments that open or close it
};

Sent sentIn(const trace::Trace& trace, const FigureSubject& subject);
/// "ten FETCH and one METADATA", most first, equal numbers in the order of the API keys.
std::string apiList(const std::map<ApiKey, std::uint64_t>& counts, Language language);

/// Attempts that never became a connection, told together where they had the same aim and the same end.
class FailedAttempts {
public:
    struct Row {
        ConnectionId first; ///< to be named by
        ClientId client;
        NodeId node;
        Role role = Role::Unknown;
        trace::RuleId rule = trace::RuleId::None; ///< why they failed
        std::uint64_t count = 0;
        Instant from {}; ///< when the first and the last failed
        Instant to {};
    };
    /// \a life must have been closed.
    void add(const trace::ConnectionLife& life)
    {
        auto it = std::find_if(m_rows.begin(), m_rows.end(), [&life](const Row& row) {
            return row.client == life.client && row.node == life.node && row.rule == life.closeRule;
        });
        if (it == m_rows.end())
            it = m_rows.insert(m_rows.end(),
                {life.id, life.client, life.node, life.role, life.closeRule, 0, *life.closed, *life.closed});
        ++it->count;
        it->to = std::max(it->to, *life.closed);
    }
    const std::vector<Row>& rows() const { return m_rows; }
    std::uint64_t count() const
    {
        std::uint64_t out = 0;
        for (const Row& row : m_rows)
            out += row.count;
        return out;
    }

private:
    std::vector<Row> m_rows; // in the order in which they came
};

class CaptionWriter {
public:
    CaptionWriter(const trace::Index& index, const Names& names, const FigureSubject& subject, Language language)
        : m_index(index)
        , m_names(names)
        , m_subject(subject)
        , m_language(language)
    {
    }
    std::string caption();
    std::string alternative();

private:
    const trace::Trace& trace() const { return m_index.trace(); }
    std::string time(Duration d) const { return spokenTime(d, m_language); }
    std::string time(Instant t) const { return spokenTime(t.time_since_epoch(), m_language); }
    std::string when() const
    {
        return m_subject.to == kStart ? say(m_language, Phrase::AtTheStart)
                                      : say(m_language, Phrase::AfterTheStart, time(m_subject.to));
    }
    std::string number(std::uint64_t n) const { return numberWord(m_language, n); }
    std::string numbered(Phrase phrase, std::uint64_t n) const { return analysis::numbered(m_language, phrase, n); }
    /// One that never became a connection: refused, unreachable, not answered.
    bool hasFailed(const trace::ConnectionLife& life) const
    {
        const bool isNobodys
            = life.closer == trace::Side::Network || life.closeRule == trace::RuleId::ConnectionSetupTimeout;
        return life.closed && !life.connected && !life.ready && life.traffic.total() == 0 && isNobodys;
    }
    void sentence(std::string text, bool beginsWithName = false)
    {
        m_sentences.push_back(asSentence(m_language, std::move(text), beginsWithName));
    }
    /// "consumer consumer-1", "three clients".
    std::string who(const std::vector<ClientId>& clients) const;
    /// By client where they are few, else by what is at the other end.
    std::string parts(
        const std::vector<ClientId>& clients, const std::map<ClientId, Ends>& byClient, const Ends& all) const;
    std::string place(NodeId node, ConnectionId connection) const;
    std::string role(Role role) const { return std::string(roleWord(role, m_language)); }
    std::string closedBy(const trace::ConnectionLife& life) const;

    void sayAttempts(const FailedAttempts& attempts, std::size_t room);
    void sayEndings(const Endings& endings, Phrase phrase);
    void sayChanges();
    bool isWithin(const std::optional<Instant>& t) const { return t && *t >= m_subject.from && *t <= m_subject.to; }
    void topologyCaption();
    void timelineCaption();
    void sequenceCaption();
    void topologyAlternative();
    void timelineAlternative();
    void sequenceAlternative();
    void more(std::size_t count, Phrase phrase)
    {
        if (count > kMostDescribed)
            sentence(say(m_language, Phrase::AltMore, numbered(phrase, count - kMostDescribed)));
    }

    /// Lives of which something lies in the range.
    std::vector<trace::ConnectionLife> livesInRange() const;
    bool wasOpenAtEnd(const trace::ConnectionLife& life) const { return !life.closed || *life.closed > m_subject.to; }

    const trace::Index& m_index;
    const Names& m_names;
    FigureSubject m_subject;
    Language m_language;
    std::vector<std::string> m_sentences;
};

} // namespace connscope::analysis
