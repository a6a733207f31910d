// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"
#include "view/untilsearch.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <optional>

namespace connscope::app {

/// "Run until": goes at once to the first instant from the playhead on at which a query holds. Where that takes long it
/// looks in pieces between the window's other work, says how far it is and can be told to stop.
class UntilRunner : public QObject {
    Q_OBJECT

public:
    explicit UntilRunner(const view::Context& context, QObject* parent = nullptr);

    void start(const trace::Query& query);
    /// The playhead stays where it was.
    void cancel();
    bool isRunning() const { return m_search.has_value(); }

signals:
    void progressed(double share);
    /// The playhead is there; \a event is invalid where time alone made it true.
    void found(connscope::EventId event);
    /// It never becomes true from there to the end; the playhead stays.
    void foundNowhere();
    /// After each of these, and after cancel.
    void ended();

private:
    void go();

    view::Context m_context;
    std::optional<view::UntilSearch> m_search;
    QTimer m_timer;
};

} // namespace connscope::app
