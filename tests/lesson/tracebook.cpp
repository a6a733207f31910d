// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/tracebook.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace connscope::test {

namespace {

/// The text of a value that begins at \a at with a quote; \a at is behind it afterwards.
std::string quoted(const std::string& line, std::size_t& at)
{
    std::string out;
    for (++at; at < line.size() && line[at] != '"'; ++at) {
        if (line[at] == '\\')
            ++at;
        out += line[at];
    }
    ++at;
    return out;
}

Row rowOf(const std::string& line)
{
    Row row;
    static const std::map<std::string, std::int64_t Row::*> numbers {{"id", &Row::id}, {"t_ns", &Row::t},
        {"conn", &Row::conn}, {"client", &Row::client}, {"node", &Row::node}, {"broker", &Row::broker},
        {"corr", &Row::corr}, {"size", &Row::size}, {"value", &Row::value}};
    static const std::map<std::string, std::string Row::*> texts {{"kind", &Row::kind}, {"rule", &Row::rule},
        {"api", &Row::api}, {"side", &Row::side}, {"state", &Row::state}, {"text", &Row::text}};
    for (std::size_t at = 1; at < line.size() && line[at] == '"';) {
        const std::string key = quoted(line, at);
        ++at; // ':'
        if (line[at] == '"') {
            std::string value = quoted(line, at);
            if (const auto it = texts.find(key); it != texts.end())
                row.*it->second = std::move(value);
        } else {
            const std::size_t end = std::min(line.find_first_of(",}", at), line.size());
            std::int64_t value = 0;
            std::from_chars(line.data() + at, line.data() + end, value);
            if (const auto it = numbers.find(key); it != numbers.end())
                row.*it->second = value;
            at = end;
        }
        ++at; // ',' or '}'
    }
    return row;
}

bool endsIt(const Row& row)
{
    return row.kind == "fin sent" || row.kind == "reset sent" || row.kind == "connect failed"
        || row.kind == "idle expired";
}

} // namespace

TraceBook::TraceBook(const std::string& jsonl)
{
    std::map<std::int64_t, std::size_t> places;
    std::size_t begin = jsonl.find('\n') + 1; // behind the header
    while (begin < jsonl.size()) {
        const std::size_t end = std::min(jsonl.find('\n', begin), jsonl.size());
        m_rows.push_back(rowOf(jsonl.substr(begin, end - begin)));
        begin = end + 1;
        const Row& row = m_rows.back();
        if (row.conn == Row::kNothing)
            continue;
        if (row.kind == "connect started") {
            places[row.conn] = m_sockets.size();
            Socket socket;
            socket.conn = row.conn;
            socket.client = row.client;
            socket.node = row.node;
            socket.opened = row.t;
            socket.remote = row.text;
            m_sockets.push_back(socket);
        }
        const auto place = places.find(row.conn);
        if (place == places.end())
            continue;
        Socket& socket = m_sockets[place->second];
        if (row.kind == "tcp state" && row.state == "SYN-SENT" && row.broker != Row::kNothing)
            socket.broker = row.broker;
        if (endsIt(row) && socket.closed == Row::kNothing) {
            socket.closed = row.t;
            socket.closer = row.kind == "connect failed" ? "network" : row.side;
        }
    }
}

const Socket& TraceBook::socket(std::int64_t conn) const
{
    for (const Socket& one : m_sockets) {
        if (one.conn == conn)
            return one;
    }
    throw std::runtime_error("no such connection");
}

std::int64_t TraceBook::count(const std::function<bool(const Row&)>& is) const
{
    return std::count_if(m_rows.begin(), m_rows.end(), is);
}

std::int64_t TraceBook::countSockets(const std::function<bool(const Socket&)>& is) const
{
    return std::count_if(m_sockets.begin(), m_sockets.end(), is);
}

const Row* TraceBook::first(const std::function<bool(const Row&)>& is) const
{
    const auto it = std::find_if(m_rows.begin(), m_rows.end(), is);
    return it == m_rows.end() ? nullptr : &*it;
}

const Row* TraceBook::last(const std::function<bool(const Row&)>& is) const
{
    const auto it = std::find_if(m_rows.rbegin(), m_rows.rend(), is);
    return it == m_rows.rend() ? nullptr : &*it;
}

std::string TraceBook::tcp(std::int64_t conn, std::string_view side, std::int64_t at) const
{
    std::string state;
    for (const Row& row : m_rows) {
        if (row.t > at)
            break;
        if (row.conn == conn && row.side == side && !row.state.empty())
            state = row.state;
    }
    return state;
}

std::string TraceBook::clientName(std::int64_t client) const
{
    const Row* row = first([client](const Row& r) { return r.kind == "client created" && r.client == client; });
    return row ? row->text : std::string();
}

} // namespace connscope::test
