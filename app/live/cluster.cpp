// SPDX-License-Identifier: GPL-3.0-or-later
// `connscope cluster`: brokers on real ports, for any Kafka client, until told to end.
#include "analysis/language.h"
#include "analysis/names.h"
#include "analysis/report.h"
#include "analysis/sentences.h"
#include "app/commandline.h"
#include "app/formats.h"
#include "app/interrupt.h"
#include "app/keepoption.h"
#include "app/live/clusterconsole.h"
#include "app/live/live.h"
#include "app/live/typedaction.h"
#include "app/loading.h"
#include "app/options.h"
#include "app/output.h"
#include "app/propertiesfile.h"
#include "app/reportoptions.h"
#include "base/text.h"
#include "real/realsession.h"
#include "real/sasllogin.h"
#include "real/saslserver.h"
#include "scenario/overrides.h"
#include "scenario/reader.h"

#include <QEventLoop>
#include <QFile>
#include <QHostAddress>
#include <QNetworkInterface>
#include <QSocketNotifier>
#include <QString>
#include <QTimer>

#include <cerrno>
#include <charconv>
#include <optional>
#include <poll.h>
#include <string>
#include <unistd.h>

namespace connscope::app {

namespace {

/// Of a cluster that runs for days the last events are kept, about 56 MB of them.
constexpr std::uint64_t kKeptEvents = 1'000'000;

struct Request {
    int brokers = 3;
    std::optional<std::uint16_t> port;
    std::string listen = "127.0.0.1";
    std::string advertised; ///< where that is every address of this machine: the one that clients are told
    bool isOpen = false; ///< others on the network may get there
    std::string config; ///< a scenario, or a properties file for brokers
    bool isScenario = false; ///< `config` is one
    std::vector<std::string> settings;
    std::optional<Duration> until;
    const Format* format = nullptr;
    analysis::ReportOptions report; ///< but for its end
    bool json = false;
    std::string file;
    bool quiet = false;
    trace::Keep keep {kKeptEvents, {}};
};

template <typename T>
bool readNumber(const std::string& text, T& out)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc {} && end == text.data() + text.size();
}

/// An address of this machine that others may reach; of loopback where it has no other.
std::string ownAddress(bool v4)
{
    for (const QHostAddress& address : QNetworkInterface::allAddresses()) {
        const bool fits = address.protocol() == (v4 ? QAbstractSocket::IPv4Protocol : QAbstractSocket::IPv6Protocol);
        if (fits && !address.isLoopback() && !address.isLinkLocal())
            return address.toString().toStdString();
    }
    return v4 ? "127.0.0.1" : "::1";
}

/// A server.properties file under any name: its first line that says something sets a key of a broker, as no scenario's does.
bool isPropertiesFile(const std::string& name)
{
    if (name.ends_with(".properties") || name.ends_with(".yaml"))
        return name.ends_with(".properties");
    QFile file(QString::fromStdString(name));
    if (!file.open(QIODevice::ReadOnly))
        return false; // a shipped scenario, by its name
    constexpr int kMostLines = 1000;
    constexpr qint64 kMostInALine = 1 << 16;
    for (int i = 0; i < kMostLines && !file.atEnd(); ++i) {
        const QByteArray line = file.readLine(kMostInALine).trimmed();
        if (line.isEmpty() || line.startsWith('#') || line.startsWith('!'))
            continue;
        const std::string text = line.toStdString();
        const std::string key = text.substr(0, text.find_first_of("=: \t"));
        return text.find('=') == key.size() || protocol::findConfigKey(protocol::ConfigOwner::Broker, key) != nullptr;
    }
    return false;
}

/// What is set of where a broker listens, and is not done: that is --listen's and --port's; "" = nothing. A cluster that went by
/// `listeners` would open ports to the network because a file of some other machine says so.
std::string warningOfListeners(const broker::BrokerSpec& broker)
{
    std::string text = broker.config.text("listeners");
    text = text.substr(0, text.find(','));
    const std::size_t scheme = text.find("://");
    const std::string place = scheme == std::string::npos ? text : text.substr(scheme + 3);
    const std::string advice = "; choose where brokers listen with --listen ADDRESS and --port P";
    const std::string port = ':' + std::to_string(broker.port);
    if (broker.config.isSet("listeners") && !place.empty() && place != port && place != broker.host + port)
        return "listeners: of " + printable(text, 200) + " only the security protocol is taken" + advice;
    if (broker.config.isSet("advertised.listeners"))
        return "advertised.listeners is not taken: clients are told where a broker really listens" + advice;
    return {};
}

std::optional<std::string> readRequest(const Options& options, Request& request)
{
    if (!options.positional().empty())
        return "do not know what to do with '" + printable(options.positional().front()) + "'";
    if (options.isSet("brokers")
        && (!readNumber(options.value("brokers"), request.brokers) || request.brokers < 1 || request.brokers > 1000))
        return "--brokers: expected a number from 1 to 1000, not '" + printable(options.value("brokers")) + "'";
    if (options.isSet("port")) {
        std::uint16_t port = 0;
        if (!readNumber(options.value("port"), port) || port + request.brokers > 65536)
            return "--port: expected a port, so that one for each broker follows, or 0 for any; not '"
                + printable(options.value("port")) + "'";
        request.port = port;
    }
    if (options.isSet("listen")) {
        request.listen = options.value("listen");
        if (request.listen.size() > 2 && request.listen.front() == '[' && request.listen.back() == ']')
            request.listen = request.listen.substr(1, request.listen.size() - 2);
        if (request.listen == "localhost")
            request.listen = "127.0.0.1";
        const auto at = real::Endpoint::parse(request.listen, 0);
        if (!at)
            return "--listen: " + at.error().message;
        if (at->isWildcard()) // which cannot be told to a client (KafkaConfig: "the nonroutable meta-address 0.0.0.0")
            request.advertised = ownAddress(at->isIPv4());
        request.isOpen = !at->isLoopback();
    }
    request.config = options.value("config");
    if (options.isSet("config") && request.config.empty())
        return std::string("--config: the file name is empty");
    request.isScenario = !request.config.empty() && !isPropertiesFile(request.config);
    if (options.isSet("brokers") && request.isScenario)
        return std::string("--brokers: the scenario says how many there are");
    request.settings = options.values("set");
    if (auto mistake = readUntil(options, "until", request.until))
        return mistake;
    if (auto mistake = readKeepOptions(options, request.keep))
        return mistake;
    request.json = options.isSet("json");
    const auto format = findFormat(options.isSet("format") ? options.value("format") : "jsonl", request.json);
    if (!format)
        return format.error().message;
    request.format = *format;
    request.file = options.value("output");
    if (options.isSet("output") && request.file.empty())
        return std::string("-o: the file name is empty");
    for (const char* name : {"format", "json"}) {
        if (options.isSet(name) && request.file.empty())
            return "--" + std::string(name)
                + " says how -o FILE is written: give it a file (-o - is standard output)";
    }
    if (auto mistake = readReportOptions(options, *request.format, true, request.report))
        return mistake;
    request.quiet = options.isSet("quiet");
    return std::nullopt;
}

/// A cluster of equal brokers, as a scenario without clients.
Result<scenario::Scenario> plainCluster(const Request& request)
{
    const std::string text
        = "connscope: 1\ntitle: loopback cluster\nuntil: 366d\nprofile: java-4.0\ncluster:\n  brokers: "
        + std::to_string(request.brokers)
        + "\nclients:\n  - {kind: producer}\n"; // a scenario has one; nobody starts it
    auto scenario = scenario::readScenario(text, "");
    if (scenario) {
        scenario->clients.clear();
        scenario->cluster.topics.clear();
    }
    return scenario;
}

/// A server.properties file, for every broker; what it says is never repeated, for it may be a password.
bool applyBrokerProperties(const std::string& name, broker::ClusterSpec& cluster)
{
    const auto properties = readPropertiesFile(name);
    if (!properties) {
        say(properties.error());
        return false;
    }
    for (const protocol::Property& property : *properties) {
        for (broker::BrokerSpec& broker : cluster.brokers) {
            const auto set = broker.config.set(property.key, property.value);
            if (set)
                continue;
            Error error = set.error();
            error.file = name;
            error.line = property.line;
            const bool known = protocol::findConfigKey(protocol::ConfigOwner::Broker, property.key) != nullptr;
            if (!known)
                error.message += "; it is left out";
            say(error, known ? "" : "warning: ");
            if (known)
                return false;
            break;
        }
    }
    return true;
}

std::optional<scenario::Scenario> clusterOf(const Request& request)
{
    std::optional<scenario::Scenario> scenario;
    if (request.isScenario) {
        scenario = loadScenario(request.config);
        if (!scenario)
            return std::nullopt;
        scenario->clients.clear();
        std::erase_if(scenario->actions, [](const scenario::Action& action) { return !action.client.empty(); });
    } else {
        auto plain = plainCluster(request);
        if (!plain) {
            say(plain.error());
            return std::nullopt;
        }
        scenario = std::move(*plain);
    }
    if (!request.config.empty() && !request.isScenario && !applyBrokerProperties(request.config, scenario->cluster))
        return std::nullopt;
    scenario->until = request.until.value_or(std::chrono::hours(24 * 366));
    return scenario;
}

class Server {
public:
    Server(Request& request, scenario::Scenario scenario)
        : m_request(request)
        , m_scenario(std::move(scenario))
        , m_output(request.file.empty() ? "/dev/null" : request.file)
        , m_interrupt("connscope: interrupted again: ended at once; the trace was not written")
    {
    }
    int serve();

private:
    void greet();
    void read();
    void command(std::string_view line);
    void tell();
    void print(const std::string& text) { writeAll(1, text); }
    int finish();

