// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QWidget>

class QToolButton;

namespace connscope::app {

/// Above the picture of two runs: which letter stands for which, what the diamonds say, and the way back. Not there where one
/// run is seen.
class RunStrip : public QWidget {
    Q_OBJECT

public:
    explicit RunStrip(const view::Context& context, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override { return {200, heightForWidth(400)}; }
    QSize sizeHint() const override { return {600, heightForWidth(600)}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    /// One run by itself again.
    void leaveWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    int legendWidth(int width) const;

    view::Context m_context;
    QToolButton* m_leave;
};

} // namespace connscope::app
