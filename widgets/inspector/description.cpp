// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/names.h"
#include "analysis/sentences.h"
#include "inspector/pagewriter.h"
#include "inspector/requestlife.h"
#include "inspector/words.h"
#include "theme/linkstate.h"

#include <algorithm>
#include <map>
#include <utility>

namespace connscope::inspector {

using trace::ConnectionState;
using trace::Side;

Sheet PageWriter::description() const
{
    Sheet sheet;
    const trace::Trace& trace = m_document.trace();
    sheet.caption(tr("What is seen now"));
    sheet.add(BlockKind::Title, clock(m_world.now()));
    if (trace.header().epochMs != 0)
        sheet.text(m_look.format().wallClock(trace.header().epochMs, m_world.now()), Tone::Secondary);
    if (m_world.applied() == 0) {
        sheet.text(tr("Nothing has happened yet."), Tone::Secondary);
        return sheet;
    }
    const auto& last = trace[m_world.applied() - 1];
    sheet.text(
        tr("Last event: %1.").arg(QString::fromStdString(analysis::sentence(m_document.names(), last, m_language))));
    for (std::uint32_t c = 0; c < std::min<std::uint32_t>(m_world.clientCount(), kMostLines); ++c) {
        const trace::Twofold* twofold = m_document.twofold();
        if (m_world.client(ClientId {c}).exists() && (!twofold || twofold->isShown(ClientId {c})))
            describeClient(sheet, ClientId {c});
    }
    if (m_world.clientCount() > kMostLines)
        sheet.text(tr("and %1 more clients")
                       .arg(m_look.format().number(static_cast<qint64>(m_world.clientCount() - kMostLines))),
            Tone::Secondary);
    describeTravel(sheet);
    describeNext(sheet);
    describeCluster(sheet);
    return sheet;
}

QString PageWriter::roleCounts(const std::map<Role, int>& counts) const
{
    QStringList parts;
    for (const auto& [role, count] : counts)
        parts += QString::number(count) + u' ' + theme::roleWord(role);
    return parts.join(tr(", "));
}

void PageWriter::describeClient(Sheet& sheet, ClientId id) const
{
    const trace::ClientState& c = m_world.client(id);
    std::vector<ConnectionId> ids = connectionsOf(id);
    std::map<Role, int> open;
    int openCount = 0;
    for (const ConnectionId connection : ids) {
        const ConnectionState state = m_world.connection(connection);
        if (state.isOpen()) {
            ++open[m_world.role(state)];
            ++openCount;
        }
    }
    sheet.section(clientName(id));
    const QString how = c.killed ? tr("It was killed.")
        : c.closed               ? tr("It is closed.")
        : c.paused               ? tr("Its process does not run.")
                                 : QString();
    QString text = openCount == 0 ? tr("No open connection.")
        : openCount == 1          ? tr("1 open connection: %1.").arg(roleCounts(open))
                                  : tr("%1 open connections: %2.").arg(openCount).arg(roleCounts(open));
    if (!how.isEmpty())
        text = how + u' ' + text;
    if (!c.knowsCluster && c.isAlive() && c.kind != trace::ClientKind::Other)
        text += u' ' + tr("It does not know the cluster yet.");
    sheet.text(text);
    connections(sheet, ids, false);
}

/// Requests that have a number and no connection yet. They are no part of the world's state: the events behind which they
/// still wait are near.
std::vector<EventId> PageWriter::waitingForConnection() const
{
    constexpr std::size_t kNear = 20'000; // events
    const trace::Trace& trace = m_document.trace();
    std::map<std::pair<ClientId, std::int32_t>, EventId> waiting;
    for (std::size_t i = m_world.applied() - std::min(kNear, m_world.applied()); i < m_world.applied(); ++i) {
        const trace::Event& e = trace[i];
        if (e.kind == trace::EventKind::RequestQueued)
            waiting[{e.client, e.correlation}] = EventId {static_cast<std::uint32_t>(i)};
        else if (e.kind == trace::EventKind::RequestSent || e.kind == trace::EventKind::RequestCancelled
            || e.kind == trace::EventKind::RequestTimedOut)
            waiting.erase({e.client, e.correlation});
    }
    std::vector<EventId> out;
    for (const auto& [who, event] : waiting) {
        if (m_world.client(who.first).isAlive())
            out.push_back(event);
    }
    std::sort(out.begin(), out.end());
    return out;
}

Block& PageWriter::requestLine(Sheet& sheet, EventId request) const
{
    const trace::Event& e = at(request);
    Block& line = sheet.add(BlockKind::Line, QString::fromStdString(analysis::requestText(e)));
    line.isMono = true;
    const bool isSent = e.connection.isValid();
    const ConnectionState c = isSent ? m_world.connection(e.connection) : ConnectionState {};
    line.node = c.exists() ? m_world.node(c) : e.node;
    line.role = c.exists() ? m_world.role(c) : e.node.role();
    line.item = view::Item::request(request);
    return line;
}

void PageWriter::describeTravel(Sheet& sheet) const
{
    std::vector<EventId> travels;
    std::vector<EventId> inBroker;
    std::size_t told = 0;
    m_world.forEachConnection([&](ConnectionId id, const ConnectionState& c) {
        if (c.inFlight == 0 || told > kMostLines)
            return;
        for (const trace::InFlightRequest& request : m_world.inFlight(id)) {
            if (++told > kMostLines + 1)
                return;
            const RequestLife life = RequestLife::of(m_document.index(), request.sent);
            (isPast(life.received) && !isPast(life.answered) ? inBroker : travels).push_back(request.sent);
        }
    });
    const std::vector<EventId> waiting = waitingForConnection();
    sheet.section(tr("On its way"));
    if (travels.empty() && inBroker.empty())
        sheet.text(tr("No request waits for an answer."), Tone::Secondary);
    else if (travels.empty())
        sheet.text(tr("No message travels."), Tone::Secondary);
    for (const EventId sent : travels) {
        Block& line = requestLine(sheet, sent);
        line.note = tr("sent %1, to %2").arg(ago(at(sent).at), remote(at(sent).connection));
        if (const QString lost = lostWords(sent); !lost.isEmpty()) {
            line.tone = Tone::Error;
            line.note += QStringLiteral(" · ") + lost;
        }
    }
    if (!inBroker.empty())
        sheet.section(tr("Waits in the broker"));
    for (const EventId sent : inBroker) {
        const EventId read = RequestLife::of(m_document.index(), sent).received;
        requestLine(sheet, sent).note
            = tr("for its answer, in %1, read there %2")
                  .arg(brokerName(m_world.broker(m_world.connection(at(sent).connection))), ago(at(read).at));
    }
    if (!waiting.empty())
        sheet.section(tr("Waits for its connection"));
    for (std::size_t i = 0; i < std::min(waiting.size(), kMostLines); ++i)
        requestLine(sheet, waiting[i]).note
            = tr("at %1, since %2").arg(clientName(at(waiting[i]).client), clock(at(waiting[i]).at));
    if (told > kMostLines || waiting.size() > kMostLines)
        sheet.text(tr("and more"), Tone::Secondary);
}

void PageWriter::describeNext(Sheet& sheet) const
{
    sheet.section(tr("What closes next"));
    bool any = false;
    for (const Side side : {Side::Client, Side::Broker}) {
        const auto next = m_world.nextIdleExpiry(side);
        if (!next)
            continue;
        any = true;
        const auto& [when, id] = *next;
        const ConnectionState c = m_world.connection(id);
        const Duration left = when - m_world.now();
        const QString who
            = side == Side::Client ? clientName(m_world.opening(c).client) : brokerName(m_world.broker(c));
        const QString text = left.count() <= 0
            ? tr("%1 closes it at its next poll").arg(who)
            : tr("%1 closes it in %2, if nothing moves on it").arg(who, m_look.format().duration(left));
        Block& line = sheet.add(BlockKind::Line, text);
        line.node = m_world.node(c);
        line.role = m_world.role(c);
        line.tone = toneOf(side);
        line.note = remote(id);
        line.item = view::Item::of(id);
    }
    if (!any)
        sheet.text(tr("No idle check is running."), Tone::Secondary);
}

void PageWriter::describeCluster(Sheet& sheet) const
{
    using Power = trace::BrokerState::Power;
    if (m_world.brokers().empty())
        return;
    std::map<Power, QStringList> names;
    for (const auto& [id, state] : m_world.brokers())
        names[state.power] += QString::number(id.value);
    sheet.section(tr("Cluster"));
    const auto say = [&](Power power, const QString& label, Tone tone) {
        const auto found = names.find(power);
        if (found == names.end())
            return;
        QStringList list = found->second;
        if (list.size() > static_cast<qsizetype>(kMostLines))
            list = list.mid(0, kMostLines) + QStringList {QStringLiteral("…")};
        sheet.mono(label, list.join(QStringLiteral(", "))).tone = tone;
    };
    say(Power::Up, tr("brokers up"), Tone::Ink);
    say(Power::Paused, tr("paused"), Tone::Error);
    say(Power::Down, tr("down"), Tone::Error);
    describeMarks(sheet);
    describeAddresses(sheet);
}

/// What the cards of brokers have beside their names: what each leads and coordinates.
void PageWriter::describeMarks(Sheet& sheet) const
{
    std::map<BrokerId, std::pair<QStringList, QStringList>> marks;
    m_world.forEachLeader([&](TextId partition, BrokerId broker) {
        if (broker.isValid())
            marks[broker].first += toText(m_document.trace().text(partition));
    });
    m_world.forEachCoordinator([&](TextId what, BrokerId broker) {
        if (broker.isValid())
            marks[broker].second += coordinatedWords(m_document.trace().text(what));
    });
    std::size_t lines = 0;
    for (auto& [broker, of] : marks) {
        if (++lines > kMostLines)
            break;
        for (QStringList* list : {&of.first, &of.second}) {
            if (list->size() > static_cast<qsizetype>(kMostLines))
                *list = list->mid(0, kMostLines) + QStringList {QStringLiteral("…")};
        }
        QStringList parts;
        if (!of.first.isEmpty())
            parts << tr("leads %1").arg(of.first.join(tr(", ")));
        if (!of.second.isEmpty())
            parts << tr("coordinates %1").arg(of.second.join(tr(", ")));
        sheet.fact(brokerName(broker), parts.join(tr("; ")), view::Item::of(broker));
    }
    if (marks.size() > kMostLines)
        sheet.text(tr("and more"), Tone::Secondary);
}

/// Addresses of bootstrap.servers that somebody has tried who does not know yet which broker is behind them.
void PageWriter::describeAddresses(Sheet& sheet) const
{
    QStringList addresses;
    for (const trace::ConnectionLife& life : m_document.lives()) {
        if (!isPast(life.openEvent) || addresses.size() > static_cast<qsizetype>(kMostLines))
            break;
        if (!life.node.isBootstrap() || m_world.client(life.client).knowsCluster
            || !m_world.client(life.client).isAlive())
            continue;
        if (const QString address = remote(life.id); !addresses.contains(address))
            addresses << address;
    }
    if (addresses.isEmpty())
        return;
    sheet.mono(addresses.size() == 1 ? tr("address") : tr("addresses"), addresses.join(QStringLiteral(", "))).note
        = tr("of bootstrap.servers; which broker is there is not known yet");
}

} // namespace connscope::inspector
