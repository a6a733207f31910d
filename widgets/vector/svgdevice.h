// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QColor>
#include <QHash>
#include <QPaintDevice>
#include <QSizeF>
#include <QString>

#include <memory>
#include <vector>

/// \file
/// A paint device that writes SVG: whatever paints on a QPainter becomes a file that people edit. The file has no pixels:
/// text is text, shapes are paths, a thousand rectangles that are drawn in one call are one path, hatches are patterns.
///
/// Why not QSvgGenerator: it writes a group for every change of state and a shape for every rectangle, numbers with as many
/// digits as a double has, text without a family to fall back to, and images as images. Here an element holds all that it
/// needs (so that an animation can tell what is new in a frame by comparing elements), clips are written only where they
/// cut something off, and fonts are classes. The same painting gives the same bytes.
///
/// What it takes from a painter: paths, polygons, rectangles, ellipses, lines, text; solid brushes and Qt's patterns; pens with
/// dashes; clips; opacity; any affine transform. Images and gradients are refused (see refused()).

namespace connscope::vector {

/// What several elements refer to: fonts, patterns, clips. The frames of an animation share them.
class SvgDefs {
public:
    /// Names, in the order of their first use.
    QByteArray font(const QByteArray& style);
    QByteArray pattern(Qt::BrushStyle style, const QColor& colour, qreal scale);
    QByteArray clip(const QByteArray& path);

    /// `<style>` and `<defs>`; "" for neither. \a styles: more of them.
    QByteArray text(const QByteArray& styles = {}) const;

private:
    QByteArray named(QHash<QByteArray, int>& known, QByteArrayList& all, const QByteArray& content, char letter);

    QHash<QByteArray, int> m_fonts;
    QHash<QByteArray, int> m_patterns;
    QHash<QByteArray, int> m_clips;
    QByteArrayList m_fontList;
    QByteArrayList m_patternList;
    QByteArrayList m_clipList;
};

/// What stands around the elements of a file.
struct SvgSheet {
    QSizeF size; ///< px: the user's units of the file
    QSizeF printed; ///< mm; empty = the same as `size` in px
    QString title; ///< what a browser and a screen reader call it; "" = none
    QString description; ///< the alternative text; "" = none
    QString language; ///< "en", "zh-CN"; "" = none
    QColor ground; ///< behind everything; invalid = transparent
};

class SvgEngine;

class SvgDevice : public QPaintDevice {
public:
    /// \a defs: shared with others, which outlives this; nullptr = its own.
    explicit SvgDevice(QSizeF size, SvgDefs* defs = nullptr);
    ~SvgDevice() override;
    SvgDevice(const SvgDevice&) = delete;
    SvgDevice& operator=(const SvgDevice&) = delete;

    /// What was painted, an element a piece, in its order.
    const QByteArrayList& elements() const { return m_elements; }
    /// Images, gradients and other things that were asked for and that have no place here; a picture without any is whole.
    int refused() const { return m_refused; }
    SvgDefs& defs() { return *m_defs; }

    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    friend class SvgEngine;
    QSizeF m_size;
    int m_dpi;
    std::unique_ptr<SvgDefs> m_ownDefs;
    SvgDefs* m_defs;
    QByteArrayList m_elements;
    int m_refused = 0;
    mutable std::unique_ptr<SvgEngine> m_engine;
};

/// The file. \a body: elements. \a defs: of its elements.
QByteArray svgFile(const SvgSheet& sheet, const SvgDefs& defs, const QByteArray& body, const QByteArray& styles = {});
/// Of a device that was painted on.
QByteArray svgFile(const SvgSheet& sheet, SvgDevice& device);

/// Text as XML holds it, without what XML cannot hold.
QByteArray xmlText(const QString& text);

} // namespace connscope::vector
