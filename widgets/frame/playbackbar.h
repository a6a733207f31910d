// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/tightrow.h"
#include "view/context.h"

#include "trace/query.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace connscope::frame {

class Actions;
class Placeholder;
class QueryEdit;
class Scrubber;

/// Play, pause, step, scrub, speed, skip the silence, go to, run until. Its buttons are the window's actions
/// "playback.…". Where there is no room for all of it the date and what it says of the speed give way first, then what
/// has a key or a place in the menus; play, the steps and the clock stay, and so does "run until" while it is asked.
class PlaybackBar : public QWidget {
    Q_OBJECT

public:
    PlaybackBar(const view::Context& context, Actions& actions, QWidget* parent = nullptr);

    /// Into the clock, which takes "9m", "+30s", "#1203".
    void editPlace();
    /// Shows the line of "run until" and goes into it.
    void editUntil();
    /// Whoever is in a field is out of it; what was typed is dropped.
    void leaveFields();
    /// Fewer controls, for a lecture hall.
    void setPlain(bool plain);

    QLineEdit* clock() const { return m_clock; }
    /// Of what it needs at least, since it takes all the room that is left besides.
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

signals:
    /// What was typed cannot be gone to, or is no query.
    void refused(const QString& message);
    /// Where one got to is not what was asked for.
    void noted(const QString& message);
    /// The first instant from here at which it holds is wanted, at once.
    void untilWanted(const connscope::trace::Query& query);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Out of the fields, back to whoever had the keyboard before.
    void giveBack();
    void refresh();
    void restyle();
    void goTo();
    void runUntil();
    void showSpeeds();
    QList<Part> parts() const;
    void fitParts();
    QToolButton* button(const char* action);

    view::Context m_context;
    Actions& m_actions;
    QList<QToolButton*> m_buttons; // of actions; first, for those below are made by button()
    QToolButton* m_start;
    QToolButton* m_back;
    QToolButton* m_play;
    QToolButton* m_forward;
    QToolButton* m_end;
    QLineEdit* m_clock;
    QLabel* m_wall;
    Scrubber* m_scrubber;
    QToolButton* m_speed;
    QToolButton* m_silence;
    QToolButton* m_linger;
    QPointer<QWidget> m_before; // had the keyboard before one of the fields
    QueryEdit* m_until;
    Placeholder* m_untilPlaceholder;
    bool m_plain = false;
    bool m_fits = false; // it is being fitted just now
    bool m_hasRoom = false; // a layout has said how wide it is; before that nothing is measured
};

} // namespace connscope::frame
