// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/linkstate.h"
#include "theme/runmark.h"
#include "topology/labels.h"
#include "topology/linefield.h"
#include "topology/words.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace connscope::topology {

using theme::LinkState;
using theme::Type;
using trace::TcpState;

namespace {

/// Of more links than these it would take too long to look where lines are, and no place is free.
constexpr std::size_t kMostLines = 200;

bool isClosing(LinkState state)
{
    switch (state) {
    case LinkState::ClosingByClient:
    case LinkState::ClosingByBroker:
    case LinkState::BrokerCloseWait:
    case LinkState::TimeWait:
        return true;
    default:
        return false;
    }
}

qreal tcpWidth(const QString& text, const Metrics& metrics)
{
    return metrics.monoSmallWidth(text) + metrics.chip * 0.6;
}

bool isShownState(TcpState state) { return state != TcpState::None && state != TcpState::Closed; }

class LinkLabels {
public:
    LinkLabels(Scene& scene, const Stage& stage, const LineField& lines, std::uint32_t i)
        : m_scene(scene)
        , m_m(stage.metrics)
        , m_stage(stage)
        , m_lines(lines)
        , m_i(i)
        , m_link(stage.placement.links[i])
        , m_picture(scene.links[i])
        , m_node(stage.cast.places[m_link.places.front()].node)
    {
    }

    void add()
    {
        if (m_picture.shown == LinkPicture::Shown::Nothing)
            return;
        const bool past = m_picture.shown == LinkPicture::Shown::Past;
        if (!m_link.id.isNull())
            id(past);
        if (m_link.isBundle() && !m_link.badge.isNull()) {
            bundle();
            return;
        }
        if (!m_link.badge.isNull() && !past) {
            m_scene.badges.push_back({m_i, m_link.badge, m_picture.isNodeKnown ? m_node : NodeId {}, m_picture.role,
                m_picture.state == LinkState::Idle || m_picture.open == 0 || m_picture.dimmed, m_picture.inferred,
                m_picture.mark});
        }
        if (!m_link.badge.isNull())
            column(past);
        run();
        if (!past)
            ends();
    }

private:
    /// Whose it is, where two runs differ; also where only the port of what was is left.
    void run()
    {
        if (m_picture.run == trace::Origin::Both || m_link.run.isNull())
            return;
        Label label;
        label.link = m_i;
        label.shape = Label::Shape::Run;
        label.rect = m_link.run;
        label.run = m_picture.run;
        label.text = theme::runLetter(m_picture.run);
        label.align = Qt::AlignCenter;
        label.dimmed = m_picture.dimmed;
        m_scene.still.push_back(std::move(label));
    }

    void id(bool past)
    {
        Label label;
        label.link = m_i;
        label.rect = m_link.id;
        label.text = QString(theme::roleLetter(m_picture.role)) + QStringLiteral(" ") + theme::Format::nodeId(m_node);
        label.mono = true;
        label.align = Qt::AlignRight | Qt::AlignVCenter;
        label.ink = past || m_picture.open == 0 ? Label::Ink::Secondary : Label::Ink::OfRole;
        label.role = m_picture.role;
        label.dimmed = m_picture.dimmed;
        m_scene.still.push_back(std::move(label));
    }

    /// The node id in the card's fixed column: it stays when its connection is gone.
    void column(bool past)
    {
        const PlacedNode& node = m_stage.placement.nodes[m_link.client];
        if (node.detail != Detail::Full && node.detail != Detail::Snug)
            return;
        Label label;
        label.link = m_i;
        label.text = theme::Format::nodeId(m_node);
        const qreal width = m_m.monoSmallWidth(label.text) + 1;
        label.rect = QRectF(
            node.rect.right() - m_m.pad * 0.8 - width, m_link.curve.from.y() - m_m.small / 2, width, m_m.small);
        label.mono = true;
        label.align = Qt::AlignRight | Qt::AlignVCenter;
        label.ink = past || m_picture.open == 0 ? Label::Ink::Secondary : Label::Ink::OfRole;
        label.role = m_picture.role;
        label.dimmed = m_picture.dimmed;
        m_scene.still.push_back(label);
        if (!past)
            return;
        // How it ended, beside the id that is left.
        const QString words = closedWords(m_picture.closer);
        const qreal room = label.rect.left() - node.rect.left() - m_m.pad * 1.5;
        if (m_m.smallWidth(words) > room)
            return;
        label.rect = QRectF(node.rect.left() + m_m.pad, label.rect.top(), m_m.smallWidth(words) + 1, m_m.small);
        for (std::size_t i = 0; i < m_scene.nodeLabels; ++i) {
            if (m_scene.still[i].rect.intersects(label.rect))
                return; // the card says something of itself there
        }
        label.text = words;
        label.mono = false;
        label.align = Qt::AlignLeft | Qt::AlignVCenter;
        m_scene.still.push_back(label);
    }

