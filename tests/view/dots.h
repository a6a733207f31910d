// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"
#include "view/document.h"

#include <initializer_list>
#include <memory>

namespace connscope::test {

/// A trace of marks at these instants, in milliseconds.
inline trace::Trace dots(std::initializer_list<std::int64_t> atMs)
{
    trace::Trace out;
    for (const std::int64_t t : atMs) {
        trace::Event e;
        e.at = kStart + ms(t);
        e.kind = trace::EventKind::Mark;
        e.text = out.intern(std::to_string(t));
        out.append(e);
    }
    return out;
}

/// The same at any instants.
inline trace::Trace dotsAt(std::initializer_list<Instant> at)
{
    trace::Trace out;
    for (const Instant t : at) {
        trace::Event e;
        e.at = t;
        e.kind = trace::EventKind::Mark;
        out.append(e);
    }
    return out;
}

inline std::unique_ptr<view::Content> content(trace::Trace trace, Duration until = {})
{
    return std::make_unique<view::Content>(view::Source {}, std::move(trace), std::nullopt, kStart + until);
}

} // namespace connscope::test
