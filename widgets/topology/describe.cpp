// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/describe.h"

#include "theme/runmark.h"
#include "topology/labels.h"
#include "topology/words.h"
#include "view/clockdigits.h"

#include <algorithm>

namespace connscope::topology {

using theme::LinkState;

namespace {

QString latin(std::string_view text) { return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size())); }

QString addressOrdinal(int n)
{
    switch (n) {
    case 1:
        return Words::tr("first address of bootstrap.servers");
    case 2:
        return Words::tr("second address of bootstrap.servers");
    case 3:
        return Words::tr("third address of bootstrap.servers");
    default:
        return Words::tr("address %1 of bootstrap.servers").arg(n);
    }
}

/// "only in run A: …", "run A: …", or the words alone.
QString inRun(trace::Origin run, bool isAlone, const QString& words)
{
    if (run == trace::Origin::Both)
        return words;
    return (isAlone ? Words::tr("only in run %1: %2") : Words::tr("run %1: %2")).arg(theme::runLetter(run), words);
}

/// Whom a link's slot leads to, as far as its client knows at the scene's instant.
BrokerId knownBroker(const Stage& stage, const Scene& scene, const Slot& slot)
{
    if (!slot.node.isBootstrap())
        return slot.node.brokerId();
    return scene.at >= stage.cast.knownBy[slot.from] ? stage.cast.ends[slot.to].broker : BrokerId {};
}

QString endName(const Stage& stage, const Scene& scene, const Slot& slot)
{
    const CastEnd& end = stage.cast.ends[slot.to];
    const bool known
        = end.broker.isValid() && (knownBroker(stage, scene, slot).isValid() || scene.at >= stage.cast.clusterKnown);
    return known ? Words::tr("broker %1").arg(end.broker.value) : end.address;
}

QString countdownWords(const Stage& stage, const LinkEnd& end)
{
    if (!end.countdown)
        return {};
    const QString left = stage.look.format().duration(end.countdown->left);
    return end.countdown->who == trace::Side::Client
        ? Words::tr("the client closes it in %1 if nothing moves").arg(left)
        : Words::tr("the broker closes it in %1 if nothing moves").arg(left);
}

QString stateWords(const Stage& stage, const LinkPicture& picture)
{
    QStringList parts {theme::linkStateWords(picture.state, picture.client.tcp, picture.broker.tcp)};
    if (picture.isOver) // it was so at the end
        return parts.front() + Words::tr(", until the run was over");
    if (picture.forgotten > 0)
        parts << theme::forgottenWords();
    if (picture.orphaned)
        parts << Words::tr("no longer used: real brokers have replaced the address");
    for (const LinkEnd* end : {&picture.client, &picture.broker}) {
        if (const QString words = countdownWords(stage, *end); !words.isEmpty())
            parts << words;
    }
    if (picture.backoff)
        parts << Words::tr("may try again in %1").arg(stage.look.format().duration(*picture.backoff));
    if (picture.open == 0 && picture.closer != trace::Side::None && picture.state != LinkState::Refused)
        parts << closedWords(picture.closer);
    return parts.join(Words::tr(", "));
}

QString dotWords(const Stage& stage, const Scene& scene, const Dot& dot)
{
    const QString name = QStringLiteral("%1 %2").arg(latin(apiName(dot.api))).arg(dot.correlation);
    const QString node
        = theme::Format::nodeId(stage.cast.places[stage.placement.links[dot.link].places.front()].node);
    const bool isForgotten = scene.links[dot.link].forgotten > 0;
    if (dot.lost && dot.phase == Dot::Phase::Request) {
        return isForgotten
            ? Words::tr("%1 is lost on %2: a middlebox has forgotten the connection").arg(name, node)
            : Words::tr("%1 is lost on its way on %2; the client's TCP sends it again").arg(name, node);
    }
    if (dot.lost) {
        return isForgotten
            ? Words::tr("the response to %1 is lost on %2: a middlebox has forgotten the connection").arg(name, node)
            : Words::tr("the response to %1 is lost on its way on %2; the broker's TCP sends it again")
                  .arg(name, node);
    }
    switch (dot.phase) {
    case Dot::Phase::Queued:
        return Words::tr("%1 waits at the client for the connection %2").arg(name, node);
    case Dot::Phase::Request:
        return dot.unread
            ? Words::tr("%1 has arrived at the broker, which has not read it yet, on %2").arg(name, node)
            : Words::tr("%1 travels to the broker on %2").arg(name, node);
    case Dot::Phase::AtBroker:
        return Words::tr("%1 waits in the broker for its answer, on %2").arg(name, node);
    case Dot::Phase::Response:
        break;
    }
    return dot.unread
        ? Words::tr("the response to %1 has arrived at the client, which has not read it yet, on %2").arg(name, node)
        : Words::tr("the response to %1 travels to the client on %2").arg(name, node);
}

} // namespace

QString nodeIdWords(NodeId node, Role role, BrokerId broker)
{
    const QString id = theme::Format::nodeId(node);
    if (node.isBootstrap()) {
        const QString which = addressOrdinal(-node.value);
        return broker.isValid() ? Words::tr("%1: %2, which is broker %3").arg(id, which).arg(broker.value)
                                : Words::tr("%1: %2, broker not known yet").arg(id, which);
    }
    if (node.isCoordinator()) {
        return Words::tr("%1 = %2 − %3: group coordinator on broker %3")
            .arg(id)
            .arg(NodeId::kMax)
            .arg(node.brokerId().value);
    }
    if (role == Role::Transaction)
        return Words::tr("%1: broker %1, also transaction coordinator").arg(id);
    return node.isValid() ? Words::tr("%1: broker %1").arg(id) : Words::tr("node id not known");
}

