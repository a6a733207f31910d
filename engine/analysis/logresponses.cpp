// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/logbodies.h"

#include "protocol/apiversions.h"
#include "protocol/errors.h"

#include <vector>

namespace connscope::analysis {

using protocol::KafkaVersion;

namespace {

bool isData(const LogRequest& r) { return r.client->version >= KafkaVersion {2, 4}; }

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

template <typename Items, typename Print>
std::string joined(const Items& items, std::string_view comma, Print print)
{
    std::string out;
    for (const auto& item : items)
        (out += out.empty() ? std::string_view {} : comma) += print(item);
    return out;
}

std::string errorCode(std::string_view error)
{
    if (error.empty())
        return "0";
    const auto code = protocol::errorFromName(error);
    return std::to_string(static_cast<int>(code.value_or(protocol::ErrorCode::UnknownServerError)));
}

} // namespace

std::string requestHeader(const LogRequest& r)
{
    // The header is flexible, too, where the request is.
    const auto flexible = [&] {
        switch (r.api) {
        case ApiKey::Produce:
        case ApiKey::Metadata:
            return r.version >= 9;
        case ApiKey::Fetch:
            return r.version >= 12;
        case ApiKey::ListOffsets:
        case ApiKey::OffsetFetch:
        case ApiKey::JoinGroup:
            return r.version >= 6;
        case ApiKey::OffsetCommit:
            return r.version >= 8;
        case ApiKey::Heartbeat:
        case ApiKey::LeaveGroup:
        case ApiKey::SyncGroup:
        case ApiKey::OffsetForLeaderEpoch:
            return r.version >= 4;
        case ApiKey::InitProducerId:
            return r.version >= 2;
        case ApiKey::DescribeCluster:
            return true;
        default:
            return r.version >= 3;
        }
    };
    return "RequestHeader(apiKey=" + std::string(apiName(r.api)) + ", apiVersion=" + std::to_string(r.version)
        + ", clientId=" + r.client->clientId + ", correlationId=" + std::to_string(r.correlation)
        + (r.client->version >= KafkaVersion {3, 4} ? std::string(", headerVersion=") + (flexible() ? "2" : "1")
                                                    : std::string())
        + ")";
}

std::string apiVersionsText(KafkaVersion client, KafkaVersion broker)
{
    std::string out = "(";
    for (const ApiKey api : allApiKeys()) {
        const auto theirs = protocol::brokerApiVersions(broker, api);
        const auto ours = protocol::clientApiVersions(client, api);
        if (!ours && !theirs)
            continue;
        out += out.size() > 1 ? ", " : "";
        out += std::string(protocol::apiSchemaName(api)) + "(" + std::to_string(static_cast<int>(api)) + "): ";
        if (!theirs) {
            out += "UNSUPPORTED";
            continue;
        }
        out += std::to_string(theirs->min)
            + (theirs->max > theirs->min ? " to " + std::to_string(theirs->max) : std::string());
        const auto usable = protocol::negotiate(api, client, broker);
        out += usable ? " [usable: " + std::to_string(*usable) + "]" : std::string(" [unusable: node too new]");
    }
    return out + ")";
}

std::string responseBody(
    const LogRequest& r, std::string_view error, LogClients& clients, const trace::Trace& trace, EventId at)
{
    const std::string code = errorCode(error);
    const std::string dataHead = std::string(protocol::apiSchemaName(r.api)) + "ResponseData(";
    switch (r.api) {
    case ApiKey::ApiVersions: {
        // UNSUPPORTED_VERSION comes with the one range that helps, from 2.4 brokers on (KIP-511).
        std::vector<protocol::ApiVersionRange> list;
        for (const protocol::ApiVersionRange& v : protocol::brokerApiVersions(r.brokerVersion)) {
            if (error.empty() || (v.api == ApiKey::ApiVersions && r.brokerVersion >= KafkaVersion {2, 4}))
                list.push_back(v);
        }
        if (isData(r)) {
            const auto range = [](const protocol::ApiVersionRange& v) {
                return "ApiVersion(apiKey=" + std::to_string(static_cast<int>(v.api))
                    + ", minVersion=" + std::to_string(v.min) + ", maxVersion=" + std::to_string(v.max) + ")";
            };
            return dataHead + "errorCode=" + code + ", apiKeys=[" + joined(list, ", ", range)
                + "], throttleTimeMs=0, ...)";
        }
        const auto range = [](const protocol::ApiVersionRange& v) {
            return "{api_key=" + std::to_string(static_cast<int>(v.api)) + ",min_version=" + std::to_string(v.min)
                + ",max_version=" + std::to_string(v.max) + "}";
        };
        return "{error_code=" + code + ",api_versions=[" + joined(list, ",", range) + "],throttle_time_ms=0}";
    }
    case ApiKey::Metadata: {
        const auto brokers = clients.knownBrokers();
        const auto broker = [&](BrokerId id) {
            const std::string address = clients.brokerAddress(id);
            const std::size_t colon = address.rfind(':');
            const std::string host = address.substr(0, colon), port = address.substr(colon + 1),
                              number = std::to_string(id.value);
            return isData(r)
                ? "MetadataResponseBroker(nodeId=" + number + ", host=" + quoted(host) + ", port=" + port
                    + ", rack=" + clients.rack(id) + ")"
                : "{node_id=" + number + ",host=" + host + ",port=" + port + ",rack=" + clients.rack(id) + "}";
        };
        if (isData(r))
            return dataHead + "throttleTimeMs=0, brokers=[" + joined(brokers, ", ", broker)
                + (clients.knowsAllBrokers() ? "" : ", ...") + "], ...)";
        return "{throttle_time_ms=0,brokers=[" + joined(brokers, ",", broker)
            + (clients.knowsAllBrokers() ? "" : ",...") + "],...}";
    }
    case ApiKey::FindCoordinator: {
        std::string number = "-1", host, port = "-1";
        if (const auto found = clients.coordinatorFoundBy(at)) {
            const trace::Event& e = trace[*found];
            const std::string address = clients.hostAndPort(e.client, e.node, *found);
            const std::size_t colon = address.rfind(':');
            number = std::to_string(e.broker.value);
            host = address.substr(0, colon);
            port = address.substr(colon + 1);
        }
        if (!isData(r)) {
            const std::string where = "node_id=" + number + ",host=" + host + ",port=" + port;
            return "{throttle_time_ms=0,error_code=" + code + ",error_message=null,"
                + ((r.client->version < protocol::kV2_3) ? "coordinator={" + where + "}" : where) + "}";
        }
        if ((r.client->version >= protocol::kV3_9) && r.version >= 4)
            return dataHead
                + "throttleTimeMs=0, errorCode=0, errorMessage='', nodeId=0, host='', port=0, "
                  "coordinators=[Coordinator(key="
                + quoted(r.detail.substr(r.detail.find(':') + 1)) + ", nodeId=" + number + ", host=" + quoted(host)
                + ", port=" + port + ", errorCode=" + code + ", errorMessage='')])";
        return dataHead + "throttleTimeMs=0, errorCode=" + code + ", errorMessage=null, nodeId=" + number + ", host="
            + quoted(host) + ", port=" + port + ((r.client->version >= protocol::kV3_9) ? ", coordinators=[])" : ")");
    }
    case ApiKey::Heartbeat:
        if (isData(r))
            return dataHead + "throttleTimeMs=0, errorCode=" + code + ")";
        return "{" + std::string(r.version >= 1 ? "throttle_time_ms=0," : "") + "error_code=" + code + "}";
    case ApiKey::LeaveGroup:
        if (isData(r))
            return dataHead + "throttleTimeMs=0, errorCode=" + code + ", members=[...])";
        return "{" + std::string(r.version >= 1 ? "throttle_time_ms=0," : "") + "error_code=" + code + "}";
    case ApiKey::JoinGroup:
    case ApiKey::SyncGroup:
    case ApiKey::InitProducerId:
    case ApiKey::OffsetCommit:
        return isData(r) ? dataHead + "throttleTimeMs=0, errorCode=" + code + ", ...)"
                         : "{throttle_time_ms=0,error_code=" + code + ",...}";
    default:
        return isData(r) ? dataHead + "throttleTimeMs=0, ...)" : std::string("{throttle_time_ms=0,...}");
    }
}

} // namespace connscope::analysis
