// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/connectionjson.h"

namespace connscope::analysis {

using trace::ConnectionLife;

void writeConnectionJson(JsonWriter& json, const Names& names, const ConnectionLife& life)
{
    const trace::Trace& trace = names.trace();
    json.open('{');
    json.member("connection", life.id.value);
    const std::string_view clientId = trace.text(life.clientName);
    json.memberOrNull("client", clientId.empty() ? std::string_view(names.client(life.client)) : clientId);
    json.key("client_number");
    if (life.client.isValid())
        json.number(life.client.value);
    else
        json.null();
    json.key("node");
    if (life.node.isValid())
        json.number(life.node.value);
    else
        json.null();
    json.memberOrNull("meaning", nodeMeaning(life.node, life.role));
    json.member("role", trace::roleName(life.role));
    json.memberOrNull("remote", names.remote(life.id));
    json.member("opened_ns", toNs(life.opened));
    json.member("ready_ns", life.ready);
    json.member("last_used_ns", life.lastUsed);
    json.member("closed_ns", life.closed);
    json.memberOrNull("closer", life.closed ? trace::sideName(life.closer) : "");
    json.memberOrNull(
        "rule", life.closed && life.closeRule != trace::RuleId::None ? trace::ruleName(life.closeRule) : "");
    json.memberOrNull("open_rule", life.openRule != trace::RuleId::None ? trace::ruleName(life.openRule) : "");
    json.key("requests");
    json.open('{');
    for (const ApiKey api : allApiKeys()) {
        if (const std::uint32_t count = life.traffic.of(api); count > 0)
            json.member(apiName(api), count);
    }
    if (const std::uint32_t count = life.traffic.of(ApiKey::None); count > 0)
        json.member("UNKNOWN", count);
    json.close('}');
    json.close('}');
}

} // namespace connscope::analysis
