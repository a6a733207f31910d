// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/capture.h"

#include "wire/primitives.h"

namespace connscope::test {

namespace {

constexpr std::uint8_t kSyn = 0x02;
constexpr std::uint8_t kAck = 0x10;
constexpr std::uint8_t kPushAck = 0x18;
constexpr std::uint16_t kBrokerPort = 9092;
constexpr std::uint32_t kClientAddress = 0x0a000001;
constexpr std::uint32_t kBrokerAddress = 0x0a000002;
constexpr std::size_t kEthernet = 14;
constexpr std::size_t kIp = 20;
constexpr std::size_t kTcp = 20;

} // namespace

Capture::Capture()
{
    put(0xa1b2c3d4, 4);
    put(2, 2);
    put(4, 2);
    put(0, 8);
    put(65535, 4);
    put(1, 4); // Ethernet
}

void Capture::put(std::uint64_t value, std::size_t width)
{
    m_bytes.resize(m_bytes.size() + width);
    wire::storeUnsigned(m_bytes.data() + m_bytes.size() - width, value, width);
}

int Capture::packet(bool client, std::uint8_t flags, std::span<const std::uint8_t> payload)
{
    const std::size_t size = kEthernet + kIp + kTcp + payload.size();
    ++m_packets;
    put(1'700'000'000 + static_cast<std::uint64_t>(m_packets) / 1000, 4);
    put(static_cast<std::uint64_t>(m_packets) % 1000 * 1000, 4);
    put(size, 4);
    put(size, 4);

    put(0x020000000000 + (client ? 2U : 1U), 6);
    put(0x020000000000 + (client ? 1U : 2U), 6);
    put(0x0800, 2);

    put(0x4500, 2);
    put(kIp + kTcp + payload.size(), 2);
    put(static_cast<std::uint64_t>(m_packets) & 0xffff, 2);
    put(0x4000, 2);
    put(0x4006, 2); // TTL 64, TCP
    put(0, 2);
    put(client ? kClientAddress : kBrokerAddress, 4);
    put(client ? kBrokerAddress : kClientAddress, 4);

    std::uint32_t& mine = client ? m_clientSequence : m_brokerSequence;
    put(client ? m_port : kBrokerPort, 2);
    put(client ? kBrokerPort : m_port, 2);
    put(mine, 4);
    put((flags & kAck) != 0 ? (client ? m_brokerSequence : m_clientSequence) : 0, 4);
    put(0x5000U | flags, 2);
    put(65535, 2);
    put(0, 4);
    m_bytes.insert(m_bytes.end(), payload.begin(), payload.end());
    mine += static_cast<std::uint32_t>(payload.size()) + ((flags & kSyn) != 0 ? 1 : 0);
    return m_packets;
}

void Capture::connect()
{
    ++m_port;
    m_clientSequence = 1000;
    m_brokerSequence = 5000;
    packet(true, kSyn, {});
    packet(false, kSyn | kAck, {});
    packet(true, kAck, {});
}

int Capture::fromClient(std::span<const std::uint8_t> payload) { return packet(true, kPushAck, payload); }
int Capture::fromBroker(std::span<const std::uint8_t> payload) { return packet(false, kPushAck, payload); }

} // namespace connscope::test
