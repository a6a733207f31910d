// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/sketch.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace connscope::app {

/// The gallery's small pictures: each scenario is run, in a thread, one behind the other, and drawn at its telling instant.
/// One that does not run has none.
class Sketches : public QObject {
    Q_OBJECT

public:
    explicit Sketches(QObject* parent = nullptr);
    /// Stops it and waits.
    ~Sketches() override;

    /// \a files: name and path. Once.
    void start(std::vector<std::pair<QString, std::string>> files);
    bool isStarted() const { return m_thread.joinable(); }

signals:
    void made(const QString& name, const connscope::frame::Sketch& sketch);
    void finished();

private:
    std::atomic<bool> m_cancel {false};
    std::thread m_thread;
};

/// Of one scenario's file; nothing where it does not run or was cancelled.
std::optional<frame::Sketch> sketchOfFile(const std::string& file, const std::atomic<bool>& cancel);

} // namespace connscope::app
