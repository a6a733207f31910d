// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "wire/types.h"

#include <span>

/// \file
/// The codecs of compression.type, as Java clients write them: gzip; snappy in the framing of snappy-java ("xerial":
/// blocks of 32 KB, each with its length in front); LZ4 frames of independent blocks of 64 KB; zstd frames.

namespace connscope::wire {

/// The low three bits of a batch's attributes.
enum class Compression : std::uint8_t { None = 0, Gzip = 1, Snappy = 2, Lz4 = 3, Zstd = 4 };

/// "none", "gzip", "snappy", "lz4", "zstd": the values of compression.type.
std::string_view compressionName(Compression codec);

/// Cannot fail but for memory, or a codec that is none of the five.
Result<Bytes> compress(Compression codec, std::span<const std::uint8_t> bytes);

/// Inverse of compress(); snappy without framing is read too, as librdkafka writes it. Errors: bytes that the codec does not
/// understand or that end too early; an output of more than \a limit bytes, which is noticed before it is made.
Result<Bytes> decompress(Compression codec, std::span<const std::uint8_t> bytes, std::size_t limit);

} // namespace connscope::wire
