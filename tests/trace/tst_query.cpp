// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/query.h"

#include "support/rcqt.h"
#include "trace/tracebuilder.h"

#include <QTest>

using namespace connscope;
using namespace connscope::trace;

namespace {

Query query(const std::string& text)
{
    Result<Query> parsed = Query::parse(text);
    if (!parsed)
        throw std::runtime_error(text + ": " + parsed.error().toString()); // Qt Test reports it
    return *parsed;
}

/// The kinds and ids of events that match, "ready 12, ready 30".
QString events(const Index& index, const std::string& text)
{
    QStringList out;
    for (const EventId id : findEvents(index, query(text)))
        out << QString::fromUtf8(kindName(index.trace()[id].kind).data()) + ' ' + QString::number(id.value);
    return out.join(", ");
}

QString connections(const Index& index, const std::string& text, Instant t)
{
    QStringList out;
    for (const ConnectionId id : findConnections(index.at(t), query(text)))
        out << QString::number(id.value);
    return out.join(',');
}

} // namespace

class TestQuery : public QObject {
    Q_OBJECT

    const Trace m_trace = test::sampleTrace();
    const Index m_index {m_trace};

private slots:
    /// One of several with the same client.id can be meant alone, by the name that people are shown.
    void oneOfThoseThatShareAClientIdIsFound()
    {
        test::TraceBuilder b;
        const EventId start = b.begin();
        for (const char* name : {"orders", "orders", "payments"})
            b.connect(b.client(name, ClientKind::Consumer, start), NodeId {-1}, BrokerId {0}, start);
        const Trace trace = std::move(b.trace);
        const Index index(trace);
        const Instant end = trace.end();
        QCOMPARE(connections(index, "client = orders", end), QString("0,1"));
        QCOMPARE(connections(index, "client = \"orders #1\"", end), QString("0"));
        QCOMPARE(connections(index, "client = \"orders #2\"", end), QString("1"));
        QCOMPARE(connections(index, "client = \"orders #3\"", end), QString());
        QCOMPARE(connections(index, "client = \"payments #1\"", end), QString()); // nobody calls it so
    }
    void connectionsAreFound_data()
    {
        // The sample: 0 = bootstrap -1, 1 = coordinator of broker 2, 2 = data of broker 0; 3 s between answers.
        QTest::addColumn<QByteArray>("query");
        QTest::addColumn<int>("second");
        QTest::addColumn<QByteArray>("found");
        const auto row = [](const char* text, int second, const char* found) {
            QTest::newRow(text) << QByteArray(text) << second << QByteArray(found);
        };
        row("role = coordinator", 100, "1");
        row("role = coordinator and state = ready and idle > 30s", 100, "");
        row("role = bootstrap and state = ready and idle > 30s", 100, "0");
        row("role in (bootstrap, data)", 100, "0,2");
        row("role not in (bootstrap, data)", 100, "1");
        row("node = -1", 100, "0");
        row("node = 2147483645", 100, "1");
        row("node >= 0", 100, "1,2");
        row("broker = 2", 100, "1");
        row("broker = 0", 100, "0,2");
        row("client ~ \"consumer-.*\"", 100, "0,1,2");
        row("client = consumer-1", 100, "0,1,2");
        row("client != consumer-1", 100, "");
        row("client !~ \"^producer\"", 100, "0,1,2");
        row("client.kind = consumer", 100, "0,1,2");
        row("client.kind = producer", 100, "");
        row("inflight >= 1", 100, "1,2");
        row("inflight = 0", 100, "0");
        row("api = FETCH", 100, "2");
        row("api = heartbeat", 100, "1");
        row("requests > 30", 100, "1,2");
        row("state = \"ready\"", 100, "0,1,2");
        row("state = ready and not role = data", 100, "0,1");
        row("not (role = data or role = coordinator)", 100, "0");
        row("role = data or role = coordinator and node = -1", 100, "2");
        row("(role = data or role = coordinator) and node = -1", 100, "");
        row("tcp.client = ESTABLISHED", 100, "0,1,2");
        row("tcp.broker = established and role = data", 100, "2");
        row("tcp.client = TIME-WAIT", 541, "0");
        row("tcp.client = time_wait", 541, "0");
        row("tcp.client = CLOSED", 700, "0");
        row("orphaned", 100, "0");
        row("orphaned = false", 100, "1,2");
        row("open", 100, "0,1,2");
        row("open = no", 541, "0");
        row("closer = client", 541, "0");
        row("closer = broker", 541, "");
        row("closed.rule = \"client idle expiry\"", 541, "0");
        row("closed.rule ~ idle", 541, "0");
        row("rule = \"client idle expiry\"", 541, "0");
        row("rule = \"leader to fetch from\"", 541, "2");
        row("opened.rule = \"coordinator discovered\"", 541, "1");
        row("age > 99s", 100, "0,1,2");
        row("age < 99s", 100, "");
        row("idle.broker > 90s", 100, "0");
        row("t > 99s", 100, "0,1,2");
        row("conn = 1", 100, "1");
        row("conn in (0, 2)", 100, "0,2");
        row("remote ~ \"localhost\"", 100, "0,1,2");
        row("remote = \"localhost/127.0.0.1:9092\"", 100, "0,1,2");
        row("remote = 127.0.0.1:9092", 100, "0,1,2");
        row("remote = localhost:9092", 100, "0,1,2");
        row("remote = \"localhost:9093\"", 100, "");
        row("paused", 100, "");
        row("paused = false", 100, "0,1,2");
        row("vantage = simulated", 100, "0,1,2");
        row("state = disconnected", 541, "0");
        row("kind = ready", 100, ""); // a connection is no event
        row("size >= 0", 100, "");
        row("role = transaction", 100, "");
    }
    void connectionsAreFound()
    {
        QFETCH(QByteArray, query);
        QFETCH(int, second);
        QFETCH(QByteArray, found);
        QCOMPARE(connections(m_index, query.toStdString(), fromNs(Duration(std::chrono::seconds(second)).count())),
            QString(found));
    }

