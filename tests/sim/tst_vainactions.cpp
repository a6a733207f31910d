// SPDX-License-Identifier: GPL-3.0-or-later
// An action that changes nothing says why, in a mark behind it.
#include "support/playing.h"

#include <QTest>

#include <string>
#include <vector>

using namespace connscope;
using trace::EventKind;

namespace {

/// What the marks say that an action caused.
std::vector<std::string> complaints(const std::string& actions)
{
    const trace::Trace trace = test::play(test::scenarioOf(R"(
until: 20s
cluster: {topics: {t4: 1}}
clients:
  - {name: late, kind: producer, start: 15s}
  - {name: short, kind: producer, script: [wait: 1s, close]}
  - {name: c, kind: consumer, count: 2, config: {group.id: g}, script: [subscribe: t4, poll: 20s]}
actions:
)" + actions));
    std::vector<std::string> texts;
    for (std::uint32_t i = 0; i < trace.size(); ++i) {
        const trace::Event& e = trace[EventId {i}];
        if (e.kind == EventKind::Mark && e.cause.isValid() && trace[e.cause].kind == EventKind::Action)
            texts.emplace_back(trace.text(e.text));
    }
    return texts;
}

} // namespace

class TestVainActions : public QObject {
    Q_OBJECT

private slots:
    void anActionThatChangesNothingSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("actions");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char* actions, const char* reason) {
            QTest::newRow(actions) << QByteArray(actions) << QByteArray(reason);
        };
        const char* const gone = "short is not running any more: recreate-client starts it";
        row("  - {at: 2s, do: kill-client, client: late}\n", "late has not started yet");
        row("  - {at: 2s, do: run-steps, client: late, steps: [send: t4]}\n", "late has not started yet");
        row("  - {at: 2s, do: pause-client, client: short, for: 1s}\n", gone);
        row("  - {at: 2s, do: close-client, client: short}\n", gone);
        row("  - {at: 2s, do: resume-client, client: c}\n", "c[1] is not paused, and so on for all of 2");
        row("  - {at: 2s, do: start-broker, broker: 0}\n", "broker 0 is up already");
        row("  - {at: 2s, do: resume-broker, broker: 0}\n", "broker 0 is not paused");
        row("  - {at: 2s, do: stop-broker, broker: 0}\n  - {at: 3s, do: kill-broker, broker: 0}\n",
            "broker 0 is down already");
        row("  - {at: 2s, do: stop-broker, broker: 0}\n  - {at: 3s, do: pause-broker, broker: 0}\n",
            "broker 0 is down");
        row("  - {at: 2s, do: pause-broker, broker: 0}\n  - {at: 3s, do: pause-broker, broker: 0}\n",
            "broker 0 is paused already");
        row("  - {at: 2s, do: reset-connection, client: late}\n", "no connection that is open is meant by it");
        row("  - {at: 2s, do: reset-connection, connection: 'role = transaction'}\n",
            "no connection that is open is meant by it");

        // These do something.
        row("  - {at: 2s, do: kill-client, client: c}\n", "");
        row("  - {at: 2s, do: close-client, client: '*'}\n", "");
        row("  - {at: 2s, do: recreate-client, client: short}\n", "");
        row("  - {at: 2s, do: pause-client, client: c, for: 1s}\n", "");
        row("  - {at: 2s, do: restart-broker, broker: 0, for: 1s}\n", "");
        row("  - {at: 2s, do: pause-broker, broker: 0, for: 1s}\n", "");
        row("  - {at: 2s, do: reset-connection, client: c}\n", "");
    }
    void anActionThatChangesNothingSaysWhy()
    {
        QFETCH(QByteArray, actions);
        QFETCH(QByteArray, reason);
        const std::vector<std::string> texts = complaints(actions.toStdString());
        QCOMPARE(texts.size(), std::size_t {reason.isEmpty() ? 0U : 1U});
        if (!reason.isEmpty())
            QCOMPARE(QByteArray::fromStdString(texts.front()), reason);
    }

    // A pause that was there before outlasts one that came too late.
    void aVainPauseDoesNotEnd()
    {
        QCOMPARE(complaints("  - {at: 2s, do: pause-client, client: c}\n"
                            "  - {at: 3s, do: pause-client, client: c, for: 1s}\n"
                            "  - {at: 5s, do: resume-client, client: c}\n")
                     .size(),
            std::size_t {1});
    }
};

QTEST_APPLESS_MAIN(TestVainActions)
#include "tst_vainactions.moc"
