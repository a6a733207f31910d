// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/spokenaction.h"
#include "scenario/actiontext.h"
#include "scenario/actionwords.h"

#include <QTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::analysis;
using scenario::Action;

namespace {

/// An action with everything that its kind may say.
Action full(Action::Kind kind)
{
    const scenario::ActionWord& word = scenario::wordOf(kind);
    const unsigned says = word.needs | word.may;
    Action action;
    action.kind = kind;
    if ((says & scenario::BrokerField) != 0)
        action.broker = BrokerId {2};
    if ((says & scenario::ClientField) != 0)
        action.client = "orders";
    if ((says & (scenario::PartitionField | scenario::TopicField)) != 0)
        action.topic = "t4";
    if ((says & scenario::RecordsField) != 0)
        action.records = 10;
    if ((says & (scenario::GroupField | scenario::TransactionField)) != 0)
        action.group = "test";
    if ((says & (scenario::ForField | scenario::ByField)) != 0)
        action.duration = std::chrono::seconds(10);
    if ((says & scenario::ConfigField) != 0)
        action.config = {{"connections.max.idle.ms", "5000"}};
    if ((says & scenario::ConnectionField) != 0)
        action.node = "2147483645";
    return action;
}

bool isChinese(const std::string& text)
{
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0xe3 && byte <= 0xe9;
    });
}

} // namespace

class TestSpokenAction : public QObject {
    Q_OBJECT

private slots:
    void everyActionIsSaidInChinese()
    {
        for (const scenario::ActionWord& word : scenario::kActionWords) {
            if (word.kind == Action::Kind::Mark)
                continue; // its text is the scenario's own
            const std::string text = scenario::actionText(full(word.kind));
            const std::string said = spokenAction(text, Language::Chinese);
            QVERIFY2(isChinese(said), said.c_str());
            QVERIFY2(said.find(word.word) == std::string::npos, said.c_str());
            for (const char* english : {" for ", " by ", " to ", "every", "broker "})
                QVERIFY2(said.find(english) == std::string::npos, said.c_str());
            QCOMPARE(spokenAction(text, Language::English), text);
            Action least;
            least.kind = word.kind;
            least.broker = BrokerId {1};
            least.topic = "t";
            least.group = "g";
            QVERIFY2(isChinese(spokenAction(scenario::actionText(least), Language::Chinese)),
                scenario::actionText(least).c_str());
        }
    }

    void theWordsAreThoseOfTheWindow()
    {
        const auto zh = [](std::string_view text) { return spokenAction(text, Language::Chinese); };
        QCOMPARE(zh("kill-broker 2"), std::string("杀死 Broker 2"));
        QCOMPARE(zh("pause-broker 3 for 1m30s"), std::string("暂停 Broker 3，持续 1 分 30 秒"));
        QCOMPARE(zh("slow-broker 1 by 200ms"), std::string("让 Broker 1 每次慢 200 毫秒"));
        QCOMPARE(zh("cut-link every client - every broker for 10s"),
            std::string("切断链路所有客户端 – 所有 Broker，持续 10 秒"));
        QCOMPARE(zh("move-leader t4-0 to 2"), std::string("把 t4-0 的领导者移到 Broker 2"));
        QCOMPARE(zh("kill-client *"), std::string("杀死所有客户端"));
        QCOMPARE(zh("kill-client a for b"), std::string("杀死 a for b")); // a name may hold any words
    }

    void whatHasAnotherFormStaysAsItIs()
    {
        for (const char* text : {"", "kill-broker", "kill-broker two", "cut-link nobody", "start of the scenario",
                 "append-records t4-0", "slow-broker 1", "reset-connection a - b"})
            QCOMPARE(spokenAction(text, Language::Chinese), std::string(text));
    }
};

QTEST_GUILESS_MAIN(TestSpokenAction)
#include "tst_spokenaction.moc"
