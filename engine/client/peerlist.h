// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/peer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

/// \file
/// The peers of a client, by number. They never move and are never removed. The first few lie side by side, where a
/// consumer's two or three are found at once.

namespace connscope::client {

class PeerList {
public:
    std::size_t size() const { return m_size; }
    Peer& operator[](std::size_t index)
    {
        return index < kBlock ? (*m_first)[index] : (*m_blocks[index / kBlock])[index % kBlock];
    }
    const Peer& operator[](std::size_t index) const { return const_cast<PeerList&>(*this)[index]; }
    Peer& add()
    {
        if (m_size % kBlock == 0)
            m_blocks.push_back(std::make_unique<Block>());
        m_first = m_blocks.front().get();
        return (*this)[m_size++];
    }
    /// Calls \a f(peer) for each in the order of adding.
    template <typename F>
    void forEach(F&& f) const
    {
        for (std::size_t i = 0; i < m_size; ++i)
            f((*this)[i]);
    }
    /// What a request to one of the first few touches.
    Brain::HotBlock hotBlock() const
    {
        constexpr std::uint16_t kHot = 128;
        return {m_first, static_cast<std::uint32_t>(std::min(m_size, kBlock)), sizeof(Peer), kHot};
    }

private:
    static constexpr std::size_t kBlock = 4;
    using Block = std::array<Peer, kBlock>;
    Block* m_first = nullptr;
    std::size_t m_size = 0;
    std::vector<std::unique_ptr<Block>> m_blocks;
};

} // namespace connscope::client
