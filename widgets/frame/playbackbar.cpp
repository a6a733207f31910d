// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/playbackbar.h"

#include "frame/actions.h"
#include "frame/filteredit.h"
#include "frame/icons.h"
#include "frame/placeholder.h"
#include "frame/scrubber.h"
#include "frame/stylesheet.h"
#include "theme/look.h"
#include "view/clockdigits.h"
#include "view/document.h"
#include "view/place.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QApplication>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <utility>

namespace connscope::frame {

namespace {

constexpr int kChipMargin = 13; // of the style sheet: padding and border
constexpr int kClockMargin = 28; // likewise, with the cursor
constexpr int kSpacing = 3;
constexpr int kGap = 6;
constexpr int kClockGap = 10;
constexpr int kLeastUntil = 180;
constexpr double kIcon = 16; // px

} // namespace

PlaybackBar::PlaybackBar(const view::Context& context, Actions& actions, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_actions(actions)
    , m_start(button("playback.start"))
    , m_back(button("playback.step-back"))
    , m_play(new QToolButton(this))
    , m_forward(button("playback.step-forward"))
    , m_end(button("playback.end"))
    , m_clock(new QLineEdit(this))
    , m_wall(new QLabel(this))
    , m_scrubber(new Scrubber(context, this))
    , m_speed(new QToolButton(this))
    , m_silence(button("playback.skip-silence"))
    , m_linger(button("playback.linger"))
    , m_until(new QueryEdit(this))
    , m_untilPlaceholder(new Placeholder(m_until))
{
    setObjectName(QStringLiteral("bar"));
    m_play->setObjectName(QStringLiteral("primary"));
    m_play->setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    // Not its default action: its icon is drawn in another ink.
    connect(m_play, &QToolButton::clicked, actions["playback.play"], &QAction::trigger);
    m_clock->setObjectName(QStringLiteral("clock"));
    m_clock->setFrame(false);
    m_clock->installEventFilter(this);
    m_wall->setObjectName(QStringLiteral("secondary"));
    m_speed->setObjectName(QStringLiteral("chip"));
    m_until->installEventFilter(this);
    m_until->setMinimumWidth(kLeastUntil);
    m_until->hide();

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_start, m_back, m_play, m_forward, m_end})
        layout->addWidget(widget);
    layout->addSpacing(kClockGap);
    layout->addWidget(m_clock);
    layout->addWidget(m_wall);
    layout->addSpacing(kGap);
    layout->addWidget(m_scrubber, 1);
    layout->addSpacing(kGap);
    layout->addWidget(m_speed);
    layout->addWidget(m_linger);
    layout->addWidget(m_silence);
    layout->addWidget(m_until, 1);

    connect(m_clock, &QLineEdit::returnPressed, this, &PlaybackBar::goTo);
    // However one gets into a field: by the menu, its shortcut, or the pointer.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* old, QWidget* now) {
        if ((now == m_clock || now == m_until) && old && !isAncestorOf(old))
            m_before = old;
    });
    connect(m_until, &QLineEdit::returnPressed, this, &PlaybackBar::runUntil);
    connect(m_speed, &QToolButton::clicked, this, &PlaybackBar::showSpeeds);
    const auto& playback = context.playback;
    connect(&playback, &view::Playback::positionChanged, this, &PlaybackBar::refresh);
    connect(&playback, &view::Playback::speedChanged, this, &PlaybackBar::refresh);
    connect(&playback, &view::Playback::skippedChanged, this, &PlaybackBar::refresh);
    connect(&playback, &view::Playback::lingersChanged, this, &PlaybackBar::refresh);
    connect(&context.document, &view::Document::replaced, this, &PlaybackBar::leaveFields);
    connect(&context.look, &theme::Look::changed, this, &PlaybackBar::restyle);
    connect(&playback, &view::Playback::playingChanged, this, &PlaybackBar::restyle);
    restyle();
}

QToolButton* PlaybackBar::button(const char* action)
{
    auto* out = new QToolButton(this);
    out->setDefaultAction(m_actions[action]);
    out->setAutoRaise(true);
    out->setFocusPolicy(Qt::TabFocus);
    m_buttons << out;
    return out;
}

