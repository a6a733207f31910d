// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "topology/placement.h"
#include "topology/tempo.h"

#include <QString>

#include <vector>

/// \file
/// What each node looks like at an instant.

namespace connscope::topology {

/// What is the matter with a node. Each has a word, a mark and a kind of outline of its own.
enum class Mood : std::uint8_t {
    Normal,
    NotYet, ///< a client that is created later, a broker that no client has heard of
    Address, ///< an address of bootstrap.servers; which broker it is, no client knows yet
    Down, ///< a broker that is killed or stopped
    Paused,
    Slow,
    Closed, ///< a client after close()
    Killed,
};

struct Chip {
    enum class Kind : std::uint8_t { Leader, Coordinator, State, More };
    Kind kind = Kind::State;
    QString text;
    bool ofTransactions = false; ///< a coordinator's: of transactions, not of a group
    /// A coordinator's text in English, which is the longest: whether there is room for words is asked of it in every language, so
    /// that a picture shows words or letters in all of them.
    QString longest {};
};

struct NodePicture {
    Mood mood = Mood::Normal;
    QString title;
    QString line; ///< under the title
    bool lineIsAddress = false; ///< in the fixed-width face
    QString state; ///< word for the mood; "" for Normal
    std::vector<Chip> chips;
    trace::Origin run = trace::Origin::Both; ///< which of two runs alone has it
    double reveal = 0; ///< 1 = it turned out just now which broker an address is, falling to 0
    std::vector<Mood> cells; ///< of a group, by member
};

/// For every node of \a placement, in its order. \a twofold: two runs are laid over each other; what is true of one of them
/// has its letter: "A: down".
std::vector<NodePicture> nodePictures(const Cast& cast, const Placement& placement, const trace::WorldState& world,
    const theme::Look& look, const Tempo& tempo, const trace::Twofold* twofold = nullptr);

/// What stands under a client's name: "consumer · group test".
QString clientLine(trace::ClientKind kind, std::string_view membership);
/// What a client or an end is at an instant.
Mood clientMood(const Cast& cast, std::uint32_t client, const trace::WorldState& world);
Mood endMood(const Cast& cast, std::uint32_t end, const trace::WorldState& world);

} // namespace connscope::topology
