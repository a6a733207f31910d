// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/files.h"
#include "figures/frames.h"

/// \file
/// A figure that moves, as the bytes of a file. Frames are painted one after the other and encoded on all cores; a frame
/// holds only the rectangle in which it differs from the one before, and what does not differ at all lengthens it. The
/// same figure gives the same bytes, whatever the number of cores. None come where there is not enough memory, or where
/// AnimationOptions::progress says that nobody waits for them any more.

namespace connscope::figures {

/// A PNG that moves (APNG, in PNG's third edition): all colours; a reader that does not know of it shows the first frame.
QByteArray apngFile(Figure& figure, const std::vector<FrameTime>& frames, const AnimationOptions& animation,
    const FileOptions& options);

/// 256 colours a frame, chosen for that frame. Delays are told in hundredths of a second. On a transparent ground edges are
/// those of a page of the theme's colour.
/// \a options: its description is a comment of the file.
QByteArray gifFile(Figure& figure, const std::vector<FrameTime>& frames, const AnimationOptions& animation,
    const FileOptions& options = {});

/// What another program or library makes.
struct Made {
    QByteArray bytes;
    QString
        problem; ///< why there are none, and what to do; "" = there are, or AnimationOptions::progress did not want any
};

/// Lossless, all colours; a fraction of an APNG's size. Where the program was built without libwebp it says so.
Made webpFile(Figure& figure, const std::vector<FrameTime>& frames, const AnimationOptions& animation,
    const FileOptions& options);
/// H.264, which every player and browser plays; by ffmpeg, where one is installed. Colours are a little softer than in the
/// other forms. A side of an odd number of pixels gets one more. A transparent figure gets its theme's ground.
Made mp4File(Figure& figure, const std::vector<FrameTime>& frames, const AnimationOptions& animation,
    const FileOptions& options);

/// Paths and text that a style sheet shows and hides: no script, so that it plays where an image is shown, such as on the
/// page of a repository. An element that several frames share is there once.
QByteArray animatedSvgFile(Figure& figure, const theme::Look& look, const std::vector<FrameTime>& frames,
    const AnimationOptions& animation, const FileOptions& options);

} // namespace connscope::figures
