// SPDX-License-Identifier: GPL-3.0-or-later
#include "told.h"

#include <algorithm>

namespace connscope::test {

std::int64_t Told::allRecords() const
{
    std::int64_t sum = 0;
    for (const auto& [client, count] : records)
        sum += count;
    return sum;
}

std::int64_t Told::recordsOf(const std::string& clientId) const
{
    const auto found = records.find(clientId);
    return found == records.end() ? 0 : found->second;
}

std::string Told::errorWords() const
{
    std::string text;
    for (const auto& [name, count] : errors)
        text += name + " x" + std::to_string(count) + "; ";
    return text;
}

Told tell(const trace::Trace& trace)
{
    Told told;
    std::map<ClientId, std::string> names;
    int open = 0;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const trace::Event& e = trace[i];
        const std::string text(trace.text(e.text));
        switch (e.kind) {
        case trace::EventKind::ClientCreated:
            if (e.value == static_cast<std::int64_t>(trace::ClientKind::Consumer))
                names[e.client] = text;
            ++open;
            break;
        case trace::EventKind::ClientClosed:
            --open;
            break;
        case trace::EventKind::RecordsDelivered:
            if (const auto reader = names.find(e.client); reader != names.end())
                told.records[reader->second] += e.value;
            break;
        case trace::EventKind::ResponseReceived:
            if (text.empty())
                ++told.answers[e.api];
            else if (e.api == ApiKey::ApiVersions && text == "UNSUPPORTED_VERSION")
                ++told.versionsRefused;
            else
                ++told.errors[std::string(apiName(e.api)) + ": " + text];
            break;
        case trace::EventKind::RequestSent:
            told.versions[e.api] = std::max(told.versions[e.api], e.value);
            break;
        case trace::EventKind::TransactionState:
            told.transactions.push_back(text);
            break;
        case trace::EventKind::ProtocolError:
            told.protocolErrors.push_back(text);
            break;
        default:
            break;
        }
    }
    told.isClosed = open == 0;
    return told;
}

const std::vector<std::string>& codecs()
{
    static const std::vector<std::string> kCodecs {"none", "gzip", "snappy", "lz4", "zstd"};
    return kCodecs;
}

std::string groupsByCodec(int members, int rounds, const std::string& reading)
{
    std::string text = "connscope: 1\nprofile: java-3.9\ncluster:\n  topics:\n";
    for (const std::string& codec : codecs())
        text += "    t-" + codec + ": {partitions: 3}\n";
    text += "clients:\n";
    for (const std::string& codec : codecs()) {
        text += "  - {name: producer-" + codec
            + ", kind: producer, config: {acks: all, linger.ms: 5, compression.type: " + codec
            + "}, script: [send: {topic: t-" + codec
            + ", records: 100, every: 10ms, rounds: " + std::to_string(rounds) + "}, flush, close]}\n";
        text += "  - {name: reader-" + codec + ", kind: consumer, count: " + std::to_string(members)
            + ", config: {client.id: reader-" + codec + ", group.id: connscope-" + codec
            + ", auto.offset.reset: earliest, session.timeout.ms: 6000}, script: [subscribe: t-" + codec
            + ", poll: " + reading + ", commit-sync, close]}\n";
    }
    return text;
}

} // namespace connscope::test
