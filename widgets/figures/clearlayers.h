// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRect>

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

/// \file
/// A moving picture on a clear ground as a GIF or APNG can have it: pixels are laid over what is there and cannot be taken away,
/// but an image may go again when the next one comes, or take all of its rectangle along. So what stays for a while lies below,
/// and what moves is laid over it and goes again. A half-transparent pixel is laid on nothing only. Pure: no figure, no file.

namespace connscope::figures {

/// One image of the file.
struct ClearLayer {
    enum class After : std::uint8_t {
        Stays, ///< the next is laid over it
        Goes, ///< what was there before it is there again
        Clears, ///< its rectangle is clear
    };
    QRect rect; ///< of the picture
    QImage image; ///< that rectangle; pixels without alpha leave what is there
    After after = After::Stays;
    std::size_t frames = 1; ///< how many frames it is seen; 0 = a moment of the last one of the layer before it
    bool sharesItsTime = false; ///< such a layer comes next
};

class ClearLayering {
public:
    /// \a ahead: how many frames are looked at to tell what stays; at least 1.
    /// \a mayPause: what stays may be laid down by an image of a moment, in which nothing that moves is seen; a line
    /// under it is. Otherwise it is
    /// laid down only where nothing moves.
    ClearLayering(std::size_t ahead, bool mayPause, std::function<void(ClearLayer&&)> out);

    /// The next frame, ARGB32_Premultiplied, of one size.
    void add(QImage frame);
    /// Those that were waited with.
    void finish();

private:
    struct Frame {
        QImage image;
        std::size_t frames = 1;
    };
    struct Look; // at a frame and what lies below
    Look look() const;
    void settleFirst();
    void put(QRect rect, ClearLayer::After after, bool sharesItsTime);
    void layDown(const Look& look);
    void clear(const QRect& rect);

    std::size_t m_ahead;
    bool m_mayPause;
    std::function<void(ClearLayer&&)> m_out;
    std::deque<Frame> m_frames; // from the one that is next on
    std::uint32_t m_number = 0; // of m_frames.front()
    QImage m_below; // what is there when m_frames.front() comes
    std::vector<std::uint32_t> m_changed; // by pixel: the frame that it changed with last
    std::vector<std::uint32_t>
        m_clear; // by pixel: the last frame in which it stopped being opaque, and one more; 0 = none
    std::size_t m_repeated = 0; // pixels that were drawn again and again though they stay
};

} // namespace connscope::figures
