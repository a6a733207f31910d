// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/messages.h"
#include "wire/codec.h"

#include <functional>
#include <map>

/// \file
/// Between what the two brains say to each other (protocol/messages.h) and what travels (the messages of this room), so
/// that either brain can talk to a real peer.
///
/// The typed structs hold what decides something; the wire has more. Towards the wire the rest is filled in as the Java
/// client and broker do, and from the request that is answered. From the wire, what the typed structs have no place for is
/// dropped. Durations become whole milliseconds, cut off.
///
/// Requests that the brains do not speak (SASL, LIST_GROUPS, DESCRIBE_GROUPS, DELETE_TOPICS) are errors here.

namespace connscope::wire {

/// Names of topics by id and back (KIP-516), for the versions that have no names: FETCH from 13 on, PRODUCE from 13,
/// OFFSET_COMMIT and OFFSET_FETCH from 10. A client learns them from METADATA; a broker makes them up.
class TopicIds {
public:
    void learn(const std::string& name, const Uuid& id);
    /// All topics of a METADATA answer that have an id.
    void learn(const MetadataResponse& response);
    /// All zero for a name that nobody told of; but the text of an id, which nameOf() gave, becomes that id again.
    Uuid idOf(const std::string& name) const;
    /// An id that nobody told of becomes its text: no topic is called that, so whoever looks it up finds none.
    std::string nameOf(const Uuid& id) const;

private:
    std::map<std::string, Uuid> m_ids;
    std::map<std::array<std::uint8_t, 16>, std::string> m_names;
};

/// What a conversion needs beside the message itself.
struct Conversion {
    TopicIds* topicIds = nullptr; ///< null: no topic has an id; METADATA answers that pass are learnt from
    std::string groupProtocol = "range"; ///< SYNC_GROUP from 5 on repeats what JOIN_GROUP chose
    /// The batch for a partition of a PRODUCE request; unset: one with that many records of about that many bytes in all.
    std::function<Bytes(const protocol::ProduceRequest&, const protocol::ProducePartition&)> produceRecords = {};
    /// The batches for a partition of a FETCH answer; unset: as above, from firstOffset on.
    std::function<Bytes(const protocol::FetchedPartition&)> fetchRecords = {};
};

/// A request as it travels. Errors: a version that the wire does not know.
Result<RequestFrame> toWire(
    const protocol::Request& request, const std::optional<std::string>& clientId, const Conversion& with = {});
/// A request as a broker's brain takes it; `size` is left 0. Errors: a request that the brains do not speak, records that
/// are no batches, a subscription or assignment that is none.
Result<protocol::Request> fromWire(const RequestFrame& frame, const Conversion& with = {});

/// An answer as it travels, to the request as it came. Errors: an answer of another kind than the request.
Result<ResponseFrame> toWire(
    const protocol::Response& response, const RequestFrame& request, const Conversion& with = {});
/// An answer as a client's brain takes it; `size` is left 0. Errors as for requests.
Result<protocol::Response> fromWire(
    ApiKey api, std::int16_t version, const ResponseFrame& frame, const Conversion& with = {});

} // namespace connscope::wire
