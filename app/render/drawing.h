// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/render/figurerequest.h"
#include "app/window/language.h"
#include "base/result.h"
#include "theme/look.h"

#include <QByteArray>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace connscope::app {

/// Figures, one after the other. What is loaded for one is kept for the next of the same trace.
class Drawing {
public:
    Drawing();
    ~Drawing();

    struct Drawn {
        QByteArray bytes;
        QByteArray description; ///< of FigureRequest::describe
        std::vector<Error> warnings;
    };
    /// The bytes of the file; an error says what is wrong with the input. \a request.load.file: a file, or the name of a
    /// scenario that comes with the program.
    tl::expected<Drawn, std::vector<Error>> draw(const FigureRequest& request);

private:
    struct Loaded;
    tl::expected<std::unique_ptr<view::Content>, std::vector<Error>> load(
        const LoadRequest& request, std::vector<Error>& warnings) const;
    tl::expected<void, std::vector<Error>> load(const FigureRequest& request, std::vector<Error>& warnings);

    std::unique_ptr<Loaded> m_loaded;
    Languages m_languages;
    theme::Look m_look;
};

/// Whole, or not at all: what was there stays where it cannot be written. "" or why not.
std::string writeWhole(const QString& file, const QByteArray& bytes);
/// Several of them: none is put in its place before all are written.
std::string writeTogether(const std::vector<std::pair<QString, QByteArray>>& files);

} // namespace connscope::app
