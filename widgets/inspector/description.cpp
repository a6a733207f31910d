// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/names.h"
#include "analysis/sentences.h"
#include "inspector/pagewriter.h"
#include "inspector/words.h"
#include "theme/linkstate.h"

#include <algorithm>

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

void PageWriter::describeTravel(Sheet& sheet) const
{
    std::vector<EventId> sent;
    m_world.forEachConnection([&](ConnectionId id, const ConnectionState& c) {
        if (c.inFlight > 0 && sent.size() <= kMostLines) {
            for (const trace::InFlightRequest& request : m_world.inFlight(id))
                sent.push_back(request.sent);
        }
    });
    sheet.section(tr("On its way"));
    if (sent.empty()) {
        sheet.text(tr("No request waits for an answer."), Tone::Secondary);
        return;
    }
    for (std::size_t i = 0; i < std::min(sent.size(), kMostLines); ++i) {
        const trace::Event& e = at(sent[i]);
        const ConnectionState c = m_world.connection(e.connection);
        Block& line = sheet.add(BlockKind::Line, QString::fromStdString(analysis::requestText(e)));
        line.isMono = true;
        line.node = m_world.node(c);
        line.role = m_world.role(c);
        line.note = tr("sent %1, to %2").arg(ago(e.at), remote(e.connection));
        if (const QString lost = lostWords(sent[i]); !lost.isEmpty()) {
            line.tone = Tone::Error;
            line.note += QStringLiteral(" · ") + lost;
        }
        line.item = view::Item::request(sent[i]);
    }
    if (sent.size() > kMostLines)
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
}

} // namespace connscope::inspector
