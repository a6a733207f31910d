// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation/hands.h"
#include "timeline/bookmarks.h"
#include "timeline/picture.h"
#include "timeline/timelinedata.h"
#include "view/context.h"

#include <QPointF>
#include <QWidget>

#include <optional>

class QButtonGroup;
class QMenu;
class QScrollBar;
class QTimer;

namespace connscope::timeline {

class Chip;
class TimelineActions;
class TimelinePlot;

/// Lanes of connections over three kinds of time. A function of trace, playhead, view, selection, filter and look:
/// it has no clock, and draws only when one of these changed.
///
/// Wheel zooms about the pointer, with Shift it pans, with Ctrl it changes the lanes' height; over the names it scrolls.
/// Drag pans; on the axis or the strips of open connections it scrubs; with Shift it selects a range. W S A D zoom and
/// pan, F focuses the selection and then fits all, Up and Down walk the lanes, Escape drops the range.
class TimelineWidget : public QWidget {
    Q_OBJECT

public:
    /// What \a context refers to must outlive it.
    explicit TimelineWidget(const view::Context& context, QWidget* parent = nullptr);
    ~TimelineWidget() override;

    AxisKind axisKind() const { return m_kind; }
    /// What was in view stays in view.
    void setAxisKind(AxisKind kind);
    FoldRule foldRule() const { return m_rule; }
    void setFoldRule(FoldRule rule);
    AxisRange range() const;
    void setRange(AxisRange range);
    const TimeAxis& axis() const { return m_axis; }

    const Arrangement& arrangement() const { return m_arrangement; }
    void setArrangement(const Arrangement& arrangement);
    /// A strip of open connections for each broker.
    bool showsBrokers() const { return m_perBroker; }
    void setShowsBrokers(bool on);
    /// Lanes that the filter leaves out: hidden, or faded.
    bool hidesFiltered() const { return m_hidesFiltered; }
    void setHidesFiltered(bool on);
    /// 0 = what suits the room.
    double laneHeight() const { return m_laneHeight; }
    void setLaneHeight(double height);

    Bookmarks& bookmarks() { return m_bookmarks; }
    /// What a person did to the world of this trace; anything else until the next trace is shown.
    void setActions(std::vector<ActionMark> actions);
    TimelineActions& actions() { return *m_actions; }
    const TimelineData& data() const { return m_data; }

    /// All of the trace.
    void fit();
    /// The connection, client or event that is selected; all where nothing is or it is in focus already.
    void focusSelection();
    /// \a factor > 1 = closer. About a pixel; NaN = the pointer's, else the playhead's, else the middle.
    void zoom(double factor, double x = qQNaN());
    void pan(double pixels);
    void bringIntoView(LaneId lane);
    void bringBrokerIntoView(view::Item broker);
    /// The lane above or below that of the selection.
    void walkLanes(int direction);
    void goToBookmark(int direction);
    /// At the playhead; its note is asked for in place. Where there is one, its note is changed.
    void addBookmark();
    /// The note in a field at the flag: Return keeps it, Escape leaves it as it was.
    void editBookmark(const view::Position& position);
    /// nullptr where no flag is.
    const Bookmark* bookmarkAt(QPointF at);
    const ActionMark* actionAt(QPointF at);
    /// Every bookmark with its note, to go there.
    void fillBookmarks(QMenu& menu);
    void clearRange();
    /// How many lanes there are that no row shows, collapsed groups apart: those that a person hid and what the filter leaves out
    /// where that is not shown. The widget says so beside its kinds of time.
    std::size_t hiddenLanes() const { return m_hiddenLanes; }
    /// Brings them back.
    void showHiddenLanes();
    /// What is written into the picture; it is drawn and can be changed. \a annotations outlives the widget.
    void setAnnotations(annotation::Annotations& annotations);
    /// As they stand now.
    std::vector<annotation::Mark> marks();

    /// The state that the picture is made of; for accessibility, export and tests.
    const Frame& frame();
    const Layout& layoutNow();
    /// Draws what is due at once instead of at the next turn of the event loop.
    void drawNow();
    /// Everything that can be done to the row at a place; the caller deletes it.
    QMenu* createMenu(QPointF at);
    void setHover(std::optional<QPointF> at);

    QSize sizeHint() const override { return {1200, 360}; }
    QSize minimumSizeHint() const override { return {420, 180}; }

signals:
    void axisKindChanged(connscope::timeline::AxisKind kind);
    void rangeChanged();
    void arrangementChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Lit: Content whose ground alone is another. Under: what lies under a pointer that rests.
    enum Due : unsigned { Overlay = 1, Content = 2, All = 4, Rows = 8, Axis = 16, Lit = 32, Under = 64 };
    enum class Drag { None, Undecided, Pan, Scrub, Range };

    void due(unsigned what);
    void connectViews();
    void takeTrace();
    void takeShortened();
    void extendData();
    void makeRows();
    void tellHidden(std::size_t lanes);
    void makeAxis();
    void placeChildren();
    void styleChildren();
    void keepPlayheadInView();
    void bringPlayheadIntoView();
    void onPositionChanged();
    view::Item lookUnder(QPointF at, std::optional<Hover>& hover);
    void lookAgain();

    bool mousePressed(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
    void mouseMoved(QPointF at, Qt::MouseButtons buttons);
    void mouseReleased(QPointF at);
    void doubleClicked(QPointF at);
    void wheelTurned(QPointF at, QPoint angle, QPoint pixels, Qt::KeyboardModifiers modifiers);
    void scrub(double x);
    view::Position positionAt(double x);
    /// What can be selected at a place.
    view::Item itemAt(QPointF at);
    std::optional<RequestSpan> requestNear(LaneId lane, double x);
    void takeAnnotations();
    scenario::Annotation aboutAt(QPointF at);
    /// Entries of what is written there; false where nothing is.
    bool markMenu(QMenu& menu, QPointF at);
    void addAnnotate(QMenu& menu, QPointF at);
    /// Where the keyboard's menu belongs.
    QPointF menuPlace();
    void addRowEntries(QMenu& menu, const Row& row);

    view::Context m_context;
    TimelineData m_data;
    TimeAxis m_axis;
    AxisKind m_kind = AxisKind::Folded;
    FoldRule m_rule;
    Arrangement m_arrangement;
    Bookmarks m_bookmarks;
    std::vector<ActionMark> m_acts; // of a person
    bool m_perBroker = false;
    bool m_hidesFiltered = false;
    std::size_t m_hiddenLanes = 0;
    double m_laneHeight = 0;
    Frame m_frame;

    Annotated m_annotated;
    annotation::Hands* m_hands = nullptr; // nullptr = nothing can be annotated

    TimelinePlot* m_plot;
    QScrollBar* m_scroll;
    QButtonGroup* m_kinds;
    Chip* m_hidden; // shown while lanes are hidden
    TimelineActions* m_actions;
    QTimer* m_tick; // runs only while something is due
    unsigned m_due = 0;
    bool m_fits = true; // the range is all of the trace and grows with it

    Drag m_drag = Drag::None;
    QPointF m_pressed;
    QPointF m_last;
    std::optional<QPointF> m_pointer;
    view::Item m_under; // what it was on when this was looked at last
    Instant m_rangeStart {};
};

} // namespace connscope::timeline
