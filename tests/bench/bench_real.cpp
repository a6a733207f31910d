// SPDX-License-Identifier: GPL-3.0-or-later
// Real sockets beside the bare ones: what a round trip, a connection and an accept cost here, and what they cost where nothing
// but the bytes is handled. Both ends are on this machine; ratios count, taken in one run.
//
// Goals: round trips of our client to our broker at least half of a bare QTcpSocket echo's; the cluster's processor time a
// round trip with 5,000 connections at most twice that with 100; at most 16 KiB of memory a connection at the broker's end;
// accepting at least half as fast as a bare epoll loop; recording into the trace at most 15 % of a round trip; frames
// scanned in memory at 1 GB/s (bench_wire).
//
// bench_real soak SECONDS: the cluster under load with its trace kept short, and the memory of the process.
#include "soak.h"

#include "real/clientsocket.h"
#include "real/realsession.h"
#include "scenario/reader.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <arpa/inet.h>
#include <malloc.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace connscope;
using real::Endpoint;
using real::Fd;

namespace {

constexpr int kFew = 100;
constexpr int kMany = 5'000;

double seconds(clockid_t clock)
{
    timespec t {};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}
double wall() { return seconds(CLOCK_MONOTONIC); }
double threadCpu() { return seconds(CLOCK_THREAD_CPUTIME_ID); }

Fd connectTo(const Endpoint& at)
{
    Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_storage address {};
    const socklen_t length = at.toSockaddr(address);
    if (::connect(fd.get(), reinterpret_cast<sockaddr*>(&address), length) != 0)
        std::perror("connect");
    const int yes = 1;
    ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const linger none {1, 0}; // no TIME-WAIT of the benchmark's own sockets
    ::setsockopt(fd.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    return fd;
}

bool exchange(int fd, const std::vector<std::uint8_t>& request, std::size_t answer)
{
    if (::send(fd, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
        return false;
    std::array<std::uint8_t, 65536> buffer;
    std::size_t got = 0;
    std::size_t wanted = answer;
    while (got < wanted) {
        const auto count = ::recv(fd, buffer.data() + got, buffer.size() - got, 0);
        if (count <= 0)
            return false;
        got += static_cast<std::size_t>(count);
        if (answer == 4 && got >= 4) // a Kafka frame
            wanted = 4
                + (std::size_t {buffer[0]} << 24 | std::size_t {buffer[1]} << 16 | std::size_t {buffer[2]} << 8
                    | buffer[3]);
    }
    return true;
}

/// FIND_COORDINATOR v0 for group "g", correlation id 7, client.id "bench".
std::vector<std::uint8_t> smallRequest()
{
    return {0, 0, 0, 18, 0, 10, 0, 0, 0, 0, 0, 7, 0, 5, 'b', 'e', 'n', 'c', 'h', 0, 1, 'g'};
}

// -- bare things --

double qtEcho(int rounds)
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    QTcpSocket client;
    QTcpSocket* accepted = nullptr;
    QEventLoop loop;
    int left = rounds;
    const QByteArray message(128, 'x');
    double start = 0;
    QObject::connect(&server, &QTcpServer::newConnection, &loop, [&] {
        accepted = server.nextPendingConnection();
        accepted->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        QObject::connect(accepted, &QTcpSocket::readyRead, &loop, [&] { accepted->write(accepted->readAll()); });
    });
    QObject::connect(&client, &QTcpSocket::connected, &loop, [&] {
        client.setSocketOption(QAbstractSocket::LowDelayOption, 1);
        start = wall();
        client.write(message);
    });
    int got = 0;
    QObject::connect(&client, &QTcpSocket::readyRead, &loop, [&] {
        got += static_cast<int>(client.readAll().size());
        if (got < message.size())
            return;
        got = 0;
        if (--left == 0)
            loop.quit();
        else
            client.write(message);
    });
    client.connectToHost(QHostAddress(QHostAddress::LocalHost), server.serverPort());
    loop.exec();
    return rounds / (wall() - start);
}

/// Accepts per second of a loop that does nothing else.
double bareAccepts(int connections)
{
    Fd listening(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
    sockaddr_storage address {};
    const socklen_t length = Endpoint::parse("127.0.0.1", 0)->toSockaddr(address);
    ::bind(listening.get(), reinterpret_cast<sockaddr*>(&address), length);
    ::listen(listening.get(), 4096);
    const Endpoint at = Endpoint::localOf(listening.get());
    Fd epoll(::epoll_create1(0));
    epoll_event event {};
    event.events = EPOLLIN;
    ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, listening.get(), &event);
    std::vector<Fd> clients;
    std::thread connecting([&] {
        for (int i = 0; i < connections; ++i)
            clients.push_back(connectTo(at));
    });
    std::vector<Fd> accepted;
    const double start = wall();
    while (static_cast<int>(accepted.size()) < connections) {
        epoll_event ready {};
        ::epoll_wait(epoll.get(), &ready, 1, 1000);
        for (;;) {
            Fd fd(::accept4(listening.get(), nullptr, nullptr, SOCK_NONBLOCK));
            if (!fd.isOpen())
                break;
            epoll_event each {};
            each.events = EPOLLIN;
            ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, fd.get(), &each);
            accepted.push_back(std::move(fd));
        }
    }
    const double took = wall() - start;
    connecting.join();
    return connections / took;
}

// -- ours --

std::unique_ptr<real::RealSession> play(const std::string& text)
{
    auto scenario = scenario::readScenario(text, "bench.yaml");
    if (!scenario) {
        std::printf("%s\n", scenario.error().toString().c_str());
        std::exit(EXIT_FAILURE);
    }
    auto session = real::RealSession::make(*scenario, {});
    if (!session) {
        std::printf("%s\n", session.error().toString().c_str());
        std::exit(EXIT_FAILURE);
    }
    return std::move(*session);
}

/// Time that writing a trace's events took, found by writing them again: the texts are looked up, the events appended.
double recordingTime(const trace::Trace& trace)
{
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {
        trace::Trace again;
        const double start = threadCpu();
        for (std::size_t n = 0; n < trace.size(); ++n) {
            trace::Event e = trace[n];
            e.text = again.intern(trace.text(e.text));
            again.append(e);
        }
        best = std::min(best, threadCpu() - start);
    }
    return best;
}

struct Trips {
    double perSecond = 0;
    double recording = 0; ///< share of the time that went into the trace
    double events = 0; ///< for each
};

/// Round trips per second of our producer, one request after the other on one connection.
Trips ourRoundTrips(int rounds)
{
    auto session = play(
        "connscope: 1\ntitle: round trips\nuntil: 60s\nprofile: java-3.9\ncluster: {brokers: 1, topics: {t: 1}}\n"
        "clients:\n  - name: p\n    kind: producer\n    config: {enable.idempotence: false, acks: 1, "
        "batch.size: 1, max.in.flight.requests.per.connection: 1}\n    script:\n      - send: {topic: t, "
        "every: 1us, rounds: "
        + std::to_string(rounds) + "}\n");
    QEventLoop loop;
    int answers = 0;
    std::size_t looked = 0;
    double start = 0;
    double end = 0;
    session->setOnGrown([&] {
        const trace::Trace& trace = session->trace();
        for (; looked < trace.size(); ++looked) {
            if (trace[looked].kind != trace::EventKind::ResponseReceived || trace[looked].api != ApiKey::Produce)
                continue;
            if (answers++ == 0)
                start = wall();
            if (answers == rounds) {
                end = wall();
                loop.quit();
            }
        }
    });
    QTimer::singleShot(std::chrono::seconds(60), &loop, &QEventLoop::quit);
    session->start();
    loop.exec();
    if (answers < rounds)
        std::printf("only %d of %d answers came\n", answers, rounds);
    Trips trips;
    if (end <= start)
        return trips;
    trips.perSecond = (rounds - 1) / (end - start);
    trips.recording = recordingTime(session->trace()) / (end - start);
    trips.events = static_cast<double>(session->trace().size()) / rounds;
    return trips;
}

/// Bytes of memory that a connection takes at a client's end.
double clientMemory(int connections)
{
    class Silent final : public real::ClientSocketListener {
    public:
        int connected = 0;
        void clientConnected(real::ClientSocket&) override { ++connected; }
        void clientSecured(real::ClientSocket& socket) override { socket.write(smallRequest()); }
        void clientFrameRead(real::ClientSocket&, std::span<const std::uint8_t>) override { }
        void clientEnded(real::ClientSocket&, int, const std::string&) override { }
        void clientStreamBroken(real::ClientSocket&, const Error&) override { }
    } listener;
    // Nobody accepts: the kernel's queue is enough.
    Fd listening(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
    sockaddr_storage address {};
    const socklen_t length = Endpoint::parse("127.0.0.1", 0)->toSockaddr(address);
    ::bind(listening.get(), reinterpret_cast<sockaddr*>(&address), length);
    ::listen(listening.get(), 4096);
    const Endpoint at = Endpoint::localOf(listening.get());
    const real::Clock clock;
    real::Reactor reactor(clock);
    if (!reactor.open())
        return 0;
    std::vector<std::uint8_t> scratch(65'536);
    std::vector<std::unique_ptr<real::ClientSocket>> sockets;
    const auto before = mallinfo2().uordblks;
    for (int i = 0; i < connections; ++i) {
        sockets.push_back(std::make_unique<real::ClientSocket>(ConnectionId {static_cast<std::uint32_t>(i)},
            ClientId {0}, std::nullopt, "localhost", std::size_t {1} << 20, reactor, listener, scratch));
        sockets.back()->connectTo(at);
    }
    const double start = wall();
    while (listener.connected < connections && wall() - start < 20)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    return static_cast<double>(mallinfo2().uordblks - before) / connections;
}

struct Crowd {
    double cpuPerTrip = 0; ///< s, of the session's thread
    double accepts = 0; ///< a second
    double bytesEach = 0; ///< of memory, broker's end, trace left out
};

Crowd crowd(int connections, int trips)
{
    auto session = play("connscope: 1\ntitle: crowd\nuntil: 120s\nprofile: java-3.9\ncluster: {brokers: 1, topics: "
                        "{t: 1}}\nclients:\n"
                        "  - {name: p, kind: producer, start: 110s}\n");
    session->start();
    const Endpoint at = session->listeners().front().second;
    const std::vector<std::uint8_t> request = smallRequest();
    QEventLoop loop;
    Crowd result;
    std::vector<Fd> clients(static_cast<std::size_t>(connections));
    const auto before = mallinfo2().uordblks;
    const std::size_t traceBefore = session->trace().bytes();
    const double start = wall();
    std::atomic<bool> done {false};
    std::thread opening([&] {
        for (Fd& fd : clients) {
            fd = connectTo(at);
            // Each says something, so that the brokers know it.
            ::send(fd.get(), request.data(), request.size(), MSG_NOSIGNAL);
        }
        done = true;
    });
    std::size_t looked = 0;
    int known = 0;
    session->setOnGrown([&] {
        const trace::Trace& trace = session->trace();
        for (; looked < trace.size(); ++looked)
            known += trace[looked].kind == trace::EventKind::RequestReceived ? 1 : 0;
        if (known >= connections)
            loop.quit();
    });
    loop.exec();
    opening.join();
    result.accepts = connections / (wall() - start);
    session->setOnGrown(nullptr);
    const double grown = static_cast<double>(mallinfo2().uordblks - before)
        - static_cast<double>(session->trace().bytes() - traceBefore);
    result.bytesEach = grown / connections;

    // Then one of them talks, and the others are silent.
    std::thread talking([&] {
        std::array<std::uint8_t, 4096> rest;
        const auto ignored = ::recv(clients.front().get(), rest.data(), rest.size(), MSG_DONTWAIT);
        static_cast<void>(ignored);
        for (int i = 0; i < trips; ++i)
            exchange(clients.front().get(), request, 4);
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
    });
    const double cpu = threadCpu();
    loop.exec();
    result.cpuPerTrip = (threadCpu() - cpu) / trips;
    talking.join();
    return result;
}

bool goal(const char* text, double value, double limit, bool atMost)
{
    const bool met = atMost ? value <= limit : value >= limit;
    std::printf(
        "  %-66s %8.2f (%s %.2f) %s\n", text, value, atMost ? "at most" : "at least", limit, met ? "yes" : "NO");
    return met;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    rlimit files {};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);

    if (argc > 1 && std::strcmp(argv[1], "soak") == 0)
        return soak(argc > 2 ? std::atoi(argv[2]) : 60);
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 20'000;
    const double echo = qtEcho(rounds);
    const Trips trips = ourRoundTrips(rounds);
    const double ours = trips.perSecond;
    std::printf(
        "round trips a second: bare QTcpSocket echo %.0f, our producer to our broker %.0f, with %.1f events each\n",
        echo, ours, trips.events);
    const double accepts = bareAccepts(kMany);
    const Crowd few = crowd(kFew, rounds);
    const Crowd many = crowd(kMany, rounds);
    std::printf("connections accepted a second: bare epoll %.0f, our broker, each with a request, %.0f\n", accepts,
        many.accepts);
    std::printf("processor time a round trip at the broker: %.1f us with %d connections, %.1f us with %d\n",
        few.cpuPerTrip * 1e6, kFew, many.cpuPerTrip * 1e6, kMany);
    const double clientBytes = clientMemory(1000);
    std::printf(
        "memory a connection: %.0f bytes at the broker's end, %.0f at a client's\n", many.bytesEach, clientBytes);

    bool good = goal("our round trips to the bare echo's", ours / echo, 0.5, false);
    good = goal("processor time with 5,000 connections to that with 100", many.cpuPerTrip / few.cpuPerTrip, 2, true)
        && good;
    good = goal("KiB a connection at the broker's end", many.bytesEach / 1024, 16, true) && good;
    good = goal("KiB a connection at a client's end", clientBytes / 1024, 16, true) && good;
    good = goal("% of a round trip that recording takes", trips.recording * 100, 15, true) && good;
    good = goal("our accepts to bare epoll's", many.accepts / accepts, 0.5, false) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
