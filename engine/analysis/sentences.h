// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/names.h"
#include "trace/event.h"

#include <string>

/// \file
/// An event in words: in short for a table whose other columns say who and where, and as a sentence for a cause chain.

namespace connscope::analysis {

/// What a table's other columns (client, connection, node, kind, rule) do not say: "METADATA 2, t4", "540.012 s since
/// last use", "client CLOSE-WAIT"; "" where there is nothing to add.
std::string details(const trace::Trace& trace, const trace::Event& event, Language language = Language::English);

/// A whole sentence without its full stop: "consumer-1 starts to connect to node -1 (localhost:9092)".
std::string sentence(const Names& names, const trace::Event& event, Language language = Language::English);

/// "METADATA 2": a request and its correlation id.
std::string requestText(const trace::Event& event);

/// "540.012 s", "1.250 ms", "27 µs"; "540.012 秒": the length of something that took time, in the largest unit that gives at least 1.
std::string lengthOfTime(Duration d, Language language = Language::English);

} // namespace connscope::analysis
