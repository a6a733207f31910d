// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/logclients.h"

#include <cstdint>
#include <string>
#include <string_view>

/// \file
/// Requests and responses as the clients print them: the Struct form of 2.1 and 2.2 with its old field names, the Struct
/// form of 2.3, and the message classes from 2.4 on. Fields that a trace does not carry show as "...".

namespace connscope::analysis {

/// What is known of one request or its answer.
struct LogRequest {
    const LogClient* client = nullptr;
    ApiKey api = ApiKey::None;
    std::int16_t version = 0; ///< of the API
    std::int32_t correlation = 0;
    std::uint32_t size = 0; ///< bytes on the wire
    std::string_view detail; ///< Event::text of the request
    std::string partitions; ///< assigned to the member: "t4-0, t4-1"
    std::string memberId; ///< of the group member when it was sent
    std::int64_t generation = -1;
    bool fullFetch = true; ///< a FETCH that opens its session
    protocol::KafkaVersion brokerVersion; ///< whose API versions an answer lists
};

/// `{key=test,key_type=0}`, `FindCoordinatorRequestData(key='test', keyType=0)`.
std::string requestBody(const LogRequest& request);
/// As a line of a coordinator or of the metadata updater names the request: `(type=MetadataRequest, topics=t4)` up to 2.2.
std::string requestArgument(const LogRequest& request);
/// \a error is the answer's error name, "" if all is well; \a at the number of the event that brings it.
std::string responseBody(
    const LogRequest& request, std::string_view error, LogClients& clients, const trace::Trace& trace, EventId at);
/// `RequestHeader(apiKey=FETCH, apiVersion=10, clientId=consumer-1, correlationId=14)`.
std::string requestHeader(const LogRequest& request);
/// NodeApiVersions: `(Produce(0): 0 to 7 [usable: 7], …)` of the APIs that Connscope knows.
std::string apiVersionsText(protocol::KafkaVersion client, protocol::KafkaVersion broker);

} // namespace connscope::analysis
