// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/compression.h"

#include "wire/primitives.h"

#include <lz4frame.h>
#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <memory>

namespace connscope::wire {

namespace {

constexpr std::size_t kFirstOutput = std::size_t {16} * 1024;
constexpr std::size_t kXerialBlock = std::size_t {32} * 1024;
constexpr std::array<std::uint8_t, 8> kXerialMagic {0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};
constexpr std::size_t kXerialHeader = 16; ///< magic, version, oldest version that can read it
constexpr int kGzipWindow = 15 + 16; ///< zlib: the largest window, with gzip's header

tl::unexpected<Error> wrong(Compression codec, const std::string& what)
{
    return fail(std::string(compressionName(codec)) + ": " + what);
}

tl::unexpected<Error> tooMuch(Compression codec, std::size_t limit)
{
    return wrong(codec, "more than " + std::to_string(limit) + " bytes come out; that is the limit");
}

/// An output that grows in steps and never beyond its limit.
class Output {
public:
    explicit Output(std::size_t limit)
        : m_limit(limit)
    {
    }
    /// Room for at least one byte; false: the limit is reached.
    bool grow()
    {
        if (m_used < m_bytes.size())
            return true;
        if (m_used == m_limit)
            return false;
        m_bytes.resize(std::min(m_limit, std::max(kFirstOutput, m_bytes.size() * 2)));
        return true;
    }
    std::uint8_t* at() { return m_bytes.data() + m_used; }
    std::size_t room() const { return m_bytes.size() - m_used; }
    void used(std::size_t bytes) { m_used += bytes; }
    Bytes take()
    {
        m_bytes.resize(m_used);
        return std::move(m_bytes);
    }

private:
    std::size_t m_limit;
    std::size_t m_used = 0;
    Bytes m_bytes;
};

// ---- gzip ----

Result<Bytes> gzip(std::span<const std::uint8_t> bytes)
{
    z_stream stream {};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return wrong(Compression::Gzip, "no memory");
    Bytes out(deflateBound(&stream, bytes.size()));
    stream.next_in = const_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    const int result = deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    if (result != Z_STREAM_END)
        return wrong(Compression::Gzip, "zlib's deflate answers " + std::to_string(result));
    return out;
}

Result<Bytes> gunzip(std::span<const std::uint8_t> bytes, std::size_t limit)
{
    z_stream stream {};
    if (inflateInit2(&stream, kGzipWindow) != Z_OK)
        return wrong(Compression::Gzip, "no memory");
    const std::unique_ptr<z_stream, int (*)(z_stream*)> ends(&stream, inflateEnd);
    stream.next_in = const_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    Output out(limit);
    Bytef beyond = 0;
    for (;;) {
        const bool full = !out.grow();
        stream.next_out = full ? &beyond : out.at();
        stream.avail_out = full ? 1 : static_cast<uInt>(std::min<std::size_t>(out.room(), 1U << 30));
        const uInt before = stream.avail_out;
        const int result = inflate(&stream, Z_NO_FLUSH);
        const std::size_t made = before - stream.avail_out;
        if (full && made > 0)
            return tooMuch(Compression::Gzip, limit);
        if (!full)
            out.used(made);
        if (result == Z_STREAM_END) {
            if (stream.avail_in == 0)
                return out.take();
            inflateReset(&stream); // another member behind the first one
        } else if (result == Z_BUF_ERROR || (result == Z_OK && stream.avail_in == 0 && made == 0)) {
            return wrong(Compression::Gzip, "the bytes end too early");
        } else if (result != Z_OK) {
            return wrong(Compression::Gzip, stream.msg ? stream.msg : "these are no gzip bytes");
        }
    }
}

// ---- snappy ----

Result<Bytes> xerial(std::span<const std::uint8_t> bytes)
{
    Bytes out(kXerialHeader);
    std::copy(kXerialMagic.begin(), kXerialMagic.end(), out.begin());
    store32(out.data() + 8, 1);
    store32(out.data() + 12, 1);
    for (std::size_t at = 0; at < bytes.size(); at += kXerialBlock) {
        const std::size_t size = std::min(kXerialBlock, bytes.size() - at);
        const std::size_t head = out.size();
        std::size_t length = snappy_max_compressed_length(size);
        out.resize(head + 4 + length);
        if (snappy_compress(reinterpret_cast<const char*>(bytes.data() + at), size,
                reinterpret_cast<char*>(out.data() + head + 4), &length)
            != SNAPPY_OK)
            return wrong(Compression::Snappy, "the library refuses");
        store32(out.data() + head, static_cast<std::int32_t>(length));
        out.resize(head + 4 + length);
    }
    return out;
}

/// Appends what one block of plain snappy holds.
Result<void> unsnap(std::span<const std::uint8_t> block, std::size_t limit, Bytes& out)
{
    const auto* const data = reinterpret_cast<const char*>(block.data());
    std::size_t size = 0;
    if (snappy_uncompressed_length(data, block.size(), &size) != SNAPPY_OK)
        return wrong(Compression::Snappy, "these are no snappy bytes");
    if (size > limit - out.size())
        return tooMuch(Compression::Snappy, limit);
    // The length is only said so far; no bytes of snappy become more than 64 times as many (a copy of 64 takes 3).
    if (size / 64 > block.size())
        return wrong(Compression::Snappy,
            "a block of " + std::to_string(block.size()) + " bytes cannot hold " + std::to_string(size));
    const std::size_t before = out.size();
    out.resize(before + size);
    if (snappy_uncompress(data, block.size(), reinterpret_cast<char*>(out.data() + before), &size) != SNAPPY_OK)
        return wrong(Compression::Snappy, "a block is damaged");
    return {};
}

Result<Bytes> unxerial(std::span<const std::uint8_t> bytes, std::size_t limit)
{
    Bytes out;
    if (bytes.size() < kXerialHeader || !std::equal(kXerialMagic.begin(), kXerialMagic.end(), bytes.begin())) {
        if (Result<void> done = unsnap(bytes, limit, out); !done)
            return fail(std::move(done.error()));
        return out;
    }
    for (std::size_t at = kXerialHeader; at < bytes.size();) {
        const std::size_t left = bytes.size() - at;
        const std::int32_t length = left < 4 ? -1 : load32(bytes.data() + at);
        if (length < 0 || static_cast<std::size_t>(length) > left - 4)
            return wrong(Compression::Snappy, "the block at byte " + std::to_string(at) + " is not whole");
        if (Result<void> done = unsnap(bytes.subspan(at + 4, static_cast<std::size_t>(length)), limit, out); !done)
            return fail(std::move(done.error()));
        at += 4 + static_cast<std::size_t>(length);
    }
    return out;
}

// ---- lz4 ----

Result<Bytes> lz4(std::span<const std::uint8_t> bytes)
{
    LZ4F_preferences_t preferences {};
    preferences.frameInfo.blockSizeID = LZ4F_max64KB;
    preferences.frameInfo.blockMode = LZ4F_blockIndependent; // Java's reader takes no other
    Bytes out(LZ4F_compressFrameBound(bytes.size(), &preferences));
    const std::size_t size = LZ4F_compressFrame(out.data(), out.size(), bytes.data(), bytes.size(), &preferences);
    if (LZ4F_isError(size))
        return wrong(Compression::Lz4, LZ4F_getErrorName(size));
    out.resize(size);
    return out;
}

Result<Bytes> unlz4(std::span<const std::uint8_t> bytes, std::size_t limit)
{
    LZ4F_dctx* context = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)))
        return wrong(Compression::Lz4, "no memory");
    const std::unique_ptr<LZ4F_dctx, LZ4F_errorCode_t (*)(LZ4F_dctx*)> ends(context, LZ4F_freeDecompressionContext);
    Output out(limit);
    std::uint8_t beyond = 0;
    std::size_t at = 0;
    std::size_t hint = 1; // 0: a frame has just ended
    while (at < bytes.size() || hint != 0) {
        const bool full = !out.grow();
        std::size_t made = full ? 1 : out.room();
        std::size_t eaten = bytes.size() - at;
        hint = LZ4F_decompress(context, full ? &beyond : out.at(), &made, bytes.data() + at, &eaten, nullptr);
        if (LZ4F_isError(hint))
            return wrong(Compression::Lz4, LZ4F_getErrorName(hint));
        if (full && made > 0)
            return tooMuch(Compression::Lz4, limit);
        if (!full)
            out.used(made);
        at += eaten;
        if (eaten == 0 && made == 0 && hint != 0)
            return wrong(Compression::Lz4, "the bytes end too early");
    }
    return out.take();
}