    Request& m_request;
    scenario::Scenario m_scenario;
    Output m_output;
    Interrupt m_interrupt;
    QEventLoop m_loop;
    std::unique_ptr<real::RealSession> m_session;
    std::unique_ptr<QSocketNotifier> m_input;
    std::string m_line;
    const trace::Trace& trace() const { return m_kept ? m_kept->trace() : m_session->trace(); }
    void follow();

    std::optional<trace::KeptTrace> m_kept; // where not everything is
    std::optional<analysis::Names> m_names;
    std::size_t m_told = 0; // events of trace()
    std::string m_said; // why what was typed was not done
    bool m_acting = false;
};

int Server::serve()
{
    if (const auto opened = m_output.open(); !opened) {
        say(opened.error());
        return kFailed;
    }
    real::RealOptions options;
    options.session.until = m_scenario.until;
    options.exactPorts = true;
    options.listenAddress = m_request.listen;
    options.keep = m_request.keep;
    if (options.keep.isLimited())
        m_kept.emplace(options.keep);
    auto session = real::RealSession::make(m_scenario, options);
    if (!session) {
        Error error = session.error();
        if (error.message.find("EADDRINUSE") != std::string::npos)
            error.message += "; choose other ports with --port P, or --port 0 for any that are free";
        say(error);
        return kFailed;
    }
    m_session = std::move(*session);
    m_session->setOnFinished([this] { m_loop.quit(); });
    m_session->setOnGrown([this] { tell(); });
    greet();
    m_session->start();

    QTimer look; // a signal handler may only set a flag
    QObject::connect(&look, &QTimer::timeout, &m_loop, [this] {
        if (m_interrupt.isSet())
            m_session->stop();
        else
            tell();
    });
    look.start(50);
    m_input = std::make_unique<QSocketNotifier>(0, QSocketNotifier::Read);
    QObject::connect(m_input.get(), &QSocketNotifier::activated, &m_loop, [this] { read(); });
    if (!m_session->isOver())
        m_loop.exec();
    return finish();
}

void Server::greet()
{
    std::string servers;
    for (auto [id, at] : m_session->listeners()) {
        if (at.isWildcard()) {
            if (const auto told = real::Endpoint::parse(m_session->cluster().endpointOf(id).host, at.port))
                at = *told;
        }
        servers += (servers.empty() ? "" : ",") + at.text();
    }
    if (m_request.isOpen)
        say("warning: " + m_request.listen
            + " is no loopback address: whoever reaches this machine may read and write everything in this cluster");
    // A client.properties, as far as it is known.
    print("bootstrap.servers=" + servers + "\n");
    const std::string protocol = m_session->securityProtocol(m_session->listeners().front().first);
    const std::string certificate = m_session->throwAwayCertificateFile();
    if (protocol != "PLAINTEXT")
        print("security.protocol=" + protocol + "\n");
    if (!certificate.empty())
        print("ssl.truststore.type=PEM\nssl.truststore.location=" + certificate + "\n");
    if (m_request.quiet)
        return;
    if (!certificate.empty())
        print("# The brokers were given no key store: they made a key and a certificate of their own, which end with "
              "them.\n");
    std::string kcat = "kcat -b " + servers.substr(0, servers.find(','));
    if (protocol != "PLAINTEXT")
        kcat += " -X security.protocol=" + protocol;
    if (!certificate.empty())
        kcat += " -X ssl.ca.location=" + certificate;
    else if (protocol.ends_with("SSL"))
        kcat += " -X ssl.ca.location=FILE";
    if (protocol.starts_with("SASL_"))
        kcat += " -X sasl.mechanism=SCRAM-SHA-256 -X sasl.username=NAME -X sasl.password=PASSWORD";
    print(analysis::counted(m_session->listeners().size(), "broker")
        + (m_session->listeners().size() == 1 ? " is" : " are") + " ready. Try: " + kcat + " -L\n"
        + "Type help for what can be done to them.\n");
}

void Server::read()
{
    char buffer[4096];
    const auto count = ::read(0, buffer, sizeof buffer);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) { // no more commands; the cluster goes on if it was started without any
        m_input->setEnabled(false);
        if (count == 0 && !m_line.empty())
            command(m_line);
        return;
    }
    m_line.append(buffer, static_cast<std::size_t>(count));
    for (std::size_t end = m_line.find('\n'); end != std::string::npos; end = m_line.find('\n')) {
        const std::string line = m_line.substr(0, end);
        m_line.erase(0, end + 1);
        command(line);
        if (m_session->isOver())
            return;
    }
}

