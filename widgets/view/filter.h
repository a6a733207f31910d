// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "trace/query.h"
#include "view/document.h"

#include <QObject>
#include <QString>

#include <bitset>
#include <memory>
#include <optional>
#include <unordered_map>

namespace connscope::view {

/// One filter for all views, in the trace's query language. While the text is wrong the last right one stays in force.
/// What does not match is dimmed or left out as a view sees fit.
class Filter : public QObject {
    Q_OBJECT

public:
    explicit Filter(const Document& document, QObject* parent = nullptr);

    const QString& text() const { return m_text; }
    /// Whether anything is left out.
    bool isActive() const { return m_active; }
    /// Holds for everything while not active.
    const trace::Query& query() const { return m_query; }
    /// What is wrong with the text; its column counts code points from 1.
    const std::optional<Error>& error() const { return m_error; }
    /// The filter in words (filtersentence.h): "the role is coordinator". "" while not active.
    QString sentence() const;

    void setText(const QString& text);
    void clear() { setText({}); }

    /// Whether an event matches, the world being as it is right after it. Cheap where neighbours were asked before.
    bool matches(EventId event) const;
    /// Whether a connection matches in \a world. For a filter about events: whether any of its events up to then does.
    bool matches(const trace::WorldState& world, ConnectionId connection) const;
    /// Whether any of a connection's events matches: whether its lane is shown.
    bool matchesEver(ConnectionId connection) const;

signals:
    /// Another set matches.
    void changed();
    /// error() is another; `changed` comes beside it where the set changed too.
    void errorChanged();

private:
    static constexpr std::size_t kBlock = 4096;
    struct Block {
        std::bitset<kBlock> matches;
        std::size_t known = 0; // of its events, from the front
    };
    struct First {
        EventId match; // the first event of a connection that matches
        std::size_t looked = 0; // among the events before this one
    };

    const Block& block(std::size_t number) const;
    /// Whether any of a connection's events among the first \a end of the trace matches.
    bool anyOf(ConnectionId connection, std::size_t end) const;
    void forget();

    const Document& m_document;
    QString m_text;
    trace::Query m_query;
    bool m_active = false;
    std::optional<Error> m_error;
    mutable std::unordered_map<std::size_t, std::unique_ptr<Block>> m_blocks; // of events
    mutable std::unordered_map<std::uint32_t, First> m_first; // by connection
    mutable std::optional<trace::WorldState> m_world; // after the last event that was looked at
};

} // namespace connscope::view
