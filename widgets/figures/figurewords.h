// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/figure.h"

/// \file
/// A figure in words, made from the trace (analysis/caption.h): what stands under it, and what is read out in its place.
/// Where several views share a sheet, each has its say.

namespace connscope::figures {

/// A moving topology tells what happens from its first to its last instant, as a timeline does.
QString captionOf(const view::Document& document, const view::Filter& filter, const FigureOptions& options,
    theme::Language language);
QString alternativeOf(const view::Document& document, const view::Filter& filter, const FigureOptions& options,
    theme::Language language);

/// Alternative text and caption around the picture, for a page in Markdown: ![…](picture) and a paragraph.
/// \a picture: its address as the page has it.
QByteArray markdownOf(const QString& picture, const QString& alternative, const QString& caption);

} // namespace connscope::figures
