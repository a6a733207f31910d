// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/topologywidget.h"

#include "topology/accessible.h"
#include "topology/opening.h"
#include "topology/words.h"
#include "view/filter.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QPainter>
#include <QResizeEvent>

#include <utility>

namespace connscope::topology {

namespace {

constexpr double kReadable = 0.75; // zoom at which a tile's digits can be read
constexpr qreal kMapFrame = 5; // px of the map's frame around it
constexpr qreal kCardsShare = 100; // so much worse it is to cover a card than a link

/// How far the curve goes within \a box, across.
qreal wayWithin(const Curve& curve, const QRectF& box)
{
    constexpr int kSteps = 12;
    int inside = 0;
    for (int i = 0; i <= kSteps; ++i) {
        const qreal x = box.left() + box.width() * i / kSteps;
        const qreal y = curve.y(x);
        inside += x >= curve.from.x() && x <= curve.to.x() && y >= box.top() && y <= box.bottom() ? 1 : 0;
    }
    return box.width() * inside / (kSteps + 1);
}

} // namespace

TopologyWidget::TopologyWidget(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
{
    installAccessible();
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    grabGesture(Qt::PinchGesture);
    setAccessibleName(Words::tr("Topology"));

    connect(&context.document, &view::Document::replaced, this, [this] {
        const bool same = m_context.document.isShortening();
        if (!same)
            m_arrangement = {};
        const std::shared_ptr<Exchanges> prepared = m_context.document.takePrepared<Exchanges>();
        m_exchanges = prepared ? std::move(*prepared) : Exchanges();
        m_focused.reset();
        m_tempo = {};
        rebuild();
        if (!same) {
            m_whole = false;
            m_beforeOpening.clear();
            m_opened.clear();
            fitAnew();
        }
    });
    connect(&context.document, &view::Document::grown, this, &TopologyWidget::grow);
    connect(&context.playback, &view::Playback::positionChanged, this, &TopologyWidget::positionChanged);
    connect(&context.playback, &view::Playback::playingChanged, this, &TopologyWidget::positionChanged);
    connect(&context.playback, &view::Playback::speedChanged, this, &TopologyWidget::positionChanged);
    connect(&context.playback, &view::Playback::lingersChanged, this, &TopologyWidget::positionChanged);
    connect(&context.selection, &view::Selection::currentChanged, this, [this] {
        m_lookedAtSelection = false;
        changeScene();
    });
    connect(&context.selection, &view::Selection::hoverChanged, this, qOverload<>(&QWidget::update));
    connect(&context.filter, &view::Filter::changed, this, &TopologyWidget::changeScene);
    if (context.marks)
        connect(context.marks, &view::Marks::changed, this, &TopologyWidget::changeScene);
    connect(&context.look, &theme::Look::changed, this, [this] {
        m_metrics.reset();
        replace();
    });
    rebuild();
}

TopologyWidget::~TopologyWidget() = default;

Stage TopologyWidget::stage() const
{
    return {m_cast, m_exchanges, m_placement, *m_metrics, m_context.document, m_context.filter, m_context.look,
        m_context.marks};
}

const Placement& TopologyWidget::placement() const { return m_placement; }

void TopologyWidget::rebuild()
{
    ++m_castings;
    m_cast = Cast(m_context.document);
    m_exchanges.extend(m_context.document.trace());
    replace();
}

void TopologyWidget::grow()
{
    if (!m_cast.isCurrent(m_context.document))
        return rebuild();
    m_exchanges.extend(m_context.document.trace());
    changeScene();
}

void TopologyWidget::replace()
{
    if (!m_metrics)
        m_metrics = std::make_unique<Metrics>(m_context.look);
    const QSizeF size = QSizeF(this->size()).expandedTo({200, 150});
    m_enlargement = enlargement(m_cast, *m_metrics, size);
    m_placement = place(m_cast, *m_metrics, size / m_enlargement, m_arrangement);
    if (m_viewport.isFitted())
        fitAnew();
    placementChanged();
}

void TopologyWidget::placementChanged()
{
    m_layers.invalidate();
    m_annotated.reset();
    changeScene();
    m_before.reset(); // its texts stand where they stood
}

void TopologyWidget::changeScene()
{
    if (m_scene)
        m_before = std::move(m_scene);
    m_scene.reset();
    m_targets.reset();
    update();
}

void TopologyWidget::positionChanged()
{
    // What plays is shown as an eye would see it, what stands still as it is: see Tempo.
    const view::Playback& playback = m_context.playback;
    m_tempo = playback.isPlaying() ? Tempo {playback.speed(), true, playback.pace()} : Tempo {};
    changeScene();
    lookAgain();
}

const Scene& TopologyWidget::scene() const
{
    if (!m_scene) {
        m_scene = makeScene(stage(), m_context.playback.world(), m_tempo, m_context.selection.current(),
            m_context.selection.hovered(), m_before ? &*m_before : nullptr);
        m_before.reset();
    }
    return *m_scene;
}

QString TopologyWidget::description() const
{
    QString words = describe(stage(), scene());
    for (const annotation::Mark& mark : marks()) {
        if (!mark.text.isEmpty())
            words += u'\n' + (mark.number.isEmpty() ? mark.text : mark.number + u' ' + mark.text);
    }
    return words;
}

void TopologyWidget::setArrangement(Arrangement arrangement)
{
    if (m_arrangement == arrangement)
        return;
    m_arrangement = std::move(arrangement);
    replace();
    emit arrangementChanged();
}

void TopologyWidget::resetArrangement() { setArrangement({}); }

void TopologyWidget::toggleGroup(std::uint32_t node)
{
    if (node >= m_placement.nodes.size() || !m_placement.nodes[node].isGroup())
        return;
    Arrangement next = m_arrangement;
    const std::string key = m_placement.nodes[node].key;
    const bool opens = !next.expanded.erase(key);
    if (opens) {
        next.expanded.insert(key);
        m_beforeOpening[key] = {m_viewport, m_whole, m_minimap, size()};
        m_opened = key;
    }
    setArrangement(std::move(next));
    const auto before = m_beforeOpening.find(key);
    const bool returns = !opens && before != m_beforeOpening.end() && before->second.size == size();
    if (opens)
        m_whole = false;
    if (returns)
        m_whole = before->second.whole;
    if (!returns || before->second.viewport.isFitted()) {
        fitAnew();
    } else {
        m_viewport = before->second.viewport;
        m_minimap = before->second.minimap;
        update();
        emit viewportChanged();
    }
    if (!opens)
        m_beforeOpening.erase(key);
}

/// The open group to look at, where all of the picture would be too small to be read.
std::optional<std::uint32_t> TopologyWidget::openedTooLarge() const
{
    const QRectF& bounds = m_placement.bounds;
    if (m_whole || std::min(width() / bounds.width(), height() / bounds.height()) >= kReadable)
        return std::nullopt;
    std::optional<std::uint32_t> out;
    for (std::uint32_t n = 0; n < m_placement.nodes.size(); ++n) {
        const PlacedNode& node = m_placement.nodes[n];
        if (node.detail == Detail::Tiles && (!out || node.key == m_opened))
            out = n;
    }
    return out;
}

void TopologyWidget::fit()
{
    m_whole = true;
    fitAnew();
}

void TopologyWidget::fitAnew()
{
    if (const auto opened = openedTooLarge()) {
        // The map shows where in it that is.
        const Glance look = lookAtOpened(m_placement, *opened, size(), kReadable, m_enlargement);
        m_viewport.lookFrom(look.origin, look.zoom, true);
    } else {
        m_viewport.fit(m_placement.bounds, size(), m_enlargement,
            m_whole || !m_arrangement.expanded.empty() ? 0 : std::min(m_enlargement, leastEnlargement(*m_metrics)));
    }
    placeMinimap();
    update();
    emit viewportChanged();
}

void TopologyWidget::focusOrFit()
{
    const view::Item item = m_context.selection.current();
    const QRectF selected = rectOf(stage(), item, m_context.selection.group(item));
    if (selected.isNull() || std::exchange(m_lookedAtSelection, true)) {
        m_lookedAtSelection = false;
        fit();
        return;
    }
    m_viewport.show(selected, m_placement.bounds, size(), 2);
    update();
    emit viewportChanged();
}

void TopologyWidget::zoomIn()
{
    m_viewport.zoomAt(QRectF(rect()).center(), 1.25, m_placement.bounds, size());
    update();
    emit viewportChanged();
}

void TopologyWidget::zoomOut()
{
    m_viewport.zoomAt(QRectF(rect()).center(), 0.8, m_placement.bounds, size());
    update();
    emit viewportChanged();
}

void TopologyWidget::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    replace();
}

void TopologyWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Stage stage = this->stage();
    const view::Item selected = m_context.selection.current();
    const Highlight highlight {selected, m_context.selection.hovered(), {}, m_context.selection.group(selected)};
    m_layers.paint(painter, stage, scene(), highlight, size(), devicePixelRatioF(), m_viewport.toWidget());
    paintAnnotations(painter);
    const qreal margin = m_metrics->body;
    painter.save();
    painter.scale(m_enlargement, m_enlargement);
    const QRectF room(QPointF(), QSizeF(size()) / m_enlargement);
    if (!m_viewport.isFitted() || showMinimap()) { // cards and links may pass there now
        const QRectF plate = room.adjusted(0, room.height() - legendHeight(*m_metrics), 0, 0);
        painter.fillRect(plate, m_context.look.theme().card);
        painter.setPen(QPen(m_context.look.theme().hairline, 1));
        painter.drawLine(plate.topLeft(), plate.topRight());
    }
    paintLegend(painter, stage, room.adjusted(margin, 0, -margin, -margin * 0.5));
    painter.restore();
    if (showMinimap())
        paintMinimap(painter);
    if (m_focused && hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_context.look.theme().accent, 2, Qt::DotLine));
        painter.drawRoundedRect(targetRect(*m_focused).adjusted(-4, -4, 4, 4), 6, 6);
    }
}

