// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/loader.h"
#include "app/window/runpair.h"
#include "view/context.h"

#include <QWidget>

#include <memory>

class QLabel;
class QVBoxLayout;

namespace connscope::timeline {
class TimelineWidget;
}
namespace connscope::topology {
class TopologyWidget;
}

/// \file
/// A second run beside the window's own: two topologies and two timelines with one playhead. Whoever moves one playhead moves
/// the other. Time since the start is what both worlds have in common, so that while a real session goes on its simulation
/// goes along; once both have been compared, it is cause (compare/timemap.h): each event comes when its counterpart does.

namespace connscope::app {

/// The second of the two pictures: it has a document of its own and everything that goes with one. It is only looked at:
/// what a person does is done to the window's own world.
class Beside : public QWidget {
    Q_OBJECT

public:
    /// \a context is the window's own picture.
    explicit Beside(const view::Context& context, QWidget* parent = nullptr);
    ~Beside() override;

    /// The timeline whose kind of axis this one follows.
    void follow(timeline::TimelineWidget& timeline);
    /// Runs a scenario, or reads a trace, and shows it. `shown` or `failed` follows.
    void run(LoadRequest request);
    /// What is known of both runs: marks, and where the clocks meet. nullptr: nothing, and time goes alike in both.
    void setPair(std::shared_ptr<const RunPair> pair);
    /// Whether the playheads meet by cause, where that is known. Otherwise by time.
    void setByCause(bool on);
    bool isByCause() const { return m_byCause; }
    /// Lets go of it: nothing is shown beside.
    void clear();
    bool isShown() const { return m_inner != nullptr; }
    /// What is shown; only where isShown().
    const view::Context& context() const;
    topology::TopologyWidget* topology() const;
    timeline::TimelineWidget* timeline() const;
    QString head() const;

signals:
    void shown();
    void failed(const QString& why);
    /// Somebody wants to do something to the world that is only looked at.
    void refused(const QString& why);

private:
    struct Inner;
    void take(std::unique_ptr<view::Content> content);
    void retranslate();
    QString headText() const;
    void moveInner();
    void moveOuter();
    void move(compare::Run run, const view::Context& from, const view::Context& to);

    view::Context m_context;
    Loader m_loader;
    QVBoxLayout* m_column;
    QLabel* m_head;
    timeline::TimelineWidget* m_followed = nullptr;
    std::shared_ptr<const RunPair> m_pair;
    Duration m_lateness {}; ///< of the simulation that runs or is shown
    bool m_byCause = true;
    std::unique_ptr<Inner> m_inner; // made when it is first wanted: most windows never need it
    bool m_moving = false; // one playhead is moved because the other was
};

} // namespace connscope::app
