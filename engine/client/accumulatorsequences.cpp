// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/accumulator.h"

#include <algorithm>

/// \file
/// The accumulator's side of sequence numbers: whom a partition's answers and losses let go next.

namespace connscope::client {

void Accumulator::setIdentity(const ProducerIdentity& identity)
{
    if (identity == m_identity)
        return;
    const bool isOther = identity.id != m_identity.id;
    m_identity = identity;
    if (!isOther)
        return;
    m_doubts = 0;
    for (Partition& partition : m_partitions)
        partition.numbers.restart(identity);
    reviewAll();
}

void Accumulator::number(Batch& batch)
{
    batch.owner = m_identity;
    batch.baseSequence = m_partitions[batch.partition].numbers.take(batch.records, m_identity);
}

void Accumulator::resolveSequence(const Batch& batch, bool delivered)
{
    if (batch.baseSequence < 0)
        return;
    Partition& p = m_partitions[batch.partition];
    if (delivered)
        p.numbers.acknowledge(batch.baseSequence, batch.records, batch.owner);
    // The turn of the next one, or of those that have no number yet.
    if (p.numbers.resolve(batch.baseSequence) && p.group != kNoGroup && !p.queue.empty())
        review(p.group);
}

void Accumulator::doubtSequence(const Batch& batch)
{
    Partition& p = m_partitions[batch.partition];
    if (!p.numbers.isDoubtful())
        ++m_doubts;
    p.numbers.doubt(batch.baseSequence, batch.records);
    if (p.group != kNoGroup)
        review(p.group);
}

std::vector<std::uint32_t> Accumulator::settleDoubts()
{
    std::vector<std::uint32_t> gaps;
    for (std::uint32_t index = 0; m_doubts > 0 && index < m_partitions.size(); ++index) {
        Partition& p = m_partitions[index];
        if (!p.numbers.isDoubtful())
            continue;
        const SequenceNumbers::Doubt doubt = p.numbers.settle();
        if (doubt == SequenceNumbers::Doubt::Waits)
            continue;
        --m_doubts;
        if (doubt == SequenceNumbers::Doubt::Gap)
            gaps.push_back(index);
        if (p.group != kNoGroup)
            review(p.group);
    }
    return gaps;
}

void Accumulator::closeGap(const Batch& refused, const std::vector<Batch*>& sent)
{
    Partition& p = m_partitions[refused.partition];
    p.numbers.close(refused.baseSequence, refused.records);
    const auto moveUp = [&](Batch& batch) {
        if (batch.baseSequence >= 0)
            batch.baseSequence = SequenceNumbers::lowered(batch.baseSequence, refused.baseSequence, refused.records);
    };
    std::for_each(p.queue.begin(), p.queue.end(), moveUp);
    for (Batch* batch : sent)
        moveUp(*batch);
}

void Accumulator::renumber(std::uint32_t partition, std::vector<Batch*> sent)
{
    Partition& p = m_partitions[partition];
    for (Batch& batch : p.queue) {
        if (batch.baseSequence >= 0)
            sent.push_back(&batch);
    }
    std::sort(
        sent.begin(), sent.end(), [](const Batch* a, const Batch* b) { return a->baseSequence < b->baseSequence; });
    if (p.numbers.isDoubtful())
        --m_doubts;
    p.numbers.restart(m_identity);
    for (Batch* batch : sent)
        number(*batch);
    if (p.group != kNoGroup)
        review(p.group);
}

} // namespace connscope::client
