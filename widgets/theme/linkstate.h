// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"
#include "trace/worldstate.h"

#include <QString>

/// \file
/// What a connection is doing at an instant, as one word that topology and timeline draw alike. It is folded from what
/// the client thinks (channel) and what the two kernels think (TCP states).

namespace connscope::theme {

enum class LinkState : std::uint8_t {
    Connecting, ///< TCP handshake
    Authenticating, ///< TLS or SASL
    CheckingVersions, ///< API_VERSIONS is on its way
    Ready, ///< in use
    Idle, ///< ready, nothing in flight, and quiet for kIdleAfter
    ClosingByClient, ///< the client sent its FIN first, the broker's is still to come
    ClosingByBroker, ///< the broker sent its FIN, the client has not yet let go: CLOSE-WAIT at the client
    BrokerCloseWait, ///< the client has closed and the broker never did: CLOSE-WAIT at the broker
    TimeWait, ///< only a kernel remembers
    Reset, ///< ended by RST
    Refused, ///< never came to be: refused, unreachable, timed out
    BackingOff, ///< gone, and the node id may not be tried again yet
    Ghost, ///< gone
};
inline constexpr int kLinkStateCount = static_cast<int>(LinkState::Ghost) + 1;

/// A ready connection without requests in flight counts as idle after this. It is more than heartbeat.interval.ms (3 s)
/// and less than any usual idle limit: a coordinator's connection between two heartbeats is in use.
inline constexpr Duration kIdleAfter {std::chrono::seconds(5)};

/// \a c as \a world.connection(…) gives it; it must exist.
LinkState linkState(const trace::WorldState& world, const trace::ConnectionState& c);
/// In the language of the interface: "connecting", "ready", … (TCP's and Kafka's words as they are). Of a kind, for a
/// legend; of a connection at an instant see linkStateWords().
QString linkStateWord(LinkState state);
/// The same of a connection whose ends are in these states: which FIN was sent and which has arrived, so that it never
/// says CLOSE-WAIT of an end that has not heard of the other's FIN yet.
QString linkStateWords(LinkState state, trace::TcpState client, trace::TcpState broker);

/// What is true of a connection, beside its state, when a middlebox has forgotten it (ConnectionState::forgotten): neither
/// end knows, so its state alone would be that of one on which all is well.
QString forgottenWords();

/// How a state is drawn, whatever its role's colour: fill and height of a lane's segment, stroke of a link.
struct StateLook {
    /// How a segment is filled, with the share of it that is ink.
    enum class Fill : std::uint8_t {
        Solid, ///< all ink
        Pale, ///< the hue's tint with an outline in its mark
        Hatch, ///< diagonals, half ink
        CrossHatch, ///< diagonals both ways
        Dots, ///< a quarter ink
        Outline, ///< the outline alone
        None, ///< nothing but its cap
    };
    /// How a link is stroked; dash patterns are the role's.
    enum class Stroke : std::uint8_t {
        Full, ///< from end to end
        Growing, ///< from the client's end to half way: nothing is there yet at the broker's
        Double, ///< two thin parallel lines: connected, not yet usable
        Thin, ///< one thin line, faded
        HalfFromClient, ///< the client's half is gone: thin there, full at the broker's end
        HalfFromBroker, ///< the broker's half is gone
        Broken, ///< a gap with a cross in the middle
        Stub, ///< a short stub at the client's end
        Trace, ///< the faintest line that is still seen
    };
    Fill fill = Fill::Solid;
    Stroke stroke = Stroke::Full;
    double height = 1; ///< of a lane's segment, share of the lane's strip
    double width = 2.2; ///< of a link, in pixels at scale 1
    double strength = 1; ///< share of the hue's mark over the surface
    bool ofRole = true; ///< in the role's hue; otherwise in Theme::handshake or the closer's hue
    QString glyph; ///< a sign beside it where room allows; "" = none
};
StateLook stateLook(LinkState state);

} // namespace connscope::theme
