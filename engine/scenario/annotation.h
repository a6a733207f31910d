// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// \file
/// What a person wrote into the picture: words, arrows, frames, numbers. Each hangs on a thing or an instant and not on a
/// place of the picture, so that it stays right where the picture becomes another. A run does not read them.

namespace connscope::scenario {

/// A text in the languages of the program.
struct Text {
    std::string en;
    std::string zh; ///< "" = not translated
    bool isEmpty() const { return en.empty() && zh.empty(); }
    bool operator==(const Text&) const = default;
};

/// How far the words are from what they are about: px of the view at its natural size, from the middle of the one to the
/// middle of the other, right and down.
struct Offset {
    std::int32_t x = 0;
    std::int32_t y = 0;
    bool operator==(const Offset&) const = default;
};

struct Annotation {
    enum class Kind : std::uint8_t {
        Text, ///< words, with a thin line to what they are about
        Arrow, ///< the same, with a head
        Box, ///< a frame around it, or a span of time
        Number, ///< a disc with a number; what it means is listed below a figure
    };
    enum class View : std::uint8_t { Topology, Timeline };
    Kind kind = Kind::Text;
    View view = View::Topology;
    /// "client NAME", "broker ID", "address HOST:PORT", "connection NAME NODE" (all of this client with this node id), or
    /// "connection NAME NODE #2" (the second one). A timeline has client and connection; one that is about an instant
    /// alone has none.
    std::vector<std::string> anchors;
    std::optional<Instant> from; ///< of a timeline: where; of a topology: it is not seen before
    std::optional<Instant> to; ///< of a timeline's box: its end; of a topology: it is not seen after
    std::optional<Offset> offset; ///< none = wherever there is room
    int number = 0; ///< of a Number, 1 to kLargestNumber
    Text text;
    int line = 0; ///< in the file, for messages; no part of what it is

    bool operator==(const Annotation& other) const
    {
        const auto all = [](const Annotation& a) {
            return std::tie(a.kind, a.view, a.anchors, a.from, a.to, a.offset, a.number, a.text);
        };
        return all(*this) == all(other);
    }
};
inline constexpr int kLargestNumber = 999;
inline constexpr int kFarthestOffset = 10'000; ///< px, either way
inline constexpr std::size_t kMostAnnotations = 1'000;
inline constexpr std::size_t kMostAnchors = 100; ///< of one

/// An anchor by its parts. Which of these there are the trace says.
struct AnchorName {
    enum class Kind : std::uint8_t { Client, Broker, Address, Connection };
    Kind kind = Kind::Client;
    std::string name; ///< of a client ("reader", "reader[2]", "reader #2" once made anew), or HOST:PORT
    BrokerId broker;
    NodeId node; ///< of a Connection
    int number = 0; ///< of a Connection: the first, second, …; 0 = all with this node id

    std::string toString() const;
    bool operator==(const AnchorName&) const = default;
};
/// The error says what was expected.
Result<AnchorName> parseAnchor(std::string_view text);

/// The words that files have for kinds and views, in the order of the enums.
std::string_view kindWord(Annotation::Kind kind);
std::string_view viewWord(Annotation::View view);

/// A text with `annotations:` alone, such as a trace's, which has no scenario to hold them; and back. What it names is not
/// looked for.
std::string writeAnnotations(const std::vector<Annotation>& annotations);
Result<std::vector<Annotation>> readAnnotations(std::string text, const std::string& fileName);

} // namespace connscope::scenario
