// SPDX-License-Identifier: GPL-3.0-or-later
#include "classroom/results.h"

#include "lesson/worksheet.h"

#include <QSettings>

namespace connscope::classroom {

namespace {

QString stepKey(const QString& lesson) { return QStringLiteral("lessons/reached/") + lesson; }
QString finishedKey(const QString& lesson) { return QStringLiteral("lessons/finished/") + lesson; }

} // namespace

Results::Results(QSettings& settings)
    : m_settings(settings)
{
    const int count = settings.beginReadArray(QStringLiteral("lessons/results"));
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        const auto value = [&settings](const char* key) { return settings.value(QLatin1String(key)); };
        m_all << Result {value("lesson").toString(), value("step").toInt(), value("kind").toString(),
            value("question").toString(), value("given").toString(), value("answer").toString(),
            value("right").toBool(), value("hinted").toBool()};
    }
    settings.endArray();
}

bool Results::add(const Result& result)
{
    for (const Result& known : m_all) {
        if (known.lesson == result.lesson && known.step == result.step)
            return false;
    }
    m_all << result;
    save();
    return true;
}

void Results::save()
{
    m_settings.beginWriteArray(QStringLiteral("lessons/results"), static_cast<int>(m_all.size()));
    for (int i = 0; i < m_all.size(); ++i) {
        m_settings.setArrayIndex(i);
        const Result& r = m_all[i];
        m_settings.setValue(QStringLiteral("lesson"), r.lesson);
        m_settings.setValue(QStringLiteral("step"), r.step);
        m_settings.setValue(QStringLiteral("kind"), r.kind);
        m_settings.setValue(QStringLiteral("question"), r.question);
        m_settings.setValue(QStringLiteral("given"), r.given);
        m_settings.setValue(QStringLiteral("answer"), r.answer);
        m_settings.setValue(QStringLiteral("right"), r.right);
        m_settings.setValue(QStringLiteral("hinted"), r.hinted);
    }
    m_settings.endArray();
}

Results::Score Results::score(const QString& lesson) const
{
    Score score;
    for (const Result& result : m_all) {
        if (result.lesson != lesson)
            continue;
        ++score.answered;
        score.right += result.right ? 1 : 0;
    }
    return score;
}

int Results::furthest(const QString& lesson) const { return m_settings.value(stepKey(lesson), 0).toInt(); }

void Results::reached(const QString& lesson, int step)
{
    if (step > furthest(lesson))
        m_settings.setValue(stepKey(lesson), step);
}

bool Results::isFinished(const QString& lesson) const { return m_settings.value(finishedKey(lesson)).toBool(); }
void Results::setFinished(const QString& lesson) { m_settings.setValue(finishedKey(lesson), true); }

void Results::forget()
{
    m_all.clear();
    m_settings.remove(QStringLiteral("lessons"));
}

QByteArray Results::csv() const
{
    std::string out = "\xEF\xBB\xBFlesson,step,kind,question,given,answer,right,hint\r\n";
    const auto field = [](const QString& text) { return lesson::csvField(text.toStdString()); };
    for (const Result& r : m_all) {
        out += field(r.lesson) + ',' + std::to_string(r.step) + ',' + field(r.kind) + ',' + field(r.question) + ','
            + field(r.given) + ',' + field(r.answer) + (r.right ? ",1," : ",0,") + (r.hinted ? "1" : "0") + "\r\n";
    }
    return QByteArray::fromStdString(out);
}

} // namespace connscope::classroom
