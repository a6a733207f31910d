// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/files.h"

#include "vector/pdffile.h"
#include "vector/svgdevice.h"

#include <QBuffer>
#include <QImageWriter>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

#include <cmath>

namespace connscope::figures {

namespace {

constexpr int kPngQuality = 80; // zlib's level 2: a third of the time of Qt's default, and files no larger

QSizeF printedSize(const Figure& figure, const FileOptions& options)
{
    if (!options.printed.isEmpty())
        return options.printed;
    const QSizeF size = figure.options().size;
    return {mmOfPx(size.width()), mmOfPx(size.height())};
}

} // namespace

QByteArray pngFile(const Figure& figure, const FileOptions& options)
{
    QImage image = figure.image();
    if (image.isNull())
        return {};
    const QSizeF printed = printedSize(figure, options);
    image.setDevicePixelRatio(1);
    image.setDotsPerMeterX(static_cast<int>(std::lround(image.width() * 1000 / printed.width())));
    image.setDotsPerMeterY(static_cast<int>(std::lround(image.height() * 1000 / printed.height())));
    if (!options.title.isEmpty())
        image.setText(QStringLiteral("Title"), options.title);
    if (!options.description.isEmpty())
        image.setText(QStringLiteral("Description"), options.description);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    writer.setQuality(kPngQuality);
    if (!writer.write(image))
        return {};
    return bytes;
}

QByteArray svgFile(const Figure& figure, const theme::Look& look, const FileOptions& options)
{
    const FigureOptions& figureOptions = figure.options();
    vector::SvgDevice device(figureOptions.size);
    {
        QPainter painter(&device);
        figure.paint(painter);
    }
    vector::SvgSheet sheet;
    sheet.size = figureOptions.size;
    sheet.printed = options.printed;
    sheet.title = options.title;
    sheet.description = options.description;
    sheet.language = look.language() == theme::Language::Chinese ? QStringLiteral("zh-CN") : QStringLiteral("en");
    return vector::svgFile(sheet, device);
}

QByteArray pdfFile(const Figure& figure, const FileOptions& options)
{
    const vector::FixedHashOrder order;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const FigureOptions& figureOptions = figure.options();
    const QSizeF printed = printedSize(figure, options);
    QPdfWriter writer(&buffer);
    writer.setResolution(96); // the painter's units are px, and type is measured as on the screen
    writer.setPageSize(QPageSize(printed, QPageSize::Millimeter, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    writer.setTitle(options.title);
    writer.setCreator(QStringLiteral("Connscope"));
    {
        QPainter painter(&writer);
        const std::size_t from = std::max<std::size_t>(figureOptions.page, 1);
        const std::size_t to = figureOptions.page == 0 ? figure.pages() : figureOptions.page;
        for (std::size_t page = from; page <= to; ++page) {
            if (page > from)
                writer.newPage();
            painter.save();
            painter.scale(pxOfMm(printed.width()) / figureOptions.size.width(),
                pxOfMm(printed.height()) / figureOptions.size.height());
            figure.paint(painter, page);
            painter.restore();
        }
    }
    buffer.close();
    return vector::withFixedDate(bytes, options.epoch, options.description);
}

} // namespace connscope::figures