void Server::command(std::string_view line)
{
    auto read = readConsoleLine(line);
    if (!read) {
        say(read.error());
        return;
    }
    if (auto* action = std::get_if<scenario::Action>(&*read)) {
        m_acting = true; // its answer comes before what it led to
        const auto done = doTyped(*m_session, *action);
        m_acting = false;
        if (done)
            print(*done + '\n');
        else
            say(done.error());
        if (!done)
            m_said = done.error().message;
        tell();
        m_said.clear();
        return;
    }
    analysis::TextSink sink([this](std::string_view text) {
        print(std::string(text));
        return true;
    });
    switch (std::get<ConsoleRequest>(*read)) {
    case ConsoleRequest::Help:
        print(consoleHelp());
        break;
    case ConsoleRequest::Brokers:
        print(brokersText(*m_session));
        break;
    case ConsoleRequest::Connections:
        follow();
        analysis::writeConnections(trace(), sink);
        break;
    case ConsoleRequest::Summary:
        follow();
        analysis::writeSummary(trace(), sink, {m_session->now()});
        break;
    case ConsoleRequest::Quit:
        m_session->stop();
        break;
    case ConsoleRequest::Nothing:
        break;
    }
}

/// Whether a line can be printed at once. Whoever does not read them (a full pipe, a stopped terminal) must not stop the brokers:
/// the lines wait in the trace.
bool isHeard()
{
    pollfd out {1, POLLOUT, 0};
    return ::poll(&out, 1, 0) > 0;
}

