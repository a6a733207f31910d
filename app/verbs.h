// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace connscope::app {

/// `connscope run SCENARIO`: runs it in virtual time and writes a report of its trace.
int runScenario(const QStringList& arguments);
/// `connscope check FILE…`: reads scenarios, and with --run runs them and holds them to their expectations; runs lessons and
/// says what of them does not hold.
int checkScenarios(const QStringList& arguments);
/// `connscope render FILE`: becomes the program connscope-render beside this one, which draws a figure.
int renderFigure(const QStringList& arguments);
/// `connscope cluster`: becomes the program connscope-live, whose brokers listen on real ports.
int runCluster(const QStringList& arguments);
/// `connscope compare A [B]`: what differs between two runs.
int compareTwo(const QStringList& arguments);
/// `connscope findings FILE`: what an engineer would remark about a run or a trace.
int findIn(const QStringList& arguments);
/// `connscope sweep SCENARIO --vary …`: one run for each value of a setting.
int sweepScenario(const QStringList& arguments);
/// `connscope avoid SCENARIO …`: which single setting would have avoided it?
int avoidIn(const QStringList& arguments);
/// `connscope worksheet`: becomes connscope-render, which sets questions on paper.
int printWorksheets(const QStringList& arguments);
/// `connscope rules`: the rule catalogue.
int listRules(const QStringList& arguments);

} // namespace connscope::app