    void eventsAreFound_data()
    {
        QTest::addColumn<QByteArray>("query");
        QTest::addColumn<int>("count");
        const auto row = [](const char* text, int count) { QTest::newRow(text) << QByteArray(text) << count; };
        row("kind = \"connect started\"", 3);
        row("kind = connect-started and role = coordinator", 1);
        row("kind = ready", 3);
        row("api = FETCH", 720);
        row("api = FETCH and kind = \"request sent\"", 180);
        row("api = 1 and kind = request_sent", 180);
        row("api in (METADATA, FIND_COORDINATOR) and kind = \"request sent\"", 2);
        row("kind ~ \"^request\" and role = bootstrap", 6);
        row("side = broker and tcp.broker = CLOSE-WAIT", 1);
        row("kind = \"idle expired\" and rule = \"client idle expiry\"", 1);
        row("text = \"3 brokers\"", 1);
        row("text ~ \"connections.max.idle.ms = 6\"", 3);
        row("size = 200 and kind = \"response received\"", 365);
        row("corr = 2", 4);
        row("value >= 540000000000", 1);
        row("event = 0", 1);
        row("event < 5", 5);
        row("t = 0 and kind = \"config changed\"", 4);
        row("kind = \"client created\" and client = consumer-1", 1);
        row("kind = \"config changed\" and role != bootstrap", 0); // no connection: no role
        row("kind = \"config changed\" and not role = bootstrap", 4);
        row("state = connecting and kind = \"tcp state\"", 12);
    }
    void eventsAreFound()
    {
        QFETCH(QByteArray, query);
        QFETCH(int, count);
        const QString found = events(m_index, query.toStdString());
        QCOMPARE(found.isEmpty() ? 0 : static_cast<int>(found.split(", ").size()), count);
    }

