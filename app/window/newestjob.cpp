// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/newestjob.h"

#include <utility>

namespace connscope::app {

NewestJob::NewestJob(QObject* owner)
    : m_owner(owner)
{
}

NewestJob::~NewestJob()
{
    if (m_thread.joinable())
        m_thread.join();
}

void NewestJob::start(Work work)
{
    m_waiting = std::move(work);
    m_wanted = false;
    next();
}

void NewestJob::drop()
{
    m_waiting = {};
    m_wanted = false;
}

void NewestJob::next()
{
    if (m_running || !m_waiting)
        return;
    if (m_thread.joinable())
        m_thread.join();
    m_running = true;
    m_wanted = true;
    m_thread = std::thread([this, work = std::exchange(m_waiting, {})] {
        QMetaObject::invokeMethod(
            m_owner,
            [this, finish = work()] {
                m_running = false;
                if (m_wanted && finish)
                    finish();
                next();
            },
            Qt::QueuedConnection);
    });
}

} // namespace connscope::app
