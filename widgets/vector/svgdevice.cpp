// SPDX-License-Identifier: GPL-3.0-or-later
#include "vector/svgdevice.h"

#include "vector/pathtext.h"
#include "vector/svgengine.h"

#include <QImage>

#include <cmath>

namespace connscope::vector {

namespace {

QByteArray rect(qreal x, qreal y, qreal w, qreal h)
{
    QByteArray out = "M";
    appendNumber(out, x);
    out += ' ';
    appendNumber(out, y);
    out += 'h';
    appendNumber(out, w);
    out += 'v';
    appendNumber(out, h);
    out += 'h';
    appendNumber(out, -w);
    out += 'z';
    return out;
}

/// A pattern's tile: its size and what is in it, in a colour.
struct Tile {
    qreal side = 8;
    QByteArray lines; ///< d of what is stroked
    QByteArray dots; ///< d of what is filled
};

Tile tileOf(Qt::BrushStyle style)
{
    switch (style) {
    case Qt::BDiagPattern: // each runs on into the next tile, else its corners would be cut
        return {6, "M-1 1l2-2M0 6l6-6M5 7l2-2", {}};
    case Qt::FDiagPattern:
        return {6, "M5-1l2 2M0 0l6 6M-1 5l2 2", {}};
    case Qt::DiagCrossPattern:
        return {6, "M-1 1l2-2M0 6l6-6M5 7l2-2M5-1l2 2M0 0l6 6M-1 5l2 2", {}};
    case Qt::HorPattern:
        return {6, "M0 3h6", {}};
    case Qt::VerPattern:
        return {6, "M3 0v6", {}};
    case Qt::CrossPattern:
        return {6, "M0 3h6M3 0v6", {}};
    default:
        break;
    }
    // Dense1 is nearly solid, Dense7 nearly nothing.
    const int level = static_cast<int>(style) - static_cast<int>(Qt::Dense1Pattern);
    const qreal dot = 3.0 * (7 - std::clamp(level, 0, 6)) / 8 + 0.4;
    return {4, {}, rect(0, 0, dot, dot) + rect(2, 2, std::min(dot, 2.0), std::min(dot, 2.0))};
}

} // namespace

QByteArray SvgDefs::named(QHash<QByteArray, int>& known, QByteArrayList& all, const QByteArray& content, char letter)
{
    const auto found = known.constFind(content);
    int number = found == known.constEnd() ? static_cast<int>(all.size()) : *found;
    if (found == known.constEnd()) {
        known.insert(content, number);
        all << content;
    }
    return letter + QByteArray::number(number);
}

QByteArray SvgDefs::font(const QByteArray& style) { return named(m_fonts, m_fontList, style, 'f'); }

QByteArray SvgDefs::clip(const QByteArray& path) { return named(m_clips, m_clipList, path, 'c'); }

QByteArray SvgDefs::pattern(Qt::BrushStyle style, const QColor& colour, qreal scale)
{
    const Tile tile = tileOf(style);
    QByteArray side;
    appendNumber(side, tile.side * scale);
    QByteArray viewBox;
    appendNumber(viewBox, tile.side);
    QByteArray out = " width=\"" + side + "\" height=\"" + side + "\" viewBox=\"0 0 " + viewBox + ' ' + viewBox
        + "\" patternUnits=\"userSpaceOnUse\"><path d=\"";
    const QByteArray paint = colour.name(QColor::HexRgb).toLatin1();
    if (tile.dots.isEmpty())
        out += tile.lines + "\" fill=\"none\" stroke=\"" + paint + "\"/>";
    else
        out += tile.dots + "\" fill=\"" + paint + "\"/>";
    return named(m_patterns, m_patternList, out, 'p');
}

QByteArray SvgDefs::text(const QByteArray& styles) const
{
    QByteArray out;
    if (!m_fontList.isEmpty() || !styles.isEmpty()) {
        out += "<style>";
        for (int i = 0; i < m_fontList.size(); ++i)
            out += ".f" + QByteArray::number(i) + '{' + m_fontList[i] + "}\n";
        out += styles + "</style>\n";
    }
    if (m_patternList.isEmpty() && m_clipList.isEmpty())
        return out;
    out += "<defs>\n";
    for (int i = 0; i < m_patternList.size(); ++i)
        out += "<pattern id=\"p" + QByteArray::number(i) + '"' + m_patternList[i] + "</pattern>\n";
    for (int i = 0; i < m_clipList.size(); ++i)
        out += "<clipPath id=\"c" + QByteArray::number(i) + "\"><path d=\"" + m_clipList[i] + "\"/></clipPath>\n";
    return out + "</defs>\n";
}

SvgDevice::SvgDevice(QSizeF size, SvgDefs* defs)
    : m_size(size)
    , m_dpi(QImage(1, 1, QImage::Format_RGB32).logicalDpiY()) // fonts measure here as they do everywhere else
    , m_ownDefs(defs ? nullptr : std::make_unique<SvgDefs>())
    , m_defs(defs ? defs : m_ownDefs.get())
{
}

SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const
{
    if (!m_engine)
        m_engine = std::make_unique<SvgEngine>(const_cast<SvgDevice&>(*this)); // as Qt's own devices do
    return m_engine.get();
}

int SvgDevice::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return static_cast<int>(std::ceil(m_size.width()));
    case PdmHeight:
        return static_cast<int>(std::ceil(m_size.height()));
    case PdmWidthMM:
        return static_cast<int>(std::lround(m_size.width() * 25.4 / m_dpi));
    case PdmHeightMM:
        return static_cast<int>(std::lround(m_size.height() * 25.4 / m_dpi));
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return m_dpi;
    case PdmNumColors:
        return 0;
    case PdmDepth:
        return 24;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    default:
        return QPaintDevice::metric(metric);
    }
}

