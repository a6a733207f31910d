// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/scene.h"

#include <QImage>
#include <QTransform>

#include <vector>

class QPainter;

/// \file
/// Badges and texts that stay where they are while links around them change: each is drawn once, with the pixels that it
/// has at its place, and copied from then on. A text costs a QPainter some twenty times as much.

namespace connscope::topology {

class Stamps {
public:
    /// Badges, and texts of links; on a painter over device pixels whose transform is \a view.
    void paint(QPainter& painter, const Stage& stage, const Scene& scene, const QTransform& view);
    /// Another look, place or scale.
    void clear();

private:
    struct Badge {
        BadgePicture picture;
        QImage image;
        QPoint at;
    };
    struct Text {
        Label label;
        QImage image;
        QPoint at;
    };

    std::vector<Badge> m_badges;
    std::vector<Text> m_texts;
};

} // namespace connscope::topology
