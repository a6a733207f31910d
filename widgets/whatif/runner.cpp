// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/runner.h"

namespace connscope::whatif {

Runner::Runner(QObject* parent)
    : QObject(parent)
{
}

Runner::~Runner()
{
    m_cancel = true;
    if (m_thread.joinable())
        m_thread.join();
}

void Runner::cancel() { m_cancel = true; }

void Runner::start(Work work)
{
    if (m_running)
        return;
    if (m_thread.joinable())
        m_thread.join();
    m_cancel = false;
    m_told = -1;
    m_running = true;
    m_thread = std::thread([this, work = std::move(work)] {
        const Finish finish = work(m_cancel, [this](std::size_t done, std::size_t all) {
            const int share = static_cast<int>(done * 1000 / std::max<std::size_t>(all, 1));
            if (m_told.exchange(share) == share)
                return;
            QMetaObject::invokeMethod(
                this, [this, done, all] { emit progressed(static_cast<int>(done), static_cast<int>(all)); },
                Qt::QueuedConnection);
        });
        QMetaObject::invokeMethod(
            this,
            [this, finish] {
                m_running = false;
                if (finish)
                    finish();
                emit ended();
            },
            Qt::QueuedConnection);
    });
}

} // namespace connscope::whatif
