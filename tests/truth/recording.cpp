// SPDX-License-Identifier: GPL-3.0-or-later
#include "truth/recording.h"

#include "support/paths.h"
#include "truth/logtext.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace connscope::truth {

namespace {

/// Follows one log from its first line to its last.
class Reader {
public:
    Reader(Recording& recording)
        : m_recording(recording)
        , m_story(recording.story)
    {
    }

    Result<void> read(std::string_view text, std::string_view name);

private:
    void readLine(std::string_view line);
    void readMark(std::string_view text);
    void readMessage(std::string_view message);
    bool readConnecting(std::string_view message);
    bool readRequest(std::string_view message);
    bool readAnswer(std::string_view message);
    bool readEnd(std::string_view message);
    void readBrokerLine(std::string_view line);
    void offered(std::string_view versions);
    void finish();

    Moment now() const { return {m_now, m_line}; }
    Life* lifeOf(NodeId node);
    void addMark(MarkKind kind, Instant at)
    {
        if (!m_story.mark(kind))
            m_story.marks.push_back({kind, at});
    }

    Recording& m_recording;
    Story& m_story;
    std::size_t m_line = 0;
    std::int64_t m_firstMs = -1;
    Instant m_now {};
    std::optional<MarkKind> m_pendingMark; // set 1 marks carry no time: the next line's is theirs
    NodeId m_initialized; // "Initialize connection …" came last for this node
    int m_turn = 0;
    int m_endsOfStream = 0; // "Connection with … disconnected" lines not yet given to a node
    bool m_brokerSide = false;

    struct BrokerSide {
        Duration at {}; // since the broker's start
        std::uint16_t port = 0;
        std::uint16_t clientPort = 0;
        std::string what;
    };
    std::vector<BrokerSide> m_brokerLines;
};

Result<void> Reader::read(std::string_view text, std::string_view name)
{
    m_recording.header.name = std::string {name};
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        ++m_line;
        m_recording.lines.emplace_back(line);
        if (m_line == 1) {
            if (auto header = readHeader(line, m_recording.header); !header) {
                header.error().file = std::string {name} + ".log";
                header.error().line = 1;
                return header;
            }
        } else {
            readLine(line);
        }
    }
    if (m_story.lives.empty())
        return fail(
            std::string {name} + ".log: no line 'Initiating connection to node …': is this a client's DEBUG log?");
    finish();
    return {};
}

void Reader::readLine(std::string_view line)
{
    if (line == "# broker side:") {
        m_brokerSide = true;
    } else if (m_brokerSide) {
        readBrokerLine(line);
    } else if (take(line, "MARK ")) {
        readMark(line);
    } else if (const auto stamp = takeTimestamp(line)) {
        if (m_firstMs < 0)
            m_firstMs = *stamp;
        m_now = kStart + ms(*stamp - m_firstMs);
        m_story.end = m_now;
        if (m_pendingMark) {
            addMark(*m_pendingMark, m_now);
            m_pendingMark.reset();
        }
        takeUntil(line, ' '); // the level
        if (line.starts_with("[Consumer ") || line.starts_with("[Producer ")) {
            takeUntil(line, ']');
            take(line, " ");
        }
        readMessage(line);
    }
}

void Reader::readMark(std::string_view text)
{
    ++m_turn;
    if (text == "subscribe+poll")
        m_pendingMark = MarkKind::FirstPoll;
    else if (text == "send")
        m_pendingMark = MarkKind::Send;
    else if (text == "close")
        m_pendingMark = MarkKind::Close;
    else if (text == "closed")
        addMark(MarkKind::Closed, m_now);
}

