// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/pagewriter.h"

#include "inspector/requestlife.h"
#include "inspector/words.h"
#include "theme/linkstate.h"
#include "theme/runmark.h"
#include "view/marks.h"

#include <algorithm>

namespace connscope::inspector {

PageWriter::PageWriter(const view::Document& document, const trace::WorldState& world, const ConfigBook& configs,
    const theme::Look& look)
    : m_document(document)
    , m_world(world)
    , m_configs(configs)
    , m_look(look)
    , m_language(languageOf(look))
{
}

Sheet PageWriter::page(const view::Item& item, const view::Group* several) const
{
    using Kind = view::Item::Kind;
    const trace::Trace& trace = m_document.trace();
    switch (item.kind) {
    case Kind::Connection:
        return item.id < trace.connectionCount() ? connection(item.connection()) : nothing();
    case Kind::Lane: {
        // The lane's connection of this moment: the last one that was opened, or the first.
        ConnectionId now = item.connection();
        const trace::ConnectionLife* lane = m_document.life(now);
        if (!lane)
            return nothing();
        for (const trace::ConnectionLife& life : m_document.lives()) {
            if (life.client == lane->client && life.node == lane->node && isPast(life.openEvent))
                now = life.id;
        }
        return connection(now);
    }
    case Kind::Client:
        return item.id < trace.clientCount() ? client(item.client()) : nothing();
    case Kind::Broker:
        return broker(item.broker());
    case Kind::Request:
        return item.id < trace.size() ? request(item.event()) : nothing();
    case Kind::Event:
        return item.id < trace.size() ? event(item.event()) : nothing();
    case Kind::Group:
        return several ? group(*several) : nothing();
    case Kind::None:
        break;
    }
    return nothing();
}

Sheet PageWriter::nothing() const
{
    Sheet sheet;
    sheet.caption(tr("Inspector"));
    sheet.text(
        tr("Nothing is selected. Choose a connection, a client, a broker or an event in any view: what is known of "
           "it at the playhead stands here, and why."),
        Tone::Secondary);
    return sheet;
}

void PageWriter::runFact(Sheet& sheet, trace::Origin run, view::Item half, bool isOtherwise) const
{
    const trace::Twofold& twofold = *m_document.twofold();
    const std::size_t which = run == trace::Origin::First ? 0 : 1;
    const std::size_t language = m_language == analysis::Language::Chinese ? 1 : 0;
    const QString name = QString::fromStdString(twofold.names[language][which]);
    const QString letter = theme::runLetter(run);
    const QString other = theme::runLetter(which == 0 ? trace::Origin::Second : trace::Origin::First);
    Block& fact = sheet.fact(tr("run"), name.isEmpty() ? letter : letter + QStringLiteral(" · ") + name, half);
    fact.note = half.isNone() ? tr("run %1 does not have it").arg(other)
        : isOtherwise         ? tr("run %1 has it otherwise").arg(other)
                              : QString();
}

QString PageWriter::ago(Instant t) const
{
    const Duration past = m_world.now() - t;
    return past.count() <= 0 ? tr("now") : tr("%1 ago").arg(m_look.format().duration(past));
}

QString PageWriter::when(EventId e) const
{
    return isPast(e) ? clock(at(e).at) + QStringLiteral(" · ") + ago(at(e).at) : QString();
}

QString PageWriter::brokerName(BrokerId id) const { return id.isValid() ? tr("broker %1").arg(id.value) : QString(); }

QString PageWriter::clientName(ClientId id) const
{
    return QString::fromStdString(m_document.names().client(id, m_language));
}

QString PageWriter::remote(ConnectionId id) const { return QString::fromStdString(m_document.names().remote(id)); }

QString PageWriter::ruleName(trace::RuleId rule) const { return toText(analysis::ruleName(rule, m_language)); }

bool PageWriter::isQuiet(const trace::ConnectionState& c) const
{
    const theme::LinkState state = theme::linkState(m_world, c);
    return state == theme::LinkState::Idle || !c.isOpen();
}

bool PageWriter::isForgotten(const trace::ConnectionState& c) const
{
    return c.forgotten && c.exists() && !m_world.isGone(c);
}

EventId PageWriter::lostOnItsWay(EventId sent) const
{
    const RequestLife life = RequestLife::of(m_document.index(), sent);
    if (isPast(life.done))
        return {};
    if (isPast(life.answerLost))
        return life.answerLost;
    return isPast(life.lost) && !isPast(life.received) ? life.lost : EventId {};
}

QString PageWriter::lostWords(EventId sent) const
{
    const EventId lost = lostOnItsWay(sent);
    if (!lost.isValid())
        return {};
    const trace::Event& cause = at(at(lost).cause);
    const bool ofAnswer = cause.kind == trace::EventKind::ResponseSent;
    if (isForgotten(m_world.connection(at(sent).connection)))
        return ofAnswer ? tr("its answer is lost: a middlebox has forgotten the connection")
                        : tr("lost: a middlebox has forgotten the connection");
    return ofAnswer ? tr("its answer is lost on its way; the broker's TCP sends it again")
                    : tr("lost on its way; the client's TCP sends it again");
}

QString PageWriter::stateWords(const trace::ConnectionState& c) const
{
    const theme::LinkState state = theme::linkState(m_world, c);
    QString words = theme::linkStateWords(state, c.client, c.broker);
    if (state == theme::LinkState::Idle) {
        const Duration idle = m_world.idle(c, trace::Side::Client).value_or(Duration {});
        words = tr("idle for %1").arg(m_look.format().duration(idle));
    }
    return isForgotten(c) ? words + tr("; ") + theme::forgottenWords() : words;
}

QString PageWriter::place(ConnectionId id) const
{
    return theme::Format::nodeId(m_document.names().node(id)) + QStringLiteral(" → ") + remote(id);
}

Tone PageWriter::toneOf(trace::Side closer)
{
    switch (closer) {
    case trace::Side::Client:
        return Tone::Client;
    case trace::Side::Broker:
        return Tone::Broker;
    case trace::Side::Network:
        return Tone::Network;
    case trace::Side::None:
        break;
    }
    return Tone::Ink;
}

std::vector<ConnectionId> PageWriter::connectionsOf(ClientId client) const
{
    std::vector<ConnectionId> ids;
    const trace::Twofold* twofold = m_document.twofold();
    const auto shown = [twofold](ClientId id) { return twofold ? twofold->shown(id) : id; };
    m_world.forEachConnection([&](ConnectionId id, const trace::ConnectionState& c) {
        if (shown(m_world.opening(c).client) == shown(client))
            ids.push_back(id);
    });
    return ids;
}

/// Those that are open and counted so, and apart from them those of which something is left.
void PageWriter::connectionsNow(Sheet& sheet, std::vector<ConnectionId> ids, bool nameClients) const
{
    const auto closed = std::stable_partition(
        ids.begin(), ids.end(), [this](ConnectionId c) { return m_world.connection(c).isOpen(); });
    sheet.section(tr("Connections now: %1").arg(m_look.format().number(closed - ids.begin())));
    connections(sheet, {ids.begin(), closed}, nameClients);
    if (closed == ids.end())
        return;
    sheet.section(tr("No longer open: %1").arg(m_look.format().number(ids.end() - closed)));
    connections(sheet, {closed, ids.end()}, nameClients);
}

std::vector<ConnectionId> PageWriter::connectionsOf(BrokerId broker) const
{
    std::vector<ConnectionId> ids;
    m_world.forEachConnection([&](ConnectionId id, const trace::ConnectionState& c) {
        if (m_world.broker(c) == broker)
            ids.push_back(id);
    });
    return ids;
}

void PageWriter::connections(Sheet& sheet, const std::vector<ConnectionId>& ids, bool nameClients) const
{
    for (std::size_t i = 0; i < std::min(ids.size(), kMostLines); ++i) {
        const trace::ConnectionState c = m_world.connection(ids[i]);
        const trace::Event& opening = m_world.opening(c);
        Block& line = sheet.add(BlockKind::Line, stateWords(c));
        line.node = opening.node;
        line.role = m_world.role(c);
        line.isFaded = isQuiet(c);
        line.note = nameClients ? clientName(opening.client) : remote(ids[i]);
        if (const QString letter = theme::runLetter(view::runOf(m_document.twofold(), ids[i])); !letter.isEmpty())
            line.note = letter + QStringLiteral(" · ") + line.note;
        line.item = view::Item::of(ids[i]);
    }
    if (ids.size() > kMostLines)
        sheet.text(tr("and %1 more").arg(m_look.format().number(static_cast<qint64>(ids.size() - kMostLines))),
            Tone::Secondary);
}

void PageWriter::configs(Sheet& sheet, const std::vector<ConfigRow>& rows, bool withDefaults) const
{
    bool saidDefaults = false;
    for (const ConfigRow& row : rows) {
        if (!row.isChanged && withDefaults && !saidDefaults) {
            sheet.section(tr("Defaults"));
            saidDefaults = true;
        }
        Block& fact = sheet.mono(toText(row.key), row.value.empty() ? QStringLiteral("–") : toText(row.value));
        fact.isKey = true;
        fact.isChanged = row.isChanged;
        fact.isFaded = !row.isChanged;
        if (row.isChanged && !row.defaultValue.empty())
            fact.note = tr("default %1").arg(toText(row.defaultValue));
        if (row.isChanged && row.said.isValid() && at(row.said).rule != trace::RuleId::ConfigValue)
            fact.note += (fact.note.isEmpty() ? QString() : QStringLiteral(" · "))
                + tr("since %1").arg(clock(at(row.said).at));
        fact.item = view::Item::of(row.said);
    }
}

} // namespace connscope::inspector