/// Takes what is new into the kept trace. Lines that are not told yet when their events are dropped are not told.
void Server::follow()
{
    if (!m_kept)
        return;
    m_kept->take(m_session->trace());
    m_session->releaseOld();
    if (const auto renumbering = m_kept->shorten(m_session->now())) {
        m_told = m_told >= renumbering->cut() ? m_told - renumbering->cut() + renumbering->front()
                                              : renumbering->front();
        m_names.reset();
    }
}

/// Connections as they come and go, one line each.
void Server::tell()
{
    if (m_acting)
        return;
    follow();
    const trace::Trace& trace = this->trace();
    if (!m_names)
        m_names.emplace(trace);
    m_names->extend();
    for (; m_told < trace.size(); ++m_told) {
        if (m_request.quiet)
            continue;
        const trace::Event& e = trace[m_told];
        const bool comes = e.kind == trace::EventKind::ConnectStarted;
        const bool goes = e.kind == trace::EventKind::FinSent || e.kind == trace::EventKind::ResetSent
            || e.kind == trace::EventKind::ResetReceived || e.kind == trace::EventKind::FinReceived;
        const bool broker = e.kind == trace::EventKind::BrokerDown || e.kind == trace::EventKind::BrokerUp
            || e.kind == trace::EventKind::BrokerPaused || e.kind == trace::EventKind::BrokerResumed
            || e.kind == trace::EventKind::ProtocolError || e.kind == trace::EventKind::NodeInferred
            || e.kind == trace::EventKind::TopicCreated || e.kind == trace::EventKind::CoordinatorMoved
            || e.kind == trace::EventKind::IdleExpired || e.kind == trace::EventKind::GroupRebalancing
            || e.kind == trace::EventKind::Mark;
        if (!comes && !goes && !(broker && e.at > kStart))
            continue;
        if (e.kind == trace::EventKind::Mark && !m_said.empty() && trace.text(e.text) == m_said)
            continue; // whoever typed it has read it
        if (!isHeard())
            return;
        // Why an end closes.
        const bool closes = e.kind == trace::EventKind::FinSent || e.kind == trace::EventKind::ResetSent;
        print(formatSeconds(e.at.time_since_epoch()) + "  " + analysis::sentence(*m_names, e)
            + (closes ? " (" + std::string(analysis::ruleName(e.rule, analysis::Language::English)) + ')'
                      : std::string())
            + '\n');
    }
}

