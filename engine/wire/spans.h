// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "wire/types.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// \file
/// A frame taken apart for somebody who looks at its bytes: every byte belongs to a field that has a name and a value.
///
/// The list is a tree in the order of the bytes: a span contains the following ones that are deeper than itself. Those
/// that contain none (see isLeaf()) lie side by side from the first byte of the frame to its last, without gaps.
///
///     offset length name                  value
///          0      4 length                "26"
///          4     13 header                "version 2"
///          4      2   header.requestApiKey  "3 (METADATA)"
///                   …
///         17     13 MetadataRequest       "version 9"
///         17      9   topics              "1 element"
///         17      1     topics.count      "1"
///         18      8     topics[0]         ""
///         18      3       topics[0].name  "t4"
///                         …

namespace connscope::wire {

struct Span {
    std::uint32_t offset = 0; ///< from the first byte of the frame
    std::uint32_t length = 0; ///< in bytes; 0 only for a struct without fields
    int depth = 0;
    std::string name; ///< the path from the message: "topics[0].partitions[2].errorCode"
    std::string
        value; ///< for a reader: numbers in decimal, strings with \\xNN for control characters, "12 bytes", "null"
    bool operator==(const Span&) const = default;
};

/// What a frame holds, as far as it could be read. If it is wrong somewhere, the spans before that place are there, one
/// named "?" covers the rest, and `error` says what was expected.
struct Inspection {
    std::vector<Span> spans;
    std::optional<Error> error;
};

/// Takes apart a request frame: length prefix, header and body.
Inspection inspectRequest(std::span<const std::uint8_t> frame);
/// Takes apart a response frame; which request it answers is not in its bytes.
Inspection inspectResponse(ApiKey api, std::int16_t version, std::span<const std::uint8_t> frame);

/// True if the span at \a index contains no others.
bool isLeaf(const std::vector<Span>& spans, std::size_t index);

} // namespace connscope::wire
