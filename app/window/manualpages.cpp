// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/manualpages.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QUrl>
#include <QUrlQuery>
#include <QWidget>

#include <algorithm>

namespace connscope::app {

namespace {

constexpr ManualPage kPages[] = {
    {"start", false},
    {"connections", false},
    {"picture", false},
    {"timeline", false},
    {"playing", false},
    {"asking", false},
    {"changing", false},
    {"lessons", false},
    {"real", false},
    {"pictures", false},
    {"terminal", false},
    {"words", false},
    {"window", true},
    {"query-language", true},
    {"command-line", true},
    {"scenario-format", true},
    {"lesson-format", true},
    {"trace-format", true},
    {"real-sessions", true},
    {"figures", true},
};

struct Place {
    const char* widget; ///< its object name, or the name of its class
    const char* page;
};
/// From the inside out: what is asked about first comes first.
constexpr Place kPlaces[] = {
    {"topology", "picture"},
    {"timeline", "timeline"},
    {"inspector", "asking#why"},
    {"events", "asking#searching"},
    {"log", "asking#searching"},
    {"outline", "window#what-is-where"},
    {"describe", "picture#in-words"},
    {"findings", "changing#findings-and-what-would-avoid-them"},
    {"avoid", "changing#findings-and-what-would-avoid-them"},
    {"comparison", "changing#compare-two-runs"},
    {"beside", "changing#compare-two-runs"},
    {"cluster", "real"},
    {"lesson", "lessons"},
    {"gallery", "start#where-to-go-from-here"},
    {"sweep", "changing#sweep"},
    {"questions", "lessons#answers-for-those-who-ask"},
    {"course-and-code", "lessons#answers-for-those-who-ask"},
    {"compare-dialog", "changing#compare-two-runs"},
    {"connect-dialog", "real"},
    {"connscope::frame::FilterEdit", "asking"},
    {"connscope::frame::PlaybackBar", "playing"},
    {"connscope::app::SourceBar", "changing#change-a-setting"},
    {"connscope::app::SettingsBox", "changing#change-a-setting"},
    {"connscope::app::WorksheetDialog", "lessons#on-paper"},
    {"connscope::figures::FigureDialog", "pictures#for-a-document"},
    {"connscope::frame::RulesDialog", "asking#why"},
    {"connscope::frame::ShortcutsDialog", "start#finding-your-way-in-the-window"},
    {"connscope::frame::CommandPalette", "start#finding-your-way-in-the-window"},
};

QString read(const QString& file)
{
    QFile in(QStringLiteral(":/manual/") + file);
    return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()) : QString();
}

/// As GitHub does it: lower case, blanks to dashes, all else that is no letter, digit, dash or underscore goes.
QString anchorOf(const QString& title)
{
    QString out;
    for (const QChar c : title.toLower()) {
        if (c == u' ')
            out += u'-';
        else if (c.isLetterOrNumber() || c == u'-' || c == u'_')
            out += c;
    }
    return out;
}

} // namespace

QList<ManualPage> manualPages() { return {std::begin(kPages), std::end(kPages)}; }

QString manualFile(const QString& name, theme::Language language)
{
    QString chinese = name + QStringLiteral(".zh.md");
    QString english = name + QStringLiteral(".md");
    if (language == theme::Language::Chinese && QFile::exists(QStringLiteral(":/manual/") + chinese))
        return chinese;
    return QFile::exists(QStringLiteral(":/manual/") + english) ? english : QString();
}

QString manualPageOf(const QString& file) { return QFileInfo(file).fileName().section(u'.', 0, 0); }

QString manualText(const QString& file, bool dark)
{
    QString text = read(file);
    if (dark)
        text.replace(QRegularExpression(QStringLiteral("(\\(figures/[a-z-]+)-light-")), QStringLiteral("\\1-dark-"));
    // A line that goes on in the next one is joined to it by a blank, which Chinese does not have.
    static const QRegularExpression between(
        QStringLiteral("([\\x{2014}\\x{2018}-\\x{201d}\\x{3000}-\\x{9fff}\\x{ff00}-\\x{ffef}])\\n"
                       "(?=[\\x{2018}-\\x{201d}\\x{3001}-\\x{9fff}\\x{ff00}-\\x{ffef}])"));
    return text.replace(between, QStringLiteral("\\1"));
}

QList<ManualSection> manualSections(const QString& markdown)
{
    static const QRegularExpression heading(QStringLiteral("^(#{1,6}) +(.*)$"));
    static const QRegularExpression markup(QStringLiteral("[`*]|\\[([^]]*)\\]\\([^)]*\\)"));
    QList<ManualSection> out;
    bool isCode = false;
    for (const QString& line : markdown.split(u'\n')) {
        if (line.startsWith(QLatin1String("```")))
            isCode = !isCode;
        const auto match = isCode ? QRegularExpressionMatch() : heading.match(line);
        if (!match.hasMatch())
            continue;
        ManualSection section;
        section.level = static_cast<int>(match.capturedLength(1));
        section.title = match.captured(2).replace(markup, QStringLiteral("\\1"));
        section.anchor = anchorOf(section.title);
        out << section;
    }
    return out;
}

int manualSectionAt(const QString& file, const QString& anchor)
{
    const auto placeIn = [&anchor](const QString& of) {
        const QList<ManualSection> sections = manualSections(read(of));
        const auto found = std::find_if(
            sections.begin(), sections.end(), [&anchor](const ManualSection& s) { return s.anchor == anchor; });
        return found == sections.end() ? -1 : static_cast<int>(found - sections.begin());
    };
    const int own = placeIn(file);
    return own >= 0 ? own : placeIn(manualFile(manualPageOf(file), theme::Language::English));
}

std::optional<ManualLink> parseManualLink(const QUrl& url)
{
    constexpr std::pair<QLatin1String, ManualLink::Kind> kSchemes[] = {
        {QLatin1String("scenario"), ManualLink::Kind::Scenario}, {QLatin1String("lesson"), ManualLink::Kind::Lesson},
        {QLatin1String("action"), ManualLink::Kind::Action}, {QLatin1String("panel"), ManualLink::Kind::Panel}};
    for (const auto& [scheme, kind] : kSchemes) {
        if (url.scheme() != scheme)
            continue;
        const QUrlQuery query(url);
        return ManualLink {kind, url.path(), query.queryItemValue(QStringLiteral("at")),
            query.queryItemValue(QStringLiteral("profile"))};
    }
    return std::nullopt;
}

QString manualPageOf(const QWidget* widget)
{
    for (; widget; widget = widget->parentWidget()) {
        for (const Place& place : kPlaces) {
            if (widget->objectName() == QLatin1String(place.widget) || widget->inherits(place.widget))
                return QLatin1String(place.page);
        }
        // What a window of its own does not say, the one behind it does not either.
        if (widget->isWindow() && !widget->inherits("QDockWidget"))
            break;
    }
    return {};
}

QList<std::pair<QString, QString>> manualPlaces()
{
    QList<std::pair<QString, QString>> out;
    for (const Place& place : kPlaces)
        out << std::pair(QLatin1String(place.widget), QLatin1String(place.page));
    return out;
}

} // namespace connscope::app
