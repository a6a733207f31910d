// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// \file
/// What a trace of clients on somebody else's cluster comes to, and a scenario of such clients for any cluster.

namespace connscope::test {

struct Told {
    std::map<std::string, std::int64_t> records; ///< given to consumers' applications, by client.id
    std::map<ApiKey, int> answers; ///< without an error
    std::map<std::string, int> errors; ///< "OFFSET_COMMIT: NOT_COORDINATOR"
    int versionsRefused = 0; ///< of API_VERSIONS itself, which is no error but how old brokers are met (KIP-511)
    std::map<ApiKey, std::int64_t> versions; ///< the greatest one sent
    std::vector<std::string> transactions; ///< "begin", "commit", "complete", …
    std::vector<std::string> protocolErrors;
    bool isClosed = false; ///< every client that was constructed

    std::int64_t allRecords() const;
    /// 0 where no client of that id had any.
    std::int64_t recordsOf(const std::string& clientId) const;
    /// "OFFSET_COMMIT: NOT_COORDINATOR x2; "
    std::string errorWords() const;
};
Told tell(const trace::Trace& trace);

/// Codecs that a producer knows.
const std::vector<std::string>& codecs();
/// For each codec a producer that writes \a rounds times 100 records to each of three partitions of topic "t-CODEC", and a
/// group "connscope-CODEC" of \a members, client.id "reader-CODEC", that read for \a reading ("6s"), commit and close.
std::string groupsByCodec(int members, int rounds, const std::string& reading);

} // namespace connscope::test
