// SPDX-License-Identifier: GPL-3.0-or-later
// Hours, as far as minutes tell of them: everything that could grow with requests or closed connections is asked for in turn.
#include "soak.h"

#include "real/realsession.h"
#include "scenario/reader.h"
#include "trace/keeping.h"

#include <QEventLoop>
#include <QTimer>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace connscope;
using namespace std::chrono_literals;

namespace {

constexpr std::uint64_t kKept = 200'000;
constexpr std::int64_t kRetention = std::int64_t {4}
    << 20; // reached within seconds; unless told otherwise it is 256 MiB
constexpr int kLooks = 30;

double residentMiB()
{
    std::ifstream statm("/proc/self/statm");
    double size = 0;
    double resident = 0;
    statm >> size >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// FIND_COORDINATOR v0 for group "g" of a client with a number in its client.id.
std::vector<std::uint8_t> request(int number)
{
    const std::string client = "soak-" + std::to_string(number);
    std::vector<std::uint8_t> bytes {0, 0, 0, static_cast<std::uint8_t>(13 + client.size()), 0, 10, 0, 0, 0, 0, 0, 7,
        0, static_cast<std::uint8_t>(client.size())};
    bytes.insert(bytes.end(), client.begin(), client.end());
    bytes.insert(bytes.end(), {0, 1, 'g'});
    return bytes;
}

/// Somebody else's clients: each connects, asks thirty times and goes.
void comeAndGo(const real::Endpoint& at, const std::atomic<bool>& over, std::atomic<std::uint64_t>& asked)
{
    sockaddr_storage address {};
    const socklen_t length = at.toSockaddr(address);
    std::array<char, 4096> answer;
    for (int i = 0; !over; ++i) {
        const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (::connect(fd, reinterpret_cast<sockaddr*>(&address), length) == 0) {
            const std::vector<std::uint8_t> bytes = request(i);
            for (int n = 0; n < 30 && !over; ++n) {
                if (::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0
                    || ::recv(fd, answer.data(), answer.size(), 0) <= 0)
                    break;
                ++asked;
                ::poll(nullptr, 0, 1); // a pace of about a thousand a second
            }
        }
        ::close(fd);
    }
}

} // namespace

int soak(int seconds)
{
    // A thousand records a second, each in a request of its own, and a consumer that fetches them.
    const std::string text = "connscope: 1\ntitle: soak\nuntil: " + std::to_string(seconds)
        + "s\nprofile: java-3.9\ncluster: {brokers: 3, topics: {t: 3}}\nclients:\n"
          "  - name: p\n    kind: producer\n    config: {acks: 1, batch.size: 1, linger.ms: 0}\n    script:\n"
          "      - send: {topic: t, every: 1ms, rounds: 100000000}\n"
          "  - name: c\n    kind: consumer\n    config: {group.id: g, fetch.max.wait.ms: 5}\n    script:\n"
          "      - subscribe: [t]\n      - poll: {timeout: 100ms}\n";
    auto scenario = scenario::readScenario(text, "soak.yaml");
    if (!scenario) {
        std::printf("%s\n", scenario.error().toString().c_str());
        return 1;
    }
    scenario->cluster.retentionBytes = kRetention;
    real::RealOptions options;
    options.keep.events = kKept;
    auto made = real::RealSession::make(*scenario, options);
    if (!made) {
        std::printf("%s\n", made.error().toString().c_str());
        return 1;
    }
    real::RealSession& session = **made;
    trace::KeptTrace kept(options.keep);
    std::uint64_t requests = 0;
    std::uint64_t connections = 0;
    std::size_t looked = 0;
    QEventLoop loop;
    session.setOnGrown([&] {
        for (; looked < session.trace().size(); ++looked) {
            const trace::EventKind kind = session.trace()[looked].kind;
            requests += kind == trace::EventKind::RequestReceived ? 1 : 0;
            connections += kind == trace::EventKind::ConnectStarted ? 1 : 0;
        }
        kept.take(session.trace());
        kept.shorten(session.now());
        session.releaseOld();
    });
    session.setOnFinished([&loop] { loop.quit(); });
    session.start();
    std::atomic<bool> over {false};
    std::atomic<std::uint64_t> asked {0};
    std::thread others([&, at = session.listeners().front().second] { comeAndGo(at, over, asked); });

    double first = 0; // after the first third
    double last = 0;
    int look = 0;
    std::uint64_t before = 0;
    QTimer timer;
    const int interval = std::max(seconds * 1000 / kLooks, 1000);
    std::printf("%8s %12s %10s %12s %12s %10s %10s %10s\n", "s", "requests", "per s", "connections", "events", "MiB",
        "kept MiB", "texts");
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        ++look;
        last = residentMiB();
        if (look <= kLooks / 3)
            first = std::max(first, last);
        std::printf("%8.0f %12llu %10.0f %12llu %12zu %10.1f %10.1f %10zu\n",
            std::chrono::duration<double>(session.now().time_since_epoch()).count(),
            static_cast<unsigned long long>(requests), static_cast<double>(requests - before) * 1000 / interval,
            static_cast<unsigned long long>(connections), session.trace().size(), last,
            static_cast<double>(kept.trace().bytes() + session.trace().bytes()) / (1 << 20),
            session.trace().texts().size());
        std::fflush(stdout);
        before = requests;
    });
    timer.start(interval);
    loop.exec();
    over = true;
    others.join();
    std::printf("%.1f MiB after the first third, %.1f MiB at the end; %llu events dropped\n", first, last,
        static_cast<unsigned long long>(kept.trace().dropped()));
    return last > first * 1.05 + 4 ? 1 : 0;
}
