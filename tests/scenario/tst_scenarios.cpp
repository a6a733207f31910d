// SPDX-License-Identifier: GPL-3.0-or-later
// Every shipped scenario on every profile: it runs, brings what it expects, and no client forgets its pause between tries.
#include "scenario/expectations.h"
#include "scenario/scenariotext.h"
#include "scenario/writer.h"
#include "sim/simulation.h"
#include "support/paths.h"
#include "support/requestrates.h"

#include <QTest>

#include <algorithm>

using namespace connscope;
using namespace connscope::scenario;

namespace {

/// The scenarios that the format promises, by name.
const char* const kNames[] = {"01-producer-start", "02-thousand-bootstrap-addresses", "03-first-metadata",
    "04-send-opens-connection", "05-unknown-topic", "06-metadata-refresh", "07-thousand-brokers", "08-close-or-kill",
    "09-nine-minutes-of-silence", "10-broker-closes-first", "11-producer-zombie", "12-consumer-start",
    "13-three-kinds", "14-five-partitions-four-brokers", "15-first-kind-abandoned", "16-poll-loop-keeps-alive",
    "17-consumer-zombie", "18-reuse-by-address", "19-least-loaded", "20-multiplexing", "21-coordinator-fails",
    "22-rolling-restart", "23-wrong-advertised-listener", "24-nat-forgets", "25-producer-per-message",
    "26-frozen-bootstrap", "27-fetch-from-follower", "28-transactional-producer", "29-two-hundred-consumers",
    "30-shared-client-id", "31-all-known-brokers-gone"};

Scenario read(const std::string& path)
{
    ReadResult result = tryScenarioFile(path);
    if (!result.scenario)
        throw std::runtime_error(result.errors.front().toString());
    return std::move(*result.scenario);
}

bool isChinese(const std::string& text)
{
    // Lead bytes of U+3000 to U+9FFF; typographic signs such as − and … begin with E2.
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0xe3 && byte <= 0xe9;
    });
}

} // namespace

class tst_Scenarios : public QObject {
    Q_OBJECT

    static void addFiles()
    {
        QTest::addColumn<QString>("path");
        for (const std::string& path : test::shippedScenarios())
            QTest::newRow(test::baseName(path).c_str()) << QString::fromStdString(path);
    }

private slots:
    void allAreThere()
    {
        std::vector<std::string> found;
        for (const std::string& path : test::shippedScenarios())
            found.push_back(test::baseName(path));
        QCOMPARE(found, (std::vector<std::string>(std::begin(kNames), std::end(kNames))));
    }

    void eachIsDescribedInTwoLanguagesAndExpectsSomething_data() { addFiles(); }
    void eachIsDescribedInTwoLanguagesAndExpectsSomething()
    {
        QFETCH(QString, path);
        const Scenario s = read(path.toStdString());
        QVERIFY(!s.title.en.empty() && !s.description.en.empty() && !s.theme.empty());
        QVERIFY(isChinese(s.title.zh) && isChinese(s.description.zh));
        QVERIFY(!isChinese(s.title.en));
        for (const client::Profile& profile : client::profiles()) {
            const bool checked = s.notForProfiles.count(profile.name) > 0
                || std::any_of(s.expectations.begin(), s.expectations.end(), [&](const Expectation& e) {
                       return e.profiles.empty()
                           || std::find(e.profiles.begin(), e.profiles.end(), profile.name) != e.profiles.end();
                   });
            QVERIFY2(checked, (profile.name + " is not expected anything of").c_str());
        }
        const std::string text = test::readFile(path.toStdString());
        QVERIFY2(text.front() == '#', "a scenario begins with a comment");
    }

    void eachMeetsItsExpectations_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("profile");
        for (const std::string& path : test::shippedScenarios()) {
            for (const client::Profile& profile : client::profiles())
                QTest::newRow((test::baseName(path) + " on " + profile.name).c_str())
                    << QString::fromStdString(path) << QString::fromStdString(profile.name);
        }
    }
    void eachMeetsItsExpectations()
    {
        QFETCH(QString, path);
        QFETCH(QString, profile);
        Scenario s = read(path.toStdString());
        sim::Options options;
        options.profile = profile.toStdString();
        const auto excluded = s.notForProfiles.find(options.profile);
        if (excluded != s.notForProfiles.end()) {
            QVERIFY(!sim::run(s, options).has_value());
            QVERIFY2(!excluded->second.empty(), "it must say why it does not run");
            return;
        }
        sim::Statistics statistics;
        const auto trace = sim::run(s, options, &statistics);
        QVERIFY2(trace.has_value(), trace ? "" : trace.error().toString().c_str());
        QVERIFY2(!statistics.stoppedEarly, "a limit stopped it");
        const std::string storm = test::tooManyInASecond(*trace);
        QVERIFY2(storm.empty(), storm.c_str());
        QByteArray message;
        for (const Failure& failure : checkExpectations(s, options.profile, *trace))
            message += '\n' + QByteArray::fromStdString(failure.toString(s));
        QVERIFY2(message.isEmpty(), (message + "\nseed " + QByteArray::number(qulonglong(s.seed))).constData());
    }

    void aWrittenScenarioRunsTheSame_data() { addFiles(); }
    void aWrittenScenarioRunsTheSame()
    {
        QFETCH(QString, path);
        const Scenario first = read(path.toStdString());
        Scenario second = test::readGood(writeScenario(first));
        second.file = first.file;
        sim::Options options;
        options.until = std::min<Duration>(first.until, std::chrono::seconds(30));
        const auto a = sim::run(first, options);
        const auto b = sim::run(second, options);
        QVERIFY(a.has_value() && b.has_value());
        QVERIFY(trace::equal(*a, *b));
    }
};

QTEST_GUILESS_MAIN(tst_Scenarios)
#include "tst_scenarios.moc"
