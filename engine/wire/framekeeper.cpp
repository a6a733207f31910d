// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/framekeeper.h"

#include "wire/codec.h"

#include <algorithm>
#include <utility>

namespace connscope::wire {

namespace {

void mask(Bytes& token) { std::fill(token.begin(), token.end(), std::uint8_t {'*'}); }

/// The same frame without its token; nothing where that cannot be had, because then it is not known where the token lies.
std::optional<Bytes> maskedRequest(std::span<const std::uint8_t> payload)
{
    auto frame = decodeRequestFrame(payload);
    auto* body = frame ? std::get_if<SaslAuthenticateRequest>(&frame->body) : nullptr;
    if (body == nullptr)
        return std::nullopt;
    mask(body->authBytes);
    auto bytes = encodeFrame(*frame);
    return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

std::optional<Bytes> maskedResponse(std::int16_t version, std::span<const std::uint8_t> payload)
{
    auto frame = decodeResponseFrame(ApiKey::SaslAuthenticate, version, payload);
    auto* body = frame ? std::get_if<SaslAuthenticateResponse>(&frame->body) : nullptr;
    if (body == nullptr)
        return std::nullopt;
    mask(body->authBytes);
    auto bytes = encodeFrame(*frame, version);
    return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

} // namespace

void FrameKeeper::keepRequest(ConnectionId connection, std::span<const std::uint8_t> payload)
{
    const auto header = decodeRequestHeader(payload);
    const MessageInfo* known = header ? findMessage(header->api(), Direction::Request) : nullptr;
    if (known == nullptr || !known->knows(header->requestApiVersion))
        return;
    Entry entry;
    entry.connection = connection;
    entry.correlation = header->correlationId;
    entry.direction = Direction::Request;
    entry.frame.api = header->api();
    entry.frame.version = header->requestApiVersion;
    if (header->api() != ApiKey::SaslAuthenticate) {
        keep(std::move(entry), payload, payload.size());
        return;
    }
    entry.frame.isMasked = true;
    if (const auto masked = maskedRequest(payload))
        keep(std::move(entry), std::span(*masked).subspan(4), masked->size() - 4);
}

void FrameKeeper::keepResponse(
    ConnectionId connection, ApiKey api, std::int16_t version, std::span<const std::uint8_t> payload)
{
    const auto correlation = correlationIdOf(payload);
    if (!correlation || findMessage(api, Direction::Response) == nullptr)
        return;
    Entry entry;
    entry.connection = connection;
    entry.correlation = *correlation;
    entry.direction = Direction::Response;
    entry.frame.api = api;
    entry.frame.version = version;
    if (api != ApiKey::SaslAuthenticate) {
        keep(std::move(entry), payload, payload.size());
        return;
    }
    entry.frame.isMasked = true;
    if (const auto masked = maskedResponse(version, payload))
        keep(std::move(entry), std::span(*masked).subspan(4), masked->size() - 4);
}

void FrameKeeper::keepResponseInPieces(
    ConnectionId connection, ApiKey api, std::int16_t version, const OutgoingFrame& frame)
{
    constexpr std::size_t kCorrelationEnd = 8;
    if (frame.pieces.empty() || api == ApiKey::SaslAuthenticate || frame.size() < kCorrelationEnd) {
        const Bytes whole = frame.pieces.empty() ? Bytes {} : frame.toBytes();
        const std::span<const std::uint8_t> bytes = frame.pieces.empty() ? frame.bytes : whole;
        return keepResponse(connection, api, version, bytes.subspan(std::min<std::size_t>(4, bytes.size())));
    }
    if (findMessage(api, Direction::Response) == nullptr)
        return;
    const Bytes seen = frame.beginning(std::max(m_mostOfOne, kCorrelationEnd));
    const auto payload = std::span<const std::uint8_t>(seen).subspan(4);
    Entry entry;
    entry.connection = connection;
    entry.correlation = correlationIdOf(payload).value_or(0);
    entry.direction = Direction::Response;
    entry.frame.api = api;
    entry.frame.version = version;
    keep(std::move(entry), payload, frame.size() - 4);
}

void FrameKeeper::keep(Entry&& entry, std::span<const std::uint8_t> payload, std::size_t payloadSize)
{
    KeptFrame& frame = entry.frame;
    frame.length = payloadSize + 4;
    frame.bytes.reserve(std::min(frame.length, m_mostOfOne));
    for (int shift = 24; shift >= 0; shift -= 8)
        frame.bytes.push_back(static_cast<std::uint8_t>(payloadSize >> shift));
    const std::size_t room = m_mostOfOne > 4 ? m_mostOfOne - 4 : 0;
    const auto seen = payload.first(std::min(payload.size(), room));
    frame.bytes.insert(frame.bytes.end(), seen.begin(), seen.end());

    const std::lock_guard lock(m_mutex);
    m_bytes += costOf(entry);
    m_entries.push_back(std::move(entry));
    while (m_bytes > m_mostBytes && !m_entries.empty()) {
        m_bytes -= costOf(m_entries.front());
        m_entries.pop_front();
    }
}

std::optional<KeptFrame> FrameKeeper::find(
    ConnectionId connection, std::int32_t correlation, Direction direction) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::find_if(m_entries.rbegin(), m_entries.rend(), [&](const Entry& entry) {
        return entry.connection == connection && entry.correlation == correlation && entry.direction == direction;
    });
    return found == m_entries.rend() ? std::nullopt : std::optional(found->frame);
}

std::optional<KeptFrame> FrameKeeper::request(ConnectionId connection, std::int32_t correlation) const
{
    return find(connection, correlation, Direction::Request);
}

std::optional<KeptFrame> FrameKeeper::response(ConnectionId connection, std::int32_t correlation) const
{
    return find(connection, correlation, Direction::Response);
}

std::size_t FrameKeeper::count() const
{
    const std::lock_guard lock(m_mutex);
    return m_entries.size();
}

std::size_t FrameKeeper::bytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

} // namespace connscope::wire
