// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace connscope::theme {
class Look;
}

namespace connscope::classroom {

/// Lies over a view that shows what is still to come, while it is to be predicted.
class Curtain : public QWidget {
    Q_OBJECT

public:
    /// Covers \a view, whatever size it takes; open at first.
    Curtain(const theme::Look& look, QWidget* view);

    void setDrawn(bool drawn);
    bool isDrawn() const { return !isHidden(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const theme::Look& m_look;
};

} // namespace connscope::classroom
