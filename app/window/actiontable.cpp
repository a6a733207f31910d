// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actiontable.h"

#include <QCoreApplication>

#include <array>

namespace connscope::app {

namespace {

constexpr std::array kMenus {
    MenuSpec {"file", QT_TRANSLATE_NOOP("Actions", "&File")},
    MenuSpec {"edit", QT_TRANSLATE_NOOP("Actions", "&Edit")},
    MenuSpec {"view", QT_TRANSLATE_NOOP("Actions", "&View")},
    MenuSpec {"playback", QT_TRANSLATE_NOOP("Actions", "&Playback")},
    MenuSpec {"session", QT_TRANSLATE_NOOP("Actions", "Sess&ion")},
    MenuSpec {"scenario", QT_TRANSLATE_NOOP("Actions", "&Scenario")},
    MenuSpec {"lesson", QT_TRANSLATE_NOOP("Actions", "&Lesson")},
    MenuSpec {"tools", QT_TRANSLATE_NOOP("Actions", "&Tools")},
    MenuSpec {"window", QT_TRANSLATE_NOOP("Actions", "&Window")},
    MenuSpec {"help", QT_TRANSLATE_NOOP("Actions", "&Help")},
};

// clang-format off
constexpr frame::ActionSpec kActions[] = {
    {"file.new", QT_TRANSLATE_NOOP("Actions", "&New Scenario"), QT_TRANSLATE_NOOP("Actions", "A small scenario to begin with, and the editor"), "Ctrl+N", ""},
    {"file.open", QT_TRANSLATE_NOOP("Actions", "&Open…"), QT_TRANSLATE_NOOP("Actions", "Opens a scenario or a trace; what it is is told by its content"), "Ctrl+O", "open"},
    {"file.examples", QT_TRANSLATE_NOOP("Actions", "&Examples…"), QT_TRANSLATE_NOOP("Actions", "Shows the scenarios that come with the program"), "Ctrl+Shift+O", "gallery", true},
    {"file.reload", QT_TRANSLATE_NOOP("Actions", "&Reload"), QT_TRANSLATE_NOOP("Actions", "Reads the file again and keeps the playhead"), "F5", "rerun"},
    {"file.save", QT_TRANSLATE_NOOP("Actions", "&Save"), QT_TRANSLATE_NOOP("Actions", "Writes what was changed into the file: a scenario's words stay, a trace gets its annotations and bookmarks"), "Ctrl+S", "save"},
    {"file.save-as", QT_TRANSLATE_NOOP("Actions", "Save Scenario &As…"), QT_TRANSLATE_NOOP("Actions", "Writes the scenario with what was changed into another file"), "Ctrl+Shift+S", ""},
    {"file.save-trace", QT_TRANSLATE_NOOP("Actions", "Save &Trace As…"), QT_TRANSLATE_NOOP("Actions", "Writes the trace as JSON Lines, with its annotations and bookmarks"), "Ctrl+Alt+S", ""},
    {"file.export-picture", QT_TRANSLATE_NOOP("Actions", "Export &Picture…"), QT_TRANSLATE_NOOP("Actions", "Writes what is seen now as a picture"), "Ctrl+Alt+P", ""},
    {"file.export-figure", QT_TRANSLATE_NOOP("Actions", "Export &Figure…"), QT_TRANSLATE_NOOP("Actions", "Draws what is seen now for a document: PNG, SVG, PDF, animations, the clipboard"), "Ctrl+Shift+E", "figure"},
    {"file.quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), QT_TRANSLATE_NOOP("Actions", "Closes the window"), "Ctrl+Q", ""},

    {"edit.undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), QT_TRANSLATE_NOOP("Actions", "Takes back what was last done: to the world, which is run again, to the place of a card, or written into the picture"), "Ctrl+Z", ""},
    {"edit.redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), QT_TRANSLATE_NOOP("Actions", "Does it again"), "Ctrl+Shift+Z", ""},

    {"edit.copy-picture", QT_TRANSLATE_NOOP("Actions", "Copy as &Picture"), QT_TRANSLATE_NOOP("Actions", "The topology, or the timeline where the keyboard is in it, as a picture into the clipboard"), "Ctrl+Shift+C", ""},
    {"edit.copy-svg", QT_TRANSLATE_NOOP("Actions", "Copy as &SVG"), QT_TRANSLATE_NOOP("Actions", "The same as SVG, which stays sharp at any size"), "Ctrl+Shift+V", ""},
    {"edit.annotate", QT_TRANSLATE_NOOP("Actions", "A&nnotate…"), QT_TRANSLATE_NOOP("Actions", "Writes words to what is selected; the context menus of topology and timeline have arrows, frames and numbers too"), "Ctrl+M", ""},

    {"edit.back", QT_TRANSLATE_NOOP("Actions", "&Back"), QT_TRANSLATE_NOOP("Actions", "Selects what was selected before"), "Alt+Left", "back"},
    {"edit.forward", QT_TRANSLATE_NOOP("Actions", "&Forward"), QT_TRANSLATE_NOOP("Actions", "Selects what was selected next"), "Alt+Right", "forward"},
    {"edit.deselect", QT_TRANSLATE_NOOP("Actions", "&Deselect"), QT_TRANSLATE_NOOP("Actions", "Selects nothing"), "Ctrl+Shift+A", ""},
    {"edit.find", QT_TRANSLATE_NOOP("Actions", "F&ind…"), QT_TRANSLATE_NOOP("Actions", "Searches the events and the log"), "Ctrl+F", "search"},
    {"edit.filter", QT_TRANSLATE_NOOP("Actions", "Fi&lter…"), QT_TRANSLATE_NOOP("Actions", "Goes to the filter, which all views share"), "Ctrl+L", "filter"},
    {"edit.clear-filter", QT_TRANSLATE_NOOP("Actions", "&Clear Filter"), QT_TRANSLATE_NOOP("Actions", "Shows everything again"), "Ctrl+Shift+L", ""},

    {"view.light", QT_TRANSLATE_NOOP("Actions", "&Light"), QT_TRANSLATE_NOOP("Actions", "Light colours"), "", "", true},
    {"view.dark", QT_TRANSLATE_NOOP("Actions", "&Dark"), QT_TRANSLATE_NOOP("Actions", "Dark colours"), "", "", true},
    {"view.system", QT_TRANSLATE_NOOP("Actions", "As the &System"), QT_TRANSLATE_NOOP("Actions", "Light or dark as the system is"), "", "", true},
    {"view.high-contrast", QT_TRANSLATE_NOOP("Actions", "&High Contrast"), QT_TRANSLATE_NOOP("Actions", "Stronger colours on plain black or white"), "", "", true},
    {"view.reduced-motion", QT_TRANSLATE_NOOP("Actions", "&Reduced Motion"), QT_TRANSLATE_NOOP("Actions", "Requests light up instead of travelling"), "", "", true},
    {"view.larger", QT_TRANSLATE_NOOP("Actions", "L&arger Text"), QT_TRANSLATE_NOOP("Actions", "Makes all text larger"), "Ctrl++; Ctrl+=", "zoom-in"},
    {"view.smaller", QT_TRANSLATE_NOOP("Actions", "S&maller Text"), QT_TRANSLATE_NOOP("Actions", "Makes all text smaller"), "Ctrl+-", "zoom-out"},
    {"view.normal", QT_TRANSLATE_NOOP("Actions", "&Normal Text"), QT_TRANSLATE_NOOP("Actions", "Text as large as the system has it"), "Ctrl+0", ""},
    {"view.focus", QT_TRANSLATE_NOOP("Actions", "Foc&us"), QT_TRANSLATE_NOOP("Actions", "The selected thing large, then everything; of the timeline where that has the keyboard, else of the topology"), "F", ""},
    {"view.zoom-in", QT_TRANSLATE_NOOP("Actions", "Zoom &In"), QT_TRANSLATE_NOOP("Actions", "A closer look at the topology, or at the timeline where that has the keyboard"), "+; =", ""},
    {"view.zoom-out", QT_TRANSLATE_NOOP("Actions", "Zoom &Out"), QT_TRANSLATE_NOOP("Actions", "More of the topology at once, or of the timeline where that has the keyboard"), "-", ""},
    {"view.reset-arrangement", QT_TRANSLATE_NOOP("Actions", "Rese&t Arrangement"), QT_TRANSLATE_NOOP("Actions", "Everything in the topology to its own place, groups shut"), "", ""},
    {"view.full-screen", QT_TRANSLATE_NOOP("Actions", "&Full Screen"), QT_TRANSLATE_NOOP("Actions", "The window takes the whole screen"), "F11", "fit", true},
    {"view.english", QT_TRANSLATE_NOOP("Actions", "&English"), QT_TRANSLATE_NOOP("Actions", "The interface in English"), "", "", true},
    {"view.chinese", QT_TRANSLATE_NOOP("Actions", "简体中文 (&Z)"), QT_TRANSLATE_NOOP("Actions", "The interface in Chinese"), "", "", true},

    {"playback.play", QT_TRANSLATE_NOOP("Actions", "&Play"), QT_TRANSLATE_NOOP("Actions", "Plays, or pauses"), "Space", "play"},
    {"playback.step-forward", QT_TRANSLATE_NOOP("Actions", "Step &Forward"), QT_TRANSLATE_NOOP("Actions", "To the next event"), "Right", "step-forward"},
    {"playback.step-back", QT_TRANSLATE_NOOP("Actions", "Step &Back"), QT_TRANSLATE_NOOP("Actions", "To the event before"), "Left", "step-back"},
    {"playback.connection-forward", QT_TRANSLATE_NOOP("Actions", "&Next on the Connection"), QT_TRANSLATE_NOOP("Actions", "To the next event of the selected connection"), "Shift+Right", ""},
    {"playback.connection-back", QT_TRANSLATE_NOOP("Actions", "Pre&vious on the Connection"), QT_TRANSLATE_NOOP("Actions", "To the event before of the selected connection"), "Shift+Left", ""},
    {"playback.cause", QT_TRANSLATE_NOOP("Actions", "To Its &Cause"), QT_TRANSLATE_NOOP("Actions", "To the event that led to this one"), "Ctrl+Left", "cause"},
    {"playback.consequence", QT_TRANSLATE_NOOP("Actions", "To Its C&onsequence"), QT_TRANSLATE_NOOP("Actions", "To the first event that this one led to"), "Ctrl+Right", "consequence"},
    {"playback.start", QT_TRANSLATE_NOOP("Actions", "To the &Start"), QT_TRANSLATE_NOOP("Actions", "To the start of the trace"), "Home", "to-start"},
    {"playback.end", QT_TRANSLATE_NOOP("Actions", "To the &End"), QT_TRANSLATE_NOOP("Actions", "To the end of the trace"), "End", "to-end"},
    {"playback.slower", QT_TRANSLATE_NOOP("Actions", "S&lower"), QT_TRANSLATE_NOOP("Actions", "Less of the trace each second"), "[", ""},
    {"playback.faster", QT_TRANSLATE_NOOP("Actions", "F&aster"), QT_TRANSLATE_NOOP("Actions", "More of the trace each second"), "]", ""},
    {"playback.reverse", QT_TRANSLATE_NOOP("Actions", "&Reverse"), QT_TRANSLATE_NOOP("Actions", "Plays backwards"), "Ctrl+B", "reverse", true},
    {"playback.skip-silence", QT_TRANSLATE_NOOP("Actions", "S&kip the Silence"), QT_TRANSLATE_NOOP("Actions", "Idle gaps take a moment and are marked"), "Ctrl+K", "skip-silence", true},
    {"playback.linger", QT_TRANSLATE_NOOP("Actions", "Slow Down W&here It Is New"), QT_TRANSLATE_NOOP("Actions", "Handshakes, the first messages of each kind and closes take long enough to be followed, and are marked"), "Ctrl+J", "linger", true},
    {"playback.follow", QT_TRANSLATE_NOOP("Actions", "Follo&w the End"), QT_TRANSLATE_NOOP("Actions", "The playhead stays at the end of a trace that grows"), "Ctrl+Shift+End", "follow", true},
    {"playback.goto", QT_TRANSLATE_NOOP("Actions", "&Go To…"), QT_TRANSLATE_NOOP("Actions", "To a time (9m), by a step (+30s), to an event (#1203)"), "Ctrl+G", "goto"},

    {"playback.bookmark", QT_TRANSLATE_NOOP("Actions", "Book&mark This Moment"), QT_TRANSLATE_NOOP("Actions", "Marks the playhead's place and asks for a note; where there is a bookmark, its note is changed"), "Ctrl+D", ""},
    {"playback.drop-bookmark", QT_TRANSLATE_NOOP("Actions", "&Drop the Bookmark"), QT_TRANSLATE_NOOP("Actions", "Removes the bookmark at the playhead"), "Ctrl+Shift+D", ""},
    {"playback.next-bookmark", QT_TRANSLATE_NOOP("Actions", "Ne&xt Bookmark"), QT_TRANSLATE_NOOP("Actions", "To the next bookmark"), "F2", ""},
    {"playback.previous-bookmark", QT_TRANSLATE_NOOP("Actions", "Prev&ious Bookmark"), QT_TRANSLATE_NOOP("Actions", "To the bookmark before"), "Shift+F2", ""},

    {"session.real", QT_TRANSLATE_NOOP("Actions", "&Run for Real"), QT_TRANSLATE_NOOP("Actions", "This scenario over real sockets, against brokers of our own on this machine"), "Ctrl+Alt+R", "follow"},
    {"session.simulated", QT_TRANSLATE_NOOP("Actions", "Run S&imulated"), QT_TRANSLATE_NOOP("Actions", "The scenario's simulation again, in the place of the real session"), "Ctrl+Alt+I", ""},
    {"session.both", QT_TRANSLATE_NOOP("Actions", "Run &Both and Compare"), QT_TRANSLATE_NOOP("Actions", "Runs it for real, then says where the simulation tells something else"), "Ctrl+Alt+B", ""},
    {"session.beside", QT_TRANSLATE_NOOP("Actions", "Simulated Besi&de Real"), QT_TRANSLATE_NOOP("Actions", "Two pictures with one playhead: what really happens, and what the simulation tells"), "Ctrl+Alt+D", ""},
    {"session.cluster", QT_TRANSLATE_NOOP("Actions", "Start Loopback C&luster…"), QT_TRANSLATE_NOOP("Actions", "Brokers on ports of this machine, for any Kafka client"), "Ctrl+Alt+L", ""},
    {"session.connect", QT_TRANSLATE_NOOP("Actions", "&Connect to a Cluster…"), QT_TRANSLATE_NOOP("Actions", "A client of ours at an existing cluster; nothing is written there unless it is ticked"), "Ctrl+Alt+C", ""},
    {"session.stop", QT_TRANSLATE_NOOP("Actions", "&Stop"), QT_TRANSLATE_NOOP("Actions", "Ends the real session: every socket and port is closed, its trace stays"), "Ctrl+Alt+.", "close"},
    {"session.save-trace", QT_TRANSLATE_NOOP("Actions", "Save &Trace…"), QT_TRANSLATE_NOOP("Actions", "Writes what happened until now as JSON Lines"), "", "save"},

    {"scenario.edit", QT_TRANSLATE_NOOP("Actions", "&Edit Scenario"), QT_TRANSLATE_NOOP("Actions", "Cluster, topics, clients, their settings, network and what happens; each change runs it again"), "Ctrl+E", ""},
    {"scenario.rerun", QT_TRANSLATE_NOOP("Actions", "&Run Again"), QT_TRANSLATE_NOOP("Actions", "Runs the scenario with the profile, seed and settings of the tool bar"), "Ctrl+Return", "rerun"},
    {"scenario.next-seed", QT_TRANSLATE_NOOP("Actions", "&Next Seed"), QT_TRANSLATE_NOOP("Actions", "Runs it with the next seed: another draw of all that is left to chance"), "Ctrl+Shift+N", ""},
    {"scenario.settings", QT_TRANSLATE_NOOP("Actions", "&Settings…"), QT_TRANSLATE_NOOP("Actions", "Changes keys of clients and brokers, and runs it again"), "Ctrl+,", "settings"},
    {"scenario.as-written", QT_TRANSLATE_NOOP("Actions", "As &Written"), QT_TRANSLATE_NOOP("Actions", "Everything as the file has it: profile, seed, settings, places, bookmarks, and nothing done to the world"), "", ""},
    {"scenario.cancel", QT_TRANSLATE_NOOP("Actions", "&Cancel"), QT_TRANSLATE_NOOP("Actions", "Stops what is being read, run or looked for"), "Ctrl+.; Esc", "close"},

    {"lesson.list", QT_TRANSLATE_NOOP("Actions", "&Lessons"), QT_TRANSLATE_NOOP("Actions", "The lessons that come with the program: predict, then look"), "Ctrl+Alt+N", ""},
    {"lesson.open", QT_TRANSLATE_NOOP("Actions", "&Open Lesson…"), QT_TRANSLATE_NOOP("Actions", "Opens the file of a lesson"), "", "open"},
    {"lesson.next", QT_TRANSLATE_NOOP("Actions", "&Go On"), QT_TRANSLATE_NOOP("Actions", "Checks the prediction, then goes to the next step; in Present, shows the answer"), "PgDown", "forward"},
    {"lesson.back", QT_TRANSLATE_NOOP("Actions", "&Back"), QT_TRANSLATE_NOOP("Actions", "To the step before"), "PgUp", "back"},
    {"lesson.hint", QT_TRANSLATE_NOOP("Actions", "&Hint"), QT_TRANSLATE_NOOP("Actions", "Shows the hint of this question"), "Ctrl+H", "info"},
    {"lesson.reveal", QT_TRANSLATE_NOOP("Actions", "Show &Answer"), QT_TRANSLATE_NOOP("Actions", "Plays up to the answer, without a prediction"), "Ctrl+Alt+A", ""},
    {"lesson.leave", QT_TRANSLATE_NOOP("Actions", "Lea&ve the Lesson"), QT_TRANSLATE_NOOP("Actions", "Back to the list; what was answered is kept"), "", "close"},
    {"lesson.save-results", QT_TRANSLATE_NOOP("Actions", "Save &Results…"), QT_TRANSLATE_NOOP("Actions", "Writes what was answered as comma-separated values"), "", "save"},
    {"lesson.forget", QT_TRANSLATE_NOOP("Actions", "&Forget Results"), QT_TRANSLATE_NOOP("Actions", "Every lesson from the start again; results are kept on this machine only"), "", ""},
    {"lesson.worksheet", QT_TRANSLATE_NOOP("Actions", "&Worksheet…"), QT_TRANSLATE_NOOP("Actions", "Questions on paper with their answers, other numbers for each copy"), "", ""},

    {"tools.until", QT_TRANSLATE_NOOP("Actions", "Run &Until…"), QT_TRANSLATE_NOOP("Actions", "Goes to the first moment from here at which a query holds; playing on stops at the next"), "Ctrl+R", "until"},
    {"tools.compare", QT_TRANSLATE_NOOP("Actions", "Compare &With…"), QT_TRANSLATE_NOOP("Actions", "A second run beside this one, with one playhead: what differs is marked and said"), "Ctrl+Shift+W", ""},
    {"tools.superpose", QT_TRANSLATE_NOOP("Actions", "Superpose &Both Runs"), QT_TRANSLATE_NOOP("Actions", "Both runs as one picture: what they share once, what only one has with its letter, A or B"), "Ctrl+Alt+O", "", true},
    {"tools.stop-comparing", QT_TRANSLATE_NOOP("Actions", "St&op Comparing"), QT_TRANSLATE_NOOP("Actions", "Takes the second run and all marks away"), "", ""},
    {"tools.describe", QT_TRANSLATE_NOOP("Actions", "&Describe This Picture"), QT_TRANSLATE_NOOP("Actions", "Says in words what is seen now"), "Ctrl+I", ""},
    {"tools.findings", QT_TRANSLATE_NOOP("Actions", "&Findings"), QT_TRANSLATE_NOOP("Actions", "What an engineer would remark about these connections, with evidence and remedy"), "Ctrl+Alt+F", ""},
    {"tools.sweep", QT_TRANSLATE_NOOP("Actions", "&Sweep…"), QT_TRANSLATE_NOOP("Actions", "Varies one setting or two and plots what becomes of the connections"), "Ctrl+Alt+W", ""},
    {"tools.avoid", QT_TRANSLATE_NOOP("Actions", "What Would &Avoid This?"), QT_TRANSLATE_NOOP("Actions", "Looks for the single setting that avoids the selected connection, its end or its CLOSE-WAIT"), "Ctrl+Alt+V", ""},
    {"tools.copy-command", QT_TRANSLATE_NOOP("Actions", "Copy &Run Command Line"), QT_TRANSLATE_NOOP("Actions", "Copies the command that runs this scenario with its profile, seed and settings"), "", ""},
    {"tools.palette", QT_TRANSLATE_NOOP("Actions", "&Command Palette…"), QT_TRANSLATE_NOOP("Actions", "Every command by typing a part of its name"), "Ctrl+Shift+P", "palette"},

    {"window.teach", QT_TRANSLATE_NOOP("Actions", "&Teach"), QT_TRANSLATE_NOOP("Actions", "Topology, timeline and inspector"), "Ctrl+1", "", true},
    {"window.explore", QT_TRANSLATE_NOOP("Actions", "&Explore"), QT_TRANSLATE_NOOP("Actions", "Everything at once"), "Ctrl+2", "", true},
    {"window.present", QT_TRANSLATE_NOOP("Actions", "&Present"), QT_TRANSLATE_NOOP("Actions", "Large type and few controls, for a lecture hall"), "Ctrl+3", "", true},
    {"window.reset-layout", QT_TRANSLATE_NOOP("Actions", "&Reset Layout"), QT_TRANSLATE_NOOP("Actions", "Puts all panels back where they belong"), "", ""},

    {"help.manual", QT_TRANSLATE_NOOP("Actions", "&Contents"), QT_TRANSLATE_NOOP("Actions", "The manual; with its key, the page of the panel or dialog that has the keyboard"), "F1", ""},
    {"help.questions", QT_TRANSLATE_NOOP("Actions", "&Questions"), QT_TRANSLATE_NOOP("Actions", "What people ask about Kafka connections, and where the answer can be seen"), "Ctrl+Shift+F1", ""},
    {"help.course", QT_TRANSLATE_NOOP("Actions", "Co&urse and Code"), QT_TRANSLATE_NOOP("Actions", "What a well-known course says about these connections, what each release does, and where to see it"), "Ctrl+F1", ""},
    {"help.whats-this", QT_TRANSLATE_NOOP("Actions", "&What's This?"), QT_TRANSLATE_NOOP("Actions", "Then click a panel: it says what it is for"), "Shift+F1", ""},
    {"help.rules", QT_TRANSLATE_NOOP("Actions", "Kafka &Rules"), QT_TRANSLATE_NOOP("Actions", "Every rule that an event can name, the settings it reads, its place in Kafka's code"), "", ""},
    {"help.shortcuts", QT_TRANSLATE_NOOP("Actions", "&Keyboard Shortcuts"), QT_TRANSLATE_NOOP("Actions", "All keys of this window"), "?", "keyboard"},
    {"help.about", QT_TRANSLATE_NOOP("Actions", "&About Connscope"), QT_TRANSLATE_NOOP("Actions", "What this program is"), "", "info"},
};
// clang-format on

} // namespace

std::span<const MenuSpec> menuTable() { return kMenus; }
std::span<const frame::ActionSpec> actionTable() { return kActions; }

} // namespace connscope::app
