// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/errors.h"

#include <QTest>

#include <string>

using namespace connscope::protocol;

class TestErrors : public QObject {
    Q_OBJECT

private slots:
    void everyNameLeadsBackToItsCode()
    {
        int named = 0;
        for (int code = -1; code <= 127; ++code) {
            const auto error = static_cast<ErrorCode>(code);
            const std::string_view name = errorName(error);
            if (error != ErrorCode::UnknownServerError && name == "UNKNOWN_SERVER_ERROR")
                continue; // a code that nothing here depends on
            ++named;
            QVERIFY2(errorFromName(name) == error, std::string(name).c_str());
        }
        QCOMPARE(named, 60);
    }

    void namesAreKafkas()
    {
        QVERIFY(errorName(ErrorCode::None) == "NONE");
        QVERIFY(errorName(ErrorCode::InvalidTopic) == "INVALID_TOPIC_EXCEPTION");
        QVERIFY(errorName(ErrorCode::MemberIdRequired) == "MEMBER_ID_REQUIRED");
        QVERIFY(errorName(static_cast<ErrorCode>(9999)) == "UNKNOWN_SERVER_ERROR");
    }

    void theOldNameOfAnErrorIsRead()
    {
        QVERIFY(errorFromName("NOT_LEADER_FOR_PARTITION") == ErrorCode::NotLeaderOrFollower);
        QVERIFY(!errorFromName("not_leader_or_follower"));
        QVERIFY(!errorFromName(""));
    }

    void retriableIsWhatKafkaRetries()
    {
        QVERIFY(isRetriable(ErrorCode::LeaderNotAvailable));
        QVERIFY(isRetriable(ErrorCode::NotCoordinator));
        QVERIFY(isRetriable(ErrorCode::NetworkException));
        QVERIFY(!isRetriable(ErrorCode::None));
        QVERIFY(!isRetriable(ErrorCode::RebalanceInProgress));
        QVERIFY(!isRetriable(ErrorCode::UnknownMemberId));
        QVERIFY(!isRetriable(ErrorCode::TopicAlreadyExists));
        QVERIFY(!isRetriable(static_cast<ErrorCode>(9999)));
    }
};

QTEST_GUILESS_MAIN(TestErrors)
#include "tst_errors.moc"
