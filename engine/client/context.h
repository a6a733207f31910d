// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "client/brain.h"
#include "client/commons.h"
#include "client/settings.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

/// \file
/// What every part of one client shares: who it is, how it decides, where its events and wishes go. One poll at a time.

namespace connscope::client {

/// The later of two events; one that is none is earlier than any.
inline EventId laterOf(EventId a, EventId b)
{
    if (!a.isValid() || !b.isValid())
        return a.isValid() ? a : b;
    return a < b ? b : a;
}

struct Context {
    Context(const ClientSpec& spec, Settings s, const Environment& environment)
        : trace(*environment.trace)
        , resolver(*environment.resolver)
        , rng(spec.seed)
        , id(spec.id)
        , kind(spec.kind)
        , clientIdLength(spec.clientId.size())
        , commons(environment.commons)
        , config(shared({spec.profile, std::move(s)}))
        , profile(config->profile)
        , settings(config->settings)
    {
    }

    trace::Trace& trace;
    Resolver& resolver;
    Rng rng;
    ClientId id;
    trace::ClientKind kind;
    std::size_t clientIdLength;
    Commons* commons; ///< may be null
    std::shared_ptr<const Config> config;
    const Profile& profile;
    const Settings& settings;
    std::vector<Wish>* wishes = nullptr; ///< where the current poll's wishes go
    Instant now {}; ///< of the current poll

    std::shared_ptr<const Config> shared(Config own) const
    {
        return commons ? commons->share(std::move(own)) : std::make_shared<const Config>(std::move(own));
    }

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
    EventId append(const trace::Event& e) { return trace.append(e); }
    EventId append(trace::EventKind eventKind, EventId cause, trace::RuleId rule, std::string_view text = {},
        std::int64_t value = 0)
    {
        trace::Event e = event(eventKind, cause, rule);
        e.value = value;
        if (!text.empty())
            e.text = trace.intern(text);
        return append(e);
    }
};

} // namespace connscope::client
