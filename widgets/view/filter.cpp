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
    connect(&document, &Document::grown, this, [this](std::size_t firstNew) {
        m_blocks.erase(firstNew / kBlock); // the only one that was not full
        m_ever.clear();
    });
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
    if (slot)
        return *slot;
    slot = std::make_unique<Block>();
    const std::size_t from = number * kBlock;
    const std::size_t to = std::min(from + kBlock, m_document.trace().size());
    trace::WorldState world = m_document.index().before(EventId {static_cast<std::uint32_t>(from)});
    for (std::size_t i = from; i < to; ++i) {
        const EventId id {static_cast<std::uint32_t>(i)};
        world.apply(id);
        slot->set(i - from, m_query.matches(world, id));
    }
    return *slot;
}

bool Filter::matches(EventId event) const
{
    if (!m_active)
        return true;
    if (event.value >= m_document.trace().size())
        return false;
    return block(event.value / kBlock).test(event.value % kBlock);
}

bool Filter::matches(const trace::WorldState& world, ConnectionId connection) const
{
    if (!m_active)
        return true;
    return m_query.needsEvent() ? anyOf(connection, world.now()) : m_query.matches(world, connection);
}

bool Filter::anyOf(ConnectionId connection, Instant to) const
{
    const std::vector<EventId> events = m_document.index().events(connection, kStart, to);
    return std::any_of(events.begin(), events.end(), [this](EventId id) { return matches(id); });
}

bool Filter::matchesEver(ConnectionId connection) const
{
    if (!m_active)
        return true;
    const auto known = m_ever.find(connection.value);
    if (known != m_ever.end())
        return known->second;
    return m_ever[connection.value] = anyOf(connection, m_document.end());
}

void Filter::forget()
{
    m_blocks.clear();
    m_ever.clear();
}

} // namespace connscope::view
