// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/figurelist.h"

#include "app/commandline.h"
#include "app/output.h"
#include "app/render/drawing.h"
#include "app/scenariofiles.h"
#include "base/text.h"
#include "scenario/yamldocument.h"
#include "vector/pdffile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QThread>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <system_error>

namespace connscope::app {

namespace {

using scenario::YamlDocument;
using scenario::YamlEntry;
using scenario::YamlNode;

constexpr std::size_t kMostFigures = 10'000;
// A worker is this program again, told which of the figures are its own: "1/4" is every fourth from the second on.
constexpr char kShare[] = "CONNSCOPE_RENDER_SHARE";
// What a worker says is in front of its messages, so that all are told in the order of the list.
constexpr char kMark = '\x1e';
// And in front of one that begins with a place of a file, as compilers have it: the program's name has no place there.
constexpr char kPlaced = '\x1f';

struct Setting {
    GivenSetting given;
    std::size_t offset = 0; // of its value
};

/// The one name of a file that is written to \a path: without '.', '..' and links, also where it is not there yet.
std::string writtenFile(const QString& path)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    fs::path out = fs::absolute(path.toStdString(), ignored);
    for (int i = 0; i < 40 && fs::is_symlink(out, ignored); ++i) { // as many as a system follows
        const fs::path target = fs::read_symlink(out, ignored);
        out = target.is_absolute() ? target : out.parent_path() / target;
    }
    const fs::path known = fs::weakly_canonical(out, ignored);
    return known.empty() ? out.string() : known.string();
}

class ListReader {
public:
    ListReader(const YamlDocument& document, const std::string& file)
        : m_document(document)
        , m_folder(QFileInfo(QString::fromStdString(file)).absoluteDir())
    {
    }

    std::vector<ListedFigure> read()
    {
        std::vector<ListedFigure> out;
        const YamlNode& root = m_document.root();
        if (!root.isMap()) {
            error(root, "expected a list of figures: figures: [{file: …, scenario: …}, …]");
            return out;
        }
        std::vector<Setting> defaults;
        const YamlNode* figures = nullptr;
        for (const YamlEntry& entry : root.entries) {
            if (entry.key.text == "defaults")
                defaults = settingsOf(entry.value, nullptr, nullptr);
            else if (entry.key.text == "figures")
                figures = &entry.value;
            else
                unknownKey(entry.key, {"defaults", "figures"});
        }
        if (!figures || !figures->isList() || figures->items.empty()) {
            error(figures ? *figures : root, "expected figures: and a list of at least one");
            return out;
        }
        if (figures->items.size() > kMostFigures) {
            error(*figures, "more than " + std::to_string(kMostFigures) + " figures; use several lists");
            return out;
        }
        std::map<std::string, Written> files;
        const auto goesTo = [&](const YamlNode& node, const QString& path, const char* what,
                                const std::string& name) {
            const auto [it, isNew] = files.emplace(writtenFile(path), Written {name, m_document.lineOf(node.offset)});
            if (isNew)
                return;
            error(node,
                std::string("two ") + what + " go to '" + printable(name) + "'"
                    + (it->second.name == name ? std::string()
                                               : ": it is the same file as '" + printable(it->second.name) + "'")
                    + " (line " + std::to_string(it->second.line) + ")");
        };
        for (const YamlNode& node : figures->items) {
            auto figure = readFigure(node, defaults);
            if (!figure)
                continue;
            goesTo(node, figure->request.file, "figures", figure->name);
            if (const QString& text = figure->request.describe; !text.isEmpty())
                goesTo(node, text, "texts", m_folder.relativeFilePath(text).toStdString());
            out.push_back(std::move(*figure));
        }
        return out;
    }

    std::vector<Error> errors;

private:
    struct Written {
        std::string name; ///< as the list has it
        int line = 0;
    };
    void error(const YamlNode& at, std::string message) { errorAt(at.offset, std::move(message)); }
    void errorAt(std::size_t offset, std::string message)
    {
        if (errors.size() < 50)
            errors.push_back(m_document.errorAt(offset, std::move(message)));
    }
    void unknownKey(const YamlNode& key, std::vector<std::string_view> known)
    {
        error(key, "there is no '" + printable(key.text) + "' here" + didYouMean(key.text, known));
    }

