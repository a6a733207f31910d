// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/drawing.h"

#include "annotation/anchors.h"
#include "app/render/textrequest.h"
#include "app/scenariofiles.h"
#include "app/window/filelayout.h"
#include "app/window/superposing.h"
#include "base/text.h"
#include "figures/animation.h"
#include "figures/figurewords.h"
#include "figures/files.h"
#include "figures/motion.h"
#include "scenario/yamldocument.h"
#include "vector/pdffile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <atomic>
#include <utility>

namespace connscope::app {

struct Drawing::Loaded {
    LoadRequest request;
    std::optional<LoadRequest> second;
    compare::Clock clock = compare::Clock::ByCause;
    view::Document document;
};

namespace {

Error errorOf(std::string message)
{
    Error error;
    error.message = std::move(message);
    return error;
}

tl::unexpected<std::vector<Error>> failed(std::string message)
{
    return tl::unexpected(std::vector<Error> {errorOf(std::move(message))});
}

bool isSame(const LoadRequest& a, const LoadRequest& b)
{
    return a.file == b.file && a.profile == b.profile && a.seed == b.seed && a.settings == b.settings;
}

/// Instants of the command line into those of the trace; what is wrong with them, or "".
std::string placeInTime(const FigureRequest& request, const view::Document& document, figures::FigureOptions& figure)
{
    const auto beyond = [&](const std::optional<Duration>& t) { return t && kStart + *t > document.end(); };
    for (const auto& [name, t] : {std::pair("at", request.at), {"from", request.from}}) {
        if (beyond(t))
            return "--" + std::string(name) + ": the trace ends at " + formatDuration(document.end() - kStart);
    }
    if (request.from || request.to) {
        figure.range = {kStart + request.from.value_or(Duration {}),
            std::min(request.to ? kStart + *request.to : document.end(), document.end())};
    }
    figure.at = request.at ? kStart + *request.at : figure.range ? figure.range->to : document.end();
    return {};
}

/// --size of the same width with the height that it needs.
std::string autoSize(const FigureRequest& request)
{
    const bool isMm = !request.printed.isEmpty();
    const double width = isMm ? request.printed.width() : request.figure.size.width();
    return QString::number(width).toStdString() + (isMm ? "mmxauto" : "xauto");
}

/// Of the scenario in the figure's language, or of the trace.
QString titleOf(const view::Document& document, theme::Language language)
{
    const scenario::Scenario* scenario = document.scenario();
    const bool chinese = language == theme::Language::Chinese;
    return QString::fromStdString(
        chinese && scenario && !scenario->title.zh.empty() ? scenario->title.zh : document.source().title);
}

/// Of the file that was named, or as the scenario or the trace has them.
Result<std::vector<scenario::Annotation>> annotationsOf(const FigureRequest& request, const view::Document& document)
{
    if (request.annotationFile.empty())
        return document.scenario() ? document.scenario()->annotations : document.source().notes.annotations;
    QFile file(QString::fromStdString(request.annotationFile));
    if (!file.open(QIODevice::ReadOnly)) {
        return fail("--annotations: '" + printable(request.annotationFile)
            + "' cannot be read: " + file.errorString().toStdString());
    }
    if (file.size() > (1 << 20))
        return fail(
            scenario::YamlDocument::tooLarge(request.annotationFile, static_cast<std::uintmax_t>(file.size())));
    return scenario::readAnnotations(file.readAll().toStdString(), request.annotationFile);
}

/// Beside the picture; what nobody wrote is made from the trace.
QByteArray describe(const view::Document& document, const view::Filter& filter, const figures::FigureOptions& options,
    const FigureRequest& request)
{
    const QDir folder = QFileInfo(request.describe).absoluteDir();
    const QString alternative = request.alternative.isEmpty()
        ? figures::alternativeOf(document, filter, options, request.language)
        : request.alternative;
    const QString caption = options.caption.isEmpty()
        ? figures::captionOf(document, filter, options, request.language)
        : options.caption;
    return figures::markdownOf(
        folder.relativeFilePath(QFileInfo(request.file).absoluteFilePath()), alternative, caption);
}

} // namespace

Drawing::Drawing() = default;
Drawing::~Drawing() = default;

tl::expected<std::unique_ptr<view::Content>, std::vector<Error>> Drawing::load(
    const LoadRequest& request, std::vector<Error>& warnings) const
{
    LoadRequest wanted = request;
    if (!QFileInfo(QString::fromStdString(wanted.file)).isFile()) {
        const auto path = findScenario(wanted.file);
        if (!path)
            return tl::unexpected(std::vector<Error> {path.error()});
        wanted.file = *path;
    }
    const std::atomic<bool> never {false};
    LoadResult loaded = app::load(wanted, never, [](LoadPhase, double) {});
    warnings.insert(warnings.end(), loaded.warnings.begin(), loaded.warnings.end());
    if (!loaded.content)
        return tl::unexpected(std::move(loaded.errors));
    return std::move(loaded.content);
}

tl::expected<void, std::vector<Error>> Drawing::load(const FigureRequest& request, std::vector<Error>& warnings)
{
    if (m_loaded && isSame(m_loaded->request, request.load)
        && m_loaded->second.has_value() == request.second.has_value() && m_loaded->clock == request.clock
        && (!request.second || isSame(*m_loaded->second, *request.second)))
        return {};
    auto content = load(request.load, warnings);
    if (!content)
        return tl::unexpected(std::move(content.error()));
    if (request.second) {
        auto second = load(*request.second, warnings);
        if (!second)
            return tl::unexpected(std::move(second.error()));
        content = superposed(std::move(*content), std::move(*second), request.clock);
    }
    m_loaded = std::make_unique<Loaded>();
    m_loaded->request = request.load;
    m_loaded->second = request.second;
    m_loaded->clock = request.clock;
    m_loaded->document.replace(std::move(*content));
    return {};
}

tl::expected<Drawing::Drawn, std::vector<Error>> Drawing::draw(const FigureRequest& request)
{
    Drawn drawn;
    if (auto loaded = load(request, drawn.warnings); !loaded)
        return tl::unexpected(std::move(loaded.error()));
    const view::Document& document = m_loaded->document;
    if (request.text) {
        auto text = writeText(*request.text, document);
        if (!text)
            return tl::unexpected(std::vector<Error> {text.error()});
        drawn.bytes = std::move(*text);
        return drawn;
    }
    view::Filter filter(document);
    filter.setText(QString::fromStdString(request.filter));
    if (filter.error())
        return failed("--filter: " + filter.error()->toString());
    figures::FigureOptions options = request.figure;
    options.plainGlyphs = request.format == FigureFormat::Pdf;
    if (const std::string mistake = placeInTime(request, document, options); !mistake.empty())
        return failed(mistake);
    if (const scenario::Scenario* scenario = document.scenario()) { // as it was saved from the window
        options.arrangement = toArrangement(scenario->layout, document);
        options.bookmarks = toPositions(scenario->bookmarks, document);
    } else {
        options.bookmarks = toPositions(document.source().notes.bookmarks, document);
    }
    if (request.annotates) {
        auto annotations = annotationsOf(request, document);
        if (!annotations)
            return tl::unexpected(std::vector<Error> {annotations.error()});
        options.annotations = std::move(*annotations);
        const bool ofScenario = request.annotationFile.empty() && document.scenario();
        for (Error& error : annotation::unfounded(options.annotations, document, ofScenario)) {
            if (!ofScenario)
                error.file = request.annotationFile.empty() ? request.load.file : request.annotationFile;
            drawn.warnings.push_back(std::move(error));
        }
    }
    m_languages.set(request.language);
    m_look.setMode(request.dark ? theme::Look::Mode::Dark : theme::Look::Mode::Light);
    m_look.setHighContrast(request.highContrast);
    m_look.setLanguage(request.language);

    const bool moves = app::moves(request.format);
    figures::AnimationOptions animation = request.animation;
    if (moves) {
        figures::setInMotion(options, animation, document, request.isSlowed);
        if (const std::size_t count = figures::countFrames(document.trace(), animation);
            count > figures::kMostFrames) {
            return failed("the animation would have " + std::to_string(count) + " frames, more than "
                + std::to_string(figures::kMostFrames)
                + ": choose a range (--from, --to), a higher --speed or fewer --fps");
        }
    }
    if (request.makesCaption)
        options.caption = figures::captionOf(document, filter, options, request.language);
    figures::Figure figure(document, filter, m_look, options);
    m_languages.set(theme::Language::English); // messages are not in the picture
    const QString refusal = figure.refusal();
    QStringList warnings = figure.warnings();
    if (moves)
        warnings += figures::motionWarnings(options, animation, document, theme::Format());
    m_languages.set(request.language);
    if (!refusal.isEmpty())
        return failed(refusal.toStdString());
    if (figure.pages() > 1 && options.page == 0 && request.format != FigureFormat::Pdf && !moves) {
        const std::string higher = request.isHeightFree
            ? std::string()
            : ", a higher --size (" + autoSize(request) + " is as high as it needs)";
        return failed("the sequence needs " + std::to_string(figure.pages())
            + " sheets of this size: choose one (--page 1 to " + std::to_string(figure.pages())
            + "), a range (--from, --to), a --filter" + higher + ", or a PDF, which has all of them");
    }
    for (const QString& warning : warnings)
        drawn.warnings.push_back(errorOf(warning.toStdString()));

    figures::FileOptions file;
    file.printed = request.printed;
    if (request.isHeightFree && !file.printed.isEmpty())
        file.printed.setHeight(figures::mmOfPx(figure.options().size.height()));
    file.title = options.title.isEmpty() ? titleOf(document, request.language) : options.title;
    file.description = request.makesAlternative ? figures::alternativeOf(document, filter, options, request.language)
                                                : request.alternative;
    if (!request.describe.isEmpty())
        drawn.description = describe(document, filter, options, request);
    file.epoch = vector::sourceDateEpoch();
    switch (request.format) {
    case FigureFormat::Png:
        drawn.bytes = figures::pngFile(figure, file);
        break;
    case FigureFormat::Svg:
        drawn.bytes = figures::svgFile(figure, m_look, file);
        break;
    case FigureFormat::Pdf:
        drawn.bytes = figures::pdfFile(figure, file);
        break;
    case FigureFormat::WebP: {
        QString problem;
        drawn.bytes = figures::webpFile(figure, file, problem);
        if (!problem.isEmpty())
            return failed(problem.toStdString());
        break;
    }
    case FigureFormat::AnimatedWebP:
    case FigureFormat::Mp4: {
        const auto frames = figures::framesOf(document.trace(), animation);
        figures::Made made = request.format == FigureFormat::Mp4 ? figures::mp4File(figure, frames, animation, file)
                                                                 : figures::webpFile(figure, frames, animation, file);
        if (!made.problem.isEmpty())
            return failed(made.problem.toStdString());
        drawn.bytes = std::move(made.bytes);
        break;
    }
    case FigureFormat::Apng:
        drawn.bytes = figures::apngFile(figure, figures::framesOf(document.trace(), animation), animation, file);
        break;
    case FigureFormat::Gif:
        drawn.bytes = figures::gifFile(figure, figures::framesOf(document.trace(), animation), animation, file);
        break;
    case FigureFormat::AnimatedSvg:
        drawn.bytes = figures::animatedSvgFile(
            figure, m_look, figures::framesOf(document.trace(), animation), animation, file);
        break;
    }
    if (drawn.bytes.isEmpty())
        return failed("there is not enough memory for a picture of this size");
    return drawn;
}

std::string writeWhole(const QString& name, const QByteArray& bytes) { return writeTogether({{name, bytes}}); }

std::string writeTogether(const std::vector<std::pair<QString, QByteArray>>& files)
{
    const auto mistake = [](const QSaveFile& file) {
        return "'" + printable(file.fileName().toStdString())
            + "' cannot be written: " + file.errorString().toStdString();
    };
    std::vector<std::unique_ptr<QSaveFile>> written;
    for (const auto& [name, bytes] : files) {
        QSaveFile& file = *written.emplace_back(std::make_unique<QSaveFile>(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
            return mistake(file);
    }
    for (const auto& file : written) {
        if (!file->commit())
            return mistake(*file);
    }
    return {};
}

} // namespace connscope::app
