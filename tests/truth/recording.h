// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/story.h"
#include "base/apikey.h"
#include "base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// \file
/// Reads a recording of a real Java client (tests/data/truth, README there) into its header and its story.

namespace connscope::truth {

using namespace analysis;

struct BrokerAddress {
    int id = 0;
    std::string host;
    std::uint16_t port = 0;
};

/// What the first line says of the set-up, and what versions the brokers offered.
struct RecordingHeader {
    std::string name; ///< file name without ".log"
    std::string clientVersion; ///< "2.1.0", "4.0.0-SNAPSHOT"
    std::string profile; ///< "java-2.1"
    bool consumer = false;
    bool scripted = false; ///< set 2: the small scripted broker; set 1 is librdkafka's mock cluster
    std::vector<BrokerAddress> brokers;
    std::vector<std::string> bootstrap; ///< "host:port"
    int coordinator = 0;
    int partitions = 0;
    Duration brokerIdle {}; ///< zero = brokers close nothing
    Duration apiDelay {}; ///< added to the answers of API_VERSIONS
    Duration wait {}; ///< run_ms of set 1, x.wait of set 2
    int sends = 0; ///< set 2: send().get() in a row
    std::string topic; ///< sent to or subscribed
    std::vector<std::pair<std::string, std::string>> config; ///< client configs that differ from the defaults
    /// API versions that the client recorded, from the first connection.
    std::map<ApiKey, std::pair<int, int>> offered;
};

struct Recording {
    RecordingHeader header;
    Story story;
    /// The text of a line, from 1; for messages.
    std::vector<std::string> lines;
};

/// Reads the first line into \a header. The error says what is missing.
Result<void> readHeader(std::string_view line, RecordingHeader& header);

/// Reads a whole log. \a name goes into the header and into errors, which carry line and reason.
Result<Recording> readRecording(std::string_view text, std::string_view name);

/// The names of the recordings in tests/data/truth, sorted, without ".log".
std::vector<std::string> recordingNames();
/// Reads one of them.
Result<Recording> loadRecording(const std::string& name);

} // namespace connscope::truth
