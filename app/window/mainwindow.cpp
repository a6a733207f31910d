// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/mainwindow.h"

#include "annotation/annotations.h"
#include "app/window/actiontable.h"
#include "app/window/beside.h"
#include "app/window/comparison.h"
#include "app/window/history.h"
#include "app/window/lessondesk.h"
#include "app/window/runcomparer.h"
#include "app/window/runstrip.h"
#include "app/window/savedactions.h"
#include "app/window/sessiondesk.h"
#include "app/window/sketches.h"
#include "app/window/sourcebar.h"
#include "app/window/untilrunner.h"
#include "app/window/whatsthis.h"
#include "classroom/curtain.h"
#include "classroom/lessonpanel.h"
#include "editor/editorpanel.h"
#include "events/rowsview.h"
#include "figures/carry.h"
#include "figures/figuregrip.h"
#include "frame/clusterpanel.h"
#include "frame/countersline.h"
#include "frame/counterstrip.h"
#include "frame/filteredit.h"
#include "frame/gallery.h"
#include "frame/messagebar.h"
#include "frame/playbackbar.h"
#include "frame/stylesheet.h"
#include "inspector/inspectorpanel.h"
#include "timeline/timelineactions.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "whatif/avoidpanel.h"
#include "whatif/findingspanel.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenuBar>
#include <QPointer>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QToolBar>
#include <QVBoxLayout>
#include <QWindow>

#include <algorithm>
#include <cmath>
#include <utility>

