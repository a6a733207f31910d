// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recovery.h"

#include "scenario/reader.h"
#include "scenario/writer.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QSettings>
#include <QStringList>

namespace connscope::app {

namespace {

const QString kGroup = QStringLiteral("recovery");

} // namespace

Recovery::Recovery(QSettings& settings)
    : m_settings(settings)
{
}

QString Recovery::path() const
{
    return QFileInfo(m_settings.fileName()).absoluteDir().filePath(QStringLiteral("connscope-unsaved.yaml"));
}

/// The scenario's own text, where that was edited.
QString Recovery::textPath() const
{
    return QFileInfo(m_settings.fileName()).absoluteDir().filePath(QStringLiteral("connscope-unsaved-text.yaml"));
}

bool Recovery::keep(const LoadRequest& request, const scenario::Scenario& whole)
{
    QDir().mkpath(QFileInfo(path()).path());
    QSaveFile out(path());
    const std::string text = scenario::writeScenario(whole);
    const auto size = static_cast<qint64>(text.size());
    if (!out.open(QIODevice::WriteOnly) || out.write(text.data(), size) != size || !out.commit())
        return false;
    QFile::remove(textPath());
    if (request.text) {
        QSaveFile own(textPath());
        const auto length = static_cast<qint64>(request.text->size());
        if (!own.open(QIODevice::WriteOnly) || own.write(request.text->data(), length) != length || !own.commit())
            return false;
    }
    QStringList settings;
    for (const std::string& setting : request.settings)
        settings << QString::fromStdString(setting);
    m_settings.beginGroup(kGroup);
    m_settings.setValue(QStringLiteral("file"), QFileInfo(QString::fromStdString(request.file)).absoluteFilePath());
    m_settings.setValue(QStringLiteral("profile"), QString::fromStdString(request.profile));
    m_settings.setValue(QStringLiteral("seed"),
        request.seed ? QString::number(*request.seed) : QString()); // 64 bits, whatever the format does to numbers
    m_settings.setValue(QStringLiteral("settings"), settings);
    m_settings.setValue(QStringLiteral("actions"), static_cast<int>(request.added.size()));
    m_settings.setValue(QStringLiteral("saved"), static_cast<int>(request.saved.size()));
    m_settings.endGroup();
    return true;
}

std::optional<Recovery::Unsaved> Recovery::find() const
{
    const auto value = [this](const char* key) { return m_settings.value(kGroup + u'/' + QLatin1String(key)); };
    const QString file = value("file").toString();
    QFile text(textPath());
    const bool edited = text.exists();
    if (file.isEmpty() || (!edited && !QFileInfo(file).isFile()))
        return std::nullopt;
    const auto whole = scenario::readScenarioFile(path().toStdString());
    const auto count = static_cast<std::size_t>(std::max(0, value("actions").toInt()));
    if (!whole || whole->actions.size() < count)
        return std::nullopt;
    Unsaved out;
    out.request.file = file.toStdString();
    if (edited) {
        if (!text.open(QIODevice::ReadOnly))
            return std::nullopt;
        out.request.text = std::make_shared<const std::string>(text.readAll().toStdString());
    }
    out.request.profile = value("profile").toString().toStdString();
    if (const QString seed = value("seed").toString(); !seed.isEmpty())
        out.request.seed = seed.toULongLong();
    for (const QString& setting : value("settings").toStringList())
        out.request.settings.push_back(setting.toStdString());
    out.request.added.assign(whole->actions.end() - static_cast<std::ptrdiff_t>(count), whole->actions.end());
    // What had been saved stands at the file's end, whatever was done to it here since.
    if (const auto saved = static_cast<std::size_t>(std::max(0, value("saved").toInt())); saved > 0) {
        const auto own = scenario::readScenarioFile((edited ? textPath() : file).toStdString());
        if (!own || own->actions.size() < saved)
            return std::nullopt;
        out.request.saved.assign(own->actions.end() - static_cast<std::ptrdiff_t>(saved), own->actions.end());
    }
    out.layout = whole->layout;
    out.bookmarks = whole->bookmarks;
    out.annotations = whole->annotations;
    return out;
}

void Recovery::forget(const QString& file)
{
    if (m_settings.value(kGroup + QStringLiteral("/file")).toString() != QFileInfo(file).absoluteFilePath())
        return;
    QFile::remove(path());
    QFile::remove(textPath());
    m_settings.remove(kGroup);
}

} // namespace connscope::app
