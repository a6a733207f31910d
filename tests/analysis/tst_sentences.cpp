// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/sampletrace.h"
#include "analysis/sentences.h"

#include <QTest>

#include <set>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::Event;
using trace::EventKind;

class TestSentences : public QObject {
    Q_OBJECT

private slots:
    void everyKindHasASentenceOfItsOwn()
    {
        TraceBuilder b;
        const ClientId client = b.client("c-1", trace::ClientKind::Producer);
        const ConnectionId connection
            = b.connect(client, NodeId {2}, "host:9092", trace::RuleId::LeaderHasRecords, {});
        const Names names(b.trace);
        std::set<std::string> seen;
        for (int kind = 0; kind < trace::kEventKindCount; ++kind) {
            Event e;
            e.kind = static_cast<EventKind>(kind);
            e.client = client;
            e.connection = connection;
            e.node = NodeId {2};
            e.broker = BrokerId {2};
            e.api = ApiKey::Metadata;
            e.correlation = 5;
            e.side = trace::Side::Client;
            e.state = trace::TcpState::FinWait1;
            e.value = 3;
            e.size = 4;
            e.text = b.trace.intern("t4-0");
            const std::string words = sentence(names, e);
            QVERIFY2(words.size() > 5 && words != trace::kindName(e.kind), words.c_str());
            QVERIFY2(seen.insert(words).second, words.c_str());
            QVERIFY2(!words.ends_with('.') && words.find("  ") == std::string::npos, words.c_str());
        }
    }
    void anEventWithoutAnythingHasASentenceToo()
    {
        const trace::Trace trace;
        const Names names(trace);
        for (int kind = 0; kind < trace::kEventKindCount; ++kind) {
            Event e;
            e.kind = static_cast<EventKind>(kind);
            QVERIFY2(!sentence(names, e).empty(), trace::kindName(e.kind).data());
            details(trace, e); // and no crash here
        }
    }
    void detailsSayWhatTheOtherColumnsDoNot()
    {
        trace::Trace trace;
        Event e;
        e.kind = EventKind::RequestSent;
        e.api = ApiKey::FindCoordinator;
        e.correlation = 0;
        e.text = trace.intern("group:test");
        e.size = 31;
        QCOMPARE(details(trace, e), std::string("FIND_COORDINATOR 0, group:test, 31 bytes"));
        e = {};
        e.kind = EventKind::IdleExpired;
        e.side = trace::Side::Broker;
        e.value = 600'123'000'000;
        QCOMPARE(details(trace, e), std::string("broker, 600.123 s since last use"));
        e = {};
        e.kind = EventKind::TcpState;
        e.side = trace::Side::Client;
        e.state = trace::TcpState::CloseWait;
        QCOMPARE(details(trace, e), std::string("client CLOSE-WAIT"));
        e = {};
        e.kind = EventKind::AppReturn;
        e.text = trace.intern("send(x-0)");
        e.value = 3;
        QCOMPARE(details(trace, e), std::string("send(x-0), UNKNOWN_TOPIC_OR_PARTITION"));
        e.value = 1'000'000;
        QCOMPARE(details(trace, e), std::string("send(x-0), error 1000000"));
        e = {};
        e.kind = EventKind::ClientCloseCalled;
        e.value = 9'223'372'036'854'775'807;
        QCOMPARE(details(trace, e), std::string("no time limit"));
    }
    void whatIsCoordinatedIsSaidInTheLanguage()
    {
        trace::Trace trace;
        Event e;
        e.kind = EventKind::CoordinatorFound;
        e.broker = BrokerId {2};
        for (const auto& [text, chinese] : {std::pair("group test", "消费组 test"), {"transaction tx", "事务 tx"}}) {
            e.text = trace.intern(text);
            QVERIFY(details(trace, e).starts_with(text));
            QVERIFY2(details(trace, e, Language::Chinese).starts_with(chinese),
                details(trace, e, Language::Chinese).c_str());
        }
    }
    void whatIsLostIsSaidInTheLanguage()
    {
        trace::Trace trace;
        Event e;
        e.kind = EventKind::PacketDropped;
        for (const auto& [text, chinese] :
            {std::pair("PRODUCE request", "PRODUCE 请求"), {"FETCH response", "FETCH 响应"}, {"SYN", "SYN"}}) {
            e.text = trace.intern(text);
            QVERIFY2(details(trace, e).find(text) != std::string::npos, details(trace, e).c_str());
            const std::string said = details(trace, e, Language::Chinese);
            QVERIFY2(
                said.find(chinese) != std::string::npos && said.find("request") == std::string::npos, said.c_str());
        }
    }
    void lengthsKeepThreeDigitsOrMore()
    {
        QCOMPARE(lengthOfTime(Duration {540'012'345'678}), std::string("540.012 s"));
        QCOMPARE(lengthOfTime(Duration {1'250'000}), std::string("1.250 ms"));
        QCOMPARE(lengthOfTime(Duration {27'999}), std::string("27 µs"));
        QCOMPARE(lengthOfTime(Duration {9}), std::string("9 ns"));
        QCOMPARE(lengthOfTime(Duration {0}), std::string("0.000 s"));
    }
};

QTEST_GUILESS_MAIN(TestSentences)
#include "tst_sentences.moc"
