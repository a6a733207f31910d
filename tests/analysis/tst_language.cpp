// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/language.h"
#include "analysis/phrases.h"
#include "analysis/sampletrace.h"
#include "analysis/sentences.h"
#include "analysis/why.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

using namespace connscope;
using namespace connscope::analysis;
using connscope::test::TraceBuilder;
using trace::Event;
using trace::EventKind;
using trace::RuleId;

namespace {

/// Kafka's, TCP's and programs' own words, which are the same in every language.
bool isProperName(const QString& word)
{
    static const std::set<QString> kNames {
        QStringLiteral("Broker"),
        QStringLiteral("bootstrap.servers"),
        QStringLiteral("Integer.MAX_VALUE"),
        QStringLiteral("close"),
        QStringLiteral("acks"),
        QStringLiteral("kill"),
        QStringLiteral("Linux"),
    };
    static const QRegularExpression kUpper(QStringLiteral("^[A-Z][A-Z_]+$"));
    return word.size() < 2 || kNames.contains(word) || kUpper.match(word).hasMatch();
}

/// What is left of English in \a text; "" = nothing.
QString englishIn(std::string_view text)
{
    QString plain = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    plain.remove(QRegularExpression(QStringLiteral("\\{[a-z]+\\}")));
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z][A-Za-z_]*(?:\\.[A-Za-z_]+)*"));
    for (auto it = kWord.globalMatch(plain); it.hasNext();) {
        const QString word = it.next().captured();
        if (!isProperName(word))
            return word;
    }
    return {};
}

bool hasChinese(std::string_view text)
{
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0xe3 && byte <= 0xe9;
    });
}

std::set<QString> slotsOf(std::string_view text)
{
    std::set<QString> out;
    static const QRegularExpression kSlot(QStringLiteral("\\{[a-z]*\\}"));
    const QString all = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    for (auto it = kSlot.globalMatch(all); it.hasNext();)
        out.insert(it.next().captured());
    return out;
}

/// An event of every kind with all its fields set.
Event fullEvent(TraceBuilder& b, EventKind kind, ClientId client, ConnectionId connection)
{
    Event e;
    e.kind = kind;
    e.client = client;
    e.connection = connection;
    e.node = NodeId {2};
    e.broker = BrokerId {2};
    e.api = ApiKey::Metadata;
    e.correlation = 5;
    e.side = trace::Side::Client;
    e.state = trace::TcpState::FinWait1;
    e.value = 1;
    e.size = 4;
    e.text = b.trace.intern("4-0");
    return e;
}

} // namespace

