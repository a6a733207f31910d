// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPoint>
#include <QWidget>

#include <functional>

class QMimeData;

namespace connscope::figures {

/// A picture as large as fits, on a chequered ground where it is transparent. Dragging it takes what the source gives along.
class FigurePreview : public QWidget {
    Q_OBJECT

public:
    explicit FigurePreview(QWidget* parent = nullptr);

    void setImage(const QImage& image);
    /// \a source: what is dragged; whoever is called gives it away.
    void setMimeSource(std::function<QMimeData*()> source) { m_source = std::move(source); }
    QSize sizeHint() const override { return {640, 480}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    QImage m_image;
    std::function<QMimeData*()> m_source;
    QPoint m_pressed;
};

} // namespace connscope::figures