    void bundle()
    {
        if (m_picture.open == 0)
            return; // what is left of it is its line
        Label label;
        label.link = m_i;
        label.text = bundleText(m_picture, m_stage.look);
        label.rect = m_link.badge;
        const qreal wanted = m_m.smallWidth(label.text) + m_m.badge * 1.7;
        const bool isOfTwo = m_picture.openOfRun[0] != m_picture.openOfRun[1];
        label.rect.setWidth(isOfTwo ? wanted : std::min(m_link.badge.width(), wanted));
        label.align = Qt::AlignCenter;
        label.shape = Label::Shape::Chip;
        label.ink = Label::Ink::OfRole;
        label.role = m_picture.role;
        label.type = Type::Small;
        label.dimmed = m_picture.dimmed;
        m_scene.still.push_back(std::move(label));
    }

    void ends()
    {
        if (m_picture.isOver) {
            if (m_link.clientChips)
                mark(Words::tr("run over"), false);
        } else if (isClosing(m_picture.state)) {
            if (m_link.clientChips)
                tcp(m_picture.client.tcp, true);
            if (m_link.endChips)
                tcp(m_picture.broker.tcp, false);
        } else if (!m_link.clientChips) {
            return;
        } else if (m_picture.state == LinkState::Reset) {
            mark(QStringLiteral("RST"));
        } else if (m_picture.state == LinkState::Refused) {
            mark(refusedWords(m_picture.closer));
        } else if (m_picture.state == LinkState::Connecting) {
            mark(m_picture.client.tcp == TcpState::SynSent ? QStringLiteral("SYN-SENT") : Words::tr("connecting"));
        } else if (m_picture.state == LinkState::Authenticating) {
            mark(Words::tr("authenticating"));
        } else if (m_picture.state == LinkState::Ghost) {
            mark(closedWords(m_picture.closer));
        }
    }

    void tcp(TcpState state, bool client)
    {
        if (!isShownState(state))
            return;
        Label label;
        label.link = m_i;
        label.text = tcpText(state, m_stage.placement.shortChips);
        label.mono = true;
        label.align = Qt::AlignCenter;
        label.shape = Label::Shape::StateChip;
        label.ink = Label::Ink::OfCloser;
        label.side = m_picture.firstFin == trace::Side::None ? m_picture.closer : m_picture.firstFin;
        label.dimmed = m_picture.dimmed;
        const qreal width = tcpWidth(label.text, m_m);
        const qreal height = chipHeight(m_link, client, m_m);
        label.rect = client ? QRectF(m_link.clientChip.x(), m_link.clientChip.y() - height / 2, width, height)
                            : QRectF(m_link.endChip.x() - width, m_link.endChip.y() - height / 2, width, height);
        if (!client && m_link.endPitch < height) {
            for (std::size_t i = m_scene.nodeLabels; i < m_scene.still.size(); ++i) {
                if (m_scene.still[i].rect.intersects(label.rect))
                    return; // the neighbour's state has the room of both
            }
        }
        m_scene.still.push_back(std::move(label));
    }

    /// A word above the line, behind the badge.
    void mark(QString text, bool ofCloser = true)
    {
        // Short of the mark half way that tells who it was.
        if (m_picture.state == LinkState::Ghost) {
            const qreal cap = (m_link.curve.lead + m_link.curve.trail) / 2 - m_m.small * 0.5;
            const qreal room = cap - 2 - m_link.clientChip.x() - m_m.chip * 0.8;
            const QRectF whole(m_link.clientChip.x(), m_link.clientChip.y() - chipHeight(m_link, true, m_m) / 2,
                m_m.smallWidth(text) + m_m.chip * 0.8, chipHeight(m_link, true, m_m));
            if (m_m.smallWidth(text) > room || m_lines.crossed(whole, m_i) > 0)
                text = Words::tr("closed");
            if (m_m.smallWidth(text) > room)
                return;
        }
        Label label;
        label.link = m_i;
        label.text = text;
        label.ink = ofCloser && m_picture.closer != trace::Side::None ? Label::Ink::OfCloser : Label::Ink::Secondary;
        label.side = m_picture.closer;
        label.shape = Label::Shape::Chip;
        label.dimmed = m_picture.dimmed;
        label.align = Qt::AlignCenter;
        const qreal width = m_m.smallWidth(text) + m_m.chip * 0.8;
        const qreal height = chipHeight(m_link, true, m_m);
        label.rect = QRectF(m_link.clientChip.x(), m_link.clientChip.y() - height / 2, width, height);
        m_scene.still.push_back(std::move(label));
    }

