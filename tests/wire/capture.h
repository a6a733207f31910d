// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/types.h"

#include <span>
#include <string>

/// \file
/// A capture file of TCP conversations with one broker, for foreign dissectors: Ethernet, IPv4, TCP, no checksums.

namespace connscope::test {

class Capture {
public:
    Capture();

    /// A new connection from a client's port of its own to port 9092.
    void connect();
    /// One packet on the newest connection. Payloads stay below 60000 bytes. Returns the packet's number, from 1.
    int fromClient(std::span<const std::uint8_t> payload);
    int fromBroker(std::span<const std::uint8_t> payload);

    /// The file's bytes (pcap, microseconds, big-endian).
    const wire::Bytes& bytes() const { return m_bytes; }

private:
    int packet(bool client, std::uint8_t flags, std::span<const std::uint8_t> payload);
    void put(std::uint64_t value, std::size_t width);

    wire::Bytes m_bytes;
    int m_packets = 0;
    std::uint16_t m_port = 20000;
    std::uint32_t m_clientSequence = 0;
    std::uint32_t m_brokerSequence = 0;
};

} // namespace connscope::test
