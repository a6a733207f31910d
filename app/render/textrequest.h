// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/formats.h"
#include "app/render/figurerequest.h"

#include <QByteArray>

/// \file
/// A figure as text: every format of `connscope run`, of a scenario or of a trace. A trace is read and not run, so that it is
/// here that a saved session becomes a diagram, a table or a text.

namespace connscope::app {

/// \a settings: those of a figure, with `format` among them; what a text does not take is a mistake, unless it is a default.
/// \a toFile: it does not go to a terminal.
tl::expected<TextRequest, SettingMistake> readTextRequest(std::span<const GivenSetting> settings, bool toFile);
/// Whether a text is asked for, and not a picture.
bool isText(std::span<const GivenSetting> settings);

/// The text; what is wrong with the trace or the range.
Result<QByteArray> writeText(const TextRequest& text, const view::Document& document);

} // namespace connscope::app