    Scene& m_scene;
    const Metrics& m_m;
    const Stage& m_stage;
    const LineField& m_lines;
    std::uint32_t m_i;
    const PlacedLink& m_link;
    const LinkPicture& m_picture;
    NodeId m_node;
};

/// What is true of some lines beside their state: "no longer used" of those that nothing will choose again. Said once, in
/// words, when everything else has its place.
class LineWords {
public:
    LineWords(Scene& scene, const Stage& stage, const LineField& lines, bool (*isTrue)(const LinkPicture&),
        QString whole, QString shortly, Label::Shape shape = Label::Shape::Halo)
        : m_isTrue(isTrue)
        , m_whole(std::move(whole))
        , m_shortly(std::move(shortly))
        , m_shape(shape)
        , m_scene(scene)
        , m_m(stage.metrics)
        , m_stage(stage)
        , m_lines(lines)
    {
        for (std::size_t i = 0; i < scene.links.size() && scene.links.size() <= kMostLines; ++i) {
            if (const auto cap = capOf(stage.placement.links[i], scene.links[i], m_m))
                m_caps.push_back(cap->rect());
        }
    }

    void add()
    {
        // All in the same words: what some say shortly is not told from what others say at length.
        const std::size_t before = m_scene.still.size();
        if (addAll(true))
            return;
        m_scene.still.resize(before);
        addAll(false);
    }

private:
    /// \a asOne: whole words on each line. False, and some are missing, where not all have room for that.
    bool addAll(bool asOne)
    {
        for (std::uint32_t i = 0; i < m_scene.links.size(); ++i) {
            const LinkPicture& picture = m_scene.links[i];
            const PlacedLink& link = m_stage.placement.links[i];
            if (picture.isVisible() && m_isTrue(picture) && !picture.isOver && link.clientChips
                && !link.badge.isNull() && !link.isBundle() && !add(i, link, asOne))
                return false;
        }
        return true;
    }

    bool add(std::uint32_t i, const PlacedLink& link, bool asOne)
    {
        Label label;
        label.link = i;
        label.ink = Label::Ink::Secondary;
        label.align = Qt::AlignCenter;
        label.shape = m_shape;
        if (m_shape != Label::Shape::Halo)
            label.ink = Label::Ink::Ink;
        label.dimmed = m_scene.links[i].dimmed;
        // Short of what stands at the other end.
        const qreal left = std::max(link.curve.lead, link.clientChip.x() + m_stage.placement.chipWidth);
        const qreal right = link.endChip.x() - (link.endChips ? m_stage.placement.chipWidth : 0) - 4;
        int fewest = std::numeric_limits<int>::max();
        const auto take = [&](const QString& text, const QRectF& rect, const QRectF& near, std::uint32_t own) {
            const int crossed = crossedBy(near, own);
            if (crossed >= fewest)
                return;
            fewest = crossed;
            label.text = text;
            label.rect = rect;
        };
        // Before the ring lines are level and apart.
        const auto beforeRing = [&](const QString& text) {
            const qreal width = m_m.smallWidth(text) + 6;
            const qreal from = link.run.isNull() ? link.badge.right() : link.run.right();
            const qreal gap = link.clientChip.x() - from - 6;
            const QRectF rect(from + 3 + (gap - width) / 2, link.curve.from.y() - m_m.small / 2, width, m_m.small);
            if (width <= gap)
                take(text, rect, rect, i);
        };
        const auto onLine = [&](const QString& text) {
            const qreal width = m_m.smallWidth(text) + 6;
            for (qreal x = left; x + width <= right && fewest > 0; x += kStep) {
                const QRectF rect(x, link.curve.y(x + width / 2) - m_m.small / 2, width, m_m.small);
                take(text, rect, rect.adjusted(0, -kClear, 0, kClear), i);
            }
        };
        // Above it or below it, where no other is as near.
        const auto beside = [&](const QString& text) {
            const qreal width = m_m.smallWidth(text) + 6;
            for (qreal x = left; x + width <= right && fewest > 0; x += kStep) {
                const auto [high, low] = std::minmax({link.curve.y(x), link.curve.y(x + width)});
                const QRectF above(x, high - 2 * kClear - m_m.small, width, m_m.small);
                take(text, above, above.adjusted(0, -2 * kClear, 0, kClear), kNoLink);
                const QRectF below(x, low + 2 * kClear, width, m_m.small);
                take(text, below, below.adjusted(0, -kClear, 0, 2 * kClear), kNoLink);
            }
        };
        const QString& whole = m_whole;
        const QString& shortly = m_shortly;
        if (asOne) {
            beforeRing(whole);
            onLine(whole);
            if (fewest > 0)
                return false;
        } else {
            beforeRing(shortly);
            onLine(shortly);
            onLine(whole);
            beside(whole);
            beside(shortly);
        }
        if (fewest < kOnWords)
            m_scene.still.push_back(std::move(label));
        return true;
    }

