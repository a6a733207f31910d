// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>

namespace connscope::app {

void Languages::set(theme::Language language)
{
    for (const auto& translator : m_installed)
        QCoreApplication::removeTranslator(translator.get());
    m_installed.clear();
    if (language != theme::Language::Chinese)
        return;
    const auto install = [this](const QString& file) {
        auto translator = std::make_unique<QTranslator>();
        if (!translator->load(file))
            return;
        QCoreApplication::installTranslator(translator.get());
        m_installed.push_back(std::move(translator));
    };
    // Qt's own dialogs first: the last one installed is asked first.
    install(QLibraryInfo::path(QLibraryInfo::TranslationsPath) + QStringLiteral("/qtbase_zh_CN.qm"));
    for (const QString& name : QDir(QStringLiteral(":/i18n")).entryList({QStringLiteral("*_zh_CN.qm")}))
        install(QStringLiteral(":/i18n/") + name);
}

theme::Language Languages::ofSystem()
{
    for (const QString& name : QLocale::system().uiLanguages()) {
        if (name.startsWith(QLatin1String("zh")))
            return theme::Language::Chinese;
        if (name.startsWith(QLatin1String("en")))
            return theme::Language::English;
    }
    return theme::Language::English;
}

} // namespace connscope::app
