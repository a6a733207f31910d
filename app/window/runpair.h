// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "app/window/newestjob.h"
#include "compare/comparison.h"
#include "compare/summary.h"
#include "compare/timemap.h"
#include "trace/trace.h"
#include "view/document.h"
#include "view/marks.h"

#include <QObject>

#include <memory>
#include <vector>

/// \file
/// Two runs that are shown beside each other, and what was found when they were compared. The work is done in a thread, on
/// copies, so that what is shown may change meanwhile.

namespace connscope::app {

/// What comes of two runs; nothing in it changes.
class RunPair {
public:
    RunPair(trace::Trace first, Instant firstEnd, trace::Trace second, Instant secondEnd);

    const compare::Comparison& comparison() const { return m_comparison; }
    const compare::TimeMap& times() const { return m_times; }
    /// Where the other run's playhead stands when that of \a run is at \a position: at the instant \a t of the other's clock and,
    /// where it stands between events of one instant, behind what has happened in both. O(events of an instant).
    view::Position otherPosition(compare::Run run, const view::Position& position, Instant t) const;
    const std::vector<compare::Sentence>& sentences(analysis::Language language) const
    {
        return language == analysis::Language::Chinese ? m_chinese : m_english;
    }
    /// What stands out in one of the pictures.
    void mark(compare::Run run, view::Marks& marks) const;
    /// The connection of the first run that a sentence speaks of; invalid where it speaks of none, or of one that only the
    /// second run has.
    ConnectionId connectionOf(const compare::Sentence& sentence, compare::Run run) const;

private:
    trace::Trace m_first;
    trace::Trace m_second;
    compare::Comparison m_comparison;
    compare::TimeMap m_times;
    std::vector<compare::Sentence> m_english;
    std::vector<compare::Sentence> m_chinese;
};

/// Makes them, one after the other; a newer pair takes the place of one that is being made.
class Pairing : public QObject {
    Q_OBJECT

public:
    explicit Pairing(QObject* parent = nullptr);

    /// `made` follows, unless it is started again or dropped before.
    void start(const trace::Trace& first, Instant firstEnd, const trace::Trace& second, Instant secondEnd);
    void drop() { m_job.drop(); }
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void made(const std::shared_ptr<const connscope::app::RunPair>& pair);

private:
    NewestJob m_job {this};
};

} // namespace connscope::app
