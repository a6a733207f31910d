// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/sketch.h"
#include "scenario/model.h"
#include "theme/format.h"

#include <QRectF>
#include <QString>

#include <array>
#include <optional>
#include <vector>

class QPainter;

namespace connscope::theme {
class Look;
}

namespace connscope::frame {

/// What the gallery knows of a scenario.
struct GalleryEntry {
    QString name; ///< "13-three-kinds"
    QString file;
    QString theme; ///< "consumer": the group
    std::array<QString, 2> title; ///< by theme::Language
    std::array<QString, 2> description;
    int clients = 0;
    int brokers = 0;
    std::optional<Sketch> sketch; ///< once its run is there; the picture until then:
    std::vector<NodeId> nodes; ///< that it expects to be opened, in order, if it says so; the picture draws them

    QString titleIn(theme::Language language) const;
    QString descriptionIn(theme::Language language) const;
    /// Whether every word of \a search is in a text of it, in any language.
    bool matches(const QString& search) const;
};
GalleryEntry galleryEntry(const QString& name, const scenario::Scenario& scenario);
/// The name of a group in the language of the interface.
QString galleryTheme(const QString& theme);

/// The small picture: its sketch; until that is there its clients, its brokers and, where the scenario says which, its
/// connections by role.
void paintMiniature(QPainter& painter, const QRectF& rect, const GalleryEntry& entry, const theme::Look& look);
/// The whole card.
void paintCard(QPainter& painter, const QRectF& rect, const GalleryEntry& entry, bool current, bool hovered,
    const theme::Look& look);

} // namespace connscope::frame