// ---- zstd ----

Result<Bytes> zstd(std::span<const std::uint8_t> bytes)
{
    Bytes out(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), ZSTD_CLEVEL_DEFAULT);
    if (ZSTD_isError(size))
        return wrong(Compression::Zstd, ZSTD_getErrorName(size));
    out.resize(size);
    return out;
}

Result<Bytes> unzstd(std::span<const std::uint8_t> bytes, std::size_t limit)
{
    const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
    if (!context)
        return wrong(Compression::Zstd, "no memory");
    Output out(limit);
    std::uint8_t beyond = 0;
    ZSTD_inBuffer in {bytes.data(), bytes.size(), 0};
    std::size_t hint = 1; // 0: a frame has just ended
    while (in.pos < in.size || hint != 0) {
        const bool full = !out.grow();
        ZSTD_outBuffer to {full ? &beyond : out.at(), full ? 1 : out.room(), 0};
        const std::size_t before = in.pos;
        hint = ZSTD_decompressStream(context.get(), &to, &in);
        if (ZSTD_isError(hint))
            return wrong(Compression::Zstd, ZSTD_getErrorName(hint));
        if (full && to.pos > 0)
            return tooMuch(Compression::Zstd, limit);
        if (!full)
            out.used(to.pos);
        if (in.pos == before && to.pos == 0 && hint != 0)
            return wrong(Compression::Zstd, "the bytes end too early");
    }
    return out.take();
}

} // namespace

