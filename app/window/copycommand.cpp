// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/copycommand.h"

#include <QRegularExpression>
#include <QStringList>

namespace connscope::app {

namespace {

QString quoted(const std::string& word)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./:=+,@%-]+$"));
    QString text = QString::fromStdString(word);
    if (plain.match(text).hasMatch())
        return text;
    text.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' + text + u'\'';
}

} // namespace

QString commandLine(const LoadRequest& request)
{
    QStringList words {QStringLiteral("connscope"), QStringLiteral("run"), quoted(request.file)};
    if (request.seed)
        words << QStringLiteral("--seed") << QString::number(*request.seed);
    if (!request.profile.empty())
        words << QStringLiteral("--profile") << quoted(request.profile);
    for (const std::string& setting : request.settings)
        words << QStringLiteral("--set") << quoted(setting);
    return words.join(u' ');
}

} // namespace connscope::app