int Server::finish()
{
    follow();
    m_names.reset();
    const trace::Trace trace = m_kept ? m_kept->takeTrace() : m_session->takeTrace();
    const Writer write = m_request.json ? m_request.format->json : m_request.format->text;
    if (!m_request.file.empty()) {
        warnOfDropped(trace);
        m_request.report.end = m_session->statistics().end;
        if (const auto wrote = write({&m_scenario, trace, m_request.report}, m_output.writer()); !wrote) {
            say(wrote.error());
            return kFailed;
        }
        m_interrupt.hold();
        if (const auto written = m_output.commit(); !written) {
            say(written.error());
            return kFailed;
        }
    }
    return m_interrupt.isSet() ? 128 + m_interrupt.signal() : kDone;
}

} // namespace

int serveCluster(const QStringList& arguments)
{
    Options options(
        "Starts brokers on real ports of 127.0.0.1 for any Kafka client, until Ctrl-C. They hold what is written\n"
        "in memory. Every connection becomes part of a trace. Commands are read from standard input: help.");
    options.add("brokers", "N", "how many; default 3");
    options.add("port", "P", "the first broker's port, the others follow; 0: any free ones; default 9092");
    options.add(
        "config", "FILE|SCENARIO", "a scenario's cluster and what happens to it, or a .properties file for brokers");
    options.add("set", "NAME.KEY=VALUE", "a broker setting; NAME is 'cluster' or 'broker.N'; repeatable");
    options.add(
        "listen", "ADDRESS", "an address of this machine instead of 127.0.0.1: lets others on the network in");
    options.add("until", "T", "end after this time, such as 10m");
    addKeepOptions(
        options, "the trace keeps the last N events; default 1000000; 0: all, and the end is at max-events");
    options.add("format", "F", "of the file of -o: jsonl (default) or any format of run");
    options.add("json", nullptr, "summary, connections and events as JSON");
    addReportOptions(options);
    options.add("output", "FILE", "write the trace to FILE at the end", 'o');
    options.add("quiet", nullptr, "print nothing but what a client needs to know", 'q');
    options.setEpilogue("Commands:\n" + consoleHelp());
    if (const auto status = options.parse(arguments))
        return *status;
    Request request;
    if (const auto mistake = readRequest(options, request))
        return usageError(*mistake);
    auto scenario = clusterOf(request);
    if (!scenario)
        return kFailed;
    for (const std::string& setting : request.settings) {
        if (const auto applied = scenario::applySetting(*scenario, setting, {}); !applied)
            return usageError("--set " + printable(std::string_view(setting).substr(0, setting.find('=')), 200) + ": "
                + applied.error().message);
    }
    if (request.port || request.config.empty()) {
        std::uint16_t port = request.port.value_or(9092);
        for (broker::BrokerSpec& broker : scenario->cluster.brokers) {
            broker.host = request.listen;
            broker.port = port;
            broker.advertisedHost = request.advertised;
            broker.advertisedPort = 0;
            if (port != 0)
                ++port;
        }
    }
    for (const broker::BrokerSpec& broker : scenario->cluster.brokers) {
        if (const auto listener = real::readSaslListener(broker.config); !listener || *listener)
            continue; // wrong, which is said later, or with SASL
        const std::string warning
            = real::warningOfUnusedJaas(broker.config, "listener.security.protocol.map", "PLAINTEXT");
        if (warning.empty())
            continue;
        say("warning: broker " + std::to_string(broker.id.value) + ": " + warning);
        break; // the others are as it is
    }
    for (const broker::BrokerSpec& broker : scenario->cluster.brokers) {
        const std::string warning = warningOfListeners(broker);
        if (warning.empty())
            continue;
        say("warning: broker " + std::to_string(broker.id.value) + ": " + warning);
        break;
    }
    return Server(request, std::move(*scenario)).serve();
}

} // namespace connscope::app
