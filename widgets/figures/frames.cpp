// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/frames.h"

#include <algorithm>
#include <cmath>

namespace connscope::figures {

namespace {

/// A piece of watching in which time goes on evenly.
struct Piece {
    std::int64_t fromNs = 0; // of the trace
    std::int64_t toNs = 0;
    double seconds = 0; // of watching
    bool folded = false;
};

std::vector<Piece> piecesOf(const trace::Trace& trace, const AnimationOptions& options)
{
    std::vector<Piece> pieces;
    const std::int64_t from = toNs(options.from);
    const std::int64_t to = toNs(options.to);
    const double idle = options.idle ? static_cast<double>(options.idle->count()) / 1e9 : 0;
    const auto watched = [&](std::int64_t ns) { return static_cast<double>(ns) / 1e9 / options.speed; };
    std::int64_t begun = from; // of the piece that is open
    std::int64_t last = from;
    const auto take = [&](std::int64_t next) {
        if (options.idle && watched(next - last) > idle) {
            if (last > begun)
                pieces.push_back({begun, last, watched(last - begun), false});
            pieces.push_back({last, next, idle, true});
            begun = next;
        }
        last = next;
    };
    for (std::size_t i = trace.upperBound(options.from); i < trace.size() && trace[i].at < options.to; ++i)
        take(toNs(trace[i].at));
    take(to);
    if (to > begun)
        pieces.push_back({begun, to, watched(to - begun), false});
    return pieces;
}

double secondsOf(const std::vector<Piece>& pieces)
{
    double seconds = 0;
    for (const Piece& piece : pieces)
        seconds += piece.seconds;
    return seconds;
}

std::size_t countOf(double seconds, const AnimationOptions& options)
{
    const double frames = std::ceil(std::min(seconds * options.framesPerSecond, 1e12) - 1e-6);
    return static_cast<std::size_t>(std::max(frames, 0.0)) + 1;
}

} // namespace

std::size_t countFrames(const trace::Trace& trace, const AnimationOptions& options)
{
    return countOf(secondsOf(piecesOf(trace, options)), options);
}

std::vector<FrameTime> framesOf(const trace::Trace& trace, const AnimationOptions& options)
{
    const std::vector<Piece> pieces = piecesOf(trace, options);
    const std::size_t count = std::min(countOf(secondsOf(pieces), options), kMostFrames);
    std::vector<FrameTime> frames;
    frames.reserve(count);
    std::size_t piece = 0;
    double before = 0; // seconds of the pieces before it
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const double t = static_cast<double>(i) / options.framesPerSecond;
        while (piece + 1 < pieces.size() && before + pieces[piece].seconds <= t)
            before += pieces[piece++].seconds;
        const Piece& p = pieces[piece];
        const double share = p.seconds > 0 ? std::clamp((t - before) / p.seconds, 0.0, 1.0) : 1;
        const std::int64_t at = p.fromNs + std::llround(share * static_cast<double>(p.toNs - p.fromNs));
        frames.push_back({fromNs(at), p.folded ? Duration {p.toNs - p.fromNs} : Duration {}});
    }
    frames.push_back({options.to, {}});
    return frames;
}

} // namespace connscope::figures