    /// The settings of a map, and the nodes of `file` and of `scenario` or `trace`, which have no place among defaults.
    std::vector<Setting> settingsOf(const YamlNode& node, const YamlNode** file, const YamlNode** source)
    {
        std::vector<Setting> out;
        if (!node.isMap()) {
            error(node, "expected keys such as view: and size:");
            return out;
        }
        std::set<std::string> seen;
        for (const YamlEntry& entry : node.entries) {
            const std::string& key = entry.key.text;
            if (!seen.insert(key).second) {
                error(entry.key, "'" + printable(key) + "' is there twice");
                continue;
            }
            if ((key == "trace" && seen.contains("scenario")) || (key == "scenario" && seen.contains("trace"))) {
                error(entry.key, "a figure is of a scenario or of a trace: one of the two");
                continue;
            }
            if (file && key == "file") {
                *file = &entry.value;
                continue;
            }
            if (source && (key == "scenario" || key == "trace")) {
                *source = &entry.value;
                continue;
            }
            const auto known = figureSettings();
            const auto found = std::find_if(
                known.begin(), known.end(), [&key](const FigureSetting& setting) { return key == setting.name; });
            if (found == known.end()) {
                std::vector<std::string_view> words {"file", "scenario", "trace"};
                for (const FigureSetting& setting : known)
                    words.emplace_back(setting.name);
                unknownKey(entry.key, words);
                continue;
            }
            addValue(entry, out);
        }
        return out;
    }
    void addValue(const YamlEntry& entry, std::vector<Setting>& out)
    {
        const std::string& key = entry.key.text;
        if (entry.value.isScalar()) {
            out.push_back({{key, entry.value.text}, entry.value.offset});
            return;
        }
        const bool isSet = key == "set" || key == "first-set" || key == "second-set";
        const bool mayBeList = key == "view" || isSet;
        if (!entry.value.isList() || !mayBeList || entry.value.items.empty()) {
            error(entry.value, "expected one value of " + key);
            return;
        }
        std::string joined;
        for (const YamlNode& item : entry.value.items) {
            if (!item.isScalar()) {
                error(item, "expected a word");
                return;
            }
            if (isSet)
                out.push_back({{key, item.text}, item.offset});
            else
                joined += (joined.empty() ? "" : ",") + item.text;
        }
        if (key == "view")
            out.push_back({{key, joined}, entry.value.offset});
    }

    std::optional<ListedFigure> readFigure(const YamlNode& node, const std::vector<Setting>& defaults)
    {
        const YamlNode* file = nullptr;
        const YamlNode* source = nullptr;
        const std::size_t before = errors.size();
        const std::vector<Setting> own = settingsOf(node, &file, &source);
        if (errors.size() > before)
            return std::nullopt;
        if (!file || !file->isScalar() || file->text.empty()) {
            error(file ? *file : node, "where does it go? Expected file: NAME.svg");
            return std::nullopt;
        }
        if (!source || !source->isScalar() || source->text.empty()) {
            error(source ? *source : node, "of what? Expected scenario: 13-three-kinds, or trace: FILE.jsonl");
            return std::nullopt;
        }
        std::vector<GivenSetting> given;
        std::map<std::string, std::size_t> places;
        for (const Setting& setting : defaults) {
            const bool isOverridden = std::any_of(own.begin(), own.end(), [&setting](const Setting& other) {
                const std::string& name = other.given.name;
                return name == setting.given.name || (name == "scale" && setting.given.name == "dpi")
                    || (name == "dpi" && setting.given.name == "scale");
            });
            if (isOverridden && !setting.given.name.ends_with("set"))
                continue;
            given.push_back(setting.given);
            given.back().isDefault = true;
            places[setting.given.name] = setting.offset;
        }
        for (const Setting& setting : own) {
            given.push_back(setting.given);
            places[setting.given.name] = setting.offset;
        }
        const auto from = sourceOf(source->text);
        if (!from) {
            error(*source, from.error().message);
            return std::nullopt;
        }
        for (GivenSetting& setting : given) {
            if (setting.name != "second" || setting.value.empty())
                continue;
            const auto second = sourceOf(setting.value);
            if (!second) {
                errorAt(places.at(setting.name), second.error().message);
                return std::nullopt;
            }
            setting.value = *second;
        }
        const std::string to = m_folder.filePath(QString::fromStdString(file->text)).toStdString();
        auto request = readFigureRequest(*from, to, given);
        if (!request) {
            const auto place = places.find(request.error().name);
            const std::string name = request.error().name == "output" ? "file" : request.error().name;
            errorAt(place != places.end() ? place->second
                    : name == "file"      ? file->offset
                                          : node.offset,
                name + ": " + request.error().message);
            return std::nullopt;
        }
        if (!request->annotationFile.empty())
            request->annotationFile
                = m_folder.filePath(QString::fromStdString(request->annotationFile)).toStdString();
        if (!request->describe.isEmpty())
            request->describe = m_folder.filePath(request->describe);
        return ListedFigure {file->text, std::move(*request), m_document.errorAt(node.offset, {})};
    }

