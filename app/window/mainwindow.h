// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/docks.h"
#include "app/window/frameclock.h"
#include "app/window/language.h"
#include "app/window/loader.h"
#include "app/window/moves.h"
#include "app/window/recovery.h"
#include "app/window/tracenotesfile.h"
#include "figures/figure.h"
#include "frame/actions.h"
#include "theme/look.h"
#include "topology/actions.h"
#include "view/context.h"
#include "view/document.h"
#include "view/filter.h"
#include "view/marks.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QMainWindow>
#include <QTimer>

#include <functional>

class QActionGroup;
class QMenu;
class QSettings;
class QStackedWidget;
class QToolBar;

namespace connscope::classroom {
class Curtain;
class LessonPanel;
} // namespace connscope::classroom
namespace connscope::frame {
class ClusterPanel;
class CountersLine;
class CounterStrip;
class FilterEdit;
class Gallery;
class MessageBar;
class PlaybackBar;
} // namespace connscope::frame

namespace connscope::app {

class Beside;
class Comparison;
class ComparisonPanel;
class FrameFinder;
class History;
class RunComparer;
class RunStrip;
class LessonDesk;
class SessionDesk;
class Sketches;
class SourceBar;
class UntilRunner;
struct ManualLink;

} // namespace connscope::app

namespace connscope::annotation {
class Annotations;
}
namespace connscope::editor {
class Draft;
class EditorPanel;
} // namespace connscope::editor
namespace connscope::figures {
class Carrier;
class FigureGrip;
struct SeenNow;
} // namespace connscope::figures

namespace connscope::inspector {
class InspectorPanel;
}
namespace connscope::timeline {
class TimelineWidget;
}
namespace connscope::topology {
class TopologyWidget;
}
namespace connscope::whatif {
class AvoidPanel;
class FindingsPanel;
class QuestionsDialog;
class SweepDialog;
struct Question;
} // namespace connscope::whatif

