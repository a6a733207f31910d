// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/names.h"
#include "scenario/model.h"
#include "scenario/tracenotes.h"
#include "trace/index.h"
#include "trace/keeping.h"
#include "trace/landmarks.h"
#include "trace/life.h"
#include "trace/twofold.h"
#include "view/pace.h"
#include "view/position.h"
#include "view/prepared.h"
#include "view/tally.h"

#include <QObject>
#include <QString>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace connscope::view {

/// What the events of a picture tell of.
enum class World : std::uint8_t {
    Simulation, ///< brains over a simulated network
    Loopback, ///< real sockets, brokers of our own on this machine
    Outside, ///< real sockets, somebody else's cluster
    Evidence, ///< a trace of another world, from a file
};

/// Where the picture comes from.
struct Source {
    std::string title; ///< of the scenario in the interface's language, else the trace's
    bool simulated = true;
    World world = World::Simulation; ///< other than Simulation where `simulated` is false
    bool live = false; ///< the session runs: the trace grows by itself
    std::string profile; ///< as forced by a person; "" = as the scenario says
    std::uint64_t seed = 0;
    QString fileName; ///< as opened; "" for nothing
    std::vector<std::string> settings; ///< as scenario::applySetting takes them, on top of the file
    std::vector<scenario::Action>
        added; ///< what a person did to the world, on top of the file; already in the scenario
    std::vector<scenario::Action> saved; ///< of these, as they were last written into the file's end
    std::shared_ptr<const std::string> text; ///< the scenario's text where it is not what stands in the file
    scenario::TraceNotes notes; ///< of a trace: what a person wrote into it, as its file has it
};

/// A trace with all that is computed from it once. It is built whole, in whatever thread, and then handed to the
/// Document; its parts refer to each other, so it stays where it is.
class Content {
public:
    /// O(events). \a until: how far time went, if that is later than the last event. \a progress hears how much of the work
    /// is done, 0 to 1, between its parts.
    Content(Source source, trace::Trace trace, std::optional<scenario::Scenario> scenario = {},
        Instant until = kStart, const std::function<void(double)>& progress = {});
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;

    Source source;
    trace::Trace trace;
    std::optional<scenario::Scenario> scenario;
    Instant until {};
    trace::Index index;
    analysis::Names names;
    trace::Lives lives;
    trace::Landmarks landmarks;
    Tally tally;
    Pace pace;
    Prepared prepared;

    /// The trace is two runs laid over each other (compare/superpose.h), and this is whose what is. Names and counters know of
    /// it then. O(events).
    void setTwofold(std::shared_ptr<const trace::Twofold> twofold);
    std::shared_ptr<const trace::Twofold> twofold; ///< nullptr: one run
    std::unique_ptr<std::array<Tally, 2>> tallyOfRun; ///< with `twofold`: each run's own

    /// Catches up with events that were appended to `trace`. O(new events): a session grows many times a second.
    void extend();
};

/// What is looked at. Views read it; only the application replaces or grows it. There is always a trace: at first an
/// empty one.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    const Source& source() const { return m_content->source; }
    const trace::Trace& trace() const { return m_content->trace; }
    /// At which an eye can follow it; see Playback::lingers.
    const Pace& pace() const { return m_content->pace; }
    const trace::Index& index() const { return m_content->index; }
    const analysis::Names& names() const { return m_content->names; }
    /// By connection id; see life().
    const std::vector<trace::ConnectionLife>& lives() const { return m_content->lives.all(); }
    /// Connections whose record the last growth made or changed.
    const std::vector<ConnectionId>& changedLives() const { return m_content->lives.changed(); }
    const Tally& tally() const { return m_content->tally; }
    /// The events that say who takes part.
    const trace::Landmarks& landmarks() const { return m_content->landmarks; }
    /// What was prepared for a view of the present trace; nothing if it was not, or was taken already.
    template <typename T>
    std::shared_ptr<T> takePrepared() const
    {
        return m_content->prepared.take<T>();
    }
    /// nullptr for a connection that no event speaks of.
    const trace::ConnectionLife* life(ConnectionId id) const { return m_content->lives.find(id); }
    /// Whose what is where two runs are laid over each other; nullptr where there is one.
    const trace::Twofold* twofold() const { return m_content->twofold.get(); }
    /// What is counted of one of two runs at a position of the playhead: 0 = the first, 1 = the second. Of one run: its own.
    Counters countersOf(std::size_t run, const trace::WorldState& world) const;
    /// When the idle check of that end of a connection is due: WorldState's. Of the second of two runs by its own limit and by its
    /// own clock: as far from now as it is there. Nothing where both have it and their brokers' limits differ.
    std::optional<Instant> idleExpiry(const trace::WorldState& world, ConnectionId id, trace::Side side) const;
    /// nullptr for a trace file.
    const scenario::Scenario* scenario() const;
    bool isEmpty() const { return trace().empty(); }

    /// The last event or, for a simulation, the end of its run.
    Instant end() const { return std::max(m_content->until, trace().end()); }
    /// All of the trace.
    Position endPosition() const { return {end(), trace().size()}; }
    /// The position at which all events up to and including \a t have happened; \a t is kept between start and end.
    Position positionAt(Instant t) const;
    /// Right after \a event.
    Position after(EventId event) const;

    /// The world at a position. Seeks from the last one that was asked for, so playing on is cheap.
    trace::WorldState at(const Position& position) const;
    trace::WorldState at(Instant t) const { return at(positionAt(t)); }

    /// The same trace, saved under a name: what is of the file is as it stands there now.
    void setSaved(Source source, scenario::Scenario scenario);
    /// The same of a trace.
    void setSaved(Source source);

    /// Another trace: everything is new.
    void replace(std::unique_ptr<Content> content) { exchange(std::move(content)); }
    /// The same; what was there is given back, whole, and may come again.
    std::unique_ptr<Content> exchange(std::unique_ptr<Content> content);
    /// \a write appends to the trace; call it at most once a frame. \a until: how far time went, if that is later than the
    /// last event; no event before it comes any more.
    void grow(const std::function<void(trace::Trace&)>& write, Instant until = kStart);
    /// Drops the oldest events of a trace that grew beyond \a keep (trace/keeping.h); O(events) then. True if it did:
    /// events have other numbers, which `renumbered` tells, and `replaced` follows. Connections and clients keep theirs.
    bool dropOldest(const trace::Keep& keep);
    /// Within `replaced`: it is the same trace, shortened. Views stay where they are.
    bool isShortening() const { return m_isShortening; }
    /// The session that made it grow is over (or runs again).
    void setLive(bool live);

signals:
    /// Views take the new trace. Until all of them have it, nobody says anything that makes one look at what it shows: see `taken`.
    void replaced();
    /// Everybody who hears `replaced` has heard it. What moved or changed by it is told now.
    void taken();
    /// Before `replaced`, where the same trace has other numbers. Not the moment to look at it.
    void renumbered(const connscope::trace::Renumbering& renumbering);
    /// The trace stays, but where it comes from is something else.
    void sourceChanged();
    /// Events from \a firstNew on were appended, or time went on without any.
    void grown(std::size_t firstNew);

private:
    std::unique_ptr<Content> m_content;
    mutable std::optional<trace::WorldState> m_last; // of the present content
    std::size_t m_notBelow = 0; // where all is still true, it is not looked at again for every event
    bool m_isShortening = false;
};

} // namespace connscope::view