    // "not open" waits for a connection that was opened; without a connection there is nothing to be closed.
    void aQueryAboutConnectionsHoldsForNoEventWithoutOne()
    {
        for (const char* text :
            {"not open", "not tcp.client = ESTABLISHED", "node = -1 and not open", "not idle < 1h"}) {
            QVERIFY(query(text).needsConnection());
            const auto found = findEvents(m_index, query(text));
            QVERIFY(!found.empty());
            for (const EventId id : found)
                QVERIFY2(m_index.trace()[id].connection.isValid(), text);
        }
        for (const char* text : {"not role = data", "not kind = ready", "not open and kind != ready", "not paused"}) {
            QVERIFY(!query(text).needsConnection());
            const auto found = findEvents(m_index, query(text));
            QVERIFY(std::any_of(
                found.begin(), found.end(), [&](EventId id) { return !m_index.trace()[id].connection.isValid(); }));
        }
    }

    void theStateIsThatRightAfterTheEvent()
    {
        QCOMPARE(findEvents(m_index, query("kind = ready and state = ready")).size(), std::size_t {3});
        QCOMPARE(findEvents(m_index, query("kind = \"request sent\" and idle = 0")).size(), std::size_t {365});
        QCOMPARE(findEvents(m_index, query("kind = \"request sent\" and inflight = 0")).size(), std::size_t {0});
    }

    void aSearchKeepsToItsTimeAndItsLimit()
    {
        const auto at = [](int s) { return fromNs(Duration(std::chrono::seconds(s)).count()); };
        const Query fetch = query("api = FETCH and kind = \"request sent\"");
        QCOMPARE(findEvents(m_index, fetch, at(100), at(200)).size(), std::size_t {33});
        QCOMPARE(findEvents(m_index, fetch, at(100), at(200), 5).size(), std::size_t {5});
        QVERIFY(findEvents(m_index, fetch, at(200), at(100)).empty());
        QVERIFY(findEvents(m_index, fetch, at(100), at(200), 0).empty());
    }

    void aSearchIsTheQueryOnEachEvent()
    {
        const std::vector<std::string> queries {"state = ready", "idle > 1s", "inflight >= 2 or closer = client",
            "not open", "api ~ \"^F\"", "role = transaction or orphaned",
            "tcp.client in (CLOSED, TIME-WAIT) and age >= 0", "text ~ consumer or client ~ \"\""};
        RC_QVERIFY("findEvents agrees with a fold", [&](std::uint64_t seed, std::uint32_t from) {
            const Trace trace = test::randomTrace(seed, 200, 10);
            const Index index(trace);
            const Query q = query(queries[seed % queries.size()]);
            const Instant first
                = fromNs(static_cast<std::int64_t>(from % (static_cast<std::uint64_t>(toNs(trace.end())) + 1)));
            std::vector<EventId> expected;
            WorldState state(trace);
            for (std::uint32_t i = 0; i < trace.size(); ++i) {
                state.apply(EventId {i});
                if (trace[i].at >= first && q.matches(state, EventId {i}))
                    expected.push_back(EventId {i});
            }
            RC_ASSERT(findEvents(index, q, first) == expected);
        });
    }

    void anEmptyQueryObjectHoldsForEverything()
    {
        const Query everything;
        QCOMPARE(findEvents(m_index, everything).size(), m_trace.size());
        QCOMPARE(findConnections(m_index.end(), everything).size(), std::size_t {3});
        QCOMPARE(everything.text(), std::string());
        QVERIFY(!everything.needsEvent() && !everything.needsTime());
    }

