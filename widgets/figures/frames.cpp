// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/frames.h"

#include <algorithm>
#include <cmath>

namespace connscope::figures {

namespace {

/// A piece of watching in which time goes on evenly, or by the pace.
struct Piece {
    Instant from {};
    Instant to {};
    double seconds = 0; // of watching
    bool folded = false;
};

/// Of watching at 1x, in nanoseconds.
double shownAt(Instant t, const AnimationOptions& options)
{
    return options.pace ? options.pace->shown(t) : static_cast<double>(toNs(t));
}

std::vector<Piece> piecesOf(const trace::Trace& trace, const AnimationOptions& options)
{
    std::vector<Piece> pieces;
    const double idle = options.idle ? static_cast<double>(options.idle->count()) / 1e9 : 0;
    const auto watched = [&](Instant from, Instant to) {
        return (shownAt(to, options) - shownAt(from, options)) / 1e9 / options.speed;
    };
    // What is slowed is to be watched, however long it takes until something happens: a message is on its way.
    const auto isSlowed = [&](Instant t) { return options.pace && options.pace->rate(t) < 1; };
    Instant begun = options.from; // of the piece that is open
    Instant last = options.from;
    const auto take = [&](Instant next) {
        if (options.idle && watched(last, next) > idle && !isSlowed(last)) {
            if (last > begun)
                pieces.push_back({begun, last, watched(begun, last), false});
            pieces.push_back({last, next, idle, true});
            begun = next;
        }
        last = next;
    };
    for (std::size_t i = trace.upperBound(options.from); i < trace.size() && trace[i].at < options.to; ++i)
        take(trace[i].at);
    take(options.to);
    if (options.to > begun)
        pieces.push_back({begun, options.to, watched(begun, options.to), false});
    return pieces;
}

double secondsOf(const std::vector<Piece>& pieces)
{
    double seconds = 0;
    for (const Piece& piece : pieces)
        seconds += piece.seconds;
    return seconds;
}

double fasterBy(const std::vector<Piece>& pieces, const AnimationOptions& options)
{
    if (!options.longest)
        return 1;
    return std::max(1.0, secondsOf(pieces) / (static_cast<double>(options.longest->count()) / 1e9));
}

/// Pieces as they are watched.
std::vector<Piece> watchedPieces(const trace::Trace& trace, const AnimationOptions& options)
{
    std::vector<Piece> pieces = piecesOf(trace, options);
    const double faster = fasterBy(pieces, options);
    for (Piece& piece : pieces)
        piece.seconds /= faster;
    return pieces;
}

std::size_t countOf(double seconds, const AnimationOptions& options)
{
    const double frames = std::ceil(std::min(seconds * options.framesPerSecond, 1e12) - 1e-6);
    return static_cast<std::size_t>(std::max(frames, 0.0)) + 1;
}

} // namespace

double secondsOf(const trace::Trace& trace, const AnimationOptions& options)
{
    return secondsOf(piecesOf(trace, options));
}

double fasterBy(const trace::Trace& trace, const AnimationOptions& options)
{
    return fasterBy(piecesOf(trace, options), options);
}

std::size_t countFrames(const trace::Trace& trace, const AnimationOptions& options)
{
    return countOf(secondsOf(watchedPieces(trace, options)), options);
}

std::vector<FrameTime> framesOf(const trace::Trace& trace, const AnimationOptions& options)
{
    const std::vector<Piece> pieces = watchedPieces(trace, options);
    const double speed = options.speed * fasterBy(trace, options);
    const std::size_t count = std::min(countOf(secondsOf(pieces), options), kMostFrames);
    const auto rateAt = [&](Instant t) { return options.pace ? options.pace->rate(t) * speed : speed; };
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
        Instant at = p.from + Duration {std::llround(share * static_cast<double>((p.to - p.from).count()))};
        if (options.pace && !p.folded) {
            const double from = options.pace->shown(p.from);
            at = std::clamp(options.pace->at(from + share * (options.pace->shown(p.to) - from)), p.from, p.to);
        }
        frames.push_back({at, p.folded ? p.to - p.from : Duration {}, rateAt(at)});
    }
    frames.push_back({options.to, {}, rateAt(options.to)});
    return frames;
}

} // namespace connscope::figures
