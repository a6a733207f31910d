// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/dockshares.h"
#include "app/window/views.h"

#include <QByteArray>
#include <QFont>
#include <QObject>

#include <map>

class QAction;
class QDockWidget;
class QMainWindow;
class QSettings;
class QTabBar;

namespace connscope::app {

enum class Workspace : std::uint8_t { Teach, Explore, Present };

/// The panels of the window: nested and tabbed as the user likes, kept between sessions, and put back on demand.
class Docks : public QObject {
    Q_OBJECT

public:
    Docks(QMainWindow& window, const QList<ViewSpec>& views);

    /// Puts everything where it belongs in a workspace.
    void arrange(Workspace workspace);
    /// How everything is now is how \a workspace, which is on, is found again: to be called before the type of the next
    /// one comes, which moves things.
    void leave(Workspace workspace);
    /// From the workspace that is on, and was left, to another: there everything is as it was left, or where it belongs.
    void change(Workspace from, Workspace to);
    /// Titles in the language of the interface.
    /// \a taken: letters that are mnemonics in the menu of the panels already.
    void retranslate(const QString& taken);
    /// Without titles and what they close, for a hall: what is seen says what it is.
    void setPlain(bool plain);
    /// Of titles and tabs, which do not take the window's once a style sheet has seen them.
    void setFont(const QFont& font);
    /// For the menu Window and the command palette: one that is closed or behind another comes to the front, one that is
    /// in front is closed. Checked = open.
    QList<QAction*> toggles() const;
    QDockWidget* dock(const QString& id) const;
    /// What is in a panel: made now, where nobody has seen it yet. nullptr where there is no such panel.
    QWidget* content(const QString& id);
    /// Only where it was made already; nullptr otherwise.
    QWidget* made(const QString& id) const;
    /// All that was not made yet.
    void makeAll();
    /// Brings a panel to the front.
    void raise(const QString& id);
    /// Out of the way of what takes the whole window for itself, and back as they were.
    void setAside(bool on);

    /// The window became \a now: each panel keeps its share of it.
    void followSize(QSize before, QSize now) { m_shares.follow(before, now); }

    void save(QSettings& settings) const;
    /// False where nothing was stored or it does not fit.
    bool restore(const QSettings& settings);

signals:
    /// What is in a panel was made just now.
    void contentMade(const QString& id, QWidget* content);
    /// A panel is asked for while all are set aside.
    void missed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setCorners(Workspace workspace);
    /// As the main window's, and its tool bars are there whatever the state says. False where it is no state of this layout.
    bool restoreState(const QByteArray& state);
    struct Panel {
        ViewSpec spec;
        QDockWidget* dock = nullptr;
        QAction* toggle = nullptr;
        QWidget* content = nullptr; ///< until it is made the dock holds an empty widget
    };
    void make(Panel& panel);
    void toggle(const QString& id);
    void makeSeen();
    /// Tabs whose names would be cut stand closer, then in smaller type.
    void fitTabs(QTabBar& tabs);
    QMainWindow& m_window;
    DockShares m_shares;
    QList<Panel> m_panels;
    std::map<Workspace, QByteArray> m_left; // how a workspace was left
    QByteArray m_aside; // how it was before they were set aside; empty = they are not
    QList<QDockWidget*> m_inFront; // then
    QFont m_font; // of tabs that have room
};

} // namespace connscope::app
