// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/solvers.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace connscope::test {

std::int64_t numberOf(const Drawn& drawn, const std::string& name) { return std::stoll(drawn.at(name)); }

std::vector<std::int64_t> listOf(const Drawn& drawn, const std::string& name)
{
    std::vector<std::int64_t> out;
    std::string digits;
    for (const char c : drawn.at(name)) {
        if (c >= '0' && c <= '9')
            digits += c;
        else if (!digits.empty()) {
            out.push_back(std::stoll(digits));
            digits.clear();
        }
    }
    return out;
}

std::function<bool(const Row&)> sent(std::string api)
{
    return [api = std::move(api)](const Row& row) { return row.kind == "request sent" && row.api == api; };
}

std::function<bool(const Row&)> kind(std::string wanted)
{
    return [wanted = std::move(wanted)](const Row& row) { return row.kind == wanted; };
}

Solution closerOf(const TraceBook& book, const std::function<bool(const Socket&)>& is, std::int64_t until)
{
    for (const Socket& socket : book.sockets()) {
        if (!is(socket))
            continue;
        if (socket.closed == Row::kNothing || socket.closed > until)
            return {"Nobody: it stays open"};
        return {socket.closer == "client"   ? "The client"
                : socket.closer == "broker" ? "The broker"
                                            : "The network between them"};
    }
    throw std::runtime_error("no such socket");
}

Solution orderOf(
    const TraceBook& book, const std::vector<std::pair<std::string, std::function<bool(const Row&)>>>& items)
{
    std::vector<std::pair<std::int64_t, std::string>> found;
    for (const auto& [text, is] : items) {
        const Row* row = book.first(is);
        if (!row)
            throw std::runtime_error("this does not happen: " + text);
        found.emplace_back(row->id, text);
    }
    std::sort(found.begin(), found.end());
    Solution solution;
    for (const auto& [id, text] : found)
        solution.text += (solution.text.empty() ? "" : " < ") + text;
    return solution;
}