    void badQueriesSayWhere_data()
    {
        QTest::addColumn<QByteArray>("query");
        QTest::addColumn<int>("column");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const char* text, int column, const char* message) {
            QTest::newRow(name) << QByteArray(text) << column << QByteArray(message);
        };
        row("nothing", "", 1, "the query is empty; write for example: role = coordinator and idle > 30s");
        row("blanks", "   ", 4, "the query is empty; write for example: role = coordinator and idle > 30s");
        row("a misspelt field", "rol = data", 1, "expected a field, found 'rol'; did you mean 'role'?");
        row("a misspelt field later", "role = data and  stat = ready", 18,
            "expected a field, found 'stat'; did you mean 'state'?");
        row("a value for a field", "\"role\" = data", 1, nullptr);
        row("a word of the views that is no state", "state = idle", 9,
            "'state' is never 'idle'; it is ready, and idle > 5s says for how long nothing has travelled on it");
        row("a misspelt word", "role = coordinatr", 8, "'role' is never 'coordinatr'; did you mean 'coordinator'?");
        row("a misspelt state", "tcp.client = CLOSE-WAI", 14,
            "'tcp.client' is never 'CLOSE-WAI'; did you mean 'CLOSE-WAIT'?");
        row("a misspelt kind", "kind = \"conect started\"", 8,
            "'kind' is never 'conect started'; did you mean 'connect started'?");
        row("a word of another field", "role = ready", 8,
            "'role' is never 'ready'; expected unknown, bootstrap, data, coordinator or transaction");
        row("columns count characters", "client = \"主题\" and rol = x", 19,
            "expected a field, found 'rol'; did you mean 'role'?");
        row("no operator", "role coordinator", 6, "expected =, !=, <, <=, >, >=, ~, !~ or 'in' after 'role'");
        row("no value", "role =", 7, "the query ends where a value for 'role' was expected");
        row("no value before a parenthesis", "(role = )", 9, "expected a value for 'role', found ')'");
        row("no second term", "role = data and", 16, "the query ends where a field was expected");
        row("two terms side by side", "role = data state = ready", 13,
            "expected 'and', 'or' or the end of the query, found 'state'");
        row("an open parenthesis", "not (role = data", 5, "this '(' is not closed");
        row("a parenthesis that closes nothing", "role = data)", 12, "this ')' closes nothing");
        row("an open text", "client = \"abc", 10, "this text has no closing \"");
        row("a duration without a unit", "idle > 30", 8,
            "'idle': '30' is not a duration; expected a duration such as 250ms, 540s, 9m or 1h30m");
        row("a number that is none", "node = first", 8, "expected a whole number for 'node', found 'first'");
        row("a number too large", "node = 99999999999999999999", 8, "this number does not fit into 64 bits");
        row("an order of words", "role > data", 6,
            "'role' is no number and no duration, so it has no order: use = or !=");
        row("a pattern of numbers", "node ~ 1", 6, "'node' is no text, so it has no pattern: use = or <");
        row("a bad pattern", "client ~ \"a(b\"", 12, "this '(' is not closed; write \\( for the character");
        row("a bad pattern behind escapes", "client ~ \"\\\"\\\"(b\"", 15,
            "this '(' is not closed; write \\( for the character");
        row("a list without parentheses", "node in 1, 2", 9, "expected '(' after 'in': node in (a, b)");
        row("a list that is not closed", "node in (1, 2", 9, "this '(' is not closed");
        row("a list with a gap", "node in (1, )", 13, "expected a value for 'node', found ')'");
        row("a list without commas", "node in (1 2)", 12, "expected ',' or ')', found '2'");
        row("a flag that is neither", "open = maybe", 8, "'open' is true or false, found 'maybe'");
        row("two equal signs", "role == data", 6, "write '=' for '=='");
        row("another language's and", "open && orphaned", 6, "write 'and' for '&&'");
        row("one of it", "open & orphaned", 6, "write 'and' for '&'");
        row("another language's not", "! open", 1, "write 'not' for '!'");
        row("a character that has no meaning", "role = data;", 12,
            "did not expect ';' here; texts with such characters go in quotes");
    }
    void badQueriesSayWhere()
    {
        QFETCH(QByteArray, query);
        QFETCH(int, column);
        QFETCH(QByteArray, message);
        const Result<Query> parsed = Query::parse(query.toStdString());
        QVERIFY(!parsed.has_value());
        if (!message.isNull())
            QCOMPARE(QByteArray::fromStdString(parsed.error().message), message);
        QCOMPARE(parsed.error().column, column);
        QCOMPARE(parsed.error().line, 1);
    }

    void aQueryMayHaveLines()
    {
        QVERIFY(Query::parse("role = data\n  and state = ready").has_value());
        const Result<Query> bad = Query::parse("role = data\n  and stat = ready");
        QCOMPARE(bad.error().toString(), std::string("2:7: expected a field, found 'stat'; did you mean 'state'?"));
        QCOMPARE(bad.error().offset, std::size_t {18});
    }

    void keywordsAndFieldsMayBeInCapitals()
    {
        QCOMPARE(
            connections(m_index, "Role = DATA AND NOT Open = FALSE", fromNs(Duration(100s).count())), QString("2"));
    }

    void textsKeepTheirEscapes()
    {
        test::TraceBuilder b;
        Event e;
        b.add(e, "say \"hi\" \\ bye");
        const Index index(b.trace);
        const std::string queries[] = {
            "text = \"say \\\"hi\\\" \\\\ bye\"", "text = 'say \"hi\" \\\\ bye'", "text ~ \"hi\\\" \\\\\\\\ \\w+$\""};
        for (const std::string& text : queries)
            QCOMPARE(events(index, text), QString("mark 0"));
    }

    void depthAndLengthAreLimited()
    {
        const auto nested = [](std::size_t n) { return std::string(n, '(') + "open" + std::string(n, ')'); };
        QVERIFY(Query::parse(nested(49)).has_value());
        QCOMPARE(Query::parse(nested(2000)).error().message,
            std::string("more than 50 parentheses and nots are inside each other"));
        std::string nots;
        for (int i = 0; i < 1000; ++i)
            nots += "not ";
        QVERIFY(!Query::parse(nots + "open").has_value());
        QCOMPARE(
            Query::parse(std::string(5000, ' ')).error().message, std::string("the query is longer than 4096 bytes"));
        std::string wide = "open";
        while (wide.size() < 4000)
            wide += " and open";
        QVERIFY(Query::parse(wide).has_value());
    }

    void needsAreKnown()
    {
        QVERIFY(query("kind = ready and role = data").needsEvent());
        QVERIFY(!query("role = data").needsEvent());
        QVERIFY(query("idle > 3s").needsTime());
        QVERIFY(!query("role = data and kind = ready").needsTime());
    }

    void everyWordThatIsOfferedIsUnderstood()
    {
        QVERIFY(queryFields().size() >= 30);
        for (const std::string_view field : queryFields()) {
            const std::vector<std::string> values = queryValues(field);
            for (const std::string& value : values) {
                const std::string text = std::string(field) + " = \"" + value + "\"";
                QVERIFY2(Query::parse(text).has_value(), text.c_str());
            }
            const bool isFree = Query::parse(std::string(field) + " = 5").has_value()
                || Query::parse(std::string(field) + " = 5s").has_value();
            QVERIFY2(!values.empty() || isFree, std::string(field).c_str());
        }
        QVERIFY(queryValues("no such field").empty());
    }

    void anythingIsAQueryOrAnErrorWithAPlace()
    {
        const auto token = rc::gen::element<std::string>("role", "idle", "client", "node", "open", "=", "!=", "<",
            ">", "~", "!~", "in", "and", "or", "not", "(", ")", ",", "data", "30s", "-1", "\"x", "'", "\"a*(\"",
            "ready", "\n", "\xff", "api", "FETCH", "kind", "\\");
        RC_QVERIFY("random tokens", [&] {
            const auto tokens = *rc::gen::container<std::vector<std::string>>(token);
            std::string text;
            for (const std::string& t : tokens)
                text += t + " ";
            const Result<Query> parsed = Query::parse(text);
            if (parsed) {
                RC_ASSERT(parsed->text() == text);
                static_cast<void>(findConnections(m_index.end(), *parsed));
                static_cast<void>(findEvents(m_index, *parsed, kStart, kNever, 3));
            } else {
                RC_ASSERT(parsed.error().line >= 1 && parsed.error().column >= 1);
                RC_ASSERT(parsed.error().offset <= text.size());
                RC_ASSERT(!parsed.error().message.empty());
            }
        });
        RC_QVERIFY("random bytes", [](const std::string& text) { static_cast<void>(Query::parse(text)); });
    }
};

QTEST_GUILESS_MAIN(TestQuery)
#include "tst_query.moc"
