// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "client/brain.h"
#include "client/settings.h"

#include <string_view>
#include <vector>

/// \file
/// What every part of one client shares: who it is, how it decides, where its events and wishes go. One poll at a time.

namespace connscope::client {

struct Context {
    Context(const ClientSpec& spec, Settings s, const Environment& environment)
        : trace(*environment.trace)
        , resolver(*environment.resolver)
        , rng(spec.seed)
        , id(spec.id)
        , kind(spec.kind)
        , profile(spec.profile)
        , settings(std::move(s))
    {
    }

    trace::Trace& trace;
    Resolver& resolver;
    Rng rng;
    ClientId id;
    trace::ClientKind kind;
    Profile profile;
    Settings settings;
    std::vector<Wish>* wishes = nullptr; ///< where the current poll's wishes go
    Instant now {}; ///< of the current poll

    /// An event of this client at `now`; the caller fills in the rest and appends.
    trace::Event event(trace::EventKind eventKind, EventId cause, trace::RuleId rule) const
    {
        trace::Event e;
        e.at = now;
        e.kind = eventKind;
        e.cause = cause;
        e.rule = rule;
        e.client = id;
        e.side = trace::Side::Client;
        return e;
    }
    EventId emit(const trace::Event& e) { return trace.append(e); }
    EventId emit(trace::EventKind eventKind, EventId cause, trace::RuleId rule, std::string_view text = {},
        std::int64_t value = 0)
    {
        trace::Event e = event(eventKind, cause, rule);
        e.value = value;
        if (!text.empty())
            e.text = trace.intern(text);
        return emit(e);
    }
};

} // namespace connscope::client