void Reader::readMessage(std::string_view message)
{
    if (take(message, "#### ")) {
        ++m_turn;
        if (message.starts_with("poll loop"))
            addMark(MarkKind::FirstPoll, m_now);
        else if (message.starts_with("before send 0"))
            addMark(MarkKind::Send, m_now);
        else if (message.starts_with("closed"))
            addMark(MarkKind::Closed, m_now);
        else if (message.starts_with("close"))
            addMark(MarkKind::Close, m_now);
        return;
    }
    if (message.starts_with("Kafka producer started") || message.starts_with("Kafka consumer initialized")) {
        addMark(MarkKind::Constructed, m_now);
        return;
    }
    if (readConnecting(message) || readRequest(message) || readAnswer(message))
        return;
    readEnd(message);
}

Life* Reader::lifeOf(NodeId node)
{
    const auto found = std::find_if(
        m_story.lives.rbegin(), m_story.lives.rend(), [&](const Life& life) { return life.node == node; });
    return found == m_story.lives.rend() ? nullptr : &*found;
}

bool Reader::readConnecting(std::string_view message)
{
    if (take(message, "Initialize connection to node ")) {
        ++m_turn;
        if (const auto node = fullNode(message))
            m_initialized = node->id;
        return true;
    }
    if (take(message, "Initiating connection to node ")) {
        if (const auto node = fullNode(message)) {
            Life life;
            life.node = node->id;
            life.host = std::string {node->host};
            life.port = node->port;
            life.opened = now();
            life.turn = m_turn;
            life.byMetadata = m_initialized == node->id;
            m_story.lives.push_back(std::move(life));
        }
        m_initialized = {};
        return true;
    }
    if (take(message, "Completed connection to node ")) {
        ++m_turn;
        if (Life* life = lifeOf(shortNode(message)))
            life->connected = now();
        return true;
    }
    // Up to 2.7, then from 2.8 on.
    const bool recorded = take(message, "Recorded API versions for node ");
    if (recorded
        || (message.starts_with("Node ") && message.find(" has finalized features ") != std::string_view::npos)) {
        take(message, "Node ");
        if (Life* life = lifeOf(shortNode(message)))
            life->ready = now();
        const std::size_t versions = recorded ? message.find(": (") : message.find("API versions: (");
        if (m_recording.header.offered.empty() && versions != std::string_view::npos)
            offered(message.substr(versions));
        return true;
    }
    if (take(message, "Sending metadata request ")) {
        // The request itself is in parentheses; the node is at the end.
        const std::size_t to = message.rfind(" to node ");
        if (to != std::string_view::npos) {
            if (const auto node = fullNode(message.substr(to + 9)))
                m_story.refreshes.push_back({now(), node->id});
        }
        return true;
    }
    return false;
}

void Reader::offered(std::string_view versions)
{
    // "Produce(0): 3 [usable: 3], Fetch(1): 4 to 7 [usable: 7], LeaderAndIsr(4): UNSUPPORTED, …"
    std::size_t at = 0;
    while ((at = versions.find("): ", at)) != std::string_view::npos) {
        const std::size_t open = versions.rfind('(', at);
        const auto key = number(versions.substr(open + 1, at - open - 1));
        std::string_view range = versions.substr(at + 3);
        at += 3;
        const auto low = leadingNumber(range);
        if (!key || !low)
            continue;
        const auto high = take(range, " to ") ? leadingNumber(range) : low;
        m_recording.header.offered[static_cast<ApiKey>(*key)]
            = {static_cast<int>(*low), static_cast<int>(high.value_or(*low))};
    }
}

bool Reader::readRequest(std::string_view message)
{
    std::optional<RequestLine> line = requestLine(message);
    if (!line)
        return false;
    if (Life* life = lifeOf(line->node)) {
        Request request;
        request.api = line->api;
        request.correlation = line->correlation;
        request.sent = now();
        life->requests.push_back(request);
    }
    return true;
}

bool Reader::readAnswer(std::string_view message)
{
    std::optional<RequestLine> line = answerLine(message);
    if (!line)
        return false;
    ++m_turn;
    if (Life* life = lifeOf(line->node)) {
        for (Request& request : life->requests) {
            if (request.correlation == line->correlation)
                request.done = now();
        }
    }
    return true;
}