bool TopologyWidget::showMinimap() const
{
    // Not for a strip of empty ground beside the cards, or below them where the legend is.
    const QRectF seen = m_viewport.toWidget().inverted().mapRect(QRectF(0, 0, width(), legendTop()));
    return !seen.contains(m_placement.contents);
}

qreal TopologyWidget::legendTop() const { return height() - legendHeight(*m_metrics) * m_enlargement; }

QRectF TopologyWidget::mapPlace() const
{
    return showMinimap() ? minimapRect().adjusted(-kMapFrame, -kMapFrame, kMapFrame, kMapFrame) : QRectF();
}

QRectF TopologyWidget::minimapRect() const
{
    const QSizeF scene = m_placement.bounds.size();
    // Never more than a corner of a small window.
    QSizeF box(std::min(180.0, width() * 0.2), std::min(130.0, height() * 0.24));
    box = scene.scaled(box, Qt::KeepAspectRatio);
    const qreal gap = m_metrics->body * 0.8;
    const bool top = m_minimap == MapPlace::TopLeft || m_minimap == MapPlace::Top || m_minimap == MapPlace::TopRight;
    const bool left = m_minimap == MapPlace::TopLeft || m_minimap == MapPlace::BottomLeft;
    const bool middle = m_minimap == MapPlace::Top || m_minimap == MapPlace::Bottom;
    const qreal x = left ? gap : middle ? (width() - box.width()) / 2 : width() - gap - box.width();
    return {QPointF(x, top ? gap : legendTop() - gap - box.height()), box};
}

