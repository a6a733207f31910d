// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/inspectorpanel.h"

#include "inspector/frames.h"
#include "inspector/frameview.h"
#include "inspector/pagewriter.h"
#include "inspector/requestlife.h"
#include "inspector/sheetview.h"
#include "theme/look.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace connscope::inspector {

SheetPanel::SheetPanel(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_view(new SheetView(context.look, this))
    , m_configs(std::make_unique<ConfigBook>(context.document.trace(), &context.document.landmarks()))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_view, 1);
    setFocusProxy(m_view);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &SheetPanel::refreshNow);
    connect(m_view, &SheetView::activated, this, &SheetPanel::activate);
    connect(&context.playback, &view::Playback::positionChanged, this, &SheetPanel::schedule);
    connect(&context.look, &theme::Look::changed, this, &SheetPanel::schedule);
    connect(&context.document, &view::Document::replaced, this, [this] {
        m_configs = std::make_unique<ConfigBook>(m_context.document.trace(), &m_context.document.landmarks());
        schedule();
    });
    connect(&context.document, &view::Document::grown, this, [this] {
        m_configs->extend();
        schedule();
    });
}

SheetPanel::~SheetPanel() = default;

void SheetPanel::schedule()
{
    m_stale = true;
    if (isVisible())
        m_timer.start();
}

void SheetPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refreshNow();
}

void SheetPanel::refreshNow()
{
    m_timer.stop();
    m_stale = false;
    m_view->setSheet(write());
}

void SheetPanel::copyAll() const { m_view->copyAll(); }

void SheetPanel::activate(const view::Item& item)
{
    m_context.selection.setCurrent(item);
    if (item.kind == view::Item::Kind::Event)
        m_context.playback.goTo(item.event());
}

InspectorPanel::InspectorPanel(const view::Context& context, QWidget* parent)
    : SheetPanel(context, parent)
    , m_back(new QToolButton(this))
    , m_forward(new QToolButton(this))
    , m_parts(new QSplitter(Qt::Vertical, this))
{
    m_back->setArrowType(Qt::LeftArrow);
    m_forward->setArrowType(Qt::RightArrow);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 6, 12, 0);
    row->setSpacing(2);
    for (QToolButton* button : {m_back, m_forward}) {
        button->setAutoRaise(true);
        row->addWidget(button);
    }
    row->addStretch(1);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertLayout(0, row);
    column->removeWidget(&sheetView());
    m_parts->insertWidget(0, &sheetView());
    m_parts->setChildrenCollapsible(false);
    column->addWidget(m_parts, 1);
    view::Selection& selection = context.selection;
    connect(m_back, &QToolButton::clicked, &selection, &view::Selection::goBack);
    connect(m_forward, &QToolButton::clicked, &selection, &view::Selection::goForward);
    connect(&selection, &view::Selection::historyChanged, this, &InspectorPanel::refreshButtons);
    connect(&selection, &view::Selection::currentChanged, this, [this] {
        sheetView().scrollToTop();
        schedule();
        refreshFrames();
    });
    connect(&context.playback, &view::Playback::positionChanged, this, &InspectorPanel::refreshFrames);
    connect(&context.look, &theme::Look::changed, this, &InspectorPanel::refreshButtons);
    refreshButtons();
}

void InspectorPanel::refreshButtons()
{
    m_back->setEnabled(m_context.selection.canGoBack());
    m_forward->setEnabled(m_context.selection.canGoForward());
    m_back->setToolTip(tr("Back to what was selected before"));
    m_forward->setToolTip(tr("Forward"));
    m_back->setAccessibleName(tr("Back"));
    m_forward->setAccessibleName(tr("Forward"));
    sheetView().setAccessibleName(tr("Inspector"));
}

FrameView& InspectorPanel::frameView()
{
    if (!m_frames) {
        m_frames = new FrameView(m_context.look, m_parts);
        m_frames->hide();
        m_parts->addWidget(m_frames);
        m_parts->setStretchFactor(0, 1);
        m_parts->setStretchFactor(1, 1);
        m_parts->setSizes({400, 600}); // in proportion: fields and bytes are what one came for
    }
    return *m_frames;
}

void InspectorPanel::setFrameSource(FrameSource* source)
{
    m_source = source;
    connect(source, &FrameSource::reset, this, [this] {
        m_askedFor = {};
        refreshFrames();
    });
    connect(source, &FrameSource::found, this, [this](const std::shared_ptr<const Frames>& frames) {
        if (frames && frames->sent == m_askedFor)
            frameView().setFrames(frames, static_cast<int>(m_context.document.trace()[frames->sent].value));
    });
}

/// What the trace says of the moment holds for bytes as well: nothing is shown of what is still to come.
void InspectorPanel::refreshFrames()
{
    const EventId event = m_context.selection.current().event();
    RequestLife life;
    if (m_source && event.isValid() && event.value < m_context.document.trace().size())
        life = RequestLife::of(m_context.document.index(), event);
    const std::size_t applied = m_context.playback.position().applied;
    const auto isPast = [applied](EventId e) { return e.isValid() && e.value < applied; };
    if (!isPast(life.sent)) {
        if (m_frames)
            m_frames->hide();
        m_askedFor = {};
        return;
    }
    frameView().show();
    const bool answered = life.done.isValid() || life.answered.isValid();
    if (life.sent != m_askedFor || answered != m_askedAnswered) {
        m_askedFor = life.sent;
        m_askedAnswered = answered;
        m_frames->setFrames(nullptr, -1);
        m_source->ask(life);
    }
    m_frames->setAnswered(isPast(life.done) || isPast(life.answered));
}

Sheet InspectorPanel::write() const
{
    const trace::WorldState world = m_context.playback.world();
    const view::Item item = m_context.selection.current();
    return PageWriter(m_context.document, world, configs(), m_context.look)
        .page(item, m_context.selection.group(item));
}

DescribePanel::DescribePanel(const view::Context& context, QWidget* parent)
    : SheetPanel(context, parent)
{
    const auto name = [this] { sheetView().setAccessibleName(tr("What is seen now")); };
    connect(&context.look, &theme::Look::changed, this, name);
    name();
}

Sheet DescribePanel::write() const
{
    const trace::WorldState world = m_context.playback.world();
    return PageWriter(m_context.document, world, configs(), m_context.look).description();
}

} // namespace connscope::inspector
