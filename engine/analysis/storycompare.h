// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "analysis/story.h"

#include <string>
#include <vector>

/// \file
/// Whether two stories are the same: a recorded or real one, and a simulated one. Real clients and simulated ones do not share a clock: the Java
/// machine loads classes for 10 to 400 ms here and there, and a log has milliseconds. So orders are compared, and
/// distances in time only where a limit decides.
///
/// Compared are
/// - connections: node id, broker's port, who asked (metadata or a request), and their order, except within a turn;
/// - requests: on each connection the same APIs in the same order, for two seconds after the start, the first send()
///   and close(). What a story does in such a window has to be the beginning of what the other does from there on: a
///   window may end a little earlier or later in it. Over the whole recording the same holds for everything that is
///   not sent periodically;
/// - metadata requests: as many, each to the recorded node or to one that the client's rule could have picked in the
///   recorded situation (Story::couldChoose). Those written into a connection that the broker had already closed are
///   left out: whether the client notices such an end just before or just after it writes is a race of microseconds;
/// - ends: the same closer; an answer that came behind the client's FIN met a reset in both, or in none; and idle closes at the same distance from the last use, or from the call that woke the
///   client.

namespace connscope::analysis {

struct Tolerance {
    std::string first = "recorded"; ///< what the first story is called in the differences
    std::string firstChinese = "录制的是";
    Duration idle {ms(100)}; ///< of idle closes, beside the poll interval
    /// How often the client polls while idle: a consumer in poll() every 100 ms, a producer only when it is woken.
    Duration clientPoll {};
    Duration brokerPoll {ms(300)}; ///< how often a broker looks for idle connections (SocketServer.Processor#poll)
    Duration window {std::chrono::seconds(2)}; ///< that requests are compared in
    bool countsBatches = true; ///< false: PRODUCE requests in a row are one
    Duration atClose {ms(700)}; ///< a periodic request this close to close() may be missing in one of the stories
};

struct Difference {
    Instant at {}; ///< in the recorded story, since its start
    std::string text; ///< "2.431 s: recorded …; simulated …"
    std::string chinese; ///< the same: "2.431 秒：…"
    const std::string& in(Language language) const { return language == Language::Chinese ? chinese : text; }
};

/// Every difference, the earliest first. Empty: they agree.
std::vector<Difference> differences(const Story& recorded, const Story& simulated, const Tolerance& tolerance = {});

} // namespace connscope::analysis
