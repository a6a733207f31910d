// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/carry.h"

#include <QMimeData>
#include <QSaveFile>
#include <QUrl>

namespace connscope::figures {

namespace {

constexpr char kSvgType[] = "image/svg+xml";

/// What every file system takes.
QString plainName(const QString& name)
{
    QString out;
    for (const QChar c : name)
        out += c.isLetterOrNumber() || c == u'-' || c == u'_' || c == u'.' ? c : u'-';
    return out.isEmpty() ? QStringLiteral("figure") : out.left(100);
}

} // namespace

std::unique_ptr<QMimeData> Carrier::pack(
    const Figure& figure, const theme::Look& look, const FileOptions& options, const QString& name)
{
    auto mime = std::make_unique<QMimeData>();
    const QByteArray svg = svgFile(figure, look, options);
    mime->setImageData(figure.image());
    mime->setData(QLatin1String(kSvgType), svg);
    QSaveFile file(m_folder.filePath(plainName(name) + QStringLiteral(".svg")));
    if (m_folder.isValid() && file.open(QIODevice::WriteOnly) && file.write(svg) == svg.size() && file.commit())
        mime->setUrls({QUrl::fromLocalFile(file.fileName())});
    return mime;
}

std::unique_ptr<QMimeData> pictureOf(const Figure& figure)
{
    auto mime = std::make_unique<QMimeData>();
    mime->setImageData(figure.image());
    return mime;
}

std::unique_ptr<QMimeData> svgOf(const Figure& figure, const theme::Look& look, const FileOptions& options)
{
    auto mime = std::make_unique<QMimeData>();
    const QByteArray svg = svgFile(figure, look, options);
    mime->setData(QLatin1String(kSvgType), svg);
    mime->setText(QString::fromUtf8(svg));
    return mime;
}

} // namespace connscope::figures
