// SPDX-License-Identifier: GPL-3.0-or-later
// Every shipped lesson, on each profile that it names, against a second solver over the exported traces.
#include "lesson/feedback.h"
#include "lesson/lessontext.h"
#include "lesson/solvers.h"
#include "support/paths.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <set>

using namespace connscope;
using analysis::Language;
using test::closerOf;
using test::kind;
using test::ns;
using test::orderOf;
using test::Row;
using test::sent;
using test::Socket;
using test::Solution;
using test::TraceBook;

namespace {

using Books = std::map<std::string, const TraceBook*>; // by run
using LessonSolver = std::function<Solution(const TraceBook& book, const Books& books)>;

Solution n(std::int64_t number) { return Solution::of(number); }
bool boot(const Socket& s) { return s.isBootstrap(); }
bool data(const Socket& s) { return s.isData(); }

auto openAt(double seconds)
{
    return [at = ns(seconds)](const Socket& s) { return s.isOpen(at); };
}
auto openedBy(double seconds)
{
    return [at = ns(seconds)](const Socket& s) { return s.opened <= at; };
}
template <typename A, typename B>
auto both(A a, B b)
{
    return [a, b](const auto& x) { return a(x) && b(x); };
}
auto node(std::int64_t id)
{
    return [id](const auto& x) { return x.node == id; };
}
auto remote(std::string port)
{
    return [port = std::move(port)](const Socket& s) { return s.remote.ends_with(port); };
}
auto ofClient(const TraceBook& book, std::string name)
{
    return [&book, name = std::move(name)](const Socket& s) { return book.clientName(s.client) == name; };
}
auto state(std::string side, std::string name)
{
    return
        [side = std::move(side), name = std::move(name)](const Row& r) { return r.side == side && r.state == name; };
}
auto later(double seconds)
{
    return [at = ns(seconds)](const Row& r) { return r.t > at; };
}
bool isConsumers(const TraceBook& book, std::int64_t client)
{
    return book.first([client](const Row& r) { return r.kind == "client created" && r.client == client; })->value
        == 1;
}
auto consumers(const TraceBook& book)
{
    return [&book](const Socket& s) { return isConsumers(book, s.client); };
}
Solution picked(const TraceBook& book, const std::function<bool(const Socket&)>& is)
{
    Solution solution;
    for (const Socket& s : book.sockets()) {
        if (is(s))
            solution.text += (solution.text.empty() ? "" : ",") + std::to_string(s.conn);
    }
    return solution;
}
std::int64_t inWait(const TraceBook& book, double at)
{
    return book.countSockets([&](const Socket& s) {
        return isConsumers(book, s.client) && book.tcp(s.conn, "client", ns(at)) == "CLOSE-WAIT";
    });
}
/// The most requests of one kind that were sent on a connection and not yet answered.
std::int64_t mostInFlight(const TraceBook& book, std::int64_t nodeId)
{
    std::int64_t now = 0;
    std::int64_t most = 0;
    for (const Row& row : book.rows()) {
        if (row.node != nodeId)
            continue;
        if (row.kind == "request sent")
            most = std::max(most, ++now);
        else if (row.kind == "response received")
            --now;
    }
    return most;
}

/// Of each lesson, its questions in their order.
const std::map<std::string, std::vector<LessonSolver>>& solvers()
{
    static const std::map<std::string, std::vector<LessonSolver>> kSolvers {
        {"01-what-is-a-connection",
            {[](auto& b, auto&) { return n(b.countSockets(openedBy(1.9))); },
                [](auto& b, auto&) {
                    return orderOf(b,
                        {{"the client sends a SYN", state("client", "SYN-SENT")},
                            {"the client's socket is ESTABLISHED", state("client", "ESTABLISHED")},
                            {"API_VERSIONS is sent", sent("API_VERSIONS")},
                            {"the connection is ready", kind("ready")}, {"METADATA is sent", sent("METADATA")}});
                },
                [](auto& b, auto&) { return n(b.countSockets(openedBy(2.9))); }}},
        {"02-bootstrap-ids",
            {[](auto& b, auto&) {
                 for (const Socket& s : b.sockets()) {
                     if (s.isBootstrap() && s.remote.ends_with(":9092"))
                         return n(s.node);
                 }
                 return Solution {};
             },
                [](auto& b, auto&) { return n(b.countSockets(both(boot, openedBy(4.9)))); },
                [](auto& b, auto&) { return picked(b, both(boot, remote(":9092"))); }}},
        {"03-metadata-real-ids",
            {[](auto& b, auto&) { return n(b.first(kind("metadata updated"))->size); },
                [](auto& b, auto&) { return n(b.countSockets(openAt(1.9))); },
                [](auto& b, auto&) {
                    const Socket& first = b.sockets().front();
                    const bool other = b.countSockets(node(0)) == 1
                        && b.first(both(kind("connect started"), node(0)))->conn != first.conn;
                    return Solution {
                        first.closed == Row::kNothing && other ? "It stays open and carries nothing" : "?"};
                }}},
        {"04-leaders-and-multiplexing",
            {[](auto& b, auto&) {
                 std::set<std::int64_t> carriers;
                 for (const Row& r : b.rows()) {
                     if (r.kind == "request sent" && r.api == "PRODUCE")
                         carriers.insert(r.conn);
                 }
                 return n(std::ssize(carriers));
             },
                [](auto& b, auto&) { return n(b.first(both(kind("request sent"), node(0)))->corr); },
                [](auto& b, auto&) {
                    const std::int64_t most = mostInFlight(b, 0);
                    return Solution {most == 5 ? "A few: up to five"
                            : most < 2         ? "One: the next one waits for the answer"
                                               : "Any number: TCP keeps them in order"};
                }}},
        {"05-metadata-refresh",
            {[](auto& b, auto&) {
                 const auto asked = b.count([](const Row& r) {
                     return r.kind == "request sent" && r.api == "METADATA"
                         && r.text.find("fresh") != std::string::npos;
                 });
                 return Solution {asked == 0 ? "Never: the record is refused"
                         : asked == 1        ? "Once"
                                             : "More than once"};
             },
                [](auto& b, auto&) {
                    const Row* r = b.first([](const Row& row) {
                        return row.kind == "metadata requested" && row.rule == "metadata max age";
                    });
                    return n((r->t + ns(30)) / ns(60));
                },
                [](auto&, auto& books) {
                    const auto old = books.at("drifting")->countSockets(data);
                    const auto now = books.at("refresh")->countSockets(data);
                    return Solution {old > now ? "The one of 2.2" : old < now ? "The one of 2.8" : "Both the same"};
                }}},
        {"06-idle-nine-minutes",
            {[](auto& b, auto&) { return closerOf(b, node(-1), ns(570)); },
                [](auto& b, auto&) {
                    const bool client = b.first(both(node(-1), state("client", "TIME-WAIT"))) != nullptr;
                    const bool broker = b.first(both(node(-1), state("broker", "TIME-WAIT"))) != nullptr;
                    return Solution {client && broker ? "At both ends"
                            : client                  ? "At the client"
                            : broker                  ? "At the broker"
                                                      : "At none"};
                },
                [](auto& b, auto&) {
                    for (const Socket& s : b.sockets()) {
                        if (s.node == 0)
                            return n((s.closed + ns(0.5)) / ns(1));
                    }
                    return Solution {};
                }}},
        {"07-who-closes",
            {[](auto& b, auto&) { return closerOf(b, both(consumers(b), node(1)), ns(240)); },
                [](auto& b, auto&) { return n(inWait(b, 240)); },
                [](auto& b, auto&) {
                    return Solution {inWait(b, 300) == inWait(b, 240) && inWait(b, 310) == 0
                            ? "The application's next poll()"
                            : "?"};
                }}},
        {"08-minus-one-zombie",
            {[](auto& b, auto&) { return n(b.countSockets(both(ofClient(b, "consumer-1"), openAt(1800)))); },
                [](auto& b, auto&) { return picked(b, both(boot, openAt(1800))); },
                [](auto&, auto& books) {
                    const TraceBook& b = *books.at("one_end");
                    // of two producers with one client.id the second was told -1
                    return closerOf(b, [](const Socket& s) { return s.node == -1 && s.client == 1; });
                }}},
        {"09-consumer-opens-nothing",
            {[](auto& b, auto&) { return n(b.countSockets(openedBy(9.9))); },
                [](auto& b, auto&) {
                    return orderOf(b,
                        {{"FIND_COORDINATOR is sent", sent("FIND_COORDINATOR")},
                            {"the connection to the coordinator is opened",
                                [](const Row& r) { return r.kind == "connect started" && r.node > 2147000000; }},
                            {"JOIN_GROUP is sent", sent("JOIN_GROUP")},
                            {"OFFSET_FETCH is sent", sent("OFFSET_FETCH")}});
                },
                [](auto& b, auto&) { return n(b.countSockets(openAt(15))); }}},
        {"10-find-coordinator",
            {[](auto& b, auto&) { return n(2147483647 - b.first(kind("coordinator found"))->broker); },
                [](auto& b, auto&) {
                    const auto broker = b.first(kind("coordinator found"))->broker;
                    return n(
                        b.countSockets([broker](const Socket& s) { return s.broker == broker && s.isOpen(ns(2)); }));
                },
                [](auto& b, auto&) {
                    std::set<std::string> apis;
                    for (const Row& r : b.rows()) {
                        if (r.kind == "request sent" && r.node == 2147483645)
                            apis.insert(r.api);
                    }
                    return Solution {
                        apis.count("FETCH") == 0 && apis.count("JOIN_GROUP") == 1 && apis.count("HEARTBEAT") == 1
                            ? "Those of the group: JOIN_GROUP, HEARTBEAT, OFFSET_COMMIT"
                            : "?"};
                }}},
        {"11-five-partitions",
            {[](auto& b, auto&) { return n(b.countSockets(both(data, openedBy(8)))); },
                [](auto& b, auto&) { return picked(b, [](const Socket& s) { return s.isCoordinator(); }); },
                [](auto& b, auto&) { return n(b.countSockets(openAt(630))); }}},
        {"12-a-better-key",
            {[](auto& b, auto&) { return n(b.countSockets(ofClient(b, "consumer-2"))); },
                [](auto& b, auto&) {
                    std::set<std::int64_t> beats;
                    std::set<std::int64_t> fetches;
                    for (const Row& r : b.rows()) {
                        if (r.kind == "request sent" && b.clientName(r.client) == "consumer-2")
                            (r.api == "HEARTBEAT"      ? beats
                                    : r.api == "FETCH" ? fetches
                                                       : *std::make_unique<std::set<std::int64_t>>())
                                .insert(r.conn);
                    }
                    return Solution {fetches.count(*beats.begin()) > 0
                            ? "The fetches from that broker"
                            : "Nothing: they have a connection of their own"};
                }}},
        {"13-coordinator-fails",
            {[](auto& b, auto&) { return closerOf(b, node(2147483645)); },
                [](auto& b, auto&) {
                    return n(b.countSockets([](const Socket& s) {
                        return s.broker == 2 && s.closed >= ns(10) && s.closed <= ns(10.05);
                    }));
                },
                [](auto& b, auto&) {
                    return orderOf(b,
                        {{"the broker's FIN arrives",
                             [](const Row& r) {
                                 return r.kind == "fin received" && r.side == "client" && r.node == 2147483645
                                     && r.t > ns(10);
                             }},
                            {"it notices that the coordinator's connection ended", kind("coordinator lost")},
                            {"it sends FIND_COORDINATOR on a connection that is left",
                                both(sent("FIND_COORDINATOR"), later(10))},
                            {"it learns the new coordinator", both(kind("coordinator found"), later(10))}});
                },
                [](auto& b, auto&) {
                    return n(2147483647 - b.first(both(kind("coordinator found"), later(10)))->broker);
                }}},
        {"14-course-and-code",
            {[](auto& b, auto&) { return n(b.countSockets(openedBy(4.9))); },
                [](auto&, auto& books) { return n(books.at("v21")->countSockets(openedBy(4.9))); },
                [](auto&, auto& books) {
                    const TraceBook& b = *books.at("v22");
                    const auto boots = b.countSockets(both(boot, openedBy(4.9)));
                    const auto others = b.countSockets(both(data, openedBy(4.9)));
                    return Solution {boots == 2 && others == 0 ? "Connections to −1 and −2, to no broker" : "?"};
                },
                [](auto&, auto& books) { return n(books.at("v28")->countSockets(openedBy(4.9))); },
                [](auto&, auto& books) {
                    return Solution {
                        books.at("v39")->first(sent("INIT_PRODUCER_ID"))->t < ns(4.9) ? "INIT_PRODUCER_ID" : "?"};
                }}},
        {"15-thousand-brokers",
            {[](auto& b, auto&) { return n(b.countSockets(openAt(60))); },
                [](auto& b, auto&) {
                    return n(b.countSockets([](const Socket& s) { return s.closed != Row::kNothing; }));
                },
                [](auto&, auto& books) { return n(std::ssize(books.at("real")->sockets())); }}},
    };
    return kSolvers;
}

std::string answerOf(const lesson::PreparedQuestion& question)
{
    std::string out;
    switch (question.kind) {
    case lesson::Question::Kind::Count:
    case lesson::Question::Kind::Number:
        return std::to_string(question.answer);
    case lesson::Question::Kind::Order:
        for (const std::size_t place : question.order)
            out += (out.empty() ? "" : " < ") + question.choices[place].text.en;
        return out;
    case lesson::Question::Kind::Pick:
        for (const lesson::Thing& thing : question.picks)
            out += (out.empty() ? "" : ",") + std::to_string(thing.id);
        return out;
    default:
        return question.choices[question.rightChoice().value()].text.en;
    }
}

QDir folder() { return QDir(QString::fromStdString(test::sourcePath("resources/lessons"))); }

void addEachProfile()
{
    for (const QString& file : folder().entryList({"*.yaml"}, QDir::Files, QDir::Name)) {
        const auto read
            = lesson::readLesson(test::readFile(folder().filePath(file).toStdString()), file.toStdString());
        QVERIFY2(read, read ? "" : read.error().toString().c_str());
        QTest::newRow(qPrintable(file + " as written")) << file << QString();
        for (const std::string& profile : read->profiles)
            QTest::newRow((file.toStdString() + " " + profile).c_str()) << file << QString::fromStdString(profile);
    }
}

} // namespace

