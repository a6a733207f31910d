// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

class QPainter;
class QRectF;
class QSizeF;

namespace connscope::inspector {

/// The size of \a text broken into lines of at most \a width, at words or, where a word is wider, inside it.
QSizeF wrappedSize(const QString& text, const QFont& font, qreal width);
/// Draws it in the painter's pen.
void drawWrapped(QPainter& painter, const QRectF& rect, const QString& text, const QFont& font);

} // namespace connscope::inspector
