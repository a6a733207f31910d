// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QPointer>
#include <QSize>

class QDockWidget;
class QMainWindow;

/// \file
/// Panels that keep their share of a window that is made larger or smaller. Qt leaves each as many pixels as it has, and
/// what is in the middle takes the difference: in a window made small the picture would be all but gone.

namespace connscope::app {

class DockShares {
public:
    explicit DockShares(QMainWindow& window)
        : m_window(window)
    {
    }

    /// \a dock, at the bottom or at a side, gets \a share of the window's height or width.
    void give(QDockWidget* dock, double share);
    /// Sizes that something else gave, as from a file, count from now on.
    void forget() { m_shares.clear(); }
    /// The window became \a now, and its panels are laid out: those that are docked and in sight get the share they had in
    /// \a before, or that a person gave them since.
    /// Where \a before is not valid, as it is for a window that is shown for the first time, those they were given.
    void follow(QSize before, QSize now);

private:
    struct Share {
        double of = 0; ///< of the window's width or height, 0 to 1
        int given = 0; ///< px; as long as the panel has just that, nobody dragged its edge
        QPointer<QDockWidget> dock; ///< to which it was given
    };
    /// Of what is docked at \a area, its width or height.
    void follow(Qt::DockWidgetArea area, int before, int now);

    QMainWindow& m_window;
    QHash<int, Share> m_shares; // by area
};

} // namespace connscope::app
