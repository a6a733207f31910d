// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/beside.h"

#include "theme/look.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "view/document.h"
#include "view/filter.h"
#include "view/marks.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QFileInfo>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace connscope::app {

struct Beside::Inner {
    explicit Inner(theme::Look& look)
        : context {document, playback, selection, filter, look, &marks}
    {
    }
    ~Inner() { delete parts; } // the views listen to the others, so they go first

    view::Document document;
    view::Playback playback {document};
    view::Selection selection;
    view::Filter filter {document};
    view::Marks marks;
    view::Context context;
    QSplitter* parts = nullptr;
    topology::TopologyWidget* topology = nullptr;
    timeline::TimelineWidget* timeline = nullptr;
};

Beside::Beside(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_column(new QVBoxLayout(this))
    , m_head(new QLabel(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_head->setWordWrap(true);
    m_head->setContentsMargins(12, 6, 12, 6);
    m_head->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_column->addWidget(m_head);
    m_column->addStretch(1);
    connect(&m_loader, &Loader::finished, this, [this](const std::shared_ptr<LoadResult>& result) {
        if (result->content)
            take(std::move(result->content));
        else if (!result->cancelled && !result->errors.empty())
            emit failed(QString::fromStdString(result->errors.front().toString()));
    });
    connect(&context.playback, &view::Playback::positionChanged, this, &Beside::moveInner);
    connect(&context.look, &theme::Look::changed, this, &Beside::retranslate);
    retranslate();
}

Beside::~Beside() = default;

const view::Context& Beside::context() const { return m_inner->context; }
topology::TopologyWidget* Beside::topology() const { return m_inner ? m_inner->topology : nullptr; }
timeline::TimelineWidget* Beside::timeline() const { return m_inner ? m_inner->timeline : nullptr; }
QString Beside::head() const { return m_head->text(); }

void Beside::follow(timeline::TimelineWidget& timeline)
{
    m_followed = &timeline;
    connect(&timeline, &timeline::TimelineWidget::axisKindChanged, this, [this](timeline::AxisKind kind) {
        if (m_inner)
            m_inner->timeline->setAxisKind(kind);
    });
}

void Beside::run(LoadRequest request)
{
    m_lateness = request.wakeLateness;
    m_loader.start(std::move(request));
}

void Beside::setPair(std::shared_ptr<const RunPair> pair)
{
    m_pair = std::move(pair);
    if (m_inner) {
        if (m_pair)
            m_pair->mark(compare::Run::Second, m_inner->marks);
        else
            m_inner->marks.clear();
    }
    moveInner();
    retranslate();
}

void Beside::setByCause(bool on)
{
    m_byCause = on;
    moveInner();
    retranslate();
}

void Beside::clear()
{
    m_loader.cancel();
    m_pair.reset();
    m_inner.reset();
    retranslate();
}

void Beside::take(std::unique_ptr<view::Content> content)
{
    if (!m_inner) {
        m_inner = std::make_unique<Inner>(m_context.look);
        Inner& inner = *m_inner;
        inner.parts = new QSplitter(Qt::Vertical, this);
        inner.topology = new topology::TopologyWidget(inner.context, inner.parts);
        inner.timeline = new timeline::TimelineWidget(inner.context, inner.parts);
        inner.parts->addWidget(inner.topology);
        inner.parts->addWidget(inner.timeline);
        inner.parts->setStretchFactor(0, 3);
        inner.parts->setStretchFactor(1, 2);
        inner.parts->setChildrenCollapsible(false);
        m_column->insertWidget(1, inner.parts, 1000); // all the room; the stretch behind it is for an empty panel
        connect(&inner.playback, &view::Playback::positionChanged, this, &Beside::moveOuter);
        connect(inner.topology, &topology::TopologyWidget::actionRequested, this,
            [this] { emit refused(tr("The run beside is only looked at: act on the picture of the window.")); });
        if (m_followed)
            inner.timeline->setAxisKind(m_followed->axisKind());
    }
    m_pair.reset(); // of the run that was beside
    m_inner->marks.clear();
    {
        // A new trace moves its playhead to where it stood in the old one: the window's own stays where it is.
        const QScopedValueRollback moving(m_moving, true);
        m_inner->document.replace(std::move(content));
    }
    m_inner->timeline->fit();
    moveInner();
    retranslate();
    emit shown();
}

/// As far as its trace goes.
void Beside::moveInner()
{
    if (!m_inner || m_moving)
        return;
    const QScopedValueRollback moving(m_moving, true);
    move(compare::Run::First, m_context, m_inner->context);
}

/// The playhead of \a to follows that of \a from, whose run \a run is.
void Beside::move(compare::Run run, const view::Context& from, const view::Context& to)
{
    const view::Position position = from.playback.position();
    const Instant wanted = m_pair && m_byCause ? m_pair->times().toOther(run, position.at) : position.at;
    const Instant t = std::min(wanted, to.document.end());
    // Both in one picture are another trace than the pair's first; and before they are compared nothing is known of causes.
    if (position
        == view::Position {}) // before everything here is before everything there, also where that begins later
        to.playback.setPosition({});
    else if (position == from.document.positionAt(kStart))
        to.playback.goToStart();
    else if (m_pair && !from.document.twofold() && !to.document.twofold())
        to.playback.setPosition(m_pair->otherPosition(run, position, t));
    else
        to.playback.setInstant(t);
}

void Beside::moveOuter()
{
    if (m_moving)
        return;
    const QScopedValueRollback moving(m_moving, true);
    move(compare::Run::Second, m_inner->context, m_context);
}

QString Beside::headText() const
{
    const view::Source& source = m_inner->document.source();
    QStringList parts {source.simulated ? tr("simulated") : tr("as it was recorded")};
    if (m_context.document.source().fileName != source.fileName)
        parts.prepend(QFileInfo(source.fileName).completeBaseName());
    if (!source.profile.empty())
        parts << QString::fromStdString(source.profile);
    if (source.simulated)
        parts << tr("seed %1").arg(source.seed);
    if (source.simulated && m_lateness > Duration::zero())
        parts << tr("timers up to %1 late").arg(m_context.look.format().duration(m_lateness));
    for (const std::string& setting : source.settings) {
        const bool isShared = std::find(m_context.document.source().settings.begin(),
                                  m_context.document.source().settings.end(), setting)
            != m_context.document.source().settings.end();
        if (!isShared)
            parts << QString::fromStdString(setting);
    }
    parts << (m_pair && m_byCause ? tr("one playhead, by cause") : tr("one playhead, by time"));
    return parts.join(QStringLiteral(" · "));
}

void Beside::retranslate()
{
    m_head->setText(m_inner
            ? headText()
            : tr("Tools ▸ Compare With shows a second run here, and Session ▸ Simulated Beside Real what the "
                 "simulation tells of a real one: with one playhead for both."));
    m_head->setFont(m_context.look.text(theme::Type::Small));
    QPalette palette = m_head->palette();
    palette.setColor(QPalette::WindowText, m_context.look.theme().secondary);
    m_head->setPalette(palette);
}

} // namespace connscope::app
