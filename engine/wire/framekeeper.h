// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "wire/recordbytes.h"
#include "wire/types.h"

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>

/// \file
/// The last frames that passed the sockets of a session, for somebody who wants to look at the bytes of a request.
///
/// They lie beside the trace and never in it: a trace can be saved and handed on, and frames hold what people wrote into
/// their records. Nor do secrets lie here. The tokens of SASL are overwritten before a frame is kept, in requests and
/// answers, and frames of requests that are not spoken here are not kept at all, because nobody knows what is in them.
///
/// Memory is bounded: the oldest frames go first, and of a long one only its beginning is kept.

namespace connscope::wire {

/// A frame as it went over a socket: length prefix, header, body.
struct KeptFrame {
    ApiKey api = ApiKey::None;
    std::int16_t version = 0;
    Bytes bytes; ///< the first of them, where it was long
    std::size_t length = 0; ///< of the whole frame, with its prefix
    bool isMasked = false; ///< tokens are overwritten with '*'
    bool isCut() const { return bytes.size() < length; }
};

/// One thread keeps, another asks: each call takes a lock for as long as a frame is copied.
class FrameKeeper {
public:
    static constexpr std::size_t kMostBytes = std::size_t {32} << 20;
    static constexpr std::size_t kMostOfOne = std::size_t {64} << 10;

    explicit FrameKeeper(std::size_t mostBytes = kMostBytes, std::size_t mostOfOne = kMostOfOne)
        : m_mostBytes(mostBytes)
        , m_mostOfOne(mostOfOne)
    {
    }

    /// \a payload: a frame without its length prefix.
    void keepRequest(ConnectionId connection, std::span<const std::uint8_t> payload);
    /// \a api and \a version are those of the request that it answers.
    void keepResponse(
        ConnectionId connection, ApiKey api, std::int16_t version, std::span<const std::uint8_t> payload);
    /// One that is written in pieces: no more of it is copied than is kept.
    void keepResponseInPieces(ConnectionId connection, ApiKey api, std::int16_t version, const OutgoingFrame& frame);

    /// The newest with that correlation id; nothing where it was not kept, or no longer.
    std::optional<KeptFrame> request(ConnectionId connection, std::int32_t correlation) const;
    std::optional<KeptFrame> response(ConnectionId connection, std::int32_t correlation) const;

    std::size_t count() const;
    /// Bytes held, with what a frame costs beside its bytes.
    std::size_t bytes() const;

private:
    struct Entry {
        ConnectionId connection;
        std::int32_t correlation = 0;
        Direction direction = Direction::Request;
        KeptFrame frame;
    };
    void keep(Entry&& entry, std::span<const std::uint8_t> payload, std::size_t payloadSize);
    std::optional<KeptFrame> find(ConnectionId connection, std::int32_t correlation, Direction direction) const;
    static std::size_t costOf(const Entry& entry) { return sizeof(Entry) + entry.frame.bytes.size(); }

    const std::size_t m_mostBytes;
    const std::size_t m_mostOfOne;
    mutable std::mutex m_mutex;
    std::deque<Entry> m_entries; // the oldest first
    std::size_t m_bytes = 0;
};

} // namespace connscope::wire