namespace connscope::app {

namespace {

/// Behind these actions a menu has a line.
const QStringList kSeparatorsAfter {QStringLiteral("file.reload"), QStringLiteral("file.save-as"),
    QStringLiteral("file.export-figure"), QStringLiteral("edit.redo"), QStringLiteral("edit.annotate"),
    QStringLiteral("edit.deselect"), QStringLiteral("view.system"), QStringLiteral("view.reduced-motion"),
    QStringLiteral("view.normal"), QStringLiteral("view.full-screen"), QStringLiteral("playback.step-back"),
    QStringLiteral("playback.consequence"), QStringLiteral("playback.end"), QStringLiteral("playback.follow"),
    QStringLiteral("tools.describe"), QStringLiteral("tools.avoid"), QStringLiteral("tools.copy-command"),
    QStringLiteral("help.questions"), QStringLiteral("help.shortcuts"), QStringLiteral("session.beside"),
    QStringLiteral("session.connect"), QStringLiteral("scenario.as-written"), QStringLiteral("lesson.open"),
    QStringLiteral("lesson.leave"), QStringLiteral("lesson.forget"), QStringLiteral("window.reset-layout")};

constexpr double kPresentedHeight = 620; // px of a window whose type needs no other size for a hall
constexpr int kResizedMs = 120;

} // namespace

MainWindow::MainWindow(QSettings& settings, const QString& ahead, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_playback(m_document)
    , m_filter(m_document)
    , m_context {m_document, m_playback, m_selection, m_filter, m_look, &m_marks}
    , m_actions(new frame::Actions(actionTable(), this))
    , m_clock(new FrameClock(m_playback, this))
    , m_loader(new Loader(this))
    , m_until(new UntilRunner(m_context, this))
    , m_desk(new SessionDesk(m_context, this))
    , m_history(new History(this))
    , m_comparison(new Comparison(this))
    , m_sketches(new Sketches(this))
    , m_lessons(new LessonDesk(m_context, settings, this))
    , m_draft(new editor::Draft(this))
    , m_annotations(new annotation::Annotations(this))
    , m_recovery(settings)
{
    setObjectName(QStringLiteral("connscope"));
    setAcceptDrops(true);
    if (!ahead.isEmpty())
        m_loader->startAhead(ahead.toStdString());
    restoreLook();
    dress(); // before there are widgets: each is then made as it is to be, and none twice
    build();
    buildMenus();
    wireActions();
    wireLook();
    wirePlayback();
    wireUntil();
    wireFiles();
    wireSaving();
    wireEditor();
    wireSession();
    wireWhatIf();
    wireLessons();
    connect(&m_look, &theme::Look::changed, this, &MainWindow::restyle);
    connect(&m_document, &view::Document::replaced, this, &MainWindow::updateTitle);
    connect(&m_document, &view::Document::replaced, this, &MainWindow::updateEnabled);
    connect(&m_document, &view::Document::replaced, this, &MainWindow::markActions);
    connect(&m_document, &view::Document::sourceChanged, this, &MainWindow::changed);
    connect(&m_document, &view::Document::sourceChanged, this, &MainWindow::markActions);
    connect(&m_selection, &view::Selection::historyChanged, this, &MainWindow::updateEnabled);
    connect(&m_selection, &view::Selection::currentChanged, this, &MainWindow::updateEnabled);
    connect(&m_filter, &view::Filter::changed, this, &MainWindow::updateEnabled);
    restore();
    m_presented = textScaleOf(m_workspace); // of the size that it came back to
    m_actions->setTheme(m_look.theme());
    m_resized.setSingleShot(true);
    m_resized.setInterval(kResizedMs);
    connect(&m_resized, &QTimer::timeout, this, &MainWindow::followSize);
    qApp->installEventFilter(this);
}

MainWindow::~MainWindow()
{
    // The views listen to the members and read them while they go, so they go first.
    m_desk->end();
    hide();
    QList<QPointer<QWidget>> widgets; // one may take another with it
    for (QWidget* widget : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        widgets << widget;
    for (const QPointer<QWidget>& widget : widgets)
        delete widget;
}

void MainWindow::build()
{
    setMinimumSize(800, 560);
    resize(QSize(1280, 800).boundedTo(screen()->availableSize()).expandedTo(minimumSize()));

    m_toolBar = addToolBar(QString());
    m_toolBar->setObjectName(QStringLiteral("main-tool-bar"));
    m_toolBar->setMovable(false);
    // One widget: a tool bar would move what does not fit into a menu. Each is made where it stays; what is given to
    // another takes the style sheet once more.
    auto* bar = new QWidget(m_toolBar);
    m_playbackBar = new frame::PlaybackBar(m_context, *m_actions, bar);
    m_source = new SourceBar(m_context, bar);
    auto* barLayout = new QHBoxLayout(bar);
    barLayout->setContentsMargins(0, 0, 0, 0);
    barLayout->addWidget(m_playbackBar, 1);
    barLayout->addWidget(m_source);
    m_toolBar->addWidget(bar);

    auto* centre = new QWidget(this);
    m_messages = new frame::MessageBar(m_context, centre);
    m_strip = new frame::CounterStrip(m_context, centre);
    m_counters = &m_strip->counters();
    m_filterEdit = &m_strip->filter();
    m_stack = new QStackedWidget(centre);

    m_views = makeViews(m_context, *m_draft, this);
    m_views << ViewSpec {QStringLiteral("lesson"), QT_TRANSLATE_NOOP("Views", "Lesson"), nullptr, Home::Left, false,
        false, true, {}, [this](QWidget* parent) { return m_lessons->makePanel(parent); }};
    m_docks = new Docks(*this, m_views);
    connect(m_docks, &Docks::contentMade, this, &MainWindow::wirePanel);
    m_centre = new QFrame(m_stack);
    m_centre->setObjectName(QStringLiteral("card"));
    auto* card = new QVBoxLayout(m_centre);
    card->setContentsMargins(1, 1, 1, 1);
    for (const ViewSpec& spec : m_views) {
        if (spec.home == Home::Centre)
            card->addWidget(spec.widget);
        if (!m_topology)
            m_topology = qobject_cast<topology::TopologyWidget*>(spec.widget);
        if (!m_timeline)
            m_timeline = qobject_cast<timeline::TimelineWidget*>(spec.widget);
        if (!m_inspector)
            m_inspector = qobject_cast<inspector::InspectorPanel*>(spec.widget);
    }
    m_beside = findChild<Beside*>();
    m_comparisonPanel = findChild<ComparisonPanel*>();
    m_stack->addWidget(m_centre);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(8, 8, 4, 2);
    layout->setSpacing(8);
    layout->addWidget(m_messages);
    layout->addWidget(m_strip);
    m_runStrip = new RunStrip(m_context, centre);
    layout->addWidget(m_runStrip);
    layout->addWidget(m_stack, 1);
    setCentralWidget(centre);
    statusBar()->setSizeGripEnabled(false);
    m_grip = new figures::FigureGrip(statusBar());
    statusBar()->addPermanentWidget(m_grip);
}

frame::ClusterPanel& MainWindow::cluster()
{
    return *qobject_cast<frame::ClusterPanel*>(m_docks->content(QStringLiteral("cluster")));
}

whatif::FindingsPanel& MainWindow::findings()
{
    return *qobject_cast<whatif::FindingsPanel*>(m_docks->content(QStringLiteral("findings")));
}

whatif::AvoidPanel& MainWindow::avoid()
{
    return *qobject_cast<whatif::AvoidPanel*>(m_docks->content(QStringLiteral("avoid")));
}

editor::EditorPanel& MainWindow::editor()
{
    return *qobject_cast<editor::EditorPanel*>(m_docks->content(QStringLiteral("outline")));
}

void MainWindow::buildMenus()
{
    for (const MenuSpec& spec : menuTable()) {
        QMenu* menu = menuBar()->addMenu(QString());
        menu->setObjectName(QLatin1String(spec.id));
        m_menus << menu;
        for (QAction* action : m_actions->ofMenu(QLatin1String(spec.id))) {
            menu->addAction(action);
            if (frame::Actions::idOf(action) == QLatin1String("file.examples"))
                m_recent = menu->addMenu(QString());
            if (frame::Actions::idOf(action) == QLatin1String("playback.previous-bookmark"))
                m_marked = menu->addMenu(QString());
            if (frame::Actions::idOf(action) == QLatin1String("scenario.edit")) {
                m_acting = menu->addMenu(QString());
                connect(m_acting, &QMenu::aboutToShow, this, &MainWindow::fillActing);
            }
            if (frame::Actions::idOf(action) == QLatin1String("session.connect"))
                m_keeping = menu->addMenu(QString());
            if (kSeparatorsAfter.contains(frame::Actions::idOf(action)))
                menu->addSeparator();
        }
        if (menu->objectName() == QLatin1String("view")) {
            for (const ViewSpec& view : m_views) {
                if (view.actions.isEmpty())
                    continue;
                m_viewMenus << menu->addMenu(QString());
                for (QAction* action : view.actions) {
                    m_viewMenus.last()->addAction(action);
                    if (action->property(timeline::TimelineActions::kEndsPart).toBool()
                        && action != view.actions.last())
                        m_viewMenus.last()->addSeparator();
                }
            }
        }
        if (menu->objectName() == QLatin1String("window"))
            menu->addActions(m_docks->toggles());
    }
    addActions(m_actions->all()); // shortcuts hold while the menu bar is hidden
}

void MainWindow::restoreLook()
{
    m_look.setSystemDark(QApplication::style()->standardPalette().color(QPalette::Window).lightness() < 128);
    m_look.setMode(
        static_cast<theme::Look::Mode>(qBound(0, m_settings.value(QStringLiteral("look/mode"), 0).toInt(), 2)));
    m_look.setHighContrast(m_settings.value(QStringLiteral("look/high-contrast")).toBool());
    m_look.setReducedMotion(m_settings.value(QStringLiteral("look/reduced-motion")).toBool());
    const QString language = m_settings.value(QStringLiteral("look/language")).toString();
    m_look.setLanguage(language == QLatin1String("zh") ? theme::Language::Chinese
            : language == QLatin1String("en")          ? theme::Language::English
                                                       : Languages::ofSystem());
    m_languages.set(m_look.language());
    m_workspace
        = static_cast<Workspace>(qBound(0, m_settings.value(QStringLiteral("window/workspace"), 0).toInt(), 2));
    m_look.setTextScale(
        qBound(0.7, m_settings.value(QStringLiteral("look/text-scale"), textScaleOf(m_workspace)).toDouble(), 2.0));
}

void MainWindow::restore()
{
    // A beginner's first Play is worth seeing.
    m_playback.setLingers(m_settings.value(QStringLiteral("playback/linger"), true).toBool());
    m_playback.setSkipsSilence(m_settings.value(QStringLiteral("playback/skip-silence")).toBool());
    arrange(m_workspace);
    m_topology->setFocus(); // else Qt gives it to the first button, which takes Space for itself
    retranslate();
    m_docks->restore(m_settings);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_loader->cancel();
    m_desk->end();
    m_comparison->cancel();
    m_lessons->cancel();
    keepForNextTime();
    QMainWindow::closeEvent(event);
}

void MainWindow::keepForNextTime()
{
    m_docks->save(m_settings);
    m_settings.setValue(QStringLiteral("look/mode"), static_cast<int>(m_look.mode()));
    m_settings.setValue(QStringLiteral("look/high-contrast"), m_look.highContrast());
    m_settings.setValue(QStringLiteral("look/reduced-motion"), m_look.reducedMotion());
    m_settings.setValue(QStringLiteral("look/text-scale"), m_look.textScale());
    m_settings.setValue(QStringLiteral("look/language"),
        m_look.language() == theme::Language::Chinese ? QStringLiteral("zh") : QStringLiteral("en"));
    m_settings.setValue(QStringLiteral("playback/skip-silence"), m_playback.skipsSilence());
    m_settings.setValue(QStringLiteral("playback/linger"), m_playback.lingers());
    m_settings.setValue(QStringLiteral("window/workspace"), static_cast<int>(m_workspace));
    keepUnsaved();
    m_settings.sync(); // whatever comes next, it is on the disk
}

void MainWindow::setLanguage(theme::Language language)
{
    m_languages.set(language);
    m_look.setLanguage(language);
    retranslate();
}

void MainWindow::setWorkspace(Workspace workspace)
{
    if (workspace != m_workspace)
        m_docks->leave(m_workspace);
    m_presented = textScaleOf(workspace);
    m_look.setTextScale(m_presented);
    arrange(workspace);
}

/// Who makes the window as large as the wall wants the type of that size. What somebody made larger or smaller stays so.
void MainWindow::followSize()
{
    constexpr double kWorthIt = 0.05;
    const double now = textScaleOf(m_workspace);
    if (m_workspace != Workspace::Present || std::abs(now / m_presented - 1) < kWorthIt)
        return;
    m_look.setTextScale(m_look.textScale() * now / std::exchange(m_presented, now));
}

/// As large as a hall needs it, which is a share of the screen that is thrown on its wall.
double MainWindow::textScaleOf(Workspace workspace) const
{
    return workspace == Workspace::Present ? std::clamp(height() / kPresentedHeight, 1.3, 2.0) : 1;
}

void MainWindow::arrange(Workspace workspace)
{
    const Workspace before = std::exchange(m_workspace, workspace);
    const QPointer<QWidget> focus = focusWidget();
    const bool present = workspace == Workspace::Present;
    m_playbackBar->setPlain(present);
    m_source->setVisible(!present);
    m_filterEdit->setVisible(!present);
    statusBar()->setVisible(!present);
    m_docks->setPlain(present);
    m_docks->change(before, workspace);
    m_docks->setAside(showsGallery());
    if (m_lessons->hasPanel())
        m_lessons->panel().setPresenting(present);
    if (m_lessons->session().isOn()) {
        showView(QStringLiteral("lesson"));
        sizeLesson();
    }
    (*m_actions)["window.teach"]->setChecked(workspace == Workspace::Teach);
    (*m_actions)["window.explore"]->setChecked(workspace == Workspace::Explore);
    (*m_actions)["window.present"]->setChecked(present);
    // Qt gives it to what is next, and that may be a line to write in, which takes the keys of the window.
    if (focus && focus->isVisible())
        focus->setFocus();
    else if (focus && m_topology->isVisible())
        m_topology->setFocus();
}

void MainWindow::retranslate()
{
    m_actions->retranslate();
    for (qsizetype i = 0; i < m_menus.size(); ++i)
        m_menus[i]->setTitle(QCoreApplication::translate("Actions", menuTable()[static_cast<std::size_t>(i)].title));
    m_recent->setTitle(tr("Open Re&cent"));
    m_marked->setTitle(tr("Go &to a Bookmark"));
    m_acting->setTitle(tr("Act &On"));
    m_keeping->setTitle(tr("&Keep of the Trace"));
    qsizetype next = 0;
    for (const ViewSpec& view : m_views) {
        if (!view.actions.isEmpty())
            m_viewMenus[next++]->setTitle(QCoreApplication::translate("Views", view.title));
    }
    m_toolBar->setWindowTitle(tr("Tool bar"));
    retranslateFigures();
    QString taken;
    for (const QAction* action : m_actions->ofMenu(QStringLiteral("window"))) {
        const QString text = action->text();
        if (const qsizetype at = text.indexOf(u'&'); at >= 0)
            taken += text.mid(at + 1, 1);
    }
    m_docks->retranslate(taken);
    for (const ViewSpec& view : m_views) {
        if (QWidget* content = view.widget ? view.widget : m_docks->made(view.id))
            content->setWhatsThis(whatsThisOf(view.id));
    }
    statusBar()->clearMessage();
    updateTitle();
    nameUndo();
    markActions();
}

void MainWindow::dress()
{
    qApp->setPalette(m_look.palette());
    qApp->setFont(m_look.text());
    qApp->setFont(m_look.text(), "QDockWidgetTitle");
    setFont(m_look.text()); // before the style sheet: what it has polished no longer takes a font from its parent
    setStyleSheet(frame::styleSheet(m_look));
}

void MainWindow::restyle()
{
    dress();
    m_docks->setFont(m_look.text());
    m_actions->setTheme(m_look.theme());
    updateTitle();
}

void MainWindow::updateTitle()
{
    QString title;
    if (const scenario::Scenario* scenario = m_document.scenario()) {
        const bool chinese = m_look.language() == theme::Language::Chinese && !scenario->title.zh.empty();
        title = QString::fromStdString(chinese ? scenario->title.zh : scenario->title.en);
        title
            += m_document.source().simulated ? tr(" · seed %1").arg(m_document.source().seed) : tr(" · real session");
        if (!areSame(m_document.source().added, m_document.source().saved))
            title += tr(" · branch");
    } else {
        title = QString::fromStdString(m_document.source().title);
    }
    if (title.isEmpty())
        title = m_document.source().fileName;
    title.replace(QLatin1String("[*]"), QLatin1String("[*][*]")); // as it is, and no mark
    setWindowTitle(title.isEmpty() ? QStringLiteral("Connscope") : title + QStringLiteral("[*] — Connscope"));
    setWindowModified(isChanged());
}

void MainWindow::updateEnabled()
{
    frame::Actions& a = *m_actions;
    const bool scenario = m_document.scenario() != nullptr;
    const bool loaded = !m_document.isEmpty();
    for (const char* id : {"scenario.rerun", "scenario.next-seed", "scenario.settings", "tools.copy-command"})
        a[id]->setEnabled(scenario);
    a["scenario.as-written"]->setEnabled(scenario || isChanged());
    for (const char* id : {"file.save-trace", "file.export-picture", "file.export-figure", "session.save-trace",
             "edit.copy-picture", "edit.copy-svg"})
        a[id]->setEnabled(loaded);
    const bool simulated = m_document.source().simulated;
    const bool runs = m_desk->isRunning();
    a["file.reload"]->setEnabled(loaded && !m_document.source().fileName.isEmpty());
    a["session.real"]->setEnabled(scenario);
    a["session.simulated"]->setEnabled(scenario && !simulated);
    a["session.both"]->setEnabled(scenario && !m_comparison->isRunning());
    a["session.beside"]->setEnabled(scenario);
    a["tools.compare"]->setEnabled(loaded);
    a["tools.stop-comparing"]->setEnabled(m_comparer && m_comparer->isActive());
    const bool isOfLesson = m_lessons->session().isOn() || m_lessons->isPreparing();
    const bool superposes = m_comparer && m_comparer->wantsSuperposed();
    a["tools.superpose"]->setEnabled(loaded && (superposes || !m_document.source().live) && !isOfLesson);
    a["tools.superpose"]->setChecked(superposes);
    a["session.stop"]->setEnabled(runs);
    a["file.save"]->setEnabled(isChanged() || (scenario && !QFileInfo::exists(m_document.source().fileName)));
    a["file.save-as"]->setEnabled(scenario);
    for (const char* id : {"playback.next-bookmark", "playback.previous-bookmark", "playback.drop-bookmark"})
        a[id]->setEnabled(!m_bookmarks.empty());
    m_marked->setEnabled(!m_bookmarks.empty());
    m_acting->setEnabled(scenario);
    a["playback.bookmark"]->setEnabled(loaded);
    a["view.reset-arrangement"]->setEnabled(!m_layout.isEmpty());
    // What happened for real stays done.
    a["edit.undo"]->setEnabled(m_history->canUndo() && (simulated || m_history->undoesPicture()));
    a["edit.redo"]->setEnabled(m_history->canRedo() && (simulated || m_history->redoesPicture()));
    nameUndo();
    a["scenario.edit"]->setEnabled(scenario);
    a["edit.annotate"]->setEnabled(loaded);
    a["scenario.cancel"]->setEnabled(m_loader->isRunning() || m_until->isRunning() || m_comparison->isRunning());
    a["tools.findings"]->setEnabled(loaded);
    a["tools.sweep"]->setEnabled(scenario);
    a["tools.avoid"]->setEnabled(scenario && simulated && !m_document.twofold()
        && !whatif::AvoidPanel::goalsOf(m_document, m_selection.current()).empty());
    a["edit.back"]->setEnabled(m_selection.canGoBack());
    a["edit.forward"]->setEnabled(m_selection.canGoForward());
    a["edit.deselect"]->setEnabled(!m_selection.current().isNone());
    a["edit.clear-filter"]->setEnabled(m_filter.isActive() || m_filter.error());
    lessonsChanged();
}

bool MainWindow::showsGallery() const { return m_gallery && m_stack->currentWidget() == m_gallery; }

/// A dock behind the tab of another is not hidden, for Qt: it lies outside of the window, and would take the keyboard there.
bool MainWindow::focusNextPrevChild(bool next)
{
    const auto isOutOfSight = [](const QWidget* widget) {
        for (; widget && !widget->isWindow(); widget = widget->parentWidget()) {
            if (qobject_cast<const QDockWidget*>(widget))
                return widget->visibleRegion().isEmpty();
        }
        return false;
    };
    const QWidget* const first = focusWidget();
    bool moved = false;
    do
        moved = QMainWindow::focusNextPrevChild(next);
    while (moved && focusWidget() != first && isOutOfSight(focusWidget()));
    return moved;
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::ThemeChange)
        m_look.setSystemDark(QApplication::style()->standardPalette().color(QPalette::Window).lightness() < 128);
    if (event->type() == QEvent::WindowStateChange)
        m_clock->setSeen(isVisible() && !isMinimized());
    QMainWindow::changeEvent(event);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    m_clock->setSeen(!isMinimized());
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_docks->followSize(event->oldSize(), event->size());
    if (m_workspace == Workspace::Present)
        m_resized.start(); // once for all of a drag
}

void MainWindow::hideEvent(QHideEvent* event)
{
    QMainWindow::hideEvent(event);
    m_clock->setSeen(false);
}

} // namespace connscope::app
