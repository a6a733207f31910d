// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/filler.h"

#include <limits>

namespace connscope::test {

using namespace connscope::wire;

std::uint64_t Filler::below(std::uint64_t n) { return m_rng.below(n); }

void Filler::number(const Field&, NumberRef ref)
{
    switch (below(4)) {
    case 0:
        return; // the default
    case 1:
        return ref.set(static_cast<std::int64_t>(below(1000)));
    case 2:
        return ref.set(-1);
    default:
        return ref.set(static_cast<std::int64_t>(m_rng.next()));
    }
}

void Filler::uuid(const Field&, Uuid& value)
{
    if (below(4) == 0)
        return;
    for (std::uint8_t& byte : value.bytes)
        byte = static_cast<std::uint8_t>(below(256));
}

void Filler::string(const Field& field, StringRef ref)
{
    if (field.spec.mayBeNull(version()) && below(3) == 0) {
        ref.setNull();
        return;
    }
    std::string& text = ref.ensure();
    text.clear();
    const std::uint64_t size
        = below(20) == 0 ? 100 + below(200) : below(12); // two bytes of a compact length from 127 on
    for (std::uint64_t i = 0; i < size; ++i)
        text += static_cast<char>(below(256));
}

void Filler::bytes(const Field& field, BytesRef ref)
{
    if (field.spec.mayBeNull(version()) && below(3) == 0) {
        ref.setNull();
        return;
    }
    Bytes& data = ref.ensure();
    data.assign(below(20) == 0 ? 300 : below(12), static_cast<std::uint8_t>(below(256)));
}

void Filler::array(const Field& field, ArrayRef ref)
{
    if (field.spec.mayBeNull(version()) && below(4) == 0) {
        ref.setNull();
        return;
    }
    ref.clear(0);
    const std::uint64_t size = m_depth == 0 && below(20) == 0 ? 130 : below(m_depth < 2 ? 4 : 3);
    ++m_depth;
    for (std::uint64_t i = 0; i < size; ++i) {
        ref.append();
        ref.visit(i, *this);
    }
    --m_depth;
}

void Filler::tagged(TaggedFields& unknown)
{
    unknown.clear();
    std::uint32_t tag = 1000;
    while (below(8) == 0) {
        tag += 1 + static_cast<std::uint32_t>(below(300));
        unknown.push_back({tag, Bytes(below(5), static_cast<std::uint8_t>(below(256)))});
    }
}

std::string label(const MessageInfo& info, std::int16_t version)
{
    return std::string(info.name) + " v" + std::to_string(version);
}

void forEveryMessage(const std::function<void(const MessageRef&, std::int16_t)>& check)
{
    for (const MessageInfo* info : allRequests()) {
        for (std::int16_t version = info->minVersion; version <= info->maxVersion; ++version) {
            AnyRequest request = *makeRequest(info->api);
            check(refer(request), version);
            AnyResponse response = *makeResponse(info->api);
            check(refer(response), version);
        }
    }
}

MessageRef fresh(const MessageInfo& like, AnyRequest& request, AnyResponse& response)
{
    if (like.direction == Direction::Request) {
        request = *makeRequest(like.api);
        return refer(request);
    }
    response = *makeResponse(like.api);
    return refer(response);
}

} // namespace connscope::test
