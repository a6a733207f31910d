// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sentences.h"
#include "inspector/pagewriter.h"
#include "inspector/requestlife.h"
#include "inspector/words.h"

namespace connscope::inspector {

using trace::Event;
using trace::EventKind;

Sheet PageWriter::request(EventId id) const
{
    Sheet sheet;
    const RequestLife life = RequestLife::of(m_document.index(), id);
    const EventId first = life.sent.isValid() ? life.sent : id;
    const Event& e = at(first);
    const theme::Format& format = m_look.format();
    const trace::ConnectionLife* connection = m_document.life(e.connection);
    const Role role = connection ? connection->role : e.node.role();
    sheet.caption(tr("Request"));
    sheet.add(BlockKind::Title, QString::fromStdString(analysis::requestText(e))).role = role;
    sheet.fact(tr("client"), clientName(e.client), view::Item::of(e.client));
    if (e.connection.isValid())
        sheet.mono(tr("connection"), place(e.connection), view::Item::of(e.connection));
    if (connection)
        sheet.fact(tr("broker"), brokerName(connection->broker), view::Item::of(connection->broker));
    sheet.mono(tr("API"), toText(apiName(e.api))).note
        = e.kind == EventKind::RequestSent ? tr("version %1").arg(e.value) : QString();
    sheet.mono(tr("correlation id"), e.correlation >= 0 ? QString::number(e.correlation) : QString());
    sheet.mono(tr("about"), toText(m_document.trace().text(e.text)));
    // No codec runs in a simulation: what is written is estimated, and the bytes below are what it would have been.
    const auto size = [&](const QString& label, const Event& of) {
        if (of.size > 0)
            sheet.fact(label, format.bytes(of.size)).note
                = of.vantage == trace::Vantage::Simulated ? tr("estimated") : QString();
    };
    size(tr("request"), e);
    if (isPast(life.done) && at(life.done).kind == EventKind::ResponseReceived) {
        size(tr("response"), at(life.done));
        if (const QString error = toText(m_document.trace().text(at(life.done).text)); !error.isEmpty())
            sheet.mono(tr("error"), error).tone = Tone::Error;
    }

    sheet.section(tr("On its way"));
    const Instant start = at(life.queued.isValid() ? life.queued : first).at;
    Instant end = m_world.now();
    if (isPast(life.done))
        end = at(life.done).at;
    const auto step = [&](const QString& label, EventId event) {
        if (!isPast(event))
            return;
        Block& fact = sheet.mono(label,
            event == (life.queued.isValid() ? life.queued : first)
                ? format.clock(at(event).at, 6)
                : QString(u'+') + format.duration(at(event).at - start),
            view::Item::of(event));
        const EventKind kind = at(event).kind;
        fact.tone = kind == EventKind::RequestCancelled || kind == EventKind::RequestTimedOut
                || kind == EventKind::PacketDropped
            ? Tone::Error
            : Tone::Ink;
    };
    step(tr("queued"), life.queued);
    step(tr("sent"), life.sent);
    step(tr("lost on its way"), life.lost);
    step(tr("read by broker"), life.received);
    step(tr("answered"), life.answered);
    step(tr("answer lost"), life.answerLost);
    if (life.done.isValid())
        step(at(life.done).kind == EventKind::RequestCancelled     ? tr("cancelled")
                : at(life.done).kind == EventKind::RequestTimedOut ? tr("timed out")
                                                                   : tr("answer read"),
            life.done);
    if (!isPast(first))
        sheet.text(tr("Not sent yet."), Tone::Secondary);
    else if (!isPast(life.done) && lostOnItsWay(first).isValid())
        sheet.text(tr("%1, %2 after it was sent.").arg(lostWords(first), format.duration(end - start)), Tone::Error);
    else if (!isPast(life.done))
        sheet.text(isPast(life.received) && !isPast(life.answered)
                ? tr("It waits at the broker: %1 so far.").arg(format.duration(end - at(life.received).at))
                : tr("It has been under way for %1.").arg(format.duration(end - start)),
            Tone::Secondary);
    why(sheet, tr("Why was it sent?"), first);
    return sheet;
}

Sheet PageWriter::event(EventId id) const
{
    Sheet sheet;
    const Event& e = at(id);
    const theme::Format& format = m_look.format();
    const trace::Trace& trace = m_document.trace();
    sheet.caption(tr("Event %1").arg(u'#' + QString::number(id.value)));
    sheet.add(BlockKind::Title, toText(analysis::kindWord(e.kind, m_language)));
    sheet.text(QString::fromStdString(analysis::sentence(m_document.names(), e, m_language)));
    sheet.mono(tr("instant"), format.clock(e.at, 6)).note
        = trace.header().epochMs != 0 ? format.wallClock(trace.header().epochMs, e.at) : QString();
    if (const trace::Twofold* twofold = m_document.twofold()) {
        if (twofold->isAlone(id))
            run(sheet, id);
        else if (const Instant other = twofold->at[1][id.value]; other != twofold->at[0][id.value])
            sheet.mono(tr("in run B"), format.clock(other, 6), view::Item::of(twofold->half(id)));
    }
    sheet.fact(tr("client"), clientName(e.client), view::Item::of(e.client));
    if (e.connection.isValid())
        sheet.mono(tr("connection"), place(e.connection), view::Item::of(e.connection));
    else if (e.node.isValid())
        sheet.mono(tr("node"), theme::Format::nodeId(e.node));
    if (e.broker.isValid())
        sheet.fact(tr("broker"), brokerName(e.broker), view::Item::of(e.broker));
    if (e.api != ApiKey::None)
        sheet.mono(tr("request"), QString::fromStdString(analysis::requestText(e)),
            e.correlation >= 0 ? view::Item::request(id) : view::Item {});
    if (e.side != trace::Side::None)
        sheet.fact(tr("at"), theme::closerWord(e.side)).tone = toneOf(e.side);
    sheet.mono(tr("TCP"), toText(trace::tcpStateName(e.state)));
    sheet.fact(tr("details"), QString::fromStdString(analysis::details(trace, e, m_language)));
    if (e.vantage != trace::Vantage::Simulated)
        sheet.fact(tr("known as"), theme::vantageWord(e.vantage)).note = theme::vantageTip(e.vantage);
    why(sheet, tr("Why?"), id);
    return sheet;
}

} // namespace connscope::inspector
