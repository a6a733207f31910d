// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/frames.h"
#include "scenario/model.h"
#include "session/options.h"
#include "view/context.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

/// \file
/// The bytes of a request for the inspector. A real session of this window keeps its last frames; those of a simulation are
/// made on demand: it is played again up to the answer, which gives the same messages once more, and the two that are wanted
/// are encoded as a real session would. A trace that came from a file has no bytes.

namespace connscope::app {

class SessionDesk;

/// Plays a simulation again and encodes one request of it and its answer. The errors are the scenario's.
/// \a life: where they are in the trace that the same scenario and options gave.
Result<inspector::Frames> simulatedFrames(const scenario::Scenario& scenario, const session::Options& options,
    const inspector::RequestLife& life, Instant until);

class FrameFinder : public inspector::FrameSource {
    Q_OBJECT

public:
    /// What is handed in outlives it. Make it after whoever takes over the desk's documents was connected.
    FrameFinder(const view::Context& context, SessionDesk& desk, QObject* parent = nullptr);
    ~FrameFinder() override;

    void ask(const inspector::RequestLife& life) override;

private:
    void playAgain(const inspector::RequestLife& life);
    void end();
    void tell(const std::shared_ptr<const inspector::Frames>& frames);
    std::shared_ptr<inspector::Frames> kept(const inspector::RequestLife& life) const;

    view::Context m_context;
    std::shared_ptr<wire::FrameKeeper> m_kept; // of the session whose document is shown
    std::thread m_thread;
    std::shared_ptr<std::atomic<bool>> m_cancel;
    std::uint64_t m_number = 0; // of the question
};

} // namespace connscope::app
