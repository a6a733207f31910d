// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/framing.h"

#include "wire/primitives.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

namespace connscope::wire {

namespace {

constexpr std::size_t kLengthPrefix = 4;
constexpr std::size_t kShortestRequest = 10; ///< api key, version, correlation id, length of client.id
constexpr std::size_t kMemoryKept = std::size_t {64} * 1024; ///< a reader between frames gives back what is above

/// The first bytes of a record of TLS (RFC 8446 section 5.1): an alert or a handshake, version 3.x.
bool isTls(const std::uint8_t* bytes)
{
    return (bytes[0] == 0x15 || bytes[0] == 0x16) && bytes[1] == 3 && bytes[2] <= 4;
}

} // namespace

// ---- FrameReader ----

void FrameReader::feed(std::span<const std::uint8_t> bytes)
{
    if (m_error)
        return;
    assert(m_used == m_fed.size()); // next() has returned nothing
    m_fed = bytes;
    m_used = 0;
    m_rest = {};
}

void FrameReader::keepFed()
{
    if (!hasFed()) {
        m_fed = {};
        m_used = 0;
        m_rest = {};
        return;
    }
    if (!m_rest.empty())
        return; // kept already
    m_rest.assign(m_fed.begin() + static_cast<std::ptrdiff_t>(m_used), m_fed.end());
    m_fed = m_rest;
    m_used = 0;
}

/// Moves bytes from what was fed to what is kept.
void FrameReader::keep(std::size_t bytes)
{
    if (bytes == 0)
        return;
    reserve(bytes);
    std::memcpy(m_buffer.get() + m_kept, m_fed.data() + m_used, bytes);
    m_kept += bytes;
    m_used += bytes;
}

/// Makes room for \a bytes more; for the whole frame, if enough of it is there to believe in the rest.
void FrameReader::reserve(std::size_t bytes)
{
    const std::size_t needed = m_kept + bytes;
    if (needed <= m_capacity)
        return;
    std::size_t size = std::max(needed, std::min(m_capacity * 2, kMemoryKept));
    std::uint8_t length[kLengthPrefix];
    if (needed >= kLengthPrefix) {
        for (std::size_t i = 0; i < kLengthPrefix; ++i)
            length[i] = i < m_kept ? m_buffer.get()[i] : m_fed[m_used + i - m_kept];
        const std::int64_t payload = load32(length);
        const auto whole = static_cast<std::size_t>(std::max<std::int64_t>(payload, 0)) + kLengthPrefix;
        if (whole <= m_max + kLengthPrefix)
            size = needed * kPromise >= whole ? std::max(whole, needed)
                                              : std::max(needed, std::min(needed * 2, whole));
    }
    // Not cleared: it is written before it is read.
    auto larger = std::make_shared_for_overwrite<std::uint8_t[]>(size);
    if (m_kept > 0)
        std::memcpy(larger.get(), m_buffer.get(), m_kept);
    m_buffer = std::move(larger);
    m_capacity = size;
}

std::span<std::uint8_t> FrameReader::room()
{
    if (m_error || m_handedOut || m_kept < kLengthPrefix)
        return {};
    const std::int32_t payload = load32(m_buffer.get()); // judged when its bytes came
    const std::size_t whole = static_cast<std::size_t>(std::max(payload, 0)) + kLengthPrefix;
    if (m_kept >= whole)
        return {};
    if (m_kept == m_capacity)
        reserve(std::min(m_kept, whole - m_kept));
    return {m_buffer.get() + m_kept, std::min(m_capacity, whole) - m_kept};
}

std::optional<std::size_t> FrameReader::payloadSize(const std::uint8_t* length)
{
    const std::int32_t size = load32(length);
    std::string wrong;
    if (size < 0)
        wrong = "is negative";
    else if (static_cast<std::size_t>(size) > m_max)
        wrong = "is above the limit of " + std::to_string(m_max);
    else if (static_cast<std::size_t>(size) < kMinFrameBytes)
        wrong = "is too short for a header, which takes at least " + std::to_string(kMinFrameBytes) + " bytes";
    else
        return static_cast<std::size_t>(size);
    Error error;
    error.offset = static_cast<std::size_t>(m_frameAt);
    error.message = "at byte " + std::to_string(m_frameAt) + " of the stream: the length of the frame, "
        + std::to_string(size) + ", " + wrong
        + (isTls(length)
                ? "; so begins TLS: one end has security.protocol=PLAINTEXT (or SASL_PLAINTEXT), the other has not"
                : "; is the peer speaking Kafka here?");
    m_error = std::move(error);
    return std::nullopt;
}

std::optional<std::span<const std::uint8_t>> FrameReader::next()
{
    if (m_handedOut) {
        m_handedOut = false;
        m_kept = 0;
        if (m_capacity > kMemoryKept || m_buffer.use_count() > 1) { // large, or somebody else's now
            m_buffer.reset();
            m_capacity = 0;
        }
    }
    if (m_error)
        return std::nullopt;

    if (m_kept == 0) {
        const std::span<const std::uint8_t> rest = m_fed.subspan(m_used);
        if (rest.size() >= kLengthPrefix) {
            const std::optional<std::size_t> size = payloadSize(rest.data());
            if (!size)
                return std::nullopt;
            if (rest.size() - kLengthPrefix >= *size) {
                m_used += kLengthPrefix + *size;
                m_frameAt += kLengthPrefix + *size;
                return rest.subspan(kLengthPrefix, *size);
            }
        }
        keep(rest.size());
        return std::nullopt;
    }

    // The beginning of the frame is kept: first its length, then as much of its payload as there is.
    if (m_kept < kLengthPrefix) {
        keep(std::min(kLengthPrefix - m_kept, m_fed.size() - m_used));
        if (m_kept < kLengthPrefix)
            return std::nullopt;
    }
    const std::optional<std::size_t> size = payloadSize(m_buffer.get());
    if (!size)
        return std::nullopt;
    keep(std::min(kLengthPrefix + *size - m_kept, m_fed.size() - m_used));
    if (m_kept < kLengthPrefix + *size)
        return std::nullopt;
    m_frameAt += m_kept;
    m_handedOut = true;
    return std::span<const std::uint8_t>(m_buffer.get(), m_kept).subspan(kLengthPrefix);
}

// ---- RequestScanner ----

bool RequestScanner::stop(End end)
{
    m_end = end;
    return false;
}

bool RequestScanner::next(ScannedRequest& request)
{
    const std::size_t left = m_bytes.size() - m_at;
    if (left < kLengthPrefix + kShortestRequest) {
        if (left == 0)
            return stop(End::Whole);
        if (left < kLengthPrefix)
            return stop(End::Cut);
    }
    const std::uint8_t* const at = m_bytes.data() + m_at;
    // A negative length becomes a large one.
    const auto length = static_cast<std::size_t>(static_cast<std::uint32_t>(load32(at)));
    if (length < kShortestRequest || length > m_max)
        return stop(End::Length);
    if (length > left - kLengthPrefix)
        return stop(End::Cut);
    const std::int16_t clientIdSize = load16(at + 12);
    if (clientIdSize < -1 || (clientIdSize > 0 && static_cast<std::size_t>(clientIdSize) > length - kShortestRequest))
        return stop(End::ClientId);
    request.offset = m_at;
    request.length = static_cast<std::uint32_t>(length);
    request.apiKey = load16(at + 4);
    request.apiVersion = load16(at + 6);
    request.correlationId = load32(at + 8);
    request.hasClientId = clientIdSize >= 0;
    request.clientId = clientIdSize > 0
        ? std::string_view(reinterpret_cast<const char*>(at + 14), static_cast<std::size_t>(clientIdSize))
        : std::string_view();
    m_at += kLengthPrefix + length;
    return true;
}

} // namespace connscope::wire
