// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/linkstate.h"

#include <QCoreApplication>

namespace connscope::theme {

using trace::Channel;
using trace::Side;
using trace::TcpState;

namespace {

bool hasSentFin(TcpState end)
{
    return end == TcpState::FinWait1 || end == TcpState::FinWait2 || end == TcpState::Closing
        || end == TcpState::LastAck || end == TcpState::TimeWait;
}

bool isGone(TcpState end) { return end == TcpState::None || end == TcpState::Closed; }

/// Once an end has begun to close: what is left of it.
LinkState closingState(const trace::WorldState& world, const trace::ConnectionState& c)
{
    if (world.channel(c) == Channel::BackingOff && world.isGone(c))
        return LinkState::BackingOff;
    if (!c.connected.isValid()) {
        // What the other end has decided is still on its way to a client that waits.
        const bool waits = c.client == TcpState::SynSent || c.client == TcpState::Established;
        return waits && !c.released.isValid() ? LinkState::Connecting : LinkState::Refused;
    }
    const trace::EventKind how = world.trace()[c.closing].kind;
    if (how == trace::EventKind::ResetSent || how == trace::EventKind::ResetReceived)
        return LinkState::Reset;
    if (world.isGone(c))
        return LinkState::Ghost;
    if (c.client == TcpState::TimeWait || c.broker == TcpState::TimeWait)
        return LinkState::TimeWait;
    if (c.client == TcpState::CloseWait)
        return LinkState::ClosingByBroker;
    if (c.broker == TcpState::CloseWait)
        return c.client == TcpState::FinWait1 || c.client == TcpState::FinWait2 ? LinkState::ClosingByClient
                                                                                : LinkState::BrokerCloseWait;
    return c.closer == Side::Broker ? LinkState::ClosingByBroker : LinkState::ClosingByClient;
}

} // namespace

LinkState linkState(const trace::WorldState& world, const trace::ConnectionState& c)
{
    if (!c.isOpen())
        return closingState(world, c);
    switch (world.channel(c)) {
    case Channel::Connecting:
    case Channel::None:
        return LinkState::Connecting;
    case Channel::Authenticating:
        return LinkState::Authenticating;
    case Channel::CheckingApiVersions:
        return LinkState::CheckingVersions;
    case Channel::BackingOff:
        return LinkState::BackingOff;
    case Channel::Disconnected:
        return LinkState::Ghost;
    case Channel::Ready:
        break;
    }
    if (c.inFlight == 0 && world.idle(c, Side::Client).value_or(Duration {}) >= kIdleAfter)
        return LinkState::Idle;
    return LinkState::Ready;
}

QString linkStateWord(LinkState state)
{
    switch (state) {
    case LinkState::Connecting:
        return QCoreApplication::translate("Words", "connecting");
    case LinkState::Authenticating:
        return QCoreApplication::translate("Words", "authenticating");
    case LinkState::CheckingVersions:
        return QCoreApplication::translate("Words", "checking API versions");
    case LinkState::Ready:
        return QCoreApplication::translate("Words", "ready");
    case LinkState::Idle:
        return QCoreApplication::translate("Words", "idle");
    case LinkState::ClosingByClient:
        return QCoreApplication::translate("Words", "half closed by the client");
    case LinkState::ClosingByBroker:
        return QCoreApplication::translate("Words", "CLOSE-WAIT at the client: half closed by the broker");
    case LinkState::BrokerCloseWait:
        return QCoreApplication::translate("Words", "CLOSE-WAIT at the broker");
    case LinkState::TimeWait:
        return QStringLiteral("TIME-WAIT");
    case LinkState::Reset:
        return QCoreApplication::translate("Words", "reset");
    case LinkState::Refused:
        return QCoreApplication::translate("Words", "could not connect");
    case LinkState::BackingOff:
        return QCoreApplication::translate("Words", "waiting to reconnect");
    case LinkState::Ghost:
        break;
    }
    return QCoreApplication::translate("Words", "closed");
}

QString linkStateWords(LinkState state, TcpState client, TcpState broker)
{
    if (state == LinkState::TimeWait && client == TcpState::TimeWait && broker != TcpState::TimeWait)
        return QCoreApplication::translate("Words", "TIME-WAIT at the client");
    if (state == LinkState::TimeWait && broker == TcpState::TimeWait && client != TcpState::TimeWait)
        return QCoreApplication::translate("Words", "TIME-WAIT at the broker");
    if (state != LinkState::ClosingByClient && state != LinkState::ClosingByBroker)
        return linkStateWord(state);
    if (hasSentFin(client) && hasSentFin(broker))
        return QCoreApplication::translate("Words", "both ends have sent their FIN");
    if (client == TcpState::CloseWait)
        return QCoreApplication::translate("Words", "CLOSE-WAIT at the client: half closed by the broker");
    if (broker == TcpState::CloseWait)
        return QCoreApplication::translate("Words", "CLOSE-WAIT at the broker: half closed by the client");
    if (hasSentFin(broker) && client == TcpState::Established)
        return QCoreApplication::translate("Words", "the broker has sent its FIN; it has not reached the client");
    if (hasSentFin(client) && broker == TcpState::Established)
        return QCoreApplication::translate("Words", "the client has sent its FIN; it has not reached the broker");
    if (isGone(client) && broker == TcpState::Established)
        return QCoreApplication::translate("Words", "gone at the client; the broker has not heard of it");
    if (isGone(broker) && client == TcpState::Established)
        return QCoreApplication::translate("Words", "gone at the broker; the client has not heard of it");
    return state == LinkState::ClosingByClient ? QCoreApplication::translate("Words", "half closed by the client")
                                               : QCoreApplication::translate("Words", "half closed by the broker");
}

QString forgottenWords()
{
    return QCoreApplication::translate("Words", "a middlebox has forgotten it: what is sent on it is lost");
}

StateLook stateLook(LinkState state)
{
    using Fill = StateLook::Fill;
    using Stroke = StateLook::Stroke;
    switch (state) {
    case LinkState::Connecting:
        return {Fill::Hatch, Stroke::Growing, 1, 1.6, 1, false, {}};
    case LinkState::Authenticating:
        return {Fill::CrossHatch, Stroke::Double, 1, 1.2, 1, true, QStringLiteral("\U0001F512")};
    case LinkState::CheckingVersions:
        return {Fill::Pale, Stroke::Double, 1, 1.6, 1, true, {}};
    case LinkState::Ready:
        return {Fill::Solid, Stroke::Full, 1, 2.4, 1, true, {}};
    case LinkState::Idle:
        return {Fill::Solid, Stroke::Thin, 0.3, 1.3, 0.65, true, {}};
    case LinkState::ClosingByClient:
        return {Fill::Hatch, Stroke::HalfFromClient, 0.55, 2, 1, false, QStringLiteral("FIN")};
    case LinkState::ClosingByBroker:
        return {Fill::CrossHatch, Stroke::HalfFromBroker, 0.55, 2, 1, false, QStringLiteral("CW")};
    case LinkState::BrokerCloseWait:
        return {Fill::Dots, Stroke::HalfFromClient, 0.55, 2, 1, false, QStringLiteral("CW")};
    case LinkState::TimeWait:
        return {Fill::Outline, Stroke::Trace, 0.55, 1.2, 1, false, QStringLiteral("TW")};
    case LinkState::Reset:
        return {Fill::None, Stroke::Broken, 1, 2, 1, false, QStringLiteral("RST")};
    case LinkState::Refused:
        return {Fill::None, Stroke::Stub, 1, 2, 1, false, QStringLiteral("\u2715")};
    case LinkState::BackingOff:
        return {Fill::Dots, Stroke::Stub, 0.3, 1.2, 1, false, QStringLiteral("\u231B")};
    case LinkState::Ghost:
        break;
    }
    return {Fill::None, Stroke::Trace, 0.3, 1, 0.6, true, {}};
}

} // namespace connscope::theme
