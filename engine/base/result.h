// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

/// \file
/// What a fallible function returns. Bytes, files and peers yield errors as values, never as exceptions;
/// asserts are for our own invariants. The alias exists so that std::expected can take its place.

namespace connscope {

/// Where in a text and why. Lines and columns count from 1 (0 = not known), columns count UTF-8 code points;
/// `offset` counts bytes from 0.
struct Error {
    std::string message; ///< what is wrong, what was expected and what to do, in one or two sentences
    std::string file; ///< file name as the user gave it; empty when the text did not come from a file
    int line = 0;
    int column = 0;
    std::size_t offset = 0;

    /// "file:line:column: message", leaving out what is not known.
    std::string toString() const;
};

template <typename T>
using Result = tl::expected<T, Error>;

/// Shorthand for `return fail("...")` in a function that returns a Result.
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }
inline tl::unexpected<Error> fail(std::string message)
{
    Error error;
    error.message = std::move(message);
    return tl::unexpected<Error>(std::move(error));
}

} // namespace connscope
