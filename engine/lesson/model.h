// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/time.h"
#include "lesson/expression.h"
#include "lesson/words.h"
#include "trace/query.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// \file
/// A lesson as plain data, as its file has it: runs of scenarios, and steps that stop somewhere in them, point at something,
/// say something and ask something. What the right answers are is not here: prepare.h computes them from the runs' traces.
/// docs/lesson-format.md describes the file.

namespace connscope::lesson {

/// A run that the lesson looks at.
struct Run {
    std::string name; ///< "" = the lesson's own
    std::string scenario; ///< file, or name of a shipped scenario
    std::string scenarioText; ///< the scenario itself, where it stands in the lesson
    std::string profile; ///< every client's; "" = as the scenario says
    std::vector<std::string> settings; ///< "NAME.KEY=VALUE", as `--set` takes them
    std::optional<std::uint64_t> seed;
    std::optional<Duration> until;
    Place place; ///< of `scenario:`
    int textLine = 0; ///< of scenarioText: the line of the lesson's file before its first one
};

/// Somewhere in a run.
struct MomentSpec {
    enum class Kind : std::uint8_t { Start, End, At, When };
    Kind kind = Kind::End;
    Instant at {};
    trace::Query when; ///< the first moment at which it holds, of an event or of a connection as time passes
    int nth = 1; ///< the nth event of `when`
    Duration after {}; ///< so much later
    Place place;
};

/// What is looked at in a connection or an event.
enum class Field : std::uint8_t {
    None,
    Node, ///< node id
    Broker, ///< broker.id of the other end
    Connection, ///< number of the connection in the trace
    Client, ///< number of the client in the trace
    Requests, ///< sent so far
    InFlight,
    Opened, ///< instant, ns
    Closed, ///< instant at which its end began, ns
    Age, ///< from its opening to its end or to the moment, ns
    Idle, ///< at the client's end, ns
    Correlation, ///< of an event
    Size, ///< of an event
    Value, ///< of an event
    Time, ///< of an event: its instant, ns
};

/// A number that is taken from a trace, by name.
struct Measure {
    enum class Take : std::uint8_t {
        Count, ///< how many match, or how many different values of `field` they have
        Value, ///< `field` of the one that matches
        Setup, ///< what the scenario says
    };
    enum class Of : std::uint8_t { Connections, Events };
    enum class Setup : std::uint8_t { Brokers, Partitions, Addresses, Clients, IdleLimit };
    std::string name;
    Take take = Take::Count;
    Of of = Of::Connections;
    trace::Query where;
    Field field = Field::None;
    int nth
        = 0; ///< of those that match, in the order of the trace, from 1; negative from the end; 0 = all must agree
    Duration unit {1}; ///< lengths of time are given in these, rounded to the nearest
    std::optional<MomentSpec> at; ///< none = the step's reveal
    std::optional<MomentSpec> from; ///< events after this one only
    std::optional<std::string> run; ///< none = the step's
    Setup setup = Setup::Brokers;
    std::string client; ///< of Setup
    std::string topic; ///< of Setup; "" = all
    Place place;
};

/// What is drawn for each copy of a lesson (parameters.h).
struct Parameter {
    std::string name;
    std::string text; ///< as it stands in the text: "3", "java-2.8", "[0, 2, 1]"
    std::optional<std::int64_t> number; ///< where it is one
    Place place;
};

/// Something in the picture that is pointed at or picked.
struct Target {
    enum class Kind : std::uint8_t { Connection, Node, Broker, Client };
    Kind kind = Kind::Connection;
    trace::Query where; ///< of connections
    Expression number; ///< node id or broker.id
    std::string client; ///< the scenario's name for it, or its client.id
    Place place;
};

/// A wrong answer that somebody may well have, and why it is wrong.
struct Misconception {
    Expression value;
    Words because;
    Place place;
};

/// One of a few statements, of which one is true.
struct Option {
    Words words;
    Expression when;
    Words because; ///< said to whoever chose it; may be empty
    Place place;
};

/// Something that happens; a question asks for the order.
struct Happening {
    Words words;
    trace::Query when; ///< its first event
    Place place;
};

struct Question {
    enum class Kind : std::uint8_t {
        Count, ///< how many; the choices are the answer and the misconceptions
        Number, ///< a number is typed: a node id, a port
        Choice, ///< one of a few statements
        Pick, ///< a click on the picture
        Order, ///< which came first
        Closer, ///< who closes it
    };
    Kind kind = Kind::Count;
    Words text;
    Words hint; ///< may be empty
    Words explain; ///< said with the answer; may be empty
    MomentSpec reveal; ///< how far is played once it was answered, and where the answer is taken
    Expression answer; ///< Count, Number
    std::vector<Misconception> wrong; ///< Count, Number
    std::vector<Option> options; ///< Choice
    Target pick; ///< Pick
    bool anyOf = false; ///< Pick: several are right
    std::vector<Happening> happenings; ///< Order
    trace::Query connection; ///< Closer
    /// The feedback's chain of causes begins at an event, or at the opening or the end of a connection.
    struct Why {
        enum class Kind : std::uint8_t { Event, Opened, Closed };
        Kind kind = Kind::Event;
        trace::Query query;
        Place place;
    } why;
    Place place;
};

/// What a person may use while a step is shown, as bits. What is selected and inspected is always free.
enum Control : unsigned {
    ControlNone = 0,
    ControlPlay = 1, ///< play, pause, speed
    ControlStep = 2, ///< event by event
    ControlSeek = 4, ///< the playhead wherever one likes
    ControlFilter = 8,
    ControlWorld = 16, ///< doing things to brokers, clients and links
    ControlSettings = 32, ///< profile, seed and settings of the run
    ControlAll = 63,
};

enum class View : std::uint8_t { AsItIs, Topology, Timeline, Events, Log, Inspector };

struct Step {
    Words title; ///< may be empty
    Words text;
    std::string run;
    std::optional<MomentSpec> pause; ///< none = where the step before was
    std::vector<Target> highlights;
    View view = View::AsItIs;
    unsigned controls = ControlPlay | ControlStep | ControlSeek | ControlFilter;
    std::vector<Measure> measures; ///< over those of the lesson
    std::optional<Question> question;
    Place place;
};

struct Lesson {
    std::string file; ///< as given to the reader
    Words title;
    Words summary; ///< may be empty
    std::string topic; ///< group in a gallery
    std::vector<Parameter> parameters; ///< with the values of this copy
    std::vector<Run> runs; ///< the first one is the lesson's own
    std::vector<std::string> profiles; ///< on which its own run holds as well
    std::vector<Measure> measures;
    std::vector<Step> steps;

    bool hasParameters() const { return !parameters.empty(); }
    const Run* run(std::string_view name) const
    {
        for (const Run& one : runs) {
            if (one.name == name)
                return &one;
        }
        return nullptr;
    }
};

/// "count", "number", …: as the file has them.
std::string_view kindName(Question::Kind kind);

} // namespace connscope::lesson
