// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/pagewriter.h"
#include "inspector/words.h"
#include "theme/rolelook.h"

#include <algorithm>

namespace connscope::inspector {

namespace {

/// What the trace calls a program's own name and version.
constexpr std::string_view kSoftware = "client.software";

/// "group test" → "test".
QString nameIn(std::string_view text)
{
    const std::size_t blank = text.find(' ');
    return toText(blank == std::string_view::npos ? text : text.substr(blank + 1));
}

} // namespace

Sheet PageWriter::client(ClientId id) const
{
    Sheet sheet;
    const trace::ClientState& c = m_world.client(id);
    sheet.caption(tr("Client"));
    sheet.add(BlockKind::Title, clientName(id));
    run(sheet, id);
    if (!c.exists()) {
        sheet.text(tr("Not created yet."), Tone::Secondary);
        return sheet;
    }
    const QString state = c.killed ? tr("killed")
        : c.closed                 ? tr("closed")
        : c.closing                ? tr("closing")
        : c.paused                 ? tr("paused: its process does not run")
                                   : tr("running");
    sheet.fact(tr("kind"), toText(analysis::clientKindWord(c.kind, m_language)));
    Block& alive = sheet.fact(tr("state"), state, view::Item::of(c.ended.isValid() ? c.ended : c.created));
    alive.tone = c.isAlive() && !c.paused ? Tone::Positive : Tone::Error;
    alive.note = c.ended.isValid() ? when(c.ended) : tr("created %1").arg(when(c.created));
    if (const std::string_view profile = m_configs.profile(id); !profile.empty())
        sheet.mono(tr("profile"), toText(profile));
    const std::vector<ConfigRow> rows = m_configs.rows(id, m_world.applied());
    const bool isOutside = !m_configs.knowsSettings(id);
    if (isOutside) {
        sheet.fact(tr("known as"), theme::vantageWord(trace::Vantage::Inferred)).note
            = tr("Somebody else's client: it is known by what arrived at the brokers.");
        const auto software
            = std::find_if(rows.begin(), rows.end(), [](const ConfigRow& row) { return row.key == kSoftware; });
        Block& fact
            = sheet.mono(tr("software"), software == rows.end() ? tr("it did not say") : toText(software->value));
        fact.note = software == rows.end() ? tr("API_VERSIONS names it since version 3 (KIP-511).")
                                           : tr("It says so itself, in API_VERSIONS (KIP-511).");
        if (software != rows.end())
            fact.item = view::Item::of(software->said);
    }
    if (!isOutside) // nobody can see what somebody else's client has learnt
        sheet.fact(tr("knows"), c.knowsCluster ? tr("the cluster") : tr("only bootstrap.servers"));
    if (c.metadataVersion >= 0)
        sheet.mono(tr("metadata"), m_look.format().number(c.metadataVersion));
    group(sheet, c);

    connectionsNow(sheet, connectionsOf(id), false);
    why(sheet, tr("Why is it here?"), c.created);
    if (c.ended.isValid())
        why(sheet, tr("Why did it end?"), c.ended);

    sheet.section(tr("Configuration"));
    if (!isOutside) {
        configs(sheet, rows, true);
        return sheet;
    }
    sheet.text(
        tr("Its settings are not known: a client does not tell them to the brokers, and the defaults of another "
           "client than Kafka's own for Java are different."),
        Tone::Secondary);
    std::vector<ConfigRow> others = rows;
    std::erase_if(others, [](const ConfigRow& row) { return row.key == kSoftware; });
    configs(sheet, others, false);
    return sheet;
}

QString PageWriter::coordinatedWords(std::string_view what)
{
    constexpr std::string_view kTransaction = "transaction ";
    const QString name = nameIn(what);
    return what.starts_with(kTransaction) ? tr("transaction %1").arg(name) : tr("group %1").arg(name);
}

void PageWriter::group(Sheet& sheet, const trace::ClientState& c) const
{
    const trace::Trace& trace = m_document.trace();
    if (!trace.text(c.group).empty()) {
        sheet.section(tr("Group %1").arg(nameIn(trace.text(c.group))));
        sheet.fact(tr("coordinator"), c.groupCoordinator.isValid() ? brokerName(c.groupCoordinator) : tr("not known"),
            view::Item::of(c.groupCoordinator));
        sheet.fact(tr("membership"),
            c.generation < 0 ? tr("not a member") : tr("generation %1").arg(m_look.format().number(c.generation)));
        sheet.mono(tr("member id"), toText(trace.text(c.member)));
        sheet.mono(tr("partitions"), toText(trace.text(c.assignment)));
    }
    if (!trace.text(c.transaction).empty()) {
        sheet.section(tr("Transaction %1").arg(nameIn(trace.text(c.transaction))));
        sheet.fact(tr("coordinator"),
            c.transactionCoordinator.isValid() ? brokerName(c.transactionCoordinator) : tr("not known"),
            view::Item::of(c.transactionCoordinator));
    }
}

Sheet PageWriter::broker(BrokerId id) const
{
    using Power = trace::BrokerState::Power;
    Sheet sheet;
    const trace::Trace& trace = m_document.trace();
    const trace::BrokerState* state = m_world.broker(id);
    sheet.caption(tr("Broker"));
    sheet.add(BlockKind::Title, brokerName(id));
    if (!state) {
        sheet.text(tr("The trace has not spoken of it yet."), Tone::Secondary);
        return sheet;
    }
    const QString power = state->power == Power::Up ? tr("up")
        : state->power == Power::Down               ? tr("down")
                                                    : tr("paused: its process does not run");
    Block& fact = sheet.fact(tr("state"), power, view::Item::of(state->since));
    fact.tone = state->power == Power::Up ? Tone::Positive : Tone::Error;
    fact.note = state->since.isValid() ? tr("since %1").arg(when(state->since)) : QString();
    if (state->slowNs > 0)
        sheet.fact(
            tr("slow"), tr("each answer takes %1 more").arg(m_look.format().duration(Duration {state->slowNs})));
    if (state->since.isValid() && at(state->since).kind == trace::EventKind::BrokerUp)
        sheet.mono(tr("advertises"), toText(trace.text(at(state->since).text)));

    QStringList leads;
    m_world.forEachLeader([&](TextId partition, BrokerId leader) {
        if (leader == id)
            leads += toText(trace.text(partition));
    });
    QStringList coordinates;
    m_world.forEachCoordinator([&](TextId what, BrokerId coordinator) {
        if (coordinator == id)
            coordinates += coordinatedWords(trace.text(what));
    });
    constexpr qsizetype kMost = 60;
    const auto list = [&](QStringList items) {
        const qsizetype count = items.size();
        if (count > kMost)
            items = items.mid(0, kMost) + QStringList {tr("and %1 more").arg(m_look.format().number(count - kMost))};
        return items.join(QStringLiteral(", "));
    };
    sheet.mono(tr("leads"), list(leads));
    sheet.mono(tr("coordinates"), list(coordinates));

    connectionsNow(sheet, connectionsOf(id), true);
    if (state->since.isValid())
        why(sheet, state->power == Power::Up ? tr("Why is it up?") : tr("Why does it not run?"), state->since);
    if (const std::vector<ConfigRow> rows = m_configs.rows(id, m_world.applied()); !rows.empty()) {
        sheet.section(tr("Configuration"));
        configs(sheet, rows, false);
    }
    return sheet;
}

} // namespace connscope::inspector