namespace connscope::app {

/// The window: it builds, connects, and keeps its state. What it shows is decided elsewhere.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// \a settings outlives it. \a ahead: a file that will be opened at once; it is read and run while the window is made.
    explicit MainWindow(QSettings& settings, const QString& ahead = {}, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A scenario or a trace; told by its content. Where the present scenario has changes that are not saved, the bar asks
    /// first what to do with them.
    void open(const QString& file);
    /// What a first start shows: the three kinds of connection, paused at zero.
    void openFirst();
    /// The file of that scenario; "" where it is not installed.
    static QString sample();
    /// Stores layout, language and what is not saved, as closing does: when a session of the desktop ends, or the program is
    /// told to.
    void keepForNextTime();
    /// Shows the window: with what is being opened, if that is there in a moment, else at once.
    void showOpened();

    const view::Context& context() const { return m_context; }
    frame::Actions& actions() { return *m_actions; }
    Loader& loader() { return *m_loader; }
    frame::MessageBar& messages() { return *m_messages; }
    frame::Gallery& gallery();
    Docks& docks() { return *m_docks; }
    /// What a right click on a panel's title or on the tool bar shows: the panels, as the menu Window has them. Qt's own would
    /// also hide the tool bar, which nothing brings back.
    QMenu* createPopupMenu() override;
    bool showsGallery() const;
    frame::ClusterPanel& cluster(); ///< these are made when they are first wanted
    SessionDesk& desk() { return *m_desk; }
    ComparisonPanel& comparison() { return *m_comparisonPanel; }
    Beside& beside() { return *m_beside; }
    RunComparer& comparer() { return *m_comparer; }
    LessonDesk& lessons() { return *m_lessons; }
    classroom::LessonPanel& lessonPanel(); ///< made where it is not there yet
    inspector::InspectorPanel& inspector() { return *m_inspector; }
    whatif::FindingsPanel& findings();
    whatif::AvoidPanel& avoid();
    whatif::SweepDialog& sweep();
    editor::EditorPanel& editor();
    History& history() { return *m_history; }
    topology::TopologyWidget& topology() { return *m_topology; }
    timeline::TimelineWidget& timeline() { return *m_timeline; }
    annotation::Annotations& annotations() { return *m_annotations; }

    /// Writes the scenario with all that was changed; its own text stays as far as that goes. False, and a message in the
    /// bar, where it cannot. Nothing is run again: view, playhead and undo stay.
    bool saveScenario(const QString& file);
    /// What happened until now as JSON Lines, also while a session goes on. False, and a message in the bar, where it cannot.
    bool saveTrace(const QString& file);

    void setLanguage(theme::Language language);
    void setWorkspace(Workspace workspace);

signals:
    /// Something was opened, or could not be.
    void settled();

protected:
    bool focusNextPrevChild(bool next) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // mainwindow.cpp
    void build();
    void buildMenus();
    void restoreLook();
    void restore();
    void retranslate();
    void dress();
    void restyle();
    double textScaleOf(Workspace workspace) const;
    void arrange(Workspace workspace);
    void followSize();
    void updateTitle();
    void updateEnabled();
    void showGallery(bool on);
    void wirePanel(const QString& id, QWidget* content);
    /// Whether a panel shows what a prediction is about.
    static bool givesAway(const QString& panel);

    // mainwindow_actions.cpp
    void wireActions();
    void wireLook();
    void wirePlayback();
    void wireUntil();
    void stepOverSetUp(int direction);
    void sayEvent();
    void fillActing();
    void stepOnConnection(int direction);
    void goToCause();
    void goToConsequence();
    void showPalette();
    void copyCommand();
    void act(const topology::TopologyAction& action);
    void showPlaces(const Places& places);
    void nameUndo();

    // mainwindow_session.cpp
    void wireSession();
    void fillKeeping();
    void sessionChanged();
    void afterSession(std::function<void()> next);
    bool answerSession(int answer);
    void compare();
    void besideReal();
    void showBeside(quint64 seed, qint64 latenessNs = 0);
    void wireComparing();
    void showCompare();
    void superpose(bool on);
    void aboutToSwapRuns();
    void runsSwapped();
    void showConnect(const QString& propertiesFile = {});
    static bool isProperties(const QString& file);

    // mainwindow_editor.cpp
    void wireEditor();
    void go(LoadRequest wanted);
    void take(LoadRequest state, bool wasRun = false);
    void step(std::function<QString()> title, LoadRequest after);
    void stepOfToolBar(const LoadRequest& wanted);
    void showEditor();
    void newScenario();
    void sayAhead();
    LoadRequest stateOfDocument() const;
    LoadRequest again() const;
    void settleHistory(bool again, bool otherText);

    void showCluster();

    // mainwindow_whatif.cpp
    void wireWhatIf();
    void runChanged(const QStringList& settings, const QString& profile, const QString& seed);
    void lookForChange();
    void showQuestions();
    void showQuestion(const whatif::Question& question);
    void showCourse();
    void raiseWide(const QString& id);
    void letSee(QDialog& dialog);
    void openPlace(const QString& scenario, const QString& profile, const QString& query, const QStringList& settings,
        const QString& beside);
    void showPlace(const QString& query, const QString& finding);

    // mainwindow_help.cpp
    void wireHelp();
    void showManual(const QString& page);
    void follow(const ManualLink& link);

    // mainwindow_files.cpp
    void openAt(const QString& file, const QString& profile, std::function<void()> then);
    void wireFiles();
    void request(LoadRequest request);
    void openRequest(LoadRequest wanted, std::function<void()> then = nullptr);
    void load(LoadRequest wanted);
    void answerUnsaved(int answer);
    bool refusesPlayback();
    void note(const QString& text);
    void settle(const std::shared_ptr<LoadResult>& result);
    void chooseFile();
    void remember(const QString& file);
    void rememberSoon(const QString& file);
    void fillRecent();
    void sayBranch();
    void markActions();
    QStringList recent() const;

    // mainwindow_annotations.cpp
    void wireAnnotations();
    void annotate();

    // mainwindow_traces.cpp
    bool isOfTraceFile() const;
    scenario::TraceNotes notesNow() const;
    void keepNotes();
    void forgetNotes(const QString& file);
    scenario::TraceNotes notesOf(const view::Content& next);
    bool saveNotes();
    void haveSavedNotes(view::Source source);
    void saveTrace();

    // mainwindow_figures.cpp
    void wireFigures();
    void retranslateFigures();
    figures::FigureView viewInHand() const;
    void dress(theme::Look& look) const;
    figures::SeenNow seenNow() const;
    figures::FigureOptions optionsOf(figures::FigureView view) const;
    void copyView(figures::FigureView view, bool asSvg);
    void exportFigure();
    // mainwindow_lessons.cpp
    void wireLessons();
    void lessonsChanged();
    void showLessons();
    void showView(const QString& id);
    void sizeLesson();
    bool refusesInLesson(unsigned control);
    bool enterInLesson(QWidget* watched);
    void saveResults();

    // mainwindow_save.cpp
    void wireSaving();
    bool save();
    bool saveAs();
    void exportPicture();
    void asWritten();
    void takeOver(const view::Content& next, bool again);
    void showTaken();
    void changed();
    bool isChanged() const;
    Result<scenario::Scenario> meant() const;
    void keepUnsaved();
    void saySaved(const QString& text);

    QSettings& m_settings;
    theme::Look m_look;
    Languages m_languages;
    view::Document m_document;
    view::Playback m_playback;
    view::Selection m_selection;
    view::Filter m_filter;
    view::Marks m_marks;
    view::Context m_context;

    frame::Actions* m_actions;
    FrameClock* m_clock;
    Loader* m_loader;
    UntilRunner* m_until;
    SessionDesk* m_desk;
    History* m_history;
    Comparison* m_comparison;
    Sketches* m_sketches; // of the gallery
    LessonDesk* m_lessons;
    FrameFinder* m_frames = nullptr;
    std::function<void()> m_afterSession; // what was asked for while a session runs
    std::function<void()> m_afterLoad; // once what is being opened is there
    bool m_ofLesson = false; // what is shown is a lesson's run, nobody's work
    bool m_lessonAsked = false; // the one that is on its way
    bool m_compares = false; // the session that runs, once it is over
    bool m_besides = false; // the same: its simulation comes beside it then
    frame::MessageBar* m_messages = nullptr;
    frame::CounterStrip* m_strip = nullptr;
    frame::CountersLine* m_counters = nullptr;
    QStackedWidget* m_stack = nullptr;
    frame::Gallery* m_gallery = nullptr;
    QWidget* m_centre = nullptr;
    frame::PlaybackBar* m_playbackBar = nullptr;
    SourceBar* m_source = nullptr;
    frame::FilterEdit* m_filterEdit = nullptr;
    QToolBar* m_toolBar = nullptr;
    figures::FigureGrip* m_grip = nullptr; // from which the picture is dragged out
    std::unique_ptr<figures::Carrier> m_carrier;
    QList<QAction*> m_copies; // of the views: as picture and as SVG, in turns
    Docks* m_docks = nullptr;
    QList<QMenu*> m_menus;
    QMenu* m_recent = nullptr;
    QMenu* m_marked = nullptr; // the bookmarks
    QMenu* m_acting = nullptr; // on what is selected
    QMenu* m_paletteVerbs = nullptr; // the same, for the palette
    QMenu* m_keeping = nullptr; // how much of a real session's trace is kept
    QList<ViewSpec> m_views;
    QList<QMenu*> m_viewMenus; // of those with actions of their own
    ComparisonPanel* m_comparisonPanel = nullptr;
    Beside* m_beside = nullptr;
    RunComparer* m_comparer = nullptr;
    RunStrip* m_runStrip = nullptr;
    std::optional<std::pair<Instant, Instant>> m_seenRange; // of the timeline, while its trace is exchanged
    QList<QDockWidget*> m_beforeBeside; // what was seen before it came
    bool m_hidBeside = false; // both runs are in one picture: the second has no room of its own
    QString m_besideFile; // whose simulation is shown beside
    inspector::InspectorPanel* m_inspector = nullptr;
    whatif::SweepDialog* m_sweep = nullptr;
    topology::TopologyWidget* m_topology = nullptr;
    timeline::TimelineWidget* m_timeline = nullptr;
    editor::Draft* m_draft; // of the scenario's text, for the editor
    LoadRequest m_state; // what is wanted; of a scenario with its text. The picture may be behind
    bool m_ahead = false; // the text is not right: the picture is of the last one that was
    bool m_stepping = false; // the run that is awaited is a step of the history
    scenario::Layout m_layout; // as it is in the picture now
    std::vector<scenario::Bookmark> m_bookmarks; // likewise
    annotation::Annotations* m_annotations; // likewise
    std::optional<std::vector<scenario::Annotation>> m_taken; // those of the next one, until it is shown
    FileStamp m_fileStamp; // of the file when it was read or last written
    QByteArray m_fileText; // of the scenario's file when it was read
    Recovery m_recovery;
    std::optional<Recovery::Unsaved> m_recovering; // what is being opened again
    std::function<QString()> m_toSay; // once the next run is there
    std::optional<LoadRequest> m_wanted; // to be opened once it is known what becomes of what is not saved
    bool m_backToFile = false; // the next one is as the file has it
    bool m_showing = false; // the picture is being given its places
    QList<classroom::Curtain*> m_curtains; // over the views that show what is to come
    Workspace m_workspace = Workspace::Teach;
    double m_presented = 1; // the text scale that the window's size gave when presenting
    QTimer m_resized;
    QString m_loading; // the file that is being opened
    QElapsedTimer m_loadTime;
    bool m_refused = false; // the bar says where one could not go
    QString m_note; // in the status bar, as long as one stays there
    bool m_fresh = true; // nothing was opened yet
};

} // namespace connscope::app
