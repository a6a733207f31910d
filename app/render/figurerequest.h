// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/formats.h"
#include "app/window/loader.h"
#include "compare/superpose.h"
#include "figures/figure.h"
#include "figures/frames.h"
#include "theme/format.h"

#include <QStringList>

#include <optional>
#include <span>
#include <string>
#include <vector>

/// \file
/// What a figure is asked to be: the settings of `connscope render`, which are the same as options of the command line and
/// as keys of a list of figures.

namespace connscope::app {

class Options;

/// One of them, as it is documented.
struct FigureSetting {
    const char* name; ///< "size": --size, or the key of a list
    const char* value; ///< what stands behind it; nullptr = a switch
    const char* help;
};
std::span<const FigureSetting> figureSettings();

/// One as it was given. A switch that is on has the value "true".
struct GivenSetting {
    std::string name;
    std::string value;
    bool isDefault = false; ///< of all figures of a list: where it has nothing to say it is passed over
};

/// The kinds of files, by the end of their names.
enum class FigureFormat : std::uint8_t { Png, Svg, Pdf, WebP, Apng, Gif, AnimatedSvg, AnimatedWebP, Mp4 };
/// Whether it has frames.
constexpr bool moves(FigureFormat format) { return format >= FigureFormat::Apng; }

/// A text in the picture's place (textrequest.h).
struct TextRequest {
    const Format* format = nullptr;
    bool json = false;
    analysis::ReportOptions report; ///< but for its end
};

struct FigureRequest {
    LoadRequest load; ///< `file` as it was given
    std::optional<LoadRequest> second; ///< a run that is laid over it, likewise; none = one run is drawn
    compare::Clock clock = compare::Clock::ByCause; ///< of two runs
    figures::FigureOptions figure;
    FigureFormat format = FigureFormat::Png;
    figures::AnimationOptions animation; ///< of Apng, Gif, AnimatedSvg; `from` and `to` follow from the request's
    bool isSlowed = true; ///< of these: for what is new, as in the window; false = as evenly as animation.speed says
    QSizeF printed; ///< mm; empty where the size was given in px
    bool isHeightFree = true; ///< the height of both is what the figure needs, which is known when it is laid out
    std::optional<Duration> at;
    std::optional<Duration> from;
    std::optional<Duration> to;
    std::string filter;
    std::string annotationFile; ///< over those of the scenario; "" = none
    bool annotates = true; ///< what is written into the picture is drawn
    bool dark = false;
    bool highContrast = false;
    theme::Language language = theme::Language::English;
    QString alternative; ///< text for those who cannot see the picture
    bool makesCaption = false; ///< the caption comes from the trace
    bool makesAlternative = false; ///< likewise
    QString describe; ///< where both go as a text; "" = nowhere
    QString file; ///< where it goes; "" = a text, to standard output
    std::optional<TextRequest> text; ///< it is one; of what stands above, only `load` is of importance then
};

/// What is wrong with one of the settings.
struct SettingMistake {
    std::string name; ///< of the setting; "" = of the whole
    std::string message; ///< what was expected and what to do
};

/// \a source: scenario or trace. \a file: where the figure goes; its end says what it is.
tl::expected<FigureRequest, SettingMistake> readFigureRequest(
    const std::string& source, const std::string& file, std::span<const GivenSetting> settings);

} // namespace connscope::app
