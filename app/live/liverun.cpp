// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/live/liverun.h"

#include "base/time.h"

#include <QEventLoop>
#include <QTimer>

#include <optional>

namespace connscope::app {

Result<trace::Trace> runLive(const scenario::Scenario& scenario, const real::RealOptions& options,
    const std::atomic<bool>& cancel, session::Statistics* statistics)
{
    auto session = real::RealSession::make(scenario, options);
    if (!session)
        return fail(session.error());
    QEventLoop loop;
    std::optional<trace::KeptTrace> kept;
    const auto follow = [&] {
        kept->take((*session)->trace());
        kept->shorten((*session)->now());
        (*session)->releaseOld();
    };
    if (options.keep.isLimited()) {
        kept.emplace(options.keep);
        (*session)->setOnGrown(follow);
    }
    (*session)->setOnFinished([&loop] { loop.quit(); });
    QTimer look; // a signal handler may only set a flag
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (cancel.load(std::memory_order_relaxed))
            (*session)->stop("stopped by request at " + formatDuration((*session)->now().time_since_epoch()));
    });
    look.start(50);
    (*session)->start();
    if (!(*session)->isOver())
        loop.exec();
    if (statistics != nullptr)
        *statistics = (*session)->statistics();
    if (!kept)
        return (*session)->takeTrace();
    follow();
    return kept->takeTrace();
}

} // namespace connscope::app
