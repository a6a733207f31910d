// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/whatsthis.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace connscope::app {

namespace {

struct Panel {
    const char* id;
    const char* text;
};

// clang-format off
constexpr Panel kPanels[] = {
    {"topology", QT_TRANSLATE_NOOP("WhatsThis", "Clients on the left, brokers on the right, and each TCP connection between them as a line, as things are where the playhead stands. The badge is the node id under which the client keeps it; the colour says what it is for. Click something to select it, double click a group to open it.")},
    {"timeline", QT_TRANSLATE_NOOP("WhatsThis", "Each connection as a lane over time, from its opening to its end. Click to move the playhead; drag with Shift to select a range; the wheel zooms. Where nothing happens for long the axis has a break.")},
    {"inspector", QT_TRANSLATE_NOOP("WhatsThis", "All about what is selected: a client, a broker, a connection, a request or an event, as it is where the playhead stands. For an event it says why it happened, back to where it began.")},
    {"events", QT_TRANSLATE_NOOP("WhatsThis", "Every event of the trace, in order, with its cause and the rule of Kafka's code that made it. The filter above and the search find some of them; a double click moves the playhead there.")},
    {"log", QT_TRANSLATE_NOOP("WhatsThis", "What the clients would write into their logs, in the words of their release, up to where the playhead stands.")},
    {"findings", QT_TRANSLATE_NOOP("WhatsThis", "What an engineer would remark about these connections: faults, warnings and notes, each with its evidence and what to do.")},
    {"outline", QT_TRANSLATE_NOOP("WhatsThis", "The scenario as a tree, to be changed: cluster, topics, clients and their settings, network, timed actions. Each change runs at once and can be undone.")},
    {"describe", QT_TRANSLATE_NOOP("WhatsThis", "The picture in words, as it is where the playhead stands: for whoever cannot see it, and to be copied.")},
    {"cluster", QT_TRANSLATE_NOOP("WhatsThis", "The cluster that a real session talks to: brokers, topics, leaders and groups, as the answers tell them.")},
    {"avoid", QT_TRANSLATE_NOOP("WhatsThis", "Which single setting avoids what is selected: each value of a list is tried in a run of its own, and what it costs otherwise is said.")},
    {"comparison", QT_TRANSLATE_NOOP("WhatsThis", "What differs between this run and a second one, in sentences. A click leads to where it can be seen.")},
    {"beside", QT_TRANSLATE_NOOP("WhatsThis", "The second run, beside the first and with the same playhead; events are laid beside each other by cause, not by time.")},
    {"lesson", QT_TRANSLATE_NOOP("WhatsThis", "Lessons: read, predict, check. Keys 1 to 9 choose, Enter checks, Page Down goes on. Nothing leaves this machine.")},
};
// clang-format on

} // namespace

QString whatsThisOf(const QString& id)
{
    const auto* it = std::find_if(
        std::begin(kPanels), std::end(kPanels), [&id](const Panel& panel) { return id == QLatin1String(panel.id); });
    return it == std::end(kPanels) ? QString() : QCoreApplication::translate("WhatsThis", it->text);
}

} // namespace connscope::app
