// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/figure.h"

#include <QByteArray>
#include <QString>

#include <span>

/// \file
/// A figure as text: what `connscope run` and `connscope render --format` write, for the window.

namespace connscope::figures {

enum class TextForm : std::uint8_t {
    Mermaid,
    PlantUml,
    Markdown, ///< connections
    Timeline, ///< for a terminal
    ConnectionsCsv,
    EventsCsv,
    ConnectionsJson,
    EventsJson,
};

struct TextFormInfo {
    TextForm form;
    const char* ending; ///< of a file's name: ".mmd"
};
/// Those that end another one's ending come behind it.
std::span<const TextFormInfo> textForms();
/// Which one a file's name asks for; none = a picture.
std::optional<TextForm> textFormOf(const QString& file);
/// What it is called, in the interface's language.
QString textFormName(TextForm form);

/// The range of the figure (all of it where it has none), in its language. Empty where it cannot be: \a problem says why and
/// what to do.
QByteArray textOf(const view::Document& document, TextForm form, const std::optional<Span>& range,
    theme::Language language, QString& problem);

} // namespace connscope::figures
