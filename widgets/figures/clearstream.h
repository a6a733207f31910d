// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/clearlayers.h"
#include "figures/figure.h"
#include "figures/frames.h"

#include <QImage>

#include <cmath>
#include <deque>
#include <functional>
#include <future>
#include <thread>
#include <utility>
#include <vector>

namespace connscope::figures {

/// How long a layer of a moment is seen: browsers take less for a tenth of a second.
inline constexpr int kMomentMs = 20;

/// Paints the frames of a figure without a ground in their order, and hands the layers that they become to \a encode, in
/// threads; \a collect gets the results in their order, without the images. \a prepare: a frame as the file can have it. False
/// where \a animation's progress said so: then not all were painted.
template <typename Encoded>
bool streamClear(Figure& figure, const std::vector<FrameTime>& frames, const AnimationOptions& animation,
    const std::function<QImage(const QImage&)>& prepare, const std::function<Encoded(const QImage&)>& encode,
    const std::function<void(const ClearLayer&, Encoded&&)>& collect)
{
    struct Job {
        ClearLayer layer; // without its image
        std::future<Encoded> encoded;
    };
    const std::size_t most = 2 * std::max(1U, std::thread::hardware_concurrency());
    std::deque<Job> jobs;
    const auto collectFirst = [&] {
        Encoded encoded = jobs.front().encoded.get();
        collect(jobs.front().layer, std::move(encoded));
        jobs.pop_front();
    };
    const auto take = [&](ClearLayer&& layer) {
        while (jobs.size() > most)
            collectFirst();
        QImage image = std::exchange(layer.image, QImage());
        jobs.push_back({std::move(layer),
            std::async(std::launch::async, [encode, image = std::move(image)] { return encode(image); })});
    };
    // More frames ahead find less that stays; fewer let more pass for staying that has to be taken away again.
    constexpr std::size_t kAhead = 5;
    const bool mayPause = std::floor(1000 / animation.framesPerSecond) >= 2 * kMomentMs;
    ClearLayering layering(kAhead, mayPause, take);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (animation.progress && !animation.progress(static_cast<double>(i) / static_cast<double>(frames.size())))
            return false;
        figure.setFrame(frames[i].at, frames[i].folded, frames[i].rate);
        QImage image = figure.image();
        image.setDevicePixelRatio(1);
        layering.add(prepare(image));
    }
    layering.finish();
    while (!jobs.empty())
        collectFirst();
    return true;
}

} // namespace connscope::figures
