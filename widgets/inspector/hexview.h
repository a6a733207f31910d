// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "wire/types.h"

#include <QAbstractScrollArea>
#include <QRectF>

#include <cstdint>
#include <vector>

namespace connscope::inspector {

/// Neighbouring bytes; none where it is empty.
struct ByteRange {
    std::uint32_t from = 0;
    std::uint32_t length = 0;
    std::uint32_t end() const { return from + length; }
    bool isEmpty() const { return length == 0; }
    bool contains(std::uint32_t byte) const { return byte >= from && byte < end(); }
    bool operator==(const ByteRange&) const = default;
};

/// Where bytes stand, as numbers: as many in a row as there is room for, 4, 8, 16 or 32.
struct HexLayout {
    double digit = 8; ///< px, width of a character
    double rowHeight = 16; ///< px
    int perRow = 16;
    int offsetDigits = 4;
    std::uint32_t bytes = 0;

    /// For \a width px.
    static HexLayout make(std::uint32_t bytes, double width, double digit, double rowHeight);
    int rows() const
    {
        return static_cast<int>(
            (bytes + static_cast<std::uint32_t>(perRow) - 1) / static_cast<std::uint32_t>(perRow));
    }
    double hexLeft(int column) const;
    double textLeft(int column) const;
    double width() const { return textLeft(perRow) + margin(); }
    double margin() const { return digit; }
    /// Of the two digits of a byte, from the top of the first row.
    QRectF hexRect(std::uint32_t byte) const;
    QRectF textRect(std::uint32_t byte) const;
    /// -1 where none is; over its digits as well as over its character.
    int byteAt(double x, double y) const;
};

/// The bytes of a frame: offset, hexadecimal digits, characters. A range of them is marked, another lies under the pointer.
/// Arrow keys move from byte to byte.
class HexView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit HexView(const theme::Look& look, QWidget* parent = nullptr);

    void setBytes(wire::Bytes bytes);
    const wire::Bytes& bytes() const { return m_bytes; }
    const HexLayout& layout() const { return m_layout; }
    /// Scrolls to it where it is out of sight.
    void setMarked(const ByteRange& range);
    const ByteRange& marked() const { return m_marked; }
    void setHovered(const ByteRange& range);
    const ByteRange& hovered() const { return m_hovered; }
    /// "00 00 00 1a", at most \a most bytes.
    static QString hexText(const wire::Bytes& bytes, const ByteRange& range, std::size_t most = 4096);

signals:
    /// A byte was clicked, or the keyboard went to it.
    void chosen(std::uint32_t byte);
    /// The pointer is on a byte; -1: on none.
    void pointedAt(int byte);

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void relayout();
    void paintRange(
        QPainter& painter, const ByteRange& range, const QColor& fill, const QColor& edge, int first, int last);
    int byteUnder(const QPointF& at) const;

    const theme::Look& m_look;
    wire::Bytes m_bytes;
    HexLayout m_layout;
    ByteRange m_marked;
    ByteRange m_hovered;
    std::uint32_t m_cursor = 0;
};

} // namespace connscope::inspector
