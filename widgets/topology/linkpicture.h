// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/linkstate.h"
#include "theme/marks.h"
#include "topology/placement.h"
#include "topology/tempo.h"
#include "view/context.h"
#include "view/marks.h"

#include <array>
#include <optional>
#include <vector>

/// \file
/// What each link looks like at an instant.

namespace connscope::topology {

/// One end of a link.
struct LinkEnd {
    trace::TcpState tcp = trace::TcpState::None;
    std::optional<theme::Countdown> countdown; ///< to its idle check's close; only while the link is idle
};

struct LinkPicture {
    enum class Shown : std::uint8_t {
        Nothing, ///< not opened yet
        Link,
        Past, ///< gone for so long that only its port is left
    };
    Shown shown = Shown::Nothing;
    ConnectionId connection; ///< the last one of the slot; of a bundle, of its first open slot
    theme::LinkState state = theme::LinkState::Ghost;
    Role role = Role::Unknown;
    trace::Side closer = trace::Side::None;
    trace::Side firstFin = trace::Side::None; ///< while half closed: who sent it
    LinkEnd client;
    LinkEnd broker;
    std::optional<Duration> backoff; ///< left until the node id may be tried again
    double ghost = 0; ///< share of a ghost's time that is over
    double handshake = 0; ///< of a connecting link: 0.5 = the SYN is out, 0.75 = answered
    std::optional<double> reset; ///< of a connecting link: where its refusal is, 1 = at the broker's host
    std::uint32_t forgotten
        = 0; ///< 1 where a middlebox has forgotten it and an end still believes in it; of a bundle, how many
    bool orphaned = false; ///< a bootstrap connection that nothing will choose again
    bool inferred = false; ///< somebody else's client: what its end is and does is told from what arrived
    bool isNodeKnown = true; ///< false until what travels has told the node id
    bool dimmed = false; ///< the filter leaves it out
    view::Mark mark = view::Mark::None; ///< it stands out beside another run
    trace::Origin run = trace::Origin::Both; ///< whose it is, where two runs differ here and now
    bool isOver = false; ///< its run has ended before: nothing of it is open or travels any more
    static constexpr std::uint32_t kNone = 0xffff'ffffU;
    /// Of the second run, where the first run's looks the same just now: that one, which is drawn for both. kNone = none.
    std::uint32_t drawnBy = kNone;

    // Of a bundle:
    std::uint32_t open = 0;
    std::uint32_t idle = 0; ///< of those
    std::uint32_t ever = 0; ///< opened so far
    std::array<std::uint32_t, 2> openOfRun {}; ///< open in each of two runs

    bool isVisible() const { return shown == Shown::Link; }
};

/// What a cell or a tile shows of a slot.
struct SlotState {
    bool open = false;
    bool idle = false;
    Role role = Role::Unknown;
    bool operator==(const SlotState&) const = default;
};

/// For every link of \a placement, in its order, and for every slot of \a cast. \a world is that of the instant.
struct LinkPictures {
    std::vector<LinkPicture> links;
    std::vector<SlotState> slotStates;
};
LinkPictures linkPictures(const Cast& cast, const Placement& placement, const view::Document& document,
    const trace::WorldState& world, const view::Filter& filter, const Tempo& tempo,
    const view::Marks* marks = nullptr);
/// The connection that stands for a slot at the world's instant: the last one that was opened; invalid before the first.
ConnectionId currentConnection(const Slot& slot, const view::Document& document, const trace::WorldState& world);

} // namespace connscope::topology