bool Reader::readEnd(std::string_view message)
{
    if (message.starts_with("Connection with ") && message.find(" disconnected") != std::string_view::npos) {
        ++m_endsOfStream;
        return true;
    }
    const bool expired = take(message, "Idle connection to node ");
    if (!expired && !(take(message, "Node ") && message.find(" disconnected.") != std::string_view::npos))
        return false;
    ++m_turn;
    Life* life = lifeOf(shortNode(message));
    if (!life)
        return true;
    life->ended = now();
    // The Selector's own line about an idle connection is TRACE, which the recordings do not have: an end without an
    // end of stream before it is an idle expiry.
    if (!expired && m_endsOfStream > 0) {
        --m_endsOfStream;
        life->ending = Ending::Lost;
    } else {
        life->ending = Ending::ClientIdle;
    }
    for (Request& request : life->requests) {
        if (!request.done) {
            request.done = now();
            request.cancelled = true;
        }
    }
    return true;
}

void Reader::readBrokerLine(std::string_view line)
{
    // "#   14.722 BROKER-IDLE-CLOSE 9092<-60412"
    take(line, "#");
    while (take(line, " ")) { }
    const std::string_view seconds = takeUntil(line, ' ');
    const std::string_view what = takeUntil(line, ' ');
    const auto port = number(takeUntil(line, '<'));
    take(line, "-");
    const auto clientPort = number(line);
    if (port && clientPort) {
        m_brokerLines.push_back({secondsOf(seconds), static_cast<std::uint16_t>(*port),
            static_cast<std::uint16_t>(*clientPort), std::string {what}});
    }
}

void Reader::finish()
{
    // The n-th connection accepted at a port is the n-th one that the client opened to it.
    struct Pair {
        Life* life;
        const BrokerSide* accept;
    };
    std::vector<Pair> pairs;
    for (const BrokerSide& line : m_brokerLines) {
        if (line.what != "ACCEPT")
            continue;
        const auto life = std::find_if(m_story.lives.begin(), m_story.lives.end(), [&](Life& candidate) {
            return candidate.port == line.port && std::none_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
                return pair.life == &candidate;
            });
        });
        if (life != m_story.lives.end())
            pairs.push_back({&*life, &line});
    }
    // The broker's clock began earlier; no connection is accepted before it is opened.
    std::optional<Duration> offset;
    for (const Pair& pair : pairs) {
        const Duration distance = pair.accept->at - (pair.life->opened.at - kStart);
        offset = std::min(offset.value_or(distance), distance);
    }
    for (const Pair& pair : pairs) {
        for (const BrokerSide& line : m_brokerLines) {
            if (line.port != pair.accept->port || line.clientPort != pair.accept->clientPort
                || line.what != "BROKER-IDLE-CLOSE")
                continue;
            pair.life->ending = Ending::BrokerIdle;
            pair.life->brokerClosed = kStart + (line.at - *offset);
        }
    }
    // close() closes every socket that is left and logs none of them.
    if (const auto closed = m_story.mark(MarkKind::Closed)) {
        for (Life& life : m_story.lives) {
            if (life.ending == Ending::None || (life.ending == Ending::BrokerIdle && !life.ended)) {
                life.ended = Moment {*closed, m_line};
                if (life.ending == Ending::None)
                    life.ending = Ending::ClientClose;
            }
        }
    }
}

} // namespace

Result<Recording> readRecording(std::string_view text, std::string_view name)
{
    Recording recording;
    if (auto read = Reader(recording).read(text, name); !read)
        return tl::unexpected<Error>(read.error());
    return recording;
}

std::vector<std::string> recordingNames()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(test::sourcePath("tests/data/truth"))) {
        if (entry.path().extension() == ".log")
            names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

Result<Recording> loadRecording(const std::string& name)
{
    return readRecording(test::readFile(test::sourcePath("tests/data/truth/" + name + ".log")), name);
}

} // namespace connscope::truth
