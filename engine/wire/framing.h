// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "wire/types.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

/// \file
/// Frames in a stream of bytes. A frame is a length (4 bytes, big-endian, signed) and that many bytes, the payload:
/// header and body of a request or a response.

namespace connscope::wire {

/// socket.request.max.bytes of a broker.
inline constexpr std::size_t kDefaultMaxFrameBytes = std::size_t {100} * 1024 * 1024;
/// No header is shorter: a response's correlation id.
inline constexpr std::size_t kMinFrameBytes = 4;

/// Cuts what a socket gives into frames:
///
///     reader.feed(bytes);
///     while (auto payload = reader.next()) { … *payload … }
///     if (reader.error()) close the connection
///
/// Payloads that lie whole in the bytes fed are views of them and are not copied; what is left of the last one is kept, in a
/// buffer of that frame. A large frame can be read right into it:
///
///     auto room = reader.room();              // empty between frames
///     n = readv(socket, {room, other})
///     reader.filled(min(n, room.size()));
///     reader.feed(the rest, in other); …
///
/// and whoever wants to hold on to it shares the buffer: owner().
///
/// The length is judged as soon as its four bytes are there, before any memory is taken for the frame; memory grows with
/// what really came, never with what a length promises: at most kPromise times as much. After an error nothing is read any more: in a stream without
/// frames there is no place to go on from.
class FrameReader {
public:
    explicit FrameReader(std::size_t maxFrameBytes = kDefaultMaxFrameBytes)
        : m_max(maxFrameBytes)
    {
    }

    /// More bytes from the stream. They must live, unchanged, until next() has returned nothing; feed() again only then.
    void feed(std::span<const std::uint8_t> bytes);
    /// Where the rest of a half frame, or a part of it, can be written; good until the next call of anything else. Empty
    /// between frames and while four bytes of a length are not there.
    std::span<std::uint8_t> room();
    /// So many bytes were written there. feed() what came behind them, if only nothing, then ask next().
    void filled(std::size_t bytes) { m_kept += bytes; }
    /// What was fed and next() has not come to yet is copied: the bytes fed may go, and next() may be asked later.
    void keepFed();
    /// True where next() has not come to the end of what was fed.
    bool hasFed() const { return m_used < m_fed.size(); }
    /// Keeps the payload that next() returned last alive and unchanged as long as somebody has it; null where the payload is a
    /// view of the bytes fed, or of a buffer much larger than itself.
    std::shared_ptr<const void> owner() const
    {
        return m_handedOut && m_kept >= m_capacity - m_capacity / 8 ? m_buffer : nullptr;
    }
    /// The payload of the next whole frame; nothing if there is none yet, or after an error. The view lives until the next
    /// call of next() or feed(), and no longer than the bytes fed.
    std::optional<std::span<const std::uint8_t>> next();

    /// Negative lengths, lengths below kMinFrameBytes, lengths above the limit. `Error::offset` is the place of the length
    /// in the stream, from the first byte ever fed.
    const std::optional<Error>& error() const { return m_error; }
    /// Where the next frame begins in the stream.
    std::uint64_t offset() const { return m_frameAt; }
    /// Bytes of a frame that is not whole yet; 0 between frames. At the end of a stream that is what was cut off.
    std::size_t pending() const { return m_kept + (m_fed.size() - m_used); }
    /// Bytes of memory taken for half frames and by keepFed().
    std::size_t memory() const { return m_capacity + m_rest.size(); }
    /// The memory of a frame is taken at once when so large a part of it has come.
    static constexpr std::size_t kPromise = 16;

private:
    std::optional<std::size_t> payloadSize(const std::uint8_t* length);
    void keep(std::size_t bytes);
    void reserve(std::size_t bytes);

    std::size_t m_max;
    std::span<const std::uint8_t> m_fed;
    std::size_t m_used = 0; ///< of m_fed
    Bytes m_rest; ///< what keepFed() copied; m_fed looks at it
    std::shared_ptr<std::uint8_t[]> m_buffer; ///< the beginning of a frame whose end was not fed yet
    std::size_t m_capacity = 0;
    std::size_t m_kept = 0; ///< bytes in it
    bool m_handedOut = false; ///< it is what the last next() returned
    std::uint64_t m_frameAt = 0;
    std::optional<Error> m_error;
};

// ---- many frames in memory ----

/// The fields of a request's header that do not need its version: where they lie is the same in versions 1 and 2.
struct ScannedRequest {
    std::size_t offset = 0; ///< of the frame's length prefix
    std::uint32_t length = 0; ///< of the payload
    std::int16_t apiKey = 0;
    std::int16_t apiVersion = 0;
    std::int32_t correlationId = 0;
    bool hasClientId = false; ///< false: null
    std::string_view clientId; ///< a view of the bytes scanned
};

/// Runs over requests that lie one behind the other in memory, without looking into their bodies. It allocates nothing.
///
///     RequestScanner scanner(bytes);
///     ScannedRequest request;
///     while (scanner.next(request)) …
class RequestScanner {
public:
    explicit RequestScanner(std::span<const std::uint8_t> bytes, std::size_t maxFrameBytes = kDefaultMaxFrameBytes)
        : m_bytes(bytes)
        , m_max(maxFrameBytes)
    {
    }
    /// False at the end: ended() tells which.
    bool next(ScannedRequest& request);

    enum class End : std::uint8_t {
        None, ///< next() returned true
        Whole, ///< behind the last frame
        Cut, ///< the bytes end inside a frame
        Length, ///< a length is negative, above the limit, or too short for a header
        ClientId, ///< the length of client.id is below -1 or reaches beyond the frame
    };
    End ended() const { return m_end; }
    /// The frame that next() could not read begins here; behind the last one if all is well.
    std::size_t offset() const { return m_at; }

private:
    bool stop(End end);

    std::span<const std::uint8_t> m_bytes;
    std::size_t m_max;
    std::size_t m_at = 0;
    End m_end = End::None;
};

} // namespace connscope::wire