QByteArray xmlText(const QString& text)
{
    QString kept;
    kept.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            kept += c;
            kept += text[++i];
        } else if (!c.isSurrogate() && (c >= QLatin1Char(' ') || c == QLatin1Char('\t') || c == QLatin1Char('\n'))
            && c.unicode() < 0xfffe) {
            kept += c;
        } else {
            kept += QChar(0xfffd);
        }
    }
    return kept.toHtmlEscaped().toUtf8();
}

QByteArray svgFile(const SvgSheet& sheet, const SvgDefs& defs, const QByteArray& body, const QByteArray& styles)
{
    const auto size = [](qreal value, const char* unit) {
        QByteArray out;
        appendNumber(out, value);
        out += unit;
        return out;
    };
    const QByteArray width = size(sheet.size.width(), "");
    const QByteArray height = size(sheet.size.height(), "");
    QByteArray out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"";
    out.reserve(body.size() + 4096);
    if (sheet.printed.isEmpty())
        out += width + "\" height=\"" + height;
    else
        out += size(sheet.printed.width(), "mm") + "\" height=\"" + size(sheet.printed.height(), "mm");
    out += "\" viewBox=\"0 0 " + width + ' ' + height + "\" role=\"img\"";
    if (!sheet.title.isEmpty())
        out += " aria-labelledby=\"title" + QByteArray(sheet.description.isEmpty() ? "" : " desc") + '"';
    if (!sheet.language.isEmpty())
        out += " xml:lang=\"" + xmlText(sheet.language) + '"';
    out += ">\n";
    if (!sheet.title.isEmpty())
        out += "<title id=\"title\">" + xmlText(sheet.title) + "</title>\n";
    if (!sheet.description.isEmpty())
        out += "<desc id=\"desc\">" + xmlText(sheet.description) + "</desc>\n";
    out += defs.text(styles);
    if (sheet.ground.isValid())
        out += "<path d=\"M0 0h" + width + 'v' + height + "h-" + width + "z\" fill=\""
            + sheet.ground.name(QColor::HexRgb).toLatin1() + "\"/>\n";
    return out + body + "</svg>\n";
}

QByteArray svgFile(const SvgSheet& sheet, SvgDevice& device)
{
    return svgFile(sheet, device.defs(), device.elements().join());
}

} // namespace connscope::vector
