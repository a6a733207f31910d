// SPDX-License-Identifier: GPL-3.0-or-later
#include "vector/svgengine.h"

#include "vector/pathtext.h"

#include <QtMath>

#include <cmath>

namespace connscope::vector {

namespace {

void attribute(QByteArray& out, const char* name, const QByteArray& value)
{
    out += ' ';
    out += name;
    out += "=\"";
    out += value;
    out += '"';
}

QByteArray number(qreal value)
{
    QByteArray out;
    appendNumber(out, value);
    return out;
}

/// Three digits: a hundredth is too coarse for what is hardly seen.
QByteArray share(qreal value) { return number(std::round(value * 1000) / 1000); }

bool isAxisAligned(const QTransform& t) { return t.type() <= QTransform::TxScale && t.m11() > 0 && t.m22() > 0; }

/// The rectangle that a path is; nothing for another one.
std::optional<QRectF> asRect(const QPainterPath& path)
{
    if (path.elementCount() != 5)
        return std::nullopt;
    const QRectF box = path.boundingRect();
    for (int i = 0; i < 5; ++i) {
        const QPointF p = path.elementAt(i);
        if (path.elementAt(i).type == QPainterPath::CurveToElement || (p.x() != box.left() && p.x() != box.right())
            || (p.y() != box.top() && p.y() != box.bottom()))
            return std::nullopt;
        if (i > 0 && p.x() != path.elementAt(i - 1).x && p.y() != path.elementAt(i - 1).y)
            return std::nullopt; // an hourglass
    }
    return box;
}

/// A family as CSS takes it.
QByteArray quoted(const QString& family)
{
    QString name = family;
    name.remove(QLatin1Char('\'')).remove(QLatin1Char('\\'));
    return name.contains(QLatin1Char(' ')) ? '\'' + xmlText(name) + '\'' : xmlText(name);
}

QByteArray styleOf(const QFont& font, qreal pixels)
{
    QByteArray out = "font-family:";
    QStringList families = font.families();
    if (families.isEmpty())
        families << font.family();
    for (const QString& family : families) {
        // Qt's names for what CSS calls sans-serif and monospace
        if (family != QLatin1String("Sans Serif")
            && family.compare(QLatin1String("monospace"), Qt::CaseInsensitive) != 0)
            out += quoted(family) + ',';
    }
    out += font.styleHint() == QFont::Monospace ? "monospace" : "sans-serif";
    out += ";font-size:" + number(pixels) + "px";
    if (font.weight() != QFont::Normal)
        out += ";font-weight:" + QByteArray::number(static_cast<int>(font.weight()));
    if (font.italic())
        out += ";font-style:italic";
    return out;
}

} // namespace

SvgEngine::SvgEngine(SvgDevice& device)
    : QPaintEngine(PaintEngineFeatures(AllFeatures) & ~PaintEngineFeatures(PerspectiveTransform)
        & ~PaintEngineFeatures(ConicalGradientFill) & ~PaintEngineFeatures(PorterDuff))
    , m_device(device)
{
}

bool SvgEngine::begin(QPaintDevice*)
{
    m_transform = {};
    m_clip.reset();
    m_clips = false;
    m_opacity = 1;
    setActive(true);
    return true;
}

bool SvgEngine::end()
{
    setActive(false);
    return true;
}

qreal SvgEngine::scale() const { return std::sqrt(std::abs(m_transform.determinant())); }

void SvgEngine::setClip(const QPainterPath& path, Qt::ClipOperation operation)
{
    Clip clip;
    const std::optional<QRectF> rect = asRect(path);
    clip.rect = rect ? *rect : path.boundingRect();
    if (!rect)
        clip.path = path;
    if (operation == Qt::IntersectClip && m_clip) {
        if (clip.path.isEmpty() && m_clip->path.isEmpty()) {
            clip.rect &= m_clip->rect;
        } else {
            QPainterPath mine = clip.path;
            QPainterPath others = m_clip->path;
            if (mine.isEmpty())
                mine.addRect(clip.rect);
            if (others.isEmpty())
                others.addRect(m_clip->rect);
            clip.path = mine.intersected(others);
            clip.rect = clip.path.boundingRect();
        }
    }
    m_clip = clip;
}

void SvgEngine::changeClip(const QPaintEngineState& now, DirtyFlags flags)
{
    if (flags & DirtyClipEnabled)
        m_clips = now.isClipEnabled();
    if (!(flags & (DirtyClipPath | DirtyClipRegion)))
        return;
    const Qt::ClipOperation operation = now.clipOperation();
    if (operation == Qt::NoClip) {
        m_clip.reset();
        m_clips = false;
        return;
    }
    m_clips = true;
    QPainterPath path;
    if (flags & DirtyClipPath)
        path = now.clipPath();
    else
        path.addRegion(now.clipRegion());
    setClip(m_transform.map(path), operation);
}

void SvgEngine::updateState(const QPaintEngineState& now)
{
    const DirtyFlags flags = now.state();
    if (flags & DirtyTransform)
        m_transform = now.transform();
    if (flags & DirtyPen)
        m_pen = now.pen();
    if (flags & DirtyBrush)
        m_brush = now.brush();
    if (flags & DirtyOpacity)
        m_opacity = now.opacity();
    if (flags & (DirtyClipPath | DirtyClipRegion | DirtyClipEnabled))
        changeClip(now, flags);
}

void SvgEngine::write(const QByteArray& name, const QByteArray& attributes, const QByteArray& content,
    const QRectF& bounds, bool turned)
{
    QByteArray clip;
    if (m_clips && m_clip) {
        if (!m_clip->rect.intersects(bounds.adjusted(-0.01, -0.01, 0.01, 0.01)))
            return; // nothing of it is seen
        if (!m_clip->path.isEmpty() || !m_clip->rect.contains(bounds)) {
            QPainterPath path = m_clip->path;
            if (path.isEmpty())
                path.addRect(m_clip->rect);
            attribute(clip, "clip-path", "url(#" + m_device.defs().clip(pathText(path, {})) + ')');
        }
    }
    QByteArray element;
    element.reserve(name.size() + attributes.size() + content.size() + clip.size() + 32);
    if (turned && !clip.isEmpty())
        element += "<g" + clip + '>'; // its clip is not turned with it
    element += '<' + name + attributes;
    if (!turned)
        element += clip;
    if (content.isEmpty())
        element += "/>";
    else
        element += '>' + content + "</" + name + '>';
    if (turned && !clip.isEmpty())
        element += "</g>";
    element += '\n';
    m_device.m_elements << element;
}

bool SvgEngine::paintsNothing() const { return m_pen.style() == Qt::NoPen && m_brush.style() == Qt::NoBrush; }

QByteArray SvgEngine::fill()
{
    QByteArray out;
    if (m_brush.style() == Qt::NoBrush) {
        attribute(out, "fill", "none");
        return out;
    }
    const QColor colour = m_brush.color();
    if (m_brush.style() == Qt::SolidPattern) {
        attribute(out, "fill", colour.name(QColor::HexRgb).toLatin1());
        if (colour.alphaF() * m_opacity < 1)
            attribute(out, "fill-opacity", share(colour.alphaF() * m_opacity));
        return out;
    }
    if (m_brush.style() > Qt::DiagCrossPattern)
        ++m_device.m_refused; // gradients and textures: their colour is all that is left
    attribute(out, "fill", "url(#" + m_device.defs().pattern(m_brush.style(), colour, 1) + ')');
    if (m_opacity < 1)
        attribute(out, "fill-opacity", share(m_opacity));
    return out;
}

QByteArray SvgEngine::stroke() const
{
    QByteArray out;
    if (m_pen.style() == Qt::NoPen)
        return out;
    const QColor colour = m_pen.color();
    attribute(out, "stroke", colour.name(QColor::HexRgb).toLatin1());
    if (colour.alphaF() * m_opacity < 1)
        attribute(out, "stroke-opacity", share(colour.alphaF() * m_opacity));
    const qreal width = m_pen.widthF() <= 0 ? 1 : m_pen.isCosmetic() ? m_pen.widthF() : m_pen.widthF() * scale();
    if (width != 1)
        attribute(out, "stroke-width", number(width));
    if (m_pen.capStyle() == Qt::RoundCap)
        attribute(out, "stroke-linecap", "round");
    else if (m_pen.capStyle() == Qt::SquareCap)
        attribute(out, "stroke-linecap", "square");
    if (m_pen.joinStyle() == Qt::RoundJoin)
        attribute(out, "stroke-linejoin", "round");
    else if (m_pen.joinStyle() == Qt::BevelJoin)
        attribute(out, "stroke-linejoin", "bevel");
    if (m_pen.style() != Qt::SolidLine) {
        QByteArray dashes;
        const QVector<qreal> pattern = m_pen.dashPattern();
        for (const qreal dash : pattern) {
            if (!dashes.isEmpty())
                dashes += ' ';
            appendNumber(dashes, dash * width);
        }
        attribute(out, "stroke-dasharray", dashes);
        if (m_pen.dashOffset() != 0)
            attribute(out, "stroke-dashoffset", number(m_pen.dashOffset() * width));
    }
    return out;
}

void SvgEngine::drawPath(const QPainterPath& path)
{
    if (paintsNothing() || path.isEmpty())
        return;
    QByteArray attributes;
    attribute(attributes, "d", pathText(path, m_transform));
    attributes += fill();
    attributes += stroke();
    if (m_brush.style() != Qt::NoBrush && path.fillRule() == Qt::OddEvenFill) {
        int figures = 0;
        for (int i = 0; i < path.elementCount(); ++i)
            figures += path.elementAt(i).isMoveTo() ? 1 : 0;
        if (figures > 1)
            attribute(attributes, "fill-rule", "evenodd");
    }
    const qreal half = m_pen.style() == Qt::NoPen ? 0 : std::max(1.0, m_pen.widthF() * scale()) / 2;
    write("path", attributes, {}, m_transform.mapRect(path.controlPointRect()).adjusted(-half, -half, half, half));
}

void SvgEngine::drawPolygon(const QPointF* points, int count, PolygonDrawMode mode)
{
    if (count < 2)
        return;
    QPainterPath path(points[0]);
    for (int i = 1; i < count; ++i)
        path.lineTo(points[i]);
    if (mode == WindingMode)
        path.setFillRule(Qt::WindingFill);
    if (mode != PolylineMode) {
        path.closeSubpath();
        drawPath(path);
        return;
    }
    const QBrush brush = std::exchange(m_brush, QBrush(Qt::NoBrush));
    drawPath(path);
    m_brush = brush;
}

void SvgEngine::drawPolygon(const QPoint* points, int count, PolygonDrawMode mode)
{
    QVector<QPointF> exact;
    exact.reserve(count);
    for (int i = 0; i < count; ++i)
        exact << points[i];
    drawPolygon(exact.constData(), count, mode);
}

template <typename Rect>
void SvgEngine::writeRects(const Rect* rects, int count)
{
    if (paintsNothing() || count <= 0)
        return;
    if (m_pen.style() != Qt::NoPen || !isAxisAligned(m_transform)) {
        for (int i = 0; i < count; ++i) {
            QPainterPath path;
            path.addRect(QRectF(rects[i]));
            drawPath(path);
        }
        return;
    }
    QRectF bounds = rects[0];
    for (int i = 1; i < count; ++i)
        bounds |= QRectF(rects[i]);
    const QByteArray d = rectsText(rects, count, m_transform);
    if (d.isEmpty())
        return;
    QByteArray attributes;
    attributes.reserve(d.size() + 64);
    attribute(attributes, "d", d);
    attributes += fill();
    write("path", attributes, {}, m_transform.mapRect(bounds));
}

void SvgEngine::drawRects(const QRect* rects, int count) { writeRects(rects, count); }
void SvgEngine::drawRects(const QRectF* rects, int count) { writeRects(rects, count); }

void SvgEngine::drawEllipse(const QRectF& rect)
{
    if (paintsNothing())
        return;
    if (!isAxisAligned(m_transform)) {
        QPainterPath path;
        path.addEllipse(rect);
        drawPath(path);
        return;
    }
    const QRectF at = m_transform.mapRect(rect);
    QByteArray attributes;
    attribute(attributes, "cx", number(at.center().x()));
    attribute(attributes, "cy", number(at.center().y()));
    const bool round = std::abs(at.width() - at.height()) < 0.005;
    attribute(attributes, round ? "r" : "rx", number(at.width() / 2));
    if (!round)
        attribute(attributes, "ry", number(at.height() / 2));
    attributes += fill();
    attributes += stroke();
    const qreal half = m_pen.style() == Qt::NoPen ? 0 : std::max(1.0, m_pen.widthF() * scale()) / 2;
    write(round ? "circle" : "ellipse", attributes, {}, at.adjusted(-half, -half, half, half));
}

void SvgEngine::drawTextItem(const QPointF& at, const QTextItem& item)
{
    const QString text = item.text();
    if (text.trimmed().isEmpty())
        return;
    const qreal s = scale();
    const QFont font = item.font();
    const qreal pixels = (font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * m_device.m_dpi / 72) * s;
    const QPointF place = m_transform.map(at);
    const bool turned = !isAxisAligned(m_transform);

    QByteArray attributes;
    if (turned) {
        const qreal angle = qRadiansToDegrees(std::atan2(m_transform.m12(), m_transform.m11()));
        attribute(attributes, "transform",
            "translate(" + number(place.x()) + ' ' + number(place.y()) + ") rotate(" + number(angle) + ')');
    } else {
        attribute(attributes, "x", number(place.x()));
        attribute(attributes, "y", number(place.y()));
    }
    attribute(attributes, "class", m_device.defs().font(styleOf(font, pixels)));
    const QColor colour = m_pen.color();
    attribute(attributes, "fill", colour.name(QColor::HexRgb).toLatin1());
    if (colour.alphaF() * m_opacity < 1)
        attribute(attributes, "fill-opacity", share(colour.alphaF() * m_opacity));
    // With another font than here it takes the room that it was given.
    if (text.size() > 1)
        attribute(attributes, "textLength", number(item.width() * s));
    if (text.front().isSpace() || text.back().isSpace() || text.contains(QLatin1String("  ")))
        attribute(attributes, "xml:space", "preserve");
    const QRectF box
        = m_transform.mapRect(QRectF(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent()));
    write("text", attributes, xmlText(text), box, turned);
}

void SvgEngine::drawPixmap(const QRectF&, const QPixmap&, const QRectF&) { ++m_device.m_refused; }
void SvgEngine::drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags)
{
    ++m_device.m_refused;
}

} // namespace connscope::vector