void PlaybackBar::restyle()
{
    const theme::Look& look = m_context.look;
    m_clock->setFont(look.mono(theme::Type::Hero));
    m_clock->setFixedWidth(
        QFontMetrics(m_clock->font()).horizontalAdvance(QStringLiteral("00:00:00.000000")) + kClockMargin);
    m_clock->setAccessibleName(tr("Time of the playhead"));
    m_clock->setToolTip(tr("Go to: 9m, +30s, #1203, 9:03.181, on the wall 10:00:57"));
    m_wall->setFont(look.mono(theme::Type::Small));
    // Buttons are as large beside their type as ever.
    m_play->setIconSize(QSize(playSide(look), playSide(look)));
    for (QToolButton* one : std::as_const(m_buttons))
        one->setIconSize(QSize(sideOf(kIcon, look), sideOf(kIcon, look)));
    // Play is drawn on the accent's disc, so its icon is in the accent's own ink.
    theme::Theme onDisc = look.theme();
    onDisc.ink = onDisc.onAccent;
    m_play->setIcon(icon(m_context.playback.isPlaying() ? QStringLiteral("pause") : QStringLiteral("play"), onDisc));
    m_play->setToolTip(m_actions["playback.play"]->toolTip());
    m_play->setStatusTip(m_actions["playback.play"]->statusTip());
    m_play->setAccessibleName(m_context.playback.isPlaying() ? tr("Pause") : tr("Play"));
    m_speed->setFont(look.text(theme::Type::Strong));
    // What a slowed stretch says must not move what stands beside it.
    m_speed->setMinimumWidth(
        QFontMetrics(m_speed->font()).horizontalAdvance(look.format().ratio(0.00025)) + 2 * kChipMargin);
    m_untilPlaceholder->setTexts(
        {tr("Run until: tcp.client = CLOSE-WAIT"), tr("Run until: api = FETCH"), tr("Run until")});
    m_until->setAccessibleName(tr("Run until"));
    refresh();
}

void PlaybackBar::refresh()
{
    const theme::Format& format = m_context.look.format();
    const Instant now = m_context.playback.instant();
    if (!m_clock->hasFocus() || !m_clock->isModified())
        m_clock->setText(format.clock(now, view::clockDecimals(m_context.document, m_context.playback)));
    if (m_context.document.isEmpty())
        m_wall->clear();
    else if (const auto skipped = m_context.playback.skipped())
        m_wall->setText(tr("skipping %1").arg(format.duration(skipped->length())));
    else if (const auto slowed = m_context.playback.slowed())
        m_wall->setText(
            tr("slowed: %1 take %2").arg(format.duration(slowed->length()), format.shortDuration(slowed->shown)));
    else
        m_wall->setText(format.wallClock(m_context.document.trace().header().epochMs, now));
    const view::Playback& playback = m_context.playback;
    m_speed->setText(format.ratio(playback.ratio()));
    QString tip = tr("Seconds of the trace for each second on the wall");
    if (playback.slowed())
        tip += u'\n' + tr("%1 where nothing is slowed").arg(format.ratio(playback.speed()));
    m_speed->setToolTip(tip);
    m_speed->setAccessibleName(tr("Speed %1").arg(m_speed->text()));
    fitParts();
}

void PlaybackBar::editPlace()
{
    m_clock->setFocus(Qt::ShortcutFocusReason);
    m_clock->selectAll();
}

void PlaybackBar::editUntil()
{
    m_until->show();
    fitParts();
    m_until->setFocus(Qt::ShortcutFocusReason);
    m_until->selectAll();
}

void PlaybackBar::leaveFields()
{
    for (QLineEdit* edit : std::initializer_list<QLineEdit*> {m_clock, m_until}) {
        edit->setModified(false);
        edit->clearFocus();
    }
    m_until->setVisible(m_context.playback.breakpoint().has_value());
    refresh();
}

void PlaybackBar::giveBack()
{
    if (m_before && m_before->isVisible() && m_before->isEnabled())
        m_before->setFocus(Qt::OtherFocusReason);
    for (QLineEdit* edit : std::initializer_list<QLineEdit*> {m_clock, m_until})
        edit->clearFocus();
}

