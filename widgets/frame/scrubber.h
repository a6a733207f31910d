// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QSlider>

namespace connscope::frame {

/// The whole trace as one line: press anywhere to go there, drag to scrub, keys as on any slider. The silence that is
/// being skipped is marked, and so are stretches that are slowed.
class Scrubber : public QSlider {
    Q_OBJECT

public:
    static constexpr int kSteps = 1'000'000;

    explicit Scrubber(const view::Context& context, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {260, 26}; }
    QSize minimumSizeHint() const override { return {60, 26}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void follow();
    void goTo(double x);

    view::Context m_context;
};

} // namespace connscope::frame
