// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation/hands.h"
#include "topology/actions.h"
#include "topology/annotated.h"
#include "topology/describe.h"
#include "topology/layers.h"
#include "topology/viewport.h"
#include "view/context.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QGestureEvent;
class QMenu;

namespace connscope::topology {

/// Clients, brokers and every connection between them at the playhead. It shares playhead, selection, hover and filter with
/// the other views and owns nothing but what a person did to the picture: zoom, dragged nodes, opened groups.
///
/// Wheel or pinch zooms, dragging the ground pans, dragging a node moves it, a click selects, a double click opens a group
/// or fits, F looks at the selection and then at everything, Tab and arrows walk over nodes and links, Enter selects.
class TopologyWidget : public QWidget {
    Q_OBJECT

public:
    explicit TopologyWidget(const view::Context& context, QWidget* parent = nullptr);
    ~TopologyWidget() override;

    const Arrangement& arrangement() const { return m_arrangement; }
    void setArrangement(Arrangement arrangement);

    /// What is written into the picture; it is drawn and can be changed. \a annotations outlives the widget.
    void setAnnotations(annotation::Annotations& annotations);
    /// The marks that are seen now, in the scene.
    std::vector<annotation::Mark> marks() const;
    /// Something new about what is selected, whose words are asked for in place. False where nothing can be annotated.
    bool annotate(scenario::Annotation::Kind kind);

    /// The picture in words, for the describe-this-picture panel.
    QString description() const;
    const Viewport& viewport() const { return m_viewport; }
    const Placement& placement() const;
    /// The scene at the playhead.
    const Scene& scene() const;
    /// How many layers were painted; see Layers.
    const Layers& layers() const { return m_layers; }
    /// How often the cast was made; for tests of what growing costs.
    int castings() const { return m_castings; }

    QSize sizeHint() const override { return {900, 560}; }
    QSize minimumSizeHint() const override { return {320, 240}; }

    /// What the keyboard and a screen reader walk over: nodes, then visible links.
    struct Target {
        std::uint32_t node = Cast::kNone;
        std::uint32_t link = Cast::kNone;
        bool operator==(const Target&) const = default;
    };
    const std::vector<Target>& targets() const;
    QString targetText(const Target& target) const;
    /// In the widget's coordinates.
    QRectF targetRect(const Target& target) const;
    view::Item targetItem(const Target& target) const;
    std::optional<Target> focusedTarget() const { return m_focused; }
    void activate(const Target& target);
    /// What is selected is it, or lies on it: an event or request of a link, several things of which it is one.
    bool isTargetSelected(const Target& target) const;
    /// A card that shows several and can show each of them.
    bool isGroupTarget(const Target& target) const;
    bool isTargetExpanded(const Target& target) const;

public slots:
    void fit();
    /// Looks at what is selected; a second time, or where nothing is, at everything.
    void focusOrFit();
    void zoomIn();
    void zoomOut();
    /// Opens a group in place or shuts it.
    void toggleGroup(std::uint32_t node);
    /// Everything back to its own place, groups shut.
    void resetArrangement();

    /// What can be done to \a item now, as its context menu has it; nothing where it cannot be acted on.
    void addVerbs(QMenu& menu, view::Item item);
    /// Whether the picture is larger than the view, so that the map is there to go about in it.
    bool showsMap() const { return showMinimap(); }
    /// Where the map is, with its frame; null where there is none.
    QRectF mapPlace() const;
    /// Where the legend begins, below all cards; in the widget.
    qreal legendTop() const;

signals:
    void actionRequested(const connscope::topology::TopologyAction& action);
    /// Somebody wants to change what the scenario says of it: a broker or a client.
    void editRequested(connscope::view::Item item);
    /// Worth saving with the scenario.
    void arrangementChanged();
    void viewportChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// Where the map of the whole stands: a corner, or between the columns of clients and brokers.
    enum class MapPlace : std::uint8_t { BottomRight, BottomLeft, TopRight, TopLeft, Bottom, Top };
    struct Drag {
        enum class What : std::uint8_t { Nothing, Ground, Node, Minimap, Mark };
        What what = What::Nothing;
        QPointF from; // in the widget
        QPointF last;
        std::uint32_t node = Cast::kNone;
        QPointF grip; // from the node's centre, in the scene
        bool moved = false;
    };

    view::Item m_beforeClick; // was selected before the last click
    bool m_isSecondClick = false; // a double click has opened a group; its release is still to come

    Stage stage() const;
    void rebuild(); // another trace, or somebody new in it
    void grow();
    void replace(); // another size, look or arrangement
    void placementChanged();
    void changeScene();
    void positionChanged();
    Hit hitAt(QPointF widget) const;
    view::Item clickedItem(const Hit& hit) const;
    void moveNode(const Drag& drag, QPointF to);
    void fitAnew();
    std::optional<std::uint32_t> openedTooLarge() const;
    void placeMinimap();
    bool showMinimap() const;
    QRectF minimapRect() const;
    void paintMinimap(QPainter& painter) const;
    void moveMinimap(QPointF to);
    void focusTarget(std::optional<Target> target);
    void walk(Qt::Key key);
    void showMenu(QPoint global, view::Item item, std::uint32_t node);
    void addAnnotationEntries(QMenu& menu, view::Item item, std::uint32_t node);
    std::string anchorOf(view::Item item, std::uint32_t node) const;
    const Annotated& annotated() const;
    void paintAnnotations(QPainter& painter) const;
    const annotation::Mark* markIn(const std::vector<annotation::Mark>& marks, QPointF widget) const;
    void pinch(QGestureEvent* event);
    QString tipAt(QPoint at) const;
    void lookAgain();

    view::Context m_context;
    Cast m_cast;
    Exchanges m_exchanges;
    Arrangement m_arrangement;
    std::unique_ptr<Metrics> m_metrics;
    Placement m_placement;
    double m_enlargement = 1;
    Viewport m_viewport;
    bool m_whole = false; // all of it is to be seen, however small
    struct Seen {
        Viewport viewport;
        bool whole = false;
        MapPlace minimap = MapPlace::BottomRight;
        QSize size;
    };
    std::map<std::string, Seen> m_beforeOpening; // by the group's key: what one comes back to
    std::string m_opened; // the group that was opened last
    MapPlace m_minimap = MapPlace::BottomRight;
    Tempo m_tempo;
    mutable std::optional<Scene> m_scene; // at the playhead; made when it is asked for
    mutable std::optional<Scene> m_before; // the last one, of the same placement and look
    mutable std::optional<std::vector<Target>> m_targets; // of m_scene
    Layers m_layers;
    int m_castings = 0;
    Drag m_drag;
    std::optional<QPointF> m_pointer; // where it rests; none = elsewhere
    view::Item m_under; // what it was on when this was looked at last
    QString m_tip; // what was said of it
    QPoint m_tipAt; // on the screen
    std::optional<Target> m_focused;
    bool m_lookedAtSelection = false;
    annotation::Hands* m_hands = nullptr; // nullptr = nothing can be annotated
    mutable std::optional<Annotated> m_annotated; // of the placement; made when it is asked for
};

} // namespace connscope::topology