void PlaybackBar::goTo()
{
    const auto place
        = view::parsePlace(m_clock->text().toStdString(), m_context.document, m_context.playback.position(),
            m_context.look.language() == theme::Language::Chinese ? analysis::Language::Chinese
                                                                  : analysis::Language::English);
    if (!place) {
        emit refused(QString::fromStdString(place.error().message));
        return;
    }
    m_clock->setModified(false);
    giveBack();
    m_context.playback.setPosition(place->position);
    if (place->event.isValid()) // whoever names an event wants to read it
        m_context.selection.setCurrent(view::Item::of(place->event));
    refresh();
    emit noted(QString::fromStdString(place->note));
}

void PlaybackBar::runUntil()
{
    if (m_until->text().trimmed().isEmpty()) {
        m_context.playback.setBreakpoint({});
        m_until->setProblem({});
        m_until->hide();
        return;
    }
    const auto query = trace::Query::parse(m_until->text().toStdString());
    if (!query) {
        const QString problem
            = tr("Column %1: %2").arg(query.error().column).arg(QString::fromStdString(query.error().message));
        m_until->setProblem(problem);
        emit refused(problem);
        return;
    }
    m_until->setProblem({});
    giveBack();
    m_context.playback.setBreakpoint(*query); // playing on from there stops at the next one
    emit untilWanted(*query);
}

void PlaybackBar::showSpeeds()
{
    QMenu menu;
    for (const double speed : view::Playback::speeds()) {
        QAction* action = menu.addAction(m_context.look.format().ratio(speed));
        action->setCheckable(true);
        action->setChecked(qFuzzyCompare(speed, m_context.playback.speed()));
        connect(
            action, &QAction::triggered, &m_context.playback, [this, speed] { m_context.playback.setSpeed(speed); });
    }
    menu.exec(m_speed->mapToGlobal(QPoint(0, m_speed->height())));
}

void PlaybackBar::setPlain(bool plain)
{
    m_plain = plain;
    fitParts();
}

/// What is to be seen, the most important first. What one types into and what it needs are the first of all.
QList<Part> PlaybackBar::parts() const
{
    Part first = partOf({m_play, m_clock}, kSpacing);
    first.width += kClockGap + 2 * kGap;
    const bool asks = !m_until->isHidden();
    if (asks) {
        first.widgets << m_until;
        first.width += kSpacing + kLeastUntil;
    }
    QList<Part> out {first, partOf({m_back, m_forward}, kSpacing)};
    const Part scrubber {{m_scrubber}, m_scrubber->minimumSizeHint().width()};
    if (!asks) // which the timeline is too
        out << scrubber;
    out << partOf({m_speed}, kSpacing);
    if (!m_plain)
        out << partOf({m_linger, m_silence}, kSpacing) << partOf({m_start, m_end}, kSpacing);
    if (asks)
        out << scrubber;
    // Why it goes so slowly, or so fast, is said in a lecture too.
    if (!m_plain || m_context.playback.skipped() || m_context.playback.slowed())
        out << partOf({m_wall}, kSpacing);
    return out;
}

void PlaybackBar::fitParts()
{
    if (m_fits || !m_hasRoom)
        return;
    m_fits = true;
    const QList<Part> all = parts();
    if (m_plain) {
        for (QWidget* widget : std::initializer_list<QWidget*> {m_linger, m_silence, m_start, m_end})
            widget->hide();
        if (!all.last().widgets.contains(m_wall))
            m_wall->hide();
    }
    fit(all, kSpacing, width());
    m_fits = false;
}

QSize PlaybackBar::minimumSizeHint() const
{
    QList<Part> least;
    for (const Part& part : parts()) {
        if (!part.widgets.contains(m_linger) && !part.widgets.contains(m_start) && !part.widgets.contains(m_wall)
            && (m_until->isHidden() || (part.widgets.first() != m_scrubber && part.widgets.first() != m_speed)))
            least << part;
    }
    return {widthOf(least, kSpacing), QWidget::minimumSizeHint().height()};
}

bool PlaybackBar::event(QEvent* event)
{
    const bool out = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest)
        fitParts(); // of another size, in another type
    return out;
}

void PlaybackBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_hasRoom = true;
    fitParts();
}

bool PlaybackBar::eventFilter(QObject* watched, QEvent* event)
{
    auto* edit = qobject_cast<QLineEdit*>(watched);
    if (edit && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        edit->setModified(false);
        giveBack();
        if (edit == m_until)
            m_until->hide();
        refresh();
        return true;
    }
    if (edit == m_clock && event->type() == QEvent::FocusOut) {
        m_clock->setModified(false);
        refresh();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace connscope::frame
