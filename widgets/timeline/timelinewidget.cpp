// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timelinewidget.h"

#include "timeline/accessibletimeline.h"
#include "timeline/chip.h"
#include "timeline/describe.h"
#include "timeline/plot.h"
#include "timeline/timelineactions.h"
#include "view/filter.h"
#include "view/playback.h"

#include <QButtonGroup>
#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace connscope::timeline {

namespace {

constexpr std::size_t kFirstSlice = 1'500'000; // events that are taken in at once
constexpr std::size_t kSlice = 400'000; // and then in each turn of the event loop
constexpr double kBefore = 0.015; // empty room around the whole trace, as shares of it
constexpr double kAfter = 0.03;

AxisRange whole(const TimeAxis& axis)
{
    const double length = std::max(axis.length(), 1e-6);
    return {-kBefore * length, (1 + kAfter) * length};
}

} // namespace

TimelineWidget::TimelineWidget(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_data(context.document)
{
    installAccessibleTimeline();
    setFocusPolicy(Qt::StrongFocus);
    m_plot = new TimelinePlot([this]() -> const Frame& { return frame(); }, this);
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_scroll = new QScrollBar(Qt::Vertical, this);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->hide();
    connect(m_scroll, &QScrollBar::valueChanged, this, [this] { due(All); });

    m_hidden = new Chip(context.look, this);
    m_hidden->setCheckable(false);
    m_hidden->hide();
    connect(m_hidden, &QAbstractButton::clicked, this, &TimelineWidget::showHiddenLanes);
    m_kinds = new QButtonGroup(this);
    for (const AxisKind kind : {AxisKind::Linear, AxisKind::ByEvent, AxisKind::Folded})
        m_kinds->addButton(new Chip(context.look, this), static_cast<int>(kind));
    connect(m_kinds, &QButtonGroup::idClicked, this, [this](int id) { setAxisKind(static_cast<AxisKind>(id)); });

    m_tick = new QTimer(this);
    m_tick->setSingleShot(true);
    m_tick->setInterval(0);
    connect(m_tick, &QTimer::timeout, this, [this] {
        if (!m_data.isComplete())
            extendData();
        drawNow();
    });
    m_actions = new TimelineActions(*this);
    connectViews();
    styleChildren();
    takeTrace();
}

TimelineWidget::~TimelineWidget() = default;

void TimelineWidget::connectViews()
{
    connect(&m_context.document, &view::Document::replaced, this, &TimelineWidget::takeTrace);
    connect(&m_context.document, &view::Document::grown, this, [this](std::size_t firstNew) {
        const std::size_t lanes = m_data.lanes().size();
        const bool moved = m_data.grow(firstNew);
        extendData();
        if (moved || lanes != m_data.lanes().size())
            due(Rows | Axis);
    });
    connect(&m_context.playback, &view::Playback::positionChanged, this, &TimelineWidget::onPositionChanged);
    connect(&m_context.selection, &view::Selection::currentChanged, this, [this](view::Item item) {
        if (item.connection().isValid()) {
            const LaneId lane = m_data.lanes().of(item.connection());
            if (lane != Lanes::kNoLane)
                bringIntoView(lane);
        } else if (item.broker().isValid()) {
            bringBrokerIntoView(item);
        }
        due(All);
    });
    connect(&m_context.selection, &view::Selection::hoverChanged, this, [this] { due(Lit); });
    connect(&m_context.selection, &view::Selection::rangeChanged, this, [this] { due(Overlay); });
    connect(&m_context.filter, &view::Filter::changed, this, [this] { due(m_hidesFiltered ? Rows : All); });
    if (m_context.marks)
        connect(m_context.marks, &view::Marks::changed, this, [this] { due(All); });
    connect(&m_context.look, &theme::Look::changed, this, [this] {
        styleChildren();
        due(Rows);
    });
    connect(&m_bookmarks, &Bookmarks::changed, this, [this] { due(Overlay); });
}

// -- the trace --

void TimelineWidget::takeTrace()
{
    if (m_context.document.isShortening()) {
        takeShortened();
        return;
    }
    m_data.restart();
    m_plot->hover.reset(); // looked at again where the pointer rests
    m_under = {};
    m_arrangement.pinned.clear();
    m_arrangement.hidden.clear();
    m_arrangement.collapsed.clear();
    {
        const QSignalBlocker quiet(m_scroll);
        m_scroll->setValue(0);
    }
    m_fits = true;
    m_data.extend(kFirstSlice);
    // Many clients are shown one strip each; a person opens the ones to look into.
    if (m_context.document.trace().clientCount() > 12 && m_data.lanes().size() > 60) {
        for (const Lane& lane : m_data.lanes().all())
            m_arrangement.collapsed.insert(groupOf(lane, m_arrangement.groupBy));
    }
    makeAxis();
    makeRows();
    m_actions->update();
    due(Rows | Axis);
}

/// The same trace without its oldest events: lanes have other numbers, and what a person set up stays.
void TimelineWidget::takeShortened()
{
    using Key = std::pair<ClientId, NodeId>;
    const auto keysOf = [this](const std::set<LaneId>& ids) {
        std::set<Key> keys;
        for (const LaneId id : ids)
            keys.emplace(m_data.lanes()[id].client, m_data.lanes()[id].node);
        return keys;
    };
    const std::set<Key> pinned = keysOf(m_arrangement.pinned);
    const std::set<Key> hidden = keysOf(m_arrangement.hidden);
    m_data.restart();
    m_plot->hover.reset(); // looked at again where the pointer rests
    m_under = {};
    m_data.extend(m_context.document.trace().size());
    m_arrangement.pinned.clear();
    m_arrangement.hidden.clear();
    for (LaneId id = 0; id < m_data.lanes().size(); ++id) {
        const Key key {m_data.lanes()[id].client, m_data.lanes()[id].node};
        if (pinned.count(key) > 0)
            m_arrangement.pinned.insert(id);
        if (hidden.count(key) > 0)
            m_arrangement.hidden.insert(id);
    }
    const TimeAxis old = std::move(m_axis);
    const AxisRange seen = range();
    m_axis = m_data.axis(m_kind, m_rule);
    m_plot->setRange(m_fits || old.length() <= 0 ? whole(m_axis) : carriedOver(seen, old, m_axis));
    makeRows();
    m_actions->update();
    due(Rows | Axis);
}

void TimelineWidget::extendData()
{
    const std::size_t lanes = m_data.lanes().size();
    m_data.extend(kSlice);
    due(lanes == m_data.lanes().size() ? Axis | Content : Rows | Axis);
}

void TimelineWidget::makeAxis()
{
    const TimeAxis old = std::move(m_axis);
    m_axis = m_data.axis(m_kind, m_rule);
    if (m_fits || old.length() <= 0)
        m_plot->setRange(whole(m_axis));
    else if (m_kind == AxisKind::Folded)
        m_plot->setRange(carriedOver(range(), old, m_axis));
}

// -- the view --

AxisRange TimelineWidget::range() const { return m_plot->range(); }

void TimelineWidget::setRange(AxisRange range)
{
    const double length = std::max(m_axis.length(), 1e-6);
    double wide = std::clamp(range.length(), length * 1e-9, length * 1.5);
    if (m_kind == AxisKind::ByEvent)
        wide = std::max(wide, 2.0);
    if (!(wide > 0))
        return;
    double from = range.from + (range.length() - wide) / 2;
    // A tenth of the view may be empty on either side, no more.
    from = std::clamp(from, std::min(-0.1 * wide, length - wide * 0.9), std::max(-0.1 * wide, length - wide * 0.9));
    const AxisRange wanted {from, from + wide};
    if (wanted == m_plot->range())
        return;
    m_fits = false;
    m_plot->setRange(wanted);
    due(Content);
    emit rangeChanged();
}

void TimelineWidget::setAxisKind(AxisKind kind)
{
    if (m_kind == kind)
        return;
    const TimeAxis old = std::move(m_axis);
    const AxisRange seen = range();
    m_kind = kind;
    m_axis = m_data.axis(kind, m_rule);
    m_plot->setRange(m_fits ? whole(m_axis) : carriedOver(seen, old, m_axis));
    m_actions->update();
    styleChildren();
    due(All);
    emit axisKindChanged(kind);
    emit rangeChanged();
}

void TimelineWidget::setFoldRule(FoldRule rule)
{
    if (m_rule == rule)
        return;
    m_rule = rule;
    makeAxis();
    due(All);
}

void TimelineWidget::fit()
{
    m_fits = true;
    m_plot->setRange(whole(m_axis));
    due(Content);
    emit rangeChanged();
}

void TimelineWidget::focusSelection()
{
    const view::Item item = m_context.selection.current();
    const trace::Trace& trace = m_context.document.trace();
    std::optional<AxisRange> wanted;
    const auto cover = [&](const trace::ConnectionLife& life) {
        const double from = m_axis.toAxis(life.opened);
        const double to = m_axis.toAxis(life.gone ? *life.gone : m_context.document.end());
        wanted = wanted ? AxisRange {std::min(wanted->from, from), std::max(wanted->to, to)} : AxisRange {from, to};
    };
    if (m_context.selection.range()) {
        wanted = AxisRange {
            m_axis.toAxis(m_context.selection.range()->from), m_axis.toAxis(m_context.selection.range()->to)};
    } else if (item.event().isValid() && item.id < trace.size()) {
        const double at = m_axis.ofEvent(item.event());
        const double wide = std::max(m_axis.length() * 0.02, m_kind == AxisKind::ByEvent ? 40.0 : 0.0);
        wanted = AxisRange {at - wide / 2, at + wide / 2};
    } else if (item.kind == view::Item::Kind::Client) {
        for (const trace::ConnectionLife& life : m_context.document.lives()) {
            if (life.client == item.client())
                cover(life);
        }
    } else if (const view::Group* group = m_context.selection.group(item)) {
        for (const ConnectionId id : group->connections) {
            if (const trace::ConnectionLife* life = m_context.document.life(id))
                cover(*life);
        }
    } else if (const trace::ConnectionLife* life = m_context.document.life(item.connection())) {
        cover(*life);
    }
    if (!wanted) {
        fit();
        return;
    }
    const double margin = std::max(wanted->length() * 0.05, m_axis.length() * 1e-6);
    const AxisRange before = range();
    setRange({wanted->from - margin, wanted->to + margin});
    if (before == range() && !m_fits)
        fit();
}

void TimelineWidget::zoom(double factor, double x)
{
    const Layout& l = layoutNow();
    if (qIsNaN(x)) {
        const double playhead = l.scale.toPixel(m_axis.toAxis(m_context.playback.position()));
        const bool playheadSeen = playhead >= l.lanes.left() && playhead <= l.lanes.right();
        x = m_pointer && l.lanes.left() <= m_pointer->x() && m_pointer->x() <= l.lanes.right() ? m_pointer->x()
            : playheadSeen                                                                     ? playhead
                                                                                               : l.lanes.center().x();
    }
    const double place = l.scale.toPlace(std::clamp(x, l.lanes.left(), l.lanes.right()));
    const AxisRange now = range();
    setRange({place - (place - now.from) / factor, place + (now.to - place) / factor});
}

void TimelineWidget::pan(double pixels)
{
    const double places = -pixels / layoutNow().scale.perPlace();
    const AxisRange now = range();
    setRange({now.from + places, now.to + places});
}

void TimelineWidget::bringIntoView(LaneId lane)
{
    const Layout& l = layoutNow();
    for (std::size_t i = 0; i < m_frame.rows.size(); ++i) {
        if (m_frame.rows[i].lane != lane)
            continue;
        const double top = l.rows[i].top;
        if (top < l.lanes.top())
            m_scroll->setValue(static_cast<int>(m_scroll->value() - (l.lanes.top() - top)));
        else if (top + l.rows[i].height > l.lanes.bottom())
            m_scroll->setValue(static_cast<int>(m_scroll->value() + top + l.rows[i].height - l.lanes.bottom()) + 1);
        return;
    }
}

/// Of the lanes of a broker the first, where none of them is in sight.
void TimelineWidget::bringBrokerIntoView(view::Item broker)
{
    const Layout& l = layoutNow();
    std::optional<LaneId> first;
    for (std::size_t i = 0; i < m_frame.rows.size(); ++i) {
        const Row& row = m_frame.rows[i];
        if (row.kind != Row::Kind::Lane || !concerns(m_frame, broker, row.lane))
            continue;
        if (l.rows[i].top >= l.lanes.top() && l.rows[i].top + l.rows[i].height <= l.lanes.bottom())
            return;
        first = first.value_or(row.lane);
    }
    if (first)
        bringIntoView(*first);
}

void TimelineWidget::walkLanes(int direction)
{
    const auto isCurrent = [&](const Row& row) {
        return row.kind == Row::Kind::Lane && concerns(frame(), m_context.selection.current(), row.lane);
    };
    const auto& rows = m_frame.rows;
    auto current = std::find_if(rows.begin(), rows.end(), isCurrent);
    auto i = current == rows.end() ? (direction > 0 ? -1 : static_cast<std::ptrdiff_t>(rows.size()))
                                   : current - rows.begin();
    for (i += direction; i >= 0 && i < static_cast<std::ptrdiff_t>(rows.size()); i += direction) {
        const Row& row = rows[static_cast<std::size_t>(i)];
        if (row.kind != Row::Kind::Lane)
            continue;
        const Lane& lane = m_data.lanes()[row.lane];
        const ConnectionId now = connectionAt(m_data, row.lane, m_context.playback.position());
        m_context.selection.setCurrent(view::Item::of(now.isValid() ? now : lane.first()));
        announceRow(this);
        return;
    }
}

void TimelineWidget::clearRange() { m_context.selection.setRange(std::nullopt); }

void TimelineWidget::setArrangement(const Arrangement& arrangement)
{
    if (m_arrangement == arrangement)
        return;
    m_arrangement = arrangement;
    m_actions->update();
    due(Rows);
    emit arrangementChanged();
}

void TimelineWidget::setShowsBrokers(bool on)
{
    if (std::exchange(m_perBroker, on) == on)
        return;
    m_actions->update();
    due(All);
    emit arrangementChanged();
}

void TimelineWidget::setHidesFiltered(bool on)
{
    if (std::exchange(m_hidesFiltered, on) == on)
        return;
    m_actions->update();
    due(Rows);
    emit arrangementChanged();
}

void TimelineWidget::setLaneHeight(double height)
{
    height = height <= 0 ? 0 : std::clamp(height, 6.0, 80.0);
    if (std::exchange(m_laneHeight, height) != height)
        due(All);
}

void TimelineWidget::onPositionChanged()
{
    if (m_context.playback.isPlaying())
        keepPlayheadInView();
    else
        bringPlayheadIntoView();
    // Beside a name stands what is true at the playhead; anything else is of the pointer's own instant.
    due(m_pointer && m_pointer->x() < layoutNow().lanes.left() ? Overlay | Under : Overlay);
}

void TimelineWidget::keepPlayheadInView()
{
    const AxisRange now = range();
    const double place = m_axis.toAxis(m_context.playback.position());
    if (m_fits || (place >= now.from && place <= now.to - now.length() * 0.02))
        return;
    const double from = place - now.length() * (m_context.playback.isReversed() ? 0.85 : 0.15);
    setRange({from, from + now.length()});
}

/// Who goes somewhere by a step, a place, an event of a list wants to see it.
void TimelineWidget::bringPlayheadIntoView()
{
    const AxisRange now = range();
    const double place = m_axis.toAxis(m_context.playback.position());
    if (m_fits || (place >= now.from && place <= now.to))
        return;
    setRange({place - now.length() / 2, place + now.length() / 2});
}

// -- drawing --

void TimelineWidget::due(unsigned what)
{
    m_due |= what;
    if ((what & ~(Overlay | Under)) != 0)
        m_plot->invalidate();
    if (!m_tick->isActive() && (isVisible() || !m_data.isComplete()))
        m_tick->start();
}

void TimelineWidget::setActions(std::vector<ActionMark> actions)
{
    if (m_acts == actions)
        return;
    m_acts = std::move(actions);
    m_frame.actions = m_acts;
    due(Overlay);
}

const Frame& TimelineWidget::frame()
{
    m_frame.axis = &m_axis;
    m_frame.size = m_plot->size();
    m_frame.pixelRatio = m_plot->bufferDevicePixelRatio();
    m_frame.range = m_plot->range();
    m_frame.laneHeight = m_laneHeight;
    m_frame.scroll = m_scroll->value();
    m_frame.perBroker = m_perBroker;
    m_frame.playhead = m_context.playback.position();
    m_frame.selected = m_context.selection.current();
    m_frame.selectedGroup = m_context.selection.group(m_frame.selected);
    m_frame.hovered = m_context.selection.hovered();
    m_frame.selectedRange = m_context.selection.range();
    m_frame.bookmarks = m_bookmarks.all();
    m_frame.annotated = &m_annotated;
    m_frame.pickedAnnotation = m_hands ? m_hands->picked() : -1;
    m_frame.actions = m_acts;
    if (m_context.filter.isActive())
        m_frame.matches = [this](ConnectionId c) { return m_context.filter.matchesEver(c); };
    else
        m_frame.matches = nullptr;
    m_frame.marks = m_context.marks;
    return m_frame;
}

const Layout& TimelineWidget::layoutNow()
{
    if ((m_due & Rows) != 0)
        drawNow();
    return m_plot->layoutNow();
}

void TimelineWidget::drawNow()
{
    const unsigned what = std::exchange(m_due, 0U);
    if (what == 0)
        return;
    if ((what & Axis) != 0)
        makeAxis();
    if ((what & Rows) != 0)
        makeRows();
    if ((what & ~(Overlay | Under)) != 0) {
        m_plot->invalidate();
        placeChildren();
    }
    if ((what & ~(Overlay | Lit)) != 0)
        lookAgain();
    if ((what & (All | Rows | Axis)) != 0)
        m_plot->drawAll();
    else if ((what & (Content | Lit)) != 0)
        m_plot->drawContent();
    else
        m_plot->drawOverlay();
    if (!m_data.isComplete())
        m_tick->start();
}

void TimelineWidget::placeChildren()
{
    const Layout& l = m_plot->layoutNow();
    int x = 12;
    for (QAbstractButton* chip : m_kinds->buttons()) {
        const QSize size = chip->sizeHint();
        chip->setGeometry(
            x, static_cast<int>(l.header.center().y()) - size.height() / 2 + 1, size.width(), size.height());
        x += size.width() + 6;
    }
    const QSize told = m_hidden->isHidden() ? QSize(0, 0) : m_hidden->sizeHint();
    m_hidden->setGeometry(
        x, static_cast<int>(l.header.center().y()) - told.height() / 2 + 1, told.width(), told.height());
    m_frame.headerTaken = told.isEmpty() ? x : x + told.width() + 6;
    const int hidden = static_cast<int>(std::ceil(l.rowsHeight - l.lanes.height()));
    const int before = m_scroll->value();
    {
        const QSignalBlocker quiet(m_scroll);
        m_scroll->setRange(0, std::max(0, hidden));
        m_scroll->setPageStep(std::max(1, static_cast<int>(l.lanes.height())));
        m_scroll->setSingleStep(std::max(1, static_cast<int>(l.laneHeight)));
    }
    m_scroll->setVisible(hidden > 0);
    m_scroll->setGeometry(width() - 12, static_cast<int>(l.lanes.top()), 10, static_cast<int>(l.lanes.height()));
    if (before != m_scroll->value())
        m_plot->invalidate();
}

void TimelineWidget::styleChildren()
{
    const QStringList words {tr("linear"), tr("by event"), tr("folded")};
    for (int i = 0; i < words.size(); ++i) {
        m_kinds->button(i)->setText(words[i]);
        m_kinds->button(i)->setChecked(i == static_cast<int>(m_kind));
    }
    m_kinds->button(0)->setToolTip(tr("Equal times take equal room"));
    m_kinds->button(1)->setToolTip(tr("Each event takes the same room"));
    m_kinds->button(2)->setToolTip(tr("Long stretches in which nothing new happens shrink to a marked break"));
    setAccessibleName(tr("Timeline"));
    m_scroll->setPalette(m_context.look.palette());
}

void TimelineWidget::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_plot->setGeometry(rect());
    m_plot->invalidate();
    placeChildren();
    due(All);
}

void TimelineWidget::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    due(All);
}

void TimelineWidget::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_actions->retranslate();
        styleChildren();
        due(Rows);
    }
}

} // namespace connscope::timeline
