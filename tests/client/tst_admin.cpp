// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/harness.h"

#include <QtTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::client;
using trace::ClientKind;
using trace::EventKind;
using trace::RuleId;

namespace {
Instant at(std::int64_t milliseconds) { return kStart + ms(milliseconds); }
Step create()
{
    Step step;
    step.kind = Step::Kind::CreateTopic;
    step.topic = "new";
    return step;
}
} // namespace

class TestAdmin : public QObject {
    Q_OBJECT
private slots:
    void metadataFirstThenTheController()
    {
        Harness h(ClientKind::Admin, "java-3.9", {}, {create(), closeStep()});
        h.runUntil(at(2000));
        QVERIFY(h.brain->isClosed());
        QCOMPARE(h.opened(), (std::vector<std::int32_t> {-1, 1}));
        QCOMPARE(QString::fromStdString(h.sentOn(-1)), QString("API_VERSIONS METADATA"));
        QCOMPARE(QString::fromStdString(h.sentOn(1)), QString("API_VERSIONS CREATE_TOPICS"));
        QCOMPARE(h.events(EventKind::ConnectStarted).back()->rule, RuleId::ControllerNeeded);
    }
    void itsIdleLimitIsFiveMinutes()
    {
        Harness h(ClientKind::Admin, "java-3.9", {}, {create(), waitStep(kNoLimit)});
        h.runUntil(at(290'000));
        QVERIFY(h.events(EventKind::IdleExpired).empty());
        h.runUntil(at(700'000));
        const auto expired = h.events(EventKind::IdleExpired);
        QVERIFY(!expired.empty());
        QVERIFY(expired.front()->value > 300'000'000'000);
    }
    void aWrongControllerIsAskedForAgain()
    {
        Harness h(ClientKind::Admin, "java-3.9", {}, {create(), closeStep()});
        int asked = 0;
        h.answer = [&](NodeId node, const protocol::Request& request) -> std::optional<protocol::ResponseBody> {
            if (request.api == ApiKey::CreateTopics && ++asked == 1)
                return protocol::CreateTopicsResponse {protocol::ErrorCode::NotController};
            return h.standardAnswer(node, request);
        };
        h.runUntil(at(5000));
        QVERIFY(h.brain->isClosed());
        QCOMPARE(asked, 2);
        QVERIFY(std::count_if(h.sent.begin(), h.sent.end(), [](const auto& s) {
            return s.second == ApiKey::Metadata;
        }) >= 2);
    }
};

QTEST_GUILESS_MAIN(TestAdmin)
#include "tst_admin.moc"
