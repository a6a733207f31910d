// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "protocol/messages.h"
#include "wire/recordbytes.h"
#include "wire/types.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// \file
/// Between the brains and the bytes. The brains speak the typed messages of protocol/messages.h, a socket carries frames in
/// one of many versions; the structs of wire/messages stand between the two.
///
/// What a version does not have is left out when writing and has messages.h's default after reading; Kafka's meaning of an
/// older version wins over that default where both differ (FETCH before v3 has no max_bytes: no limit, not 50 MiB). Empty
/// text and null are the same to the brains: "" is written as null where the version allows a null and a Java client or
/// broker writes one.
///
/// Requests from outside are read with the `detail`s and opaque bytes of messages.h, those of our own clients too once they
/// came over a socket. Answers are read for our own clients: subscriptions and assignments become topics and partitions,
/// record batches become numbers.
///
/// Sources: the message definitions of Kafka 3.9 and 4.1 (clients/src/main/resources/common/message/*.json) and the request
/// and response classes beside them (org.apache.kafka.common.requests), which say what a client writes into old versions.

namespace connscope::wire::convert {

// ---- requests ----

/// What a Java client says about itself beside the request.
struct ClientFacts {
    std::optional<std::string_view> clientId; ///< client.id; nothing: null
    std::int64_t timestamp = -1; ///< of the records of a PRODUCE, ms since 1970; -1: they have none
};

/// A request of our own client as a Java client writes it, in `request.version`: length prefix, header, body.
/// What messages.h leaves open is filled as a consumer or producer with default configs does: JOIN_GROUP holds a real
/// subscription, SYNC_GROUP real assignments, PRODUCE real record batches (version 2, not compressed, `records` values of
/// 'x' that together take about `bytes`), FETCH 1 MiB a partition, committed offsets no metadata.
///
/// The version of the subscription is that of the releases that speak this version of JOIN_GROUP: 0 up to v5 (2.3), 1 up to
/// v8 (KIP-429, 2.4), 3 from v9 on (KIP-881); of the assignment likewise, by SYNC_GROUP v3 and v4.
///
/// Errors: what the version cannot say (several coordinators before FIND_COORDINATOR v4, a producer with an id but
/// without sequence numbers …; see spokenByOurClients()), and those of wire::encodeFrame.
Result<Bytes> encodeRequestFrame(const protocol::Request& request, const ClientFacts& client = {});

/// A request as somebody sent it.
struct ReceivedRequest {
    protocol::Request request; ///< `size` counts the length prefix
    std::optional<std::string> clientId; ///< of the header; nothing: null
};

/// Reads what came over a socket; \a payload is a frame without its length prefix. Whatever is wrong with it, there is a
/// request: one that cannot be read has an UnreadableRequest as its body, and api, version and correlation id as far as the
/// bytes have them. Unreadable is also what messages.h has no words for: fetches of brokers, several transactions in one
/// ADD_PARTITIONS_TO_TXN, topic ids in OFFSET_COMMIT and OFFSET_FETCH, coordinators of share groups, brokers behind a
/// controller's endpoint.
///
/// An API_VERSIONS of a version that is not known is readable and says nothing: it is answered all the same (KIP-511).
/// Name and version of the client's software (v3+) are in its body.
/// With an \a owner, which keeps \a payload alive and unchanged, record batches of some size are pieces of it and no copies.
ReceivedRequest decodeRequestFrame(
    std::span<const std::uint8_t> payload, std::shared_ptr<const void> owner = nullptr);

// ---- responses ----

/// Where a broker listens; its id is none if there is no such broker.
using EndpointOf = std::function<protocol::BrokerEndpoint(BrokerId)>;

/// The brain's answer as a frame in `response.version`. An API_VERSIONS answer with UNSUPPORTED_VERSION is written in v0
/// (KIP-511). FETCH v16 and PRODUCE v10 name the new leader's address beside its id (KIP-951): that is asked of
/// \a endpointOf; without it clients learn it from their next METADATA.
/// Errors: what the version cannot say (records before FETCH v4, which has older message sets; see carriedVersions()), and
/// those of wire::encodeFrame.
Result<Bytes> encodeResponseFrame(const protocol::Response& response, const EndpointOf& endpointOf = {});
/// The same bytes, but record batches of some size are not copied: they are shared with the answer.
Result<OutgoingFrame> encodeResponseInPieces(const protocol::Response& response, const EndpointOf& endpointOf = {});

/// A broker's answer for our own client; \a payload is a frame without its length prefix. \a api and \a version are the
/// request's. \a fetched are the partitions of the FETCH that is answered, by which records before the offset asked for are
/// not counted; without them every record of a batch counts.
///
/// A partition of a FETCH answer: `records` are those that the application gets, by offsets (a batch from which compaction
/// took records counts in full), without those of control batches; `bytes` are the whole batches'. The consumer goes on at
/// firstOffset + records wherever `bytes` is not 0: that is behind the last whole batch, even if no record is left of it.
///
/// API_VERSIONS lists every API that the broker does, also those without a name here. One that refuses the version
/// (UNSUPPORTED_VERSION) and is well-formed neither in that version nor in version 0 (KIP-511) counts for its error alone,
/// without a list: a Java client goes on with version 0 then, and librdkafka's mock brokers answer like this. In LEAVE_GROUP v3+, FIND_COORDINATOR
/// v4+ and OFFSET_FETCH v8+ the fields for one (`error`, `coordinator`, `offsets`) are the first one's of the list.
///
/// Errors: those of wire::decodeResponseFrame; record batches that are broken or older than version 2; a port above 65535.
Result<protocol::Response> decodeResponseFrame(ApiKey api, std::int16_t version,
    std::span<const std::uint8_t> payload, std::span<const protocol::FetchPartition> fetched = {});

} // namespace connscope::wire::convert
