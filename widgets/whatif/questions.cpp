// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/questions.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace connscope::whatif {

namespace {

constexpr int kVersion = 1;

void readBoth(const QJsonValue& value, QString (&out)[2])
{
    out[0] = value[QLatin1String("en")].toString();
    out[1] = value[QLatin1String("zh")].toString();
}

} // namespace

bool Question::matches(const QString& search, theme::Language language) const
{
    const auto at = static_cast<std::size_t>(language);
    const QStringList words = search.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&](const QString& word) {
        return question[at].contains(word, Qt::CaseInsensitive) || answer[at].contains(word, Qt::CaseInsensitive)
            || scenario.contains(word, Qt::CaseInsensitive) || finding.contains(word, Qt::CaseInsensitive);
    });
}

QList<Question> readQuestions(const QByteArray& json, QString* error)
{
    QJsonParseError parsed;
    const QJsonObject file = QJsonDocument::fromJson(json, &parsed).object();
    const auto failed = [error](const QString& why) {
        if (error)
            *error = why;
        return QList<Question> {};
    };
    if (parsed.error != QJsonParseError::NoError)
        return failed(QStringLiteral("offset %1: %2").arg(parsed.offset).arg(parsed.errorString()));
    if (file.value(QLatin1String("connscope-questions")).toInt() != kVersion)
        return failed(QStringLiteral("expected \"connscope-questions\": %1").arg(kVersion));
    QList<Question> out;
    for (const QJsonValue& entry : file.value(QLatin1String("questions")).toArray()) {
        Question q;
        q.id = entry[QLatin1String("id")].toString();
        readBoth(entry[QLatin1String("question")], q.question);
        readBoth(entry[QLatin1String("answer")], q.answer);
        const QJsonValue target = entry[QLatin1String("target")];
        q.scenario = target[QLatin1String("scenario")].toString();
        q.profile = target[QLatin1String("profile")].toString();
        q.query = target[QLatin1String("query")].toString();
        q.finding = target[QLatin1String("finding")].toString();
        const bool isWhole = !q.id.isEmpty() && !q.scenario.isEmpty() && !(q.query.isEmpty() && q.finding.isEmpty())
            && !q.question[0].isEmpty() && !q.question[1].isEmpty() && !q.answer[0].isEmpty()
            && !q.answer[1].isEmpty();
        if (!isWhole)
            return failed(
                QStringLiteral("question %1 (%2) lacks a text in a language, its scenario, or a query or finding")
                    .arg(out.size() + 1)
                    .arg(q.id));
        out << q;
    }
    return out;
}

QList<Question> questions()
{
    QFile file(QStringLiteral(":/questions/questions.json"));
    return file.open(QIODevice::ReadOnly) ? readQuestions(file.readAll()) : QList<Question> {};
}

} // namespace connscope::whatif
