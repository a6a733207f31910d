// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/runpair.h"
#include "view/context.h"

#include <QObject>

#include <memory>

/// \file
/// Compares the window's run with a second one: has it shown beside, has both compared, and marks what differs. When either is
/// run again, otherwise, they are compared again, so that what a change does is seen at once.

namespace connscope::app {

class Beside;
class ComparisonPanel;
struct LoadRequest;

class RunComparer : public QObject {
    Q_OBJECT

public:
    /// \a context has marks.
    RunComparer(const view::Context& context, Beside& beside, ComparisonPanel& panel, QObject* parent = nullptr);

    bool isActive() const { return m_active; }
    /// nullptr until both runs are there and compared.
    const std::shared_ptr<const RunPair>& pair() const { return m_pair; }
    void start(LoadRequest second);
    /// Takes marks and the second run away.
    void stop();
    /// What is beside is somebody else's from now on.
    void release();

signals:
    void changed();

private:
    void compare();
    void take(const std::shared_ptr<const RunPair>& pair);

    view::Context m_context;
    Beside& m_beside;
    ComparisonPanel& m_panel;
    Pairing m_pairing;
    std::shared_ptr<const RunPair> m_pair;
    bool m_active = false;
};

} // namespace connscope::app
