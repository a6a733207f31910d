// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/claims.h"

#include "client/profile.h"
#include "scenario/overrides.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "trace/query.h"
#include "whatif/words.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace connscope::whatif {

namespace {

constexpr int kVersion = 1;
const QLatin1String kCourse("course");

void readBoth(const QJsonValue& value, QString (&out)[2])
{
    out[0] = value[QLatin1String("en")].toString();
    out[1] = value[QLatin1String("zh")].toString();
}

bool isWhole(const QString (&text)[2]) { return !text[0].isEmpty() && !text[1].isEmpty(); }

QStringList toStrings(const QJsonValue& value)
{
    QStringList out;
    for (const QJsonValue& one : value.toArray())
        out << one.toString();
    return out;
}

std::optional<Verdict> verdictFrom(const QString& word)
{
    if (word == QLatin1String("yes"))
        return Verdict::Yes;
    if (word == QLatin1String("partly"))
        return Verdict::Partly;
    if (word == QLatin1String("no"))
        return Verdict::No;
    return std::nullopt;
}

/// What is wrong with a claim; "" = nothing.
QString mistakeIn(const Claim& claim)
{
    if (claim.id.isEmpty() || !isWhole(claim.claim) || !isWhole(claim.course))
        return QStringLiteral("its id, or a text in a language, is missing");
    if (claim.scenarios.isEmpty() || claim.look.isEmpty() || claim.evidence.isEmpty())
        return QStringLiteral("its scenario, where to look, or a source is missing");
    if (!claim.counted.isEmpty() && !isWhole(claim.countedWords))
        return QStringLiteral("what is counted has no words");
    QStringList told;
    for (const Release& release : claim.code) {
        if (!isWhole(release.text))
            return QStringLiteral("a release has no text in a language");
        told += release.profiles;
    }
    if (told != claimProfiles().mid(1))
        return QStringLiteral("expected each of %1 once, in this order").arg(claimProfiles().mid(1).join(u' '));
    return {};
}

/// What a cell of Markdown may hold.
QString cell(QString text)
{
    return text.replace(u'<', QLatin1String("&lt;"))
        .replace(u'>', QLatin1String("&gt;"))
        .replace(u'|', QLatin1String("\\|"));
}

/// "2.1, 2.2", "every version".
QString releasesOf(const Release& release, bool chinese)
{
    if (release.profiles.size() == claimProfiles().size() - 1)
        return chinese ? QStringLiteral("各版本") : QStringLiteral("Every version");
    QStringList out;
    for (const QString& profile : release.profiles)
        out << releaseOf(profile);
    return out.join(chinese ? QStringLiteral("、") : QStringLiteral(", "));
}

QString quoted(const QStringList& scenarios, bool chinese)
{
    QStringList out;
    for (const QString& scenario : scenarios)
        out << u'`' + scenario + u'`';
    return out.join(chinese ? QStringLiteral("、") : QStringLiteral(", "));
}

} // namespace

QStringList claimProfiles()
{
    QStringList out;
    for (const client::Profile& profile : client::profiles())
        out << toText(profile.name);
    // The table of profiles has the course where it likes; here it is what the others are held against.
    out.removeOne(kCourse);
    out.prepend(kCourse);
    return out;
}

QString releaseOf(const QString& profile)
{
    const QLatin1String java("java-");
    return profile.startsWith(java) ? profile.mid(java.size()) : profile;
}

const Release* Claim::of(const QString& profile) const
{
    const auto found = std::find_if(
        code.begin(), code.end(), [&profile](const Release& release) { return release.profiles.contains(profile); });
    return found == code.end() ? nullptr : &*found;
}

