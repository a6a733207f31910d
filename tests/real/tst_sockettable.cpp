// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's table of sockets, as bytes and text, and as this machine has it.
#include "real/fd.h"
#include "real/sockettable.h"
#include "support/rcqt.h"

#include <QTest>

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>
#include <string>
#include <vector>

using namespace connscope;
using real::Endpoint;
using real::SocketRow;
using trace::TcpState;

namespace {

std::vector<std::uint8_t> diagMessage(std::uint8_t family, std::uint8_t state)
{
    std::vector<std::uint8_t> bytes(NLMSG_ALIGN(sizeof(nlmsghdr) + sizeof(inet_diag_msg)));
    nlmsghdr header {};
    header.nlmsg_len = static_cast<std::uint32_t>(bytes.size());
    header.nlmsg_type = 20;
    std::memcpy(bytes.data(), &header, sizeof header);
    inet_diag_msg message {};
    message.idiag_family = family;
    message.idiag_state = state;
    message.id.idiag_sport = htons(9092);
    message.id.idiag_dport = htons(40000);
    message.id.idiag_src[0] = htonl(0x7f000001);
    message.id.idiag_dst[0] = htonl(0x7f000002);
    std::memcpy(bytes.data() + NLMSG_HDRLEN, &message, sizeof message);
    return bytes;
}

Endpoint at(const char* address, std::uint16_t port) { return Endpoint::parse(address, port).value(); }

} // namespace

class TestSocketTable : public QObject {
    Q_OBJECT

private slots:
    void aRowHasBothEndsAndTheState()
    {
        std::vector<SocketRow> rows;
        QVERIFY(real::readDiagAnswer(diagMessage(AF_INET, 8), rows));
        QCOMPARE(rows.size(), std::size_t {1});
        QCOMPARE(QString::fromStdString(rows[0].local.text()), QStringLiteral("127.0.0.1:9092"));
        QCOMPARE(QString::fromStdString(rows[0].remote.text()), QStringLiteral("127.0.0.2:40000"));
        QCOMPARE(rows[0].state, TcpState::CloseWait);
    }

    void anEndOfTheAnswerIsAnEnd()
    {
        std::vector<std::uint8_t> bytes(NLMSG_HDRLEN);
        nlmsghdr header {};
        header.nlmsg_len = NLMSG_HDRLEN;
        header.nlmsg_type = NLMSG_DONE;
        std::memcpy(bytes.data(), &header, sizeof header);
        std::vector<SocketRow> rows;
        QVERIFY(!real::readDiagAnswer(bytes, rows));
        QVERIFY(rows.empty());
    }

    void bytesThatAreNoAnswerAreNotReadBeyond()
    {
        RC_QVERIFY("cut and mangled answers", [](const std::vector<std::uint8_t>& noise) {
            std::vector<std::uint8_t> bytes = diagMessage(AF_INET6, 6);
            for (std::size_t i = 0; i + 1 < noise.size(); i += 2)
                bytes[noise[i] % bytes.size()] = noise[i + 1];
            bytes.resize(noise.size() % (bytes.size() + 1));
            std::vector<SocketRow> rows;
            real::readDiagAnswer(bytes, rows);
            RC_ASSERT(rows.size() <= 2U);
        });
    }

    void theTextOfProcIsReadToo()
    {
        std::vector<SocketRow> rows;
        real::readProcNetTcp("  sl  local_address rem_address   st tx_queue rx_queue\n"
                             "   0: 0100007F:2384 0200007F:9C40 06 00000000:00000000 03:00001751 00000000\n"
                             "   1: nonsense\n"
                             "   2: 0100007F:2385 00000000:0000 0A 00000000:00000000 00:00000000 00000000\n",
            false, rows);
        QCOMPARE(rows.size(), std::size_t {2});
        QCOMPARE(QString::fromStdString(rows[0].local.text()), QStringLiteral("127.0.0.1:9092"));
        QCOMPARE(rows[0].state, TcpState::TimeWait);
        QCOMPARE(rows[1].state, TcpState::Listen);
    }

    void everyLinuxStateHasItsNameOfTheStandard()
    {
        for (int state = 1; state <= 12; ++state)
            QVERIFY(real::tcpStateOfLinux(state) != TcpState::None);
        QCOMPARE(real::tcpStateOfLinux(0), TcpState::None);
        QCOMPARE(real::tcpStateOfLinux(99), TcpState::None);
    }

    void aSocketOfThisProcessIsInTheMachinesTable()
    {
        const real::Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_storage address {};
        const socklen_t length = at("127.0.0.1", 0).toSockaddr(address);
        QCOMPARE(::bind(fd.get(), reinterpret_cast<sockaddr*>(&address), length), 0);
        QCOMPARE(::listen(fd.get(), 1), 0);
        auto rows = real::readSocketTable();
        if (!rows)
            QSKIP(qPrintable(QStringLiteral("this machine does not show its sockets: ")
                + QString::fromStdString(rows.error().message)));
        const real::SocketTable table(std::move(*rows));
        QCOMPARE(table.stateOf(Endpoint::localOf(fd.get()), at("0.0.0.0", 0)), TcpState::Listen);
        QCOMPARE(table.stateOf(Endpoint::localOf(fd.get()), at("127.0.0.1", 1)), TcpState::None);
    }

    void addressesAreReadAndWritten()
    {
        QCOMPARE(QString::fromStdString(at("::1", 9092).text()), QStringLiteral("[::1]:9092"));
        QVERIFY(at("::1", 1).isLoopback());
        QVERIFY(at("127.3.4.5", 1).isLoopback());
        QVERIFY(!at("10.0.0.1", 1).isLoopback());
        QVERIFY(!Endpoint::parse("localhost", 1));
        // An IPv4 address that arrives on an IPv6 socket is the same one.
        QCOMPARE(at("::ffff:127.0.0.1", 7), at("127.0.0.1", 7));
    }
};

QTEST_GUILESS_MAIN(TestSocketTable)
#include "tst_sockettable.moc"
