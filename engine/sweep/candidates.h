// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

/// \file
/// What is tried when a change is looked for: a declared list, so that a search is bounded and everybody can say what it
/// has not tried. A row is a setting with its values and why it may help; the rest is left as it is. Where a finding is to be
/// avoided, the value that its remedy names is tried with those of its row.

namespace connscope::sweep {

enum class Scope : std::uint8_t {
    Client, ///< a key of the client concerned
    Cluster, ///< a key of every broker
    Profile, ///< how every client decides: another version
};

struct Candidate {
    Scope scope;
    std::string_view key; ///< Kafka's; "profile" for Scope::Profile
    std::string_view values; ///< comma-separated, in the order in which they are tried
    struct Why {
        std::string_view english;
        std::string_view chinese;
        std::string_view in(bool isChinese) const { return isChinese ? chinese : english; }
    };
    Why up; ///< why a value above the present one is plausible, a sentence; "true" is above "false", -1 of a limit above all
    Why down; ///< why one below it is
};

/// Whether \a value of a key is below \a present, as Candidate::down has it. False for values that have no order.
bool isBelow(std::string_view key, std::string_view value, std::string_view present);

/// In the order in which results of equal cost are told.
std::span<const Candidate> candidates();

} // namespace connscope::sweep
