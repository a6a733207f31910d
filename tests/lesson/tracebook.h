// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// A second, simple reading of a trace: the JSON Lines that the program exports, taken apart by hand into rows, and
/// loops over them. It shares no code with the engine, so that an answer on which both agree is not wrong in one way.

namespace connscope::test {

/// One line of the file. Numbers that are not there are kNothing.
struct Row {
    static constexpr std::int64_t kNothing = INT64_MIN;
    std::int64_t id = kNothing;
    std::int64_t t = 0; ///< ns
    std::int64_t conn = kNothing;
    std::int64_t client = kNothing;
    std::int64_t node = kNothing;
    std::int64_t broker = kNothing;
    std::int64_t corr = kNothing;
    std::int64_t size = 0;
    std::int64_t value = 0;
    std::string kind;
    std::string rule;
    std::string api;
    std::string side;
    std::string state;
    std::string text;
};

/// What a connection's rows say of it.
struct Socket {
    std::int64_t conn = 0;
    std::int64_t client = Row::kNothing;
    std::int64_t node = Row::kNothing;
    std::int64_t broker = Row::kNothing; ///< whom the SYN reached
    std::int64_t opened = 0;
    std::int64_t closed = Row::kNothing; ///< the first FIN, reset, failed connect or idle check that ends it
    std::string closer; ///< of that
    std::string remote;
    bool isBootstrap() const { return node < 0; }
    bool isCoordinator() const { return node > 2147483647 - 1048576; }
    bool isData() const { return node >= 0 && !isCoordinator(); }
    bool isOpen(std::int64_t at) const { return opened <= at && (closed == Row::kNothing || closed > at); }
};

class TraceBook {
public:
    explicit TraceBook(const std::string& jsonl);

    const std::vector<Row>& rows() const { return m_rows; }
    /// In the order of their opening.
    const std::vector<Socket>& sockets() const { return m_sockets; }
    const Socket& socket(std::int64_t conn) const;

    std::int64_t count(const std::function<bool(const Row&)>& is) const;
    std::int64_t countSockets(const std::function<bool(const Socket&)>& is) const;
    /// nullptr where there is none.
    const Row* first(const std::function<bool(const Row&)>& is) const;
    const Row* last(const std::function<bool(const Row&)>& is) const;
    /// State of an end of a connection at an instant: "CLOSE-WAIT".
    std::string tcp(std::int64_t conn, std::string_view side, std::int64_t at) const;
    /// client.id of a client.
    std::string clientName(std::int64_t client) const;

private:
    std::vector<Row> m_rows;
    std::vector<Socket> m_sockets;
};

constexpr std::int64_t ns(double seconds) { return static_cast<std::int64_t>(seconds * 1e9); }

} // namespace connscope::test
