// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/figure.h"
#include "figures/frames.h"

#include <QImage>
#include <QRect>

#include <deque>
#include <functional>
#include <future>
#include <thread>
#include <vector>

namespace connscope::figures {

/// What is new in a frame.
struct Change {
    QRect rect; ///< of the image
    QImage image; ///< that rectangle
    QImage before; ///< the same rectangle of the frame before; null for the first
    std::size_t frames = 1; ///< how long it is seen
};

/// Pixels that stay as they were are transparent, and the frame is laid over the one before: they cost next to nothing. Where
/// the ground itself is transparent nothing can be laid over it, and the rectangle takes the place of what was there.
QImage overlay(const Change& change);

/// The smallest rectangle in which two images of one size and format differ; empty where they do not.
QRect differenceOf(const QImage& a, const QImage& b);

/// Paints the frames in their order, and hands each that changes something to \a encode, in threads; \a collect gets the
/// results in their order, with where and how long. At most a few frames are held at a time. \a grid: left and top of every
/// rectangle are multiples of it, px. False where \a progress said so: then not all were painted.
template <typename Encoded>
bool streamFrames(Figure& figure, const std::vector<FrameTime>& frames,
    const std::function<Encoded(const Change&)>& encode, const std::function<void(const Change&, Encoded&&)>& collect,
    const std::function<bool(double)>& progress, int grid = 1)
{
    struct Job {
        std::shared_ptr<Change> change;
        std::future<Encoded> encoded;
    };
    const std::size_t most = 2 * std::max(1U, std::thread::hardware_concurrency());
    std::deque<Job> jobs;
    const auto collectFirst = [&] {
        Encoded encoded = jobs.front().encoded.get();
        collect(*jobs.front().change, std::move(encoded));
        jobs.pop_front();
    };
    QImage last;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const FrameTime& frame = frames[i];
        if (progress && !progress(static_cast<double>(i) / static_cast<double>(frames.size())))
            return false; // futures wait for their threads
        figure.setFrame(frame.at, frame.folded, frame.rate);
        QImage image = figure.image();
        image.setDevicePixelRatio(1);
        auto change = std::make_shared<Change>();
        change->rect = last.isNull() ? image.rect() : differenceOf(last, image);
        if (change->rect.isEmpty()) {
            ++jobs.back().change->frames; // the last one is never collected before the next is there
            continue;
        }
        change->rect.setLeft(change->rect.left() / grid * grid);
        change->rect.setTop(change->rect.top() / grid * grid);
        change->image = image.copy(change->rect);
        if (!last.isNull())
            change->before = last.copy(change->rect);
        last = image;
        // The length of a frame is known when the next has come, so all but the last may go.
        while (jobs.size() > most)
            collectFirst();
        Job job;
        job.change = change;
        job.encoded = std::async(
            std::launch::async, [encode, image = change->image, before = change->before, rect = change->rect] {
                return encode(Change {rect, image, before, 1});
            });
        jobs.push_back(std::move(job));
    }
    while (!jobs.empty())
        collectFirst();
    return true;
}

} // namespace connscope::figures