    /// A file beside the list, or a scenario that comes with the program: never what happens to lie in the working directory.
    Result<std::string> sourceOf(const std::string& text) const
    {
        const QString beside = m_folder.filePath(QString::fromStdString(text));
        if (QFileInfo(beside).isFile())
            return beside.toStdString();
        if (text.find('/') != std::string::npos)
            return fail("there is no file '" + printable(beside.toStdString(), 400) + "'");
        return findShippedScenario(text);
    }

    const YamlDocument& m_document;
    QDir m_folder;
};

QByteArray contentOf(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What happened to one figure.
struct Fate {
    bool failed = false;
    std::vector<std::string> said;
};

/// What has no file of its own is said of the figure's entry in the list.
std::string textOf(const Error& error, const ListedFigure& figure, const char* kind)
{
    Error said = error.file.empty() ? figure.place : error;
    said.message = kind + (error.file.empty() ? printable(figure.name, 400) + ": " : std::string()) + error.message;
    return kPlaced + said.toString();
}

/// Writes a file, or says whether it differs.
void settle(const QString& file, const QByteArray& bytes, const std::string& name, bool check, Fate& fate)
{
    const bool isThere = QFileInfo(file).isFile();
    const QByteArray known = isThere ? contentOf(file) : QByteArray();
    if (isThere && known == bytes)
        return; // what is the same keeps its date, so that nothing is built again because of it
    if (isThere && check && file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)
        && vector::isSamePdf(known, bytes))
        return; // the date of a build is no drift
    std::string mistake;
    if (!check)
        mistake = writeWhole(file, bytes);
    else if (!isThere)
        mistake = name + ": is not there; connscope render --all writes it";
    else
        mistake = name + ": differs from what is drawn now; connscope render --all writes it again";
    if (mistake.empty())
        return;
    fate.failed = true;
    fate.said.push_back(std::move(mistake));
}

Fate make(Drawing& drawing, const ListedFigure& figure, bool check)
{
    Fate fate;
    const std::string name = printable(figure.name, 400);
    const auto drawn = drawing.draw(figure.request);
    if (!drawn) {
        fate.failed = true;
        for (const Error& error : drawn.error())
            fate.said.push_back(textOf(error, figure, ""));
        return fate;
    }
    for (const Error& warning : drawn->warnings)
        fate.said.push_back(textOf(warning, figure, "warning: "));
    settle(figure.request.file, drawn->bytes, name, check, fate);
    if (const QString& text = figure.request.describe; !text.isEmpty())
        settle(
            text, drawn->description, name + ": " + printable(QFileInfo(text).fileName().toStdString()), check, fate);
    return fate;
}

/// Figures of the same trace lie together, so that each is loaded once; and the work is spread over all shares.
std::vector<std::size_t> shareOf(const std::vector<ListedFigure>& figures, std::size_t share, std::size_t shares)
{
    std::vector<std::size_t> order(figures.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return figures[a].request.load.file < figures[b].request.load.file; });
    const std::size_t from = order.size() * share / shares;
    const std::size_t to = order.size() * (share + 1) / shares;
    return {order.begin() + static_cast<std::ptrdiff_t>(from), order.begin() + static_cast<std::ptrdiff_t>(to)};
}

