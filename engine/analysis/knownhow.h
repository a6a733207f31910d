// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "trace/life.h"

#include <string>
#include <string_view>

/// \file
/// How an event is known (trace::Vantage), for the reports that people read. What a simulation made and what a program saw itself
/// needs no mark; what was sampled or inferred says so everywhere.

namespace connscope::analysis {

/// Behind a time that nobody saw.
inline constexpr std::string_view kUnseenMark = "~";

/// True if it was sampled or inferred.
inline bool isUnseen(const trace::Event& event)
{
    return event.vantage == trace::Vantage::Sampled || event.vantage == trace::Vantage::Inferred;
}
/// True if the trace has an event of real sockets: then each has to say how it is known.
bool hasRealEvents(const trace::Trace& trace);
/// A connection of somebody else's client: whatever stands of the client's end is inferred.
bool isOpenedUnseen(const trace::Trace& trace, const trace::ConnectionLife& life);
/// It has begun to close, and how is not known from the end that did it.
bool isClosedUnseen(const trace::Trace& trace, const trace::ConnectionLife& life);
/// " (sampled)", " (inferred)", "" of an event that was seen.
std::string_view unseenWords(const trace::Event& event);
/// What kUnseenMark means, without it.
std::string_view unseenNote(Language language);
/// "inferred from what arrived at the brokers", of a client.
std::string_view inferredClientWords(Language language);

} // namespace connscope::analysis
