// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "protocol/recordbatch.h"
#include "wire/types.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

/// \file
/// What lies in the `records` of PRODUCE and FETCH: most of all bytes that ever travel, and nobody changes them. So they are
/// shared and not copied, from the buffer that a socket was read into to the log, and from the log to the socket that they
/// are written to.

namespace connscope::wire {

class RecordBytes {
public:
    /// Fewer bytes are copied: that costs less than holding on to a buffer.
    static constexpr std::size_t kShareFrom = 4096;

    RecordBytes() = default;
    RecordBytes(Bytes bytes) // NOLINT(google-explicit-constructor): the same bytes
    {
        const auto own = std::make_shared<const Bytes>(std::move(bytes));
        append({own, own->data(), own->size()});
    }
    void append(protocol::SharedBytes piece)
    {
        m_size += piece.size();
        if (!piece.empty())
            m_pieces.push_back(std::move(piece));
    }
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    std::span<const protocol::SharedBytes> pieces() const { return m_pieces; }
    /// All of it, which has to lie in one piece: as it does where it was decoded.
    protocol::SharedBytes whole() const
    {
        assert(m_pieces.size() <= 1);
        return m_pieces.empty() ? protocol::SharedBytes() : m_pieces.front();
    }
    Bytes toBytes() const
    {
        Bytes out;
        out.reserve(m_size);
        for (const protocol::SharedBytes& piece : m_pieces)
            out.insert(out.end(), piece.begin(), piece.end());
        return out;
    }
    bool operator==(const RecordBytes& other) const { return m_size == other.m_size && toBytes() == other.toBytes(); }

private:
    std::vector<protocol::SharedBytes> m_pieces; // none is empty
    std::size_t m_size = 0;
};

inline std::span<const std::uint8_t> spanOf(const protocol::SharedBytes& bytes)
{
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

/// A frame that is written in pieces: its own bytes, and between them others that are held elsewhere.
struct OutgoingFrame {
    struct Piece {
        std::size_t at = 0; ///< it goes before this place of `bytes`
        protocol::SharedBytes data;
    };
    Bytes bytes;
    std::vector<Piece> pieces; ///< by place

    OutgoingFrame() = default;
    OutgoingFrame(Bytes own) // NOLINT(google-explicit-constructor): a frame in one piece
        : bytes(std::move(own))
    {
    }
    std::size_t size() const
    {
        std::size_t sum = bytes.size();
        for (const Piece& piece : pieces)
            sum += piece.data.size();
        return sum;
    }
    Bytes toBytes() const { return beginning(std::numeric_limits<std::size_t>::max()); }
    /// At most its first \a most bytes.
    Bytes beginning(std::size_t most) const
    {
        Bytes out;
        out.reserve(std::min(size(), most));
        const auto add = [&](const auto& from, std::size_t begin, std::size_t end) {
            end = std::min(end, begin + (most - out.size()));
            out.insert(out.end(), from.begin() + static_cast<std::ptrdiff_t>(begin),
                from.begin() + static_cast<std::ptrdiff_t>(end));
        };
        std::size_t done = 0;
        for (const Piece& piece : pieces) {
            add(bytes, done, piece.at);
            add(piece.data, 0, piece.data.size());
            done = piece.at;
        }
        add(bytes, done, bytes.size());
        return out;
    }
};

} // namespace connscope::wire
