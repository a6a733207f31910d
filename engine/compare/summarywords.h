// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"

#include <cstdint>
#include <string_view>

/// \file
/// The catalogue of the sentences about two runs; patterns as in analysis/phrases.h, both languages side by side.

namespace connscope::compare {

enum class Words : std::uint8_t {
    // sentences
    Same,
    NothingElse, ///< but settings
    SettingDiffers,
    Parting,
    PartingOtherwise, ///< the other run has it too, for another reason or at another time
    OnlyBroker,
    OnlyClient,
    OnlyConnections,
    EndDiffers,
    IdleDiffers,
    CloseWaitDiffers,
    ReasonDiffers,
    RoleDiffers,
    BrokerDiffers,
    ReconnectsAnHour,
    Reconnects,
    RequestsDiffer,
    More, ///< of the same kind, left out
    // parts
    TheFirst,
    TheSecond,
    NotSet,
    OfBroker,
    OfBrokers,
    Closed,
    OpenAtEnd,
    UpTo,
    None,
    Range,
    MoreNodes,
    Events, ///< "one|many"
    Times, ///< "one|many"
    MoreOf,
    FewerOf,
};
inline constexpr int kWordsCount = static_cast<int>(Words::FewerOf) + 1;

std::string_view words(Words words, analysis::Language language);

} // namespace connscope::compare
