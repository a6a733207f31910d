// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace connscope::app {

/// SIGTERM, Ctrl-C in the terminal that started the window, and SIGHUP where it is not ignored (nohup) ask it to end, as its
/// own Quit does: a desktop that ends its session sends them. The first is told in the event loop; the second ends the
/// program at once. One at a time in a process.
class Leaving : public QObject {
    Q_OBJECT

public:
    explicit Leaving(QObject* parent = nullptr);
    ~Leaving() override;

    /// The first signal that came, 0 = none.
    int signal() const;

signals:
    void asked();

private:
    void take();

    QSocketNotifier* m_notifier = nullptr;
};

} // namespace connscope::app
