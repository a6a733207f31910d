// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/brain.h"

#include "client/admin.h"
#include "client/bootstrap.h"
#include "client/consumer.h"
#include "client/producer.h"
#include "trace/construction.h"

namespace connscope::client {

using trace::EventKind;
using trace::RuleId;

namespace {

// What a reader of the trace must know of a client: its profile, what was set, and its idle limit.
void writeConfig(const ClientSpec& spec, trace::Trace& trace, Instant now, EventId created)
{
    trace::Event e;
    e.at = now;
    e.kind = EventKind::ConfigChanged;
    e.cause = created;
    e.rule = RuleId::ConfigValue;
    e.client = spec.id;
    e.side = trace::Side::Client;
    const auto write = [&](std::string_view key, std::string_view value) {
        e.text = trace.intern(std::string(key) + " = " + std::string(value));
        trace.append(e);
    };
    write("profile", spec.profile.name);
    for (const WhatIf& whatIf : whatIfs()) {
        if (spec.profile.*whatIf.flag)
            write("what-if", whatIf.name);
    }
    bool idleWritten = false;
    for (const protocol::ConfigSet::Entry& entry : spec.config.entries()) {
        write(
            entry.name, entry.key && entry.key->secret ? std::string_view("[hidden]") : std::string_view(entry.text));
        idleWritten = idleWritten || entry.name == "connections.max.idle.ms";
    }
    if (!idleWritten)
        write("connections.max.idle.ms", spec.config.text("connections.max.idle.ms"));
}

} // namespace

std::unique_ptr<Brain> makeClient(ClientSpec spec, const Environment& environment, Instant now, EventId cause)
{
    trace::Trace& trace = *environment.trace;
    Settings settings = makeSettings(spec.config, spec.kind);
    Bootstrap bootstrap = resolveBootstrap(settings, *environment.resolver);
    trace::Event mark;
    mark.at = now;
    mark.kind = EventKind::Mark;
    mark.rule = RuleId::UnresolvedHost;
    mark.cause = cause;
    if (bootstrap.addresses.empty()) {
        mark.side = trace::Side::Client;
        for (const std::string& warning : bootstrap.warnings) {
            mark.text = trace.intern(warning);
            mark.cause = trace.append(mark);
        }
        mark.value = static_cast<std::int64_t>(spec.kind);
        mark.text = trace.intern(trace::notConstructedText(
            spec.clientId, "No resolvable bootstrap urls given in bootstrap.servers")); // ClientUtils
        trace.append(mark);
        return nullptr;
    }
    trace::Event e;
    e.at = now;
    e.kind = EventKind::ClientCreated;
    e.cause = cause;
    e.rule = RuleId::ApplicationCall;
    e.client = spec.id;
    e.side = trace::Side::Client;
    e.value = static_cast<std::int64_t>(spec.kind);
    e.text = trace.intern(spec.clientId);
    const EventId created = trace.append(e);
    writeConfig(spec, trace, now, created);
    for (const std::string& warning : bootstrap.warnings) {
        mark.client = spec.id;
        mark.side = trace::Side::Client;
        mark.cause = created;
        mark.text = trace.intern(warning);
        trace.append(mark);
    }
    if (bootstrap.addresses != settings.bootstrapServers) {
        // Node -1 is the first of these: whoever reads the trace must know.
        e.kind = EventKind::ConfigChanged;
        e.cause = created;
        e.rule = RuleId::ConfigValue;
        e.value = 0;
        e.text = trace.intern("bootstrap.servers = " + addressList(bootstrap.addresses));
        trace.append(e);
        settings.bootstrapServers = std::move(bootstrap.addresses);
    }

    switch (spec.kind) {
    case trace::ClientKind::Consumer:
        return std::make_unique<Consumer>(std::move(spec), std::move(settings), environment, now, created);
    case trace::ClientKind::Admin:
        return std::make_unique<Admin>(std::move(spec), std::move(settings), environment, now, created);
    case trace::ClientKind::Producer:
    case trace::ClientKind::Other:
        break;
    }
    return std::make_unique<Producer>(std::move(spec), std::move(settings), environment, now, created);
}

} // namespace connscope::client
