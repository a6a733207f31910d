// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/runpair.h"
#include "app/window/superposed.h"
#include "app/window/superposing.h"
#include "view/context.h"

#include <QObject>

#include <memory>

/// \file
/// Compares the window's run with a second one: has it shown beside, has both compared, and marks what differs. When either is
/// run again, otherwise, they are compared again, so that what a change does is seen at once. Where a person wants both in one
/// picture, the second is laid over the window's own, and again whenever they were compared anew.

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
    /// Compares with what is shown beside already.
    void adopt();

    /// Whether both are wanted in one picture: as soon as both are compared, and as long as they are of one scenario or trace.
    bool wantsSuperposed() const { return m_wants; }
    void setSuperposed(bool on);
    Superposed& superposed() { return m_superposed; }
    const Superposed& superposed() const { return m_superposed; }

signals:
    void changed();
    /// Something that a person should know.
    void said(const QString& text);

private:
    void compare();
    void take(const std::shared_ptr<const RunPair>& pair);
    void superpose();
    void choose(const compare::Sentence& sentence);

    view::Context m_context;
    Beside& m_beside;
    ComparisonPanel& m_panel;
    Pairing m_pairing;
    std::shared_ptr<const RunPair> m_pair;
    Superposing m_superposing;
    Superposed m_superposed;
    QString m_file; // whose run is laid over
    bool m_active = false;
    bool m_wants = false;
};

} // namespace connscope::app
