// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace connscope::theme {
class Look;
}

namespace connscope::view {

class Document;
class Playback;
class Selection;
class Filter;
class Marks;

/// What every view is given: references that outlive it.
struct Context {
    Document& document;
    Playback& playback;
    Selection& selection;
    Filter& filter;
    theme::Look& look;
    Marks* marks = nullptr; ///< nullptr: nothing is compared here
};

} // namespace connscope::view
