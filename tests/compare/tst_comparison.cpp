// SPDX-License-Identifier: GPL-3.0-or-later
// What differs, in rows and in sentences.
#include "compare/report.h"
#include "compare/summary.h"
#include "support/playing.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace connscope;
using analysis::Language;
using compare::Aspect;
using compare::Comparison;
using compare::Run;
using compare::Words;
using trace::Trace;

namespace {

Trace play(const std::string& name, const std::vector<std::string>& settings = {}, const std::string& profile = {},
    std::optional<Duration> until = {})
{
    sim::Options options;
    options.profile = profile;
    options.until = until;
    return test::play(test::shippedScenario(name, settings), options);
}

std::string sentence(const Comparison& comparison, Words kind, Language language = Language::English)
{
    for (const compare::Sentence& s : compare::summarize(comparison, language)) {
        if (s.kind == kind)
            return s.text;
    }
    return {};
}

template <typename Writer>
std::string text(const Comparison& comparison, const Writer& write)
{
    std::string out;
    analysis::TextSink sink([&out](std::string_view piece) {
        out += piece;
        return true;
    });
    write(comparison, sink);
    return out;
}

} // namespace

class TestComparison : public QObject {
    Q_OBJECT

private slots:
    /// "Only in the first run: broker 2 answers JOIN_GROUP 5" would be false: the second has that answer as well.
    void whatBothHaveForAnotherReasonIsNotSaidToBeOfOne()
    {
        const Trace first = play("13-three-kinds");
        const Trace second = play("13-three-kinds", {"cluster.group.initial.rebalance.delay.ms=50"});
        const Comparison comparison(first, second);
        QVERIFY2(sentence(comparison, Words::Parting).empty(), sentence(comparison, Words::Parting).c_str());
        const std::string said = sentence(comparison, Words::PartingOtherwise);
        QVERIFY2(said.find("JOIN_GROUP") != std::string::npos
                && said.find("in the other that comes at") != std::string::npos,
            said.c_str());
        QVERIFY(
            sentence(comparison, Words::PartingOtherwise, Language::Chinese).find("原因不同") != std::string::npos);
    }
    void nothingDiffersFromTheSameRun()
    {
        const Trace trace = play("13-three-kinds");
        const Comparison comparison(trace, trace);
        QVERIFY(comparison.isSame());
        QCOMPARE(comparison.differenceCount(), std::size_t {0});
        const auto sentences = compare::summarize(comparison);
        QCOMPARE(sentences.size(), std::size_t {1});
        QCOMPARE(sentences.front().kind, Words::Same);
        QVERIFY(sentences.front().text.find("5 connections") != std::string::npos);
        QCOMPARE(text(comparison, compare::writeEvents).find('<'), std::string::npos);
    }

    void aBrokerOfOneRunHasNoSettingsInTheOther()
    {
        const Trace first = play("13-three-kinds");
        const Trace second = play("14-five-partitions-four-brokers");
        const Comparison comparison(first, second);
        QCOMPARE(sentence(comparison, Words::OnlyBroker), std::string("Only the second run has broker 3."));
        for (const compare::Sentence& s : compare::summarize(comparison))
            QVERIFY2(s.text.find("of broker 3 is") == std::string::npos, s.text.c_str());
        QCOMPARE(
            sentence(Comparison(second, first), Words::OnlyBroker), std::string("Only the first run has broker 3."));
        QCOMPARE(sentence(Comparison(first, first), Words::OnlyBroker), std::string());
    }

    void aShorterLimitAtTheBrokerMakesTheBrokerCloseFirst()
    {
        const Trace first = play("09-nine-minutes-of-silence");
        const Trace second = play("09-nine-minutes-of-silence", {"cluster.connections.max.idle.ms=300000"});
        const Comparison comparison(first, second);
        QCOMPARE(comparison.settings().size(), std::size_t {1});
        QCOMPARE(comparison.settings().front().key, std::string("connections.max.idle.ms"));
        QCOMPARE(comparison.settings().front().brokers.size(), std::size_t {3});
        QCOMPARE(sentence(comparison, Words::SettingDiffers),
            std::string("connections.max.idle.ms of brokers 0, 1 and 2 is 600000 in the first run and 300000 in the "
                        "second."));
        const auto ended = std::find_if(comparison.connections().begin(), comparison.connections().end(),
            [](const compare::ConnectionRow& row) { return row.differs(Aspect::End); });
        QVERIFY(ended != comparison.connections().end());
        QCOMPARE(ended->first->life.closer, trace::Side::Client);
        QCOMPARE(ended->second->life.closer, trace::Side::Broker);
        QVERIFY(ended->second->idle && *ended->second->idle >= std::chrono::minutes(5));
        QVERIFY(sentence(comparison, Words::Parting).find("only in the second run: the broker closes")
            != std::string::npos);
        const std::string chinese = sentence(comparison, Words::EndDiffers, Language::Chinese);
        QVERIFY2(chinese.find("由客户端关闭") != std::string::npos, chinese.c_str());
    }