    /// Where words lie already, or a mark, is worse than any line.
    int crossedBy(const QRectF& rect, std::uint32_t own) const
    {
        if (m_scene.links.size() > kMostLines)
            return 0;
        int out = m_lines.crossed(rect, own);
        for (std::size_t i = m_scene.nodeLabels; i < m_scene.still.size(); ++i)
            out += m_scene.still[i].rect.intersects(rect) ? kOnWords : 0;
        for (const QRectF& cap : m_caps)
            out += cap.intersects(rect) ? kOnWords : 0;
        return out;
    }

    static constexpr qreal kStep = 6; // px
    static constexpr qreal kClear = 2.5; // px to a line's middle
    static constexpr int kOnWords = 1000;

    bool (*m_isTrue)(const LinkPicture&);
    QString m_whole;
    QString m_shortly;
    Label::Shape m_shape;
    Scene& m_scene;
    const Metrics& m_m;
    const Stage& m_stage;
    const LineField& m_lines;
    std::vector<QRectF> m_caps;
};

bool isForgotten(const LinkPicture& picture) { return picture.forgotten > 0; }
/// Who will not be used again is of no account where nothing gets through either.
bool isUnused(const LinkPicture& picture)
{
    return picture.orphaned && picture.state == LinkState::Idle && picture.forgotten == 0;
}

} // namespace

QString tcpText(TcpState state, bool shortly)
{
    const std::string_view name = trace::tcpStateName(state);
    const QString text = QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    if (!shortly)
        return text;
    switch (state) {
    case TcpState::FinWait1:
        return QStringLiteral("FW1");
    case TcpState::FinWait2:
        return QStringLiteral("FW2");
    case TcpState::CloseWait:
        return QStringLiteral("CW");
    case TcpState::LastAck:
        return QStringLiteral("LA");
    case TcpState::TimeWait:
        return QStringLiteral("TW");
    case TcpState::Established:
        return QStringLiteral("EST");
    case TcpState::Closing:
        return QStringLiteral("CLG");
    case TcpState::SynSent:
        return QStringLiteral("SYN");
    default:
        return text;
    }
}

QString closedWords(trace::Side closer)
{
    switch (closer) {
    case trace::Side::Client:
        return Words::tr("closed by client");
    case trace::Side::Broker:
        return Words::tr("closed by broker");
    case trace::Side::Network:
        return Words::tr("closed by network");
    case trace::Side::None:
        break;
    }
    return Words::tr("closed");
}

QString refusedWords(trace::Side closer)
{
    return closer == trace::Side::Client ? Words::tr("gave up") : Words::tr("failed");
}

qreal chipHeight(const PlacedLink& link, bool client, const Metrics& metrics)
{
    return std::min(metrics.chip, std::max(metrics.small * 0.9, (client ? link.pitch : link.endPitch) - 1));
}

qreal endChipWidth(const LinkPicture& picture, const PlacedLink& link, const Stage& stage)
{
    return link.endChips && isClosing(picture.state) && isShownState(picture.broker.tcp)
        ? tcpWidth(tcpText(picture.broker.tcp, stage.placement.shortChips), stage.metrics)
        : 0;
}

QString bundleText(const LinkPicture& picture, const theme::Look& look)
{
    const auto [first, second] = picture.openOfRun;
    if (first != second) {
        return QStringLiteral("A %1 · B %2 × %3")
            .arg(look.format().shortNumber(first), look.format().shortNumber(second), theme::roleWord(picture.role));
    }
    const QString count = look.format().shortNumber(first);
    return QStringLiteral("%1 × %2").arg(count, theme::roleWord(picture.role));
}

void addLinkLabels(Scene& scene, const Stage& stage)
{
    const LineField lines(scene, stage.placement, kMostLines);
    for (std::uint32_t i = 0; i < scene.links.size(); ++i)
        LinkLabels(scene, stage, lines, i).add();
    LineWords(scene, stage, lines, isForgotten, Words::tr("forgotten by a middlebox"), Words::tr("forgotten"),
        Label::Shape::Chip)
        .add();
    LineWords(scene, stage, lines, isUnused, Words::tr("no longer used"), Words::tr("unused")).add();
}

} // namespace connscope::topology