bool Claim::matches(const QString& search, theme::Language language) const
{
    const QString all = plainText(*this, language);
    const QStringList words = search.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(
        words.begin(), words.end(), [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

ClaimBook readClaims(const QByteArray& json, QString* error)
{
    QJsonParseError parsed;
    const QJsonObject file = QJsonDocument::fromJson(json, &parsed).object();
    const auto failed = [error](const QString& why) {
        if (error)
            *error = why;
        return ClaimBook {};
    };
    if (parsed.error != QJsonParseError::NoError)
        return failed(QStringLiteral("offset %1: %2").arg(parsed.offset).arg(parsed.errorString()));
    if (file.value(QLatin1String("connscope-claims")).toInt() != kVersion)
        return failed(QStringLiteral("expected \"connscope-claims\": %1").arg(kVersion));
    const QJsonObject classes = file.value(QLatin1String("classes")).toObject();
    static const QRegularExpression className(QStringLiteral("^\\w+"));
    ClaimBook out;
    for (const QJsonValue& entry : file.value(QLatin1String("claims")).toArray()) {
        Claim claim;
        claim.id = entry[QLatin1String("id")].toString();
        readBoth(entry[QLatin1String("claim")], claim.claim);
        readBoth(entry[QLatin1String("course")], claim.course);
        claim.scenarios = toStrings(entry[QLatin1String("scenarios")]);
        claim.settings = toStrings(entry[QLatin1String("settings")]);
        claim.look = entry[QLatin1String("look")].toString();
        const QJsonValue count = entry[QLatin1String("count")];
        claim.counted = count[QLatin1String("query")].toString();
        readBoth(count[QLatin1String("of")], claim.countedWords);
        for (const QJsonValue& one : entry[QLatin1String("code")].toArray()) {
            Release release;
            release.profiles = toStrings(one[QLatin1String("profiles")]);
            const auto verdict = verdictFrom(one[QLatin1String("verdict")].toString());
            if (!verdict)
                return failed(QStringLiteral("claim %1: a verdict is yes, partly or no").arg(claim.id));
            release.verdict = *verdict;
            readBoth(one[QLatin1String("text")], release.text);
            claim.code << release;
        }
        for (const QString& text : toStrings(entry[QLatin1String("sources")]))
            claim.evidence << Evidence {text, classes.value(className.match(text).captured()).toString()};
        if (const QString mistake = mistakeIn(claim); !mistake.isEmpty())
            return failed(QStringLiteral("claim %1 (%2): %3").arg(out.claims.size() + 1).arg(claim.id, mistake));
        out.claims << claim;
    }
    for (const QJsonValue& entry : file.value(QLatin1String("unmentioned")).toArray()) {
        Remark remark;
        readBoth(entry[QLatin1String("text")], remark.text);
        remark.scenarios = toStrings(entry[QLatin1String("scenarios")]);
        if (!isWhole(remark.text) || remark.scenarios.isEmpty())
            return failed(
                QStringLiteral("remark %1 lacks a text in a language, or its scenario").arg(out.remarks.size() + 1));
        out.remarks << remark;
    }
    return out;
}

ClaimBook claimBook()
{
    QFile file(QStringLiteral(":/course/claims.json"));
    return file.open(QIODevice::ReadOnly) ? readClaims(file.readAll()) : ClaimBook {};
}

std::optional<std::size_t> countUnder(
    const std::string& file, const QString& profile, const QString& query, const QStringList& settings)
{
    auto scenario = scenario::readScenarioFile(file);
    const auto parsed = trace::Query::parse(query.toStdString());
    if (!scenario || !parsed)
        return std::nullopt;
    for (const QString& setting : settings) {
        if (!scenario::applySetting(*scenario, setting.toStdString(), profile.toStdString()))
            return std::nullopt;
    }
    sim::Options options;
    options.profile = profile.toStdString();
    const auto trace = sim::run(*scenario, options);
    if (!trace)
        return std::nullopt;
    return trace::findEvents(trace::Index(*trace), *parsed).size();
}

QString plainText(const Claim& claim, theme::Language language)
{
    const auto at = static_cast<std::size_t>(language);
    const bool chinese = language == theme::Language::Chinese;
    const QString colon = chinese ? QStringLiteral("：") : QStringLiteral(": ");
    QStringList lines {claim.claim[at],
        (chinese ? QStringLiteral("课程") : QStringLiteral("The course")) + colon + claim.course[at]};
    for (const Release& release : claim.code)
        lines << releasesOf(release, chinese) + colon + release.text[at];
    lines << (chinese ? QStringLiteral("场景") : QStringLiteral("Scenario")) + colon
            + claim.scenarios.join(chinese ? QStringLiteral("、") : QStringLiteral(", "));
    for (const Evidence& one : claim.evidence)
        lines << (one.file.isEmpty() ? one.text : one.text + QStringLiteral("  ") + one.file);
    return lines.join(u'\n') + u'\n';
}

QString markdownTable(const ClaimBook& book, theme::Language language)
{
    const auto at = static_cast<std::size_t>(language);
    const bool chinese = language == theme::Language::Chinese;
    QString out = chinese ? QStringLiteral("| # | 说法 | 课程 | 代码，按版本 | 场景 | 来源 |\n")
                          : QStringLiteral("| # | claim | the course | the code, by version | scenario | source |\n");
    out += QStringLiteral("| --- | --- | --- | --- | --- | --- |\n");
    for (const Claim& claim : book.claims) {
        QStringList code;
        for (const Release& release : claim.code)
            code << QStringLiteral("**%1** %2").arg(releasesOf(release, chinese), cell(release.text[at]));
        QStringList sources;
        for (const Evidence& one : claim.evidence)
            sources << cell(one.text);
        out += QStringLiteral("| %1 | %2 | %3 | %4 | %5 | %6 |\n")
                   .arg(claim.id, cell(claim.claim[at]), cell(claim.course[at]),
                       code.join(chinese ? QStringLiteral("。") : QStringLiteral(". ")),
                       quoted(claim.scenarios, chinese),
                       sources.join(chinese ? QStringLiteral("、") : QStringLiteral(", ")));
    }
    return out;
}

QString markdownRemarks(const ClaimBook& book, theme::Language language)
{
    const auto at = static_cast<std::size_t>(language);
    const bool chinese = language == theme::Language::Chinese;
    QString out;
    for (const Remark& remark : book.remarks)
        out += (chinese ? QStringLiteral("- %1（%2）。\n") : QStringLiteral("- %1 (%2).\n"))
                   .arg(remark.text[at], quoted(remark.scenarios, chinese));
    return out;
}

} // namespace connscope::whatif