class TestLanguage : public QObject {
    Q_OBJECT

private slots:
    void everyPatternHasTheSameSlotsInBothLanguages()
    {
        for (int i = 0; i < kPhraseCount; ++i) {
            const auto phrase = static_cast<Phrase>(i);
            const std::string_view english = pattern(phrase, Language::English);
            const std::string_view chinese = pattern(phrase, Language::Chinese);
            QVERIFY2(!english.empty() && !chinese.empty(), qPrintable(QString::number(i)));
            QVERIFY2(slotsOf(english) == slotsOf(chinese), english.data());
            QVERIFY2(englishIn(chinese).isEmpty(), chinese.data());
        }
    }
    void everyKindHasAChineseSentenceOfItsOwn()
    {
        TraceBuilder b;
        const ClientId client = b.client("7", trace::ClientKind::Producer);
        const ConnectionId connection = b.connect(client, NodeId {2}, "1.2.3.4:9092", RuleId::LeaderHasRecords, {});
        const Names names(b.trace);
        std::set<std::string> seen;
        for (int kind = 0; kind < trace::kEventKindCount; ++kind) {
            const Event e = fullEvent(b, static_cast<EventKind>(kind), client, connection);
            const std::string words = sentence(names, e, Language::Chinese);
            QVERIFY2(hasChinese(words), words.c_str());
            QVERIFY2(englishIn(words).isEmpty(), words.c_str());
            QVERIFY2(seen.insert(words).second, words.c_str());
            QVERIFY2(words.find("  ") == std::string::npos && !words.ends_with("。"), words.c_str());
            const std::string more = details(b.trace, e, Language::Chinese);
            QVERIFY2(englishIn(more).isEmpty(), more.c_str());
            const std::string_view word = kindWord(e.kind, Language::Chinese);
            QVERIFY2(hasChinese(word) && englishIn(word).isEmpty(), word.data());
        }
    }
    void aKindWithoutItsFieldsHasAChineseSentenceToo()
    {
        const trace::Trace trace;
        const Names names(trace);
        for (int kind = 0; kind < trace::kEventKindCount; ++kind) {
            Event e;
            e.kind = static_cast<EventKind>(kind);
            const std::string words = sentence(names, e, Language::Chinese);
            QVERIFY2(hasChinese(words) && englishIn(words).isEmpty(), words.c_str());
        }
    }
    void everyRuleHasAChineseNameAndSentence()
    {
        std::set<std::string_view> seen;
        for (int i = 0; i < trace::kRuleCount; ++i) {
            const auto rule = static_cast<RuleId>(i);
            QCOMPARE(chineseRule(rule).id, rule);
            const std::string_view name = ruleName(rule, Language::Chinese);
            const std::string_view text = ruleSentence(rule, Language::Chinese);
            QVERIFY2(hasChinese(name) && englishIn(name).isEmpty(), name.data());
            QVERIFY2(seen.insert(name).second, name.data());
            QVERIFY2(text.ends_with("。") && englishIn(text).isEmpty(), text.data());
            QVERIFY2(hasChinese(text), text.data());
            QCOMPARE(ruleName(rule, Language::English), trace::ruleName(rule));
        }
    }
    void singleWordsAreChinese()
    {
        for (int role = 0; role < kRoleCount; ++role)
            QVERIFY(hasChinese(roleWord(static_cast<Role>(role), Language::Chinese)));
        QCOMPARE(sideWord(trace::Side::Client, Language::Chinese), std::string_view("客户端"));
        QCOMPARE(sideWord(trace::Side::None, Language::Chinese), std::string_view());
        QCOMPARE(clientKindWord(trace::ClientKind::Consumer, Language::Chinese), std::string_view("消费者"));
        QCOMPARE(kindWord(static_cast<EventKind>(250), Language::Chinese), std::string_view());
    }
    void nodeIdsKeepTheirDigitsAndTellTheirMeaning()
    {
        QCOMPARE(nodeMeaning(NodeId {2147483645}, Role::Coordinator, Language::Chinese),
            std::string("Broker 2 上的组协调者 = 2147483647 − 2"));
        QCOMPARE(nodeMeaning(NodeId {-2}, Role::Bootstrap, Language::Chinese),
            std::string("bootstrap.servers 的第 2 个地址"));
        QCOMPARE(
            nodeMeaning(NodeId {4}, Role::Transaction, Language::Chinese), std::string("Broker 4，兼任事务协调者"));
    }
    void sentencesAreReadableChinese()
    {
        const trace::Trace trace = test::sampleTrace();
        const Names names(trace);
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const Event& e = trace[i];
            if (e.kind == EventKind::ConnectStarted && e.node.isCoordinator()) {
                QCOMPARE(sentence(names, e, Language::Chinese),
                    std::string("consumer-1 开始连接节点 2147483645（localhost:9094）"));
            }
        }
        QCOMPARE(lengthOfTime(Duration {540'012'345'678}, Language::Chinese), std::string("540.012 秒"));
        QCOMPARE(leftOutText(7, Language::Chinese), std::string("（另有 7 个原因与此类似）"));
        QCOMPARE(leftOutText(1, Language::English), std::string("(1 cause more of the same kind)"));
        QCOMPARE(joinAnd({"a", "b", "c"}, Language::Chinese), std::string("a，b和c"));
        QCOMPARE(joinAnd({"a", "b", "c"}), std::string("a, b and c"));
    }
    void wordsThatSessionsWriteIntoTextsAreChineseToo()
    {
        trace::Trace trace;
        const Names names(trace);
        const auto say = [&](EventKind kind, std::string_view text) {
            Event e;
            e.kind = kind;
            e.broker = BrokerId {2};
            e.text = trace.intern(text);
            return sentence(names, e, Language::Chinese);
        };
        QCOMPARE(say(EventKind::BrokerDown, "killed"), std::string("Broker 2 下线（被杀死）"));
        QCOMPARE(say(EventKind::TransactionState, "commit"), std::string("某个客户端的事务：提交"));
        QVERIFY(QString::fromStdString(say(EventKind::MetadataUpdated, "leader of t4-0"))
                    .endsWith(QStringLiteral("：t4-0 的领导者")));
        QVERIFY(QString::fromStdString(say(EventKind::TopicCreated, "commit")).contains(QLatin1String("commit")));
    }
    void noBlankStaysBetweenTwoChineseWords()
    {
        const trace::Trace trace;
        const Names names(trace);
        Event e;
        e.kind = EventKind::ConnectStarted;
        QCOMPARE(sentence(names, e, Language::Chinese), std::string("某个客户端开始连接某个节点"));
    }
};

QTEST_GUILESS_MAIN(TestLanguage)
#include "tst_language.moc"
