// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/propertiesfile.h"

#include <QFile>

namespace connscope::app {

namespace {

constexpr qint64 kMostBytes = 2 << 20; // the parser refuses more than half of it, so nothing is cut unseen

} // namespace

Result<std::vector<protocol::Property>> readPropertiesFile(const std::string& name)
{
    QFile file(QString::fromStdString(name));
    if (!file.open(QIODevice::ReadOnly)) {
        Error error;
        error.file = name;
        error.message = file.errorString().toStdString();
        return fail(std::move(error));
    }
    const QByteArray text = file.read(kMostBytes);
    return protocol::parseProperties({text.constData(), static_cast<std::size_t>(text.size())}, name);
}

} // namespace connscope::app