namespace {

std::int64_t different(const std::vector<std::int64_t>& numbers)
{
    return static_cast<std::int64_t>(std::set<std::int64_t>(numbers.begin(), numbers.end()).size());
}

bool bootstrap(const Socket& s) { return s.isBootstrap(); }
bool data(const Socket& s) { return s.isData(); }
bool coordinator(const Socket& s) { return s.isCoordinator(); }
bool any(const Socket&) { return true; }

Solution count(const TraceBook& book, const std::function<bool(const Socket&)>& is)
{
    return Solution::of(book.countSockets(is));
}

std::vector<Solver> consumerConnections()
{
    return {
        // What the trace says has to be what the set-up leads one to expect, too: the leaders, each once.
        [](const TraceBook& book, const Drawn& drawn) {
            if (book.countSockets(data) != different(listOf(drawn, "leaders")))
                throw std::runtime_error("not one connection for each leader");
            return count(book, data);
        },
        [](const TraceBook& book, const Drawn& drawn) {
            if (std::ssize(book.sockets()) != different(listOf(drawn, "leaders")) + 2)
                throw std::runtime_error("not three kinds");
            return count(book, any);
        },
        [](const TraceBook&, const Drawn& drawn) {
            return Solution::of(2147483647 - numberOf(drawn, "coordinator"));
        },
        [](const TraceBook& book, const Drawn& drawn) {
            const std::int64_t broker = numberOf(drawn, "coordinator");
            return count(book, [broker](const Socket& s) { return s.broker == broker && s.closed == Row::kNothing; });
        },
        [](const TraceBook& book, const Drawn& drawn) {
            return orderOf(book,
                {{drawn.at("first"), sent(drawn.at("first"))}, {drawn.at("second"), sent(drawn.at("second"))},
                    {"the connection to the coordinator is ready",
                        [](const Row& r) { return r.kind == "ready" && r.node > 2147000000; }},
                    {drawn.at("third"), sent(drawn.at("third"))}, {"FETCH", sent("FETCH")}});
        },
    };
}

std::vector<Solver> producerStart()
{
    const auto before = [](const Socket& s) { return s.opened <= ns(1.9); };
    return {
        [before](const TraceBook& book, const Drawn&) {
            if (book.countSockets(before) == 0)
                return Solution {"Nothing"};
            const bool toBrokers = book.countSockets([&](const Socket& s) { return before(s) && s.isData(); }) > 0;
            return Solution {toBrokers ? "Bootstrap addresses and every broker" : "Bootstrap addresses only"};
        },
        [](const TraceBook& book, const Drawn& drawn) {
            const bool asks = book.first(sent("INIT_PRODUCER_ID")) != nullptr;
            const std::string profile = drawn.at("profile");
            if (asks != (profile == "java-3.9" || profile == "java-4.0"))
                throw std::runtime_error("idempotence is not what the release has");
            return Solution {asks ? "Yes, with INIT_PRODUCER_ID" : "No"};
        },
        [](const TraceBook& book, const Drawn& drawn) {
            const std::int64_t node = book.last(sent("PRODUCE"))->node;
            // Who can read can tell without the run.
            if (node != listOf(drawn, "leaders").at(static_cast<std::size_t>(numberOf(drawn, "partition"))))
                throw std::runtime_error("not the leader that the question names");
            return Solution::of(node);
        },
    };
}

std::vector<Solver> bootstrapAddresses()
{
    return {[](const TraceBook& book, const Drawn& drawn) {
        const std::string profile = drawn.at("profile");
        const std::int64_t expected = profile == "java-2.1" ? 0
            : profile == "java-2.2"                         ? numberOf(drawn, "addresses")
                                                            : 1;
        const std::int64_t found
            = book.countSockets([](const Socket& s) { return s.opened <= ns(1.9) && s.isBootstrap(); });
        if (found != expected)
            throw std::runtime_error("not what the release does with " + drawn.at("addresses") + " addresses");
        return Solution::of(found);
    }};
}

std::vector<Solver> apiVersions()
{
    return {[](const TraceBook& book, const Drawn& drawn) {
        const std::int64_t asked = book.count(sent("API_VERSIONS"));
        if (asked != numberOf(drawn, "brokers") + 1)
            throw std::runtime_error("not one for each connection");
        return Solution::of(asked);
    }};
}

std::vector<Solver> idleLimits()
{
    return {
        [](const TraceBook& book, const Drawn& drawn) {
            const bool client = numberOf(drawn, "client") < numberOf(drawn, "broker");
            const Solution solution = closerOf(book, bootstrap);
            // An idle producer wakes every thirty seconds; where the limits are further apart the lower one decides.
            if (std::abs(numberOf(drawn, "client") - numberOf(drawn, "broker")) > 31'000
                && (solution.text == "The client") != client)
                throw std::runtime_error("the lower limit did not decide");
            return solution;
        },
        [](const TraceBook& book, const Drawn&) {
            bool atClient = false;
            bool atBroker = false;
            for (const Row& row : book.rows()) {
                atClient = atClient || (row.node == -1 && row.state == "TIME-WAIT" && row.side == "client");
                atBroker = atBroker || (row.node == -1 && row.state == "TIME-WAIT" && row.side == "broker");
            }
            return Solution {atClient && atBroker ? "At both" : atClient ? "At the client's" : "At the broker's"};
        },
        [](const TraceBook& book, const Drawn&) {
            const auto it = std::find_if(book.sockets().begin(), book.sockets().end(), bootstrap);
            return Solution::of((it->closed + 500'000'000) / 1'000'000'000);
        },
    };
}

std::vector<Solver> sending()
{
    return {
        [](const TraceBook& book, const Drawn& drawn) {
            const std::int64_t produce = book.count(sent("PRODUCE"));
            if (produce != numberOf(drawn, "rounds") * numberOf(drawn, "used"))
                throw std::runtime_error("not one request for each leader and round");
            return Solution::of(produce);
        },
        [](const TraceBook& book, const Drawn&) {
            std::set<std::int64_t> nodes;
            for (const Row& row : book.rows()) {
                if (row.kind == "request sent" && row.api == "PRODUCE")
                    nodes.insert(row.node);
            }
            return Solution::of(static_cast<std::int64_t>(nodes.size()));
        },
        [](const TraceBook& book, const Drawn&) { return Solution::of(book.last(kind("request sent"))->corr); },
    };
}

std::vector<Solver> brokerFails()
{
    return {
        [](const TraceBook& book, const Drawn& drawn) {
            const std::int64_t victim = numberOf(drawn, "victim");
            return count(book, [victim](const Socket& s) {
                return s.broker == victim && s.opened < ns(5) && s.closed >= ns(5) && s.closed <= ns(5.05)
                    && s.closer == "broker";
            });
        },
        [](const TraceBook& book, const Drawn& drawn) {
            const bool lost
                = book.first([](const Row& r) { return r.kind == "coordinator lost" && r.t <= ns(5.05); }) != nullptr;
            if (lost != (drawn.at("victim") == drawn.at("coordinator")))
                throw std::runtime_error("lost without reason, or not at all");
            return Solution {lost ? "Yes" : "No"};
        },
        [](const TraceBook& book, const Drawn& drawn) {
            const std::int64_t open = book.countSockets([](const Socket& s) { return s.isOpen(ns(4.9)); });
            if (open != different(listOf(drawn, "leaders")) + 2)
                throw std::runtime_error("not three kinds");
            return Solution::of(open);
        },
    };
}

std::vector<Solver> closingPolitely()
{
    return {
        [](const TraceBook& book, const Drawn&) {
            return count(book, [](const Socket& s) { return s.closed != Row::kNothing && s.closer == "client"; });
        },
        [](const TraceBook& book, const Drawn& drawn) {
            const bool says = book.first(sent("LEAVE_GROUP")) != nullptr;
            if (says != (drawn.at("how") == "close-client"))
                throw std::runtime_error("the good-bye does not fit the end");
            return Solution {says ? "By LEAVE_GROUP, at once" : "By its silence, after the session timeout"};
        },
    };
}

std::vector<Solver> whoCloses()
{
    return {[](const TraceBook& book, const Drawn& drawn) {
        const Solution said = closerOf(book, coordinator, ns(5.03));
        constexpr const char* kExpected[]
            = {"The client", "The client", "Nobody: it stays open", "The broker", "The network between them"};
        if (said.text != kExpected[numberOf(drawn, "story") - 1])
            throw std::runtime_error("the end does not fit what was done: " + said.text);
        return said;
    }};
}

std::vector<Solver> groups()
{
    return {
        [](const TraceBook& book, const Drawn&) {
            return count(book, [](const Socket& s) { return s.isCoordinator() && s.closed == Row::kNothing; });
        },
        [](const TraceBook& book, const Drawn&) {
            std::set<std::int64_t> nodes;
            for (const Socket& s : book.sockets()) {
                if (s.isCoordinator())
                    nodes.insert(s.node);
            }
            return Solution::of(static_cast<std::int64_t>(nodes.size()));
        },
        [](const TraceBook& book, const Drawn& drawn) {
            if (book.countSockets(bootstrap) != 3 * numberOf(drawn, "consumers"))
                throw std::runtime_error("not one first connection for each client");
            return count(book, bootstrap);
        },
    };
}

std::vector<Solver> closeWait()
{
    return {
        [](const TraceBook& book, const Drawn&) {
            std::int64_t waiting = 0;
            for (const Socket& s : book.sockets())
                waiting += book.tcp(s.conn, "client", INT64_MAX) == "CLOSE-WAIT" ? 1 : 0;
            return Solution::of(waiting);
        },
        [](const TraceBook& book, const Drawn&) { return closerOf(book, any); },
        [](const TraceBook& book, const Drawn&) {
            const bool finished
                = book.first([](const Row& r) { return r.kind == "fin sent" && r.side == "client"; }) != nullptr;
            const bool begun = book.first(kind("fin sent")) != nullptr;
            return Solution {finished ? "None: both ends have sent theirs"
                    : begun           ? "The client's: it comes with its next poll()"
                                      : "Both: nobody has begun to close"};
        },
    };
}

std::vector<Solver> refresh()
{
    return {
        [](const TraceBook& book, const Drawn&) {
            return Solution::of(book.count(
                [](const Row& r) { return r.kind == "metadata requested" && r.rule == "metadata max age"; }));
        },
        [](const TraceBook& book, const Drawn& drawn) {
            if (book.countSockets(data) != numberOf(drawn, "brokers"))
                throw std::runtime_error("not one connection for each leader");
            return count(book, data);
        },
    };
}

} // namespace

std::vector<Solver> bankSolvers(const std::string& file)
{
    static const std::map<std::string, std::vector<Solver> (*)()> kSolvers {
        {"consumer-connections", consumerConnections}, {"producer-start", producerStart}, {"idle-limits", idleLimits},
        {"sending", sending}, {"broker-fails", brokerFails}, {"closing-politely", closingPolitely},
        {"groups", groups}, {"who-closes", whoCloses}, {"close-wait", closeWait}, {"refresh", refresh},
        {"bootstrap-addresses", bootstrapAddresses}, {"api-versions", apiVersions}};
    const auto it = kSolvers.find(file);
    return it == kSolvers.end() ? std::vector<Solver> {} : it->second();
}

} // namespace connscope::test
