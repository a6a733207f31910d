// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation/annotations.h"
#include "annotation/marks.h"

#include <QObject>
#include <QPoint>

#include <functional>

class QKeyEvent;
class QMenu;
class QWidget;

namespace connscope::annotation {

/// What hands do to the annotations of one view: pick, drag, write, delete. The view gives its marks and points in its own
/// coordinates; where nothing of this is meant, false comes back and the view goes on.
class Hands : public QObject {
    Q_OBJECT

public:
    /// All outlive it. \a view: whose annotations; \a widget: on which words are written.
    Hands(Annotations& annotations, const theme::Look& look, scenario::Annotation::View view, QWidget& widget);

    Annotations& annotations() { return m_annotations; }
    /// The picked one, if it is of this view; else -1.
    int picked() const;

    bool press(std::span<const Mark> marks, QPointF at, double slack);
    bool move(QPointF at);
    bool release();
    bool isDragging() const { return m_isDragging; }
    /// Delete and Return for the one that is picked; Escape lets go of it.
    bool key(const QKeyEvent& event);

    /// Of an annotation. \a now: the playhead, for from when on and until when it is seen; only of a topology.
    void fillMenu(QMenu& menu, std::size_t index, Instant now);
    /// "Annotate" with its kinds. \a about: anchors and instants of what is there.
    void fillAddMenu(QMenu& menu, const scenario::Annotation& about);
    /// Adds one and lets its words be written.
    void add(scenario::Annotation about, scenario::Annotation::Kind kind);
    void remove(std::size_t index);

    /// Words in a field on the widget: Return keeps them, Escape leaves them as they were. An empty text is taken away.
    void edit(std::size_t index);
    /// Where the words of one of \a all would be on the widget; null = nowhere.
    using Where = std::function<QRectF(const std::vector<scenario::Annotation>& all, std::size_t index)>;
    void setWhere(Where where) { m_where = std::move(where); }

private:
    void write(std::size_t index, const QString& words, bool goesOn);
    /// One of this view by its index; nullptr otherwise.
    const scenario::Annotation* mine(std::size_t index) const;

    Annotations& m_annotations;
    const theme::Look& m_look;
    scenario::Annotation::View m_view;
    QWidget& m_widget;
    /// Where the words of an annotation are; of one that has none yet, where they will come.
    QRectF placeOf(std::size_t index) const;
    Where m_where;
    bool m_isDown = false;
    bool m_isDragging = false;
    bool m_fresh = false; // the one that is written to was just added
    QPointF m_pressed;
    QPointF m_grip; // from the middle of the label
    QPointF m_middle; // what offsets are counted from
};

} // namespace connscope::annotation