    void closeWaitAndReconnectsAreCounted()
    {
        const Trace first = play("10-broker-closes-first", {"cluster.connections.max.idle.ms=600000"});
        const Trace second = play("10-broker-closes-first");
        const Comparison comparison(first, second);
        QCOMPARE(sentence(comparison, Words::CloseWaitDiffers).find("none in the first run"), std::size_t {32});
        std::uint64_t reopened = 0;
        for (const compare::ClientRow& client : comparison.clients()) {
            QCOMPARE(client.reopened[0], std::uint64_t {0});
            reopened += client.reopened[1];
        }
        QCOMPARE(reopened, second.connectionCount() - first.connectionCount());
        QVERIFY(!sentence(comparison, Words::Reconnects).empty());
        QVERIFY(sentence(comparison, Words::OnlyConnections).starts_with("Only the second run has"));
    }

    void idleTimesOfTheSameRuleAreCompared()
    {
        const Trace first = play("15-first-kind-abandoned", {"*.connections.max.idle.ms=60000"});
        const Trace second = play("15-first-kind-abandoned", {"*.connections.max.idle.ms=90000"});
        const Comparison comparison(first, second);
        const auto row = std::find_if(comparison.connections().begin(), comparison.connections().end(),
            [](const compare::ConnectionRow& r) { return r.differs(Aspect::Idle); });
        QVERIFY(row != comparison.connections().end());
        QVERIFY(*row->second->idle - *row->first->idle > std::chrono::seconds(20));
        QVERIFY(!row->differs(Aspect::End));
    }

    void whereOnlySettingsDifferThatIsSaid()
    {
        const Trace first = play("13-three-kinds");
        const Trace second = play("13-three-kinds", {"*.reconnect.backoff.max.ms=2000"});
        const Comparison comparison(first, second);
        QVERIFY(!comparison.isSame());
        QCOMPARE(comparison.differenceCount(), std::size_t {0});
        QVERIFY(!sentence(comparison, Words::NothingElse).empty());
    }

    void rowsOfTheTableAreMarked()
    {
        const Trace first = play("10-broker-closes-first", {"cluster.connections.max.idle.ms=600000"});
        const Trace second = play("10-broker-closes-first");
        const Comparison comparison(first, second);
        const std::string table = text(comparison, compare::writeConnections);
        const std::string events = text(comparison, compare::writeEvents);
        QVERIFY(table.find("\n*  producer-1") != std::string::npos);
        QVERIFY(table.find("\n>  producer-1") != std::string::npos);
        QCOMPARE(table.find("\n<  producer-1"), std::string::npos);
        QVERIFY(table.find("end: open at the end | broker (broker idle expiry)") != std::string::npos);
        const auto lines = static_cast<std::size_t>(std::count(events.begin(), events.end(), '\n'));
        QCOMPARE(lines,
            comparison.alignment().aloneCount(Run::First) + comparison.alignment().aloneCount(Run::Second) + 1);
    }

    void oneSentenceSaysHowManyAreLeftOut()
    {
        // Two hundred clients, each of which differs in a way of its own: rates, nodes.
        const Trace first = play("29-two-hundred-consumers", {}, "java-3.9", std::chrono::minutes(4));
        const Trace second = play("29-two-hundred-consumers", {"cluster.connections.max.idle.ms=30000"}, "java-3.9",
            std::chrono::minutes(4));
        const Comparison comparison(first, second);
        std::map<Words, std::size_t> count;
        for (const compare::Sentence& s : compare::summarize(comparison)) {
            QVERIFY(!s.text.empty());
            ++count[s.kind];
        }
        for (const auto& [kind, n] : count) {
            if (kind != Words::More)
                QVERIFY(n <= compare::kMostOfAKind);
        }
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