class tst_Lessons : public QObject {
    Q_OBJECT
private slots:
    void thereAreFifteenAndEachHasItsSolvers()
    {
        QStringList names;
        for (const QString& name : folder().entryList({"*.yaml"}, QDir::Files, QDir::Name))
            names << name.chopped(5);
        QCOMPARE(names.size(), qsizetype {15});
        QStringList solved;
        for (const auto& [name, list] : solvers())
            solved << QString::fromStdString(name);
        QCOMPARE(names, solved);
    }

    void holdsOnEachProfile_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("profile");
        addEachProfile();
    }
    void holdsOnEachProfile()
    {
        QFETCH(QString, name);
        QFETCH(QString, profile);
        const auto lesson = test::ready(
            test::readFile(folder().filePath(name).toStdString()), name.toStdString(), 1, profile.toStdString());
        std::map<std::string, TraceBook> traces;
        Books books;
        for (const auto& [run, played] : lesson.prepared->runs)
            traces.emplace(run, TraceBook(test::jsonLines(played->trace)));
        for (const auto& [run, book] : traces)
            books[run] = &book;
        const std::vector<LessonSolver>& list = solvers().at(name.chopped(5).toStdString());
        QCOMPARE(list.size(), lesson.prepared->questionCount());
        std::size_t number = 0;
        for (const lesson::PreparedStep& step : lesson.prepared->steps) {
            QVERIFY(!step.text.en.empty() && !step.text.zh.empty() && step.text.en != step.text.zh);
            QVERIFY(step.title.en != step.title.zh);
            if (!step.question)
                continue;
            const std::string solved = list[number++](*books.at(step.run), books).text;
            QVERIFY2(answerOf(*step.question) == solved,
                ("question " + std::to_string(number) + ": the lesson says " + answerOf(*step.question)
                    + ", the solver " + solved)
                    .c_str());
            // Feedback: to the root of the chain, in both languages.
            const auto& played = lesson.prepared->run(step.run);
            for (const Language language : {Language::English, Language::Chinese}) {
                const auto causes = lesson::causes(played, *step.question, language);
                QVERIFY(!causes.empty());
                QVERIFY(!played.trace[causes.back().event].cause.isValid());
                QVERIFY(!lesson::answerText(played, *step.question, language).empty());
            }
        }
    }

    /// What is asked follows from what was said and shown, not from a draw of the run: with any other seed the same is right.
    void noAnswerHangsOnChance_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("profile");
        addEachProfile();
    }
    void noAnswerHangsOnChance()
    {
        QFETCH(QString, name);
        QFETCH(QString, profile);
        // Which it is can be seen before it is asked, or the whole run tells the story of one draw.
        const std::set<std::pair<QString, std::size_t>> isSeenBefore {
            {QStringLiteral("02"), 2}, {QStringLiteral("04"), 1}};
        if (name.startsWith(QLatin1String("06")))
            return; // its last question says which draw it was, and another one keeps the connection
        auto read = lesson::readLesson(test::readFile(folder().filePath(name).toStdString()), name.toStdString());
        QVERIFY(read);
        std::vector<std::string> first;
        const std::uint64_t seeds = name.startsWith(QLatin1String("15")) ? 3 : 40;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            for (lesson::Run& run : read->runs)
                run.seed = seed;
            lesson::PrepareOptions options;
            options.profile = profile.toStdString();
            const auto prepared = lesson::prepare(*read, test::shippedScenarios(), options);
            QVERIFY2(prepared.lesson, prepared.errors.empty() ? "" : prepared.errors.front().toString().c_str());
            std::size_t question = 0;
            for (const lesson::PreparedStep& step : prepared.lesson->steps) {
                if (!step.question)
                    continue;
                const std::string answer = answerOf(*step.question);
                if (seed == 1)
                    first.push_back(answer);
                else if (!isSeenBefore.contains({name.left(2), question}))
                    QVERIFY2(answer == first[question],
                        ("question " + std::to_string(question + 1) + ", seed " + std::to_string(seed) + ": " + answer
                            + " instead of " + first[question])
                            .c_str());
                ++question;
            }
        }
    }

    /// While a question is open, what comes is curtained: nobody is sent to look at lists that are not to be seen, or at what is
    /// not there yet.
    void nobodyIsToldToLookAtWhatIsHidden()
    {
        static const QRegularExpression kLook(
            QStringLiteral("\\b[Ll]ook at\\b|\\bCompare\\b|看看|请看|对比|比较两个"));
        for (const QString& file : folder().entryList({"*.yaml"}, QDir::Files, QDir::Name)) {
            const auto lesson
                = test::ready(test::readFile(folder().filePath(file).toStdString()), file.toStdString());
            for (const lesson::PreparedStep& step : lesson.prepared->steps) {
                if (!step.question)
                    continue;
                for (const scenario::Text* text : {&step.text, &step.question->text}) {
                    for (const std::string& said : {text->en, text->zh})
                        QVERIFY2(!QString::fromStdString(said).contains(kLook),
                            (file.toStdString() + ": " + said).c_str());
                }
                for (const std::string& said : {step.question->hint.en, step.question->hint.zh}) {
                    QVERIFY2(!QString::fromStdString(said).contains(QLatin1String("ook at the"))
                            && !QString::fromStdString(said).contains(QStringLiteral("看看"))
                            && !QString::fromStdString(said).contains(QStringLiteral("检查器")),
                        (file.toStdString() + ": " + said).c_str());
                }
            }
        }
    }

    /// What a text says of the moment at which it stands is so in the picture of that moment.
    void thePictureIsWhatTheTextSays()
    {
        const auto ready = [](const QString& name) {
            return test::ready(test::readFile(folder().filePath(name).toStdString()), name.toStdString());
        };
        const auto openIn = [](const lesson::Played& played, const lesson::Moment& moment) {
            std::vector<std::int64_t> nodes;
            const trace::WorldState world = played.world(moment);
            for (std::uint32_t i = 0; i < played.trace.connectionCount(); ++i) {
                const trace::ConnectionState c = world.connection(ConnectionId {i});
                if (c.isOpen())
                    nodes.push_back(played.trace[c.opened].node.value);
            }
            return nodes;
        };
        // "In the group, and with its offsets": the first connection and the coordinator's, and none to fetch on.
        const auto consumer = ready(QStringLiteral("09-consumer-opens-nothing.yaml"));
        const lesson::PreparedStep& inGroup = consumer.prepared->steps[2];
        QCOMPARE(
            openIn(consumer.prepared->run(inGroup.run), inGroup.pause), (std::vector<std::int64_t> {-1, 2147483645}));
        // "The process of the broker is gone": it is, and what led there is ending, or about to.
        const auto failure = ready(QStringLiteral("13-coordinator-fails.yaml"));
        for (const auto& [place, open] : {std::pair(0, std::size_t {5}), {1, 4}, {2, 3}}) {
            const lesson::PreparedStep& step = failure.prepared->steps[static_cast<std::size_t>(place)];
            const lesson::Played& played = failure.prepared->run(step.run);
            const trace::WorldState world = played.world(step.pause);
            QVERIFY(world.broker(BrokerId {2}));
            QCOMPARE(world.broker(BrokerId {2})->power == trace::BrokerState::Power::Up, place == 0);
            QCOMPARE(openIn(played, step.pause).size(), open);
        }
        QVERIFY(failure.prepared->steps[2].text.en.find("has 2 brokers left") != std::string::npos);
        // "Until now it has sent": as many as the id that is asked for, since they count from 0.
        const auto sending = ready(QStringLiteral("04-leaders-and-multiplexing.yaml"));
        const lesson::PreparedStep& ids = sending.prepared->steps[1];
        QVERIFY(ids.text.en.find("it has sent " + std::to_string(ids.question->answer) + ",") != std::string::npos);
        // "In second …": the request that followed the close, before the moment at which it is told.
        const auto idle = ready(QStringLiteral("06-idle-nine-minutes.yaml"));
        QVERIFY2(idle.prepared->steps[2].text.en.find("in second 540, took") != std::string::npos,
            idle.prepared->steps[2].text.en.c_str());
        // "All the others but one have been silent".
        const auto many = ready(QStringLiteral("15-thousand-brokers.yaml"));
        const lesson::PreparedStep& silent = many.prepared->steps[1];
        const lesson::Played& played = many.prepared->run(silent.run);
        const trace::WorldState world = played.world(silent.pause);
        std::size_t used = 0;
        for (std::uint32_t i = 0; i < played.trace.connectionCount(); ++i) {
            const EventId last = world.connection(ConnectionId {i}).usedByClient;
            used += last.isValid() && played.trace[last].at - kStart > std::chrono::seconds(2) ? 1U : 0U;
        }
        QCOMPARE(used, std::size_t {5 + 1});
        // What is asked is not written on the picture: which one is not used any more is.
        const auto five = ready(QStringLiteral("11-five-partitions.yaml"));
        QVERIFY(five.prepared->steps[2].question->kind != lesson::Question::Kind::Pick);
    }

    /// Numbers that stand in a sentence and in no question.
    void theSentencesSayWhatTheRunsHave()
    {
        const auto text = [](const char* name, std::size_t step) {
            const auto lesson = test::ready(test::readFile(folder().filePath(name).toStdString()), name);
            const lesson::PreparedStep& prepared = lesson.prepared->steps[step];
            std::string all = prepared.text.en;
            if (prepared.question) {
                all += '\n' + prepared.question->explain.en;
                for (const lesson::Choice& choice : prepared.question->choices)
                    all += '\n' + choice.text.en + ": " + choice.because.en;
            }
            return QString::fromStdString(all);
        };
        const QString batches = text("04-leaders-and-multiplexing.yaml", 2);
        QVERIFY2(batches.contains(QLatin1String("requests for 500 records")), qPrintable(batches));
        const QString records = text("04-leaders-and-multiplexing.yaml", 0);
        QVERIFY2(records.contains(QLatin1String("500: A connection for each record")), qPrintable(records));
        const QString killed = text("13-coordinator-fails.yaml", 1);
        QVERIFY2(killed.contains(QLatin1String("3: Those remain")), qPrintable(killed));
        // Of lesson 6: both were idle, and the second was not yet due when the first was closed.
        const auto lesson = test::ready(
            test::readFile(folder().filePath(QStringLiteral("06-idle-nine-minutes.yaml")).toStdString()), "6.yaml");
        const TraceBook book(test::jsonLines(lesson.prepared->run("").trace));
        const auto socket = [&book](std::int64_t id) {
            return *std::find_if(
                book.sockets().begin(), book.sockets().end(), [id](const Socket& s) { return s.node == id; });
        };
        const Row* used = nullptr;
        const Row* lastPoll = nullptr;
        for (const Row& row : book.rows()) {
            if (row.t > socket(-1).closed + ns(0.001))
                break;
            if (row.node == 0 && row.kind == "response received" && row.api == "PRODUCE")
                used = &row;
            if (row.kind == "response received")
                lastPoll = &row;
        }
        QVERIFY(used && lastPoll && lastPoll->t >= socket(-1).closed);
        const std::int64_t missing = used->t + ns(540) - lastPoll->t;
        QVERIFY2(missing > ns(0.9) && missing < ns(1.1), std::to_string(missing).c_str());
        QVERIFY(socket(0).closed - socket(-1).closed > ns(29));
    }

    void everyTopicOfTheCourseIsTaught()
    {
        std::set<std::string> topics;
        std::set<lesson::Question::Kind> kinds;
        for (const QString& file : folder().entryList({"*.yaml"}, QDir::Files, QDir::Name)) {
            const auto read
                = lesson::readLesson(test::readFile(folder().filePath(file).toStdString()), file.toStdString());
            QVERIFY(read);
            topics.insert(read->topic);
            int questions = 0;
            for (const lesson::Step& step : read->steps) {
                if (!step.question)
                    continue;
                kinds.insert(step.question->kind);
                ++questions;
            }
            QVERIFY2(questions >= 2, qPrintable(file));
        }
        QCOMPARE(topics, (std::set<std::string> {"basics", "closing", "consumer", "failure", "producer"}));
        QCOMPARE(kinds.size(), std::size_t {6});
    }
};

QTEST_APPLESS_MAIN(tst_Lessons)
#include "tst_lessons.moc"