void TopologyWidget::placeMinimap()
{
    // Where it covers the least; it stays there while the view is panned.
    qreal least = -1;
    MapPlace best = m_minimap;
    for (const MapPlace place : {MapPlace::BottomRight, MapPlace::BottomLeft, MapPlace::TopRight, MapPlace::TopLeft,
             MapPlace::Bottom, MapPlace::Top}) { // in the middle only links pass
        m_minimap = place;
        const QRectF box = minimapRect().adjusted(-kMapFrame, -kMapFrame, kMapFrame, kMapFrame);
        const QRectF there = m_viewport.toWidget().inverted().mapRect(box);
        qreal covered = 0;
        for (const PlacedNode& node : m_placement.nodes) {
            const QRectF common = node.rect.intersected(there);
            covered += kCardsShare * common.width() * common.height() / (there.width() * there.height());
        }
        for (const PlacedLink& link : m_placement.links)
            covered += wayWithin(link.curve, there) / there.width();
        if (least < 0 || covered < least) {
            least = covered;
            best = place;
        }
    }
    m_minimap = best;
}

void TopologyWidget::paintMinimap(QPainter& painter) const
{
    const theme::Theme& theme = m_context.look.theme();
    const QRectF box = minimapRect();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.hairline, 1));
    painter.setBrush(theme.paper);
    painter.drawRoundedRect(box.adjusted(-kMapFrame, -kMapFrame, kMapFrame, kMapFrame), 6, 6);
    painter.setClipRect(box);
    const qreal scale = box.width() / m_placement.bounds.width();
    painter.translate(box.topLeft());
    painter.scale(scale, scale);
    painter.translate(-m_placement.bounds.topLeft());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.outline);
    for (const PlacedNode& node : m_placement.nodes)
        painter.drawRect(node.rect);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 2 / scale));
    // Where more is seen than there is, the map's own edge is the frame's.
    const qreal half = 1 / scale;
    painter.drawRect(m_viewport.seen(size()).intersected(m_placement.bounds).adjusted(half, half, -half, -half));
    painter.restore();
}

