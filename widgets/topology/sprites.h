// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "topology/scene.h"

#include <QHash>
#include <QImage>
#include <QStaticText>
#include <QTransform>

#include <unordered_map>
#include <utility>

class QPainter;

/// \file
/// Messages on their way, by role and kind, each drawn once and then copied: an image that lies on whole pixels costs a
/// hundredth of an ellipse. So that slow ones do not move by jerks there is one for each quarter of a pixel.

namespace connscope::topology {

class Sprites {
public:
    /// Between begin() and end() the painter draws in pixels of its device; what is kept is dropped if the scale is another.
    void begin(QPainter& painter, const Stage& stage);
    /// \a at in the coordinates that the painter had before begin().
    void paint(QPainter& painter, QPointF at, const Dot& dot);
    void end(QPainter& painter);
    /// A text as it goes along with a message for a while, laid out once.
    const QStaticText& text(const QString& text, const QFont& font, bool mono, theme::Type type);
    /// Another look.
    void clear()
    {
        m_images.clear();
        m_texts.clear();
    }

private:
    static constexpr int kPhases = 4;
    struct Kind {
        Role role;
        bool response;
        bool echo;
        bool dimmed;
        bool waits;
        bool lost;
    };
    QImage make(const Kind& kind, QPointF offset) const;
    void paintMark(QPainter& painter, const Kind& kind) const;

    const Stage* m_stage = nullptr;
    bool m_vector = false; // the device has no pixels
    qreal m_scale = 1;
    qreal m_radius = 1;
    qreal m_ratio = 1; // of the device
    QTransform m_toPixels;
    QTransform m_fromPixels;
    std::unordered_map<std::uint32_t, QImage> m_images;
    QHash<std::pair<QString, int>, QStaticText> m_texts; // with its font
};

} // namespace connscope::topology