int work(const std::vector<ListedFigure>& figures, bool check, const QByteArray& share)
{
    const QList<QByteArray> parts = share.split('/');
    const std::size_t own = parts.value(0).toULongLong();
    const std::size_t all = std::max<std::size_t>(parts.value(1).toULongLong(), 1);
    Drawing drawing;
    QFile out;
    if (!out.open(stdout, QIODevice::WriteOnly))
        return kFailed;
    bool failed = false;
    for (const std::size_t i : shareOf(figures, std::min(own, all - 1), all)) {
        const Fate fate = make(drawing, figures[i], check);
        failed = failed || fate.failed;
        for (const std::string& said : fate.said)
            out.write(
                QByteArray::number(static_cast<qulonglong>(i)) + kMark + QByteArray::fromStdString(said) + '\n');
    }
    return failed ? kFailed : kDone;
}

/// The same in several processes: painting shares fonts and translations that threads would have to wait for.
int spread(const std::string& file, bool check, std::size_t shares)
{
    std::vector<std::unique_ptr<QProcess>> workers;
    for (std::size_t i = 0; i < shares; ++i) {
        auto worker = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(kShare), QStringLiteral("%1/%2").arg(i).arg(shares));
        worker->setProcessEnvironment(environment);
        worker->setProcessChannelMode(QProcess::ForwardedErrorChannel);
        QStringList arguments {QStringLiteral("--all"), QString::fromStdString(file)};
        if (check)
            arguments << QStringLiteral("--check");
        worker->start(QCoreApplication::applicationFilePath(), arguments);
        workers.push_back(std::move(worker));
    }
    std::map<std::size_t, std::vector<std::string>> said;
    bool failed = false;
    for (const auto& worker : workers) {
        if (!worker->waitForFinished(-1) || worker->exitStatus() != QProcess::NormalExit) {
            failed = true;
            say("a worker could not be run: " + worker->errorString().toStdString());
            continue;
        }
        failed = failed || worker->exitCode() != kDone;
        for (const QByteArray& line : worker->readAllStandardOutput().split('\n')) {
            const qsizetype mark = line.indexOf(kMark);
            if (mark > 0)
                said[line.left(mark).toULongLong()].push_back(line.mid(mark + 1).toStdString());
        }
    }
    for (const auto& [index, lines] : said) {
        for (const std::string& line : lines) {
            if (line.front() == kPlaced)
                writeAll(2, line.substr(1) + '\n');
            else
                say(line);
        }
    }
    return failed ? kFailed : kDone;
}

} // namespace

tl::expected<std::vector<ListedFigure>, std::vector<Error>> readFigureList(std::string text, const std::string& file)
{
    const auto document = YamlDocument::parse(std::move(text), file);
    if (!document)
        return tl::unexpected(std::vector<Error> {document.error()});
    ListReader reader(*document, file);
    std::vector<ListedFigure> figures = reader.read();
    if (!reader.errors.empty())
        return tl::unexpected(std::move(reader.errors));
    return figures;
}

int renderAll(const std::string& file, bool check)
{
    QFile list(QString::fromStdString(file));
    if (!list.open(QIODevice::ReadOnly)) {
        say("'" + printable(file) + "' cannot be read: " + list.errorString().toStdString());
        return kFailed;
    }
    if (list.size() > (1 << 20)) {
        say(YamlDocument::tooLarge(file, static_cast<std::uintmax_t>(list.size())));
        return kFailed;
    }
    const auto figures = readFigureList(list.readAll().toStdString(), file);
    if (!figures) {
        for (const Error& error : figures.error())
            say(error);
        return kFailed;
    }
    if (const QByteArray share = qgetenv(kShare); !share.isEmpty())
        return work(*figures, check, share);
    const auto cores = static_cast<std::size_t>(std::max(QThread::idealThreadCount(), 1));
    return spread(file, check, std::min(cores, figures->size()));
}

} // namespace connscope::app
