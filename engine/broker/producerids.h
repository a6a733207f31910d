// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "broker/world.h"

#include <cstdint>
#include <vector>

/// \file
/// Producer ids and the epoch each is at. A broker hands ids out of a block of a thousand that it has to itself
/// (ProducerIdManager); a producer whose epoch is not the newest is fenced.

namespace connscope::broker {

class ProducerIds {
public:
    static constexpr std::int64_t kBlockSize = 1000; ///< ProducerIdsBlock.PRODUCER_ID_BLOCK_SIZE

    explicit ProducerIds(std::size_t brokers)
        : m_blocks(brokers)
    {
    }
    /// A new id at epoch 0, from the block of \a broker.
    std::int64_t next(BrokerIndex broker)
    {
        Block& block = m_blocks[broker];
        if (block.next == block.end) {
            block.next = m_nextBlock;
            block.end = m_nextBlock += kBlockSize;
            m_epochs.resize(static_cast<std::size_t>(m_nextBlock), 0);
        }
        return block.next++;
    }
    /// A broker that starts over takes a new block.
    void restart(BrokerIndex broker) { m_blocks[broker] = {}; }
    /// The next epoch of the id; -1 when there is none left.
    std::int16_t bump(std::int64_t id)
    {
        std::int16_t& epoch = m_epochs[static_cast<std::size_t>(id)];
        return epoch == std::numeric_limits<std::int16_t>::max() - 1 ? std::int16_t {-1} : ++epoch;
    }
    /// A producer of an older epoch. Ids that were not given out here are not fenced: nothing is known of them.
    bool isFenced(std::int64_t id, std::int16_t epoch) const
    {
        return id >= 0 && id < m_nextBlock && epoch < m_epochs[static_cast<std::size_t>(id)];
    }

private:
    struct Block {
        std::int64_t next = 0;
        std::int64_t end = 0;
    };
    std::vector<Block> m_blocks; // by broker
    std::int64_t m_nextBlock = 0;
    std::vector<std::int16_t> m_epochs; // by id
};

} // namespace connscope::broker