QString linkWords(const Stage& stage, const Scene& scene, std::uint32_t link)
{
    const PlacedLink& placed = stage.placement.links[link];
    const LinkPicture& picture = scene.links[link];
    const Slot& slot = stage.cast.places[placed.places.front()];
    if (placed.isBundle()) {
        QString words = Words::tr("%1 of %2: %3 open, %4 of them idle")
                            .arg(theme::roleWord(picture.role), nodeWords(stage, scene, placed.client))
                            .arg(picture.open)
                            .arg(picture.idle);
        if (picture.forgotten > 0)
            words += Words::tr(", ") + Words::tr("%1 of them forgotten by a middlebox").arg(picture.forgotten);
        return words;
    }
    return inRun(picture.run, picture.mark == view::Mark::Alone,
        Words::tr("%1, %2, %3 to %4: %5")
            .arg(theme::Format::nodeId(slot.node), theme::roleWord(picture.role), stage.cast.clients[slot.from].name,
                endName(stage, scene, slot), stateWords(stage, picture)));
}

QString nodeWords(const Stage& stage, const Scene& scene, std::uint32_t node)
{
    Q_UNUSED(stage);
    const NodePicture& picture = scene.nodes[node];
    QStringList parts {picture.title};
    if (!picture.line.isEmpty())
        parts << picture.line;
    for (const Chip& chip : picture.chips)
        parts << (chip.kind == Chip::Kind::Leader ? Words::tr("leader of %1").arg(chip.text) : chip.text);
    if (stage.placement.nodes[node].isClientSide()) {
        // What a client was assigned is no leadership.
        parts = QStringList {picture.title};
        if (!picture.line.isEmpty())
            parts << picture.line;
        for (const Chip& chip : picture.chips)
            parts << chip.text;
    }
    return inRun(picture.run, true, parts.join(Words::tr(", ")));
}

QString hoverWords(const Stage& stage, const Scene& scene, const Hit& hit)
{
    if (hit.dot < scene.traffic.dots.size()) {
        const Dot& dot = scene.traffic.dots[hit.dot];
        QString out = inRun(dot.run, true, dotWords(stage, scene, dot));
        out += QLatin1Char('\n') + Words::tr("correlation id %1").arg(dot.correlation);
        if (dot.echo)
            out += QLatin1Char('\n') + Words::tr("It has arrived; it was too fast to be seen at this speed.");
        return out;
    }
    if (hit.link != Cast::kNone) {
        const PlacedLink& link = stage.placement.links[hit.link];
        const LinkPicture& picture = scene.links[hit.link];
        if (link.isBundle())
            return linkWords(stage, scene, hit.link);
        const Slot& slot = stage.cast.places[link.places.front()];
        return nodeIdWords(slot.node, picture.role, knownBroker(stage, scene, slot)) + QLatin1Char('\n')
            + inRun(picture.run, picture.mark == view::Mark::Alone, stateWords(stage, picture));
    }
    if (hit.node == Cast::kNone)
        return {};
    const PlacedNode& node = stage.placement.nodes[hit.node];
    if (hit.member == Cast::kNone)
        return nodeWords(stage, scene, hit.node);
    std::size_t open = 0;
    const auto& list
        = node.isClientSide() ? stage.cast.clients[hit.member].places : stage.cast.ends[hit.member].places;
    for (std::uint32_t s : list)
        open += scene.slotStates[s].open ? 1U : 0U;
    const auto found = std::find(node.members.begin(), node.members.end(), hit.member);
    const auto cell = static_cast<std::size_t>(found - node.members.begin());
    const auto& cells = scene.nodes[hit.node].cells;
    const bool isKnown = cell >= cells.size() || cells[cell] != Mood::Address;
    const QString name = node.isClientSide() ? stage.cast.clients[hit.member].name
        : stage.cast.ends[hit.member].broker.isValid() && isKnown
        ? Words::tr("broker %1").arg(stage.cast.ends[hit.member].broker.value)
        : stage.cast.ends[hit.member].address;
    return open == 1 ? Words::tr("%1: 1 connection open").arg(name)
                     : Words::tr("%1: %2 connections open").arg(name).arg(open);
}

QString describe(const Stage& stage, const Scene& scene)
{
    QStringList lines;
    lines << Words::tr("At %1:").arg(
        stage.look.format().clock(scene.at, view::clockDecimals(stage.document, scene.at)));
    for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
        lines << nodeWords(stage, scene, n);
    for (std::uint32_t l = 0; l < scene.links.size(); ++l) {
        if (scene.links[l].isVisible())
            lines << linkWords(stage, scene, l);
    }
    for (const Dot& dot : scene.traffic.dots) {
        if (!dot.echo)
            lines << dotWords(stage, scene, dot);
    }
    for (const Stream& stream : scene.traffic.streams) {
        lines << Words::tr("about %1 requests a second, mostly %2, on %3")
                     .arg(stage.look.format().number(static_cast<std::int64_t>(stream.perSecond + 0.5)),
                         latin(apiName(stream.api)), linkWords(stage, scene, stream.link));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace connscope::topology
