// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/views.h"

#include <QByteArray>
#include <QObject>

#include <map>

class QAction;
class QDockWidget;
class QMainWindow;
class QSettings;

namespace connscope::app {

enum class Workspace : std::uint8_t { Teach, Explore, Present };

/// The panels of the window: nested and tabbed as the user likes, kept between sessions, and put back on demand.
class Docks : public QObject {
    Q_OBJECT

public:
    Docks(QMainWindow& window, const QList<ViewSpec>& views);

    /// Puts everything where it belongs in a workspace.
    void arrange(Workspace workspace);
    /// From the workspace that is on to another: there everything is as it was left, or where it belongs.
    void change(Workspace from, Workspace to);
    /// Titles in the language of the interface.
    /// \a taken: letters that are mnemonics in the menu of the panels already.
    void retranslate(QString taken);
    /// Show and hide, for the menu Window.
    QList<QAction*> toggles() const;
    QDockWidget* dock(const QString& id) const;
    /// Brings a panel to the front.
    void raise(const QString& id);

    void save(QSettings& settings) const;
    /// False where nothing was stored or it does not fit.
    bool restore(const QSettings& settings);

private:
    void setCorners(Workspace workspace);
    struct Panel {
        ViewSpec spec;
        QDockWidget* dock = nullptr;
    };
    QMainWindow& m_window;
    QList<Panel> m_panels;
    std::map<Workspace, QByteArray> m_left; // how a workspace was left
};

} // namespace connscope::app
