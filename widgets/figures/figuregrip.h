// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPoint>
#include <QToolButton>

#include <functional>
#include <memory>

class QMimeData;

namespace connscope::figures {

/// A button from which the present picture is dragged into another program; a click does what its action does.
class FigureGrip : public QToolButton {
    Q_OBJECT

public:
    explicit FigureGrip(QWidget* parent = nullptr);

    struct Load {
        std::unique_ptr<QMimeData> data; ///< nullptr = there is nothing to drag
        QImage image; ///< what hangs at the pointer
    };
    /// What it is for; the tool tip of its action says only what a click does.
    void setHint(const QString& hint);
    void setSource(std::function<Load()> source) { m_source = std::move(source); }

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    std::function<Load()> m_source;
    QString m_hint;
    QPoint m_pressed;
};

} // namespace connscope::figures
