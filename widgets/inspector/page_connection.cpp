// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/names.h"
#include "analysis/sentences.h"
#include "inspector/pagewriter.h"
#include "inspector/words.h"
#include "theme/linkstate.h"

#include <algorithm>
#include <array>
#include <utility>

namespace connscope::inspector {

using trace::ConnectionState;
using trace::Side;

namespace {

/// Kafka's ConnectionState#name; TLS and SASL are a part of CHECKING_API_VERSIONS' eve there and told apart here.
QString channelWord(trace::Channel channel)
{
    switch (channel) {
    case trace::Channel::None:
        break;
    case trace::Channel::Connecting:
        return QStringLiteral("CONNECTING");
    case trace::Channel::Authenticating:
        return QStringLiteral("AUTHENTICATING");
    case trace::Channel::CheckingApiVersions:
        return QStringLiteral("CHECKING_API_VERSIONS");
    case trace::Channel::Ready:
        return QStringLiteral("READY");
    case trace::Channel::Disconnected:
    case trace::Channel::BackingOff:
        return QStringLiteral("DISCONNECTED");
    }
    return QStringLiteral("–");
}

QString tcpWord(trace::TcpState state)
{
    return state == trace::TcpState::None ? QStringLiteral("–") : toText(trace::tcpStateName(state));
}

} // namespace

Sheet PageWriter::connection(ConnectionId id) const
{
    Sheet sheet;
    const trace::ConnectionLife* life = m_document.life(id);
    if (!life)
        return nothing();
    const ConnectionState c = m_world.connection(id);
    const Role role = c.exists() ? m_world.role(c) : life->node.role();
    sheet.caption(tr("Connection"));
    sheet.add(BlockKind::Hero, theme::Format::nodeId(life->node)).role = role;
    sheet.text(QString::fromStdString(analysis::nodeMeaning(life->node, role, m_language)));
    run(sheet, id);
    if (!c.exists()) {
        sheet.text(tr("Not opened yet: that happens at %1, in %2.")
                       .arg(clock(life->opened), m_look.format().duration(life->opened - m_world.now())),
            Tone::Secondary);
        return sheet;
    }
    ends(sheet, id, c);
    timer(sheet, id, c, Side::Client);
    timer(sheet, id, c, Side::Broker);
    end(sheet, c);
    why(sheet, tr("Why was it opened?"), c.opened);
    if (c.closing.isValid())
        why(sheet, tr("Why did it end?"), c.closing);
    traffic(sheet, id, role);
    this->life(sheet, c);
    return sheet;
}

void PageWriter::ends(Sheet& sheet, ConnectionId id, const ConnectionState& c) const
{
    const trace::Event& opening = m_world.opening(c);
    if (opening.vantage != trace::Vantage::Simulated) {
        Block& known = sheet.fact(tr("known as"), theme::vantageWord(opening.vantage));
        known.note = theme::vantageTip(opening.vantage);
        if (isPast(c.identified))
            known.item = view::Item::of(c.identified); // what told the node id
    }
    sheet.fact(tr("client"), clientName(opening.client), view::Item::of(opening.client));
    if (const BrokerId broker = m_world.broker(c); broker.isValid())
        sheet.fact(tr("broker"), brokerName(broker), view::Item::of(broker));
    const std::uint16_t port = m_world.localPort(c);
    QString local;
    if (c.dialled.isValid())
        local = toText(m_document.trace().text(at(c.dialled).text));
    if (port != 0)
        local += QStringLiteral(":%1").arg(port);
    sheet.mono(tr("from → to"), local.isEmpty() ? remote(id) : local + QStringLiteral("\n→ ") + remote(id));
    sheet.mono(tr("client sees"), channelWord(m_world.channel(c))).note
        = m_world.channel(c) == trace::Channel::Ready && theme::linkState(m_world, c) != theme::LinkState::Idle
        ? QString()
        : stateWords(c);
    sheet.mono(tr("TCP"), tcpWord(c.client) + QStringLiteral(" ⇄ ") + tcpWord(c.broker));
    forgotten(sheet, id, c);
    inFlight(sheet, id);
}

void PageWriter::forgotten(Sheet& sheet, ConnectionId id, const ConnectionState& c) const
{
    if (!isForgotten(c))
        return;
    Block& fact = sheet.fact(tr("middlebox"), tr("has forgotten it: what is sent on it is lost"));
    fact.tone = Tone::Error;
    for (const EventId event : m_document.index().events(id)) {
        if (at(event).kind != trace::EventKind::FlowForgotten || !isPast(event))
            continue;
        fact.item = view::Item::of(event);
        fact.note = tr("since %1, after %2 without traffic; neither end is told")
                        .arg(when(event), m_look.format().duration(Duration {at(event).value}));
    }
}

void PageWriter::inFlight(Sheet& sheet, ConnectionId id) const
{
    constexpr std::size_t kShown = 4;
    const std::vector<trace::InFlightRequest> waiting = m_world.inFlight(id);
    if (waiting.empty())
        return;
    QString text = m_look.format().number(static_cast<qint64>(waiting.size()));
    for (std::size_t i = 0; i < std::min(kShown, waiting.size()); ++i)
        text += (i == 0 ? QStringLiteral(" · ") : QStringLiteral(", "))
            + QString::fromStdString(analysis::requestText(at(waiting[i].sent)));
    if (waiting.size() > kShown)
        text += QStringLiteral(", …");
    sheet.mono(tr("in flight"), text, view::Item::request(waiting.front().sent));
    // Which of them will not arrive. All that are told are looked at, not all that there are.
    for (std::size_t i = 0; i < std::min(kShown, waiting.size()); ++i) {
        const EventId lost = lostOnItsWay(waiting[i].sent);
        if (!lost.isValid())
            continue;
        Block& fact = sheet.mono(
            tr("lost"), QString::fromStdString(analysis::requestText(at(waiting[i].sent))), view::Item::of(lost));
        fact.tone = Tone::Error;
        fact.note = isForgotten(m_world.connection(id)) ? QString() : lostWords(waiting[i].sent);
    }
}

void PageWriter::timer(Sheet& sheet, ConnectionId id, const ConnectionState& c, Side side) const
{
    const auto expiry = m_document.idleExpiry(m_world, id, side);
    const auto idle = m_world.idle(c, side);
    if (!expiry || !idle || c.closing.isValid())
        return;
    const Duration left = *expiry - m_world.now();
    const theme::Format& format = m_look.format();
    const QString who = theme::closerWord(side);
    Block& fact = sheet.fact(side == Side::Client ? tr("idle close") : QStringLiteral(" "),
        left.count() <= 0
            ? tr("%1: due at its next poll").arg(who)
            : tr("%1 in %2")
                  .arg(who, left < std::chrono::seconds(60) ? format.shortDuration(left) : format.duration(left)));
    fact.countdown = theme::Countdown {std::max(left, Duration {}), left + *idle, side};
}

void PageWriter::end(Sheet& sheet, const ConnectionState& c) const
{
    if (!c.closing.isValid())
        return;
    sheet.section(c.connected.isValid() ? tr("Its end") : tr("It never came to be"));
    Block& who = sheet.fact(tr("ended by"), c.closer == Side::None ? tr("not known") : theme::closerWord(c.closer),
        view::Item::of(c.closing));
    who.tone = toneOf(c.closer);
    who.note = when(c.closing);
    const trace::Event& closing = at(c.closing);
    sheet.fact(tr("rule"), ruleName(c.closeRule)).note = toText(analysis::ruleSentence(c.closeRule, m_language));
    trace::Event ruled = closing;
    ruled.rule = c.closeRule;
    if (!ruled.broker.isValid())
        ruled.broker = m_world.broker(c);
    if (const QString read = readBy(ruled, c.closing); !read.isEmpty())
        sheet.mono(tr("decided by"), read.section(u'\n', 0, -2).isEmpty() ? read : read.section(u'\n', 0, -2));
}

void PageWriter::life(Sheet& sheet, const ConnectionState& c) const
{
    sheet.section(tr("Its life"));
    const Instant opened = at(c.opened).at;
    const auto since = [&](EventId e) {
        return isPast(e) ? clock(at(e).at) + QStringLiteral("  ") + m_look.format().difference(at(e).at - opened)
                         : QString();
    };
    sheet.mono(tr("opened"), clock(opened), view::Item::of(c.opened));
    sheet.mono(tr("connected"), since(c.connected), view::Item::of(c.connected));
    sheet.mono(tr("ready"), since(c.ready), view::Item::of(c.ready));
    sheet.mono(tr("last used"), since(c.usedByClient), view::Item::of(c.usedByClient));
    sheet.mono(tr("end began"), since(c.closing), view::Item::of(c.closing));
    sheet.mono(tr("let go"), since(c.released), view::Item::of(c.released));
}

void PageWriter::traffic(Sheet& sheet, ConnectionId id, Role role) const
{
    // Traffic of the index counts all events of an instant; between two of them it is a frame ahead at most.
    const trace::Traffic traffic = m_document.index().traffic(id, m_world.now());
    if (traffic.total() == 0)
        return;
    const theme::Format& format = m_look.format();
    sheet.section(tr("What travelled"));
    const QString how
        = m_document.trace().header().vantage == trace::Vantage::Simulated ? tr("estimated") : QString();
    sheet.fact(tr("client → broker"), format.bytes(traffic.sentBytes)).note = how;
    sheet.fact(tr("broker → client"), format.bytes(traffic.receivedBytes)).note = how;
    std::vector<std::pair<ApiKey, std::uint32_t>> counts;
    for (const ApiKey api : allApiKeys()) {
        if (const std::uint32_t n = traffic.of(api); n > 0)
            counts.emplace_back(api, n);
    }
    std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [api, n] : counts) {
        Block& bar = sheet.add(BlockKind::Bar, format.number(n));
        bar.label = toText(apiName(api));
        bar.role = role;
        bar.share = static_cast<double>(n) / static_cast<double>(counts.front().second);
    }
}

} // namespace connscope::inspector
