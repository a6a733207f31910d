// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/document.h"

#include <QObject>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

/// \file
/// From a file to something to look at: reads it, tells by its content what it is, runs it if it is a scenario. It takes as
/// long as it takes, in a thread of its own, says how far it is and can be told to stop.

namespace connscope::app {

struct LoadRequest {
    std::string file;
    /// To be run instead of what the file holds: settings are in it already. Where `file` is "", it is of no file.
    std::shared_ptr<const scenario::Scenario> scenario = nullptr;
    std::string profile; ///< "" = as the scenario says
    std::optional<std::uint64_t> seed; ///< none = as the scenario says
    Duration wakeLateness {}; ///< session::Options
    std::vector<std::string> settings; ///< scenario::applySetting
    std::vector<scenario::Action> added; ///< behind the scenario's own actions
    std::vector<scenario::Action> saved; ///< the file's last actions, which `added` stands for; see savedactions.h
    /// Only the beginning of the run is to be seen, up to here; none = all of it.
    std::optional<view::Position> shown {};
    /// The scenario's text, which is run in the place of what stands in the file; nothing = as the file has it. The file need
    /// not exist.
    std::shared_ptr<const std::string> text {};
};

enum class LoadPhase : std::uint8_t { Reading, Running, Indexing };

struct LoadResult {
    std::unique_ptr<view::Content> content; ///< nothing where it failed or was cancelled
    std::vector<Error> errors; ///< why not
    std::vector<Error> warnings;
    bool cancelled = false;
};

/// \a share 0 to 1, or below 0 where it is not known.
using LoadProgress = std::function<void(LoadPhase phase, double share)>;

/// What is run of a scenario that was read: with the settings and what was done to the world. An error of a setting.
Result<scenario::Scenario> prepared(scenario::Scenario read, const LoadRequest& request);

/// Does it, here and now.
LoadResult load(const LoadRequest& request, const std::atomic<bool>& cancel, const LoadProgress& progress);

/// Does it in a thread. A newer request takes the place of one that is running.
class Loader : public QObject {
    Q_OBJECT

public:
    explicit Loader(QObject* parent = nullptr);
    ~Loader() override;

    void start(LoadRequest request);
    /// Begins with a file that start() will be asked for in a moment, with nothing besides; before the event loop goes on.
    void startAhead(const std::string& file);
    /// `finished` comes with `cancelled` set.
    void cancel();
    bool isRunning() const { return m_running; }
    /// Waits for the end of what runs, so long at most, and tells of it before it returns. False where it goes on.
    bool settleWithin(std::chrono::milliseconds most);

signals:
    void progressed(connscope::app::LoadPhase phase, double share);
    void finished(const std::shared_ptr<connscope::app::LoadResult>& result);

private:
    void joinEnded();
    void begin(LoadRequest request);

    struct Job {
        std::atomic<bool> cancel {false};
        std::atomic<bool> ended {false};
        std::binary_semaphore told {0}; // `finished` is on its way
        std::atomic<std::int64_t> lastTold {-1}; // phase * 1000 + permille: progress is told when it changes
    };
    struct Running {
        std::shared_ptr<Job> job;
        std::thread thread;
    };
    std::shared_ptr<Job> m_job; // the newest
    std::vector<Running> m_threads;
    std::uint64_t m_number = 0;
    bool m_running = false;
    std::string m_ahead; // what nobody has asked for yet
};

} // namespace connscope::app