std::string_view compressionName(Compression codec)
{
    switch (codec) {
    case Compression::None:
        return "none";
    case Compression::Gzip:
        return "gzip";
    case Compression::Snappy:
        return "snappy";
    case Compression::Lz4:
        return "lz4";
    case Compression::Zstd:
        return "zstd";
    }
    return "unknown";
}

Result<Bytes> compress(Compression codec, std::span<const std::uint8_t> bytes)
{
    switch (codec) {
    case Compression::None:
        return Bytes(bytes.begin(), bytes.end());
    case Compression::Gzip:
        return gzip(bytes);
    case Compression::Snappy:
        return xerial(bytes);
    case Compression::Lz4:
        return lz4(bytes);
    case Compression::Zstd:
        return zstd(bytes);
    }
    return fail("there is no codec " + std::to_string(static_cast<int>(codec)) + "; known are 0 (none) to 4 (zstd)");
}

Result<Bytes> decompress(Compression codec, std::span<const std::uint8_t> bytes, std::size_t limit)
{
    switch (codec) {
    case Compression::None:
        if (bytes.size() > limit)
            return tooMuch(codec, limit);
        return Bytes(bytes.begin(), bytes.end());
    case Compression::Gzip:
        return gunzip(bytes, limit);
    case Compression::Snappy:
        return unxerial(bytes, limit);
    case Compression::Lz4:
        return unlz4(bytes, limit);
    case Compression::Zstd:
        return unzstd(bytes, limit);
    }
    return fail("there is no codec " + std::to_string(static_cast<int>(codec)) + "; known are 0 (none) to 4 (zstd)");
}

} // namespace connscope::wire
