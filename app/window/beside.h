// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/loader.h"
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
/// A simulation beside what really happened: two topologies and two timelines with one playhead. Time since the start is what
/// both worlds have in common; whoever moves one playhead moves the other, and while a real session goes on the simulation
/// goes along.

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
    /// Runs a scenario and shows it. `shown` or `failed` follows.
    void run(LoadRequest request);
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
    void moveInner();
    void moveOuter();

    view::Context m_context;
    Loader m_loader;
    QVBoxLayout* m_column;
    QLabel* m_head;
    timeline::TimelineWidget* m_followed = nullptr;
    std::unique_ptr<Inner> m_inner; // made when it is first wanted: most windows never need it
    bool m_moving = false; // one playhead is moved because the other was
};

} // namespace connscope::app
