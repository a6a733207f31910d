// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/filter.h"

#include "view/filtersentence.h"

#include <algorithm>

namespace connscope::view {

Filter::Filter(const Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&document, &Document::replaced, this, [this] { forget(); });
}

QString Filter::sentence() const { return m_active ? filterSentence(m_query) : QString(); }

void Filter::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    const bool hadError = m_error.has_value();
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty()) {
        m_error.reset();
        if (hadError)
            emit errorChanged();
        if (m_active) {
            m_active = false;
            m_query = {};
            forget();
            emit changed();
        }
        return;
    }
    auto query = trace::Query::parse(text.toStdString());
    if (!query) {
        m_error = query.error();
        emit errorChanged();
        return;
    }
    m_error.reset();
    if (hadError)
        emit errorChanged();
    if (m_active && m_query.text() == query->text())
        return;
    m_query = *query;
    m_active = true;
    forget();
    emit changed();
}

const Filter::Block& Filter::block(std::size_t number) const
{
    std::unique_ptr<Block>& slot = m_blocks[number];
    if (!slot)
        slot = std::make_unique<Block>();
    const std::size_t from = number * kBlock;
    const std::size_t to = std::min(from + kBlock, m_document.trace().size());
    std::size_t i = from + slot->known;
    if (i >= to)
        return *slot;
    // Blocks are mostly asked for one behind the other: the world goes on from where the last one left it.
    if (!m_world || m_world->applied() != i)
        m_world.emplace(m_document.index().before(EventId {static_cast<std::uint32_t>(i)}));
    for (; i < to; ++i) {
        const EventId id {static_cast<std::uint32_t>(i)};
        m_world->apply(id);
        slot->matches.set(i - from, m_query.matches(*m_world, id));
    }
    slot->known = to - from;
    return *slot;
}

bool Filter::matches(EventId event) const
{
    if (!m_active)
        return true;
    if (event.value >= m_document.trace().size())
        return false;
    return block(event.value / kBlock).matches.test(event.value % kBlock);
}

bool Filter::matches(const trace::WorldState& world, ConnectionId connection) const
{
    if (!m_active)
        return true;
    return m_query.needsEvent() ? anyOf(connection, m_document.trace().upperBound(world.now()))
                                : m_query.matches(world, connection);
}

bool Filter::matchesEver(ConnectionId connection) const
{
    return !m_active || anyOf(connection, m_document.trace().size());
}

bool Filter::anyOf(ConnectionId connection, std::size_t end) const
{
    First& first = m_first[connection.value];
    const trace::Trace& trace = m_document.trace();
    if (!first.match.isValid() && first.looked < end) {
        for (const EventId id : m_document.index().events(connection, trace[first.looked].at, trace[end - 1].at)) {
            if (id.value >= first.looked && matches(id)) {
                first.match = id;
                break;
            }
        }
        first.looked = end;
    }
    return first.match.isValid() && first.match.value < end;
}

void Filter::forget()
{
    m_blocks.clear();
    m_first.clear();
    m_world.reset();
}

} // namespace connscope::view
