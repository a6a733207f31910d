// SPDX-License-Identifier: GPL-3.0-or-later
// The manual, and where its links lead.
#include "app/window/mainwindow.h"

#include "app/lessonfiles.h"
#include "app/scenariofiles.h"
#include "app/window/contexthelp.h"
#include "app/window/manual.h"
#include "base/time.h"
#include "frame/messagebar.h"

namespace connscope::app {

void MainWindow::wireHelp()
{
    auto* help = new ContextHelp(*(*m_actions)["help.manual"], *this);
    connect(help, &ContextHelp::wanted, this, &MainWindow::showManual);
}

void MainWindow::showManual(const QString& page)
{
    auto* manual = findChild<ManualWindow*>();
    if (!manual) {
        manual = new ManualWindow(m_look, this);
        connect(manual, &ManualWindow::linkWanted, this, &MainWindow::follow);
    }
    if (!page.isEmpty())
        manual->go(page);
    manual->show();
    manual->raise();
    manual->activateWindow();
}

/// A link of the manual that is no page.
void MainWindow::follow(const ManualLink& link)
{
    const auto refuse = [this](const Error& error) {
        m_messages->show(frame::MessageBar::Kind::Error, QString::fromStdString(error.message));
    };
    switch (link.kind) {
    case ManualLink::Kind::Action: {
        QAction* action = (*m_actions)[link.target.toUtf8().constData()];
        if (action->isEnabled())
            action->trigger();
        else
            m_messages->show(
                frame::MessageBar::Kind::Info, [] { return tr("That cannot be done with what is open now."); });
        break;
    }
    case ManualLink::Kind::Panel:
        m_docks->raise(link.target);
        break;
    case ManualLink::Kind::Lesson:
        if (const auto file = findLesson(link.target.toStdString()))
            open(QString::fromStdString(*file));
        else
            refuse(file.error());
        break;
    case ManualLink::Kind::Scenario: {
        const auto file = findScenario(link.target.toStdString());
        if (!file) {
            refuse(file.error());
            return;
        }
        openAt(QString::fromStdString(*file), link.profile, [this, at = link.at, profile = link.profile] {
            m_ofLesson = !profile.isEmpty(); // another profile than the file's is the link's, nobody's work
            changed();
            if (const auto time = parseDuration(at.toStdString()))
                m_playback.setInstant(kStart + *time);
        });
        break;
    }
    }
    if (link.kind != ManualLink::Kind::Action) {
        raise();
        activateWindow();
    }
}

} // namespace connscope::app