void TopologyWidget::moveMinimap(QPointF to)
{
    const QRectF box = minimapRect();
    const QRectF& bounds = m_placement.bounds;
    const QPointF share((to.x() - box.left()) / box.width(), (to.y() - box.top()) / box.height());
    m_viewport.centreOn(
        bounds.topLeft() + QPointF(share.x() * bounds.width(), share.y() * bounds.height()), bounds, size());
    update();
    emit viewportChanged();
}

const std::vector<TopologyWidget::Target>& TopologyWidget::targets() const
{
    if (!m_targets) {
        m_targets.emplace();
        for (std::uint32_t n = 0; n < m_placement.nodes.size(); ++n)
            m_targets->push_back({n, Cast::kNone});
        for (std::uint32_t l = 0; l < m_placement.links.size(); ++l) {
            if (scene().links[l].isVisible())
                m_targets->push_back({Cast::kNone, l});
        }
    }
    return *m_targets;
}

QString TopologyWidget::targetText(const Target& target) const
{
    return target.node != Cast::kNone ? nodeWords(stage(), scene(), target.node)
                                      : linkWords(stage(), scene(), target.link);
}

QRectF TopologyWidget::targetRect(const Target& target) const
{
    QRectF rect;
    if (target.node != Cast::kNone) {
        rect = m_placement.nodes[target.node].rect;
    } else {
        // A link is where its badge is; the whole curve would lie under all others.
        const PlacedLink& link = m_placement.links[target.link];
        rect = !link.badge.isNull() ? link.badge
            : !link.id.isNull()     ? link.id
                                    : QRectF(link.curve.from - QPointF(4, 4), QSizeF(8, 8));
    }
    return m_viewport.toWidget().mapRect(rect);
}

view::Item TopologyWidget::targetItem(const Target& target) const
{
    if (target.node != Cast::kNone) {
        const PlacedNode& node = m_placement.nodes[target.node];
        return node.isGroup() ? m_context.selection.itemOf(groupOf(m_cast, node)) : itemOf(m_cast, node);
    }
    const PlacedLink& link = m_placement.links[target.link];
    return link.isBundle() ? m_context.selection.itemOf(groupOf(m_cast, link))
                           : view::Item::of(scene().links[target.link].connection);
}

bool TopologyWidget::isTargetSelected(const Target& target) const
{
    const view::Item current = m_context.selection.current();
    if (current.isNone())
        return false;
    const bool isNode = target.node != Cast::kNone;
    if (const view::Group* several = m_context.selection.group(current)) {
        const std::vector<std::uint32_t> all = isNode ? nodesOf(stage(), *several) : linksOf(stage(), *several);
        return std::find(all.begin(), all.end(), isNode ? target.node : target.link) != all.end();
    }
    if (isNode)
        return targetItem(target) == current;
    const trace::Trace& trace = m_context.document.trace();
    const EventId event = current.event();
    const ConnectionId selected
        = event.isValid() && event.value < trace.size() ? trace[event].connection : current.connection();
    const std::uint32_t slot = selected.isValid() ? m_cast.slotOf(selected) : Cast::kNone;
    return slot != Cast::kNone && m_placement.linkOfSlot[slot] == target.link;
}

bool TopologyWidget::isGroupTarget(const Target& target) const
{
    return target.node != Cast::kNone && m_placement.nodes[target.node].isGroup();
}

bool TopologyWidget::isTargetExpanded(const Target& target) const
{
    return isGroupTarget(target) && m_arrangement.expanded.contains(m_placement.nodes[target.node].key);
}

void TopologyWidget::activate(const Target& target)
{
    m_context.selection.setCurrent(targetItem(target));
    if (target.node != Cast::kNone && m_placement.nodes[target.node].isGroup())
        toggleGroup(target.node);
}

} // namespace connscope::topology
