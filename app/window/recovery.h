// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/loader.h"
#include "scenario/model.h"

#include <QString>

#include <optional>
#include <vector>

class QSettings;

namespace connscope::app {

/// What was not saved when the window was last closed. Nobody is asked when a window closes; what was done to a scenario
/// lies beside the settings and comes back at the next start. There is one at most.
class Recovery {
public:
    /// \a settings outlives it.
    explicit Recovery(QSettings& settings);

    struct Unsaved {
        LoadRequest request; ///< the same run again: file, profile, seed, settings, what was done to the world
        scenario::Layout layout;
        std::vector<scenario::Bookmark> bookmarks;
        std::vector<scenario::Annotation> annotations;
    };
    /// \a whole: the scenario with all of it. False where the disk does not take it.
    bool keep(const LoadRequest& request, const scenario::Scenario& whole);
    /// Nothing if there is none, or its file is gone.
    std::optional<Unsaved> find() const;
    /// Nothing happens where it is of another file.
    void forget(const QString& file);

private:
    QString path() const;
    QString textPath() const;

    QSettings& m_settings;
};

} // namespace connscope::app
